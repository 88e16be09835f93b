"""The Backstab: a Combat Sequence without INI and Counterattack. DF-BACKSTAB"""

from __future__ import annotations

from collections.abc import Sequence

from matches.engine.dawnfall import attributes, combat, ending, wounds
from matches.engine.dawnfall.moments import Fight
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule


def backstab(table: Table, attacker: int, target: int, *, reach: int | None = None) -> Rule[None]:
    """One Backstab against an enemy in contact, or within a printed Range. DF-BACKSTAB-02, -03, R-BACKSTAB"""
    if ending.over(table):
        return
    fight = _declare(table, attacker, target, contact=reach is None)
    around = table.state.effects
    yield from combat.declared(table, fight)
    if not fight.cancelled and not combat.broken(table, fight):
        yield from combat.window(table, "W-BACKSTAB", fight)
        yield from combat.attack_pair(table, fight)
        yield from combat.window(table, "W-INSTANT", fight)
    table.fights.remove(fight)
    attributes.end_span(table, "combat", "attack", "roll", keep=around)
    yield from combat.ended(table, fight)


def before_combat(table: Table, pairs: Sequence[tuple[int, int]]) -> Rule[None]:
    """Backstabs at W-COMBAT: one by itself, or two against each other with one result.

    The Active player's is rolled first; the other follows even if its model would be dead. DF-BACKSTAB-04, Q-45
    """
    active = table.state.active
    ordered = sorted(pairs, key=lambda pair: attributes.player_of(table, pair[0]) != active)
    around = table.state.effects
    events = []
    for attacker, target in ordered:
        fight = _declare(table, attacker, target, contact=True)
        yield from combat.window(table, "W-BACKSTAB", fight)
        if (yield from combat.clash(table, fight)) == combat.HIT:
            events.append(combat.hit(table, fight))
        table.fights.remove(fight)
        table.fights[0].after.extend(fight.after)
    yield from wounds.wound_together(table, events)
    attributes.end_span(table, "combat", "attack", "roll", keep=around)


def _declare(table: Table, attacker: int, target: int, *, contact: bool) -> Fight:
    fight = Fight(attacker, target, "backstab", attacker, target, may_counter=False, contact=contact)
    table.fights.append(fight)
    table.tell("backstab_declared", model=attacker, target=target)
    return fight


def targets(table: Table, model: int, reach: int | None = None) -> list[int]:
    """Enemies that can be Backstabbed: in contact, or within a Range without Line of Fire. R-RANGED-BACKSTAB"""
    if reach is None:
        return combat.targets(table, model)
    if not table.on_board(model) or attributes.value(table, model, "att") is None:
        return []
    if attributes.has(table, model, "no_combat"):
        return []
    player = attributes.player_of(table, model)
    near = table.board.distance[table.space(model)]
    seat_of = table.roster.seat_of
    return [
        other
        for other in table.roster.models
        if table.on_board(other)
        and other not in table.dying
        and table.hostile(player, seat_of[other])
        and near[table.space(other)] <= reach
    ]
