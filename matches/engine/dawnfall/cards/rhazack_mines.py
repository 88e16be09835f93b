"""Rha-Zack: Minelayer and what its tokens do. Which of them is the dummy only their owner knows. Section 3.6"""

from __future__ import annotations

from typing import Final

from matches.engine.dawnfall import markers, shooting, thickets, walking
from matches.engine.dawnfall.cards.rhazack_relics import RHAZACK
from matches.engine.dawnfall.halves import token
from matches.engine.dawnfall.moments import NOBODY
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.state import OnHex
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule

DUMMY, REAL = 0, 1
#: The tokens of one player. R-SUPPLY
SUPPLY: Final = {REAL: 2, DUMMY: 1}

_OPTIONS: Final = {
    REAL: Option("real", "A real MINE", {"mine": REAL}),
    DUMMY: Option("dummy", "The dummy", {"mine": DUMMY}),
}
_DONE: Final = Option("done", "No more")


def _left(table: Table, seat: int) -> dict[int, int]:
    """How many of each kind are not on the board. R-SUPPLY"""
    lying = [on.number for on in table.state.hex_tokens if on.kind == "mine" and on.seat == seat]
    return {kind: count - lying.count(kind) for kind, count in SUPPLY.items()}


def _empty(table: Table) -> int:
    return thickets.empty(table, thickets.in_spaces(table, table.board.spaces))


@RHAZACK.lower("minelayer", squad=None, can=lambda play: sum(_left(play.table, play.seat).values()) > 0)
def minelayer(play: Play) -> Rule[None]:
    """Up to 3 MINE tokens face down on any empty hexes: those that are not on the board. R-SUPPLY, R-OCCUPY"""
    while any(_left(play.table, play.seat).values()) and _empty(play.table):
        mine = yield from _choose_mine(play)
        if mine is None:
            return
        number = yield from play.choose_hex(_empty(play.table), "%(of)s: on which hex?")
        play.done = True
        markers.lay(play.table, OnHex("mine", play.seat, number, mine, face_down=True))


def _choose_mine(play: Play) -> Rule[int | None]:
    """A real one or the dummy, even if only one kind is left."""
    left = _left(play.table, play.seat)
    options = [option for kind, option in _OPTIONS.items() if left[kind]]
    if play.done:
        options.append(_DONE)
    chosen = yield from play.ask_in_secret("mine", "%(of)s: which token next?", options)
    return None if chosen is _DONE else int(chosen.data["mine"])


def _in_space(table: Table, space: int) -> list[OnHex]:
    return [on for on in table.state.hex_tokens if on.kind == "mine" and on.hex // 7 == space]


def _watched(table: Table) -> int:
    """The Spaces with a MINE, as bits."""
    spaces = 0
    for on in table.state.hex_tokens:
        if on.kind == "mine":
            spaces |= 1 << on.hex // 7
    return spaces


walking.WATCHED.append(_watched)


@token("W-ENTER", last=True)
def set_off(play: Play) -> Rule[None]:
    """A model that enters by a Move stops; all MINE tokens of the Space are revealed, and each real one goes off.

    It comes last, since a BARRIER may keep the model out. R-ENTER, R-CHECK, R-CREDIT
    """
    table, moment = play.table, play.moment
    mines = _in_space(table, moment.space) if table.state.hex_tokens and moment.halt != "before" else []
    if not mines:
        return
    moment.halt = "here"
    for on in mines:
        markers.take_away(table, on)
    for on in mines:
        if on.number == REAL and not play.over():
            yield from _explode(table, on.seat, moment.space, moment.model)


def _explode(table: Table, seat: int, space: int, entering: int) -> Rule[None]:
    """One Check for Hit against all in the Space, the entering model too; no model deals these Wounds. R-DEALS"""
    targets = [model for model in shooting.models_in(table, (space,)) if model != entering]
    if table.on_board(entering):
        targets.append(entering)
    if targets:
        hit = yield from shooting.check_for_hit(table, seat, NOBODY, targets)
        yield from shooting.wound_each(table, seat, hit)
