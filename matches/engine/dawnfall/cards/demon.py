"""The Demons: uppers of their cards, cards for any Squad, Son of Khyber and Bloodsmiths. Section 3.2"""

from __future__ import annotations

from matches.engine.dawnfall import changing_mode, combat, crystals, passive, placing
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.demon_relics import DEMON
from matches.engine.dawnfall.play import Play, TakenBack
from matches.engine.dawnfall.pushing import Pushes
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

SON, SMITH = "son-of-khyber", "bloodsmith"

upper, lower, passive_half, ongoing = DEMON.upper, DEMON.lower, DEMON.passive, DEMON.ongoing

upper("mist", "energy-source", "hijack", "self-destruct", can=common.some_squad_can_move)(common.move)
upper("horde", "resurrection", can=common.some_squad_can_fight)(common.combat)
upper("war-fever", can=common.carrier_can_fight)(common.carrier_combat)
upper("crystal-aegis", can=common.own_defense)(common.plus_two)
upper("bloody-whirlwind", can=common.own_attack)(common.plus_two)
upper("rush", "mind-control")(common.temporary_crystal)
upper("infernal-power", can=common.can_charge)(common.charging)


# Uppers of the Demons alone


def _with_tokens(play: Play) -> list[Squad]:
    return [squad for squad in play.squads() if play.table.state.endurance[squad.number]]


@upper("fireball", "ice-beam", "infernal-rites", "apparitions", can=lambda play: bool(_with_tokens(play)))
def dark_power(play: Play) -> Rule[None]:
    """1 Endurance token of a Demon Squad becomes 2 Temporary Crystals. R-SACRIFICE-TOKEN, R-TEMP"""
    play.give_up_token((yield from play.choose_squad(_with_tokens(play))))
    play.gain_temporary(2)


def _teleportable(play: Play) -> list[int]:
    return [model for model in play.models() if not play.blocked(model)]


@upper("freeze", "shadowzone", "spectral-grasp", can=lambda play: bool(_teleportable(play)))
def teleport(play: Play) -> Rule[None]:
    """One Demon model anywhere; it may Push smaller models there. R-TELEPORT, R-CARD-PUSH"""
    model = yield from play.choose_model(_teleportable(play))
    yield from play.reposition(model, play.anywhere(model), Pushes())


# Any Squad


@lower("horde", squad=None, can=lambda play: common.can_hunt(play, play.models()))
def horde(play: Play) -> Rule[None]:
    """Any Demon models that reach an enemy Move to it, then each may fight it. R-REACH"""
    yield from common.hunt(play, play.models())


def _switchable(play: Play) -> list[int]:
    """Models that have a partner of their base size to switch with. R-SWITCH"""
    models = [model for model in play.table.roster.models if play.table.on_board(model) and not play.blocked(model)]
    bases = [play.table.base(model) for model in models]
    return [model for model, base in zip(models, bases, strict=True) if bases.count(base) > 1]


@lower("mist", squad=None, can=lambda play: bool(_switchable(play)))
def mist(play: Play) -> Rule[None]:
    """Any two models with equal bases, whoever owns them, switch places. R-SWITCH"""
    models = _switchable(play)
    one = yield from play.choose_model(models, "%(of)s: which model?")
    others = [other for other in models if placing.can_switch(play.table, play.seat, one, other)]
    other = yield from play.choose_model(others, "%(of)s: with which model?")
    placing.switch(play.table, one, other)


def _fallen(play: Play) -> list[Squad]:
    return [squad for squad in play.squads() if play.dead([squad])]


@lower("resurrection", squad=None, can=lambda play: play.can_pay(1) and bool(_fallen(play)))
def resurrection(play: Play) -> Rule[None]:
    """Dead models of one Squad return, 1 Crystal each, and 1 for each Endurance token. R-COST-X, R-RETURN"""
    squad = yield from play.choose_squad(_fallen(play))
    dead = play.dead([squad])
    means = max(n for n in range(1, len(dead) + play.lost_tokens(squad) + 1) if play.can_pay(n))
    count = yield from play.choose_number(1, min(len(dead), means), "%(of)s: how many models return?")
    spare = min(play.lost_tokens(squad), means - count)
    tokens = yield from play.choose_number(0, spare, "%(of)s: how many Endurance tokens?")
    yield from play.pay(count + tokens)
    play.restore(squad, tokens)
    for model in dead[:count]:
        yield from play.return_model(model)


# Son of Khyber


