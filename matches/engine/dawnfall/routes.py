"""Where a Move may lead. A set of Spaces is one number: bit n stands for Space n. DF-MOVE-03, -13, -14, -17, Q-41"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from matches.engine.dawnfall.board import FITS, WHOLE, Board

#: OPEN[size][occupied hexes of a Space]: whether a base of that size would fit.
OPEN: Final = {size: tuple(bool(shapes) for shapes in by_mask) for size, by_mask in FITS.items()}
#: How many positions are remembered.
_KEPT: Final = 4096


@cache
def steps(board: Board) -> tuple[int, ...]:
    """For each Space its neighbours."""
    return tuple(sum(1 << n for n in around) for around in board.neighbours)


@cache
def within(board: Board, space: int, reach: int) -> int:
    """The Spaces no further than `reach` away."""
    return sum(1 << n for n in board.in_range(space, reach))


@cache
def spots(board: Board, size: int) -> tuple[tuple[int, ...], ...]:
    """For each Space all footprints of a base of that size."""
    return tuple(tuple(board.all_footprints(size, n)) for n in board.spaces)


@cache
def beside(board: Board, size: int, footprint: int) -> tuple[int, ...]:
    """The footprints of a base of that size that are Base to Base with a footprint. DF-BOARD-07"""
    touch, own = board.footprint_touch[footprint], board.footprint_bits[footprint]
    home = board.footprint_space[footprint]
    return tuple(
        spot
        for space in sorted((home, *board.neighbours[home]))
        for spot in spots(board, size)[space]
        if board.footprint_bits[spot] & touch and not board.footprint_bits[spot] & own
    )


@lru_cache(_KEPT)
def open_spaces(board: Board, size: int, occupied: int) -> int:
    """The Spaces that a base of that size can pass, because it would fit on their free hexes. DF-MOVE-13, -14"""
    fits = OPEN[size]
    found, bit = 0, 1
    for _ in board.spaces:
        if fits[occupied & WHOLE]:
            found |= bit
        occupied >>= 7
        bit <<= 1
    return found


@lru_cache(_KEPT)
def ends(board: Board, start: int, reach: int, passing: int) -> tuple[int, ...]:
    """The Spaces to which a route of at most `reach` steps leads, all but the last of them among `passing`.

    One's own Space is the first; the last Space need not be passable, since Pushing may make room there.
    DF-MOVE-03, -09, -10, -15
    """
    near = steps(board)
    reached = inside = frontier = 1 << start
    for _ in range(reach):
        around = 0
        while frontier:
            lowest = frontier & -frontier
            around |= near[lowest.bit_length() - 1]
            frontier ^= lowest
        reached |= around
        frontier = around & passing & ~inside
        inside |= frontier
        if not frontier:
            break
    return (start, *(n for n in board.spaces if reached >> n & 1 and n != start))


@lru_cache(_KEPT)
def straight_ends(board: Board, start: int, reach: int, passing: int) -> tuple[int, ...]:
    """The same for routes without a bend. R-STRAIGHT"""
    found = [start]
    for line in board.lines[start]:
        for space in line[:reach]:
            found.append(space)
            if not passing >> space & 1:
                break
    return tuple(found)


def steps_left(board: Board, start: int, end: int, passing: int) -> dict[int, int]:
    """For each Space from which the end can be reached: how many steps it takes. Q-41"""
    passing |= 1 << start
    left, frontier, count = {end: 0}, [end], 0
    while frontier:
        count += 1
        frontier = [
            n
            for n in dict.fromkeys(n for space in frontier for n in board.neighbours[space])
            if n not in left and passing >> n & 1
        ]
        left.update(dict.fromkeys(frontier, count))
    return left


def route(board: Board, start: int, end: int, passing: int) -> tuple[int, ...]:
    """A shortest route, without a bend if there is one. The starting Space is not part of it. R-STRAIGHT"""
    if start == end:
        return ()
    for line in board.lines[start]:
        if end in line:
            straight = line[: line.index(end) + 1]
            if all(passing >> n & 1 for n in straight[:-1]):
                return straight
    left = steps_left(board, start, end, passing)
    way = [start]
    while way[-1] != end:
        way.append(min((n for n in board.neighbours[way[-1]] if n in left), key=left.__getitem__))
    return tuple(way[1:])


def straight(board: Board, start: int, way: tuple[int, ...]) -> int:
    """How many Spaces the route has if it runs in one direction, else 0. R-STRAIGHT"""
    return len(way) if any(line[: len(way)] == way for line in board.lines[start]) else 0
