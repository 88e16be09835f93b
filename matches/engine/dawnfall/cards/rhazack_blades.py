"""Rha-Zack: cards of the Infinity Angel and the Source Blades. Section 3.6 of the rulings"""

from __future__ import annotations

from typing import Final

from matches.engine.dawnfall import attaching, backstab, crystals, drawing, passive, shooting, turns, wounds
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.rhazack_relics import RHAZACK, enriched
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.chance import shuffled
from matches.engine.kernel.decisions import Option, Rule

ANGEL, BLADE = "infinity-angel", "source-blade"
#: Cards that Foresight returns at most.
FORESEEN: Final = 3

_DONE: Final = Option("done", "No more")

upper, lower = RHAZACK.upper, RHAZACK.lower


# Infinity Angel


def _harvestable(play: Play) -> list[int]:
    return common.sources_touched(play, play.carried())


@upper("energy-shields", can=lambda play: bool(_harvestable(play)) and play.table.state.neutral_crystals > 0)
def harvest(play: Play) -> Rule[None]:
    """1 Crystal for each Controlled Source b2b with the carrier, 2 with the player's SOURCE token. R-SOURCE, R-GAIN"""
    yield from ()
    owners = enriched(play.table)
    play.gain(sum(2 if owners.get(source) == play.seat else 1 for source in _harvestable(play)))
    play.table.state.stirred = True


lower("energy-shields", squad=ANGEL, can=common.carrier_defense)(common.roll_bonus(4))


def _whipped(play: Play) -> list[int]:
    """The enemies within Range 2 of the Angel. R-RANGED-BACKSTAB"""
    return [enemy for angel in play.carried() for enemy in backstab.targets(play.table, angel, 2)]


@lower("laser-whip", squad=ANGEL, can=lambda play: bool(_whipped(play)))
def laser_whip(play: Play) -> Rule[None]:
    """The Angel Backstabs an enemy within Range 2 and, if that deals a Wound, may Move. R-CANCEL-WOUND"""
    table, angel = play.table, play.carried()[0]
    target = yield from play.choose_model(_whipped(play), "%(of)s: which enemy?")
    play.done = True
    told = len(table.log)
    yield from backstab.backstab(table, angel, target, reach=2)
    if wounds.dealt_by(table.log[told:], angel) and table.on_board(angel) and not play.over():
        yield from play.move([angel])


def _lit(play: Play) -> list[int]:
    """The Spaces within Range 3 of the Angel in which an enemy stands. R-RANGE"""
    near = play.within(play.models(ANGEL), 3)
    return sorted({play.table.space(enemy) for enemy in play.enemies()} & near)


@lower("energy-beam", squad=ANGEL, can=lambda play: bool(_lit(play)), destroys=1)
def energy_beam(play: Play) -> Rule[None]:
    """Destroy 1 Crystal: check all enemies in a Space within Range 3; 2 Wounds for each hit. R-DESTROY, R-CHECK"""
    space = yield from play.choose_space(_lit(play))
    crystals.destroy(play.table, play.seat)
    angel = next(angel for angel in play.models(ANGEL) if space in play.within([angel], 3))
    hit = yield from play.check_for_hit(angel, shooting.models_in(play.table, (space,), enemies_of=play.seat))
    yield from play.wound_each(hit, angel, 2)


def _beside_the_angel(play: Play) -> list[int]:
    angels = play.models(ANGEL)
    models = [model for model in play.models() if any(play.table.touching(angel, model) for angel in angels)]
    return [model for model in models if play.can_move([model])]


@lower("order", squad=ANGEL, can=lambda play: bool(_beside_the_angel(play)))
def order(play: Play) -> Rule[None]:
    """Any models b2b with the Angel may Move, in one Move Action. R-MOVE, R-B2B"""
    yield from play.move(_beside_the_angel(play))


# Source Blade


RHAZACK.switched("shadowing")


