"""The Move Action: announced, planned, walked, set down. DF-MOVE, R-MOVE, R-FORCED-MOVE, Q-38"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from matches.engine.dawnfall import markers
from matches.engine.dawnfall.attributes import end_span
from matches.engine.dawnfall.ending import over
from matches.engine.dawnfall.moments import Journey, Moment, MoveAction
from matches.engine.dawnfall.planning import Settled, make_plan
from matches.engine.dawnfall.plans import Plan
from matches.engine.dawnfall.pushing import settle, tell_pushes
from matches.engine.dawnfall.reach import can_act as can_act
from matches.engine.dawnfall.reach import can_move, ground_of, passes_all
from matches.engine.dawnfall.routes import straight
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.walking import Ways, ask_way, settle_anew, walk
from matches.engine.dawnfall.windows import open_window
from matches.engine.kernel.decisions import Rule

#: Events that say that somebody has used something.
USES: Final = frozenset({"half_played", "half_used", "banner_used", "token_used"})


def move_action(
    table: Table,
    seat: int,
    models: Sequence[int],
    *,
    reach: int | None = None,
    through_obstacles: bool | None = None,
    push_any: bool = False,
) -> Rule[list[int]]:
    """One Move Action of the models, any of which may stay; gives those that moved. DF-MOVE-01, -05, R-MOVE"""
    move = MoveAction(seat, tuple(models), reach, through_obstacles, push_any=push_any)
    return [journey.model for journey in (yield from perform(table, move))]


def perform(table: Table, move: MoveAction) -> Rule[list[Journey]]:
    """A whole Move Action; once somebody has moved, everybody may answer with an Instant. Q-24, section 4.1"""
    journeys = yield from carry_out(table, move)
    if journeys and not over(table):
        yield from open_window(table, Moment("W-INSTANT"))
    return journeys


def carry_out(table: Table, move: MoveAction) -> Rule[list[Journey]]:
    """One Move Action; what was used for it ends with it. R-DURATION"""
    around = table.state.effects
    journeys = yield from _course(table, move)
    end_span(table, "move", keep=around)
    return journeys


def _course(table: Table, move: MoveAction) -> Rule[list[Journey]]:
    """Announce a Move Action, ask who goes where, walk the routes, then set down and Push all at once. DF-MOVE-07"""
    if not move.models:
        return []
    told = len(table.log)
    yield from open_window(table, Moment("W-MOVE", model=move.models[0], move=move))
    move.answered = any(event.kind in USES for event in table.log[told:])
    able = [model for model in move.models if can_move(table, move, model)]
    if over(table) or not able:
        return []
    settled = yield from make_plan(ground_of(table, move), Plan(), able, ask_way(table, move))
    if not settled[0].down:
        return []
    before = table.state.places[:]
    ways, halted = yield from walk(table, move, settled[0])
    if over(table):
        return []
    if halted or table.state.places != before:
        settled = yield from settle_anew(table, move, settled[0], ways, halted)
    _set_down(table, move, settled, ways)
    yield from open_window(table, Moment("W-AFTER-MOVE", model=move.models[0], move=move))
    return move.journeys


def _set_down(table: Table, move: MoveAction, settled: Settled, ways: Ways) -> None:
    """Put movers and Pushed models on their places at one moment. DF-MOVE-07, DF-PUSH-01, Q-38"""
    board = table.board
    plan, pushed = settled
    before = table.state.places[:]
    settle(table, {**dict(plan.down), **pushed})
    for model, end in sorted(plan.down):
        start, way = before[model], ways[model]
        if start == end:
            continue
        entered = way[-1:] if passes_all(table, move, model) else way
        length = straight(board, board.footprint_space[start], way)
        move.journeys.append(Journey(model, start, end, way, entered, length))
        table.tell(
            "model_moved",
            model=model,
            start=board.describe(start),
            end=board.describe(end),
            route=[board.places[space] for space in way],
        )
    if move.carried in pushed:
        end, start = pushed.pop(move.carried), before[move.carried]
        table.tell("model_placed", model=move.carried, start=board.describe(start), end=board.describe(end))
    move.pushed = {model: before[model] for model in pushed}
    tell_pushes(table, pushed, before)
    markers.sweep(table)
