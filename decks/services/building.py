"""What the builder does with a deck, one click each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, ngettext

from decks.facts import facts_of
from decks.models import Deck
from decks.refusals import NotInDeck
from decks.rules.filling import fill
from decks.rules.problems import Problem
from decks.services.keeping import deck_to_change, keep
from decks.visitors import Visitor


@transaction.atomic
def add_card(visitor: Visitor, key: str, version: int, slug: str, copies: int = 1) -> Deck:
    """Put copies of a card into the deck, also beyond what is legal: the problems of the deck tell."""
    deck = deck_to_change(visitor, key, version)
    return keep(deck, "add_card", {"cards": _more(deck.cards, slug, copies)})


@transaction.atomic
def remove_card(visitor: Visitor, key: str, version: int, slug: str, copies: int = 1) -> Deck:
    """Take copies of a card out of the deck."""
    deck = deck_to_change(visitor, key, version)
    return keep(deck, "remove_card", {"cards": _fewer(deck.cards, slug, copies, card_name(deck, slug))})


@transaction.atomic
def set_card_copies(visitor: Visitor, key: str, version: int, slug: str, copies: int) -> Deck:
    """Have exactly so many copies of a card in the deck; none takes it out."""
    deck = deck_to_change(visitor, key, version)
    return keep(deck, "set_card_copies", {"cards": {**deck.cards, slug: copies}})


@transaction.atomic
def add_squad(visitor: Visitor, key: str, version: int, slug: str, copies: int = 1) -> Deck:
    """Take a squad into the army."""
    deck = deck_to_change(visitor, key, version)
    return keep(deck, "add_squad", {"squads": _more(deck.squads, slug, copies)})


@transaction.atomic
def remove_squad(visitor: Visitor, key: str, version: int, slug: str, copies: int = 1) -> Deck:
    """Take a squad out of the army. Its cards stay; the problems of the deck tell which ones need it."""
    deck = deck_to_change(visitor, key, version)
    return keep(deck, "remove_squad", {"squads": _fewer(deck.squads, slug, copies, squad_name(deck, slug))})


@transaction.atomic
def set_squad_copies(visitor: Visitor, key: str, version: int, slug: str, copies: int) -> Deck:
    """Have exactly so many of a squad in the army; none takes it out."""
    deck = deck_to_change(visitor, key, version)
    return keep(deck, "set_squad_copies", {"squads": {**deck.squads, slug: copies}})


@transaction.atomic
def choose_banner(visitor: Visitor, key: str, version: int, slug: str) -> Deck:
    """Choose one of the faction's banners; an empty slug chooses none."""
    return keep(deck_to_change(visitor, key, version), "choose_banner", {"banner": slug})


@transaction.atomic
def choose_shrine(visitor: Visitor, key: str, version: int, slug: str) -> Deck:
    """Choose one of the faction's shrines; an empty slug chooses none."""
    return keep(deck_to_change(visitor, key, version), "choose_shrine", {"shrine": slug})


@transaction.atomic
def rename(visitor: Visitor, key: str, version: int, name: str) -> Deck:
    """Give the deck another name."""
    return keep(deck_to_change(visitor, key, version), "rename", {"name": name})


@transaction.atomic
def change_format(visitor: Visitor, key: str, version: int, slug: str) -> Deck:
    """Build for another size of deck; nothing is taken out."""
    return keep(deck_to_change(visitor, key, version), "change_format", {"format": slug})


@transaction.atomic
def write_notes(visitor: Visitor, key: str, version: int, text: str) -> Deck:
    """Put these notes, in Markdown, in the place of the old ones."""
    return keep(deck_to_change(visitor, key, version), "write_notes", {"notes": text})


@dataclass(frozen=True)
class Filled:
    """A deck completed for its player, sentences about how, and the problems that their own choices still make."""

    deck: Deck
    steps: list[str]
    obstacles: Sequence[Problem]


@transaction.atomic
def fill_rest(visitor: Visitor, key: str, version: int) -> Filled:
    """Complete the deck around what is chosen. Undone and asked again, it finds another way."""
    deck = deck_to_change(visitor, key, version)
    filling = fill(deck.list, facts_of(deck.system), seed=f"{deck.key} {deck.version}")
    parts = {
        "squads": dict(Counter(filling.deck.squads)),
        "cards": dict(filling.deck.cards),
        "banner": filling.deck.banner,
        "shrine": filling.deck.shrine,
    }
    steps = [step.text(gettext, ngettext) for step in filling.steps]
    return Filled(keep(deck, "fill_rest", parts), steps, filling.obstacles)


@transaction.atomic
def change_deck(visitor: Visitor, key: str, version: int, parts: Mapping[str, Any]) -> Deck:
    """Put several parts of the content (see `decks.models.Content`) in the place of the old ones, as one change."""
    return keep(deck_to_change(visitor, key, version), "change_deck", parts)


def card_name(deck: Deck, slug: str) -> str:
    """The printed name, or the slug of what the faction does not have."""
    card = deck.facts.cards.get(slug)
    return card.name if card else slug


def squad_name(deck: Deck, slug: str) -> str:
    """The printed name, or the slug of what the faction does not have."""
    squad = deck.facts.squads.get(slug)
    return squad.name if squad else slug


def _more(have: Mapping[str, int], slug: str, copies: int) -> dict[str, int]:
    return {**have, slug: have.get(slug, 0) + copies}


def _fewer(have: Mapping[str, int], slug: str, copies: int, name: str) -> dict[str, int]:
    if slug not in have:
        raise NotInDeck(name)
    return {**have, slug: max(0, have[slug] - copies)}
