"""What the Veteran would do: advice for people, where nobody else is wronged by it."""

from __future__ import annotations

import logging
from hashlib import sha256
from typing import Final

from django.db.models import F

from decks.visitors import Visitor
from matches.bots import Budget, Sight, Thought, make_bot
from matches.live.hub import PEOPLE
from matches.models import Match, Seat
from matches.refusals import NoAdvice, NoHintsHere, NotRunning, NotYourDecision, StaleChoice
from matches.services.keeping import announce, done_with, game_of, match_to_see, seats_of

log = logging.getLogger("matches")

ADVISER: Final = "veteran"
#: The page waits for it, so it takes no longer than a page may.
BUDGET: Final = Budget(trials=400, seconds=0.5)


def may_take_hints(visitor: Visitor, match: Match) -> bool:
    """Whether one may ask a bot: in a casual match, or if nobody but oneself and bots has ever played in it."""
    return match.casual or all(
        seat.belongs_to(visitor) or (seat.is_bot and seat.user_id is None and not seat.guest)
        for seat in match.seats.all()
    )


def take_hint(visitor: Visitor, key: str, version: int) -> Thought:
    """Ask the Veteran what it would do in one's place. It is counted, and everybody at the table sees the count."""
    match = match_to_see(visitor, key)
    own = seats_of(match, visitor)
    if not match.is_running:
        raise NotRunning(match)
    if match.version != version:
        raise StaleChoice(match, version)
    seat = next((seat for seat in own if seat.number == match.waiting_for), None)
    if seat is None:
        names = [each.name for each in match.seats.all() if each.number == match.waiting_for]
        raise NotYourDecision("".join(names))
    if not may_take_hints(visitor, match):
        raise NoHintsHere
    thought = _think(match)
    Seat.objects.filter(pk=seat.pk).update(hints=F("hints") + 1)
    announce(match, PEOPLE)
    return thought


def _think(match: Match) -> Thought:
    """The Veteran gets what it would get in that seat. It changes nothing."""
    game = game_of(match)
    seed = sha256(f"hint {match.seed} {match.steps}".encode()).hexdigest()
    try:
        thought = make_bot(ADVISER, seed, BUDGET).think(Sight(game))
    except Exception as error:
        log.exception("The %s has no advice in match %s at step %d.", ADVISER, match.key, match.steps)
        raise NoAdvice from error
    done_with(match, game)
    return thought
