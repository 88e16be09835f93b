"""What all deeds at the table share: finding the match, bringing its game to life, and storing how it went on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.prepared import Prepared
from decks.visitors import Visitor
from matches import live
from matches.engine import RULES_VERSION, Event, Game, Result, Setup, load_game
from matches.live.hub import GAME
from matches.models import Match, Seat, Snapshot, Step
from matches.ratings import rate
from matches.refusals import NoSuchMatch, NotAtTheTable, NotRunning, OtherRules
from matches.services import at_hand
from matches.setting_up.setups import setup_of
from matches.stats.recording import record
from matches.thinking.calling import call_bots


def match_to_see(visitor: Visitor, key: str) -> Match:
    """The match with the key and its seats, if the visitor may know of it."""
    match = Match.objects.with_seats().filter(key=key).first()
    if match is None or not may_see(visitor, match):
        raise NoSuchMatch(key)
    return match


def may_see(visitor: Visitor, match: Match) -> bool:
    """Players see their match, others as far as it may be watched; an open table is seen by whoever has the link."""
    if match.watching != Match.Watching.PLAYERS or match.is_open or visitor.is_staff:
        return True
    return match.is_opened_by(visitor) or any(seat.belongs_to(visitor) for seat in match.seats.all())


def match_to_change(key: str) -> Match:
    """The match with the key, locked until the transaction ends."""
    try:
        return Match.objects.select_for_update().get(key=key)
    except Match.DoesNotExist:
        raise NoSuchMatch(key) from None


_locked = Prepared(lambda key: Match.objects.select_for_update().defer("game", "setup").filter(key=key).order_by())
_seats = Prepared(lambda match: Seat.objects.defer("deck").filter(match=match).order_by("number"))


def running_match(key: str) -> Match:
    """The same with its seats, if it is under way. Its game is read only if it is not at hand."""
    match = next(iter(_locked(key)), None)
    if match is None:
        raise NoSuchMatch(key)
    if not match.is_running:
        raise NotRunning(match)
    return match.with_seats(_seats(match.pk))


def seats_of(match: Match, visitor: Visitor) -> list[Seat]:
    """The seats that the visitor holds; several on a hot seat. Who holds none does not act."""
    own = [seat for seat in match.seats.all() if seat.is_held_by(visitor)]
    if not own:
        raise NotAtTheTable
    return own


def game_of(match: Match, data: dict[str, Any] | None = None) -> Game[Setup]:
    """The game at its present decision, or at that of a snapshot."""
    if match.rules != RULES_VERSION:
        raise OtherRules(match.rules, RULES_VERSION)
    game = at_hand.take(match.key, match.version) if data is None else None
    if game is not None:
        return game
    if later := match.get_deferred_fields() & {"game", "setup"}:
        match.refresh_from_db(fields=sorted(later))
    return load_game(setup_of(match.setup), match.seed, data or match.game)


def done_with(match: Match, game: Game[Setup]) -> None:
    """Lay the game of `game_of` aside for the next who asks, after nothing but looking at it."""
    at_hand.give_back(match.key, match.version, game)


def take_step(match: Match, game: Game[Setup], choice: str, *, auto: bool = False) -> Step:
    """Make one choice and write it down; the match itself is stored by `store`."""
    assert game.pending is not None  # noqa: S101
    seat, turn, luck = game.pending.seat, game.table.state.turn, game.table.chance.counter
    hidden = _face_down(game)
    events = game.choose(choice)
    reveals = game.table.chance.counter != luck or any(event.audience is not None for event in events)
    reveals = reveals or not hidden <= _face_down(game)
    step = Step(
        match=match, number=match.steps, turn=turn, seat=seat, choice=choice, auto=auto, reveals=reveals,
        events=[write_event(event) for event in events],
    )  # fmt: skip
    match.steps += 1
    if game.table.state.turn != match.turn:
        match.turn = game.table.state.turn
        snapshot = Snapshot(match=match, turn=match.turn, number=match.steps, game=game.to_json())
        Snapshot.objects.bulk_create(
            [snapshot], update_conflicts=True, unique_fields=["match", "turn"], update_fields=["number", "game"]
        )
    return step


def _face_down(game: Game[Setup]) -> set[Any]:
    """The tokens that only their owners know."""
    return {token for token in game.table.state.hex_tokens if token.face_down}


#: What of a match under way changes with a step.
CHANGING = ("game", "version", "steps", "turn", "changed", "waiting_for", "thinking", "offer", "due")


def store(
    match: Match,
    game: Game[Setup],
    steps: Sequence[Step],
    *,
    begun: bool = False,
    by_bot: bool = False,
    at_it: bool = False,
) -> None:
    """Write the new steps and where the game stands now, and tell everybody who looks on.

    A proposal is gone when people go on playing; what bots do leaves it standing. If a bot is to decide, which `go_on`
    has noted, it is called, unless it is at it already.
    """
    Step.objects.bulk_create(steps)
    match.game = game.to_json()
    match.version += 1
    match.changed = timezone.now()
    match.waiting_for = None if game.pending is None else game.pending.seat
    match.offer = match.offer if by_bot else None
    match.due = None if match.hours is None else match.changed + timedelta(hours=match.hours)
    if game.result is not None:
        end(match, write_result(game.result))
    match.save(update_fields=CHANGING if begun and match.is_running else None)
    # What was written shares its parts with the game that goes on; whoever needs it reads it.
    del match.game
    version = match.version
    transaction.on_commit(lambda: at_hand.give_back(match.key, version, game))
    announce(match)
    if match.thinking is not None and not at_it:
        call_bots(match)


def end(match: Match, result: dict[str, Any]) -> None:
    """The match is over with this result, and counts for ratings and statistics."""
    match.status, match.result = Match.Status.OVER, result
    match.over = match.changed = timezone.now()
    match.waiting_for = match.thinking = match.offer = match.due = None
    rate(match)
    record(match)


def write_result(result: Result) -> dict[str, Any]:
    """A result as JSON."""
    return {
        "winners": list(result.winners),
        "reason": result.reason,
        "victory_points": list(result.victory_points),
    }


def announce(match: Match, what: str = GAME) -> None:
    """Tell whoever looks at the match that it has changed, once the change is stored."""
    transaction.on_commit(lambda: live.announce(match.key, what))


def write_event(event: Event) -> dict[str, Any]:
    """An event as JSON, with who may see it."""
    return {
        "kind": event.kind,
        "data": dict(event.data),
        "audience": None if event.audience is None else list(event.audience),
        "public": None if event.public is None else dict(event.public),
    }


def read_event(data: dict[str, Any]) -> Event:
    """The event that was written as JSON."""
    audience = None if data["audience"] is None else tuple(data["audience"])
    return Event(data["kind"], data["data"], audience, data["public"])
