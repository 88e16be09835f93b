"""Likes and comments on public decks, and their moderation."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from decks import services
from decks.refusals import LogInFirst, NoSuchDeck, Refusal
from decks.views.finding import deck_deed, seen_deck
from decks.visitors import visitor_of


@require_POST
@deck_deed
def like(request: HttpRequest, key: str) -> HttpResponse:
    """Like a deck, or take it back."""
    deed = services.unlike if request.POST.get("like") == "no" else services.like
    try:
        deed(visitor_of(request), key)
    except LogInFirst:
        return redirect(f"{reverse('accounts:login')}?next={reverse('decks:deck', args=[key])}")
    return redirect("decks:deck", key)


@require_POST
@deck_deed
def comment(request: HttpRequest, key: str) -> HttpResponse:
    """Say something about a deck. What is refused comes back, so that no word is lost."""
    text = request.POST.get("text", "")
    try:
        services.comment(visitor_of(request), key, text)
    except LogInFirst:
        return redirect(f"{reverse('accounts:login')}?next={reverse('decks:deck', args=[key])}")
    except NoSuchDeck:
        raise
    except Refusal as refused:
        messages.error(request, refused.sentence())
        request.session["unsaid"] = text[:10_000]
    return redirect(reverse("decks:deck", args=[key]) + "#comments")


@require_POST
@deck_deed
def change_comment(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Take back one's own words; staff hide somebody's words with a reason, and show them again."""
    visitor, deed = visitor_of(request), request.POST.get("do", "")
    seen_deck(visitor, key)
    if deed == "hide":
        services.hide_comment(visitor, pk, request.POST.get("reason", ""))
        messages.success(request, _("The comment is hidden; its author reads why."))
    elif deed == "show":
        services.show_comment(visitor, pk)
        messages.success(request, _("The comment is shown again."))
    elif deed == "delete":
        services.delete_comment(visitor, pk)
        messages.success(request, _("Your comment is deleted."))
    return redirect(reverse("decks:deck", args=[key]) + "#comments")
