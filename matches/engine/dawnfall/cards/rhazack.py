"""Rha-Zack: uppers that its cards share, and cards for any Squad. Section 3.6 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attaching, attributes, crystals, markers, shrines, turns
from matches.engine.dawnfall.attributes import Name
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.rhazack_relics import RHAZACK, enriched, pushes_with_its_shrine
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.state import Effect, OnHex
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule

upper, lower, ongoing = RHAZACK.upper, RHAZACK.lower, RHAZACK.ongoing

upper("minelayer", "jump", "friction", can=common.some_squad_can_move)(common.move)
upper("energy-transfer", can=common.some_squad_can_fight)(common.combat)
upper("energy-beam", can=common.some_squad_can_fight)(common.backstab)
upper("self-repair", can=common.carrier_can_fight)(common.carrier_backstab)
upper("shock", can=common.can_charge)(common.charging)


# Energy Cloud


def _shrine_places(play: Play) -> list[int]:
    return shrines.places_for(play.table, play.seat, pushing=pushes_with_its_shrine(play))


def cloud_can_move(play: Play) -> bool:
    """The player's Shrine has somewhere to go. R-EMPTY"""
    return bool(_shrine_places(play))


@upper("order", "shoot", "ray", "surf", can=cloud_can_move)
def energy_cloud(play: Play) -> Rule[None]:
    """Reposition the Rha-Zack Shrine onto any empty Space; the Voltaic Capacitor may Push. R-SHRINE-MOVE"""
    space = yield from play.choose_space(_shrine_places(play), "%(of)s: where does the Shrine go?")
    play.done = True
    yield from shrines.reposition(play.table, play.seat, space)


# Common Self and Focus

_NAMES: dict[Name, str] = {"ini": "INI", "att": "ATT", "defense": "DEF"}


def _checked(play: Play) -> tuple[list[int], tuple[Name, ...], str]:
    """Whose attributes are about to count at this window, which of them, and for how long. R-ATTR-CHECK"""
    fight, window = play.moment.fight, play.moment.window
    if fight is None:
        return play.moment.targets, ("ini",), "ini"
    if window == "W-BEFORE-INI":
        return [fight.starter, fight.opponent], ("ini", "att", "defense"), "combat"
    if window == "W-BEFORE-ATT":
        return [fight.attacker], ("att",), "attack"
    if window == "W-BEFORE-DEF":
        return [fight.target], ("defense",), "attack"
    # A Backstab compares no INI: either model is helped for its one Attack pair.
    return (
        ([fight.attacker], ("att",), "attack") if play.own(fight.attacker) else ([fight.target], ("defense",), "attack")
    )


def _lenders(play: Play, model: int, name: Name) -> list[Squad]:
    """The player's other living Squads whose printed value would make a difference. R-BASE-ATTR, R-PARTIAL"""
    table = play.table
    others = [squad for squad in play.squads() if model not in squad.models and table.alive(squad)]
    return [squad for squad in others if _matters(table, model, name, attributes.printed(table, squad.models[0], name))]


def _matters(table: Table, model: int, name: Name, amount: int | None) -> bool:
    before = attributes.value(table, model, name)
    if before is None or amount is None:
        return False
    effects = table.state.effects
    attributes.last(table, Effect(f"{name}=", model, amount, "", ""))
    after = attributes.value(table, model, name)
    table.state.effects = effects
    return before != after


def _helped(play: Play) -> list[int]:
    models, names, _ = _checked(play)
    return [model for model in models if play.own(model) and any(_lenders(play, model, name) for name in names)]


@upper(
    "time-jump", "lightning", can=lambda play: bool(_helped(play)),
    also=("W-BACKSTAB", "W-BEFORE-ATT", "W-BEFORE-DEF", "W-BEFORE-HIT"),
)  # fmt: skip
def common_self(play: Play) -> Rule[None]:
    """One model uses INI, ATT or DEF of another own Squad, for one Combat or one check. R-ATTR-CHECK, R-BASE-ATTR"""
    model = yield from play.choose_model(_helped(play))
    _, names, span = _checked(play)
    options = [Option(f"attribute:{n}", _NAMES[n], {"attribute": n}) for n in names if _lenders(play, model, n)]
    chosen = yield from play.ask("attribute", "%(of)s: which attribute?", options)
    name: Name = chosen.data["attribute"]
    squad = yield from play.choose_squad(_lenders(play, model, name), "%(of)s: of which Squad?")
    play.lasting(model, f"{name}=", attributes.printed(play.table, squad.models[0], name) or 0, span)


