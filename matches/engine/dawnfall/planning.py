"""The conversation in which a player sets models down: who, which Space, which hexes, and where the Pushed ones go.

Models are named one after another, but all named ones count as lifted at once, and a model that is down may be named
again. So no order of naming gives more than another, and whatever is down at any time can be carried out. Two models
that are boxed in may need each other's hexes at the same time; for them there is "together with". Q-38
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from matches.engine.dawnfall.plans import Ground, Plan
from matches.engine.dawnfall.pushing import choose_places
from matches.engine.dawnfall.routes import open_spaces, steps
from matches.engine.dawnfall.spots import BACK, number, space_options, spot_option
from matches.engine.kernel.decisions import Option, Rule, ask

DONE: Final = Option("done", "Carry it out")
STAY: Final = Option("done", "Do not move")
#: With so many free Spaces around it a model can step aside by itself.
ROOM_TO_STEP_ASIDE: Final = 2

#: Asks for the route of a model to a Space if that matters: (), or nothing if the step is taken back.
AskWay = Callable[[Ground, Plan, int], Rule[tuple[int, ...] | None]]
Settled = tuple[Plan, dict[int, int]]


def make_plan(
    ground: Ground, start: Plan, may_join: Sequence[int] = (), ask_way: AskWay | None = None
) -> Rule[Settled]:
    """Bring all models of the air down. `may_join` lists those that may, but need not, take part; one is asked at once.

    Gives the plan and the places of the Pushed models; an empty plan if nobody is to move.
    """
    alone = len(may_join) == 1
    history = [start.lift(may_join[0]) if alone else start]
    naming = len(may_join) > 1
    finished = False
    while True:
        plan = history[-1]
        if not plan.air and (finished or not naming):
            crowd = ground.pushed(plan)
            may_go_back = naming or len(history) > 1
            blocked = ground.blocked(plan, crowd)
            places = yield from choose_places(ground.table, ground.seat, crowd, blocked, may_go_back=may_go_back)
            if places is not None:
                return plan, places
            finished = False
            if not naming:
                history.pop()
            continue
        options = options_for(ground, plan, may_join)
        if len(options) == 1 and plan.air and plan.space < 0 and options[0].id.startswith("space"):
            only = plan._replace(space=number(options[0]))
            options = options_for(ground, only, may_join)
            history[-1] = plan = only
        if len(history) > 1:
            options.append(BACK)
        elif alone:
            options.append(STAY)
        answer = yield from _ask(ground, plan, options)
        if answer is BACK:
            history.pop()
        elif answer.id == "done":
            if not plan.down:
                return Plan(), {}
            finished = True
        else:
            following = yield from follow(ground, plan, answer, ask_way)
            if following is None:
                continue
            if len(options) == 1:
                history.pop()
            history.append(following)


def can_take_part(ground: Ground, plan: Plan, model: int, may_join: Sequence[int]) -> bool:
    """Whether a model can be lifted and set down again, if need be together with others."""
    lifted = plan.lift(model)
    return ground.completable(lifted) or _with_others(ground, lifted, _boxed_in(ground, lifted, may_join))


def _with_others(ground: Ground, plan: Plan, others: Sequence[int]) -> bool:
    for index, other in enumerate(others):
        lifted = plan.lift(other)
        if ground.completable(lifted) or _with_others(ground, lifted, others[index + 1 :]):
            return True
    return False


def _boxed_in(ground: Ground, plan: Plan, may_join: Sequence[int]) -> list[int]:
    """Those not yet lifted that could hardly step aside by themselves."""
    movers = plan.movers()
    waiting = [model for model in may_join if model not in movers]
    if not waiting:
        return []
    board = ground.board
    occupied = ground.table.state.occupied & ~ground.lifted_bits(plan)
    for _, spot in plan.down:
        occupied |= board.footprint_bits[spot]
    return [
        model
        for model in waiting
        if (open_spaces(board, ground.size(model), occupied) & steps(board)[ground.table.space(model)]).bit_count()
        < ROOM_TO_STEP_ASIDE
    ]


def options_for(ground: Ground, plan: Plan, may_join: Sequence[int]) -> list[Option]:
    """The options of the next question: who, then which Space, then which hexes. All can be completed."""
    board = ground.board
    if not plan.air:
        who = [_model(ground, "model", m, "%(name)s") for m in may_join if _can_be_named(ground, plan, m, may_join)]
        return [*who, DONE if plan.down else STAY]
    model = plan.air[0]
    if plan.space < 0:
        spaces = space_options(board)
        options = [spaces[space] for space in ground.spaces(plan, model)]
        boxed = _boxed_in(ground, plan, may_join)
        for index, other in enumerate(boxed):
            lifted = plan.lift(other)
            if ground.completable(lifted) or _with_others(ground, lifted, boxed[:index] + boxed[index + 1 :]):
                options.append(_model(ground, "with", other, "Together with %(name)s"))
        return options
    return [spot_option(board, spot) for spot in _legal_spots(ground, plan, model, plan.space)]


def _can_be_named(ground: Ground, plan: Plan, model: int, may_join: Sequence[int]) -> bool:
    return any(model == mover for mover, _ in plan.down) or can_take_part(ground, plan, model, may_join)


def _legal_spots(ground: Ground, plan: Plan, model: int, space: int) -> list[int]:
    for candidate, spots in ground.spots(plan, model):
        if candidate == space:
            return list(ground.legal(plan, model, spots))
    return []


def follow(ground: Ground, plan: Plan, answer: Option, ask_way: AskWay | None) -> Rule[Plan | None]:
    """The plan after an answer, or nothing if it was taken back."""
    kind = answer.id.partition(":")[0]
    chosen = number(answer)
    if kind in {"model", "with"}:
        return plan.lift(chosen)
    model = plan.air[0]
    if kind == "space":
        spots = _legal_spots(ground, plan, model, chosen)
        if len(spots) > 1:
            return plan._replace(space=chosen)
        chosen = spots[0]
    way = (yield from ask_way(ground, plan, chosen)) if ask_way else ()
    if way is None:
        return None
    landed = plan.land(model, chosen)
    return landed._replace(ways=(*landed.ways, (model, way))) if way else landed


def _ask(ground: Ground, plan: Plan, options: list[Option]) -> Rule[Option]:
    if not plan.air:
        return (yield from ask(ground.seat, "move_model", "Who moves?", options))
    model = plan.air[0]
    data = {"model": model, "name": ground.table.squad(model).name}
    if plan.space < 0:
        return (yield from ask(ground.seat, "move_space", "Where does %(name)s go?", options, data))
    data["space"] = ground.board.places[plan.space]
    return (yield from ask(ground.seat, "move_hexes", "On which hexes does %(name)s stand?", options, data))


def _model(ground: Ground, kind: str, model: int, wording: str) -> Option:
    squad = ground.table.squad(model)
    name = squad.name if squad.size == 1 else f"{squad.name} {model - squad.models.start + 1}"
    return Option(f"{kind}:{model}", wording, {"model": model, "name": name})
