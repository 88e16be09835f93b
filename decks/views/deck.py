"""The page of a deck: one that is kept, one from a code, or a starter deck. They look alike."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from catalog.models import StarterDeck
from decks import services
from decks.exchange import FORMS
from decks.facts import facts_of
from decks.models import LONGEST_COMMENT, Deck
from decks.refusals import Refusal
from decks.rules.code import DeckCodeError, encode
from decks.rules.deck_list import DeckList
from decks.sheets import DeckSheet, deck_sheet, in_language
from decks.studying import odds_of, opening_hand, plots_of
from decks.views.finding import first_system, number_from, seen_deck
from decks.views.listed import list_of_code
from decks.visitors import visitor_of, visitor_who_stays

COMMENTS_A_PAGE = 20
MOST_TURNS = 25
LONGEST_SEED = 20


@require_safe
@never_cache
def deck(request: HttpRequest, key: str) -> HttpResponse:
    """Show a deck that somebody keeps."""
    visitor = visitor_of(request)
    row = seen_deck(visitor, key)
    sheet = deck_sheet(row.list, row.faction)
    comments = row.comments.shown_to(visitor) if row.is_public else row.comments.none()
    context = deck_context(request, sheet) | {
        "deck": row,
        "short_link": request.build_absolute_uri(reverse("deck_short", args=[row.key])),
        "export_base": reverse("decks:deck", args=[row.key]),
        "may_edit": visitor.may_edit(row),
        "may_talk": visitor.may_talk_about(row),
        "is_staff": visitor.is_staff,
        "visibilities": Deck.Visibility.choices,
        "comments": Paginator(comments, COMMENTS_A_PAGE).get_page(request.GET.get("page")),
        "longest_comment": LONGEST_COMMENT,
        "unsaid": request.session.pop("unsaid", "") if "unsaid" in request.session else "",
    }
    return render(request, "decks/deck.html", context)


@require_safe
def short(request: HttpRequest, key: str) -> HttpResponse:
    """Lead from the short link to the deck."""
    return redirect("decks:deck", seen_deck(visitor_of(request), key).key)


@never_cache
def from_code(request: HttpRequest, code: str) -> HttpResponse:
    """Show the deck of a code, which needs no row anywhere; or keep a copy of it."""
    try:
        found, faction, warning = list_of_code(code)
    except DeckCodeError as wrong:
        context = {"system": first_system(), "problem": in_language(wrong.what)}
        return render(request, "decks/code_wrong.html", context, status=404)
    if request.method == "POST":
        return _keep(request, found)
    context = deck_context(request, deck_sheet(found, faction)) | {"warning": warning, "is_code": True}
    return render(request, "decks/deck.html", context)


@never_cache
def starter(request: HttpRequest, faction: str, format_: str) -> HttpResponse:
    """Show a starter deck, or make a copy of it."""
    decks = StarterDeck.objects.filter(retired=False, faction__system=first_system())
    row = get_object_or_404(
        decks.select_related("faction__system", "banner", "shrine"), faction__slug=faction, format=format_
    )
    if request.method == "POST":
        try:
            copy = services.copy_starter(visitor_who_stays(request), row)
        except Refusal as refused:
            messages.error(request, refused.sentence())
            return redirect(request.path)
        return redirect("decks:build", copy.key)
    context = deck_context(request, deck_sheet(services.starter_list(row), row.faction)) | {"starter": row}
    return render(request, "decks/deck.html", context)


def deck_context(request: HttpRequest, sheet: DeckSheet) -> dict[str, Any]:
    """What all pages of a deck show."""
    code = encode(sheet.deck, facts_of(sheet.faction.system))
    asked = request.GET
    wanted = number_from(asked.get("least"), 1, 3, 1)
    turn = number_from(asked.get("turn"), 1, MOST_TURNS, 3)
    played = number_from(asked.get("played"), 0, 3, 1)
    seed = asked.get("hand", "")[:LONGEST_SEED] or _seed()
    code_link = reverse("deck_code", args=[code])
    return {
        "system": sheet.faction.system,
        "faction": sheet.faction,
        "sheet": sheet,
        "plots": plots_of(sheet),
        "odds": odds_of(sheet, asked.getlist("card"), wanted=wanted, turn=turn, played=played),
        "wanted": wanted,
        "turn": turn,
        "played": played,
        "turns": range(1, MOST_TURNS + 1),
        "hand": opening_hand(sheet, seed),
        "next_hand": _seed(),
        "code": code,
        "code_link": request.build_absolute_uri(code_link),
        "export_base": code_link,
        "forms": FORMS.values(),
    }


def _seed() -> str:
    return secrets.token_hex(3)


def _keep(request: HttpRequest, found: DeckList) -> HttpResponse:
    try:
        kept = services.keep_list(visitor_who_stays(request), found)
    except Refusal as refused:
        messages.error(request, refused.sentence())
        return redirect(request.path)
    return redirect("decks:build", kept.key)
