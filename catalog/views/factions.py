"""The factions: their list, the sheet of one, and the stylesheet with their colours."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static

from catalog.colours import shades
from catalog.emblems import emblem_file
from catalog.models import Faction, GameSystem
from catalog.pages import catalog_page
from catalog.sheets import faction_sheet

PAGE_SIZE = 48


@catalog_page
def factions(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """Show all factions."""
    current = Faction.objects.current().filter(system=system).select_related("system")
    page = Paginator(current, PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "catalog/factions.html", {"system": system, "page": page})


@catalog_page
def faction(request: HttpRequest, system: GameSystem, faction: str) -> HttpResponse:
    """Show everything of one faction on one page."""
    row = get_object_or_404(Faction, system=system, slug=faction)
    row.system = system
    sheet = faction_sheet(row)
    context = {
        "system": system,
        "faction": row,
        "sheet": sheet,
        "banners": sheet.pieces_of("banner"),
        "shrines": sheet.pieces_of("shrine"),
        "tokens": sheet.pieces_of("token"),
    }
    return render(request, "catalog/faction.html", context)


@catalog_page
def colours(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """Answer with the stylesheet of all faction colours, retired factions included."""
    rows = Faction.objects.filter(system=system).values_list("slug", "colour")
    return HttpResponse("".join(_colour_rule(*row) for row in rows), content_type="text/css; charset=utf-8")


def _colour_rule(slug: str, colour: str) -> str:
    tones = shades(colour)
    return (
        f".faction-{slug}{{--faction:{tones.plain};--faction-bright:{tones.bright};--faction-ink:{tones.ink};"
        f"--faction-deep:{tones.deep};--emblem:url({static(emblem_file(slug))})}}\n"
    )
