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
    leader: bool = False
    boss: bool = False
    expansion: bool = False

    @property
    def selectable(self) -> bool:
        """Boss Squads and the backs of Banners are in the catalogue, but in no army. R-BOSS"""
        return not self.boss and not self.unplayable


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What deck building knows of a card. `squad` is empty where any squad may use the card.

    `cost` is what its cheaper half asks, for an Enhancement the price of attaching it, an X counted as 1;
    `instant` says that at least one half is Instant.
    """

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
    cost: int = 0
    instant: bool = False
    expansion: bool = False

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
    retired_banners: Mapping[str, str] = field(default_factory=dict)
    retired_shrines: Mapping[str, str] = field(default_factory=dict)

    def slugs(self, kind: str) -> list[str]:
        """All slugs of squads, cards, banners or shrines (the kind in the singular), the retired ones too."""
        return {
            "squad": [*self.squads],
            "card": [*self.cards],
            "banner": [*self.banners, *self.retired_banners],
            "shrine": [*self.shrines, *self.retired_shrines],
        }[kind]


class Facts:
    """The factions of one game system by slug."""

    def __init__(self, factions: Iterable[FactionFacts]) -> None:
        self.factions = {faction.slug: faction for faction in factions}


def cheapest(attaching: int | None, halves: Iterable[int | str | None]) -> int:
    """What bringing a card into play costs at least: attaching it, or its cheaper half; an X counts as 1."""
    if attaching is not None:
        return attaching
    return min((1 if cost == "X" else int(cost) for cost in halves if cost is not None), default=0)
