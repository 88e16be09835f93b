"""Decks on paper: a sheet with the lists, and cards to cut out."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from decks.facts import facts_of
from decks.rules.code import encode
from decks.sheets import deck_sheet
from decks.views.listed import list_named


@require_safe
@never_cache
def print_sheet(request: HttpRequest, key: str = "", code: str = "") -> HttpResponse:
    """Show the deck as a list for the table."""
    return _paper(request, "decks/print.html", key, code)


@require_safe
@never_cache
def print_proxies(request: HttpRequest, key: str = "", code: str = "") -> HttpResponse:
    """Show every card of the deck as often as it is in it, in the size of playing cards."""
    return _paper(request, "decks/proxies.html", key, code)


def _paper(request: HttpRequest, template: str, key: str, code: str) -> HttpResponse:
    deck, faction = list_named(request, key, code)
    sheet = deck_sheet(deck, faction)
    faces = [card.row for card in sheet.cards if card.row for _copy in range(card.number)]
    context = {
        "system": faction.system,
        "faction": faction,
        "sheet": sheet,
        "faces": [*faces, *sheet.companions],
        "code": encode(deck, facts_of(faction.system)),
        "back": request.path.rsplit("/", 2)[0] + "/",
    }
    return render(request, template, context)
