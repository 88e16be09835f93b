"""Decks that come to a match: what size is asked for, whether one may sit down, and how a seat keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from catalog.models import GameSystem
from decks.facts import facts_of
from decks.models import Deck
from decks.rules.deck_list import DeckList
from decks.rules.facts import Facts
from decks.rules.problems import problems
from matches import engine
from matches.engine import DeckChoice, Options, SetupRefused
from matches.engine.dawnfall import refusing
from matches.engine.dawnfall.setup import MODES
from matches.models import Match, Seat
from matches.refusals import DeckRefused, SetupProblem
from matches.setting_up.setups import read_options
from matches.setting_up.starters import dawnfall_factions

MODE_FORMATS = {"duel": "duel", "ffa3": "multiplayer", "ffa4": "multiplayer", "team": "multiplayer"}


def format_of(mode: str, options: Options) -> str:
    """The size of deck that a match asks for."""
    return "short" if mode == "duel" and options.short_deck else MODE_FORMATS[mode]


def options_of(match: Match) -> Options:
    """The rules of a match; a casual one takes decks of any size."""
    return replace(read_options(match.options), free_decks=match.casual)


def check_options(mode: str, options: Mapping[str, Any]) -> None:
    """Refuse optional rules that do not go together before anybody sits down for them."""
    seats = tuple(engine.Seat("", ()) for _seat in range(MODES[mode][0]))
    setup = engine.Setup(mode, seats, dawnfall_factions(), read_options(options))
    try:
        refusing.check_options(setup, setup.options)
    except SetupRefused as refused:
        raise SetupProblem(refused.sentence(), refused.rule) from None


def why_not(deck: DeckList, mode: str, options: Options, facts: Facts) -> str:
    """What keeps a deck from sitting down, with the way out; empty if nothing does."""
    deck = replace(deck, format=format_of(mode, options))
    wrong = [] if options.free_decks else problems(deck, facts)
    if wrong:
        return f"{wrong[0].what.text(gettext, ngettext)} {wrong[0].fix.text(gettext, ngettext)}".strip()
    setup = engine.Setup(mode, (), dawnfall_factions(), options)
    try:
        refusing.check_deck(setup, deck.name or deck.faction, as_choice(deck, options, facts))
    except SetupRefused as refused:
        return refused.sentence()
    return ""


def as_choice(deck: DeckList, options: Options, facts: Facts, order: tuple[str, ...] = ()) -> DeckChoice:
    """A deck in the engine's form. In Script mode it lies in the order given, else in that of its list. DF-OPT-13"""
    if not options.script:
        order = ()
    elif not order:
        order = tuple(slug for slug, copies in deck.cards.items() for _copy in range(copies))
    banner, shrine = deck.banner, deck.shrine
    if options.free_decks and (faction := facts.factions.get(deck.faction)):
        banner, shrine = banner or faction.standard_banner, shrine or faction.standard_shrine
    return DeckChoice(deck.faction, deck.squads, dict(deck.cards), banner, shrine, order)


def bring_deck(
    match: Match, seat: Seat, deck: DeckList, deck_row: Deck | None = None, order: tuple[str, ...] = ()
) -> None:
    """Lay a deck before a seat. Only legal decks sit down, unless the match is casual; each faction sits once."""
    options = options_of(match)
    facts = facts_of(GameSystem.objects.get(slug=match.system))
    if why := why_not(deck, match.mode, options, facts):
        raise DeckRefused(why)
    if match.seats.exclude(number=seat.number).filter(faction=deck.faction, deck__isnull=False).exists():
        raise DeckRefused(taken_sentence(facts.factions[deck.faction].name))
    choice = as_choice(deck, options, facts, order)
    if options.script and not order and not seat.bot:
        # Their player lays it in order later, see arranging.py.
        choice = replace(choice, order=())
    seat.deck, seat.faction = asdict(choice), deck.faction
    seat.deck_row, seat.deck_name = deck_row, deck.name


def to_arrange(match: Match, seat: Seat) -> bool:
    """Whether the match waits for the player of a seat to lay the deck in order. DF-OPT-13"""
    return bool(match.options.get("script") and seat.deck and not seat.deck["order"])


def taken_sentence(faction: str) -> str:
    """Why a faction cannot sit down a second time. DF-SETUP-17"""
    return _("%(faction)s is at the table already, and no faction may be played twice. Choose another deck.") % {
        "faction": faction
    }
