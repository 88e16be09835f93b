"""What a pause at a window tells the others, and the ways in which a player may be asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from matches.engine import Decision
from matches.models import Match, Seat

#: In a match with even pauses a window stays open for so many seconds, whether its player could act or not.
PAUSE: Final = 8


@dataclass(frozen=True, slots=True)
class Way:
    """A way to be asked, with what it tells the others."""

    value: str
    label: str
    sentence: str


def ways_to_ask(match: Match) -> list[Way]:
    """The settings of a seat, in words that fit the match."""
    if match.always_pause:
        told = {"seconds": PAUSE}
        return [
            Way(
                Seat.Asking.ABLE,
                _("Pass for me after %(seconds)s seconds") % told,
                _("Every window of this match stays open for the same time, whether you could act or not: a pause "
                  "tells nothing. Your page has to be open; “Let me think” stops the clock."),
            ),
            Way(
                Seat.Asking.ALWAYS,
                _("Never pass for me"),
                _("You pass yourself at every window, also where you could do nothing, as fast as you like."),
            ),
        ]  # fmt: skip
    return [
        Way(
            Seat.Asking.ABLE,
            _("Ask me when I could act"),
            _("The table passes at once where you could do nothing. Quick, but a pause tells others that you could."),
        ),
        Way(
            Seat.Asking.ALWAYS,
            _("Ask me at every window"),
            _("You pass yourself also where you could do nothing, so that a pause tells nothing."),
        ),
    ]


def pause_before_passing(match: Match, seat: Seat | None, decision: Decision | None) -> int:
    """After how many seconds the page passes for its player; 0 if it leaves that to them.

    It must not depend on what could be used: then the pause would tell.
    """
    if seat is None or decision is None or decision.kind != "window":
        return 0
    return PAUSE if match.always_pause and seat.asking == Seat.Asking.ABLE else 0
