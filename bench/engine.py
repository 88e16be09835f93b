"""How fast the rules engine plays, copies and resumes. One process, all legal options listed at every decision."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import mean, median
from typing import Any, NamedTuple

from bench.figures import Figure
from matches.bots import Sight
from matches.engine import Game, Setup, load_game, new_game
from matches.setting_up.starters import starter_setup
from matches.trials.selfplay import RandomBot, play_randomly

GAMES = 30
LONG_GAMES = 20
ROUNDS = 5
TURNS = (5, 50)
#: Turns so near to these count as well, for enough decisions of every kind.
NEAR = 3
DECISIONS_AT_LEAST, CLONES_AT_LEAST, RESUMES_AT_LEAST, LOAD_AT_MOST = 10_000, 20_000, 1_000, 1.3


class Saved(NamedTuple):
    """What a game wrote at a decision of a turn."""

    game: Game[Setup]
    turn: int
    data: dict[str, Any]


def speed() -> Iterator[Figure]:
    """Random two-player games of starter decks."""
    setup = starter_setup("duel", ("chapter", "demon"))
    decisions, games = zip(*(_play(setup, round_) for round_ in range(ROUNDS)), strict=True)
    yield Figure("engine.decisions_per_s", median(decisions), "decisions/s", {"at_least": DECISIONS_AT_LEAST})
    yield Figure("engine.games_per_s", median(games), "games/s", {"games": GAMES})
    saved = _saved_games(setup)
    state = saved[0].game.checkpoint
    yield Figure("engine.clones_per_s", _rate(state.copy), "copies/s", {"at_least": CLONES_AT_LEAST})
    costs = [(one, _seconds_a_load(setup, one)) for one in saved]
    seconds = sorted(cost for _, cost in costs)
    more = {
        "at_least": RESUMES_AT_LEAST,
        "decisions": len(saved),
        "p95_ms": round(seconds[len(seconds) * 95 // 100] * 1e3, 2),
    }
    yield Figure("engine.resumes_per_s", 1 / mean(seconds), "resumptions/s", more)
    ratio, pairs = _late_over_early(costs)
    yield Figure("engine.load_turn50_over_turn5", ratio, "times", {"at_most": LOAD_AT_MOST, "pairs": pairs})


def _play(setup: Setup, round_: int) -> tuple[float, float]:
    played = [play_randomly(setup, f"{round_}-{n}") for n in range(GAMES)]
    seconds = sum(one.seconds for one in played)
    return sum(len(one.game.choices) for one in played) / seconds, GAMES / seconds


def _saved_games(setup: Setup) -> list[Saved]:
    """Long games as they were written at every decision in the middle of a turn, from the first turn on."""
    saved: list[Saved] = []
    found = 0
    for seed in range(1000):
        game, bot = new_game(setup, f"{seed}"), RandomBot(f"{seed}")
        here: list[Saved] = []
        while game.pending is not None:
            if game.table.state.turn and game.since_checkpoint:
                here.append(Saved(game, game.table.state.turn, game.to_json()))
            game.choose(bot.think(Sight(game)).choice)
        if game.table.state.turn > TURNS[1]:
            found += 1
            saved += here
        if found == LONG_GAMES:
            break
    return saved


def _seconds_a_load(setup: Setup, saved: Saved) -> float:
    """The time it takes to be at a decision again, from the last checkpoint and the choices since."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        load_game(setup, saved.game.seed, saved.data)
        times.append(time.perf_counter() - start)
    return median(times)


def _late_over_early(costs: list[tuple[Saved, float]]) -> tuple[float, int]:
    """Late over early loads with as many choices since the checkpoint, so that only the match's length differs."""
    groups: dict[int, tuple[list[float], list[float]]] = {}
    for saved, seconds in costs:
        for place, turn in enumerate(TURNS):
            if abs(saved.turn - turn) <= NEAR:
                groups.setdefault(len(saved.data["since"]), ([], []))[place].append(seconds)
    early = late = 0.0
    pairs = 0
    for first, last in groups.values():
        weight = min(len(first), len(last))
        if weight:
            early += mean(first) * weight
            late += mean(last) * weight
            pairs += weight
    return late / early, pairs


def _rate(deed: Callable[[], object], seconds: float = 0.2) -> float:
    rates = []
    for _ in range(ROUNDS):
        count, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            deed()
            count += 1
        rates.append(count / spent)
    return median(rates)
