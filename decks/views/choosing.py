"""The beginning of a deck: choose a faction, choose a format."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from catalog.models import Card, Faction, Squad
from decks import services
from decks.refusals import Refusal
from decks.rules.formats import FORMATS
from decks.views.finding import first_system
from decks.visitors import visitor_who_stays


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Ask for the faction, then for the format, then open the builder. A squad or card may come along."""
    system = first_system()
    asked = request.POST if request.method == "POST" else request.GET
    factions = Faction.objects.current().filter(system=system).select_related("system")
    if not asked.get("faction"):
        return render(request, "decks/new.html", {"system": system, "factions": factions, "formats": FORMATS.values()})
    faction = get_object_or_404(factions, slug=asked["faction"])
    squad = Squad.objects.filter(faction=faction, slug=asked.get("squad", ""), retired=False).first()
    card = Card.objects.filter(faction=faction, slug=asked.get("card", ""), retired=False).select_related("squad")
    around = squad or card.first()
    if request.method == "POST":
        try:
            return redirect("decks:build", _begin(request, faction, around))
        except Refusal as refused:
            messages.error(request, refused.sentence())
    context = {"system": system, "faction": faction, "formats": FORMATS.values(), "around": around}
    if around:
        context["around_kind"] = "squad" if isinstance(around, Squad) else "card"
    return render(request, "decks/new_format.html", context)


def _begin(request: HttpRequest, faction: Faction, around: Squad | Card | None) -> str:
    """Make the deck, with what it is to be built around in it."""
    visitor = visitor_who_stays(request)
    deck = services.create_deck(visitor, faction, request.POST.get("format", "duel"))
    squad = around if isinstance(around, Squad) else around.squad if around else None
    if squad:
        deck = services.add_squad(visitor, deck.key, deck.version, squad.slug)
    if isinstance(around, Card) and around.kind != Card.Kind.DEPLOYMENT and not around.attach_in_setup:
        deck = services.add_card(visitor, deck.key, deck.version, around.slug)
    return deck.key