def _focused(play: Play) -> list[int]:
    """Models of the carrier whose INI is about to be checked. R-INI-CHECK"""
    fight = play.moment.fight
    models = play.moment.targets if fight is None else [fight.starter, fight.opponent]
    return [model for model in models if play.of_carrier(model) and play.value(model, "ini") is not None]


@upper("laser-whip", "shadowing", can=lambda play: bool(_focused(play)), also=("W-BEFORE-HIT",), adds_up=True)
def focus(play: Play) -> Rule[None]:
    """+3 INI for one INI check of a model of the carrier; it adds up. R-INI-CHECK, R-ONCE"""
    play.lasting((yield from play.choose_model(_focused(play))), "ini+", 3, "ini")


# Any Squad


def _hands(play: Play) -> list[int]:
    return [seat for seat in play.table.opponents(play.seat) if play.table.state.hands[seat]]


@upper("drill", can=lambda play: bool(_hands(play)))
def enhanced_vision(play: Play) -> Rule[None]:
    """Look at all cards in one opponent's hand, once. R-HAND"""
    names = {seat: play.table.setup.seats[seat].name for seat in _hands(play)}
    options = [Option(f"seat:{seat}", "%(name)s", {"seat": seat, "name": names[seat]}) for seat in names]
    seat: int = (yield from play.ask("seat", "%(of)s: whose hand?", options)).data["seat"]
    play.done = True
    told = {"seat": seat, "to": play.seat}
    cards = play.table.state.hands[seat]
    play.table.tell("hand_shown", audience=(seat, play.seat), public=told, cards=cards, **told)


@lower("drill", squad=None, can=lambda play: play.of_carrier(play.fight.attacker))
def drill(play: Play) -> Rule[None]:
    """A Backstab of the carrier that Wounds its target deals 1 Wound more. R-EXTRA"""
    yield from ()
    play.fight.wounds += 1


@upper("glide", can=lambda play: play.table.state.depleted[play.seat] > 0)
def refresh_crystals(play: Play) -> Rule[None]:
    """All Crystals of the Depleted Pool return. R-REFRESH"""
    yield from ()
    crystals.refresh(play.table, play.seat)


RHAZACK.switched("glide")


def glides(table: Table, model: int, trait: str) -> bool:
    """Whether Glide lets a model Move Through Obstacles, whatever grants the Move. DF-MOVE-17"""
    return attaching.carries(table, table.squad(model), "glide", "lower")


attributes.TRAITS.add(glides, "through_obstacles", faction=RHAZACK.slug)


@lower("self-repair", squad=None, can=lambda play: play.lost_tokens(play.carrier) > 0)
def self_repair(play: Play) -> Rule[None]:
    """Restore 1 Endurance token to the carrier. R-RESTORE"""
    yield from ()
    play.restore(play.carrier)


def _plain_sources(play: Play) -> list[int]:
    return [source for source in play.table.state.sources if source not in enriched(play.table)]


@upper("quickening", can=lambda play: bool(_plain_sources(play)))
def source(play: Play) -> Rule[None]:
    """A SOURCE token on a Crystal Source that bears none; it lies on the middle of the Space."""
    space = yield from play.choose_space(_plain_sources(play), "%(of)s: on which Crystal Source?")
    play.done = True
    markers.lay(play.table, OnHex("source", play.seat, 7 * space))


@ongoing("quickening")
def quickening(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """The carrier has +3 INI. R-INSTANT-PASSIVE"""
    return [("+", 3)] if name == "ini" else []


def _no_turn_owed(play: Play) -> bool:
    return not play.table.state.extra_turn and not play.table.state.in_extra_turn


@lower("time-jump", squad=None, can=_no_turn_owed)
def time_jump(play: Play) -> Rule[None]:
    """After this turn the player takes another one, which must be Active. R-EXTRA-TURN"""
    yield from ()
    turns.grant_extra_turn(play.table, "active")
