"""Thickets: map tokens of one hex that are put down, moved and removed during play. R-THICKET, R-OCCUPY, R-SUPPLY"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from matches.engine.dawnfall import markers
from matches.engine.dawnfall.board import footprint_of, hex_of
from matches.engine.dawnfall.table import Table

#: How many there are. R-SUPPLY
SUPPLY: Final = 10


def left(table: Table) -> int:
    """How many are not on the board."""
    return SUPPLY - table.state.thickets.bit_count()


def empty(table: Table, hexes: int) -> int:
    """Those of the hexes on which nothing stands. R-EMPTY"""
    return hexes & ~table.state.occupied


def in_spaces(table: Table, spaces: Iterable[int]) -> int:
    """All hexes of some Spaces."""
    hexes = 0
    for space in spaces:
        hexes |= table.board.space_bits[space]
    return hexes


def steps(table: Table, number: int) -> int:
    """The empty hexes of a Thicket's own Space and those around it. R-TOKEN-STEP"""
    space = number // 7
    return empty(table, in_spaces(table, (space, *table.board.neighbours[space])))


def put(table: Table, seat: int, number: int) -> None:
    """Put a Thicket of the supply on an empty hex. R-THICKET"""
    _lay(table, number)
    table.tell("thicket_placed", seat=seat, **table.board.describe_hex(number))


def remove(table: Table, seat: int, number: int) -> None:
    """Take a Thicket off the board; it goes back to the supply."""
    _lift(table, number)
    table.tell("thicket_removed", seat=seat, **table.board.describe_hex(number))


def move(table: Table, seat: int, number: int, to: int) -> None:
    """Put a Thicket from its hex on another, which is free by now. It is no Move and Pushes nothing. R-TOKEN-STEP"""
    _lift(table, number)
    _lay(table, to)
    start, end = table.board.describe_hex(number), table.board.describe_hex(to)
    table.tell("thicket_moved", seat=seat, start=start, end=end)


def trade(table: Table, seat: int, number: int, model: int) -> None:
    """A Thicket and a model on one hex exchange their hexes. R-SWITCH"""
    board, place = table.board, table.state.places[model]
    _lift(table, number)
    table.put(model, footprint_of(number))
    _lay(table, hex_of(place))
    start, end = board.describe(place), board.describe(footprint_of(number))
    table.tell("model_placed", model=model, start=start, end=end)
    table.tell("thicket_moved", seat=seat, start=board.describe_hex(number), end=board.describe_hex(hex_of(place)))
    markers.sweep(table)


def _lay(table: Table, number: int) -> None:
    if table.state.occupied >> number & 1 or not left(table):
        raise ValueError("a Thicket needs an empty hex, and there are only ten")
    table.state.thickets |= 1 << number
    table.state.occupied |= 1 << number


def _lift(table: Table, number: int) -> None:
    if not table.state.thickets >> number & 1:
        raise ValueError("no Thicket lies there")
    table.state.thickets &= ~(1 << number)
    table.state.occupied &= ~(1 << number)