def in_the_shadow(table: Table, seat: int) -> list[int]:
    """The Squads that Shadowing lets be Activated besides the normal Activation. R-EXTRA-ACTIVATION"""
    squads = table.roster.armies[seat].squads
    return [squad.number for squad in squads if attaching.carries(table, squad, "shadowing", "lower")]


turns.ADDITIONAL.append(in_the_shadow)


def _can_be_robbed(play: Play) -> bool:
    event, state = play.event, play.table.state
    if not play.is_a(event.dealer, BLADE) or play.yours(event.model):
        return False
    victim = play.table.roster.seat_of[event.model]
    return state.crystals[victim] + state.depleted[victim] > 0


@lower("energy-transfer", squad=BLADE, can=_can_be_robbed)
def energy_transfer(play: Play) -> Rule[None]:
    """Instead of all Wounds of a Source Blade take 1 Crystal into the Depleted Pool. R-TAKE, R-CANCEL-WOUND"""
    yield from ()
    play.event.count = 0
    crystals.take(play.table, play.seat, play.table.roster.seat_of[play.event.model], depleted=True)


def _other_cards(play: Play) -> int:
    """How many cards besides this one are in hand; a card that is being played has left it. R-HAND"""
    under_way = any(name.startswith("play:source-blade:") for name in play.table.reacting)
    return len(play.table.state.hands[play.seat]) - (0 if under_way else 1)


@upper("source-blade", can=lambda play: _other_cards(play) > 0)
def foresight(play: Play) -> Rule[None]:
    """Up to 3 cards from hand back into the deck, which is shuffled; draw as many. R-HAND"""
    state, seat = play.table.state, play.seat
    returned = yield from _choose_cards(play)
    play.done = True
    hand = list(state.hands[seat])
    for card in returned:
        hand.remove(card)
    state.hands[seat] = tuple(hand)
    public = {"seat": seat, "count": len(returned)}
    play.table.tell("cards_returned", audience=(seat,), public=public, cards=tuple(returned), **public)
    state.decks[seat] = shuffled(play.table.chance, (*state.decks[seat], *returned))
    drawing.draw(play.table, seat, len(returned))


def _choose_cards(play: Play) -> Rule[list[str]]:
    """Card by card, even if all are alike."""
    hand, cards = list(play.table.state.hands[play.seat]), play.table.roster.armies[play.seat].cards
    returned: list[str] = []
    while hand and len(returned) < FORESEEN:
        named = {slug: cards[slug].name for slug in dict.fromkeys(hand)}
        options = [Option(f"card:{slug}", "Return %(name)s", {"card": slug, "name": n}) for slug, n in named.items()]
        if returned or play.done:
            options.append(_DONE)
        chosen = yield from play.ask_in_secret("card", "%(of)s: which card goes back?", options)
        if chosen is _DONE:
            break
        returned.append(chosen.data["card"])
        hand.remove(chosen.data["card"])
    return returned


def _at_a_source(play: Play) -> dict[int, list[int]]:
    """The Source Blades b2b with a Crystal Source, with the enemies within Range 1 of each. R-ORIGIN, R-RANGE"""
    table = play.table
    around = passive.beside_sources(table)
    blades = [blade for blade in play.models(BLADE) if table.bits(blade) & around]
    near = {blade: [enemy for enemy in play.enemies() if play.distance(blade, enemy) <= 1] for blade in blades}
    return {blade: enemies for blade, enemies in near.items() if enemies}


@lower("source-blade", squad=BLADE, can=lambda play: bool(_at_a_source(play)))
def source_blade(play: Play) -> Rule[None]:
    """A Source Blade b2b with a Crystal Source: one enemy within Range 1 takes 1 Wound. R-AUTO-WOUND"""
    found = _at_a_source(play)
    blade = yield from play.choose_model(list(found), "%(of)s: which Source Blade?")
    yield from play.wound((yield from play.choose_model(found[blade], "%(of)s: which enemy?")), blade)
