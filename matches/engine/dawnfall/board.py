"""The board as tables: Spaces, hexes, footprints, contact, distances and lines. No geometry at play time.

Hex k of Space s is bit 7*s + k of a whole number, so "which hexes" is one number for the whole board. A footprint
is a way for a base to stand: the 26 shapes of a Space (7 of one hex, 12 of two, 6 of three, 1 of seven) are
numbered 0 to 25, and footprint 26*s + n is shape n in Space s. DF-BOARD-01 to -10, Q-01, Q-02, Q-05
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

Place = tuple[int, int]

#: Hexes of a Space relative to its centre, in small-hex axial coordinates.
HEXES: Final[tuple[Place, ...]] = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
#: Steps between neighbouring Spaces: E, SE, SW, W, NW, NE.
DIRECTIONS: Final[tuple[Place, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
WHOLE: Final = 0b1111111

#: Columns of the standard board: q, first r, last r. Our own, since the printed one is not known. Q-01
_COLUMNS: Final = (
    (-3, -1, 4), (-2, -1, 3), (-1, -2, 3), (0, -2, 2), (1, -3, 2), (2, -3, 1), (3, -4, 1),
)  # fmt: skip
B39: Final[tuple[Place, ...]] = tuple((q, r) for q, first, last in _COLUMNS for r in range(first, last + 1))
#: Two boards joined for three and four players. Q-02
B39X2: Final[tuple[Place, ...]] = B39 + tuple((q + 1, r + 5) for q, r in B39)
#: The small board of the worked scenarios.
T37: Final[tuple[Place, ...]] = tuple(
    (q, r) for q in range(-3, 4) for r in range(-3, 4) if max(abs(q), abs(r), abs(q + r)) <= 3
)
MAPS: Final = {"B39": B39, "B39x2": B39X2, "T37": T37}


def _touching(a: Place, b: Place) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in HEXES[1:]


def _shapes() -> tuple[tuple[int, int], ...]:
    """Every (base size, mask of hexes) that fits in a Space."""
    ones = [1 << k for k in range(7)]
    pairs = [(a, b) for a in range(7) for b in range(a + 1, 7) if _touching(HEXES[a], HEXES[b])]
    twos = [1 << a | 1 << b for a, b in pairs]
    threes = [
        1 << a | 1 << b | 1 << c
        for a, b in pairs
        for c in range(b + 1, 7)
        if _touching(HEXES[a], HEXES[c]) and _touching(HEXES[b], HEXES[c])
    ]
    return (*((1, m) for m in ones), *((2, m) for m in twos), *((3, m) for m in threes), (7, WHOLE))


SHAPES: Final = _shapes()
#: FITS[size][occupied hexes of a Space]: shapes of that size that stand on free hexes only.
FITS: Final = {
    size: tuple(
        tuple(n for n, (s, mask) in enumerate(SHAPES) if s == size and not mask & occupied) for occupied in range(128)
    )
    for size in (1, 2, 3, 7)
}
SHAPE_COUNT: Final = len(SHAPES)


class Board:
    """All tables of one map. Built once; nothing in it ever changes."""

    def __init__(self, name: str, places: tuple[Place, ...]) -> None:
        self.name = name
        self.places = places
        self.number = {place: n for n, place in enumerate(places)}
        self.spaces = range(len(places))
        self.distance = tuple(tuple(_distance(a, b) for b in places) for a in places)
        self.neighbours = tuple(tuple(n for n in self.spaces if row[n] == 1) for row in self.distance)
        self.lines = tuple(tuple(self._line(place, step) for step in DIRECTIONS) for place in places)
        self.space_bits = tuple(WHOLE << 7 * n for n in self.spaces)
        self.hex_touch = self._hex_touch()
        self.space_touch = tuple(self.touch(bits) for bits in self.space_bits)
        footprints = [(n, mask) for n in self.spaces for _, mask in SHAPES]
        self.footprint_space = tuple(n for n, _ in footprints)
        self.footprint_bits = tuple(mask << 7 * n for n, mask in footprints)
        self.footprint_touch = tuple(self.touch(bits) for bits in self.footprint_bits)
        self.edge_spaces = frozenset(n for n in self.spaces if len(self.neighbours[n]) < 6)

    def footprints(self, size: int, space: int, occupied: int) -> list[int]:
        """The footprints of a base of that size on free hexes of the Space."""
        start = space * SHAPE_COUNT
        return [start + n for n in FITS[size][occupied >> 7 * space & WHOLE]]

    def fits(self, size: int, space: int, occupied: int) -> bool:
        """Whether a base of that size finds free hexes in the Space."""
        return bool(FITS[size][occupied >> 7 * space & WHOLE])

    def all_footprints(self, size: int, space: int) -> list[int]:
        """The footprints of a base of that size in the Space, whoever stands there."""
        return self.footprints(size, space, 0)

    def is_full(self, space: int, occupied: int) -> bool:
        """Whether all seven hexes are taken, which blocks a Line of Fire. DF-LOS-04"""
        return occupied >> 7 * space & WHOLE == WHOLE

    def in_range(self, space: int, reach: int) -> list[int]:
        """The Spaces no further than `reach` away, the Space itself included. R-RANGE, Q-42"""
        row = self.distance[space]
        return [n for n in self.spaces if row[n] <= reach]

    def line_of_fire(self, space: int, reach: int | None, occupied: int) -> list[int]:
        """The Spaces that can be shot at: one's own, then six lines up to the first full one. DF-LOS-01 to -10"""
        seen = [space]
        for line in self.lines[space]:
            for n in line[:reach]:
                seen.append(n)
                if self.is_full(n, occupied):
                    break
        return seen

    def touch(self, bits: int) -> int:
        """The hexes that share a side with the given ones, these themselves left out. DF-BOARD-07, -08"""
        around, rest = 0, bits
        while rest:
            lowest = rest & -rest
            around |= self.hex_touch[lowest.bit_length() - 1]
            rest ^= lowest
        return around & ~bits

    def describe(self, footprint: int) -> dict[str, object]:
        """A footprint as data to draw it: Space coordinates and hex numbers."""
        space = self.footprint_space[footprint]
        mask = self.footprint_bits[footprint] >> 7 * space
        return {"space": self.places[space], "hexes": [k for k in range(7) if mask >> k & 1]}

    def describe_hex(self, number: int) -> dict[str, Any]:
        """A hex as data to draw it: Space coordinates and its number there."""
        return {"space": self.places[number // 7], "hex": number % 7}

    def _line(self, place: Place, step: Place) -> tuple[int, ...]:
        line = []
        q, r = place
        while (q := q + step[0], r := r + step[1]) in self.number:
            line.append(self.number[q, r])
        return tuple(line)

    def _hex_touch(self) -> tuple[int, ...]:
        hexes = {}
        for n, (q, r) in enumerate(self.places):
            for k, (x, y) in enumerate(HEXES):
                hexes[2 * q - r + x, q + 3 * r + y] = 7 * n + k
        touch = [0] * len(hexes)
        for (x, y), bit in hexes.items():
            for dx, dy in HEXES[1:]:
                if (x + dx, y + dy) in hexes:
                    touch[bit] |= 1 << hexes[x + dx, y + dy]
        return tuple(touch)


def hexes_of(bits: int) -> list[int]:
    """The numbers of the hexes in a set."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


def footprint_of(number: int) -> int:
    """The footprint of a base of one hex on the hex of that number."""
    return number // 7 * SHAPE_COUNT + number % 7


def hex_of(footprint: int) -> int:
    """The hex on which a base of one hex stands."""
    return footprint // SHAPE_COUNT * 7 + footprint % SHAPE_COUNT


def _distance(a: Place, b: Place) -> int:
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))


@cache
def board(name: str) -> Board:
    """The board of that name: B39, B39x2 or T37."""
    return Board(name, MAPS[name])
