"""How far and where to a model may move. DF-MOVE-03, -09, -10, -13, -17, R-FORCED-MOVE, R-REACH, Q-37"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from matches.engine.dawnfall.attributes import has, value
from matches.engine.dawnfall.moments import MoveAction
from matches.engine.dawnfall.planning import can_take_part
from matches.engine.dawnfall.plans import Ground, Plan
from matches.engine.dawnfall.pushing import Pushes, held
from matches.engine.dawnfall.routes import ends, open_spaces, spots, straight_ends
from matches.engine.dawnfall.table import Table

#: Spaces (as bits) that Moves made by a seat may not enter now. Cards add theirs.
CLOSED: Final[list[Callable[[Table, int], int]]] = []


def closed(table: Table, seat: int) -> int:
    """The Spaces that no Move made by the seat may enter now. R-ENTER"""
    shut = 0
    for closes in CLOSED:
        shut |= closes(table, seat)
    return shut


def can_act(table: Table, seat: int, models: Sequence[int], *, reach: int | None = None) -> bool:
    """Whether at least one of the models could make a Move now."""
    move = MoveAction(seat, tuple(models), reach)
    able = [model for model in models if can_move(table, move, model)]
    ground = ground_of(table, move)
    return any(can_take_part(ground, Plan(), model, able) for model in able)


def reaches(table: Table, seat: int, model: int, target: int, *, reach: int | None = None) -> bool:
    """Whether the model is, or could get by a legal Move, Base to Base with the target. R-REACH"""
    if table.touching(model, target):
        return True
    move = MoveAction(seat, (model,), reach, contact=target)
    return can_move(table, move, model) and ground_of(table, move).completable(Plan(air=(model,)))


def can_move(table: Table, move: MoveAction, model: int) -> bool:
    """Whether the model may make a Move at all. R-BLOCKED, R-NO-MOVE, Q-37"""
    return (
        table.on_board(model)
        and distance(table, move, model) is not None
        and not has(table, model, "paralysed")
        and not (has(table, model, "inert") and not table.hostile(move.seat, table.roster.seat_of[model]))
        and not held(table, move.seat, model)
    )


def distance(table: Table, move: MoveAction, model: int) -> int | None:
    """How many Spaces the model may travel: MOV, or the printed number. A dash is no Move, except a forced one by a
    printed number. DF-MOVE-03, DF-SQUAD-06, -11, R-MOVE, R-FORCED-MOVE, R-NO-MOVE, Q-37"""
    mov = value(table, model, "mov")
    if mov is None and not table.hostile(move.seat, table.roster.seat_of[model]):
        return None
    return mov if move.reach is None else move.reach


def passes_all(table: Table, move: MoveAction, model: int) -> bool:
    """Whether the model moves Through Obstacles. DF-MOVE-17, -19, DF-SQUAD-12"""
    if move.through_obstacles is not None:
        return move.through_obstacles
    return table.mode(table.squad(model)).through_obstacles or has(table, model, "through_obstacles")


def ground_of(table: Table, move: MoveAction) -> Ground:
    """The board as it is at the start of the Move."""
    board, occupied = table.board, table.state.occupied
    target = table.bits(move.contact) if move.contact >= 0 else 0
    #: What does not change while the Move is planned: base, start, distance, and whether all Spaces are open.
    known: dict[int, tuple[int, int, int, bool]] = {}
    shut = closed(table, move.seat)

    def area(model: int, lifted: int) -> Iterator[tuple[int, Sequence[int]]]:
        if model not in known:
            reach = distance(table, move, model) or 0
            known[model] = table.base(model), table.state.places[model], reach, passes_all(table, move, model)
        size, start, reach, through = known[model]
        passing = -1 if through else open_spaces(board, size, occupied & ~lifted) & ~shut
        by_space = spots(board, size)
        home = board.footprint_space[start]
        for space in (straight_ends if move.straight else ends)(board, home, reach, passing):
            standing: Sequence[int] = by_space[space]
            if shut >> space & 1 and space != home:
                continue
            if space == home:
                standing = [spot for spot in standing if spot != start]
            if target:
                bits, touch = board.footprint_bits, board.footprint_touch
                standing = [spot for spot in standing if (bits[spot] | touch[spot]) & target]
            if move.shunned:
                standing = [spot for spot in standing if not board.footprint_bits[spot] & move.shunned]
            yield space, standing

    pushes = Pushes(move.may_push, move.push_any, move.spared)
    return Ground(table, move.seat, area, pushes, carried=move.carried)
