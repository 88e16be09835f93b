"""A match as a row of a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Prefetch, prefetch_related_objects
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from decks.visitors import Visitor
from matches.models import Match, Seat
from matches.services import is_present
from matches.setting_up.optional_rules import MODES, OptionalRule, agreed_rules
from matches.telling import reason_words


@dataclass(frozen=True)
class Chair:
    """A seat as a row shows it."""

    seat: Seat
    own: bool
    here: bool
    won: bool
    points: int | None

    @property
    def name(self) -> str:
        """Who sits there; words for a seat that nobody has."""
        return self.seat.name if not self.seat.is_free or self.seat.name else str(self.seat.get_kind_display())


@dataclass(frozen=True)
class Row:
    """A match with all that lists and the waiting room show of it."""

    match: Match
    chairs: Sequence[Chair]
    mode: str | Promise
    rules: Sequence[OptionalRule]
    #: The visitor is to decide.
    asked: bool
    own: bool
    opened: bool
    result: str

    @property
    def free(self) -> list[Seat]:
        """The seats that anybody may take."""
        return [chair.seat for chair in self.chairs if chair.seat.kind == Seat.Kind.OPEN]

    @property
    def late(self) -> bool:
        """Whether the visitor may know only later what happens in the match."""
        return bool(self.match.delay) and self.match.is_running and not self.own

    @property
    def age(self) -> str:
        """How long ago something happened."""
        if timezone.now() - self.match.changed < timedelta(minutes=1):
            return _("just now")
        return _("%(time)s ago") % {"time": timesince(self.match.changed)}

    @property
    def waits_for(self) -> str:
        """Who is to decide."""
        return next((chair.name for chair in self.chairs if chair.seat.number == self.match.waiting_for), "")


def rows_of(visitor: Visitor, *lists: Iterable[Match]) -> list[list[Row]]:
    """Several lists of matches as rows, with the seats of all in one query."""
    found = [list(matches) for matches in lists]
    together = [match for matches in found for match in matches]
    prefetch_related_objects(together, Prefetch("seats", Seat.objects.select_related("user").defer("deck")))
    return [[row_of(match, visitor) for match in matches] for matches in found]


def row_of(match: Match, visitor: Visitor) -> Row:
    """The row of a match whose seats are at hand."""
    result = match.result or {}
    points = result.get("victory_points") or []
    winners = result.get("winners") or []
    drawn = len(winners) == len(points)
    chairs = [
        Chair(
            seat,
            own=seat.is_held_by(visitor),
            here=is_present(seat),
            won=seat.number in winners and not drawn,
            points=points[seat.number] if seat.number < len(points) else None,
        )
        for seat in match.seats.all()
    ]
    asked = match.is_running and any(chair.own and chair.seat.number == match.waiting_for for chair in chairs)
    own = any(chair.own for chair in chairs)
    rules = agreed_rules(match.options)
    words = _result(match, chairs)
    return Row(match, chairs, MODES[match.mode][0], rules, asked, own, match.is_opened_by(visitor), words)


def _result(match: Match, chairs: Sequence[Chair]) -> str:
    if not match.is_over or not match.result:
        return ""
    reason = reason_words(match.result["reason"])
    winners = [chair for chair in chairs if chair.won]
    if not winners:
        return _("Draw: %(reason)s") % {"reason": reason}
    outcomes = {chair.won for chair in chairs if chair.own}
    if len(outcomes) == 1:
        return (_("Won: %(reason)s") if True in outcomes else _("Lost: %(reason)s")) % {"reason": reason}
    names = _(" and ").join(chair.name for chair in winners)
    return _("%(names)s won: %(reason)s") % {"names": names, "reason": reason}
