"""Everything of one faction, gathered in few queries however large the faction is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, JSONField, QuerySet, Value
from django.db.models.functions import Cast

from catalog.models import Banner, Card, Faction, Half, Mode, Shrine, Squad, StarterDeck, Token


@dataclass
class Piece:
    """A Banner, Shrine or token as a sheet shows it."""

    type: str
    slug: str
    name: str
    variant: str
    options: list[str]
    rules: str


@dataclass
class DeckList:
    """A starter deck with its lists spelled out."""

    deck: StarterDeck
    banner: str
    shrine: str
    squads: list[tuple[Squad, int]]
    cards: list[tuple[Card, int]]


@dataclass
class FactionSheet:
    """Everything of one faction."""

    faction: Faction
    squads: list[Squad]
    cards: list[Card]
    pieces: list[Piece] = field(default_factory=list)
    decks: list[DeckList] = field(default_factory=list)

    def pieces_of(self, type_: str) -> list[Piece]:
        """The Banners, Shrines or tokens among the pieces."""
        return [piece for piece in self.pieces if piece.type == type_]


def faction_sheet(faction: Faction) -> FactionSheet:
    """Gather the current entries of a faction in four queries."""
    squads = squads_with_modes(Mode.objects.filter(squad__faction=faction, squad__retired=False), faction)
    cards = cards_with_halves(Half.objects.filter(card__faction=faction, card__retired=False), faction)
    named = {squad.pk: squad for squad in squads}
    for card in cards:
        # A retired squad still stands on the band of its cards; that rare case may cost a query.
        if card.squad_id in named:
            card.squad = named[card.squad_id]
    give_evolved_modes(cards, squads)
    return FactionSheet(faction, squads, cards, _pieces(faction), _decks(faction, squads, cards))


def squads_with_modes(modes: QuerySet[Mode], faction: Faction) -> list[Squad]:
    """The squads of the modes, one query for both."""
    squads: dict[int, Squad] = {}
    grouped: dict[int, list[Mode]] = {}
    for mode in modes.select_related("squad").order_by("squad__position", "squad_id", "position"):
        squad = squads.setdefault(mode.squad_id, mode.squad)
        squad.faction = faction
        grouped.setdefault(mode.squad_id, []).append(mode)
    for pk, squad in squads.items():
        _prefetched(squad, "modes", grouped[pk])
    return list(squads.values())


def cards_with_halves(halves: QuerySet[Half], faction: Faction) -> list[Card]:
    """The cards of the halves, one query for both."""
    cards: dict[int, Card] = {}
    grouped: dict[int, list[Half]] = {}
    for half in halves.select_related("card").order_by("card__position", "card_id", "-place"):
        card = cards.setdefault(half.card_id, half.card)
        card.faction = faction
        grouped.setdefault(half.card_id, []).append(half)
    for pk, card in cards.items():
        _prefetched(card, "halves", grouped[pk])
    return list(cards.values())


def give_evolved_modes(cards: list[Card], squads: list[Squad]) -> None:
    """Show each Evolve card the mode it gives to its squad, as `evolved_mode`."""
    evolved = {mode.evolve_card: mode for squad in squads for mode in squad.modes.all() if mode.evolve_card}
    for card in cards:
        card.evolved_mode = evolved.get(card.slug)  # type: ignore[attr-defined]


def _prefetched(row: Any, name: str, related: list[Any]) -> None:
    """Hand a row its related rows, as prefetch_related would."""
    queryset = getattr(row, name).all()
    queryset._result_cache = related
    row._prefetched_objects_cache = {name: queryset}


def _pieces(faction: Faction) -> list[Piece]:
    none = Cast(Value([], JSONField()), JSONField())
    columns = ["type", "position", "slug", "name", "kind", "list", "text"]
    banners = _current(Banner, faction).annotate(
        type=Value("banner"), kind=F("variant"), list=F("options"), text=F("back")
    )
    shrines = _current(Shrine, faction).annotate(type=Value("shrine"), kind=F("variant"), list=none, text=F("rules"))
    tokens = _current(Token, faction).annotate(type=Value("token"), kind=Value(""), list=none, text=F("rules"))
    rows = banners.values_list(*columns).union(shrines.values_list(*columns), tokens.values_list(*columns), all=True)
    return [Piece(type_, *rest) for type_, _, *rest in rows.order_by("type", "position")]


def _current(model: type[Banner | Shrine | Token], faction: Faction) -> QuerySet[Any]:
    return model._default_manager.filter(faction=faction, retired=False).order_by()


def _decks(faction: Faction, squads: list[Squad], cards: list[Card]) -> list[DeckList]:
    squad_of = {squad.slug: squad for squad in squads}
    card_of = {card.slug: card for card in cards}
    decks = StarterDeck.objects.filter(faction=faction, retired=False).select_related("banner", "shrine")
    return [
        DeckList(
            deck=deck,
            banner=deck.banner.name,
            shrine=deck.shrine.name,
            squads=[
                (squad_of[slug], deck.squads.count(slug)) for slug in dict.fromkeys(deck.squads) if slug in squad_of
            ],
            cards=[(card, deck.cards[slug]) for slug, card in card_of.items() if slug in deck.cards],
        )
        for deck in decks
    ]
