"""The Passive turn: Harvest, charge Enhancements, refresh Crystals, refresh the Banner. DF-PASSIVE"""

from __future__ import annotations

from typing import Final

from matches.engine.dawnfall import attaching, attributes, crystals, ending, optional
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.turns import next_turn
from matches.engine.dawnfall.windows import open_window
from matches.engine.kernel.decisions import Rule

#: Crystals from each Controlled Source, with two players and with more. DF-PASSIVE-02, -03
YIELD: Final = {False: 1, True: 2}


def passive_turn(table: Table) -> Rule[None]:
    """The four steps in their order; nobody plays cards, moves, discards or draws. DF-PASSIVE-01, -14, -15, Q-20"""
    seat = table.state.active
    yield from optional.start_effects(table, active=False)
    yield from open_window(table, Moment("W-PASSIVE-START"))
    for step in (_harvest, _charge, _refresh_crystals, _refresh_banner, _shrines):
        if ending.over(table):
            return
        yield from step(table, seat)
    if ending.over(table):
        return
    attributes.end_span(table, "turn")
    crystals.drop_temporary(table)
    next_turn(table)


def controlled(table: Table, seat: int) -> list[int]:
    """The Spaces of the Sources that an own model and no enemy model touches. DF-PASSIVE-04 to -06, Q-60, R-SOURCE"""
    return [space for space in table.state.sources if controls(table, seat, space)]


def controls(table: Table, seat: int, source: int) -> bool:
    """Whether a seat Controls the Source in this Space; allies neither help nor hinder. DF-PASSIVE-04, Q-60"""
    own = False
    seat_of = table.roster.seat_of
    for model in table.models_on(table.board.space_touch[source]):
        if table.hostile(seat, seat_of[model]):
            return False
        own = own or seat_of[model] == seat
    return own


def beside_sources(table: Table) -> int:
    """The hexes around the Crystal Sources."""
    around = 0
    for space in table.state.sources:
        around |= table.board.space_touch[space]
    return around


def at_sources(table: Table) -> frozenset[int]:
    """The models Base to Base with a Crystal Source."""
    return frozenset(table.models_on(beside_sources(table)))


def harvest(table: Table, seat: int) -> int:
    """Crystals from the Controlled Sources, as far as the neutral pile has some. DF-PASSIVE-02 to -09, DF-LIMIT-07"""
    return reap(table, seat, len(controlled(table, seat)))


def reap(table: Table, seat: int, sources: int) -> int:
    """Crystals from so many Sources. DF-PASSIVE-02, -03, R-STALEMATE"""
    got = crystals.gain(table, seat, sources * YIELD[table.setup.multiplayer])
    if got:
        table.state.stirred = True
    return got


def _harvest(table: Table, seat: int) -> Rule[None]:
    sources = controlled(table, seat)
    if table.setup.options.more_crystals and not any(controlled(table, other) for other in table.seats):
        optional.more_crystals(table)
    before = table.state.crystals[seat]
    harvest(table, seat)
    yield from open_window(table, Moment("W-HARVEST"))
    if table.state.crystals[seat] > before:
        yield from open_window(table, Moment("W-HARVESTED"))
    if table.setup.options.special_sources:
        yield from optional.special_sources(table, seat, sources)


def _charge(table: Table, seat: int) -> Rule[None]:
    """One charge on every Enhancement of a living Squad. DF-PASSIVE-10, -11, DF-LIMIT-12"""
    yield from attaching.charge(table, seat, attaching.chargeable(table, [seat]))


def _refresh_crystals(table: Table, seat: int) -> Rule[None]:
    """All Depleted Crystals return. DF-PASSIVE-12"""
    yield from ()
    crystals.refresh(table, seat)


def _refresh_banner(table: Table, seat: int) -> Rule[None]:
    yield from ()
    refresh_banner(table, seat)


def refresh_banner(table: Table, seat: int) -> None:
    """The Banner is turned face up. DF-PASSIVE-13, DF-BANNER-04"""
    if not table.state.banner_ready[seat]:
        table.state.banner_ready[seat] = True
        table.tell("banner_refreshed", seat=seat)


def _shrines(table: Table, seat: int) -> Rule[None]:
    """What Shrines and tokens do at the end of a Passive turn. R-SHRINE-PASSIVE, R-FIRE"""
    yield from open_window(table, Moment("W-PASSIVE-SHRINE"))
    if not ending.over(table):
        yield from open_window(table, Moment("W-PASSIVE-END"))
