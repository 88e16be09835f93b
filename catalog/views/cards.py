"""The page of one card."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from catalog.models import Card, GameSystem, StarterDeck
from catalog.neighbours import neighbours
from catalog.pages import catalog_page
from catalog.sheets import give_evolved_modes
from catalog.timing import timing_windows


@catalog_page
def card(request: HttpRequest, system: GameSystem, faction: str, slug: str) -> HttpResponse:
    """Show a card as it lies on the table, with what its symbols mean and what belongs to it."""
    cards = Card.objects.of_system(system.slug).select_related("squad").prefetch_related("halves", "squad__modes")
    row = get_object_or_404(cards, faction__slug=faction, slug=slug)
    halves = list(row.halves.all())
    if row.squad:
        row.squad.faction = row.faction
        give_evolved_modes([row], [row.squad])
    decks = StarterDeck.objects.filter(faction=row.faction, retired=False).only("name", "format", "cards")
    context = {
        "system": system,
        "faction": row.faction,
        "card": row,
        "halves": zip(halves, timing_windows(system.slug, halves), strict=True),
        "decks": [(deck, deck.cards[row.slug]) for deck in decks if row.slug in deck.cards],
        "near": neighbours(row, halves),
    }
    return render(request, "catalog/card.html", context)
