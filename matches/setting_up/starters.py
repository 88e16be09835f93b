"""Matches without people's decks: the starter decks of the catalogue's files, or random ones, as a setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache

from catalog.packs import DAWNFALL, read_pack
from catalog.packs.schema import Card, CardKind, DeckFormat, FactionFile, Tag
from matches.engine import DeckChoice, Options, Seat, Setup, SetupRefused
from matches.engine.kernel.chance import Chance, shuffled
from matches.setting_up.playable import faction_problem, playable_cards, playable_factions, playable_squads


@cache
def dawnfall_factions() -> Mapping[str, FactionFile]:
    """All factions of the catalogue's files by slug."""
    return {faction.faction.slug: faction for faction in read_pack(DAWNFALL).factions}


def seated_factions() -> list[str]:
    """The slugs of the factions that can be played."""
    return playable_factions(dawnfall_factions())


def starter_deck(faction: str, deck_format: DeckFormat, *, script: bool = False) -> DeckChoice:
    """The starter deck of a faction; in Script mode in the order of its list."""
    file = _playable(faction)
    starter = next(deck for deck in file.starter_decks if deck.format is deck_format)
    order = tuple(slug for slug, copies in starter.cards.items() for _ in range(copies)) if script else ()
    return DeckChoice(faction, tuple(starter.squads), starter.cards, starter.banner, starter.shrine, order)


def random_deck(
    faction: str,
    deck_format: DeckFormat,
    chance: Chance,
    wanted: Collection[str] = frozenset(),
    *,
    cavalry: bool = False,
) -> DeckChoice:
    """Any Squads and any cards they may use, in the numbers of the format; wanted cards and their Squads first.

    Cavalry rides along only if it is asked for, or a card of it is wanted.
    """
    file = _playable(faction)
    squad_count, card_count = (4, 15) if deck_format is DeckFormat.MULTIPLAYER else (5, 25)
    first = {card.squad for card in file.cards if card.slug in wanted}
    riders = {squad.slug for squad in file.squads if Tag.CAVALRY in squad.tags}
    first |= riders if cavalry else set()
    owned = [
        squad.slug
        for squad in playable_squads(file)
        for _ in range(squad.copies)
        if squad.slug in first or squad.slug not in riders
    ]
    squads = tuple(sorted(shuffled(chance, owned), key=lambda slug: slug not in first)[:squad_count])
    usable = [card for card in playable_cards(file) if card.squad in {None, *squads} and _in_decks(card)]
    pile = shuffled(chance, [card.slug for card in usable for _ in range(card.copies)])
    pile = tuple(sorted(pile, key=lambda slug: slug not in wanted)[:card_count])
    banner, shrine = (options[chance.below(len(options))].slug for options in (file.banners, file.shrines))
    return DeckChoice(faction, squads, dict(Counter(pile)), banner, shrine)


def _in_decks(card: Card) -> bool:
    """Deployment cards and setup Enhancements come with their Squad. R-SETUP-ATTACH"""
    return card.kind is not CardKind.DEPLOYMENT and not (card.attach and card.attach.timing == "setup")


def _playable(faction: str) -> FactionFile:
    file = dawnfall_factions()[faction]
    problem = faction_problem(file)
    if problem:
        raise SetupRefused(problem.rule, problem.sentence())
    return file


def random_setup(
    mode: str,
    factions: Sequence[str],
    options: Options,
    chance: Chance,
    wanted: Mapping[str, Collection[str]] = {},
    *,
    cavalry: bool = False,
) -> Setup:
    """A match of random decks, one faction a seat; `wanted` names cards of a faction that its deck should hold.

    If cavalry rides along, all have agreed to expansions. R-CAVALRY
    """
    deck_format = DeckFormat.DUEL if mode == "duel" else DeckFormat.MULTIPLAYER
    decks = [random_deck(slug, deck_format, chance, wanted.get(slug, ()), cavalry=cavalry) for slug in factions]
    seats = tuple(Seat(f"Player {number + 1}", (deck,)) for number, deck in enumerate(decks))
    if any(squad.expansion and squad.slug in deck.squads for deck in decks for squad in _playable(deck.faction).squads):
        options = replace(options, expansions=True)
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
