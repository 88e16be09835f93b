"""The Demons: their tokens, Banners and Shrines."""

from __future__ import annotations

from matches.engine.dawnfall import attributes, markers, passive, victory
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.halves import Faction, token
from matches.engine.dawnfall.markers import Kind, define
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.state import Marker
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

DEMON = Faction("demon")
SON = "son-of-khyber"


# Tokens


def _frozen(table: Table, model: int, marker: Marker, name: str) -> list[tuple[str, int]]:
    """INI 0, ATT dash and MOV dash. Freeze"""
    return [] if name == "defense" else [("=", 0)] if name == "ini" else [("=dash", 0)]


def _weaker(table: Table, model: int, marker: Marker, name: str) -> list[tuple[str, int]]:
    """-1 to all attributes. Infection, Spectral Grasp"""
    return [("+", -1)]


def _scholars(table: Table, seat: int) -> list[int]:
    squads = table.roster.armies[seat].squads
    return [model for squad in squads if squad.slug == "dark-scholar" for model in table.standing(squad)]


def _grasped(table: Table, model: int, marker: Marker) -> bool:
    """The bearer is b2b with a Dark Scholar of the Demon player. R-CONTACT-TOKEN"""
    touch = table.touch(model)
    return any(table.bits(scholar) & touch for scholar in _scholars(table, marker.seat))


define("crystal-aegis", Kind("CRYSTAL AEGIS", traits=frozenset({"immune"})))
define("freeze", Kind("FREEZE", _frozen, price=2))
define("infection", Kind("INFECTION", _weaker))
define("spectral-grasp", Kind("SPECTRAL GRASP", _weaker, frozenset({"blocked"}), lasts=_grasped))


def holds_on(table: Table, model: int, trait: str) -> bool:
    """A Scholar in contact with a model in its SPECTRAL GRASP cannot be Pushed by enemies."""
    if table.squad(model).slug != "dark-scholar" or not any(table.state.markers):
        return False
    seat = table.roster.seat_of[model]
    touched = table.models_on(table.touch(model))
    grasps = (markers.on_model(table, other, "spectral-grasp") for other in touched)
    return any(grasp is not None and grasp.seat == seat for grasp in grasps)


attributes.TRAITS.add(holds_on, "no_enemy_push", faction=DEMON.slug)


@token("W-PASSIVE-START")
def end_aegis(play: Play) -> Rule[None]:
    """CRYSTAL AEGIS ends when the opponent noted on it starts a Passive turn. R-OPPONENT"""
    yield from ()
    for model in play.table.roster.models:
        aegis = markers.on_model(play.table, model, "crystal-aegis")
        if aegis is not None and aegis.number == play.table.state.active:
            markers.take_off(play.table, model, "crystal-aegis")


# Banners

for _banner, _option in (("demon-banner", 0), ("alternative-demon-banner", 1)):
    DEMON.banner(_banner, _option, can=common.some_squad_can_fight)(common.fight_all_around)


@DEMON.banner("demon-banner", 1, can=lambda play: play.can_move(play.models(SON)))
def stride(play: Play) -> Rule[None]:
    """The Son of Khyber may Move. R-MOVE"""
    yield from play.move(play.models(SON))


def _scorched(play: Play) -> list[int]:
    near = play.within(play.models(SON), 1)
    return [enemy for enemy in play.enemies() if play.table.space(enemy) in near]


@DEMON.banner("alternative-demon-banner", 0, can=lambda play: bool(_scorched(play)))
def scorch(play: Play) -> Rule[None]:
    """Check one enemy within Range 1 of the Son for Hit; if hit it gets a FIRE token. R-CHECK"""
    target = yield from play.choose_model(_scorched(play))
    son = next(s for s in play.models(SON) if play.distance(s, target) <= 1)
    if (yield from play.check_for_hit(son, [target])):
        play.put_token(target, "fire")


# Shrines


def _at_altar(play: Play, bits: int) -> bool:
    space = play.table.state.shrines[play.seat]
    return space >= 0 and bool(bits & play.table.board.space_touch[space])


@DEMON.shrine("blood-altar", at="W-WOUND-DEAL")
def bleed(play: Play) -> Rule[None]:
    """An enemy b2b with the Shrine takes 1 extra Wound in every Wound event. R-EXTRA"""
    yield from ()
    event = play.event
    if not play.yours(event.model) and _at_altar(play, play.table.bits(event.model)):
        event.count += 1


@DEMON.shrine("blood-altar", at="W-HARVEST")
def harvest_at_blood_altar(play: Play) -> Rule[None]:
    """In every player's own Harvest the Shrine is one more Crystal Source. R-SOURCE"""
    yield from ()
    _harvest(play)


@DEMON.shrine("altar-of-conquest", at="W-HARVEST")
def harvest_at_altar_of_conquest(play: Play) -> Rule[None]:
    """In every player's own Harvest the Shrine is one more Crystal Source. R-SOURCE"""
    yield from ()
    _harvest(play)


def _harvest(play: Play) -> None:
    table, active = play.table, play.table.state.active
    space = table.state.shrines[play.seat]
    if space >= 0 and passive.controls(table, active, space):
        passive.reap(table, active, 1)


@DEMON.shrine("altar-of-conquest", at="W-KILLED")
def conquer(play: Play) -> Rule[None]:
    """An enemy killed b2b with the Shrine: 1 extra VP and 1 Temporary Crystal. R-VP, R-TEMP"""
    yield from ()
    death = play.death
    if not play.yours(death.model) and _at_altar(play, death.bits):
        victory.gain(play.table, play.seat, 1, play.table.roster.seat_of[death.model])
        play.gain_temporary(1)
