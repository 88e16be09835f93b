"""Spaces and hexes as options, made once for each board and shared by all questions."""

from __future__ import annotations

from functools import cache
from typing import Final

from matches.engine.dawnfall.board import Board
from matches.engine.kernel.decisions import Option

BACK: Final = Option("back", "Take the last step back")


@cache
def space_options(board: Board) -> tuple[Option, ...]:
    """An option for each Space: `space:12`."""
    return tuple(Option(f"space:{n}", "Space %(space)s", {"space": board.places[n]}) for n in board.spaces)


@cache
def spot_option(board: Board, footprint: int) -> Option:
    """The option for a footprint: `fp:301`."""
    return Option(f"fp:{footprint}", "Hexes %(hexes)s of Space %(space)s", board.describe(footprint))


def number(option: Option) -> int:
    """The number in an option's id."""
    return int(option.id.partition(":")[2])
