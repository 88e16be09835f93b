"""The Chapter: uppers that its cards share, the Angel of Death, the Pilgrims, and cards for any Squad. Section 3.1"""

from __future__ import annotations

from matches.engine.dawnfall import attributes, markers, wounds
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.chapter_relics import CHAPTER
from matches.engine.dawnfall.moments import WoundEvent
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

ANGEL, PILGRIM = "angel-of-death", "pilgrim"

upper, lower, passive_half, ongoing = CHAPTER.upper, CHAPTER.lower, CHAPTER.passive, CHAPTER.ongoing

upper("bash", "formation", "power-of-technology", can=common.some_squad_can_move)(common.move)
upper("storm-of-blades", can=common.some_squad_can_fight)(common.combat)
upper("judgment", "overwatch", "tactic", can=common.carrier_can_fight)(common.carrier_combat)
upper("winged-death", can=common.carrier_can_move_or_fight)(common.carrier_move_and_combat)
upper("guardian-angel", "shield-wall", can=common.own_defense)(common.plus_two)
upper("charged-shot", "firing-position", can=common.carrier_defense)(common.plus_two)
upper("leap", "shoot", can=common.can_dodge, cancels=True)(common.dodge)
upper("energy-drain", "purging", "trap", can=common.can_charge)(common.charging)


# Angel of Death


def _can_be_saved(play: Play) -> bool:
    event = play.event
    controlled = attributes.player_of(play.table, event.model) not in play.your_seats()
    return not event.moved and play.yours(event.model) and not controlled and bool(_savers(play, event))


def _savers(play: Play, event: WoundEvent) -> list[int]:
    return [
        angel
        for angel in play.models(ANGEL)
        if angel != event.model
        and play.own(angel)
        and angel not in play.table.dying
        and play.distance(angel, event.model) <= 3
    ]


@lower("guardian-angel", squad=ANGEL, can=_can_be_saved)
def guardian_angel(play: Play) -> Rule[None]:
    """The Angel takes all Wounds of one of your models within Range 3. R-MOVED-WOUND"""
    event = play.event
    wounds.move_wounds(event, (yield from play.choose_model(_savers(play, event))))


def _condemned(play: Play) -> list[int]:
    endurance, squad_of = play.table.state.endurance, play.table.roster.squad_of
    return [enemy for enemy in play.in_contact(play.carried()) if not endurance[squad_of[enemy]]]


@lower("judgment", squad=ANGEL, can=lambda play: bool(_condemned(play)))
def judgment(play: Play) -> Rule[None]:
    """Kill one enemy b2b whose Squad card holds no Endurance tokens. R-KILLED, R-TOKENLESS"""
    yield from play.kill((yield from play.choose_model(_condemned(play))), killer=play.carried()[0])


@lower("storm-of-blades", squad=ANGEL, can=lambda play: play.can_fight(play.models(ANGEL)))
def storm_of_blades(play: Play) -> Rule[None]:
    """The Angel may fight one Combat against each enemy b2b. R-COMBAT-EACH"""
    yield from play.fight_each((yield from play.choose_model(play.models(ANGEL))))


def _can_fly_down(play: Play) -> bool:
    flying = [angel for angel in play.carried() if play.in_mode(angel, "Flight")]
    return play.can_move(flying) or play.can_fight(flying)


@lower("winged-death", squad=ANGEL, can=_can_fly_down)
def winged_death(play: Play) -> Rule[None]:
    """Only in Flight mode: the Angel may Move, then Backstab each enemy b2b. R-COMBAT-EACH"""
    angel = play.carried()[0]
    yield from play.move([angel])
    if not play.over():
        yield from play.backstab_each(angel)


# Pilgrim


def _drained(play: Play) -> list[int]:
    return common.sources_touched(play, play.models(PILGRIM))


@lower("energy-drain", squad=PILGRIM, can=lambda play: bool(_drained(play)) and play.table.state.neutral_crystals > 0)
def energy_drain(play: Play) -> Rule[None]:
    """1 Crystal for each Controlled Source that a Pilgrim touches. R-SOURCE, R-GAIN"""
    yield from ()
    play.gain(len(_drained(play)))


@upper("fake-death", can=lambda play: play.of_carrier(play.death.model) and play.death.vp > 0, adds_up=True)
def worthless(play: Play) -> Rule[None]:
    """2 VP less for this death, not below 0. R-VP, R-ONCE"""
    yield from ()
    play.death.vp = max(0, play.death.vp - 2)


@lower("fake-death", squad=PILGRIM, can=lambda play: play.is_a(play.event.model, PILGRIM))
def fake_death(play: Play) -> Rule[None]:
    """A Pilgrim ignores 1 Wound it has just received. R-CANCEL-WOUND"""
    yield from ()
    play.event.count -= 1


def _can_take_revenge(play: Play) -> bool:
    death = play.death
    return death.fight is not None and play.of_carrier(death.model) and play.can_fight([death.model])


@upper("last-man-standing", can=_can_take_revenge)
def revenge(play: Play) -> Rule[None]:
    """A model killed in Combat may Backstab one enemy b2b before it leaves. R-NO-SEQUENCE"""
    yield from play.backstab(play.death.model)


@ongoing("last-man-standing")
def last_man_standing(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """A Pilgrim has +3 DEF while it is the only living Pilgrim on the board."""
    army = table.roster.armies[table.roster.seat_of[model]]
    alone = sum(len(table.standing(squad)) for squad in army.squads if squad.slug == PILGRIM) == 1
    return [("+", 3)] if name == "defense" and alone and table.squad(model).slug == PILGRIM else []


# Any Squad


def _can_watch(play: Play) -> bool:
    return _watcher(play) is not None


def _watcher(play: Play) -> int | None:
    for model in (play.fight.starter, play.fight.opponent):
        if play.of_carrier(model) and play.value(model, "att") is not None:
            return model
    return None


@lower("overwatch", squad=None, can=_can_watch)
def overwatch(play: Play) -> Rule[None]:
    """A model of the carrier that enters Combat first Backstabs its opponent. DF-BACKSTAB-04"""
    yield from ()
    model = _watcher(play)
    assert model is not None  # noqa: S101
    play.fight.backstabs.append((model, play.fight.starter + play.fight.opponent - model))


@passive_half("tactic", at="W-DEF-WON")
def tactic(play: Play) -> Rule[None]:
    """The first successful Defense of the carrier in each turn: 1 charge on each of your Enhancements. R-CHARGE"""
    key = f"tactic:{play.carrier.number}"
    used = play.table.state.used
    if play.fight.target in play.carrier.models and key not in used:
        used[key] = 1
        yield from play.charge(play.chargeable())


def _trappable(play: Play) -> list[int]:
    return [enemy for enemy in play.enemies() if markers.may_put(play.table, enemy, "trap")]


@lower("trap", squad=None, can=lambda play: bool(_trappable(play)))
def trap(play: Play) -> Rule[None]:
    """A TRAP token on any enemy model: it is Blocked. R-BLOCKED, R-STACK"""
    play.put_token((yield from play.choose_model(_trappable(play))), "trap")
