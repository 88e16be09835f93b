"""The Dvergar: their tokens, Banners and Shrines. Section 3.3 of the rulings"""

from __future__ import annotations

from collections.abc import Iterable

from matches.engine.dawnfall import attributes, crystals, dice, markers
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.dvergar_scrap import add_scrap, can_redistribute, redistribute, scrap
from matches.engine.dawnfall.halves import Faction, token
from matches.engine.dawnfall.markers import Kind, define
from matches.engine.dawnfall.paying import StandIn
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.state import Effect
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

DVERGAR = Faction("dvergar")


# Tokens (FIRE belongs to several factions and is in tokens.py)

define("marked", Kind("MARKED"))


@token("W-WOUND-TAKE")
def suffer_in_place(play: Play) -> Rule[None]:
    """Wounds that another model takes lose what was added for the first one; its own token adds to them."""
    yield from suffer_more(play)


@token("W-WOUND-DEAL")
def suffer_more(play: Play) -> Rule[None]:
    """A model with MARKED suffers 1 Wound more in this Wound event, whoever deals it. R-EXTRA, R-MOVED-WOUND"""
    yield from ()
    event, mark = play.event, _marked(play.event.model)
    others = {used for used in event.used if used.startswith(_marked()) and used != mark}
    event.count -= len(others)
    event.used -= others
    if mark not in event.used and markers.on_model(play.table, event.model, "marked") is not None:
        event.count += 1
        event.used.add(mark)


@token("W-WOUND-TAKEN")
def suffered(play: Play) -> Rule[None]:
    """The bearer of MARKED has suffered Wounds: the token goes."""
    yield from ()
    if _marked(play.event.model) in play.event.used:
        markers.take_off(play.table, play.event.model, "marked")


def _marked(model: int | str = "") -> str:
    return f"marked:{model}"


# Dvergar Banner: two models joined


def partner(table: Table, model: int) -> int | None:
    """The model that is joined with this one. R-JOINED"""
    for effect in table.state.effects:
        if effect.kind == "joined" and effect.model == model and table.touching(model, effect.amount):
            return effect.amount
    return None


def joined(table: Table, model: int, name: str) -> Iterable[tuple[str, int]]:
    """ATT and DEF of a joined model are the sums of both; a dash counts 0. R-JOINED"""
    if not table.state.effects:
        return ()
    other = partner(table, model)
    if other is None:
        return ()
    return [("with", attributes.value(table, other, name, without=joined) or 0)]  # type: ignore[arg-type]


attributes.MODIFIERS.add(joined, "att", "defense", faction=DVERGAR.slug)
attributes.LASTS["joined"] = lambda table, effect: table.touching(effect.model, effect.amount)


def _pairs(play: Play) -> dict[int, list[int]]:
    """The models that are not joined, each with those of them that touch it, if there are any."""
    taken = {effect.model for effect in play.table.state.effects if effect.kind == "joined"}
    free = [model for model in play.models() if model not in taken]
    beside = {model: [other for other in free if play.table.touching(model, other)] for model in free}
    return {model: others for model, others in beside.items() if others}


@DVERGAR.banner("dvergar-banner", 0, can=lambda play: bool(_pairs(play)))
def join(play: Play) -> Rule[None]:
    """Two Dvergar models b2b count as one in Combat until the end of the turn. R-JOINED"""
    pairs = _pairs(play)
    one = yield from play.choose_model(list(pairs), "%(of)s: which model is joined?")
    other = yield from play.choose_model(pairs[one], "%(of)s: with which model?")
    play.until_end_of_turn(one, "joined", other)
    play.until_end_of_turn(other, "joined", one)


@token("W-COMBAT")
def fight_for_both(play: Play) -> Rule[None]:
    """Once a joined model fights, the other makes no Combat of its own this turn. R-JOINED"""
    yield from ()
    table, fight = play.table, play.fight
    other = partner(table, fight.starter)
    if other is not None and not attributes.has(table, other, "no_combat"):
        attributes.last(table, Effect("no_combat", other, 0, "turn", "joined"))


DVERGAR.banner("dvergar-banner", 1, can=can_redistribute)(redistribute)


# Alternative Dvergar Banner


def _about_to_roll(play: Play) -> bool:
    roll = play.moment.roll
    return roll is not None and roll.seat == play.seat


@DVERGAR.banner("alternative-dvergar-banner", 0, at="W-DIE", can=_about_to_roll)
def roll_red(play: Play) -> Rule[None]:
    """The roll that is about to be made is made with the Red Die, without paying for it."""
    yield from ()
    assert play.moment.roll is not None  # noqa: S101
    play.moment.roll.die = "red"


def _tradable(play: Play) -> bool:
    return scrap(play.table, play.seat) > 0 and play.table.state.depleted[play.seat] > 0


@DVERGAR.banner("alternative-dvergar-banner", 1, can=_tradable)
def trade_scrap(play: Play) -> Rule[None]:
    """1 Endurance token off the Shrine refreshes 1 Crystal. R-REFRESH"""
    yield from ()
    add_scrap(play.table, play.seat, -1)
    crystals.refresh(play.table, play.seat, 1)


# Shrines


def _repairable(play: Play, squad: Squad) -> bool:
    charged = bool(play.table.state.attached[squad.number]) and play.table.state.neutral_charges > 0
    return charged or (scrap(play.table, play.seat) > 0 and play.lost_tokens(squad) > 0)


@DVERGAR.shrine("junkyard", at="W-PASSIVE-SHRINE")
def repair(play: Play) -> Rule[None]:
    """One Squad in contact may get 2 charges on each Enhancement and 1 token off the Junkyard. R-SHRINE-PASSIVE"""
    if play.seat != play.table.state.active:
        return
    squads = [squad for squad in common.squads_at_shrine(play) if _repairable(play, squad)]
    if not squads:
        return
    play.done = True
    squad = yield from play.maybe_squad(squads, "Junkyard: which Squad is served?", "None")
    if squad is None:
        return
    cards = play.table.state.attached[squad.number]
    yield from play.charge([(squad.number, n) for n in range(len(cards))], 2)
    if scrap(play.table, play.seat) and play.lost_tokens(squad):
        add_scrap(play.table, play.seat, -1)
        play.restore(squad)


@DVERGAR.shrine_pays("factory")
def factory(table: Table, seat: int, what: str) -> list[StandIn]:
    """Tokens on the Factory may be given for a Red Die or a cogwheel's reroll, in any turn. W-PAY"""
    army = table.roster.armies[seat]
    if what not in {dice.RED_DIE, dice.REROLL} or (army.faction, army.shrine.slug) != (DVERGAR.slug, "factory"):
        return []
    words = "%(count)s with an Endurance token of the Factory"
    return [StandIn("factory", scrap(table, seat), words, lambda at, of: add_scrap(at, of, -1))]
