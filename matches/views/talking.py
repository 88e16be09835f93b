"""What is said at the table, who is there, and what has changed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from catalog.pages import wants_fragment
from decks.visitors import visitor_of
from matches import services
from matches.models import Match
from matches.refusals import Refusal
from matches.showing.company import news_of
from matches.views.seats import found


@never_cache
@require_safe
def chat(request: HttpRequest, key: str) -> HttpResponse:
    """The last lines, for a page that asks again."""
    return _lines(request, found(visitor_of(request), key))


@never_cache
@require_POST
def say(request: HttpRequest, key: str) -> HttpResponse:
    """Say something to the table."""
    visitor, said = visitor_of(request), ""
    match = found(visitor, key)
    try:
        services.say(visitor, key, request.POST.get("text", ""))
    except Refusal as refused:
        said = refused.sentence()
    if wants_fragment(request):
        return _lines(request, match, said)
    if said:
        messages.error(request, said)
    return redirect(reverse("matches:match", args=[key]) + "#chat")


@never_cache
@require_POST
def mute(request: HttpRequest, key: str) -> HttpResponse:
    """Read no more, or again, what others write."""
    visitor = visitor_of(request)
    match = found(visitor, key)
    try:
        services.mute(visitor, key, muted=request.POST.get("muted") == "yes")
    except Refusal as refused:
        messages.error(request, refused.sentence())
    if wants_fragment(request):
        return render(request, "matches/_chat.html", {"page": {"match": found(visitor, match.key)}})
    return redirect(reverse("matches:match", args=[key]) + "#chat")


@never_cache
@require_safe
def pulse(request: HttpRequest, key: str) -> HttpResponse:
    """What has changed, in a few bytes; who asks is there."""
    visitor = visitor_of(request)
    match = found(visitor, key)
    services.note_presence(visitor, match)
    return JsonResponse(news_of(match, visitor))


def _lines(request: HttpRequest, match: Match, said: str = "") -> HttpResponse:
    return render(request, "matches/_chat_lines.html", {"page": {"match": match}, "said": said})
