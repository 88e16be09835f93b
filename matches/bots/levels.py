"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from matches.bots.recruit import Recruit
from matches.bots.thoughts import Bot, Budget
from matches.bots.veteran import Veteran
from matches.bots.warlord import Warlord

_BOTS: Final[dict[str, Callable[[str, Budget | None], Bot]]] = {
    "recruit": Recruit,
    "veteran": Veteran,
    "warlord": Warlord,
}
#: The levels by name, weakest first.
LEVELS: Final = tuple(_BOTS)


def make_bot(level: str, seed: str, budget: Budget | None = None) -> Bot:
    """A bot of a level; the same seed and a budget without seconds choose the same."""
    return _BOTS[level](seed, budget)
