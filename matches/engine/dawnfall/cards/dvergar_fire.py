"""The Dvergar: cards of the Flame Keepers and the Enkindled. Section 3.3 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attaching, attributes, backstab, combat, crystals, shooting, victory
from matches.engine.dawnfall.board import DIRECTIONS
from matches.engine.dawnfall.cards.dvergar import blow_up
from matches.engine.dawnfall.cards.dvergar_relics import DVERGAR
from matches.engine.dawnfall.halves import token
from matches.engine.dawnfall.play import Play
from matches.engine.kernel.decisions import Rule

KEEPER, ENKINDLED = "flame-keeper", "enkindled"

upper, lower, passive_half = DVERGAR.upper, DVERGAR.lower, DVERGAR.passive


# Flame Keeper


def _flames(play: Play, keeper: int) -> dict[int, list[int]]:
    lines = {way: shooting.on_line(play.table, keeper, way, 2) for way in range(len(DIRECTIONS))}
    return {way: models for way, models in lines.items() if models}


def _burners(play: Play) -> list[int]:
    return [keeper for keeper in play.models(KEEPER) if play.in_mode(keeper, "Active") and _flames(play, keeper)]


@lower("flamethrower", squad=KEEPER, can=lambda play: bool(_burners(play)))
def flamethrower(play: Play) -> Rule[None]:
    """Check all on a Line of Fire up to Range 2; 1 Wound each, then FIRE. R-LINE-TARGETS, R-CHECK, R-AFFECTED"""
    keeper = yield from play.choose_model(_burners(play), "%(of)s: which Flame Keeper?")
    flames = _flames(play, keeper)
    way = yield from play.choose_line(flames)
    play.lasting(keeper, "flamethrower", 0, "flamethrower")
    hit = yield from play.check_for_hit(keeper, flames[way])
    fuel = sum(effect.amount for effect in play.table.state.effects if effect.kind == "fuel")
    attributes.end_span(play.table, "flamethrower")
    yield from play.wound_each(hit, keeper)
    for _ in range(1 + fuel):
        yield from play.burn_one(hit)


def _before_flames(play: Play) -> bool:
    keeper = play.moment.model
    return play.of_carrier(keeper) and attributes.has(play.table, keeper, "flamethrower") and _fuel(play) > 0


def _fuel(play: Play) -> int:
    squad, n = play.slot()
    return play.table.state.attached[squad][n].charges


@lower("refined-fuel", squad=KEEPER, can=_before_flames)
def refined_fuel(play: Play) -> Rule[None]:
    """X charges before the roll of a Flamethrower: +2 and 1 more FIRE token for each. R-COST-X, R-ROLL-BONUS"""
    spent = yield from play.choose_number(1, _fuel(play), "%(of)s: how many charges?")
    roll = play.moment.roll
    assert roll is not None  # noqa: S101
    attaching.spend(play.table, play.slot(), spent)
    roll.bonus += 2 * spent
    play.lasting(play.moment.model, "fuel", spent, "flamethrower")


@lower("meltdown", squad=KEEPER)
def meltdown(play: Play) -> Rule[None]:
    """Sacrifice a Flame Keeper in either Mode: it blows up. R-SACRIFICE"""
    keeper = yield from play.choose_model(play.models(KEEPER), "%(of)s: Sacrifice which Flame Keeper?")
    space = play.table.space(keeper)
    yield from play.sacrifice(keeper)
    yield from blow_up(play, space)


# Enkindled


@passive_half("energize", at="W-HARVESTED")
def energize(play: Play) -> Rule[None]:
    """In the own Harvest: leave 1 Crystal in the pile and restore up to 2 Endurance tokens instead. R-RESTORE"""
    table, squad = play.table, play.carrier
    most = min(2, play.lost_tokens(squad))
    if play.seat != table.state.active or not most or not table.alive(squad):
        return
    play.done = True
    words = "Energize: how many Endurance tokens do you restore in place of 1 Crystal?"
    tokens = yield from play.choose_number(0, most, words)
    if tokens:
        crystals.leave(table, play.seat)
        play.restore(squad, tokens)


def _lashing(play: Play) -> list[int]:
    return [model for model in play.models(ENKINDLED) if backstab.targets(play.table, model, 2)]


@lower("chained-weapon", squad=ENKINDLED, can=lambda play: bool(_lashing(play)))
def chained_weapon(play: Play) -> Rule[None]:
    """One Enkindled makes one Backstab with Range 2. R-RANGED-BACKSTAB"""
    yield from play.backstab((yield from play.choose_model(_lashing(play))), within=2)


def _undaunted(play: Play) -> bool:
    return play.own(play.fight.target) and combat.may_counterattack(play.table, play.fight)


@upper("risky-tactics", can=_undaunted)
def dauntless(play: Play) -> Rule[None]:
    """A Dvergar that lost its Defense strikes back before the Wound, which follows in any case. DF-COUNTER-06"""
    yield from combat.counterattack(play.table, play.fight)


def _reckless(play: Play) -> list[int]:
    """The Enkindled that have not thrown caution to the wind this turn; twice does not add up. R-STACK"""
    bold = {effect.model for effect in play.table.state.effects if effect.source == play.name}
    return [model for model in play.models(ENKINDLED) if model not in bold]


@lower("risky-tactics", squad=ENKINDLED, can=lambda play: bool(_reckless(play)))
def risky_tactics(play: Play) -> Rule[None]:
    """The Enkindled have +2 ATT and INI and lose every Defense to the end of the turn. R-DURATION, R-AUTO-DEF-LOSS"""
    yield from ()
    play.table.state.used[f"risk:{play.seat}"] = 1
    for model in _reckless(play):
        play.until_end_of_turn(model, "att+", 2)
        play.until_end_of_turn(model, "ini+", 2)
        play.until_end_of_turn(model, "loses_def")


@token("W-ACTIVE-END")
def pay_for_risks(play: Play) -> Rule[None]:
    """2 VP are lost after Risky Tactics, unless an enemy Squad lost an Endurance token this turn by any means. R-VP"""
    yield from ()
    used, seat = play.table.state.used, play.seat
    if f"risk:{seat}" in used and not any(used.get(f"tokens_off:{other}") for other in play.table.opponents(seat)):
        victory.lose(play.table, seat, 2)
