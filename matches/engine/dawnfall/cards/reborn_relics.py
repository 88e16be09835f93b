"""The Reborn: their tokens, Banners and Shrines. Section 3.5 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attributes, markers, shooting, thickets, wounds
from matches.engine.dawnfall.attaching import Slot
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.reborn_woods import (
    GUARD,
    ORACLE,
    REBORN,
    at_space,
    choose_thicket,
    grow,
    movable,
    room_within,
    shrines,
    wander,
    woods,
)
from matches.engine.dawnfall.halves import token
from matches.engine.dawnfall.markers import Kind, define
from matches.engine.dawnfall.moments import NOBODY, WoundEvent
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.spots import number
from matches.engine.dawnfall.state import Marker, OnHex
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule

Pairs = list[tuple[str, int]]


# Tokens on models and cards


def _stunned(table: Table, model: int, marker: Marker, name: str) -> Pairs:
    """-3 to all attributes. Battering Ram"""
    return [("+", -3)]


def _rooted(table: Table, model: int, marker: Marker) -> bool:
    """The bearer is b2b with the Ancient Guard that gave the token, whose number it keeps. R-CONTACT-TOKEN"""
    return table.touching(model, marker.number)


define("paralysis", Kind("PARALYSIS", traits=frozenset({"paralysed"})))
define("stun", Kind("STUN", _stunned))
define("call", Kind("CALL"))
define("vines", Kind("VINES"))
define("rooted", Kind("ROOTED", traits=frozenset({"blocked"}), lasts=_rooted))


def holds_on(table: Table, model: int, trait: str) -> bool:
    """An Ancient Guard cannot be Pushed while the model that it has rooted is b2b."""
    if table.squad(model).slug != GUARD or not any(table.state.markers):
        return False
    bearers = (markers.on_model(table, other, "rooted") for other in table.models_on(table.touch(model)))
    return any(rooted is not None and rooted.number == model for rooted in bearers)


attributes.TRAITS.add(holds_on, "no_push", faction=REBORN.slug)


def weakened(table: Table, model: int, name: str) -> Pairs:
    """-1 to all attributes of an enemy b2b with the Oracle of Wrath for each WEAKENING token on its card. R-ALL-ATTR"""
    for squad in table.roster.called.get(ORACLE, ()):
        tokens = sum(card.tokens for card in table.state.attached[squad.number] if card.card == "weakening")
        if tokens and table.hostile(squad.seat, table.roster.seat_of[model]):
            return [("+", -tokens) for oracle in table.standing(squad) if table.touching(oracle, model)]
    return []


attributes.MODIFIERS.add(weakened, faction=REBORN.slug)


@token("W-PASSIVE-START")
def recover(play: Play) -> Rule[None]:
    """PARALYSIS and STUN come off the models of whoever begins a Passive turn; VINES end with the Reborn's own.

    R-OPPONENT, R-START-PASSIVE
    """
    yield from ()
    for model in play.table.roster.models_of(play.seat):
        for kind in ("paralysis", "stun"):
            markers.take_off(play.table, model, kind)
    markers.take_off_squads(play.table, "vines", play.seat)


# STRIKE


def _ripe(play: Play) -> dict[int, OnHex]:
    """STRIKE tokens of the Active player from earlier turns, by number, with somebody in their Space."""
    state = play.table.state
    return {
        n: strike
        for n, strike in enumerate(state.hex_tokens)
        if strike.kind == "strike" and strike.seat == play.seat and strike.number < state.turn
        if shooting.models_in(play.table, [strike.hex // 7])
    }


@token("W-ACTIVE-END")
def strike_from_below(play: Play) -> Rule[None]:
    """Each STRIKE token may be removed to check all in its Space for Hit, 1 Wound each. R-CHECK, R-AREA, R-DEALS"""
    table = play.table
    while (ripe := _ripe(play)) and not play.over():
        play.done = True
        options = [
            Option(f"strike:{n}", "In Space %(space)s", table.board.describe_hex(s.hex)) for n, s in ripe.items()
        ]
        chosen = yield from play.ask("strike", "Set off a STRIKE token?", [*options, Option("none", "Leave them")])
        if chosen.id == "none":
            return
        strike = ripe[number(chosen)]
        markers.take_away(table, strike)
        hit = yield from play.check_for_hit(NOBODY, shooting.models_in(table, [strike.hex // 7]))
        yield from play.wound_each(hit, NOBODY)


# Banners


def _seedbed(play: Play) -> int:
    return room_within(play, play.models(ORACLE), woods(play.table, play.seat), 2)


@REBORN.banner("reborn-banner", 0, can=lambda play: bool(_seedbed(play)))
def plant(play: Play) -> Rule[None]:
    """A new Thicket within Range 2 of the Oracle of Wrath or of a Thornheart Wood. R-RANGE, R-THORNHEART"""
    yield from grow(play, _seedbed(play))


@REBORN.banner("reborn-banner", 1, can=lambda play: bool(movable(play, play.table.state.thickets)))
def shift(play: Play) -> Rule[None]:
    """Move 1 Thicket by up to 1 Space. R-TOKEN-STEP"""
    yield from wander(play, movable(play, play.table.state.thickets))


def _shrine_seedbed(play: Play) -> int:
    return room_within(play, play.models(ORACLE), shrines(play.table, play.seat), 2)


@REBORN.banner("alternative-reborn-banner", 0, can=lambda play: bool(_shrine_seedbed(play)))
def plant_at_the_shrine(play: Play) -> Rule[None]:
    """A new Thicket within Range 2 of the Oracle of Wrath or of the Reborn Shrine. R-RANGE, R-THORNHEART"""
    yield from grow(play, _shrine_seedbed(play))


def _real_thickets(play: Play, squad: Squad) -> int:
    """The Thickets b2b with a Squad; Guards with VINES cannot be given. Poisonous Vines"""
    touch = 0
    for model in play.table.standing(squad):
        touch |= play.table.touch(model)
    return touch & play.table.state.thickets


def _fed(play: Play) -> list[Slot]:
    squads = {squad.number for squad in play.squads() if _real_thickets(play, squad)}
    return [slot for slot in play.chargeable() if slot[0] in squads]


@REBORN.banner("alternative-reborn-banner", 1, can=lambda play: bool(_fed(play)))
def consume(play: Play) -> Rule[None]:
    """A Thicket b2b with one of your Squads is removed for 2 charges on an Enhancement of it. R-PARTIAL, R-CHARGE"""
    slot = yield from play.choose_slot(_fed(play))
    given = _real_thickets(play, play.table.roster.squads[slot[0]])
    thicket = yield from choose_thicket(play, given, "%(of)s: which Thicket is removed?")
    assert thicket is not None  # noqa: S101
    thickets.remove(play.table, play.seat, thicket)
    yield from play.charge([slot], 2)


# Shrines


@REBORN.shrine("thornheart-wood", at="W-PASSIVE-END")
def prick(play: Play) -> Rule[None]:
    """At the end of a Reborn Passive turn every enemy b2b with a Thornheart Wood takes 1 Wound. R-DEALS, R-QUIET"""
    if play.seat != play.table.state.active:
        return
    play.done = True
    touched = [enemy for enemy in play.enemies() if at_space(play.table, enemy, woods(play.table, play.seat))]

    def wound(enemy: int) -> Rule[None]:
        yield from wounds.wound(play.table, WoundEvent(enemy, 1, play.seat, cause="shrine"))

    yield from play.each(touched, wound, "Thornheart Wood: which enemy is next?")


@REBORN.shrine("sapping-briar", at="W-WOUND-TAKEN")
def sap(play: Play) -> Rule[None]:
    """A Squad at the Shrine gets back 1 token for each Wound of an enemy there. R-RESTORE, R-THORNHEART"""
    event, table = play.event, play.table
    spaces = shrines(table, play.seat)
    if play.yours(event.model) or not any(table.board.space_touch[space] & event.bits for space in spaces):
        return
    squads = [squad for squad in play.squads() if any(at_space(table, m, spaces) for m in table.standing(squad))]
    hurt = common.restorable(play, squads)
    if hurt:
        play.done = True
        applied = event.tokens_lost + event.killed
        play.restore((yield from play.choose_squad(hurt, "Which Squad does the Sapping Briar restore?")), applied)