@upper("rage", can=lambda play: play.of_carrier(play.event.dealer) and play.table.on_board(play.event.dealer))
def repeat(play: Play) -> Rule[None]:
    """The model that dealt the Wound may Move and then fight, once the Combat under way is over. R-NO-SEQUENCE"""
    model = play.event.dealer

    def again() -> Rule[None]:
        if play.table.on_board(model):
            yield from play.move([model])
        if play.table.on_board(model) and not play.over():
            yield from play.fight_one(model)

    yield from combat.when_over(play.table, again)


@passive_half("rage", at="W-KILLED")
def rage(play: Play) -> Rule[None]:
    """Whenever the Son of Khyber kills an enemy model: refresh Crystal Pool and Banner. R-REFRESH"""
    yield from ()
    death = play.death
    if death.killer in play.carrier.models and not play.yours(death.model):
        crystals.refresh(play.table, play.seat)
        passive.refresh_banner(play.table, play.seat)


@ongoing("war-fever")
def war_fever(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """+1 INI and +1 DEF for each Endurance token he has lost. R-LOST"""
    squad = table.squad(model)
    if squad.slug != SON or name not in {"ini", "defense"}:
        return []
    return [("+", squad.endurance - table.state.endurance[squad.number])]


def _raging(play: Play) -> bool:
    """Some Son has an enemy in contact, and has lost a token or loses one by paying."""
    sons, state = play.models(SON), play.table.state
    pays = not state.temporary[play.seat] and any(state.endurance[play.table.roster.squad_of[son]] for son in sons)
    return play.can_fight(sons) and (pays or any(play.lost_tokens(play.table.squad(son)) for son in sons))


@lower("bloody-whirlwind", squad=SON, can=_raging)
def bloody_whirlwind(play: Play) -> Rule[None]:
    """The Son may fight one Combat for each Endurance token he has lost, after payment. R-LOST"""
    son = yield from play.choose_model(play.models(SON))
    lost = play.lost_tokens(play.table.squad(son))
    if not lost and not play.done:
        raise TakenBack
    for _ in range(lost):
        if play.over() or not (yield from play.fight_one(son)):
            return


def _son_hurt(play: Play) -> bool:
    dealer = play.event.dealer
    return play.is_a(dealer, SON) and play.lost_tokens(play.table.squad(dealer)) > 0


@lower("energy-source", squad=SON, can=_son_hurt)
def energy_source(play: Play) -> Rule[None]:
    """After the Son has dealt a Wound, restore 1 Endurance token to him. R-WOUND-EVENT, R-RESTORE"""
    yield from ()
    play.restore(play.table.squad(play.event.dealer))


# Bloodsmith


def _checked_models(play: Play) -> list[int]:
    """Own models whose INI is about to be compared, or checked for Hit. R-INI-CHECK"""
    fight = play.moment.fight
    models = play.moment.targets if fight is None else [fight.starter, fight.opponent]
    return [model for model in models if play.own(model)]


def _checked(play: Play) -> list[Squad]:
    return list(dict.fromkeys(play.table.squad(model) for model in _checked_models(play)))


@upper("faith", can=lambda play: bool(_checked(play)), also=("W-BEFORE-HIT",))
def initiative(play: Play) -> Rule[None]:
    """+2 INI for one INI check of a Demon Squad: all its models that are checked by it. R-INI-CHECK"""
    squad = yield from play.choose_squad(_checked(play))
    for model in _checked_models(play):
        if model in squad.models:
            play.lasting(model, "ini+", 2, "ini")


@lower("faith", squad=SMITH, can=common.can_charge)
def faith(play: Play) -> Rule[None]:
    """3 charges on one of your Enhancements. R-CHARGE, R-YOUR"""
    yield from common.charge_one(play, 3)


def _smiths(play: Play) -> list[Squad]:
    squads = [squad for squad in play.squads(SMITH) if play.table.standing(squad)]
    return [squad for squad in squads if changing_mode.can_flip(play.table, play.seat, squad)]


@lower("infernal-power", squad=SMITH, can=lambda play: bool(_smiths(play)))
def infernal_power(play: Play) -> Rule[None]:
    """Change Mode of the Bloodsmith Squad, in either direction. R-CHANGE-MODE"""
    yield from play.change_mode((yield from play.choose_squad(_smiths(play))))


def _your_dead(play: Play) -> list[int]:
    return play.dead(squad for seat in play.your_seats() for squad in play.table.roster.armies[seat].squads)


def _rites(play: Play) -> bool:
    event = play.event
    return play.of_carrier(event.dealer) and not play.yours(event.model) and bool(_your_dead(play))


@lower("infernal-rites", squad=SMITH, can=_rites)
def infernal_rites(play: Play) -> Rule[None]:
    """After a Bloodsmith has Wounded an enemy, one of your dead models returns. R-RETURN, R-YOUR"""
    yield from play.return_model((yield from play.choose_model(_your_dead(play))))
