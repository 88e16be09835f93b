"""What the database counts for the statistics page: six queries, however many matches there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from decks.models import Deck
from matches.engine.dawnfall.setup import MODES
from matches.models import Outcome, Rating, RatingGroup, Standing
from matches.models.outcomes import PROVISIONAL
from matches.stats.figures import Lengths, Tally, lengths, tally

PERIODS: Final[Mapping[str, tuple[int, Promise]]] = {
    "month": (30, _("the last 30 days")),
    "quarter": (90, _("the last 90 days")),
    "year": (365, _("the last year")),
}
#: Results change with every match; so long an older page is good enough.
SECONDS: Final = 60
MOST_ROWS: Final = 20


@dataclass(frozen=True)
class Filters:
    """Which matches are counted. What an address gets wrong counts as not said."""

    mode: str = ""
    source: str = ""
    period: str = ""
    ranked: bool = False

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Filters:
        """The filters of an address."""

        def known(name: str, names: Iterable[str]) -> str:
            value = str(data.get(name, ""))
            return value if value in set(names) else ""

        return cls(
            known("mode", MODES), known("source", Outcome.Source.values), known("period", PERIODS),
            bool(data.get("ranked")),
        )  # fmt: skip

    @property
    def key(self) -> str:
        """The name under which the figures are remembered."""
        return f"match-statistics:{self.mode}:{self.source}:{self.period}:{self.ranked:d}"

    def condition(self, prefix: str = "") -> Q:
        """The same as a condition for outcomes, or for what hangs on them."""
        wanted: dict[str, Any] = {}
        if self.mode:
            wanted["mode"] = self.mode
        if self.source:
            wanted["source"] = self.source
        if self.period:
            wanted["day__gte"] = timezone.now().date() - timedelta(days=PERIODS[self.period][0])
        if self.ranked:
            wanted["ranked"] = True
        asked = Q(**{prefix + name: value for name, value in wanted.items()})
        return asked if self.source else asked & ~Q(**{f"{prefix}source": Outcome.Source.HOT_SEAT})


@dataclass(frozen=True)
class DeckTally:
    """How a public deck did."""

    key: str
    name: str
    faction: str
    author: str
    tally: Tally


@dataclass(frozen=True)
class Statistics:
    """All figures of the page."""

    #: Mode, reason, number of turns, whether it was drawn, how many matches.
    outcomes: list[tuple[str, str, int | None, bool, int]]
    #: Faction, whether it had the first turn, whether the other side was the same, result, sides, how many.
    standings: list[tuple[str, bool | None, bool, str, int, int]]
    #: Faction, faction of the other side, result, how many.
    meetings: list[tuple[str, str, str, int]]
    decks: list[DeckTally]

    @property
    def matches(self) -> int:
        return sum(row[-1] for row in self.outcomes)

    @property
    def drawn(self) -> int:
        return sum(row[-1] for row in self.outcomes if row[3])

    @property
    def by_mode(self) -> dict[str, int]:
        return self._summed(lambda row: row[0])

    @property
    def by_reason(self) -> dict[str, int]:
        return self._summed(lambda row: row[1])

    @property
    def lengths(self) -> Lengths | None:
        return lengths((row[2], row[-1]) for row in self.outcomes if row[2])

    @cached_property
    def factions(self) -> dict[str, Tally]:
        """Without matches of a faction against itself, which it always wins and loses."""
        names = sorted({row[0] for row in self.standings if row[0]})
        return {name: tally(row[3:] for row in self.standings if row[0] == name and not row[2]) for name in names}

    @property
    def mirrors(self) -> dict[str, int]:
        """How many seats met their own faction."""
        names = {row[0] for row in self.standings if row[0] and row[2]}
        return {name: sum(row[-1] for row in self.standings if row[0] == name and row[2]) for name in names}

    @property
    def first_turn(self) -> Tally:
        """How those did who had the first turn."""
        return tally(row[3:] for row in self.standings if row[1])

    def meeting(self, faction: str, other: str) -> Tally:
        """How a faction did against another."""
        return tally((row[2], 2, row[3]) for row in self.meetings if row[:2] == (faction, other))

    def _summed(self, name: Callable[[Any], str]) -> dict[str, int]:
        sums: dict[str, int] = {}
        for row in self.outcomes:
            sums[name(row)] = sums.get(name(row), 0) + row[-1]
        return dict(sorted(sums.items(), key=lambda item: (-item[1], item[0])))


def statistics(filters: Filters) -> Statistics:
    """The figures, at most a minute old."""
    known: Statistics | None = cache.get(filters.key)
    if known is None:
        known = _count(filters)
        cache.set(filters.key, known, SECONDS)
    return known


def _count(filters: Filters) -> Statistics:
    counted = Outcome.objects.counted().filter(filters.condition())
    outcomes = grouped(counted, "mode", "reason", "turns", "drawn")
    seats = Standing.objects.filter(outcome__in=counted.values("pk"))
    standings = grouped(seats, "faction", "first", "mirror", "result", "outcome__sides")
    return Statistics(outcomes, standings, grouped(meetings_of(seats), "faction", "other", "result"), _decks(seats))


def meetings_of(seats: QuerySet[Standing]) -> QuerySet[Any]:
    """Each seat beside each seat of another side. Among three or four, two who lost to a third say nothing."""
    pairs = seats.annotate(
        other=F("outcome__standings__faction"),
        other_side=F("outcome__standings__side"),
        other_result=F("outcome__standings__result"),
    )
    told = ~Q(result=F("other_result")) | Q(result=Standing.Result.DRAWN)
    return pairs.filter(told).exclude(other_side=F("side")).exclude(Q(faction="") | Q(other=""))


def grouped(rows: QuerySet[Any], *names: str) -> list[Any]:
    """The values of the rows, each combination once with how often it occurs."""
    return list(rows.order_by().values_list(*names).annotate(number=Count("pk")))


def _decks(seats: QuerySet[Standing]) -> list[DeckTally]:
    """The public decks that were played most, against other factions or their own."""
    shown = seats.filter(deck_row__visibility=Deck.Visibility.PUBLIC, deck_row__owner__is_active=True)
    names = ("deck_row__key", "deck_row__name", "deck_row__faction__slug", "deck_row__owner__username")
    rows = (
        shown.order_by()
        .values(*names)
        .annotate(
            number=Count("pk"),
            won=Count("pk", filter=Q(result=Standing.Result.WON)),
            drawn=Count("pk", filter=Q(result=Standing.Result.DRAWN)),
            lost=Count("pk", filter=Q(result=Standing.Result.LOST)),
        )
        .order_by("-number", "deck_row__key")[:MOST_ROWS]
    )
    return [
        DeckTally(
            row["deck_row__key"], row["deck_row__name"], row["deck_row__faction__slug"],
            row["deck_row__owner__username"], Tally(row["won"], row["drawn"], row["lost"]),
        )
        for row in rows
    ]  # fmt: skip


def sure_ratings() -> QuerySet[Rating]:
    """Ratings that are sure enough to be compared, best first."""
    rows = Rating.objects.filter(sigma__lte=PROVISIONAL, user__is_active=True)
    return rows.select_related("user").order_by("-mu", "pk")


def best_players(group: str) -> list[Rating]:
    """The best of a group."""
    return list(sure_ratings().filter(group=group)[:MOST_ROWS])


def rated_players() -> dict[str, list[Rating]]:
    """The best of both groups."""
    return {group: best_players(group) for group in RatingGroup.values}
