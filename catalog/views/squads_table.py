"""All squads of all factions side by side."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from catalog.comparing import (
    COLUMNS,
    SETS,
    Choice,
    Column,
    compared_modes,
    read_choice,
    sort_options,
)
from catalog.models import Faction, GameSystem
from catalog.pages import catalog_page, wants_fragment
from catalog.wording import TAGS

ROWS_A_PAGE = 50


@dataclass(frozen=True)
class Heading:
    """A column's head: what it says about the order now, and what a click makes of it."""

    column: Column
    aria_sort: str
    next_sort: str


@catalog_page
def squads(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """Compare the squads; with htmx only the form and the table are sent."""
    factions = list(Faction.objects.current().filter(system=system))
    choice = read_choice(request.GET, factions)
    modes = Paginator(compared_modes(system, choice), ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "system": system,
        "factions": factions,
        "choice": choice,
        "headings": [_heading(column, choice) for column in COLUMNS],
        "modes": modes,
        "sets": SETS.items(),
        "tags": TAGS.items(),
        "sorts": list(sort_options()),
    }
    return render(request, "catalog/_squads_table.html" if wants_fragment(request) else "catalog/squads.html", context)


def _heading(column: Column, choice: Choice) -> Heading:
    if column != choice.column:
        return Heading(column, "", f"-{column.key}" if column.number else column.key)
    if choice.falling:
        return Heading(column, "descending", column.key)
    return Heading(column, "ascending", f"-{column.key}")
