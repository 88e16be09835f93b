"""Changes of place that are no Move: Teleport, Reposition, Pull, Bash, Switch, and a base that changes. DF-MOVE-02"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from matches.engine.dawnfall import markers
from matches.engine.dawnfall.planning import make_plan
from matches.engine.dawnfall.plans import Ground, Plan
from matches.engine.dawnfall.pushing import NO_PUSHING, Pushes, can_be_pushed, held, settle, tell_pushes
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.routes import beside, spots
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

#: Whether a Bash compares base sizes as a Push does. FLAG bash.size, R-BASH
BASH_NEEDS_SMALLER_BASE: Final = False
PUSHING: Final = Pushes()


# Areas: footprints by their shape, whoever stands there


def anywhere(table: Table, model: int) -> list[int]:
    """All footprints of the model's base on the map. R-TELEPORT"""
    return in_spaces(table, model, table.board.spaces)


def in_spaces(table: Table, model: int, spaces: Iterable[int]) -> list[int]:
    """The footprints of the model's base in some Spaces. R-REPOSITION"""
    by_space = spots(table.board, table.base(model))
    return [spot for space in spaces for spot in by_space[space]]


def touching(table: Table, model: int, other: int) -> Sequence[int]:
    """The footprints of the model's base that are Base to Base with another model. R-PULL"""
    return beside(table.board, table.base(model), table.state.places[other])


def away_from(table: Table, model: int, other: int) -> list[int]:
    """The footprints of the model's base that are not Base to Base with another model. R-TELEPORT"""
    around = table.touch(other)
    return [spot for spot in anywhere(table, model) if not table.board.footprint_bits[spot] & around]


def next_to_own_space(table: Table, model: int) -> list[int]:
    """The footprints of the model's base in the Spaces around its own. R-BASH, R-ADJACENT"""
    return in_spaces(table, model, table.board.neighbours[table.space(model)])


# Placing


def legal_places(
    table: Table, seat: int, model: int, footprints: Iterable[int], pushes: Pushes = NO_PUSHING
) -> list[int]:
    """Those of the footprints on which the seat may put the model. R-REPOSITION, R-CARD-PUSH, R-BLOCKED"""
    if table.on_board(model) and held(table, seat, model):
        return []
    ground = _ground(table, seat, model, footprints, pushes)
    plan = Plan(air=(model,))
    return [spot for _, area in ground.spots(plan, model) for spot in ground.legal(plan, model, area)]


def place(
    table: Table,
    seat: int,
    model: int,
    footprints: Iterable[int],
    *,
    may_push: bool | Pushes = False,
) -> Rule[bool]:
    """Let the seat put a model on one of the footprints, which is no Move. Says whether it was possible.

    DF-PUSH-02, R-TELEPORT, R-REPOSITION, R-PULL, R-CARD-PUSH, R-PUSH-ANY
    """
    pushes = may_push if isinstance(may_push, Pushes) else PUSHING if may_push else NO_PUSHING
    legal = legal_places(table, seat, model, footprints, pushes)
    if not legal:
        return False
    ground = _ground(table, seat, model, legal, pushes)
    plan, pushed = yield from make_plan(ground, Plan(air=(model,)))
    put_all(table, dict(plan.down), pushed)
    return True


def bash(table: Table, seat: int, pusher: int, model: int) -> Rule[bool]:
    """Send a model to a Space next to the one it stood in. Says whether it was possible. R-BASH"""
    if not can_be_bashed(table, seat, pusher, model):
        return False
    return (yield from place(table, seat, model, next_to_own_space(table, model)))


def can_be_bashed(table: Table, seat: int, pusher: int, model: int) -> bool:
    """Whether a Bash would move the model. R-BASH, R-NO-PUSH"""
    if BASH_NEEDS_SMALLER_BASE and table.base(model) >= table.base(pusher):
        return False
    return can_be_pushed(table, seat, model) and bool(legal_places(table, seat, model, next_to_own_space(table, model)))


