"""The bots that may take a seat. A bot gets its seat's view and the options of its decision, and nothing else."""

from __future__ import annotations

from matches.engine import Game, Setup
from matches.engine.kernel.chance import SeededChance

#: The levels by name, weakest first.
LEVELS = ("recruit",)


def bot_choice(level: str, game: Game[Setup], seed: str) -> str:
    """What the bot of a level takes; the same seed takes the same."""
    assert game.pending is not None  # noqa: S101
    options = game.pending.options
    return options[SeededChance(f"bot {seed}".encode()).below(len(options))].id
