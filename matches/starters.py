"""Matches without people's decks: the starter decks of the catalogue's files, or random ones, as a setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache

from catalog.packs import DAWNFALL, read_pack
from catalog.packs.schema import DeckFormat, FactionFile
from matches.engine import DeckChoice, Options, Seat, Setup
from matches.engine.kernel.chance import Chance, shuffled


@cache
def dawnfall_factions() -> Mapping[str, FactionFile]:
    """All factions of the catalogue's files by slug."""
    return {faction.faction.slug: faction for faction in read_pack(DAWNFALL).factions}


def starter_deck(faction: str, deck_format: DeckFormat, *, script: bool = False) -> DeckChoice:
    """The starter deck of a faction; in Script mode in the order of its list."""
    starter = next(deck for deck in dawnfall_factions()[faction].starter_decks if deck.format is deck_format)
    order = tuple(slug for slug, copies in starter.cards.items() for _ in range(copies)) if script else ()
    return DeckChoice(faction, tuple(starter.squads), starter.cards, starter.banner, starter.shrine, order)


def random_deck(
    faction: str, deck_format: DeckFormat, chance: Chance, wanted: Collection[str] = frozenset()
) -> DeckChoice:
    """Any core squads and any cards they may use, in the numbers of the format; wanted cards and their squads first."""
    file = dawnfall_factions()[faction]
    squad_count, card_count = (4, 15) if deck_format is DeckFormat.MULTIPLAYER else (5, 25)
    owned = [
        squad.slug for squad in file.squads for _ in range(squad.copies) if not (squad.expansion or squad.unplayable)
    ]
    users = {card.squad for card in file.cards if card.slug in wanted}
    squads = tuple(sorted(shuffled(chance, owned), key=lambda slug: slug not in users)[:squad_count])
    usable = [card for card in file.cards if not card.expansion and card.squad in {None, *squads}]
    pile = shuffled(chance, [card.slug for card in usable for _ in range(card.copies)])
    pile = tuple(sorted(pile, key=lambda slug: slug not in wanted)[:card_count])
    banner, shrine = (options[chance.below(len(options))].slug for options in (file.banners, file.shrines))
    return DeckChoice(faction, squads, dict(Counter(pile)), banner, shrine)


def random_setup(
    mode: str, factions: Sequence[str], options: Options, chance: Chance, wanted: Mapping[str, Collection[str]] = {}
) -> Setup:
    """A match of random decks, one faction a seat; `wanted` names cards of a faction that its deck should hold."""
    deck_format = DeckFormat.DUEL if mode == "duel" else DeckFormat.MULTIPLAYER
    decks = [random_deck(slug, deck_format, chance, wanted.get(slug, ())) for slug in factions]
    seats = tuple(Seat(f"Player {number + 1}", (deck,)) for number, deck in enumerate(decks))
    return Setup(mode, seats, dawnfall_factions(), options)


def starter_setup(mode: str, factions: Sequence[str], options: Options | None = None) -> Setup:
    """A match of starter decks, one faction a seat."""
    options = options or Options()
    deck_format = DeckFormat.MULTIPLAYER
    if mode == "duel":
        deck_format = DeckFormat.SHORT if options.short_deck else DeckFormat.DUEL
    seats = tuple(
        Seat(f"Player {number + 1}", (starter_deck(faction, deck_format, script=options.script),))
        for number, faction in enumerate(factions)
    )
    return Setup(mode, seats, dawnfall_factions(), options)
