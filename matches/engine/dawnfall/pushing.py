"""Pushing: who can be Pushed, whether there is room for all, and where the Pushed models go.

Pushed models are lifted together with the movers, so that they may land on any hexes that are free once the movers
stand, their own old ones included. DF-PUSH-01 to -12, Q-40
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from matches.engine.dawnfall.attributes import has
from matches.engine.dawnfall.board import Board
from matches.engine.dawnfall.routes import beside, spots
from matches.engine.dawnfall.spots import BACK, number, spot_option
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule, ask


class Pushes(NamedTuple):
    """What a Move or placement may Push."""

    allowed: bool = True
    #: Whatever the base size. R-PUSH-ANY
    any_base: bool = False
    spared: frozenset[int] = frozenset()


class Pushed(NamedTuple):
    """A model that must go, with the footprints of those that Push it; it will touch one of them. Q-38"""

    model: int
    size: int
    pushers: tuple[int, ...]
    #: Spaces to which it may go instead of any place that touches a pusher, and the footprint it has to leave.
    spaces: tuple[int, ...] = ()
    leaves: int = -1
    #: It is not Pushed but carried along. Hijack
    carried: bool = False


NO_PUSHING: Final = Pushes(allowed=False)


def held(table: Table, seat: int, model: int) -> bool:
    """Whether a Blocked model is out of the seat's hands: its own side cannot change its place. R-BLOCKED"""
    return not table.hostile(seat, table.roster.seat_of[model]) and has(table, model, "blocked")


def can_be_pushed(table: Table, seat: int, model: int) -> bool:
    """Whether the seat may Push the model at all, sizes apart. R-BLOCKED, R-NO-PUSH, DF-PUSH-03, Q-40"""
    if table.hostile(seat, table.roster.seat_of[model]) and has(table, model, "no_enemy_push"):
        return False
    return not has(table, model, "no_push") and not held(table, seat, model)


def places(board: Board, pushed: Pushed, blocked: int) -> Iterator[int]:
    """Where a Pushed model can go: on free hexes of one Space, Base to Base with a pusher. DF-PUSH-05, -06, -11"""
    bits = board.footprint_bits
    if pushed.spaces:
        by_space = spots(board, pushed.size)
        return (s for n in pushed.spaces for s in by_space[n] if s != pushed.leaves and not bits[s] & blocked)
    if len(pushed.pushers) == 1:
        candidates: Sequence[int] = beside(board, pushed.size, pushed.pushers[0])
    else:
        candidates = sorted({spot for pusher in pushed.pushers for spot in beside(board, pushed.size, pusher)})
    return (spot for spot in candidates if not bits[spot] & blocked)


def room_for(board: Board, crowd: Sequence[Pushed], blocked: int) -> bool:
    """Whether all Pushed models find places at the same time. DF-PUSH-07, -08"""
    for index, pushed in enumerate(crowd):
        if pushed.size > 1:
            rest = (*crowd[:index], *crowd[index + 1 :])
            bits = board.footprint_bits
            return any(room_for(board, rest, blocked | bits[spot]) for spot in places(board, pushed, blocked))
    return _hexes_for_all([_free_hexes(board, pushed, blocked) for pushed in crowd])


def _free_hexes(board: Board, pushed: Pushed, blocked: int) -> int:
    """The free hexes for a model of one hex: around its pushers, or of its Spaces."""
    if pushed.spaces:
        hexes = sum(board.space_bits[space] for space in pushed.spaces)
        return hexes & ~blocked & ~(board.footprint_bits[pushed.leaves] if pushed.leaves >= 0 else 0)
    around = 0
    for pusher in pushed.pushers:
        around |= board.footprint_touch[pusher]
    return around & ~blocked


def _hexes_for_all(wishes: list[int]) -> bool:
    """Whether each can get a hex of its own from its wishes: a matching, by augmenting paths."""
    if all(wish.bit_count() >= len(wishes) for wish in wishes):
        return True
    owner: dict[int, int] = {}

    def seat_one(one: int, tried: set[int]) -> bool:
        rest = wishes[one]
        while rest:
            spot = rest & -rest
            rest ^= spot
            if spot not in tried:
                tried.add(spot)
                if spot not in owner or seat_one(owner[spot], tried):
                    owner[spot] = one
                    return True
        return False

    return all(seat_one(one, set()) for one in range(len(wishes)))


def choose_places(
    table: Table, seat: int, crowd: Sequence[Pushed], blocked: int, *, may_go_back: bool
) -> Rule[dict[int, int] | None]:
    """Let the mover's player place the Pushed models one by one; nothing comes back if the Move is taken back.

    DF-PUSH-04, -05, -08
    """
    board = table.board
    bits = board.footprint_bits
    chosen: list[int] = []
    asked: list[int] = []
    while len(chosen) < len(crowd):
        pushed, rest = crowd[len(chosen)], crowd[len(chosen) + 1 :]
        taken = blocked
        for spot in chosen:
            taken |= bits[spot]
        fitting = [spot for spot in places(board, pushed, taken) if room_for(board, rest, taken | bits[spot])]
        if len(fitting) == 1:
            chosen.append(fitting[0])
            continue
        options = [spot_option(board, spot) for spot in fitting]
        if may_go_back or asked:
            options.append(BACK)
        data = {"model": pushed.model, "name": table.squad(pushed.model).name}
        words = "Where does %(name)s end?" if pushed.carried else "Where is %(name)s Pushed to?"
        answer = yield from ask(seat, "push_hexes", words, options, data)
        if answer is not BACK:
            asked.append(len(chosen))
            chosen.append(number(answer))
        elif asked:
            del chosen[asked.pop() :]
        else:
            return None
    return {pushed.model: spot for pushed, spot in zip(crowd, chosen, strict=True)}


def settle(table: Table, new_places: dict[int, int]) -> None:
    """Lift models all together and stand them on their new places. The one door for changes of place."""
    for model in new_places:
        table.lift(model)
    for model, footprint in new_places.items():
        table.put(model, footprint)


def tell_pushes(table: Table, pushed: dict[int, int], before: Sequence[int]) -> None:
    """Put the Pushes into the log."""
    for model, spot in pushed.items():
        start, end = table.board.describe(before[model]), table.board.describe(spot)
        table.tell("model_pushed", model=model, start=start, end=end)
