"""The page of one squad."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from catalog.models import GameSystem, Half, Squad
from catalog.pages import catalog_page
from catalog.sheets import cards_with_halves, give_evolved_modes


@catalog_page
def squad(request: HttpRequest, system: GameSystem, faction: str, slug: str) -> HttpResponse:
    """Show a Squad card with all its modes, its cards and its rulings."""
    squads = Squad.objects.of_system(system.slug).prefetch_related("modes")
    row = get_object_or_404(squads, faction__slug=faction, slug=slug)
    cards = cards_with_halves(Half.objects.filter(card__squad=row, card__retired=False), row.faction)
    for card in cards:
        card.squad = row
    give_evolved_modes(cards, [row])
    context = {"system": system, "faction": row.faction, "squad": row, "cards": cards}
    return render(request, "catalog/squad.html", context)
