"""Who takes part: squads, models and cards by number, with everything printed on them. Never changes in a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from catalog.packs import schema
from matches.engine.dawnfall.setup import DeckChoice, Setup


@dataclass(frozen=True, slots=True)
class Squad:
    """A squad that is fielded. Models of it are numbered one after another."""

    number: int
    seat: int
    slug: str
    name: str
    endurance: int
    models: range
    modes: tuple[schema.Mode, ...]
    bases: tuple[int, ...]
    cavalry: bool

    @property
    def size(self) -> int:
        """How many models the squad has at full strength. DF-SQUAD-18"""
        return len(self.models)


@dataclass(frozen=True)
class Army:
    """What one seat brought: its faction, squads and the cards it may meet."""

    seat: int
    faction: str
    name: str
    squads: tuple[Squad, ...]
    cards: Mapping[str, schema.Card]
    deck: tuple[str, ...]
    banner: schema.Banner
    shrine: schema.Shrine
    tokens: tuple[schema.Token, ...] = ()


#: Bosses and Banner backs have no known base; they would fill a Space.
UNKNOWN_BASE = 7


class Roster:
    """All armies of a match."""

    def __init__(self, armies: tuple[Army, ...]) -> None:
        self.armies = armies
        self.squads = tuple(squad for army in armies for squad in army.squads)
        self.models = range(sum(squad.size for squad in self.squads))
        self.squad_of = tuple(squad.number for squad in self.squads for _ in squad.models)
        self.seat_of = tuple(squad.seat for squad in self.squads for _ in squad.models)
        self.called: dict[str, tuple[Squad, ...]] = {}
        for squad in self.squads:
            self.called[squad.slug] = (*self.called.get(squad.slug, ()), squad)
        #: What each seat can do at which window; made by repertoire.repertoires when first asked for.
        self.repertoires: tuple[Any, ...] = ()
        #: What of the registers of attributes.py counts in this match; made when first asked for.
        self.kept: dict[Any, tuple[Any, ...]] = {}

    def models_of(self, seat: int) -> list[int]:
        """All models of a seat, on the board or not."""
        return [model for model in self.models if self.seat_of[model] == seat]


def make_roster(setup: Setup, picked: list[int]) -> Roster:
    """The roster for the decks the seats have picked."""
    known: Roster | None = setup.rosters.get(tuple(picked))
    if known is not None:
        return known
    armies: list[Army] = []
    first_squad = first_model = 0
    for seat, place in enumerate(setup.seats):
        army = _army(setup, seat, place.decks[picked[seat]], first_squad, first_model)
        armies.append(army)
        first_squad += len(army.squads)
        first_model += sum(squad.size for squad in army.squads)
    roster = setup.rosters[tuple(picked)] = Roster(tuple(armies))
    return roster


def _army(setup: Setup, seat: int, deck: DeckChoice, first_squad: int, first_model: int) -> Army:
    faction = setup.factions[deck.faction]
    printed = {squad.slug: squad for squad in faction.squads}
    squads: list[Squad] = []
    for slug in deck.squads:
        card = printed[slug]
        models = range(first_model, first_model + card.models)
        first_model += card.models
        squads.append(
            Squad(
                number=first_squad + len(squads),
                seat=seat,
                slug=slug,
                name=card.name,
                endurance=card.endurance,
                models=models,
                modes=tuple(card.modes),
                bases=tuple(mode.base or card.base or UNKNOWN_BASE for mode in card.modes),
                cavalry=schema.Tag.CAVALRY in card.tags,
            )
        )
    cards = tuple(slug for slug, copies in deck.cards.items() for _ in range(copies))
    return Army(
        seat=seat,
        faction=deck.faction,
        name=faction.faction.name,
        squads=tuple(squads),
        cards={card.slug: card for card in faction.cards},
        deck=deck.order or cards,
        banner=next(banner for banner in faction.banners if banner.slug == deck.banner),
        shrine=next(shrine for shrine in faction.shrines if shrine.slug == deck.shrine),
        tokens=tuple(faction.tokens),
    )
