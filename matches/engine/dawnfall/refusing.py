"""Setups that the rules forbid, each refused with its rule and a sentence. Decks are checked as data. Section 6.1"""

from __future__ import annotations

from collections import Counter
from typing import Final

from catalog.packs import schema
from matches.engine.dawnfall.cavalry import MOST
from matches.engine.dawnfall.optional import EXTRAS
from matches.engine.dawnfall.setting_up import can_be_shared_out
from matches.engine.dawnfall.setup import MODES, DeckChoice, Options, Setup
from matches.engine.kernel.refusals import SetupRefused

DECK_SIZE, SHORT_DECK, MULTIPLAYER_DECK = 25, 20, 15
SQUADS, MULTIPLAYER_SQUADS = 5, 4
HAND_SIZES: Final = (3, 4, 5)
LARGEST_HANDICAP: Final = 3
#: Free decks have bounds, too: what the board holds, and what can be shuffled without anybody waiting.
MOST_FREE_SQUADS: Final = 7
MOST_FREE_CARDS: Final = 100


def check_setup(setup: Setup) -> None:
    """Refuse a setup against the rules."""
    if setup.mode not in MODES:
        raise SetupRefused("DF-SETUP-01", f"“{setup.mode}” is no mode; there are {', '.join(MODES)}.")
    players = MODES[setup.mode][0]
    if len(setup.seats) != players:
        raise SetupRefused("DF-FFA-01", f"{setup.mode} is for {players} players, not for {len(setup.seats)}.")
    check_options(setup, setup.options)
    for seat in setup.seats:
        if not seat.decks:
            raise SetupRefused("DF-SETUP-16", f"{seat.name} brings no deck; one is needed.")
        for deck in seat.decks:
            check_deck(setup, seat.name, deck)
    if not can_be_shared_out(setup, [""] * players):
        raise SetupRefused("DF-SETUP-17", "No faction may be played twice, and these decks leave no other way.")


def check_options(setup: Setup, options: Options) -> None:
    """Refuse optional rules that do not go together, or not with the mode."""
    if options.script and options.mulligan:
        raise SetupRefused("Q-68", "Script mode and Mulligan exclude each other: a Mulligan would destroy the order.")
    if options.buying_vp and setup.multiplayer:
        raise SetupRefused("Q-65", "Buying VP is for two players; with more there is no free Victory Point token.")
    if options.hand_size not in HAND_SIZES:
        raise SetupRefused("DF-OPT-14", f"A hand has 3, 4 or 5 cards, not {options.hand_size}.")
    handicaps = options.handicaps
    if handicaps and (len(handicaps) != len(setup.seats) or not all(0 <= n <= LARGEST_HANDICAP for n in handicaps)):
        raise SetupRefused("DF-OPT-04", "Handicaps are 0 to 3 additional Crystals, one number for each seat.")
    unknown = [name for name in options.source_options if name not in EXTRAS]
    if unknown:
        raise SetupRefused("DF-OPT-19", f"A Source cannot give “{unknown[0]}”; it can {', '.join(EXTRAS)}.")
    if options.track < 1 or options.quiet_turns < 0 or options.max_turns < 0:
        raise SetupRefused("Q-16", "The Victory track needs at least one slot, and limits cannot be negative.")
    if not options.quiet_turns and not options.max_turns and options.reshuffle:
        raise SetupRefused("R-STALEMATE", "With Reshuffle at least one limit of turns must stay on, or nothing ends.")


def deck_size(setup: Setup) -> int:
    """How many cards a deck has. DF-DECK-01, -02, DF-OPT-10, Q-67"""
    if setup.multiplayer:
        return MULTIPLAYER_DECK
    return SHORT_DECK if setup.options.short_deck else DECK_SIZE


def check_deck(setup: Setup, who: str, deck: DeckChoice) -> None:
    """Refuse a deck that may not be brought to a match of this mode and these options."""
    faction = setup.factions.get(deck.faction)
    if faction is None:
        raise SetupRefused("DF-SETUP-16", f"{who}: there is no faction “{deck.faction}”.")
    if faction.faction.unplayable:
        raise SetupRefused("DF-SETUP-16", f"{who}: {faction.faction.unplayable}")
    _check_squads(setup, who, deck, faction)
    _check_cards(setup, who, deck, faction)
    if deck.banner not in {banner.slug for banner in faction.banners}:
        raise SetupRefused("DF-SETUP-19", f"{who}: {faction.faction.name} has no Banner “{deck.banner}”.")
    if deck.shrine not in {shrine.slug for shrine in faction.shrines}:
        raise SetupRefused("DF-SETUP-33", f"{who}: {faction.faction.name} has no Shrine “{deck.shrine}”.")


