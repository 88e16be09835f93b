"""The Dvergar: uppers that their cards share, cards for any Squad, and the Avenger. Section 3.3 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attaching, attributes, crystals, drawing, passive, placing, shooting
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.dvergar_relics import DVERGAR
from matches.engine.dawnfall.cards.dvergar_scrap import add_scrap, can_redistribute, redistribute
from matches.engine.dawnfall.halves import token
from matches.engine.dawnfall.moments import NOBODY
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

AVENGER = "avenger"

upper, lower, passive_half, ongoing = DVERGAR.upper, DVERGAR.lower, DVERGAR.passive, DVERGAR.ongoing

upper("exoskeleton", "energize", "rocket", can=common.carrier_rolled)(common.reroll)
upper("junk", can=common.carrier_can_fight)(common.carrier_combat)
upper("refined-fuel", "protection", can=common.carrier_can_move)(common.carrier_move)
upper("fury", can=common.holds_another_card)(common.refresh_crystals)
upper("slam", can=common.own_defense)(common.successful_defense)
lower("mechanism", squad=None, can=can_redistribute)(redistribute)


# Uppers of the Dvergar alone


def _no_combat_running(play: Play) -> bool:
    return not play.table.fights and common.carrier_can_fight(play)


upper("radiostation", can=_no_combat_running)(common.carrier_combat)


@upper("detonation", "meltdown", destroys=1)
def prospecting(play: Play) -> Rule[None]:
    """Destroy 1 Crystal; then 1 from the pile to the Depleted Pool for each Controlled Source. R-DESTROY, R-SOURCE"""
    yield from ()
    crystals.destroy(play.table, play.seat)
    crystals.gain(play.table, play.seat, len(passive.controlled(play.table, play.seat)), depleted=True)


def _thrown_away(play: Play) -> list[int]:
    """Own Squads that have just lost Endurance tokens to a Wound which still lie about. R-TOKEN-LOSS"""
    return [squad.number for squad in play.squads() if play.event.off.get(squad.number)]


def _pick_up(play: Play, squad: int, count: int) -> None:
    play.event.off[squad] -= count
    add_scrap(play.table, play.seat, count)


@upper("mechanism", "flamethrower", "chained-weapon", "marked-for-death", can=lambda play: bool(_thrown_away(play)))
def junk(play: Play) -> Rule[None]:
    """One Endurance token that a Wound took goes to the Shrine. R-TOKEN-LOSS"""
    yield from ()
    _pick_up(play, _thrown_away(play)[0], 1)


def _dealt(play: Play) -> bool:
    """A Dvergar model or half dealt the Wounds; those of tokens are nobody's deed. R-DEALS"""
    return play.event.seat == play.seat and play.event.cause != "token" and bool(play.own_chargeable())


@upper("chain-grab", "deflect", can=_dealt)
def scavengers(play: Play) -> Rule[None]:
    """After a Dvergar dealt Wounds: 3 charges on one Dvergar Enhancement. R-CHARGE, R-WOUND-EVENT"""
    slot = yield from play.choose_slot(play.own_chargeable())
    yield from play.charge([slot], 3)


def _fell(play: Play) -> bool:
    return play.own(play.death.model) and bool(play.own_chargeable())


@upper("mechanical-shield", can=_fell, also=("W-SACRIFICED",))
def feedback(play: Play) -> Rule[None]:
    """After a Dvergar model was killed or Sacrificed: 2 charges on each Dvergar Enhancement. R-CHARGE"""
    yield from play.charge(play.own_chargeable(), 2)


@upper("reclaimed-crystals", can=lambda play: play.own(play.death.model) and play.table.state.neutral_crystals > 0)
def crystal_engine(play: Play) -> Rule[None]:
    """After a Dvergar model was killed: 1 Crystal. R-GAIN"""
    yield from ()
    play.gain(1)


# Any Squad


