"""The Demons: cards of the Master of Elements and the Dark Scholars. Section 3.2 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attributes, markers, shooting
from matches.engine.dawnfall.board import DIRECTIONS
from matches.engine.dawnfall.cards.demon_relics import DEMON
from matches.engine.dawnfall.moments import NOBODY
from matches.engine.dawnfall.play import Play
from matches.engine.kernel.decisions import Rule

MASTER, SCHOLAR = "master-of-elements", "dark-scholar"

lower = DEMON.lower


# Master of Elements


def _shielded(play: Play) -> list[int]:
    near = play.within(play.models(MASTER), 4)
    models = [model for seat in play.your_seats() for model in play.table.army_on_board(seat)]
    return [m for m in models if play.table.space(m) in near and markers.may_put(play.table, m, "crystal-aegis")]


@lower("crystal-aegis", squad=MASTER, can=lambda play: bool(_shielded(play)))
def crystal_aegis(play: Play) -> Rule[None]:
    """A model within Range 4 cannot be Wounded until the next opponent's Passive turn. R-IMMUNE, R-OPPONENT"""
    model = yield from play.choose_model(_shielded(play))
    play.put_token(model, "crystal-aegis", play.table.opponents(play.seat)[0])


def _focus(play: Play, master: int) -> int:
    return 2 if play.in_mode(master, "Focus") else 0


def _fire_spaces(play: Play, master: int) -> dict[int, list[int]]:
    """Target Spaces with the second Spaces beside them, wherever somebody stands in one of the two."""
    board = play.table.board
    people = {play.table.space(model) for model in play.table.roster.models if play.table.on_board(model)}
    targets = shooting.spaces_in_reach(play.table, master, 3, line_of_fire=True)
    pairs = {target: [n for n in board.neighbours[target] if n in people or target in people] for target in targets}
    return {target: seconds for target, seconds in pairs.items() if seconds}


@lower("fireball", squad=MASTER)
def fireball(play: Play) -> Rule[None]:
    """Check all in a Space within Range 3 and one beside it; 1 Wound each, then 1 FIRE. R-CHECK, R-AREA, R-AFFECTED"""
    master = yield from play.choose_model(play.models(MASTER))
    pairs = _fire_spaces(play, master)
    target = yield from play.choose_space(list(pairs), "%(of)s: at which Space?")
    beside = yield from play.choose_space(pairs[target], "%(of)s: which Space beside it?")
    targets = shooting.models_in(play.table, (target, beside))
    hit = yield from play.check_for_hit(master, targets, _focus(play, master))
    yield from play.wound_each(hit, master)
    yield from play.burn_one(hit)


def _freezable(play: Play) -> list[int]:
    near = play.within(play.models(MASTER), 3)
    return [e for e in play.enemies() if play.table.space(e) in near and markers.may_put(play.table, e, "freeze")]


@lower("freeze", squad=MASTER, can=lambda play: bool(_freezable(play)))
def freeze(play: Play) -> Rule[None]:
    """A FREEZE token on one enemy within Range 3. R-RANGE, R-BASE-ATTR"""
    play.put_token((yield from play.choose_model(_freezable(play))), "freeze")


def _beams(play: Play, master: int) -> dict[int, list[int]]:
    lines = {n: shooting.on_line(play.table, master, n, None) for n in range(len(DIRECTIONS))}
    return {direction: models for direction, models in lines.items() if models}


@lower("ice-beam", squad=MASTER, can=lambda play: any(_beams(play, master) for master in play.models(MASTER)))
def ice_beam(play: Play) -> Rule[None]:
    """Check all on one Line of Fire of unlimited Range; 1 Wound for each hit. R-LINE-TARGETS, R-CHECK"""
    master = yield from play.choose_model([m for m in play.models(MASTER) if _beams(play, m)])
    beams = _beams(play, master)
    way = yield from play.choose_line(beams)
    hit = yield from play.check_for_hit(master, beams[way], _focus(play, master))
    yield from play.wound_each(hit, master)


# Dark Scholar


@lower("self-destruct", squad=SCHOLAR, can=lambda play: bool(play.carried()))
def self_destruct(play: Play) -> Rule[None]:
    """Sacrifice a Scholar: check all that were b2b with it or in its Space; 1 Wound for each hit. R-SACRIFICE"""
    scholar = yield from play.choose_model(play.carried(), "%(of)s: Sacrifice which Scholar?")
    bits = play.table.touch(scholar) | play.table.board.space_bits[play.table.space(scholar)]
    targets = [model for model in play.table.models_on(bits) if model != scholar]
    yield from play.sacrifice(scholar)
    if targets and not play.over():
        hit = yield from play.check_for_hit(NOBODY, targets)
        yield from play.wound_each(hit, NOBODY)


def _ritual(play: Play) -> list[int]:
    return [scholar for scholar in play.models(SCHOLAR) if play.in_mode(scholar, "Ritual")]


def _controllable(play: Play) -> list[int]:
    near = play.within(_ritual(play), 1)
    return [enemy for enemy in play.enemies() if play.table.space(enemy) in near]


@lower("mind-control", squad=SCHOLAR, can=lambda play: bool(_controllable(play)))
def mind_control(play: Play) -> Rule[None]:
    """Move an enemy within Range 1, then it fights each other enemy b2b. R-FORCED-MOVE, R-CONTROLLED, R-COMBAT-EACH"""
    enemy = yield from play.choose_model(_controllable(play), "%(of)s: which enemy?")
    play.lasting(enemy, "controlled", play.seat, "mind-control")
    yield from play.move([enemy])
    if not play.over():
        yield from play.fight_each(enemy)
    attributes.end_span(play.table, "mind-control")


def _graspable(play: Play) -> list[int]:
    touched = play.in_contact(_ritual(play))
    return [enemy for enemy in touched if markers.may_put(play.table, enemy, "spectral-grasp")]


@lower("spectral-grasp", squad=SCHOLAR, can=lambda play: bool(_graspable(play)))
def spectral_grasp(play: Play) -> Rule[None]:
    """A SPECTRAL GRASP token on an enemy b2b with a Scholar in Ritual mode. R-CONTACT-TOKEN"""
    play.put_token((yield from play.choose_model(_graspable(play))), "spectral-grasp")
