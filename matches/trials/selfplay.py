"""Games without people: bots play from setup to result. Nothing here knows the database."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from matches.bots import LEVELS, Bot, Budget, Sight, Thought, make_bot
from matches.engine import Game, Setup, new_game
from matches.engine.kernel.chance import SeededChance

PLAYERS: Final = {"duel": 2, "ffa3": 3, "ffa4": 4, "team": 4}
#: A random game has some hundred choices; one with so many does not end.
MOST_CHOICES: Final = 100_000
#: How many trials a decision those make who think ahead, without a clock: the same seed plays the same games.
TRIALS: Final = 20


@dataclass
class Played:
    """A game that was played, with how long it took."""

    game: Game[Setup]
    seconds: float

    def summary(self) -> dict[str, Any]:
        """The game as one line of JSON."""
        result, state = self.game.result, self.game.table.state
        return {
            "mode": self.game.setup.mode,
            "factions": list(state.factions),
            "seed": self.game.seed.decode(errors="replace"),
            "winners": None if result is None else list(result.winners),
            "reason": "unfinished" if result is None else result.reason,
            "victory_points": None if result is None else list(result.victory_points),
            "turns": state.turn,
            "choices": len(self.game.choices),
            "seconds": round(self.seconds, 4),
            "state": sha256(repr(state).encode()).hexdigest()[:16],
        }


class RandomBot:
    """Takes any option, silly ones too; the same seed takes the same ones, on every machine."""

    def __init__(self, seed: str) -> None:
        self.chance = SeededChance(f"bot {seed}".encode())

    def think(self, sight: Sight) -> Thought:
        """Anything."""
        options = sight.decision.options
        return Thought(options[self.chance.below(len(options))].id)


#: Who can play: anything at all, or one of the levels.
BOTS: Final = ("random", *LEVELS)


def bot_called(name: str, seed: str, trials: int = TRIALS) -> Bot:
    """A bot by name; if it thinks ahead it makes so many trials a decision."""
    return RandomBot(seed) if name == "random" else make_bot(name, seed, Budget(trials))


def play_game(setup: Setup, seed: str, bots: Sequence[Bot]) -> Played:
    """Play one game to its end, with a bot for each seat."""
    start = time.perf_counter()
    game = new_game(setup, seed)
    while game.pending is not None and len(game.choices) < MOST_CHOICES:
        game.choose(bots[game.pending.seat].think(Sight(game)).choice)
    return Played(game, time.perf_counter() - start)


def play_randomly(setup: Setup, seed: str) -> Played:
    """Play one game in which all seats choose by the same chance."""
    return play_game(setup, seed, [RandomBot(seed)] * len(setup.seats))
