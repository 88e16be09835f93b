"""A match at any of its moments: for replays, late watchers, proofs, and games that go on from there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from decks.visitors import Visitor
from matches.engine import Event, Game, Setup, load_game, new_game
from matches.models import Match, Seat, Snapshot
from matches.refusals import NoSuchMoment, NotOver, NotRunning
from matches.services.keeping import game_of, store
from matches.services.opening import check_room
from matches.services.playing import go_on
from matches.setting_up.setups import setup_of
from matches.thinking.levels import USUAL_LEVEL


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


def start_of(match: Match) -> Any:
    """Where a match begins that goes on from a moment of another one; all others begin with their setup."""
    if match.continues_id is None and not match.continues_at:
        return None
    return match.snapshots.earliest("number").game


def opening_events(match: Match) -> list[Event]:
    """What happened before the first choice, such as the roll for the First Player.

    It follows from setup and seed, so no step keeps it.
    """

    def opening() -> list[Event]:
        setup, start = setup_of(match.setup), start_of(match)
        game = new_game(setup, match.seed) if start is None else load_game(setup, match.seed, start)
        return game.log

    return cast(list[Event], cache.get_or_set(f"opening:{match.key}", opening))


def seen_by_watchers(match: Match) -> int:
    """How many steps somebody who is no player may know of now."""
    if not match.delay or match.is_over:
        return match.steps
    past = timezone.now() - timedelta(seconds=match.delay)
    last = match.all_steps.filter(at__lte=past).order_by("-number").values_list("number", flat=True).first()
    return 0 if last is None else last + 1


@transaction.atomic
def continue_from(
    visitor: Visitor, match: Match, number: int, bots: frozenset[int] = frozenset(), level: str = USUAL_LEVEL
) -> Match:
    """Go on from a moment of a match that is over, in a match of one's own with other luck."""
    if not match.is_over:
        raise NotOver
    check_room(visitor)
    begun = game_at(match, number)
    if begun.result is not None:
        raise NotRunning(match)
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
            bot=level if bot else "", user=None if bot else visitor.user,
            guest="" if bot or visitor.user else visitor.guest,
            name=seat.name, faction=seat.faction, deck=seat.deck, deck_name=seat.deck_name,
        )  # fmt: skip
    # What was chosen since the last checkpoint may have met with luck; the new match has luck of its own.
    data = {**begun.to_json(), "since": []}
    game = load_game(setup_of(match.setup), new.seed, data)
    Snapshot.objects.create(match=new, turn=new.turn, number=0, game=data)
    store(new, game, go_on(new, game))
    return new
