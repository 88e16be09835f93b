"""The Dvergar: cards of the Unbroken and the Gyrobots. Section 3.3 of the rulings"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from matches.engine.dawnfall import attaching, attributes, markers, shooting
from matches.engine.dawnfall.cards.dvergar_relics import DVERGAR
from matches.engine.dawnfall.halves import token
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.state import Effect
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

UNBROKEN, GYROBOT = "unbroken", "gyrobot"
#: Spaces of a straight Move that make a Slam.
RUN_UP = 3

lower = DVERGAR.lower


# Unbroken


DVERGAR.switched("protection")


def protection(table: Table, model: int, name: str) -> Iterable[tuple[str, int]]:
    """+2 DEF in all for a model b2b with an Unbroken of its army, whichever Squad carries the card. R-STACK"""
    seat = table.roster.seat_of[model]
    army = table.roster.armies[seat]
    if army.faction != DVERGAR.slug:
        return ()
    squads = [squad for squad in army.squads if squad.slug == UNBROKEN]
    if not any(table.alive(s) and attaching.carries(table, s, "protection", "lower") for s in squads):
        return ()
    beside = any(table.touching(model, other) for squad in squads for other in table.standing(squad))
    return [("+", 2)] if beside else ()


attributes.MODIFIERS.add(protection, "defense", faction=DVERGAR.slug)


def _vigilant(play: Play, model: int) -> bool:
    return play.is_a(model, UNBROKEN) and play.in_mode(model, "Vigilance")


@lower("deflect", squad=UNBROKEN, can=lambda play: _vigilant(play, play.event.model))
def deflect(play: Play) -> Rule[None]:
    """An Unbroken ignores 1 Wound and deals 1 to an enemy b2b, if there is one. R-CANCEL-WOUND, R-PARTIAL, R-DEALS"""
    event = play.event
    enemies = [enemy for enemy in play.in_contact([event.model]) if enemy not in play.table.dying]
    enemy = (yield from play.choose_model(enemies, "%(of)s: which enemy takes the Wound?")) if enemies else None
    event.count -= 1
    if enemy is not None:
        yield from play.wound(enemy, event.model)


def _markable(play: Play) -> list[int]:
    watchful = [model for model in play.models(UNBROKEN) if _vigilant(play, model)]
    return [enemy for enemy in play.in_contact(watchful) if markers.may_put(play.table, enemy, "marked")]


@lower("marked-for-death", squad=UNBROKEN, can=lambda play: bool(_markable(play)))
def marked_for_death(play: Play) -> Rule[None]:
    """A MARKED token on an enemy b2b with an Unbroken in Vigilance mode. R-MODE-REQ, R-STACK"""
    play.put_token((yield from play.choose_model(_markable(play))), "marked")


# Gyrobot


def _gunners(play: Play) -> list[int]:
    return [gyrobot for gyrobot in play.carried() if play.in_mode(gyrobot, "Shooting")]


@lower("rocket", squad=GYROBOT, can=lambda play: bool(_gunners(play)))
def rocket(play: Play) -> Rule[None]:
    """Check all in a Space within Range 3 of one Gyrobot; 3 Wounds are shared out among those hit. R-SHARE, R-AREA"""
    gyrobot = yield from play.choose_model(_gunners(play), "%(of)s: which Gyrobot?")
    near = shooting.spaces_in_reach(play.table, gyrobot, 3, line_of_fire=False)
    peopled = [space for space in near if shooting.models_in(play.table, [space])]
    space = yield from play.choose_space(peopled, "%(of)s: at which Space?")
    hit = yield from play.check_for_hit(gyrobot, shooting.models_in(play.table, [space]))
    if hit:
        yield from _share_out(play, hit, gyrobot)


def _share_out(play: Play, hit: list[int], dealer: int) -> Rule[None]:
    """First all Wounds are given out, then each model takes its share as one Wound event. R-SHARE, R-WOUND-EVENT"""
    shares: Counter[int] = Counter()
    for _ in range(3):
        shares[(yield from play.choose_model(hit, "%(of)s: which model gets the next Wound?"))] += 1
    left = list(shares)
    while left and not play.over():
        model = yield from play.choose_model(left, "%(of)s: which model is next?")
        left.remove(model)
        yield from play.wound(model, dealer, shares[model])


@lower(
    "reclaimed-crystals",
    squad=GYROBOT,
    can=lambda play: play.is_a(play.death.model, GYROBOT) and play.table.state.neutral_crystals > 0,
)
def reclaimed_crystals(play: Play) -> Rule[None]:
    """After a Gyrobot was killed, the last one too: 3 Crystals. R-GAIN"""
    yield from ()
    play.gain(3)


def _slammers(play: Play) -> list[int]:
    return [gyrobot for gyrobot in play.models(GYROBOT) if not attributes.has(play.table, gyrobot, "slam")]


@lower("slam", squad=GYROBOT, can=lambda play: bool(_slammers(play)))
def slam(play: Play) -> Rule[None]:
    """To the end of the turn a straight Move of 3 Spaces or more gives a Gyrobot's next Combat +3 ATT and INI."""
    yield from ()
    for gyrobot in _slammers(play):
        play.until_end_of_turn(gyrobot, "slam")


def _run_ups(model: int) -> str:
    return f"run_up:{model}"


@token("W-AFTER-MOVE")
def run_up(play: Play) -> Rule[None]:
    """Straight Moves of Gyrobots are noted for the turn, whether or not Slam has been played yet. R-STRAIGHT"""
    yield from ()
    move, used = play.moment.move, play.table.state.used
    for journey in move.journeys if move is not None else ():
        if journey.straight >= RUN_UP and play.table.squad(journey.model).slug == GYROBOT:
            used[_run_ups(journey.model)] = used.get(_run_ups(journey.model), 0) + 1


@token("W-BEFORE-INI")
def slam_into(play: Play) -> Rule[None]:
    """The Combat that a Gyrobot initiates after such a Move: +3 ATT and +3 INI, once for each Move. R-DECLARED"""
    yield from ()
    table, gyrobot = play.table, play.fight.starter
    used, key = table.state.used, _run_ups(gyrobot)
    if used.get(key) and attributes.has(table, gyrobot, "slam"):
        used[key] -= 1
        for kind in ("att+", "ini+"):
            attributes.last(table, Effect(kind, gyrobot, 3, "combat", "Slam"))
