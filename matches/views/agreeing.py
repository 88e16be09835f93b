"""What players settle among themselves, at the table and after it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from decks.visitors import Visitor, visitor_of
from matches import services
from matches.models import Match
from matches.refusals import Refusal
from matches.views.seats import found
from matches.views.table import table_deed


@table_deed
def propose(request: HttpRequest, visitor: Visitor, key: str) -> Match:
    """Propose a draw, a step taken back, or a bot for whoever is away."""
    return services.propose(visitor, key, request.POST.get("kind", ""), request.POST.get("level", ""))


@table_deed
def answer(request: HttpRequest, visitor: Visitor, key: str) -> Match:
    """Agree to a proposal, decline it, or withdraw one's own."""
    return services.answer(visitor, key, request.POST.get("proposal", ""), agrees=request.POST.get("agrees") == "yes")


@table_deed
def concede(request: HttpRequest, visitor: Visitor, key: str) -> Match:
    """Give up."""
    return services.concede(visitor, key)


@table_deed
def claim(request: HttpRequest, visitor: Visitor, key: str) -> Match:
    """Win because the other side has let its time run out."""
    return services.claim(visitor, key)


@never_cache
@require_POST
def rematch(request: HttpRequest, key: str) -> HttpResponse:
    """Ask for a rematch or accept it; it leads to the new table."""
    visitor = visitor_of(request)
    match = found(visitor, key)
    try:
        return redirect(services.rematch(visitor, key).get_absolute_url())
    except Refusal as refused:
        messages.error(request, refused.sentence())
        return redirect(match.get_absolute_url())


@never_cache
@require_safe
def agree_piece(request: HttpRequest, key: str) -> HttpResponse:
    """Proposals as they stand, for a page that asks again."""
    return _piece(request, key, "matches/_agree.html")


@never_cache
@require_safe
def after_piece(request: HttpRequest, key: str) -> HttpResponse:
    """What comes after the match, for a page that asks again."""
    return _piece(request, key, "matches/_after.html")


def _piece(request: HttpRequest, key: str, template: str, **more: Any) -> HttpResponse:
    return render(request, template, {"page": {"match": found(visitor_of(request), key)}, **more})
