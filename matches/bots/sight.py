"""The door through which bots see a match: what their seat may know, and nothing else."""

from __future__ import annotations

from typing import Any

from matches.engine import Decision, Game, Setup


class Sight:
    """A match as one seat sees it when it is asked: its view, its decision, and matches that could lie behind both."""

    __slots__ = ("_game", "decision", "seat")

    def __init__(self, game: Game[Setup]) -> None:
        assert game.pending is not None  # noqa: S101
        self._game = game
        self.decision: Decision = game.pending
        self.seat = game.pending.seat

    @property
    def view(self) -> dict[str, Any]:
        """All that the seat may know."""
        return self._game.view(self.seat)

    @property
    def turn(self) -> int:
        """The number of the turn; 0 before the first."""
        turn: int = self._game.table.state.turn
        return turn

    def imagine(self, luck: str) -> Game[Setup] | None:
        """A match that the seat could be in: what it does not know is dealt anew, and the dice are other dice.

        None if no such match was found: what happened since the last checkpoint does not fit what was dealt.
        """
        return self._game.imagine(self.seat, luck)
