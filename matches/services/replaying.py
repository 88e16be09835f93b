"""A match at any of its moments: for replays, late watchers, proofs, and games that go on from there."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from decks.visitors import Visitor
from matches.bots import LEVELS
from matches.engine import Game, IllegalChoice, Setup, load_game
from matches.models import Match, Seat, Snapshot
from matches.refusals import NoSuchMoment, NotOver
from matches.services.keeping import game_of, store, write_event, write_result
from matches.services.opening import check_room
from matches.services.playing import go_on
from matches.setups import setup_of


def game_at(match: Match, number: int) -> Game[Setup]:
    """The game as it stood after so many steps: the turn's snapshot, and the choices since."""
    if not 0 <= number <= match.steps:
        raise NoSuchMoment(number, match.steps)
    snapshot = match.snapshots.filter(number__lte=number).latest("number")
    game = game_of(match, snapshot.game)
    since = match.all_steps.filter(number__gte=snapshot.number, number__lt=number)
    for choice in since.order_by("number").values_list("choice", flat=True):
        game.choose(choice)
    return game


def seen_by_watchers(match: Match) -> int:
    """How many steps somebody who is no player may know of now."""
    if not match.delay or match.is_over:
        return match.steps
    past = timezone.now() - timedelta(seconds=match.delay)
    return match.all_steps.filter(at__lte=past).count()


@dataclass(frozen=True)
class Proof:
    """What a replay of a match that is over has shown."""

    seed: str
    seed_hash: str
    #: How many steps went as they are written down.
    steps: int
    same_events: bool
    same_result: bool

    @property
    def holds(self) -> bool:
        """Whether the match was played by the rules with the luck of its seed."""
        return self.same_events and self.same_result


def prove(match: Match) -> Proof:
    """Play a match that is over once more from its first moment, and compare every event."""
    if not match.is_over:
        raise NotOver
    game = game_of(match, match.snapshots.earliest("number").game)
    for step in match.all_steps.order_by("number").iterator():
        try:
            events = game.choose(step.choice)
        except IllegalChoice:
            return Proof(match.seed, match.seed_hash, step.number, same_events=False, same_result=False)
        if json.loads(json.dumps([write_event(event) for event in events])) != step.events:
            return Proof(match.seed, match.seed_hash, step.number, same_events=False, same_result=False)
    # Who gave up, agreed to a draw or ran out of time ended the match outside of the rules.
    same = game.result is None or write_result(game.result) == match.result
    return Proof(match.seed, match.seed_hash, match.steps, same_events=True, same_result=same)


@transaction.atomic
def continue_from(visitor: Visitor, match: Match, number: int, bots: frozenset[int] = frozenset()) -> Match:
    """Go on from a moment of a match that is over, in a match of one's own with other luck."""
    if not match.is_over:
        raise NotOver
    check_room(visitor)
    begun = game_at(match, number)
    new = Match.objects.create(
        mode=match.mode, options=match.options, casual=True, watching=Match.Watching.LINK, rules=match.rules,
        owner=visitor.user, guest="" if visitor.user else visitor.guest, setup=match.setup,
        continues=match, continues_at=number, status=Match.Status.RUNNING, started=timezone.now(),
        turn=begun.table.state.turn,
    )  # fmt: skip
    for seat in match.seats.all():
        bot = seat.number in bots
        Seat.objects.create(
            match=new, number=seat.number, kind=Seat.Kind.BOT if bot else Seat.Kind.PERSON,
            bot=LEVELS[0] if bot else "", user=None if bot else visitor.user, guest="" if bot or visitor.user else visitor.guest,
            name=seat.name, faction=seat.faction, deck=seat.deck, deck_name=seat.deck_name,
        )  # fmt: skip
    # What was chosen since the last checkpoint may have met with luck; the new match has luck of its own.
    data = {**begun.to_json(), "since": []}
    game = load_game(setup_of(match.setup), new.seed, data)
    Snapshot.objects.create(match=new, turn=new.turn, number=0, game=data)
    store(new, game, go_on(new, game))
    return new
