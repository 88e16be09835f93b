"""How strong bots are against each other: all pairings of starter decks, each game twice with the seats swapped."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from matches.bots import Bot, Sight, Thought
from matches.setting_up.starters import seated_factions, starter_setup
from matches.trials.balance import Rate
from matches.trials.crew import spread
from matches.trials.selfplay import bot_called, play_game


@dataclass(frozen=True)
class Bout:
    """Two bots by name, and what they get."""

    a: str
    b: str
    seed: str
    trials: int


@dataclass(frozen=True)
class Fought:
    """A game of the arena, seen from the first bot; seconds are those of its slowest decision."""

    score: float
    reason: str
    slowest: float


class Timed:
    """A bot with a stopwatch."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.slowest = 0.0

    def think(self, sight: Sight) -> Thought:
        """What the bot thinks."""
        start = time.perf_counter()
        thought = self.bot.think(sight)
        self.slowest = max(self.slowest, time.perf_counter() - start)
        return thought


def arena(bout: Bout, games: int, processes: int = 0) -> dict[str, Any]:
    """Let two bots play; a game that nobody won counts as half a win."""
    start = time.perf_counter()
    fought = spread(fight, [(bout, number) for number in range(games)], processes)
    rate = Rate(games, sum(one.score for one in fought))
    low, high = rate.interval()
    return {
        "a": bout.a,
        "b": bout.b,
        "games": games,
        "a_win_rate": round(rate.share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "draws": sum(one.score == 0.5 for one in fought),
        "trials": bout.trials,
        "seed": bout.seed,
        "a_slowest_decision": round(max((one.slowest for one in fought), default=0.0), 3),
        "seconds": round(time.perf_counter() - start, 1),
    }


def fight(job: tuple[Bout, int]) -> Fought:
    """One game. Two in a row have the same decks and dice, and the other bot in the first seat."""
    bout, number = job
    pairs = list(permutations(seated_factions(), 2))
    factions = pairs[number // 2 % len(pairs)]
    name = f"{bout.seed}-{number // 2}"
    first = Timed(bot_called(bout.a, f"{name}-{number}-a", bout.trials))
    bots: list[Bot] = [first, bot_called(bout.b, f"{name}-{number}-b", bout.trials)]
    seat = number % 2
    result = play_game(starter_setup("duel", factions), name, bots if seat == 0 else bots[::-1]).game.result
    winners: tuple[int, ...] = () if result is None else result.winners
    score = 0.5 if len(winners) != 1 else 1.0 if winners[0] == seat else 0.0
    return Fought(score, "unfinished" if result is None else result.reason, first.slowest)
