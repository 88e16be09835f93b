"""What a deck is, apart from who owns it: names of catalogue entries and how often each is in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class DeckList:
    """An army and its deck. All names are catalogue slugs of the faction; nothing says that they exist or are legal."""

    faction: str
    format: str = "duel"
    squads: tuple[str, ...] = ()
    cards: Mapping[str, int] = field(default_factory=dict)
    banner: str = ""
    shrine: str = ""
    name: str = ""
    system: str = "dawnfall"

    @property
    def size(self) -> int:
        """How many cards the deck has, copies counted."""
        return sum(self.cards.values())
