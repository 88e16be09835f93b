"""Rha-Zack: its cavalry, the Jumpsuit, with its Deployment card, and BARRIER tokens. Section 3.6 of the rulings"""

from __future__ import annotations

from typing import Final

from matches.engine.dawnfall import backstab, combat, markers, paying, reach, victory, walking
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.rhazack import cloud_can_move, energy_cloud
from matches.engine.dawnfall.cards.rhazack_relics import RHAZACK
from matches.engine.dawnfall.cavalry import Arrival, arrives, deploy, places
from matches.engine.dawnfall.choosing import Choosing
from matches.engine.dawnfall.halves import token
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.state import OnHex
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule, ask

JUMPSUIT = "jumpsuit"
#: BARRIER tokens that there are, what it costs to pass one, and how far they are put. R-SUPPLY
BARRIERS: Final = 3
TOLL: Final = 1
REACH: Final = 3

upper, lower = RHAZACK.upper, RHAZACK.lower

upper("barrier", can=cloud_can_move)(energy_cloud)
upper("gravitron-punch", can=common.can_charge)(common.charging)


# From the Skies, the Deployment card


def _anywhere(play: Choosing) -> Arrival:
    return Arrival(places(play))


@upper("from-the-skies", can=arrives(_anywhere))
def descend(play: Play) -> Rule[None]:
    """The Jumpsuit on any empty hexes. R-DEPLOY"""
    yield from deploy(play, _anywhere(play))


@lower("from-the-skies", squad=JUMPSUIT, can=arrives(_anywhere))
def from_the_skies(play: Play) -> Rule[None]:
    """The Jumpsuit on any empty hexes; check all b2b with it, own ones too, 1 Wound for each hit. R-DEPLOY, R-CHECK"""
    yield from deploy(play, _anywhere(play))
    suit = play.carrier.models[0]
    touched = list(play.table.models_on(play.table.touch(suit)))
    if touched:
        hit = yield from play.check_for_hit(suit, touched)
        yield from play.wound_each(hit, suit)


# Lightning Strike, the setup Enhancement; its lower half is in rhazack_strike.py


def _bought_off(play: Play) -> int:
    """How many tokens the carrier would lose now, as far as there are Victory Points to give for them. R-VP"""
    tokens = min(play.event.count, play.table.state.endurance[play.carrier.number])
    return min(tokens, victory.room(play.table, play.seat))


def _set_back(play: Play) -> bool:
    return not play.table.setup.multiplayer and play.of_carrier(play.event.model) and _bought_off(play) > 0


@upper("lightning-strike", can=_set_back)
def temporary_setback(play: Play) -> Rule[None]:
    """The carrier keeps the Endurance tokens it would lose, for 1 VP each. R-VP, R-NO-LIMIT"""
    yield from ()
    count = _bought_off(play)
    play.event.spared = count
    victory.lose(play.table, play.seat, count)


# Barrier


def _barriers(table: Table) -> list[OnHex]:
    return [on for on in table.state.hex_tokens if on.kind == "barrier"]


def _open_spaces(play: Play) -> list[int]:
    """The empty Spaces within Range 3 of the Jumpsuit that bear no BARRIER. R-EMPTY, R-RANGE"""
    table = play.table
    barred = {on.hex // 7 for on in _barriers(table)}
    near = play.within(play.models(JUMPSUIT), REACH)
    return sorted(n for n in near - barred if not table.state.occupied & table.board.space_bits[n])


@lower("barrier", squad=JUMPSUIT, can=lambda play: len(_barriers(play.table)) < BARRIERS and bool(_open_spaces(play)))
def barrier(play: Play) -> Rule[None]:
    """3 BARRIER tokens on empty Spaces within Range 3, or as many as there are and find room. R-SUPPLY"""
    free, chosen = _open_spaces(play), list[int]()
    for _ in range(min(BARRIERS - len(_barriers(play.table)), len(free))):
        space = yield from play.choose_space([n for n in free if n not in chosen], "%(of)s: on which Space?")
        chosen.append(space)
    play.done = True
    for space in chosen:
        markers.lay(play.table, OnHex("barrier", play.seat, 7 * space))


@RHAZACK.spend("barrier", at=("W-OWN",), can=lambda play: bool(_barriers(play.table)))
def remove_barrier(play: Play) -> Rule[None]:
    """Remove one of the BARRIER tokens; more, or none, are up to the player."""
    lying = _barriers(play.table)
    space = yield from play.choose_space([on.hex // 7 for on in lying], "Which BARRIER is removed?")
    play.done = True
    markers.take_away(play.table, next(on for on in lying if on.hex // 7 == space))


def _watched(table: Table) -> int:
    """The Spaces with a BARRIER, as bits."""
    spaces = 0
    for on in _barriers(table):
        spaces |= 1 << on.hex // 7
    return spaces


def _closed(table: Table, seat: int) -> int:
    """They are closed to who cannot pay."""
    return _watched(table) if table.state.hex_tokens and not paying.can_pay(table, seat, TOLL, "BARRIER") else 0


walking.WATCHED.append(_watched)
reach.CLOSED.append(_closed)

_PAY: Final = Option("toll", "Pay 1 to enter")
_STOP: Final = Option("stop", "Stop before it")


@token("W-ENTER")
def take_toll(play: Play) -> Rule[None]:
    """Who makes the Move pays 1 Crystal for each model that enters, or it does not enter; the token stays. R-ENTER"""
    table, moment = play.table, play.moment
    if not table.state.hex_tokens or not _watched(table) >> moment.space & 1 or moment.move is None:
        return
    seat = moment.move.seat
    able = paying.can_pay(table, seat, TOLL, "BARRIER")
    data = {"model": moment.model, "name": table.squad(moment.model).name}
    words = "A BARRIER lies before %(name)s. What now?"
    chosen = (yield from ask(seat, "toll", words, (_PAY, _STOP), data)) if able else _STOP
    if chosen is _PAY:
        yield from paying.pay(table, seat, TOLL, "BARRIER")
    else:
        moment.halt = "before"


# Gravitron Punch


@lower("gravitron-punch", squad=JUMPSUIT, can=lambda play: bool(play.in_contact(play.models(JUMPSUIT))))
def gravitron_punch(play: Play) -> Rule[None]:
    """Backstab an enemy b2b, then move it up to 3 Spaces, whatever the Backstab did. R-FORCED-MOVE, R-OPTIONAL"""
    enemy = yield from play.choose_model(play.in_contact(play.models(JUMPSUIT)), "%(of)s: which enemy?")
    suit = next(suit for suit in play.models(JUMPSUIT) if play.table.touching(suit, enemy))
    play.done = True
    able = enemy in combat.targets(play.table, suit)
    if able and (yield from play.wish("%(of)s: does the Jumpsuit Backstab first?", "Backstab", "No Backstab")):
        yield from backstab.backstab(play.table, suit, enemy)
    if play.table.on_board(enemy) and not play.over():
        yield from play.move([enemy], within=3)
