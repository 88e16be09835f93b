"""What the page of a player shows: ratings with their course, results by faction, and the history of matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import Prefetch, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from catalog.models import Faction
from decks.visitors import Visitor
from matches.models import Rating, RatingChange, RatingGroup, Standing
from matches.stats.counting import grouped
from matches.stats.figures import Tally, tally
from matches.stats.plots import Whisker, course, whiskers

PER_PAGE: Final = 20
#: A plot of more points shows nothing that one of these does not.
MOST_POINTS: Final = 200


@dataclass(frozen=True)
class Results:
    """How a player did, as far as a visitor may see it: faction, result, number of sides, how many."""

    counted: list[tuple[str, str, int, int]]

    @property
    def all(self) -> Tally:
        """All matches together."""
        return tally(row[1:] for row in self.counted)

    @property
    def factions(self) -> dict[str, Tally]:
        """The same by the player's own faction, where it is known."""
        slugs = sorted({row[0] for row in self.counted if row[0]})
        return {slug: tally(row[1:] for row in self.counted if row[0] == slug) for slug in slugs}


def results_of(player: User, visitor: Visitor) -> Results:
    """What the player's matches came to."""
    shown = Standing.objects.shown_on_page_of(player, visitor)
    return Results(grouped(shown, "faction", "result", "outcome__sides"))


def history_of(player: User, visitor: Visitor) -> QuerySet[Standing]:
    """The player's matches with all seats, the latest first."""
    all_seats = Prefetch("outcome__standings", Standing.objects.select_related("user"))
    return (
        Standing.objects.shown_on_page_of(player, visitor)
        .select_related("outcome__match", "outcome__logged")
        .prefetch_related(all_seats)
        .order_by("-outcome__at", "-outcome__pk")
        .defer("outcome__match__game", "outcome__match__setup", "outcome__match__seed")
    )


def ratings_of(player: User) -> list[tuple[Rating, list[RatingChange]]]:
    """The player's ratings, each with its course, the oldest first."""
    ratings = list(Rating.objects.filter(user=player).select_related("user").order_by("group"))
    newest = RatingChange.objects.filter(rating__in=ratings).select_related("rated").order_by("-rated")
    changes = list(newest[: MOST_POINTS * len(RatingGroup)])[::-1] if ratings else []
    return [(rating, [each for each in changes if each.rating_id == rating.pk][-MOST_POINTS:]) for rating in ratings]


def player_figures(player: User, visitor: Visitor, page: str | None = None) -> dict[str, Any]:
    """Everything of the player's page that is about matches, as far as the visitor may see it."""
    names = dict(Faction.objects.values_list("slug", "name"))
    results = results_of(player, visitor)
    by_name = sorted(results.factions.items(), key=lambda item: names.get(item[0], item[0]))
    factions = [Whisker(names.get(slug, slug), won, f"faction-{slug}") for slug, won in by_name]
    return {
        "player": player,
        "ratings": [_rating_sheet(rating, changes) for rating, changes in ratings_of(player)],
        "all": results.all,
        "factions": factions,
        "plot": whiskers(_("Share of matches won by faction"), factions),
        "history": Paginator(history_of(player, visitor), PER_PAGE).get_page(page),
        "names": names,
    }


def _rating_sheet(rating: Rating, changes: list[RatingChange]) -> dict[str, Any]:
    points = [(date_format(change.day, "SHORT_DATE_FORMAT"), change.points, change.deviation) for change in changes]
    label = RatingGroup(rating.group).label
    return {"rating": rating, "label": label, "plot": course(_("Rating, %(group)s") % {"group": label}, points)}
