"""The Faceless: uppers of their cards, cards for any Squad, Harvester, Bladebreeders and Berserkers. Section 3.4"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matches.engine.dawnfall import evolving, markers, placing, shooting, wounds
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.faceless_relics import BERSERKER, BONUSES, BREEDER, FACELESS, sources_in_play
from matches.engine.dawnfall.moments import WoundEvent
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.roster import Squad
from matches.engine.kernel.decisions import Option, Rule

HARVESTER = "harvester"

upper, lower = FACELESS.upper, FACELESS.lower

upper("hell", "absorption", "back-to-source", "power", can=common.some_squad_can_move)(common.move)
upper("craving-for-life", "osmosis", "lurch", "chosen-victim", can=common.some_squad_can_fight)(common.combat)
upper("impale", can=common.carrier_can_fight)(common.carrier_combat)


# Uppers of the Faceless alone


def restore_some(play: Play, squad: Squad) -> Rule[None]:
    """Restore up to 2 Endurance tokens of the Squad. R-RESTORE, R-OPTIONAL"""
    most = min(2, play.lost_tokens(squad))
    if most > 0 and not play.over():
        play.restore(squad, (yield from play.choose_number(0, most, "%(of)s: restore how many Endurance tokens?")))


def _in_touch(play: Play, model: int) -> list[Squad]:
    """The own Squads with another model b2b with this one. R-CONTACT-SQUAD"""
    return [squad for squad in play.squads() if any(play.table.touching(m, model) for m in play.table.standing(squad))]


@upper("swarm", "unstoppable", "tentacles", can=lambda play: bool(play.models()))
def autophagy(play: Play) -> Rule[None]:
    """Sacrifice a model; a Squad that was b2b with it restores up to 2 tokens. R-SACRIFICE, R-RESTORE"""
    model = yield from play.choose_model(play.models(), "%(of)s: Sacrifice which model?")
    squads = common.restorable(play, _in_touch(play, model))
    yield from play.sacrifice(model)
    if squads and not play.over():
        squad = yield from play.choose_squad(squads, "%(of)s: which Squad is restored?")
        yield from restore_some(play, squad)


def _beside_carrier(play: Play) -> list[int]:
    return [m for m in play.models() if any(play.table.touching(m, other) for other in play.carried())]


@upper("breeding", can=lambda play: bool(_beside_carrier(play)))
def autophagy_of_the_carrier(play: Play) -> Rule[None]:
    """Sacrifice a model b2b with the carrier, which restores up to 2 tokens. R-CARRIER, R-SACRIFICE"""
    yield from play.sacrifice((yield from play.choose_model(_beside_carrier(play), "%(of)s: Sacrifice which model?")))
    yield from restore_some(play, play.carrier)


@upper("bladespit", can=lambda play: bool(common.restorable(play, play.squads())))
def regeneration(play: Play) -> Rule[None]:
    """Restore 1 Endurance token of one Squad. R-RESTORE"""
    play.restore((yield from play.choose_squad(common.restorable(play, play.squads()))))


def own_roll(play: Play) -> bool:
    """The player has rolled a die that may still be rerolled. R-REROLL"""
    roll = play.moment.roll
    return roll is not None and roll.seat == play.seat and not roll.rerolled


upper("resource", "whack", can=own_roll)(common.reroll)


# Any Squad


def _up_to_three(
    play: Play, able: Callable[[Sequence[int]], bool], deed: Callable[[Sequence[int]], Rule[object]]
) -> Rule[None]:
    """The deed for up to three different Squads, one after another in the player's order."""
    squads = play.squads()
    for turn in range(3):
        left = [squad for squad in squads if able(play.table.standing(squad))]
        if not left or play.over():
            return
        if turn:
            squad = yield from play.maybe_squad(left, "%(of)s: which Squad is next?", "No more")
        else:
            squad = yield from play.choose_squad(left, "%(of)s: which Squad is first?")
        if squad is None:
            return
        squads.remove(squad)
        yield from deed(play.table.standing(squad))


@lower("hell", squad=None, can=common.some_squad_can_fight)
def hell(play: Play) -> Rule[None]:
    """Up to three Squads fight, each in a Combat Action of its own. R-COMBAT"""
    yield from _up_to_three(play, play.can_fight, play.combat)


@lower("swarm", squad=None, can=common.some_squad_can_move)
def swarm(play: Play) -> Rule[None]:
    """Up to three Squads Move, each in a Move Action of its own. R-MOVE"""
    yield from _up_to_three(play, play.can_move, play.move)


# Harvester


def _room_beside(play: Play, model: int) -> Sequence[int]:
    """Free hexes for a dead model b2b with the carrier."""
    harvesters = play.carried()
    return play.free_places(model, placing.touching(play.table, model, harvesters[0])) if harvesters else []


def _broods(play: Play) -> list[Squad]:
    squads = [squad for squad in play.squads(BERSERKER) if play.dead([squad])]
    return [squad for squad in squads if _room_beside(play, play.dead([squad])[0])]


@lower("breeding", squad=HARVESTER, can=lambda play: bool(_broods(play)))
def breeding(play: Play) -> Rule[None]:
    """A dead Berserker of either Squad returns b2b with the Harvester. R-RETURN"""
    squad = yield from play.choose_squad(_broods(play), "%(of)s: of which Squad?")
    yield from play.return_model(play.dead([squad])[0], touching=play.table.touch(play.carried()[0]))


