"""How strong the starter decks are against each other: winner rates of bots, all pairs of factions, both seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import sqrt
from typing import Any, Final

from matches.setting_up.starters import seated_factions, starter_setup
from matches.trials.crew import spread
from matches.trials.selfplay import TRIALS, bot_called, play_game

#: The two-sided 95 % quantile of the normal distribution.
Z: Final = 1.959964


@dataclass(frozen=True)
class Rate:
    """How often somebody won; a game that nobody or both won counts as half a win."""

    games: int
    wins: float

    @property
    def share(self) -> float:
        """Wins by games."""
        return self.wins / self.games if self.games else 0.0

    def __add__(self, other: Rate) -> Rate:
        return Rate(self.games + other.games, self.wins + other.wins)

    def interval(self) -> tuple[float, float]:
        """Where the true share lies with a probability of 95 %, after Wilson."""
        if not self.games:
            return 0.0, 1.0
        n, p = self.games, self.share
        middle = p + Z * Z / (2 * n)
        reach = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        scale = 1 + Z * Z / n
        return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)

    def to_json(self) -> dict[str, Any]:
        """The rate as JSON-able data."""
        low, high = self.interval()
        return {
            "games": self.games,
            "wins": self.wins,
            "share": round(self.share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }


@dataclass(frozen=True)
class Pairing:
    """The games of one faction in the first seat against another in the second, seen from the first seat."""

    first: str
    second: str
    rate: Rate
    draws: int


@dataclass(frozen=True)
class Balance:
    """All pairings, and what can be read from them."""

    bot: str
    factions: tuple[str, ...]
    pairings: tuple[Pairing, ...]

    def against(self, faction: str, other: str) -> Rate:
        """A faction against another one, from both seats."""
        total = Rate(0, 0)
        for pairing in self.pairings:
            if (pairing.first, pairing.second) == (faction, other):
                total += pairing.rate
            elif (pairing.second, pairing.first) == (faction, other):
                total += Rate(pairing.rate.games, pairing.rate.games - pairing.rate.wins)
        return total

    def overall(self, faction: str) -> Rate:
        """A faction against all others."""
        rates = (self.against(faction, other) for other in self.factions if other != faction)
        return sum(rates, Rate(0, 0))

    def first_seat(self) -> Rate:
        """Whoever sits first, against whoever sits second."""
        return sum((pairing.rate for pairing in self.pairings), Rate(0, 0))

    def to_json(self) -> dict[str, Any]:
        """All figures as JSON-able data."""
        return {
            "bot": self.bot,
            "first_seat": self.first_seat().to_json(),
            "overall": {faction: self.overall(faction).to_json() for faction in self.factions},
            "pairs": [
                {"faction": one, "other": other, **self.against(one, other).to_json()}
                for one, other in combinations(self.factions, 2)
            ],
            "seats": [
                {"first": pairing.first, "second": pairing.second, "draws": pairing.draws, **pairing.rate.to_json()}
                for pairing in self.pairings
            ],
        }


def balance(
    games: int, bot: str, seed: str, processes: int = 0, factions: Sequence[str] = (), trials: int = TRIALS
) -> Balance:
    """Let bots play so many games of each ordered pair of starter decks; those who think ahead get so many trials."""
    chosen = tuple(factions or seated_factions())
    pairs = list(permutations(chosen, 2))
    jobs = [(first, second, bot, f"{seed}-{number}", trials) for first, second in pairs for number in range(games)]
    scores = spread(play_pair, jobs, processes)
    pairings = []
    for place, (first, second) in enumerate(pairs):
        mine = scores[place * games : (place + 1) * games]
        pairings.append(Pairing(first, second, Rate(games, sum(mine)), mine.count(0.5)))
    return Balance(bot, chosen, tuple(pairings))


def play_pair(job: tuple[str, str, str, str, int]) -> float:
    """Play one game; gives 1 if the first seat won, 0 if the second did, and a half if nobody or both did."""
    first, second, bot, seed, trials = job
    name = f"{first}-{second}-{seed}"
    bots = [bot_called(bot, f"{name}-{seat}", trials) for seat in range(2)]
    result = play_game(starter_setup("duel", (first, second)), name, bots).game.result
    winners: tuple[int, ...] = () if result is None else result.winners
    return 0.5 if len(winners) != 1 else 1.0 if winners[0] == 0 else 0.0


def table_lines(found: Balance) -> Iterator[str]:
    """The balance as a table: each row's faction against each column's, in per cent with the interval below it."""
    width = 13
    yield " " * width + "".join(f"{name:>{width}}" for name in (*found.factions, "all"))
    for faction in found.factions:
        rates = [None if other == faction else found.against(faction, other) for other in found.factions]
        cells = [*rates, found.overall(faction)]
        yield f"{faction:{width}}" + "".join(f"{_share(rate):>{width}}" for rate in cells)
        yield " " * width + "".join(f"{_interval(rate):>{width}}" for rate in cells)
    first = found.first_seat()
    yield f"The first seat won {_share(first)} ({_interval(first)}) of {first.games} games; bot: {found.bot}."


def _share(rate: Rate | None) -> str:
    return "." if rate is None else f"{rate.share:.1%}"


def _interval(rate: Rate | None) -> str:
    if rate is None:
        return ""
    low, high = rate.interval()
    return f"{low * 100:.0f}-{high * 100:.0f}%"
