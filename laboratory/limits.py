"""How much an experiment may ask of the machine, by the level of its bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from matches.bots import LEVELS, Budget
from matches.trials.selfplay import TRIALS

#: Fewer games say nothing.
LEAST_GAMES: Final = 10
#: Experiments that somebody may have under way, and start within a day.
MOST_AT_ONCE: Final = 1
MOST_A_DAY: Final = 20


@dataclass(frozen=True)
class Limit:
    """What holds for the bots of a level."""

    most: int
    #: Games that one worker plays before it tells.
    batch: int
    #: Who waits behind whom: quick experiments overtake slow ones between two batches.
    priority: int = 0
    #: Thinking is bounded by trials, never by time: the same game must come out on every machine.
    budget: Budget | None = None


LIMITS: Final = {
    "recruit": Limit(most=5_000, batch=25),
    "veteran": Limit(most=1_000, batch=5, priority=-10),
    "warlord": Limit(most=60, batch=1, priority=-20, budget=Budget(TRIALS)),
}


def rounded(games: int, opponents: int, level: str) -> int:
    """So many games that every opponent is met as often from each seat; upwards as far as the limit goes."""
    step = 2 * opponents
    wanted = -(-max(games, LEAST_GAMES) // step) * step
    return min(wanted, LIMITS[level].most // step * step)


def levels() -> list[str]:
    """The levels that can be had, weakest first."""
    return [level for level in LEVELS if level in LIMITS]
