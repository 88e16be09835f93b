"""Decks that an address names: by their key where they are kept, or by their code."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from catalog.models import Faction
from decks.facts import facts_of
from decks.rules.code import DeckCodeError, decode
from decks.rules.deck_list import DeckList
from decks.sheets import in_language
from decks.views.finding import first_system, seen_deck
from decks.visitors import visitor_of


def list_named(request: HttpRequest, key: str = "", code: str = "") -> tuple[DeckList, Faction]:
    """The deck of the key or code, and its faction."""
    if key:
        deck = seen_deck(visitor_of(request), key)
        return deck.list, deck.faction
    try:
        found, faction, _warning = list_of_code(code)
    except DeckCodeError as wrong:
        raise Http404(in_language(wrong.what)) from wrong
    return found, faction


def list_of_code(code: str) -> tuple[DeckList, Faction, str]:
    """The deck of a code, its faction, and a warning where this catalogue knows only a part of the deck."""
    system = first_system()
    warning = ""
    try:
        found = decode(code, facts_of(system))
    except DeckCodeError as wrong:
        if wrong.deck is None:
            raise
        found, warning = wrong.deck, in_language(wrong.what)
    factions = Faction.objects.select_related("system")
    return found, get_object_or_404(factions, system=system, slug=found.faction), warning
