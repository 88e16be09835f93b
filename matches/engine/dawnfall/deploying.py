"""Deployment: Squad by Squad, model by model, together and away from the enemy. DF-SETUP-40 to -46, Q-15"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from matches.engine.dawnfall.board import FITS, SHAPE_COUNT, WHOLE, Board, board
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.setting_up import next_stage, order
from matches.engine.dawnfall.spots import BACK, number, space_options, spot_option
from matches.engine.dawnfall.state import WAITING
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule, ask


def deploy(table: Table) -> Rule[None]:
    """The next player in order deploys a Squad; who has none left is skipped. DF-SETUP-40, Q-15"""
    state = table.state
    seats = order(table)
    waiting = {seat: squads_to_deploy(table, seat) for seat in seats}
    if not any(waiting.values()):
        next_stage(table)
        return
    while not waiting[seats[state.step % len(seats)]]:
        state.step += 1
    seat = seats[state.step % len(seats)]
    squad = None
    while squad is None:
        squad = yield from _choose_squad(table, seat, waiting[seat])
        if not (yield from _place_squad(table, seat, squad, may_go_back=len(waiting[seat]) > 1)):
            squad = None
    state.step += 1
    places = {model: table.board.describe(state.places[model]) for model in table.standing(squad)}
    table.tell("squad_deployed", seat=seat, squad=squad.number, places=places)


def squads_to_deploy(table: Table, seat: int) -> list[Squad]:
    """Squads that wait beside the board and find room; cavalry comes later. R-CAVALRY, Q-15"""
    state = table.state
    found = []
    for squad in table.roster.armies[seat].squads:
        if not squad.cavalry and state.places[squad.models[0]] == WAITING:
            size = table.base(squad.models[0])
            shut = closed_hexes(table, seat)
            if any(
                extendable(table.board, size, (fp,), squad.size, shut) for fp in _everywhere(table.board, size, shut)
            ):
                found.append(squad)
    return found


def closed_hexes(table: Table, seat: int) -> int:
    """Hexes where the seat may not deploy: taken ones, and those beside Shrines, Sources and enemies. DF-SETUP-44"""
    state, tables = table.state, table.board
    shut = state.occupied
    for space in (*state.shrines, *state.sources):
        if space >= 0:
            shut |= tables.space_touch[space]
    for model, place in enumerate(state.places):
        if place >= 0 and table.hostile(seat, table.roster.seat_of[model]):
            shut |= tables.footprint_touch[place]
    return shut


def extendable(tables: Board, size: int, placed: Sequence[int], count: int, shut: int) -> bool:
    """Whether a Squad of so many models can be completed from the footprints placed, each touching one. DF-SETUP-45"""
    bits = tables.footprint_bits
    for footprint in placed:
        shut |= bits[footprint]
    return _grows(links(tables.name, size), bits, tuple(placed), count, shut)


def _grows(
    chains: tuple[tuple[int, ...], ...], bits: tuple[int, ...], placed: tuple[int, ...], count: int, shut: int
) -> bool:
    if len(placed) == count:
        return True
    for footprint in reversed(placed):
        for other in chains[footprint]:
            if not bits[other] & shut and _grows(chains, bits, (*placed, other), count, shut | bits[other]):
                return True
    return False


@cache
def links(map_name: str, size: int) -> tuple[tuple[int, ...], ...]:
    """For every footprint of that size: the footprints of the same size that stand Base to Base with it."""
    tables = board(map_name)
    ways = [space * SHAPE_COUNT + n for space in tables.spaces for n in FITS[size][0]]
    chains: list[tuple[int, ...]] = [()] * len(tables.footprint_bits)
    for footprint in ways:
        near, touch = tables.footprint_bits[footprint], tables.footprint_touch[footprint]
        space = tables.footprint_space[footprint]
        chains[footprint] = tuple(
            other
            for around in (space, *tables.neighbours[space])
            for other in tables.all_footprints(size, around)
            if tables.footprint_bits[other] & touch and not tables.footprint_bits[other] & near
        )
    return tuple(chains)


def _everywhere(tables: Board, size: int, shut: int) -> Iterator[int]:
    return (footprint for space in tables.spaces for footprint in tables.footprints(size, space, shut))


def _choose_squad(table: Table, seat: int, squads: list[Squad]) -> Rule[Squad]:
    options = [Option(f"squad:{s.number}", "Deploy %(name)s.", {"squad": s.number, "name": s.name}) for s in squads]
    chosen = yield from ask(seat, "deploy", "Which Squad do you deploy?", options)
    return table.roster.squads[number(chosen)]


def _place_squad(table: Table, seat: int, squad: Squad, *, may_go_back: bool) -> Rule[bool]:
    """All models of a Squad, one after the other; no only if the seat went back before the first. DF-SETUP-41"""
    size = table.base(squad.models[0])
    shut = closed_hexes(table, seat)
    placed: list[int] = []
    while len(placed) < squad.size:
        model = squad.models[len(placed)]
        legal = legal_ways(table.board, size, placed, squad.size, shut)
        footprint = yield from choose_footprint(table, seat, model, legal, back=BACK if placed or may_go_back else None)
        if footprint is not None:
            table.put(model, footprint)
            placed.append(footprint)
        elif placed:
            placed.pop()
            table.lift(squad.models[len(placed)], WAITING)
        else:
            return False
    return True


def legal_ways(tables: Board, size: int, placed: list[int], count: int, shut: int) -> Callable[[int], Iterator[int]]:
    """The legal footprints of the next model in a Space. DF-SETUP-42, -43, -45"""
    taken = shut
    touch = 0
    for footprint in placed:
        taken |= tables.footprint_bits[footprint]
        touch |= tables.footprint_touch[footprint]

    def legal(space: int) -> Iterator[int]:
        if placed and not touch >> 7 * space & WHOLE:
            return
        for footprint in tables.footprints(size, space, taken):
            if (not placed or tables.footprint_bits[footprint] & touch) and extendable(
                tables, size, (*placed, footprint), count, shut
            ):
                yield footprint

    return legal


def choose_footprint(
    table: Table, seat: int, model: int, legal: Callable[[int], Iterator[int]], *, back: Option | None = None
) -> Rule[int | None]:
    """Ask for a Space, then for the hexes in it. None means the seat went back."""
    board = table.board
    data = {"model": model, "name": table.squad(model).name}
    spaces = space_options(board)
    options = [spaces[space] for space in board.spaces if next(legal(space), None) is not None]
    if back is not None:
        options.append(back)
    while True:
        chosen = yield from ask(seat, "place_space", "In which Space does %(name)s stand?", options, data)
        if chosen is back:
            return None
        hexes = [spot_option(board, footprint) for footprint in legal(number(chosen))]
        if len(options) > 1 and len(hexes) > 1:
            hexes.append(BACK)
        spot = yield from ask(seat, "place_hexes", "On which hexes does %(name)s stand?", hexes, data)
        if spot is not BACK:
            return number(spot)
