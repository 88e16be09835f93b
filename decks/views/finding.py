"""Finding what an address names, and answering refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from catalog.models import GameSystem
from catalog.packs.schema import SYSTEMS
from decks.models import Deck
from decks.refusals import NoSuchComment, NoSuchDeck, NotYours, Refusal
from decks.visitors import Visitor, visitor_of

View = Callable[..., HttpResponse]


def deck_deed(view: View) -> View:
    """Make a view of (request, key, ...) the door to a deed: a refusal becomes a message on the deck's page."""

    @never_cache
    @wraps(view)
    def door(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, key, **kwargs)
        except (NoSuchDeck, NoSuchComment) as refused:
            raise Http404(refused.sentence()) from refused
        except Refusal as refused:
            seen_deck(visitor_of(request), key)
            messages.error(request, refused.sentence())
            return redirect("decks:deck", key)

    return door


def seen_deck(visitor: Visitor, key: str) -> Deck:
    """The deck with everything its page shows; somebody else's private deck does not exist."""
    deck = Deck.objects.visible_to(visitor).for_page(visitor).filter(key=key).first()
    if deck is None:
        raise Http404(NoSuchDeck(key).sentence())
    return deck


def own_deck(request: HttpRequest, key: str) -> Deck:
    """The visitor's own deck; of a deck that is only seen, a refusal tells."""
    visitor = visitor_of(request)
    deck = seen_deck(visitor, key)
    if not visitor.owns(deck):
        raise NotYours(deck.name)
    return deck


def seen_version(request: HttpRequest) -> int:
    """The version on which the visitor made a change; what is no number is a version nobody can have seen."""
    version = request.POST.get("version", "")
    return int(version) if version.isascii() and version.isdigit() and len(version) < 10 else 0


def first_system() -> GameSystem:
    """The game system whose decks are shown where the address names none."""
    return get_object_or_404(GameSystem, slug=next(iter(SYSTEMS)))


def number_from(text: str | None, least: int, most: int, default: int) -> int:
    """A whole number of an address, kept within bounds; anything else is the default."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) < 10):
        return default
    return min(max(int(text), least), most)


def no_such(what: str) -> Http404:
    """There is nothing of that name."""
    return Http404(_("There is nothing here called “%(what)s”.") % {"what": what})
