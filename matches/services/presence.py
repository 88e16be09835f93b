"""Who is at the table right now: players whose page was open a moment ago."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from decks.visitors import Visitor
from matches.models import Match, Seat, visitor_holds

#: A page that listens says every 15 seconds that it is there; one missed word is forgiven.
PRESENT_FOR = timedelta(seconds=40)
#: Rows are not written more often than this.
NOTED_EVERY = timedelta(seconds=10)


def note_presence(visitor: Visitor, match: Match) -> None:
    """Remember that the visitor looks at the match, if they have a seat in it."""
    if not visitor.is_nobody:
        now = timezone.now()
        seats = Seat.objects.filter(visitor_holds(visitor), match=match, kind=Seat.Kind.PERSON)
        seats.exclude(seen__gt=now - NOTED_EVERY).update(seen=now)


def absent_for(seat: Seat, since: datetime) -> float:
    """For how many seconds the player of a seat has not been there, counted from a moment at the earliest."""
    return (timezone.now() - max(since, seat.seen or since)).total_seconds()


def is_present(seat: Seat) -> bool:
    """Whether the player of a seat is there; a bot always is."""
    return seat.is_bot or (seat.seen is not None and timezone.now() - seat.seen < PRESENT_FOR)