def can_switch(table: Table, seat: int, one: int, other: int) -> bool:
    """Whether the seat may exchange two models: bases of one size, neither held by its own side's Block. R-SWITCH"""
    return (
        one != other
        and table.on_board(one)
        and table.on_board(other)
        and table.base(one) == table.base(other)
        and not held(table, seat, one)
        and not held(table, seat, other)
    )


def switch(table: Table, one: int, other: int) -> None:
    """Exchange the footprints of two models. R-SWITCH"""
    places = table.state.places
    put_all(table, {one: places[other], other: places[one]}, {})


def can_trade(table: Table, seat: int, one: int, other: int) -> bool:
    """Whether two models of any bases may trade places and both fit. Shapeshift, the printed exception to R-SWITCH"""
    if one == other or held(table, seat, one) or held(table, seat, other):
        return False
    return _trading_ground(table, seat, one, other).completable(Plan(air=(one, other)))


def trade(table: Table, seat: int, one: int, other: int) -> Rule[None]:
    """Each goes to hexes of the other's Space that overlap the other's former hexes; nobody is Pushed. Shapeshift"""
    plan, _ = yield from make_plan(_trading_ground(table, seat, one, other), Plan(air=(one, other)))
    put_all(table, dict(plan.down), {})


def _trading_ground(table: Table, seat: int, one: int, other: int) -> Ground:
    bits = table.board.footprint_bits

    def area(model: int, lifted: int) -> list[tuple[int, list[int]]]:
        partner = one + other - model
        space, old = table.space(partner), table.bits(partner)
        return [(space, [spot for spot in spots(table.board, table.base(model))[space] if bits[spot] & old])]

    return Ground(table, seat, area, NO_PUSHING)


# A base that changes with the Mode


def can_change_base(table: Table, seat: int, squad: Squad, mode: int) -> bool:
    """Whether all models of the Squad find room for the base of a Mode. R-BASE-CHANGE"""
    if squad.bases[mode] == squad.bases[table.state.modes[squad.number]]:
        return True
    return _base_ground(table, seat, squad, mode).completable(Plan(air=tuple(table.standing(squad))))


def change_base(table: Table, seat: int, squad: Squad, mode: int) -> Rule[None]:
    """Let all models of the Squad take the footprints of a Mode; called before the card is flipped. R-BASE-CHANGE"""
    standing = tuple(table.standing(squad))
    if not standing or squad.bases[mode] == squad.bases[table.state.modes[squad.number]]:
        return
    plan, pushed = yield from make_plan(_base_ground(table, seat, squad, mode), Plan(air=standing))
    put_all(table, dict(plan.down), pushed)


def _base_ground(table: Table, seat: int, squad: Squad, mode: int) -> Ground:
    size = squad.bases[mode]
    bits = table.board.footprint_bits

    def area(model: int, lifted: int) -> list[tuple[int, list[int]]]:
        space, old = table.space(model), table.bits(model)
        return [(space, [spot for spot in spots(table.board, size)[space] if bits[spot] & old])]

    return Ground(table, seat, area, PUSHING, dict.fromkeys(squad.models, size))


def _ground(table: Table, seat: int, model: int, footprints: Iterable[int], pushes: Pushes) -> Ground:
    by_space: dict[int, list[int]] = {}
    for spot in footprints:
        if spot != table.state.places[model]:
            by_space.setdefault(table.board.footprint_space[spot], []).append(spot)
    area = list(by_space.items())
    return Ground(table, seat, lambda mover, lifted: area, pushes)


def put_all(table: Table, placed: dict[int, int], pushed: dict[int, int]) -> None:
    """Put models on their places and tell it."""
    board, before = table.board, table.state.places[:]
    settle(table, {**placed, **pushed})
    for model, spot in placed.items():
        start = board.describe(before[model]) if before[model] >= 0 else None
        table.tell("model_placed", model=model, start=start, end=board.describe(spot))
    tell_pushes(table, pushed, before)
    markers.sweep(table)
