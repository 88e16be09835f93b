"""Who fights whom: Combat Actions of Squads and the Combats that halves give to models. DF-COMBAT-02 to -06"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from matches.engine.dawnfall import ending
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.backstab import targets as backstab_targets
from matches.engine.dawnfall.combat import combat_sequence, targets
from matches.engine.dawnfall.moments import NOBODY
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule, ask

_DONE: Final = Option("done", "No more Combats")
_BACK: Final = Option("back", "Back")
REFRAIN: Final = Option("refrain", "Let it be")


def combat_action(table: Table, seat: int, models: Iterable[int]) -> Rule[None]:
    """Each of the models may fight one Combat Sequence, one after another. DF-COMBAT-02 to -06, -15, Q-46, R-COMBAT"""
    waiting = list(models)
    while not ending.over(table):
        able = [model for model in waiting if targets(table, model)]
        if not able:
            return
        if _orders(table, seat, able) == seat:
            pair = yield from choose_fight(table, seat, able)
            if pair is None:
                return
        else:
            pair = yield from _fight_in_their_order(table, seat, able)
        waiting.remove(pair[0])
        if pair[1] != NOBODY:
            yield from combat_sequence(table, *pair)


def _orders(table: Table, seat: int, able: list[int]) -> int:
    """Who orders the sequences: the Active player if concerned, even in an Instant of another. DF-COMBAT-04, Q-44"""
    active = table.state.active
    if len(able) == 1 or seat == active:
        return seat
    concerned = any(table.roster.seat_of[other] == active for model in able for other in targets(table, model))
    return active if concerned else seat


def choose_fight(table: Table, seat: int, able: list[int], reach: int | None = None) -> Rule[tuple[int, int] | None]:
    """Which model fights whom, within a Range if a Backstab has one; None if none shall. It can be taken back."""
    while True:
        options = [Option(f"model:{model}", "%(name)s fights", named(table, model)) for model in able]
        options.append(_DONE)
        chosen = yield from ask(seat, "fighter", "Which model fights?", options)
        if chosen is _DONE:
            return None
        model = int(chosen.data["model"])
        target = yield from choose_target(table, seat, model, backstab_targets(table, model, reach), _BACK)
        if target is not None:
            return model, target


def _fight_in_their_order(table: Table, seat: int, able: list[int]) -> Rule[tuple[int, int]]:
    options = [Option(f"model:{model}", "%(name)s is next", named(table, model)) for model in able]
    prompt = "Which enemy model shall decide about its Combat next?"
    chosen = yield from ask(table.state.active, "fighter_order", prompt, options)
    model = int(chosen.data["model"])
    target = yield from choose_target(table, seat, model, targets(table, model), REFRAIN)
    return model, NOBODY if target is None else target


def fight_one(table: Table, seat: int, model: int) -> Rule[bool]:
    """A model performs Combat: one sequence against one enemy in contact, or none. R-COMBAT, R-OPTIONAL"""
    found = targets(table, model)
    target = (yield from choose_target(table, seat, model, found, REFRAIN)) if found else None
    if target is not None:
        yield from combat_sequence(table, model, target)
    return target is not None


def fight_each(table: Table, seat: int, model: int) -> Rule[None]:
    """One sequence against every enemy in contact at the start, in the player's order. R-COMBAT-EACH"""
    yield from each_in_contact(table, seat, model, combat_sequence)


def each_in_contact(table: Table, seat: int, model: int, deed: Callable[[Table, int, int], Rule[None]]) -> Rule[None]:
    """The deed for every enemy in contact now; the dead and those out of contact by then are skipped. R-COMBAT-EACH"""
    listed = targets(table, model)
    while not ending.over(table):
        left = [other for other in listed if other in targets(table, model)]
        target = (yield from choose_target(table, seat, model, left, REFRAIN)) if left else None
        if target is None:
            return
        listed.remove(target)
        yield from deed(table, model, target)


def choose_target(table: Table, seat: int, model: int, found: list[int], leave: Option) -> Rule[int | None]:
    """Which enemy; None if the seat leaves it."""
    options = [Option(f"target:{other}", "against %(name)s", named(table, other)) for other in found]
    data = {"model": model, "name": table.squad(model).name}
    chosen = yield from ask(seat, "target", "Whom does %(name)s fight?", [*options, leave], data)
    return None if chosen is leave else int(chosen.data["model"])


def named(table: Table, model: int) -> dict[str, object]:
    """A model as data for an option."""
    return {"model": model, "name": table.squad(model).name}


# Backstabs


def backstab_action(table: Table, seat: int, models: Iterable[int], reach: int | None = None) -> Rule[None]:
    """A Squad performs a Backstab: each of its models may make one, in the player's order. R-BACKSTAB, R-ORDER-OWN"""
    waiting = list(models)
    while not ending.over(table):
        able = [model for model in waiting if backstab_targets(table, model, reach)]
        if len(able) < 2:
            for model in able:
                yield from backstab_one(table, seat, model, reach)
            return
        pair = yield from choose_fight(table, seat, able, reach)
        if pair is None:
            return
        waiting.remove(pair[0])
        yield from backstab(table, *pair, reach=reach)


def backstab_one(table: Table, seat: int, model: int, reach: int | None = None) -> Rule[bool]:
    """A model may Backstab one enemy of its player's choice."""
    found = [] if ending.over(table) else backstab_targets(table, model, reach)
    target = (yield from choose_target(table, seat, model, found, REFRAIN)) if found else None
    if target is not None:
        yield from backstab(table, model, target, reach=reach)
    return target is not None