@ongoing("exoskeleton")
def exoskeleton(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """The carrier has double MOV. R-ATTR-ORDER"""
    return [("*", 2)] if name == "mov" else []


@passive_half("junk", at="W-TOKEN-LOST")
def keep_junk(play: Play) -> Rule[None]:
    """Every token that the carrier loses to a Wound goes to the Shrine. R-TOKEN-LOSS, R-INSTANT-PASSIVE"""
    yield from ()
    if play.event.off.get(play.carrier.number):
        _pick_up(play, play.carrier.number, play.event.off[play.carrier.number])


DVERGAR.switched("radiostation")


def radiostation(table: Table, seat: int) -> int:
    """1 card more while a Squad that carries a Radiostation lives, however many there are. Q-22, R-STACK"""
    army = table.roster.armies[seat]
    if army.faction != DVERGAR.slug:
        return 0
    on = (squad for squad in army.squads if attaching.carries(table, squad, "radiostation", "lower"))
    return int(any(table.alive(squad) for squad in on))


drawing.HAND_LIMITS.append(radiostation)


def area_of(table: Table, space: int) -> list[int]:
    """The models in a Space and those around it. R-ADJACENT"""
    return shooting.models_in(table, (space, *table.board.neighbours[space]))


def blow_up(play: Play, space: int) -> Rule[None]:
    """Check all in a Space and around it for Hit with +2; 1 Wound for each hit. R-CHECK, R-AREA, R-OWN-KILL"""
    targets = area_of(play.table, space)
    if targets and not play.over():
        hit = yield from play.check_for_hit(NOBODY, targets, 2)
        yield from play.wound_each(hit, NOBODY)


def _grave(play: Play) -> int:
    """The Space in which the model died."""
    return (play.death.bits.bit_length() - 1) // 7


def _blasts(play: Play) -> bool:
    return play.own(play.death.model) and bool(area_of(play.table, _grave(play)))


@lower("detonation", squad=None, can=_blasts)
def detonation(play: Play) -> Rule[None]:
    """A Dvergar model that was killed blows up. R-SACRIFICE"""
    yield from blow_up(play, _grave(play))


# Avenger


@lower("fury", squad=AVENGER, can=lambda play: play.can_fight(play.models(AVENGER)))
def fury(play: Play) -> Rule[None]:
    """The Avenger may fight each enemy b2b; enemies killed in these Combats are worth 1 VP more. R-COMBAT-EACH"""
    avenger = yield from play.choose_model(play.models(AVENGER))
    play.lasting(avenger, "fury", 0, "fury")
    yield from play.fight_each(avenger)
    attributes.end_span(play.table, "fury")


@token("W-DYING")
def die_by_fury(play: Play) -> Rule[None]:
    """An enemy that dies in a Combat of Fury: the award for this kill is 1 VP more. R-VP"""
    yield from ()
    table, death = play.table, play.death
    if death.fight is None or not attributes.has(table, death.fight.starter, "fury"):
        return
    seats = table.roster.seat_of
    if table.hostile(seats[death.fight.starter], seats[death.model]):
        death.vp += 1


def _grabbable(play: Play, avenger: int) -> list[int]:
    near = play.within([avenger], 3)
    enemies = [enemy for enemy in play.enemies() if play.table.space(enemy) in near]
    return [e for e in enemies if play.free_places(e, placing.touching(play.table, e, avenger))]


@lower("chain-grab", squad=AVENGER, can=lambda play: any(_grabbable(play, avenger) for avenger in play.models(AVENGER)))
def chain_grab(play: Play) -> Rule[None]:
    """Put an enemy within Range 3 on empty hexes b2b with the Avenger. R-PULL, R-REPOSITION"""
    avenger = yield from play.choose_model([model for model in play.models(AVENGER) if _grabbable(play, model)])
    enemy = yield from play.choose_model(_grabbable(play, avenger), "%(of)s: which enemy?")
    yield from play.reposition(enemy, placing.touching(play.table, enemy, avenger))


def _avenger_defends(play: Play) -> bool:
    return play.is_a(play.fight.target, AVENGER) and common.own_defense(play)


lower("mechanical-shield", squad=AVENGER, can=_avenger_defends)(common.successful_defense)
