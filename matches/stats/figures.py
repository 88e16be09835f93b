"""Shares with their uncertainty. Pure sums over counts that the database has made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

#: The 97.5 % point of the normal distribution: 95 % of all cases lie between it and its negative.
Z: Final = 1.959963984540054
#: Below so many matches a share says nothing, so none is shown.
TOO_FEW: Final = 10


class Interval(NamedTuple):
    """From where to where the true share lies, in 95 of 100 cases."""

    low: float
    high: float


def wilson(successes: int, trials: int) -> Interval:
    """Wilson's 95 % interval of a share; without trials it may be anything."""
    if not trials:
        return Interval(0.0, 1.0)
    share, square = successes / trials, Z * Z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    reach = Z / (1 + square / trials) * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(frozen=True, slots=True)
class Tally:
    """Matches won, drawn and lost. Shares are of the decided ones; draws are told beside them."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    #: The share that pure chance would give; a third among three.
    expected: float = 0.5

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def decided(self) -> int:
        return self.won + self.lost

    @property
    def too_few(self) -> bool:
        """Whether there are too few to speak of a share."""
        return self.decided < TOO_FEW

    @property
    def share(self) -> float:
        """Won of the decided ones."""
        return self.won / self.decided if self.decided else 0.0

    @property
    def interval(self) -> Interval:
        return wilson(self.won, self.decided)

    @property
    def percent(self) -> int:
        return round(self.share * 100)

    @property
    def low(self) -> int:
        return round(self.interval.low * 100)

    @property
    def high(self) -> int:
        return round(self.interval.high * 100)

    @property
    def verdict(self) -> str:
        """Whether chance alone is an unlikely reason: `above`, `below`, or empty."""
        if self.too_few or self.interval.low <= self.expected <= self.interval.high:
            return ""
        return "above" if self.share > self.expected else "below"


def tally(rows: Iterable[tuple[str, int, int]]) -> Tally:
    """Sum up rows of a result, the number of sides, and how often that occurred."""
    counts = {"won": 0, "drawn": 0, "lost": 0}
    expected = 0.0
    for result, sides, count in rows:
        counts[result] += count
        expected += count / sides if result != "drawn" else 0
    decided = counts["won"] + counts["lost"]
    return Tally(**counts, expected=expected / decided if decided else 0.5)


@dataclass(frozen=True, slots=True)
class Lengths:
    """How many turns matches had."""

    matches: int
    least: int
    median: float
    most: int
    #: The first and the last turn of each group, and how many matches ended in it.
    groups: tuple[tuple[int, int, int], ...]


def lengths(turns: Iterable[tuple[int, int]], groups: int = 6) -> Lengths | None:
    """Sum up pairs of a number of turns and how many matches had it; nothing without matches."""
    ordered = sorted((number, count) for number, count in turns if count)
    if not ordered:
        return None
    least, most = ordered[0][0], ordered[-1][0]
    width = max(1, -(-(most - least + 1) // groups))
    bins = [
        (first, first + width - 1, sum(count for number, count in ordered if first <= number < first + width))
        for first in range(least, most + 1, width)
    ]
    total = sum(count for _, count in ordered)
    return Lengths(total, least, _median(ordered, total), most, tuple(bins))


def _median(ordered: list[tuple[int, int]], total: int) -> float:
    places = ((total - 1) // 2, total // 2)
    found, seen = [], 0
    for number, count in ordered:
        found += [number for place in places if seen <= place < seen + count]
        seen += count
    return sum(found) / 2
