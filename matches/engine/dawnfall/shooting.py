"""Shooting: who can be shot at, the Check for Hit, and Shots one by one. DF-SHOOT, DF-LOS"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from matches.engine.dawnfall import attributes, dice, ending, wounds
from matches.engine.dawnfall.combat_action import named
from matches.engine.dawnfall.moments import NOBODY, Moment, Roll, WoundEvent
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.windows import open_window
from matches.engine.kernel.decisions import Option, Rule, ask


def spaces_in_reach(table: Table, shooter: int, reach: int | None, *, line_of_fire: bool) -> list[int]:
    """The Spaces a Shot may be aimed at; reach None is without limit. DF-LOS-01 to -11, Q-42, Q-43"""
    space = table.space(shooter)
    if line_of_fire:
        return table.board.line_of_fire(space, reach, table.state.occupied)
    return list(table.board.spaces) if reach is None else table.board.in_range(space, reach)


def models_in(table: Table, spaces: Iterable[int], *, enemies_of: int | None = None) -> list[int]:
    """All models in the Spaces, the player's own included unless only enemies are meant. DF-SHOOT-10, R-AREA"""
    wanted = set(spaces)
    return [
        model
        for model in table.roster.models
        if table.on_board(model)
        and table.space(model) in wanted
        and (enemies_of is None or table.hostile(enemies_of, table.roster.seat_of[model]))
    ]


def on_line(table: Table, shooter: int, direction: int, reach: int | None) -> list[int]:
    """All models on one Line of Fire except the shooter, up to the first full Space. R-LINE-TARGETS, DF-LOS-05"""
    space = table.space(shooter)
    line = [space]
    for step in table.board.lines[space][direction][:reach]:
        line.append(step)
        if table.board.is_full(step, table.state.occupied):
            break
    return [model for model in models_in(table, line) if model != shooter]


def check_for_hit(table: Table, seat: int, shooter: int, targets: list[int], bonus: int = 0) -> Rule[list[int]]:
    """One roll for all targets: those with a lower INI are hit. DF-SHOOT-02 to -05, -11, R-CHECK, Q-37

    `shooter` is NOBODY where the effect has none. A target that has left the board by then is not hit.
    """
    around = table.state.effects
    roll = Roll(seat, shooter, "check", bonus, targets=tuple(targets))
    moment = Moment("W-BEFORE-HIT", model=shooter, roll=roll, targets=targets)
    yield from open_window(table, moment)
    if ending.over(table):
        return []
    yield from dice.roll(table, roll)
    hit = [model for model in targets if table.on_board(model) and _hits(table, roll.result, model)]
    table.tell("hits_checked", seat=seat, shooter=shooter, targets=tuple(targets), result=roll.result, hit=tuple(hit))
    attributes.end_span(table, "ini", "shot", "roll", keep=around)
    return hit


def _hits(table: Table, result: int, model: int) -> bool:
    """A result above INI hits, a dash is always hit. DF-SHOOT-03, -04, Q-37"""
    ini = attributes.value(table, model, "ini")
    return ini is None or result > ini


def wound_each(table: Table, seat: int, models: list[int], count: int = 1, dealer: int = NOBODY) -> Rule[None]:
    """Wounds model by model, in the order chosen by the player of the effect. Q-47, R-AREA"""
    left = list(models)
    while left and not ending.over(table):
        model = yield from _next(table, seat, left)
        left.remove(model)
        yield from wounds.wound(table, WoundEvent(model, count, seat, dealer, "shot"))


def _next(table: Table, seat: int, models: list[int]) -> Rule[int]:
    options = [Option(f"model:{model}", "%(name)s", named(table, model)) for model in models]
    chosen = yield from ask(seat, "wound_order", "Which model that was hit comes next?", options)
    return int(chosen.data["model"])


def shoot_all(table: Table, seat: int, models: Iterable[int], shot: Callable[[int], Rule[None]]) -> Rule[None]:
    """All models of the Squad shoot, one by one in any order; each target is chosen in its turn. DF-SHOOT-08, -09"""
    waiting = list(models)
    while not ending.over(table):
        shooter = yield from _shooter(table, seat, _able(table, waiting))
        if shooter is None:
            return
        waiting.remove(shooter)
        yield from _resolve(table, shooter, shot)


def _resolve(table: Table, shooter: int, shot: Callable[[int], Rule[None]]) -> Rule[None]:
    yield from shot(shooter)
    if not ending.over(table):
        yield from open_window(table, Moment("W-INSTANT", model=shooter))


def _able(table: Table, models: Iterable[int]) -> list[int]:
    return [model for model in models if table.on_board(model)]


def _shooter(table: Table, seat: int, able: list[int]) -> Rule[int | None]:
    if not able:
        return None
    options = [Option(f"model:{model}", "%(name)s shoots", named(table, model)) for model in dict.fromkeys(able)]
    chosen = yield from ask(seat, "shooter", "Which model shoots?", options)
    return int(chosen.data["model"])
