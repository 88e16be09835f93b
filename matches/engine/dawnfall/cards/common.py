"""Halves that several cards share, once for all factions. Section 3 of the rulings: common uppers need no row."""

from __future__ import annotations

from matches.engine.dawnfall.halves import Run
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.roster import Squad
from matches.engine.kernel.decisions import Rule

# Move and Combat


def some_squad_can_move(play: Play) -> bool:
    """One of the player's models may Move."""
    return play.can_move(play.models())


def move(play: Play) -> Rule[None]:
    """Each model of one own Squad may Move. R-MOVE"""
    squads = [squad for squad in play.squads() if play.can_move(play.table.standing(squad))]
    squad = yield from play.choose_squad(squads, "%(of)s: which Squad Moves?")
    yield from play.move(play.table.standing(squad))


def some_squad_can_fight(play: Play) -> bool:
    """One of the player's models has somebody to fight."""
    return play.can_fight(play.models())


def combat(play: Play) -> Rule[None]:
    """Each model of one own Squad may fight one Combat. R-COMBAT"""
    squads = [squad for squad in play.squads() if play.can_fight(play.table.standing(squad))]
    squad = yield from play.choose_squad(squads, "%(of)s: which Squad fights?")
    yield from play.combat(play.table.standing(squad))


def carrier_can_fight(play: Play) -> bool:
    """A model of the carrier has somebody to fight."""
    return play.can_fight(play.carried())


def carrier_combat(play: Play) -> Rule[None]:
    """Each model of the carrier may fight one Combat. R-COMBAT, R-CARRIER"""
    yield from play.combat(play.carried())


def carrier_can_move_or_fight(play: Play) -> bool:
    """A model of the carrier can do one or the other."""
    return play.can_move(play.carried()) or play.can_fight(play.carried())


def carrier_move_and_combat(play: Play) -> Rule[None]:
    """Each model of the carrier may Move and then fight one Combat. R-MOVE-COMBAT"""
    yield from play.move(play.carried())
    if not play.over():
        yield from play.combat(play.carried())


def fight_all_around(play: Play) -> Rule[None]:
    """One own model may fight a separate Combat against each enemy b2b with it. R-COMBAT-EACH"""
    model = yield from play.choose_model([model for model in play.models() if play.can_fight([model])])
    yield from play.fight_each(model)


# Bonuses for one roll


def own_defense(play: Play) -> bool:
    """An own model is about to roll for Defense."""
    return play.own(play.fight.target) and play.value(play.fight.target, "defense") is not None


def carrier_defense(play: Play) -> bool:
    """A model of the carrier is about to roll for Defense."""
    return own_defense(play) and play.of_carrier(play.fight.target)


def own_attack(play: Play) -> bool:
    """An own model is about to roll for Attack, Counterattack or Backstab."""
    return play.own(play.fight.attacker)


def roll_bonus(amount: int) -> Run:
    """So much on the roll that the window is about. R-ROLL-BONUS"""

    def run(play: Play) -> Rule[None]:
        yield from ()
        roll = play.moment.roll
        assert roll is not None  # noqa: S101
        roll.bonus += amount

    return run


plus_two = roll_bonus(2)


# Dodge, Teleport


def can_dodge(play: Play) -> bool:
    """An own model of the Combat has room in an adjacent Space. R-REPOSITION, R-BLOCKED"""
    return bool(_dodgers(play))


def _dodgers(play: Play) -> list[int]:
    models = [model for model in (play.fight.starter, play.fight.opponent) if play.own(model)]
    return [model for model in models if play.free_places(model, play.adjacent(model))]


def dodge(play: Play) -> Rule[None]:
    """Reposition an own model that has just entered Combat; the Combat is cancelled. R-DECLARED, R-CANCEL"""
    model = yield from play.choose_model(_dodgers(play))
    yield from play.reposition(model, play.adjacent(model))
    play.fight.cancelled = True


# Charges and Crystals


def can_charge(play: Play) -> bool:
    """There is an Enhancement to charge, and a charge. R-CHARGE"""
    return bool(play.chargeable())


def charging(play: Play) -> Rule[None]:
    """1 charge on each of your Enhancements. R-CHARGE, R-YOUR"""
    yield from play.charge(play.chargeable())


def charge_one(play: Play, count: int) -> Rule[None]:
    """Charges on one of your Enhancements, all on the same. R-CHARGE, R-YOUR"""
    slot = yield from play.choose_slot(play.chargeable())
    yield from play.charge([slot], count)


def temporary_crystal(play: Play) -> Rule[None]:
    """Gain 1 Temporary Crystal. R-TEMP"""
    yield from ()
    play.gain_temporary(1)


def restorable(play: Play, squads: list[Squad]) -> list[Squad]:
    """The Squads that have lost an Endurance token. R-RESTORE"""
    return [squad for squad in squads if play.lost_tokens(squad) > 0]
