"""What can be done with a deck from its page: copy, share, write notes, turn back, delete."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from decks import services
from decks.history import history as history_of
from decks.models import LONGEST_NOTES
from decks.refusals import Refusal
from decks.views.finding import deck_deed, own_deck, seen_version
from decks.visitors import visitor_of, visitor_who_stays


@require_POST
@deck_deed
def fork(request: HttpRequest, key: str) -> HttpResponse:
    """Make a copy and open it in the builder."""
    copy = services.fork(visitor_who_stays(request), key)
    messages.success(request, _("This is your own copy now. Change what you like."))
    return redirect("decks:build", copy.key)


@require_POST
@deck_deed
def share(request: HttpRequest, key: str) -> HttpResponse:
    """Say who may see the deck."""
    deck = services.set_visibility(visitor_of(request), key, seen_version(request), request.POST.get("visibility", ""))
    sentences = {
        "private": _("Only you can see this deck now."),
        "unlisted": _("Everybody with the link can see this deck now."),
        "public": _("This deck is public now."),
    }
    messages.success(request, sentences[deck.visibility])
    return redirect(f"{deck.get_absolute_url()}#share")


@require_POST
@deck_deed
def take_down(request: HttpRequest, key: str) -> HttpResponse:
    """Let staff make somebody's deck private again."""
    deck = services.take_down(visitor_of(request), key)
    messages.success(request, _("“%(name)s” is private again; its owner keeps it.") % {"name": deck.name})
    return redirect("decks:list")


@require_http_methods(["GET", "HEAD", "POST"])
@deck_deed
def notes(request: HttpRequest, key: str) -> HttpResponse:
    """Write the notes. What is refused stays in the form, so that no word is lost."""
    deck = own_deck(request, key)
    written, refusal = deck.notes, ""
    if request.method == "POST":
        written = request.POST.get("notes", "")
        try:
            services.write_notes(visitor_of(request), key, seen_version(request), written)
        except Refusal as refused:
            refusal = refused.sentence()
        else:
            messages.success(request, _("Your notes are saved."))
            return redirect(f"{deck.get_absolute_url()}#notes")
    context = {
        "system": deck.system,
        "faction": deck.faction,
        "deck": deck,
        "written": written,
        "refusal": refusal,
        "longest_notes": LONGEST_NOTES,
    }
    return render(request, "decks/notes.html", context)


@require_safe
@deck_deed
def history(request: HttpRequest, key: str) -> HttpResponse:
    """Show how the deck came to be what it is, for its owner."""
    deck = own_deck(request, key)
    context = {"system": deck.system, "faction": deck.faction, "deck": deck, "entries": history_of(deck)}
    return render(request, "decks/history.html", context)


@require_POST
@deck_deed
def restore(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Make the deck what it was."""
    deck = services.restore_version(visitor_of(request), key, seen_version(request), number)
    messages.success(request, _("The deck is what it was then. Undo in the builder takes this back."))
    return redirect("decks:history", deck.key)


@require_http_methods(["GET", "HEAD", "POST"])
@deck_deed
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Ask, and delete."""
    deck = own_deck(request, key)
    if request.method == "POST":
        services.delete_deck(visitor_of(request), key)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": deck.name})
        return redirect("decks:mine")
    return render(request, "decks/delete.html", {"system": deck.system, "faction": deck.faction, "deck": deck})
