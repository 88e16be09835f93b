"""Games without people: random choices from setup to result. Nothing here knows the database."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from matches.engine import Decision, Game, Option, Setup, new_game
from matches.engine.kernel.chance import SeededChance

#: A bot is asked with the game and its own decision; it may look at nothing but its seat's view.
Bot = Callable[[Game[Setup], Decision], Option]

PLAYERS: Final = {"duel": 2, "ffa3": 3, "ffa4": 4, "team": 4}
#: A random game has some hundred choices; one with so many does not end.
MOST_CHOICES: Final = 100_000


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


def random_bot(seed: str) -> Bot:
    """A bot that takes any option; the same seed takes the same ones, on every machine."""
    chance = SeededChance(f"bot {seed}".encode())

    def choose(game: Game[Setup], decision: Decision) -> Option:
        return decision.options[chance.below(len(decision.options))]

    return choose


BOTS: Final[dict[str, Callable[[str], Bot]]] = {"random": random_bot}


def play_game(setup: Setup, seed: str, bot: Bot) -> Played:
    """Play one game to its end."""
    start = time.perf_counter()
    game = new_game(setup, seed)
    while game.pending is not None and len(game.choices) < MOST_CHOICES:
        game.choose(bot(game, game.pending).id)
    return Played(game, time.perf_counter() - start)
