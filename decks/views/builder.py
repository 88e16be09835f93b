"""The builder: the faction's squads and cards on the left, the deck on the right, every click saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from catalog.pages import wants_fragment
from catalog.search import LONGEST
from decks import services
from decks.history import turns
from decks.models import LONGEST_NAME, Deck
from decks.refusals import NoSuchDeck, NotYours, Refusal, StaleDeck
from decks.rules.formats import FORMATS
from decks.sheets import DeckSheet, deck_sheet
from decks.shelves import counts, shelf_for
from decks.views.finding import deck_deed, own_deck, seen_version
from decks.visitors import Visitor, visitor_of, visitor_who_stays

Deed = Callable[[Visitor, str, int, str], Deck]

#: What a button of the builder does: its value is one of these words and, where needed, a slug.
DEEDS: dict[str, Deed] = {
    "add-card": services.add_card,
    "remove-card": services.remove_card,
    "add-squad": services.add_squad,
    "remove-squad": services.remove_squad,
    "banner": services.choose_banner,
    "shrine": services.choose_shrine,
    "format": services.change_format,
    "undo": lambda visitor, key, version, _nothing: services.undo(visitor, key, version),
    "redo": lambda visitor, key, version, _nothing: services.redo(visitor, key, version),
}


@require_http_methods(["GET", "HEAD", "POST"])
@deck_deed
def build(request: HttpRequest, key: str) -> HttpResponse:
    """Show the builder, or do what one of its buttons says."""
    if request.method == "POST":
        return _change(request, key)
    deck = own_deck(request, key)
    template = "decks/_shelf.html" if wants_fragment(request) else "decks/builder.html"
    context = _context(request, deck)
    context["shelf"] = shelf_for(context["sheet"].deck, context["sheet"].catalogue, _query(request))
    return render(request, template, context)


def _change(request: HttpRequest, key: str) -> HttpResponse:
    visitor, version, said = visitor_who_stays(request), seen_version(request), ""
    steps: list[str] = []
    try:
        steps = _do(request, visitor, key, version)
    except (NoSuchDeck, NotYours):
        raise
    except Refusal as refused:
        said = refused.sentence()
        if isinstance(refused, StaleDeck) and request.POST.get("do") == "rename":
            said += " " + _("The name you typed: “%(name)s”.") % {"name": request.POST.get("name", "")[:LONGEST_NAME]}
    if wants_fragment(request):
        context = _context(request, own_deck(request, key)) | {"refusal": said, "steps": steps, "swapped": True}
        context["counts"] = counts(context["sheet"].deck, context["sheet"].catalogue)
        return render(request, "decks/_changed.html", context)
    if said:
        messages.error(request, said)
    for step in steps:
        messages.info(request, step)
    query = _query(request)
    return redirect(reverse("decks:build", args=[key]) + (f"?{urlencode({'q': query})}" if query else ""))


def _do(request: HttpRequest, visitor: Visitor, key: str, version: int) -> list[str]:
    """Do what the button says; filling answers with how it chose."""
    word, _space, slug = request.POST.get("do", "").partition(" ")
    if word == "fill":
        return services.fill_rest(visitor, key, version).steps
    if word == "rename":
        services.rename(visitor, key, version, request.POST.get("name", ""))
    elif word in DEEDS:
        DEEDS[word](visitor, key, version, slug)
    return []


def _context(request: HttpRequest, deck: Deck) -> dict[str, Any]:
    sheet = deck_sheet(deck.list, deck.faction)
    return {
        "system": deck.system,
        "faction": deck.faction,
        "deck": deck,
        "sheet": sheet,
        "turns": turns(deck),
        "formats": FORMATS.values(),
        "choices": _choices(sheet),
        "longest": LONGEST,
        "longest_name": LONGEST_NAME,
        "is_guest": visitor_of(request).user is None,
    }


def _choices(sheet: DeckSheet) -> list[tuple[str, str, str, list[object]]]:
    """Banner and Shrine: what is chosen, and what there is to choose from."""
    pieces = sheet.catalogue.pieces_of
    return [
        ("banner", _("Banner"), sheet.deck.banner, [*pieces("banner")]),
        ("shrine", _("Shrine"), sheet.deck.shrine, [*pieces("shrine")]),
    ]


def _query(request: HttpRequest) -> str:
    return " ".join(request.GET.get("q", "").split())[: LONGEST + 1]
