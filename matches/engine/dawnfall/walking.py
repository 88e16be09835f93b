"""Routes: asked for where something waits on them, walked Space by Space, cut short by what waits there. R-ENTER"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from matches.engine.dawnfall.moments import Moment, MoveAction
from matches.engine.dawnfall.planning import AskWay, Settled
from matches.engine.dawnfall.plans import Ground, Plan
from matches.engine.dawnfall.pushing import choose_places
from matches.engine.dawnfall.reach import closed, distance, ground_of, passes_all
from matches.engine.dawnfall.routes import open_spaces, route, spots, steps_left
from matches.engine.dawnfall.spots import BACK, number, space_options, spot_option
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.windows import open_window
from matches.engine.kernel.decisions import Rule, ask

#: Spaces (as bits) in which something waits for models that enter them. Cards add theirs.
WATCHED: Final[list[Callable[[Table], int]]] = []

#: The route of each model that moves.
Ways = dict[int, tuple[int, ...]]


def ask_way(table: Table, move: MoveAction) -> AskWay | None:
    """How to ask for routes in this Move; nobody is asked while nothing waits for entering models. R-FORCED-MOVE"""
    watched = move.watched
    for watch in WATCHED:
        watched |= watch(table)
    if not watched or move.straight:
        return None

    def asking(ground: Ground, plan: Plan, spot: int) -> Rule[tuple[int, ...] | None]:
        model = plan.air[0]
        start, end = table.space(model), table.board.footprint_space[spot]
        reach = distance(table, move, model) or 0
        passing = open_spaces(table.board, table.base(model), table.state.occupied & ~ground.lifted_bits(plan))
        passing &= ~closed(table, move.seat)
        left = steps_left(table.board, start, end, passing)
        from_start = steps_left(table.board, end, start, passing)
        matters = any(
            watched >> n & 1 and n not in {start, end} and from_start.get(n, reach) + steps <= reach
            for n, steps in left.items()
        )
        if start == end or not matters or passes_all(table, move, model):
            return ()
        return (yield from _ask_steps(table, move, model, end, passing))

    return asking


def _ask_steps(table: Table, move: MoveAction, model: int, end: int, passing: int) -> Rule[tuple[int, ...] | None]:
    """Ask for a route Space by Space; nothing comes back if the player turns round at the start.

    A Space is offered only if the end can be reached from there without one that was walked already.
    """
    spaces, reach = space_options(table.board), distance(table, move, model) or 0
    way = [table.space(model)]
    data = {"model": model, "name": table.squad(model).name}
    while way[-1] != end:
        left = steps_left(table.board, end, end, passing & ~sum(1 << walked for walked in way))
        steps = reach - len(way)
        options = [spaces[n] for n in table.board.neighbours[way[-1]] if n not in way and left.get(n, reach) <= steps]
        answer = yield from ask(move.seat, "move_route", "Which way does %(name)s take?", [*options, BACK], data)
        if answer is not BACK:
            way.append(number(answer))
        elif len(way) > 1:
            way.pop()
        else:
            return None
    return tuple(way[1:])


def walk(table: Table, move: MoveAction, plan: Plan) -> Rule[tuple[Ways, list[int]]]:
    """Walk all routes, with W-ENTER at each Space entered; gives what was walked, and who was halted. R-ENTER"""
    occupied = table.state.occupied & ~ground_of(table, move).lifted_bits(plan)
    asked, shut = dict(plan.ways), closed(table, move.seat)
    ways: Ways = {}
    halted: list[int] = []
    for model, spot in sorted(plan.down):
        start, end = table.space(model), table.board.footprint_space[spot]
        through = passes_all(table, move, model)
        passing = -1 if through else open_spaces(table.board, table.base(model), occupied) & ~shut
        ways[model] = asked.get(model) or route(table.board, start, end, passing)
    for model, way in list(ways.items()):
        first = len(way) - 1 if passes_all(table, move, model) and way else 0
        for index in range(first, len(way)):
            moment = Moment("W-ENTER", model=model, move=move, space=way[index])
            yield from open_window(table, moment)
            if not table.on_board(model):
                del ways[model]
                break
            if moment.halt:
                ways[model] = way[: index + 1] if moment.halt == "here" else way[:index]
                if ways[model] != way:
                    halted.append(model)
                break
    return ways, halted


def settle_anew(table: Table, move: MoveAction, plan: Plan, ways: Ways, halted: list[int]) -> Rule[Settled]:
    """Set down again after something happened on the way: halted models end where they were halted.

    One that finds no place there goes back along its route; if the plan has become impossible, nobody moves.
    """
    board = table.board

    def area(model: int, lifted: int) -> Iterator[tuple[int, Sequence[int]]]:
        for space in (*reversed(ways[model]), table.space(model)):
            yield space, spots(board, table.base(model))[space]

    ground = Ground(table, move.seat, area, ground_of(table, move).pushes, carried=move.carried)
    down = tuple((model, spot) for model, spot in plan.down if model in ways and model not in halted)
    plan = Plan(down, tuple(model for model in halted if model in ways))
    if not ground.completable(plan):
        return Plan(), {}
    while plan.air:
        model = plan.air[0]
        legal = next(filter(None, (list(ground.legal(plan, model, area)) for _, area in ground.spots(plan, model))))
        options = [spot_option(board, spot) for spot in legal]
        data = {"model": model, "name": table.squad(model).name}
        answer = yield from ask(move.seat, "move_hexes", "On which hexes does %(name)s stand?", options, data)
        plan = plan.land(model, number(answer))
    crowd = ground.pushed(plan)
    places = yield from choose_places(table, move.seat, crowd, ground.blocked(plan, crowd), may_go_back=False)
    return plan, places or {}
