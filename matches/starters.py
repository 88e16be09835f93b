"""Matches of ready-made decks: the starter decks of the catalogue's files as a setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from catalog.packs import DAWNFALL, read_pack
from catalog.packs.schema import DeckFormat, FactionFile
from matches.engine import DeckChoice, Options, Seat, Setup


@cache
def dawnfall_factions() -> Mapping[str, FactionFile]:
    """All factions of the catalogue's files by slug."""
    return {faction.faction.slug: faction for faction in read_pack(DAWNFALL).factions}


def starter_deck(faction: str, deck_format: DeckFormat, *, script: bool = False) -> DeckChoice:
    """The starter deck of a faction; in Script mode in the order of its list."""
    starter = next(deck for deck in dawnfall_factions()[faction].starter_decks if deck.format is deck_format)
    order = tuple(slug for slug, copies in starter.cards.items() for _ in range(copies)) if script else ()
    return DeckChoice(faction, tuple(starter.squads), starter.cards, starter.banner, starter.shrine, order)


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