def _fed(play: Play) -> bool:
    """The Harvester has killed an enemy, and some Evolve card of the faction could be played. R-ASK"""
    death, army = play.death, play.table.roster.armies[play.seat]
    killed = play.is_a(death.killer, HARVESTER) and not play.yours(death.model)
    return killed and any(evolving.squads_for(play.table, play.seat, card) for card in evolving.cards_of(army))


@lower("absorption", squad=HARVESTER, can=_fed, in_hand=lambda play: bool(evolving.in_hand(play)))
def absorption(play: Play) -> Rule[None]:
    """After a Harvester has killed an enemy, play an Evolve card from hand without its cost. R-EVOLVE"""
    cards = play.table.roster.armies[play.seat].cards
    options = [Option(f"evolve:{s}", "%(card)s", {"slug": s, "card": cards[s].name}) for s in evolving.in_hand(play)]
    chosen = yield from play.ask_in_secret("evolve", "%(of)s: which Evolve card?", options)
    yield from evolving.evolve_for_free(play, chosen.data["slug"])


@lower("osmosis", squad=HARVESTER, can=lambda play: bool(play.in_contact(play.models(HARVESTER))))
def osmosis(play: Play) -> Rule[None]:
    """The Harvester and an enemy b2b suffer 1 Wound each, both dealt by the Harvester. R-SIMUL, R-AUTO-WOUND"""
    harvesters = [model for model in play.models(HARVESTER) if play.in_contact([model])]
    harvester = yield from play.choose_model(harvesters)
    enemy = yield from play.choose_model(play.in_contact([harvester]), "%(of)s: which enemy?")
    play.done = True
    events = [WoundEvent(model, 1, play.seat, harvester) for model in (harvester, enemy)]
    yield from wounds.wound_together(play.table, events)


# Bladebreeder


def _in_range(play: Play, breeder: int) -> list[int]:
    spaces = shooting.spaces_in_reach(play.table, breeder, 3, line_of_fire=True)
    return shooting.models_in(play.table, spaces, enemies_of=play.seat)


def _spitters(play: Play) -> list[int]:
    return [breeder for breeder in play.models(BREEDER) if _in_range(play, breeder)]


@lower("bladespit", squad=BREEDER, can=lambda play: bool(_spitters(play)))
def bladespit(play: Play) -> Rule[None]:
    """Check an enemy within Range 3 in Line of Fire; a hit deals 1 Wound and as many as the shooter takes. R-CHECK"""
    breeder = yield from play.choose_model(_spitters(play), "%(of)s: which Bladebreeder?")
    target = yield from play.choose_model(_in_range(play, breeder), "%(of)s: at which enemy?")
    if not (yield from play.check_for_hit(breeder, [target])):
        return
    most = play.table.state.endurance[play.table.squad(breeder).number] + 1 if play.table.on_board(breeder) else 0
    more = yield from play.choose_number(0, most, "%(of)s: how many Wounds does the Bladebreeder take?")
    yield from play.wound(breeder, breeder, more)
    yield from wounds.wound(play.table, WoundEvent(target, 1 + more, play.seat, breeder, "shot"))


def _seizable(play: Play, breeder: int) -> list[int]:
    return [enemy for enemy in play.in_contact([breeder]) if markers.may_put(play.table, enemy, "lurch")]


@lower("lurch", squad=BREEDER, can=lambda play: any(_seizable(play, breeder) for breeder in play.models(BREEDER)))
def lurch(play: Play) -> Rule[None]:
    """A LURCH on an enemy b2b with a Bladebreeder, whose number is noted; both are Blocked. R-BLOCKED"""
    breeders = [breeder for breeder in play.models(BREEDER) if _seizable(play, breeder)]
    breeder = yield from play.choose_model(breeders, "%(of)s: which Bladebreeder?")
    enemy = yield from play.choose_model(_seizable(play, breeder), "%(of)s: which enemy?")
    play.put_token(enemy, "lurch", breeder)


# Berserker


def _offered(play: Play) -> list[int]:
    return [model for model in play.models(BERSERKER) if markers.may_put(play.table, model, "source")]


def _kinds(play: Play) -> list[int]:
    return [kind for kind in BONUSES if kind not in sources_in_play(play.table, play.seat)]


@lower("back-to-source", squad=BERSERKER, can=lambda play: bool(_offered(play)) and bool(_kinds(play)))
def back_to_source(play: Play) -> Rule[None]:
    """A SOURCE on one Berserker: it does nothing any more, all others have +2 ATT, DEF or INI. R-SUPPLY"""
    words = {1: "+2 ATT", 2: "+2 DEF", 3: "+2 INI"}
    options = [Option(f"source:{kind}", words[kind], {"kind": kind}) for kind in _kinds(play)]
    chosen = yield from play.ask("source", "%(of)s: which bonus?", options)
    model = yield from play.choose_model(_offered(play), "%(of)s: which Berserker?")
    play.put_token(model, "source", chosen.data["kind"])


def _berserkers(play: Play) -> list[int]:
    return [model for model in play.models(BERSERKER) if not play.inert(model)]


@lower("chosen-victim", squad=BERSERKER, can=lambda play: common.can_hunt(play, _berserkers(play)))
def chosen_victim(play: Play) -> Rule[None]:
    """Berserkers of whichever Squad that reach an enemy Move to it, then each may fight it. R-REACH"""
    yield from common.hunt(play, _berserkers(play))
