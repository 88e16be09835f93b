"""Rha-Zack: its Banners and Shrines, and the tokens on models and Crystal Sources. Section 3.6 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attaching, crystals, passive, playing
from matches.engine.dawnfall.halves import Faction, token
from matches.engine.dawnfall.markers import Kind, define
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.state import Marker
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule, ask

RHAZACK = Faction("rhazack")
CLOUD, CAPACITOR = "energy-cloud", "voltaic-capacitor"


# Tokens


def _shocked(table: Table, model: int, marker: Marker, name: str) -> list[tuple[str, int]]:
    """-2 INI, ATT and DEF. Shock"""
    return [] if name == "mov" else [("+", -2)]


define("shock", Kind("SHOCK", _shocked, price=2))


def enriched(table: Table) -> dict[int, int]:
    """The Spaces of Crystal Sources with a SOURCE token, and whose it is. Quickening"""
    return {on.hex // 7: on.seat for on in table.state.hex_tokens if on.kind == "source"}


@token("W-HARVEST")
def harvest_enriched(play: Play) -> Rule[None]:
    """A Source that the Harvesting player Controls gives 1 Crystal more if it bears that player's SOURCE token."""
    yield from ()
    table, owners = play.table, enriched(play.table)
    for source in passive.controlled(table, play.seat) if owners else ():
        if owners.get(source) == play.seat:
            crystals.gain(table, play.seat, 1)


# Banners


@RHAZACK.banner("rhazack-banner", 0, at="W-AFTER-PLAY", can=lambda play: play.moment.play is not None)
def take_back(play: Play) -> Rule[None]:
    """The Action card just played returns to hand instead of being discarded. R-BANNER"""
    yield from ()
    played = play.moment.play
    assert played is not None and played.card is not None  # noqa: S101, PT018
    played.kept = True
    play.table.state.hands[play.seat] += (played.card.slug,)
    play.table.tell("card_taken_back", seat=play.seat, card=played.card.slug)


def _plays_two(play: Play) -> bool:
    played = play.moment.play
    return played is not None and playing.other_half(play.table, played) is not None


@RHAZACK.banner("alternative-rhazack-banner", 0, at="W-PLAY", can=_plays_two)
def play_both_halves(play: Play) -> Rule[None]:
    """Both halves of the card, in the player's order, for the higher of their costs. R-BANNER"""
    played = play.moment.play
    assert played is not None and played.half is not None  # noqa: S101, PT018
    other = playing.other_half(play.table, played)
    assert other is not None and other.half is not None  # noqa: S101, PT018
    options = [
        Option(f"half:{place}", "%(name)s", {"half": place, "name": name})
        for place, name in ((played.place, played.half.name), (other.place, other.half.name))
    ]
    chosen = yield from play.ask("half", "%(of)s: which half first?", options)
    played.both = chosen.data["half"]


# Shrines


@RHAZACK.shrine_changes(CLOUD)
def energy_cloud(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """Enemy models b2b with it have -2 DEF and -2 INI, once however many Clouds there are. R-STACK"""
    if name not in {"ini", "defense"}:
        return []
    for army in table.roster.armies:
        if army.shrine.slug == CLOUD and table.hostile(army.seat, table.roster.seat_of[model]):
            space = table.state.shrines[army.seat]
            if space >= 0 and table.bits(model) & table.board.space_touch[space]:
                return [("+", -2)]
    return []


def pushes_with_its_shrine(play: Play) -> bool:
    """Whether the player's Shrine may Push when it is Repositioned now. Voltaic Capacitor, R-SHRINE-MOVE"""
    return play.table.roster.armies[play.seat].shrine.slug == CAPACITOR and play.seat == play.table.state.active


@RHAZACK.shrine(CAPACITOR, at="W-SHRINE-MOVED")
def voltaic_capacitor(play: Play) -> Rule[None]:
    """For each enemy model that it has Pushed, 1 charge may go on an Enhancement of the player. R-CHARGE"""
    table, none = play.table, Option("none", "No charge")
    if play.moment.space != table.state.shrines[play.seat]:
        return
    for _ in [model for model in play.moment.targets if not play.yours(model)]:
        slots = play.own_chargeable()
        if not slots:
            return
        options = [*attaching.slot_options(table, slots), none]
        chosen = yield from ask(play.seat, "slot", "Voltaic Capacitor: charge which Enhancement?", options)
        if chosen is not none:
            yield from attaching.charge(table, play.seat, [(chosen.data["squad"], chosen.data["slot"])])
