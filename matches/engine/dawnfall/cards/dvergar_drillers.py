"""The Dvergar: their cavalry, the Drillers, with their Deployment card. Section 3.3 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import crystals, terrain
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.dvergar_relics import DVERGAR
from matches.engine.dawnfall.cavalry import APART, Arrival, arrives, arrives_in_some_mode, choose_mode, deploy, places
from matches.engine.dawnfall.choosing import Choosing
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.pushing import Pushes
from matches.engine.dawnfall.roster import Squad
from matches.engine.kernel.decisions import Rule

DRILLERS = "drillers"

upper, lower, passive_half = DVERGAR.upper, DVERGAR.lower, DVERGAR.passive

upper("crystal-breaker", can=common.holds_another_card)(common.refresh_crystals)


# Subterran Strike, the Deployment card


def _out_of_the_ground(play: Choosing) -> Arrival:
    return Arrival(places(play))


@upper("subterran-strike", can=arrives(_out_of_the_ground))
def emerge(play: Play) -> Rule[None]:
    """The Drillers on any empty hexes, b2b with each other, in Basic mode. R-DEPLOY, R-REPOSITION"""
    yield from deploy(play, _out_of_the_ground(play))


def _under_their_feet(play: Choosing, mode: int) -> Arrival:
    return Arrival(places(play, mode=mode), mode, near=APART, pushes=Pushes(any_base=True))


@lower("subterran-strike", squad=DRILLERS, can=arrives_in_some_mode(_under_their_feet))
def subterran_strike(play: Play) -> Rule[None]:
    """Each Driller on any hexes, in a Mode of choice; they may Push any model. R-DEPLOY, R-PUSH-ANY"""
    yield from deploy(play, (yield from choose_mode(play, _under_their_feet)))


# Puncture, the setup Enhancement

upper("puncture", can=lambda play: play.of_carrier(play.fight.attacker), adds_up=True)(common.plus_two)


@passive_half("puncture", at="W-WOUND-DEAL")
def puncture(play: Play) -> Rule[None]:
    """In Drill mode an Attack of a Driller deals 1 Wound more to a base of 3 hexes or more. R-EXTRA"""
    yield from ()
    event = play.event
    attacked = event.fight is not None and event.dealer in play.carrier.models
    if attacked and play.in_mode(event.dealer, "Drill") and play.table.base(event.model) >= 3:
        event.count += 1


# Dynamite and Crystal Breaker


def _worn(play: Play) -> list[Squad]:
    return common.restorable(play, play.squads())


@upper("dynamite", can=lambda play: crystals.can_destroy(play.table, play.seat) and bool(_worn(play)))
def crystal_repairs(play: Play) -> Rule[None]:
    """Destroy Crystals to restore as many Endurance tokens of one Squad, a dead one too. R-DESTROY, R-RESTORE"""
    squad = yield from play.choose_squad(_worn(play))
    most = min(play.table.state.crystals[play.seat], play.lost_tokens(squad))
    count = yield from play.choose_number(1, most, "%(of)s: how many Crystals do you destroy?")
    crystals.destroy(play.table, play.seat, count)
    play.restore(squad, count)


def _around(play: Play, source: int) -> list[int]:
    return list(play.table.models_on(play.table.board.space_touch[source]))


def _mined(play: Play) -> list[int]:
    """The Sources within Range 1 of a Driller that some model touches. R-RANGE"""
    near = play.within(play.models(DRILLERS), 1)
    return [source for source in play.table.state.sources if source in near and _around(play, source)]


@lower("dynamite", squad=DRILLERS, can=lambda play: bool(_mined(play)))
def dynamite(play: Play) -> Rule[None]:
    """One Check for Hit on all models b2b with a Source near a Driller; 1 Wound for each hit. R-CHECK, R-AREA"""
    source = yield from play.choose_space(_mined(play), "%(of)s: which Crystal Source?")
    driller = next(model for model in play.models(DRILLERS) if source in play.within([model], 1))
    hit = yield from play.check_for_hit(driller, _around(play, source))
    yield from play.wound_each(hit, driller)


def _drilling(play: Play) -> list[int]:
    return [model for model in play.models(DRILLERS) if play.in_mode(model, "Drill")]


@lower("crystal-breaker", squad=DRILLERS, can=lambda play: bool(_drilling(play)), destroys=1)
def crystal_breaker(play: Play) -> Rule[None]:
    """Destroy 1 Crystal; a Source b2b with a Driller may leave the match for 2 Depleted Crystals. R-DESTROY, R-GAIN"""
    table = play.table
    touch = 0
    for driller in _drilling(play):
        touch |= table.touch(driller)
    play.done = True
    crystals.destroy(table, play.seat)
    sources = [source for source in table.state.sources if table.board.space_bits[source] & touch]
    source = (yield from play.maybe_space(sources, "%(of)s: take which Source off?", "Leave them")) if sources else None
    if source is not None:
        terrain.remove_source(table, source)
        crystals.gain(table, play.seat, 2, depleted=True)
