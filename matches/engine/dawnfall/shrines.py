"""Shrines that change their place during play. R-SHRINE-MOVE"""

from __future__ import annotations

from matches.engine.dawnfall import markers, shooting
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.pushing import Pushed, can_be_pushed, choose_places, room_for, settle, tell_pushes
from matches.engine.dawnfall.routes import spots
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.windows import open_window
from matches.engine.kernel.decisions import Rule

#: A base of this size fills a Space, as a Shrine does.
WHOLE_SPACE = 7


def places_for(table: Table, seat: int, *, pushing: bool = False) -> list[int]:
    """The Spaces onto which a seat's Shrine can be put: empty ones, or also those from which it Pushes all models.

    R-EMPTY, R-SHRINE-MOVE
    """
    if table.state.shrines[seat] < 0:
        return []
    return [space for space in table.board.spaces if _can_stand(table, seat, space, pushing)]


def _can_stand(table: Table, seat: int, space: int, pushing: bool) -> bool:
    bits = table.board.space_bits[space]
    if not bits & table.state.occupied:
        return True
    if not pushing or bits & table.map_bits():
        return False
    crowd = _crowd(table, space)
    gives_way = all(pushed.size < WHOLE_SPACE and can_be_pushed(table, seat, pushed.model) for pushed in crowd)
    return gives_way and room_for(table.board, crowd, _blocked(table, seat, space, crowd))


def _crowd(table: Table, space: int) -> list[Pushed]:
    """The models that stand where the Shrine is put; each will be Base to Base with it."""
    shrine = spots(table.board, WHOLE_SPACE)[space][0]
    return [Pushed(model, table.base(model), (shrine,)) for model in shooting.models_in(table, (space,))]


def _blocked(table: Table, seat: int, space: int, crowd: list[Pushed]) -> int:
    """The hexes that are taken once the Shrine stands and the Pushed models are lifted."""
    space_bits = table.board.space_bits
    blocked = table.state.occupied & ~space_bits[table.state.shrines[seat]]
    for pushed in crowd:
        blocked &= ~table.bits(pushed.model)
    return blocked | space_bits[space]


def reposition(table: Table, seat: int, space: int) -> Rule[None]:
    """Lift a seat's Shrine and put it on a Space; whoever stands there is Pushed. R-SHRINE-MOVE"""
    state, bits = table.state, table.board.space_bits
    crowd = _crowd(table, space)
    chosen = yield from choose_places(table, seat, crowd, _blocked(table, seat, space, crowd), may_go_back=False)
    pushed = chosen or {}
    old, before = state.shrines[seat], state.places[:]
    state.occupied &= ~bits[old]
    settle(table, pushed)
    state.occupied |= bits[space]
    state.shrines[seat] = space
    table.tell("shrine_moved", seat=seat, start=table.board.places[old], space=table.board.places[space])
    tell_pushes(table, pushed, before)
    markers.sweep(table)
    yield from open_window(table, Moment("W-SHRINE-MOVED", space=space, targets=list(pushed)))
