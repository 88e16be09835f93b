"""Rha-Zack: cards of Stream Guards, Stream Surfers and Storm Bringers. Section 3.6 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attributes, markers, movement, shooting
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.rhazack_relics import RHAZACK
from matches.engine.dawnfall.moments import Journey, MoveAction
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule

GUARD, SURFER, STORM = "stream-guard", "stream-surfer", "storm-bringer"

upper, lower = RHAZACK.upper, RHAZACK.lower


# Stream Guard

upper("power-swords", can=common.carrier_rolled)(common.reroll)


@RHAZACK.passive("power-swords", at="W-COMBAT")
def power_swords(play: Play) -> Rule[None]:
    """A model of the carrier that enters Combat may first Backstab its opponent. R-DECLARED, DF-BACKSTAB-04"""
    fight = play.fight
    for model, other in ((fight.starter, fight.opponent), (fight.opponent, fight.starter)):
        if play.moment.step != "backstab" or not play.of_carrier(model) or play.value(model, "att") is None:
            continue
        if (yield from play.wish("Power Swords: Backstab before the Combat?", "Backstab first", "No Backstab")):
            fight.backstabs.append((model, other))


def _jumpers(play: Play) -> list[int]:
    return [guard for guard in play.models(GUARD) if play.free_places(guard, play.anywhere(guard))]


@lower("jump", squad=GUARD, can=lambda play: bool(_jumpers(play)))
def jump(play: Play) -> Rule[None]:
    """Reposition one Stream Guard onto any empty hexes of the board. R-REPOSITION, R-BLOCKED"""
    guard = yield from play.choose_model(_jumpers(play), "%(of)s: which Stream Guard?")
    yield from play.reposition(guard, play.anywhere(guard))


def _targets(play: Play, guard: int) -> list[int]:
    """The Spaces within Range 4 in which anybody stands. R-RANGE, R-AREA"""
    near = play.within([guard], 4)
    return sorted({play.table.space(model) for model in shooting.models_in(play.table, near)})


def _on_guard(play: Play) -> list[int]:
    return [guard for guard in play.models(GUARD) if play.in_mode(guard, "Guard") and _targets(play, guard)]


@lower("shoot", squad=GUARD, can=lambda play: bool(_on_guard(play)))
def shoot(play: Play) -> Rule[None]:
    """A Stream Guard in Guard mode checks all in a Space within Range 4; 1 Wound for each hit. R-MODE-REQ, R-AREA"""
    guard = yield from play.choose_model(_on_guard(play), "%(of)s: which Stream Guard?")
    space = yield from play.choose_space(_targets(play, guard))
    hit = yield from play.check_for_hit(guard, shooting.models_in(play.table, (space,)))
    yield from play.wound_each(hit, guard)


# Stream Surfer


def never_pushes(table: Table, model: int, trait: str) -> bool:
    """A Stream Surfer in Basic mode may not Push."""
    squad = table.squad(model)
    return squad.slug == SURFER and table.mode(squad).name == "Basic"


attributes.TRAITS.add(never_pushes, "never_pushes", faction=RHAZACK.slug)


def _surfers(play: Play) -> list[int]:
    return [surfer for surfer in play.models(SURFER) if play.can_move([surfer])]


def _surf(play: Play) -> Rule[Journey | None]:
    """One Stream Surfer may Move in a straight line. R-STRAIGHT"""
    surfer = yield from play.choose_model(_surfers(play), "%(of)s: which Stream Surfer?")
    play.done = True
    journeys = yield from movement.perform(play.table, MoveAction(play.seat, (surfer,), straight=True))
    return journeys[0] if journeys and not play.over() else None


@lower("friction", squad=SURFER, can=lambda play: bool(_surfers(play)))
def friction(play: Play) -> Rule[None]:
    """A straight Move; if it covers 6 Spaces or more, 3 charges on one own Enhancement. R-STRAIGHT, R-CHARGE"""
    journey = yield from _surf(play)
    slots = play.own_chargeable()
    if journey is not None and journey.straight >= 6 and slots:
        yield from play.charge([(yield from play.choose_slot(slots))], 3)


@lower("surf", squad=SURFER, can=lambda play: bool(_surfers(play)))
def surf(play: Play) -> Rule[None]:
    """A straight Move; if it covers 4 Spaces or more, the model may Backstab one enemy b2b. R-STRAIGHT, R-BACKSTAB"""
    journey = yield from _surf(play)
    if journey is not None and journey.straight >= 4 and play.table.on_board(journey.model):
        yield from play.backstab(journey.model)


# Storm Bringer


def _energized(play: Play) -> list[int]:
    return [storm for storm in play.models(STORM) if play.in_mode(storm, "Energy")]


def _struck(play: Play, storm: int) -> list[int]:
    near = play.within([storm], 1)
    return [enemy for enemy in play.enemies() if play.table.space(enemy) in near]


def _strikers(play: Play) -> list[int]:
    return [storm for storm in _energized(play) if _struck(play, storm)]


@lower("lightning", squad=STORM, can=lambda play: bool(_strikers(play)))
def lightning(play: Play) -> Rule[None]:
    """Energy mode: check all enemies within Range 1 of a Storm Bringer; 1 Wound for each hit. R-RANGE, R-CHECK"""
    storm = yield from play.choose_model(_strikers(play), "%(of)s: which Storm Bringer?")
    hit = yield from play.check_for_hit(storm, _struck(play, storm))
    yield from play.wound_each(hit, storm)


def _between(table: Table, one: int, other: int) -> tuple[int, ...]:
    """The Spaces strictly inside the straight line that joins two Spaces. R-BETWEEN"""
    lines = [line for line in table.board.lines[one] if other in line]
    return lines[0][: lines[0].index(other)] if lines else ()


def _rays(play: Play) -> list[tuple[int, int, list[int]]]:
    """Pairs of a Storm Bringer and another one, or the Shrine (-1), with the enemies between. R-BETWEEN, R-ALIAS"""
    table, storms = play.table, _energized(play)
    ends = [(one, other, table.space(other)) for n, one in enumerate(storms) for other in storms[n + 1 :]]
    shrine = table.state.shrines[play.seat]
    if shrine >= 0:
        ends += [(storm, -1, shrine) for storm in storms]
    found = [
        (one, other, shooting.models_in(table, _between(table, table.space(one), end), enemies_of=play.seat))
        for one, other, end in ends
    ]
    return [ray for ray in found if ray[2]]


@lower("ray", squad=STORM, can=lambda play: bool(_rays(play)))
def ray(play: Play) -> Rule[None]:
    """Energy mode: check all enemies between two Storm Bringers, or one and the Shrine; 1 Wound each. R-BETWEEN"""
    rays = {f"ray:{one}:{other}": (one, other, models) for one, other, models in _rays(play)}
    options = [
        Option(
            name,
            "Two Storm Bringers" if other >= 0 else "Storm Bringer and Shrine",
            {"models": (one, other), "targets": tuple(models)},
        )
        for name, (one, other, models) in rays.items()
    ]
    chosen = yield from play.ask("ray", "%(of)s: between which two?", options)
    storm, _, targets = rays[chosen.id]
    hit = yield from play.check_for_hit(storm, targets)
    yield from play.wound_each(hit, storm)


def _shockable(play: Play) -> list[int]:
    near = play.within(_energized(play), 2)
    return [model for model in shooting.models_in(play.table, near) if markers.may_put(play.table, model, "shock")]


@lower("shock", squad=STORM, can=lambda play: bool(_shockable(play)))
def shock(play: Play) -> Rule[None]:
    """Energy mode: a SHOCK token on any model within Range 2 of a Storm Bringer. R-TARGET, R-STACK, R-BUYOFF"""
    play.put_token((yield from play.choose_model(_shockable(play))), "shock")
