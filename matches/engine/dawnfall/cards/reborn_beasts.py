"""The Reborn: cards of Blight Steed, Warbeasts and Wyrms. Section 3.5 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attributes, combat, markers, paying, placing, thickets, wounds
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.reborn_woods import REBORN, STEED, WARBEAST, WYRM, at_thicket
from matches.engine.dawnfall.halves import token
from matches.engine.dawnfall.moments import NOBODY, MoveAction, WoundEvent
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.pushing import Pushes
from matches.engine.dawnfall.state import Effect, OnHex
from matches.engine.kernel.decisions import Option, Rule

upper, lower = REBORN.upper, REBORN.lower

upper("blitz", can=common.carrier_rolled)(common.reroll)
upper("burrow", can=common.carrier_defense)(common.plus_two)

#: Spaces in a straight line that make a charge of a Move.
CHARGE = 4


# Blight Steed


def _ride(play: Play, steed: int) -> Rule[int]:
    """The Steed may Move; gives the Spaces of a route without a bend, else 0. R-MOVE, R-STRAIGHT"""
    move = MoveAction(play.seat, (steed,))
    yield from play.perform(move)
    return move.journeys[0].straight if move.journeys else 0


@lower("blitz", squad=STEED, can=lambda play: play.can_move(play.carried()))
def blitz(play: Play) -> Rule[None]:
    """The Steed may Move; its next Combat this turn has +1 ATT for each Space of a straight route. R-STRAIGHT"""
    steed = play.carried()[0]
    spaces = yield from _ride(play, steed)
    if spaces and play.table.on_board(steed):
        play.until_end_of_turn(steed, "blitz", spaces)


@token("W-COMBAT")
def blitz_hits(play: Play) -> Rule[None]:
    """The bonus of a Blitz goes to the Combat that the Steed has just initiated, and is then gone."""
    yield from ()
    effects = play.table.state.effects
    ready = [effect for effect in effects if effect.kind == "blitz" and effect.model == play.fight.starter]
    if ready:
        gained = tuple(effect._replace(kind="att+", until="combat") for effect in ready)
        play.table.state.effects = (*(effect for effect in effects if effect not in ready), *gained)


@lower("battering-ram", squad=STEED, can=lambda play: play.can_move(play.models(STEED)))
def battering_ram(play: Play) -> Rule[None]:
    """The Steed may Move; after 4 Spaces in a straight line it stuns and bashes one enemy b2b. R-STRAIGHT, R-BASH"""
    steed = yield from play.choose_model([steed for steed in play.models(STEED) if play.can_move([steed])])
    spaces = yield from _ride(play, steed)
    met = play.in_contact([steed]) if spaces >= CHARGE and not play.over() else []
    if met:
        enemy = yield from play.choose_model(met, "%(of)s: which enemy is hit?")
        play.put_token(enemy, "stun")
        yield from placing.bash(play.table, play.seat, steed, enemy)


@token("W-AFTER-MOVE")
def note_charge(play: Play) -> Rule[None]:
    """Remember where a straight Move of 4 or more has taken a Blight Steed, and forget the one before. Wild Charge"""
    yield from ()
    move, table = play.moment.move, play.table
    for journey in move.journeys if move is not None else ():
        if table.squad(journey.model).slug == STEED:
            others = (e for e in table.state.effects if e.kind != "charge" or e.model != journey.model)
            table.state.effects = tuple(others)
            if journey.straight >= CHARGE:
                attributes.last(table, Effect("charge", journey.model, journey.end, "turn", ""))


def _charging(play: Play) -> list[int]:
    """Steeds whose last change of place in this turn was a charge, with an enemy b2b."""
    places = play.table.state.places
    charged = [e.model for e in play.table.state.effects if e.kind == "charge" and places[e.model] == e.amount]
    return [steed for steed in charged if play.is_a(steed, STEED) and play.in_contact([steed])]


@lower("wild-charge", squad=STEED, can=lambda play: bool(_charging(play)))
def wild_charge(play: Play) -> Rule[None]:
    """After a charge the Steed and one enemy b2b take X Wounds each, at the same moment. R-SIMUL, R-OWN-KILL"""
    steed = yield from play.choose_model(_charging(play))
    enemy = yield from play.choose_model(play.in_contact([steed]), "%(of)s: which enemy?")
    tokens = play.table.state.endurance[play.table.roster.squad_of[steed]]
    count = yield from play.choose_number(1, tokens + 1, "%(of)s: how many Wounds for both?")
    play.done = True
    events = [WoundEvent(model, count, play.seat, steed) for model in (steed, enemy)]
    yield from wounds.wound_together(play.table, events)


# Warbeast


def _fighter(play: Play) -> int:
    """The own model whose turn it is in this window of a fight: either before INI, later the one that rolls."""
    fight = play.fight
    moments = {"W-BEFORE-ATT": (fight.attacker,), "W-BACKSTAB": (fight.attacker,), "W-BEFORE-DEF": (fight.target,)}
    models = moments.get(play.moment.window, (fight.starter, fight.opponent))
    return next((model for model in models if play.own(model)), NOBODY)


def _in_the_haze(play: Play) -> bool:
    model = _fighter(play)
    return model != NOBODY and play.of_carrier(model) and at_thicket(play.table, model)


@upper("bloodlust", can=_in_the_haze, also=("W-BACKSTAB",))
def green_haze(play: Play) -> Rule[None]:
    """The fighting model of the carrier, b2b with a Thicket, has +2 ATT and +2 INI for this Combat. R-BACKSTAB"""
    yield from ()
    for kind in ("att+", "ini+"):
        play.lasting(_fighter(play), kind, 2, "combat")


def _opponent(play: Play) -> int:
    """Whom a Warbeast of the carrier was fighting when it took a Wound."""
    fight, model = play.event.fight, play.event.model
    if fight is None or model not in {fight.starter, fight.opponent} or not play.of_carrier(model):
        return NOBODY
    other = fight.starter + fight.opponent - model
    return NOBODY if play.yours(other) or not play.table.on_board(other) else other


@lower("bloodlust", squad=WARBEAST, can=lambda play: _opponent(play) != NOBODY)
def bloodlust(play: Play) -> Rule[None]:
    """A Warbeast that was Wounded in Combat, even a dead one, deals its opponent 1 Wound. R-AUTO-WOUND"""
    yield from play.wound(_opponent(play), play.event.model)


def _can_empower(play: Play) -> bool:
    model = _fighter(play)
    return model != NOBODY and play.is_a(model, WARBEAST) and play.can_pay(1)


@lower("empowering", squad=WARBEAST, can=_can_empower, also=("W-BACKSTAB", "W-BEFORE-ATT", "W-BEFORE-DEF"))
def empowering(play: Play) -> Rule[None]:
    """For each Crystal the fighting Warbeast has +1 to an attribute for this Combat. R-COST-X, R-ALL-ATTR"""
    model = _fighter(play)
    means = paying.means(play.table, play.seat, play.name)
    count = yield from play.choose_number(1, means, "%(of)s: for how many Crystals?")
    yield from play.pay(count)
    options = [Option(f"attribute:{name}", label) for name, label in _LABELS.items()]
    raised = []
    for _ in range(count):
        chosen = yield from play.ask("attribute", "%(of)s: +1 to which attribute?", options)
        raised.append(chosen.id.partition(":")[2])
    for name in raised:
        play.lasting(model, f"{name}+", 1, "combat")


_LABELS = {"ini": "INI", "att": "ATT", "defense": "DEF", "mov": "MOV"}


def _partners(play: Play, beast: int) -> list[int]:
    return [other for other in play.models() if placing.can_trade(play.table, play.seat, beast, other)]


@lower("shapeshift", squad=WARBEAST, can=lambda play: any(_partners(play, beast) for beast in play.models(WARBEAST)))
def shapeshift(play: Play) -> Rule[None]:
    """A Warbeast and another Reborn model trade places, whatever their bases; neither Pushes. R-SWITCH, R-BLOCKED"""
    beasts = [beast for beast in play.models(WARBEAST) if _partners(play, beast)]
    beast = yield from play.choose_model(beasts, "%(of)s: which Warbeast?")
    other = yield from play.choose_model(_partners(play, beast), "%(of)s: with which model?")
    play.done = True
    yield from placing.trade(play.table, play.seat, beast, other)


# Wyrm


@lower("burrow", squad=WYRM, can=lambda play: play.can_fight(play.carried()))
def burrow(play: Play) -> Rule[None]:
    """One Wyrm fights one Combat; when that is over, its Squad is Burrowed. R-DASH, R-CHANGE-MODE"""
    wyrm = yield from play.choose_model([wyrm for wyrm in play.carried() if play.can_fight([wyrm])])
    target = yield from play.choose_model(combat.targets(play.table, wyrm), "%(of)s: against which enemy?")
    yield from play.fight_against(wyrm, target)
    if not play.over() and not play.in_mode(wyrm, "Burrowed"):
        yield from play.change_mode(play.carrier)


def _draggable(play: Play, wyrm: int) -> list[int]:
    near = [enemy for enemy in play.enemies() if play.distance(wyrm, enemy) <= 2]
    return [e for e in near if play.free_places(e, placing.touching(play.table, e, wyrm), Pushes())]


@lower("dragging", squad=WYRM, can=lambda play: any(_draggable(play, wyrm) for wyrm in play.models(WYRM)))
def dragging(play: Play) -> Rule[None]:
    """An enemy within Range 2 of a Wyrm is put b2b with it and may Push. R-PULL, R-CARD-PUSH"""
    wyrm = yield from play.choose_model([w for w in play.models(WYRM) if _draggable(play, w)], "%(of)s: which Wyrm?")
    enemy = yield from play.choose_model(_draggable(play, wyrm), "%(of)s: which enemy?")
    yield from play.reposition(enemy, placing.touching(play.table, enemy, wyrm), Pushes())


def _undermined(play: Play) -> int:
    return thickets.empty(play.table, thickets.in_spaces(play.table, play.within(play.models(WYRM), 2)))


@lower("underground-strike", squad=WYRM, can=lambda play: bool(_undermined(play)))
def underground_strike(play: Play) -> Rule[None]:
    """A STRIKE token on an empty hex within Range 2 of a Wyrm; it works from the next turn on. R-OCCUPY"""
    number = yield from play.choose_hex(_undermined(play))
    play.done = True
    markers.lay(play.table, OnHex("strike", play.seat, number, play.table.state.turn))
