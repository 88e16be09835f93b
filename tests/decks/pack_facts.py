"""The facts of catalogue files, for tests that need no database."""

from functools import cache

from catalog.packs import DAWNFALL, Pack, read_pack
from catalog.packs.schema import Card, FactionFile, Squad, StarterDeck
from decks.rules.deck_list import DeckList
from decks.rules.facts import CardFacts, FactionFacts, Facts, SquadFacts, cheapest


@cache
def dawnfall_facts() -> Facts:
    """The facts of the real catalogue."""
    return facts_of_pack(read_pack(DAWNFALL))


@cache
def starter_decks() -> tuple[DeckList, ...]:
    """The ready-made decks of the real catalogue."""
    return tuple(_deck(file, deck) for file in read_pack(DAWNFALL).factions for deck in file.starter_decks)


def facts_of_pack(pack: Pack) -> Facts:
    """The facts of all factions in the pack."""
    return Facts(map(_faction, pack.factions))


def _faction(file: FactionFile) -> FactionFacts:
    return FactionFacts(
        system=file.system,
        slug=file.faction.slug,
        name=file.faction.name,
        squads={squad.slug: _squad(squad) for squad in file.squads},
        cards={card.slug: _card(card) for card in file.cards},
        banners={banner.slug: banner.name for banner in file.banners},
        shrines={shrine.slug: shrine.name for shrine in file.shrines},
        standard_banner=next((banner.slug for banner in file.banners if banner.variant == "standard"), ""),
        standard_shrine=next((shrine.slug for shrine in file.shrines if shrine.variant == "standard"), ""),
        unplayable=file.faction.unplayable,
    )


def _squad(squad: Squad) -> SquadFacts:
    tags = {"cavalry", "leader", "boss"} & set(squad.tags)
    return SquadFacts(
        squad.slug, squad.name, squad.copies, unplayable=squad.unplayable, expansion=squad.expansion,
        **{str(tag): True for tag in tags},
    )  # fmt: skip


def _card(card: Card) -> CardFacts:
    halves = [half for half in (card.upper, card.lower) if half]
    return CardFacts(
        slug=card.slug,
        name=card.name,
        copies=card.copies,
        kind=card.kind.value,
        squad=card.squad or "",
        upper=card.upper.name if card.upper else "",
        lower=card.lower.name,
        in_setup=bool(card.attach and card.attach.timing == "setup"),
        unplayable=card.unplayable,
        cost=cheapest(card.attach.cost if card.attach else None, [half.cost for half in halves]),
        instant=any(half.instant for half in halves),
        expansion=card.expansion,
    )


def _deck(file: FactionFile, deck: StarterDeck) -> DeckList:
    return DeckList(
        file.faction.slug, deck.format.value, tuple(deck.squads), deck.cards, deck.banner, deck.shrine, deck.name
    )
