"""The front page, and the way from a game system's address to its factions."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from catalog.models import Card, Faction, GameSystem, Squad
from catalog.packs.schema import SYSTEMS
from catalog.pages import catalog_page

#: The front page shows the first factions; the list of factions has them all.
FACTIONS_SHOWN = 24


def home(request: HttpRequest) -> HttpResponse:
    """Show the front page, also where no catalogue has been loaded yet."""
    try:
        return _home(request, system=next(iter(SYSTEMS)))
    except Http404:
        return render(request, "catalog/home_empty.html", status=503)


@catalog_page
def _home(request: HttpRequest, system: GameSystem) -> HttpResponse:
    context = {
        "system": system,
        "factions": Faction.objects.current().filter(system=system).select_related("system")[:FACTIONS_SHOWN],
        "cards_count": Card.objects.current().of_system(system.slug).count(),
        "squads_count": Squad.objects.current().of_system(system.slug).count(),
    }
    return render(request, "catalog/home.html", context)


@catalog_page
def system_home(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """Lead from the address of a game system to its factions."""
    return redirect(system)
