"""What a bot comes to: a choice, and on request what it weighed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from matches.bots.sight import Sight

#: How many options a bot tells of.
MOST_CONSIDERED: Final = 3


@dataclass(frozen=True)
class Considered:
    """An option that a bot looked at: how likely it thinks to win with it (0 to 1), and why in a few words."""

    option: str
    label: str
    estimate: float
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Thought:
    """What a bot takes, and the options that it considered, the best first; at most three."""

    choice: str
    considered: tuple[Considered, ...] = ()


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision: so many trials, and no longer than so many seconds (0: no limit)."""

    trials: int
    seconds: float = 0.0


class Bot(Protocol):
    """Somebody who takes a seat. It may remember what it thought before, but a fresh one plays as well."""

    def think(self, sight: Sight) -> Thought:
        """Answer the pending decision of the seat."""