def _check_squads(setup: Setup, who: str, deck: DeckChoice, faction: schema.FactionFile) -> None:
    """Exactly five Squads, or four, of those that can be chosen. DF-SETUP-20, -21, Q-08, R-BOSS"""
    squads = {squad.slug: squad for squad in faction.squads}
    for slug, count in Counter(deck.squads).items():
        if slug not in squads:
            raise SetupRefused("DF-SETUP-20", f"{who}: {faction.faction.name} has no Squad “{slug}”.")
        squad = squads[slug]
        if squad.unplayable:
            raise SetupRefused("R-BOSS", f"{who}: {squad.unplayable}")
        if count > squad.copies and not setup.options.free_decks:
            raise SetupRefused("DF-SETUP-20", f"{who}: {squad.name} {count} times, at most {squad.copies}.")
    _check_cavalry(setup, who, [squads[slug] for slug in deck.squads], faction)
    owned = sum(squad.copies for squad in squads.values() if not squad.unplayable and _agreed(setup, squad))
    wanted = min(MULTIPLAYER_SQUADS if setup.multiplayer else SQUADS, owned)
    if setup.options.free_decks:
        if not 1 <= len(deck.squads) <= MOST_FREE_SQUADS:
            sentence = f"{who}: {len(deck.squads)} Squads, 1 to {MOST_FREE_SQUADS} are fielded with free decks."
            raise SetupRefused("DF-SETUP-20", sentence)
    elif len(deck.squads) != wanted:
        rule = "DF-SETUP-21" if setup.multiplayer else "DF-SETUP-20"
        raise SetupRefused(rule, f"{who}: {len(deck.squads)} Squads, {wanted} are fielded.")


def _agreed(setup: Setup, squad: schema.Squad) -> bool:
    """Whether the match allows the Squad: those of expansions only if all agreed to them. Section 6.1"""
    return setup.options.expansions or not (squad.expansion or schema.Tag.CAVALRY in squad.tags)


def _check_cavalry(setup: Setup, who: str, squads: list[schema.Squad], faction: schema.FactionFile) -> None:
    """Cavalry only if agreed, one Squad at most, and never without the two cards that come with it. R-CAVALRY"""
    for squad in squads:
        if not _agreed(setup, squad):
            raise SetupRefused("R-CAVALRY", f"{who}: {squad.name} is for matches in which all agreed to expansions.")
    riders = [squad for squad in squads if schema.Tag.CAVALRY in squad.tags]
    if len(riders) > MOST:
        raise SetupRefused("R-CAVALRY", f"{who}: {len(riders)} cavalry Squads, at most {MOST} is allowed.")
    for squad in riders:
        cards = [card for card in faction.cards if card.squad == squad.slug]
        if not any(card.kind is schema.CardKind.DEPLOYMENT for card in cards):
            raise SetupRefused("R-DEPLOY", f"{who}: the catalogue has no Deployment card for {squad.name}.")
        if not any(card.attach and card.attach.timing == "setup" for card in cards):
            raise SetupRefused("R-SETUP-ATTACH", f"{who}: the catalogue has no setup Enhancement for {squad.name}.")


def _check_cards(setup: Setup, who: str, deck: DeckChoice, faction: schema.FactionFile) -> None:
    """As many cards as the mode asks for, of the faction, for Squads that are fielded. DF-DECK-01 to -05, Q-10"""
    cards = {card.slug: card for card in faction.cards}
    for slug, count in deck.cards.items():
        card = cards.get(slug)
        if card is None:
            raise SetupRefused("DF-DECK-03", f"{who}: {faction.faction.name} has no card “{slug}”.")
        if card.kind is schema.CardKind.DEPLOYMENT or (card.attach and card.attach.timing == "setup"):
            raise SetupRefused("R-SETUP-ATTACH", f"{who}: {card.name} comes with its Squad, outside of the deck.")
        if card.squad is not None and card.squad not in deck.squads:
            raise SetupRefused("DF-DECK-04", f"{who}: {card.name} is for a Squad that is not fielded.")
        most = MOST_FREE_CARDS if setup.options.free_decks else card.copies
        if not 1 <= count <= most:
            raise SetupRefused("DF-DECK-05", f"{who}: {card.name} {count} times, 1 to {most} are allowed.")
    size, wanted = sum(deck.cards.values()), deck_size(setup)
    if setup.options.free_decks:
        if not 1 <= size <= MOST_FREE_CARDS:
            sentence = f"{who}: the deck has {size} cards, 1 to {MOST_FREE_CARDS} are played with free decks."
            raise SetupRefused("DF-DECK-01", sentence)
    elif size != wanted:
        rule = "DF-OPT-10" if wanted == SHORT_DECK else "DF-DECK-02" if setup.multiplayer else "DF-DECK-01"
        raise SetupRefused(rule, f"{who}: the deck has {size} cards, {wanted} are needed.")
    if setup.options.script:
        if Counter(deck.order) != Counter(deck.cards):
            raise SetupRefused("DF-OPT-13", f"{who}: the script must name every card of the deck, no more and no less.")
    elif deck.order:
        raise SetupRefused("DF-OPT-13", f"{who}: an arranged deck is for Script mode only.")
