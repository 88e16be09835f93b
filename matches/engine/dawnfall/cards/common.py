"""Halves that several cards share, once for all factions. Section 3 of the rulings: common uppers need no row."""

from __future__ import annotations

from collections.abc import Sequence

from matches.engine.dawnfall import crystals, dice, drawing, passive
from matches.engine.dawnfall.halves import Run
from matches.engine.dawnfall.moments import MoveAction
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.roster import Squad
from matches.engine.kernel.decisions import Option, Rule

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


def carrier_can_move(play: Play) -> bool:
    """A model of the carrier may Move."""
    return play.can_move(play.carried())


def carrier_move(play: Play) -> Rule[None]:
    """Each model of the carrier may Move. R-MOVE, R-CARRIER"""
    yield from play.move(play.carried())


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


def backstab(play: Play) -> Rule[None]:
    """Each model of one own Squad may Backstab one enemy b2b. R-BACKSTAB"""
    squads = [squad for squad in play.squads() if play.can_fight(play.table.standing(squad))]
    squad = yield from play.choose_squad(squads, "%(of)s: which Squad?")
    yield from play.backstabs(play.table.standing(squad))


def carrier_backstab(play: Play) -> Rule[None]:
    """Each model of the carrier may Backstab one enemy b2b. R-BACKSTAB, R-CARRIER"""
    yield from play.backstabs(play.carried())


# Hunting one enemy


def can_hunt(play: Play, models: Sequence[int]) -> bool:
    """One of the models reaches an enemy. R-REACH"""
    return any(play.reaches(model, enemy) for enemy in play.enemies() for model in models)


def hunt(play: Play, models: Sequence[int]) -> Rule[None]:
    """Those of the models that reach one enemy may Move to it, then each may fight it. R-REACH"""
    prey = [enemy for enemy in play.enemies() if any(play.reaches(model, enemy) for model in models)]
    target = yield from play.choose_model(prey, "%(of)s: which enemy?")
    hunters = [model for model in models if play.reaches(model, target)]
    movers = [model for model in hunters if play.can_move([model])]
    if movers:
        yield from play.perform(MoveAction(play.seat, tuple(movers), contact=target))
    yield from play.fight_together(hunters, target)


# Rerolls


def carrier_rolled(play: Play) -> bool:
    """A die rolled for the carrier may still be rerolled. R-REROLL"""
    roll = play.moment.roll
    return roll is not None and not roll.rerolled and play.of_carrier(roll.model)


def reroll(play: Play) -> Rule[None]:
    """Roll the die again. R-REROLL"""
    yield from ()
    roll = play.moment.roll
    assert roll is not None  # noqa: S101
    play.done = True
    dice.reroll(play.table, roll)


# Bonuses for one roll


def own_defense(play: Play) -> bool:
    """An own model is about to roll for Defense."""
    return play.own(play.fight.target) and play.value(play.fight.target, "defense") is not None


def carrier_defense(play: Play) -> bool:
    """A model of the carrier is about to roll for Defense."""
    return own_defense(play) and play.of_carrier(play.fight.target)


def successful_defense(play: Play) -> Rule[None]:
    """The model about to roll for Defense succeeds without rolling. R-AUTO-DEF"""
    yield from ()
    play.fight.automatic = "won"


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
    if play.squad is not None:
        models = [model for model in models if play.of_carrier(model)]
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


def can_charge_own(play: Play) -> bool:
    """There is an Enhancement of the player's own to charge, and a charge. R-CHARGE, R-YOUR"""
    return bool(play.own_chargeable())


def charging_own(play: Play) -> Rule[None]:
    """1 charge on each Enhancement of the player's own, the ally's excepted. R-CHARGE, R-YOUR"""
    yield from play.charge(play.own_chargeable())


def charge_one(play: Play, count: int) -> Rule[None]:
    """Charges on one of your Enhancements, all on the same. R-CHARGE, R-YOUR"""
    slot = yield from play.choose_slot(play.chargeable())
    yield from play.charge([slot], count)


def temporary_crystal(play: Play) -> Rule[None]:
    """Gain 1 Temporary Crystal. R-TEMP"""
    yield from ()
    play.gain_temporary(1)


def refresh_crystals(play: Play) -> Rule[None]:
    """Discard one other card from hand; then all Depleted Crystals return, the one just paid included. R-REFRESH"""
    cards, hand = play.table.roster.armies[play.seat].cards, play.table.state.hands[play.seat]
    named = {slug: cards[slug].name for slug in hand}
    options = [Option(f"discard:{slug}", "Discard %(name)s", {"card": slug, "name": n}) for slug, n in named.items()]
    ask = play.ask if len(hand) == 1 else play.ask_in_secret
    chosen = yield from ask("discard", "%(of)s: which card do you discard?", options)
    play.done = True
    drawing.discard(play.table, play.seat, chosen.data["card"])
    crystals.refresh(play.table, play.seat)


def holds_another_card(play: Play) -> bool:
    """There is another card in the hand from which this half is played. R-HAND"""
    return len(play.table.state.hands[play.seat]) > 1


def sources_touched(play: Play, models: Sequence[int]) -> list[int]:
    """The Crystal Sources that the player Controls and one of the models touches. R-SOURCE"""
    touch = 0
    for model in models:
        touch |= play.table.touch(model)
    bits = play.table.board.space_bits
    return [source for source in passive.controlled(play.table, play.seat) if bits[source] & touch]


def squads_at_shrine(play: Play) -> list[Squad]:
    """The player's Squads with a model b2b with the own Shrine. R-CONTACT-SQUAD"""
    space = play.table.state.shrines[play.seat]
    if space < 0:
        return []
    touch = play.table.board.space_touch[space]
    return [squad for squad in play.squads() if any(play.table.bits(m) & touch for m in play.table.standing(squad))]


def restorable(play: Play, squads: list[Squad]) -> list[Squad]:
    """The Squads that have lost an Endurance token. R-RESTORE"""
    return [squad for squad in squads if play.lost_tokens(squad) > 0]
