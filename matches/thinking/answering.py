"""A bot's answer: it thinks without holding anything, and its choice is stored in one short transaction."""

from __future__ import annotations

import logging
from collections import OrderedDict
from hashlib import sha256
from threading import Lock
from time import monotonic
from typing import Final

from django.db import transaction

from matches.bots import Bot, Sight, Thought, make_bot
from matches.engine import RULES_VERSION, Game, Setup
from matches.models import Match, Seat
from matches.refusals import NotRunning
from matches.services.keeping import game_of, running_match, store, take_step
from matches.services.playing import go_on
from matches.thinking.calling import answer_by
from matches.thinking.thoughts import write_thought

log = logging.getLogger("matches")

#: After so many seconds the bots of other matches have their turn.
STRETCH_SECONDS: Final = 2.0
#: Who chooses where a bot fails, or goes round in circles.
FALLBACK: Final = "recruit"
#: No turn needs so many steps.
LONGEST_TURN: Final = 1_000
#: Levels that gain by remembering what they thought a moment ago.
REMEMBERING: Final = frozenset({"warlord"})
MOST_REMEMBERED: Final = 50

#: The bots of matches that are to go on after others had their turn, by match and version.
_remembered: OrderedDict[tuple[str, int], dict[int, Bot]] = OrderedDict()
_lock = Lock()


def answer(key: str, version: int) -> None:
    """Decide for the bots of a match until a person is to decide. If the match has gone on, others are at it."""
    end = monotonic() + STRETCH_SECONDS
    match = _called(key, version)
    with _lock:
        bots = _remembered.pop((key, version), {})
    while match is not None:
        seat = match.seats.get(number=match.waiting_for or 0)
        game = game_of(match)
        thought = _think(match, game, seat, bots)
        last = monotonic() > end
        if last:
            _remember(key, match.version + 1, bots)
        match = _take(match, game, seat, thought, last=last)


def _remember(key: str, version: int, bots: dict[int, Bot]) -> None:
    with _lock:
        _remembered[key, version] = bots
        while len(_remembered) > MOST_REMEMBERED:
            _remembered.popitem(last=False)


def _called(key: str, version: int) -> Match | None:
    """The match, if it waits for a bot at this version; who looks around knows that somebody is at it."""
    called = Match.objects.filter(key=key, version=version, status=Match.Status.RUNNING, rules=RULES_VERSION)
    if not called.filter(thinking__isnull=False).update(thinking=answer_by()):
        return None
    return called.first()


def _think(match: Match, game: Game[Setup], seat: Seat, bots: dict[int, Bot]) -> Thought:
    """What the bot comes to. It depends on match and step alone: after a restart it is the same."""
    seed = sha256(f"bot {match.seed} {match.steps}".encode()).hexdigest()
    start = match.snapshots.filter(turn=match.turn).values_list("number", flat=True).first() or 0
    if match.steps - start < LONGEST_TURN:
        bot = bots.get(seat.number) or make_bot(seat.bot, seed)
        if seat.bot in REMEMBERING:
            bots[seat.number] = bot
        try:
            return _checked(bot.think(Sight(game)), game)
        except Exception:
            log.exception("The %s failed in match %s at step %d.", seat.bot, match.key, match.steps)
            bots.pop(seat.number, None)
    return make_bot(FALLBACK, seed).think(Sight(game))


def _checked(thought: Thought, game: Game[Setup]) -> Thought:
    assert game.pending is not None  # noqa: S101
    if thought.choice not in {option.id for option in game.pending.options}:
        raise ValueError(f"{thought.choice} is not offered")
    return thought


@transaction.atomic
def _take(seen: Match, game: Game[Setup], seat: Seat, thought: Thought, *, last: bool) -> Match | None:
    """Make the choice, unless the match has gone on meanwhile. The match, if it is for the same task to go on."""
    try:
        match = running_match(seen.key)
    except NotRunning:
        return None
    if match.version != seen.version:
        return None
    step = take_step(match, game, thought.choice)
    step.thought = write_thought(seat.bot, thought) if thought.considered else None
    steps = [step, *go_on(match, game, list(match.seats.defer("deck")))]
    store(match, game, steps, begun=True, by_bot=True, at_it=not last)
    return None if last or match.thinking is None else match
