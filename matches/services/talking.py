"""What is said at the table."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from decks.visitors import Visitor
from matches.live.hub import CHAT
from matches.models import LONGEST_LINE, ChatLine, Match
from matches.refusals import NothingSaid, TooMuchSaid
from matches.services.keeping import announce, match_to_see, seats_of

MOST_IN_A_MINUTE = 20
#: How many of the last lines a page shows.
SHOWN = 50


@transaction.atomic
def say(visitor: Visitor, key: str, text: str) -> ChatLine:
    """Say something to the table; only its players do."""
    match = match_to_see(visitor, key)
    seat = seats_of(match, visitor)[0]
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_LINE:
        raise NothingSaid(LONGEST_LINE)
    lately = timezone.now() - timedelta(minutes=1)
    if match.chat.filter(user=seat.user, guest=seat.guest, at__gt=lately).count() >= MOST_IN_A_MINUTE:
        raise TooMuchSaid(MOST_IN_A_MINUTE)
    line = match.chat.create(user=seat.user, guest=seat.guest, name=seat.name, text=text)
    announce(match, CHAT)
    return line


@transaction.atomic
def mute(visitor: Visitor, key: str, *, muted: bool) -> Match:
    """Read no more, or again, what others write."""
    match = match_to_see(visitor, key)
    for seat in seats_of(match, visitor):
        seat.muted = muted
        seat.save(update_fields=["muted"])
    return match


def chat_for(visitor: Visitor, match: Match) -> list[ChatLine]:
    """The last lines, oldest first; who has muted the table reads their own alone."""
    lines = match.chat.order_by("-pk")
    own = [seat for seat in match.seats.all() if seat.is_held_by(visitor)]
    if any(seat.muted for seat in own):
        lines = lines.filter(user=own[0].user, guest=own[0].guest)
    if not own and match.delay and not match.is_over:
        # Who sees the game late must not read about it before.
        lines = lines.filter(at__lte=timezone.now() - timedelta(seconds=match.delay))
    return list(lines[:SHOWN])[::-1]
