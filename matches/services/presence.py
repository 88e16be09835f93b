"""Who is at the table right now: players whose page was open a moment ago."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from decks.visitors import Visitor
from matches import live
from matches.live.hub import PEOPLE
from matches.models import Match, Seat

#: A page that listens says every 15 seconds that it is there; one missed word is forgiven.
PRESENT_FOR = timedelta(seconds=40)
#: Rows are not written more often than this.
NOTED_EVERY = timedelta(seconds=10)


def note_presence(visitor: Visitor, match: Match) -> None:
    """Remember that the visitor looks at the match, if they have a seat in it; who comes back is announced."""
    now = timezone.now()
    own = [seat for seat in match.seats.all() if seat.is_held_by(visitor)]
    if all(seat.seen is not None and now - seat.seen < NOTED_EVERY for seat in own):
        return
    arrived = not any(is_present(seat) for seat in own)
    Seat.objects.filter(pk__in=[seat.pk for seat in own]).update(seen=now)
    for seat in own:
        seat.seen = now
    if arrived:
        live.announce(match.key, PEOPLE)


def absent_for(seat: Seat, since: datetime) -> float:
    """For how many seconds the player of a seat has not been there, counted from a moment at the earliest."""
    return (timezone.now() - max(since, seat.seen or since)).total_seconds()


def is_present(seat: Seat) -> bool:
    """Whether the player of a seat is there; a bot always is."""
    return seat.is_bot or (seat.seen is not None and timezone.now() - seat.seen < PRESENT_FOR)
