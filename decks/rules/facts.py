"""The catalogue facts that deck building needs, in the shape that answers its questions fastest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SquadFacts:
    """What deck building knows of a squad."""

    slug: str
    name: str
    copies: int
    cavalry: bool = False
    unplayable: str = ""
    retired: bool = False


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What deck building knows of a card. `squad` is empty where any squad may use the card."""

    slug: str
    name: str
    copies: int
    kind: str
    squad: str = ""
    upper: str = ""
    lower: str = ""
    in_setup: bool = False
    unplayable: str = ""
    retired: bool = False

    @property
    def outside_the_deck(self) -> bool:
        """Deployment cards and setup Enhancements come with their squad and are not part of the deck."""
        return self.kind == "deployment" or self.in_setup


@dataclass(frozen=True, slots=True)
class FactionFacts:
    """Everything of one faction that a deck may name."""

    system: str
    slug: str
    name: str
    squads: Mapping[str, SquadFacts]
    cards: Mapping[str, CardFacts]
    banners: Mapping[str, str] = field(default_factory=dict)
    shrines: Mapping[str, str] = field(default_factory=dict)
    standard_banner: str = ""
    standard_shrine: str = ""
    unplayable: str = ""
    retired: bool = False


class Facts:
    """The factions of one game system by slug."""

    def __init__(self, factions: Iterable[FactionFacts]) -> None:
        self.factions = {faction.slug: faction for faction in factions}
