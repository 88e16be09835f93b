"""Shrines and Crystal Sources find their Spaces, and Sources may leave them again. DF-SETUP-33 to -39"""

from __future__ import annotations

from typing import Final, NamedTuple

from matches.engine.dawnfall.board import Place
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.setting_up import next_stage, order
from matches.engine.dawnfall.spots import number, space_options
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.windows import open_window
from matches.engine.kernel.decisions import Rule, ask

#: Least distance between Shrines and Crystal Sources. Q-03
SPACING: Final = 2
SOURCES: Final = 4


class Layout(NamedTuple):
    """Places for a first game: Shrines by seat, then Crystal Sources. `label` says whose they are."""

    name: str
    shrines: tuple[Place, ...]
    sources: tuple[Place, ...]
    label: str = "First-game places of this site; the book's own drawing is lost."


#: By number of players; every Shrine has the same distances to the Sources, and for three to the other Shrines. Q-14
LAYOUTS: Final = {
    2: Layout("B39-first-game", ((0, 2), (0, -2)), ((-2, 0), (-2, 2), (2, -2), (2, 0))),
    3: Layout("B39x2-first-game-3", ((-3, 3), (3, 0), (0, 6)), ((0, 3), (-1, 1), (3, 2), (-2, 6))),
    4: Layout("B39x2-first-game-4", ((-3, 2), (3, -2), (4, 3), (-2, 7)), ((0, -1), (1, 6), (3, 1), (-2, 4))),
}


def preset(table: Table) -> Layout | None:
    """The first-game places of the match, if it was agreed to use them. Q-14"""
    return LAYOUTS[len(table.seats)] if table.setup.options.quick_setup else None


def place_shrines(table: Table) -> Rule[None]:
    """Everybody places their own Shrine. DF-SETUP-33 to -36, -39"""
    state = table.state
    seat = order(table)[state.step]
    if layout := preset(table):
        state.shrines[seat] = table.board.number[layout.shrines[seat]]
    else:
        state.shrines[seat] = yield from _choose_space(table, seat, "shrine", "Where does your Shrine stand?")
    _stand(table, "shrine_placed", seat, state.shrines[seat])
    if state.step == len(table.seats):
        next_stage(table)
        yield from open_window(table, Moment("W-SETUP"))


def place_sources(table: Table) -> Rule[None]:
    """Four Crystal Sources, one at a time in turns, as long as there is room. DF-SETUP-36 to -39, Q-13"""
    state = table.state
    seats = order(table)
    seat = seats[state.step % len(seats)]
    if layout := preset(table):
        space = table.board.number[layout.sources[state.step]]
    elif free_spaces(table):
        space = yield from _choose_space(table, seat, "source", "Where does the next Crystal Source lie?")
    else:
        next_stage(table)
        return
    state.sources.append(space)
    _stand(table, "source_placed", seat, space)
    if state.step == SOURCES:
        next_stage(table)


def free_spaces(table: Table) -> list[int]:
    """The empty Spaces far enough from what must be far. DF-SETUP-34, -35, -38, Q-04, Q-66"""
    state, board = table.state, table.board
    stands = [space for space in (*state.shrines, *state.sources) if space >= 0]
    return [
        space
        for space in board.spaces
        if not state.occupied & board.space_bits[space]
        and all(board.distance[space][other] >= SPACING for other in stands)
    ]


def remove_source(table: Table, space: int) -> None:
    """A Crystal Source leaves the match. Crystal Breaker"""
    table.state.sources.remove(space)
    table.state.occupied &= ~table.board.space_bits[space]
    table.tell("source_removed", space=table.board.places[space])


def _choose_space(table: Table, seat: int, kind: str, wording: str) -> Rule[int]:
    spaces = space_options(table.board)
    chosen = yield from ask(seat, kind, wording, [spaces[space] for space in free_spaces(table)])
    return number(chosen)


def _stand(table: Table, event: str, seat: int, space: int) -> None:
    table.state.occupied |= table.board.space_bits[space]
    table.state.step += 1
    table.tell(event, seat=seat, space=table.board.places[space])
