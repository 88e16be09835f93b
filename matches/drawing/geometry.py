"""Where everything lies on the drawn board: hexes with a radius of ten, turned so that the columns stand upright."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Final

from matches.engine.dawnfall.board import HEXES, board
from matches.naming import LYING, Place

Point = tuple[float, float]

RADIUS: Final = 10.0
MARGIN: Final = 6.0
WHOLE_SPACE: Final = 7


def number(value: float) -> str:
    """A coordinate in as few letters as it needs."""
    return f"{round(value, 1):g}"


def pair(point: Point) -> str:
    """A point as SVG writes it in paths."""
    return f"{number(point[0])} {number(point[1])}"


def polygon(points: Sequence[Point]) -> str:
    """A closed path through the points."""
    return "M" + "L".join(pair(point) for point in points) + "Z"


class Layout:
    """The places of one board, made once."""

    def __init__(self, name: str) -> None:
        upright = self._flat(-1, 3)
        self.turn = pi / 2 - atan2(upright[1], upright[0]) - (pi / 2 if name in LYING else 0)
        self.spaces: dict[Place, Point] = {place: self._space(place) for place in board(name).places}
        self.offsets: tuple[Point, ...] = tuple(self._at(x, y) for x, y in HEXES)
        self.corners = [
            (RADIUS * cos(self.turn + pi / 6 + n * pi / 3), RADIUS * sin(self.turn + pi / 6 + n * pi / 3))
            for n in range(6)
        ]
        self.hexes_path = "".join(self.hex_path(offset) for offset in self.offsets)
        self.outline_path = polygon(self._outline())
        xs, ys = zip(*self.spaces.values(), strict=True)
        reach = 2.65 * RADIUS + MARGIN
        self.left, self.top = min(xs) - reach, min(ys) - reach
        self.width, self.height = max(xs) + reach - self.left, max(ys) + reach - self.top

    @property
    def view_box(self) -> str:
        """The piece of the plane that the drawing shows."""
        return " ".join(number(value) for value in (self.left, self.top, self.width, self.height))

    def space(self, place: Sequence[int]) -> Point:
        """The middle of a Space."""
        return self.spaces[place[0], place[1]]

    def hex(self, place: Sequence[int], number: int) -> Point:
        """The middle of a hex."""
        (x, y), (dx, dy) = self.space(place), self.offsets[number]
        return x + dx, y + dy

    def middle(self, place: Sequence[int], hexes: Sequence[int]) -> Point:
        """The middle of a footprint; no two footprints of one size in a Space share it."""
        points = [self.hex(place, hex_number) for hex_number in hexes]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def base_path(self, place: Sequence[int], hexes: Sequence[int]) -> str:
        """A line through the middles of the hexes; drawn with a thick round pen it is the base."""
        if len(hexes) == WHOLE_SPACE:
            return polygon([self.hex(place, n) for n in range(1, WHOLE_SPACE)])
        points = [self.hex(place, n) for n in hexes]
        if len(points) == 1:
            # Not quite a dot: browsers find no pointer on a line without length.
            return f"M{pair(points[0])}h.1"
        return polygon(points)

    def hex_path(self, middle: Point) -> str:
        """The outline of one hex."""
        return polygon([(middle[0] + x, middle[1] + y) for x, y in self.corners])

    def _outline(self) -> list[Point]:
        """The border of the seven hexes of a Space: each corner that not three of them share, in order."""
        corners: dict[Point, int] = {}
        for x, y in self.offsets:
            for dx, dy in self.corners:
                at = (round(x + dx, 2), round(y + dy, 2))
                known = next((other for other in corners if hypot(other[0] - at[0], other[1] - at[1]) < 1), at)
                corners[known] = corners.get(known, 0) + 1
        return sorted((corner for corner, count in corners.items() if count < 3), key=lambda c: atan2(c[1], c[0]))

    def _flat(self, x: float, y: float) -> Point:
        return RADIUS * sqrt(3) * (x + y / 2), RADIUS * 1.5 * y

    def _at(self, x: float, y: float) -> Point:
        flat_x, flat_y = self._flat(x, y)
        return (
            flat_x * cos(self.turn) - flat_y * sin(self.turn),
            flat_x * sin(self.turn) + flat_y * cos(self.turn),
        )

    def _space(self, place: Place) -> Point:
        q, r = place
        return self._at(2 * q - r, q + 3 * r)


@cache
def layout(name: str) -> Layout:
    """The layout of the board of that name."""
    return Layout(name)
