"""The Demons: their cavalry, the Succubi, with their Deployment card. Section 3.2 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attaching, attributes, changing_mode, placing
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.demon_relics import DEMON
from matches.engine.dawnfall.cavalry import Arrival, arrives, deploy, finds_room, mode_called, places
from matches.engine.dawnfall.choosing import Choosing
from matches.engine.dawnfall.moments import MoveAction
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

SUCCUBUS = "succubus"

upper, lower = DEMON.upper, DEMON.lower


# Appearance, the Deployment card


def _beside(play: Choosing, enemy: int) -> Arrival:
    mode = mode_called(play, "Illusions")
    return Arrival(places(play, mode=mode, touching=play.table.touch(enemy)), mode)


def _visited(play: Choosing) -> list[int]:
    return [enemy for enemy in play.enemies() if finds_room(play, _beside(play, enemy))]


@upper("appearance", can=lambda play: any(finds_room(play, _beside(play, enemy)) for enemy in play.enemies()))
def cantrip(play: Play) -> Rule[None]:
    """The whole Squad in Illusions mode, one of them b2b with an enemy. R-DEPLOY"""
    enemy = yield from play.choose_model(_visited(play), "%(of)s: b2b with which enemy?")
    yield from deploy(play, _beside(play, enemy))


def _anywhere(play: Choosing) -> Arrival:
    return Arrival(places(play))


@lower("appearance", squad=SUCCUBUS, can=arrives(_anywhere))
def appearance(play: Play) -> Rule[None]:
    """The whole Squad anywhere in Basic mode. R-DEPLOY"""
    yield from deploy(play, _anywhere(play))


# Venomous Kiss, the setup Enhancement


def _tricksters(play: Play) -> list[Squad]:
    squads = [squad for squad in play.squads(SUCCUBUS) if play.table.standing(squad)]
    return [squad for squad in squads if changing_mode.can_flip(play.table, play.seat, squad)]


@upper("venomous-kiss", can=lambda play: bool(_tricksters(play)))
def trickery(play: Play) -> Rule[None]:
    """Change Mode of the Succubus Squad. R-CHANGE-MODE"""
    yield from play.change_mode((yield from play.choose_squad(_tricksters(play))))


DEMON.switched("venomous-kiss")


def venomous_kiss(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """Each enemy b2b with a Succubus has -1 INI and DEF, or -1 to all while she is an Illusion. R-STACK, R-NO-COST"""
    for squad in table.roster.called.get(SUCCUBUS, ()):
        concerns = name in {"ini", "defense"} or table.mode(squad).name == "Illusions"
        if concerns and table.hostile(squad.seat, table.roster.seat_of[model]) and _kisses(table, squad, model):
            return [("+", -1)]
    return []


def _kisses(table: Table, squad: Squad, model: int) -> bool:
    touch = table.touch(model)
    return attaching.carries(table, squad, "venomous-kiss", "lower") and any(
        table.bits(succubus) & touch for succubus in squad.models
    )


attributes.MODIFIERS.add(venomous_kiss, faction=DEMON.slug)


# Apparitions


def _fleeing(play: Play) -> bool:
    fight = play.fight
    return (
        play.is_a(fight.opponent, SUCCUBUS)
        and not play.yours(fight.starter)
        and play.table.touching(fight.starter, fight.opponent)
        and bool(play.free_places(fight.opponent, placing.away_from(play.table, fight.opponent, fight.starter)))
    )


@lower("apparitions", squad=SUCCUBUS, can=_fleeing, cancels=True)
def apparitions(play: Play) -> Rule[None]:
    """A Succubus that an enemy b2b fights Teleports away from it; the Combat is cancelled. R-TELEPORT, R-CANCEL"""
    fight = play.fight
    yield from play.reposition(fight.opponent, placing.away_from(play.table, fight.opponent, fight.starter))
    fight.cancelled = True


# Soul Steal

upper("soul-steal", can=common.can_charge_own)(common.charging_own)


def _thieves(play: Play, enemy: int) -> list[int]:
    """Own models within Range 1 of a Succubus b2b with the enemy, other than she, that can get to the enemy."""
    succubi = [succubus for succubus in play.models(SUCCUBUS) if play.table.touching(succubus, enemy)]
    return [
        model
        for model in play.models()
        if any(model != succubus and play.distance(model, succubus) <= 1 for succubus in succubi)
        and play.reaches(model, enemy)
    ]


def _victims(play: Play) -> list[int]:
    return [enemy for enemy in play.in_contact(play.models(SUCCUBUS)) if _thieves(play, enemy)]


@lower("soul-steal", squad=SUCCUBUS, can=lambda play: bool(_victims(play)))
def soul_steal(play: Play) -> Rule[None]:
    """Another own model near a Succubus Moves to the enemy b2b with her, and fights it. R-REACH, R-COMBAT"""
    enemy = yield from play.choose_model(_victims(play), "%(of)s: which enemy?")
    model = yield from play.choose_model(_thieves(play, enemy), "%(of)s: which of your models?")
    if play.can_move([model]):
        yield from play.perform(MoveAction(play.seat, (model,), contact=enemy))
    if play.table.on_board(model) and play.table.on_board(enemy):
        yield from play.fight_together([model], enemy)
