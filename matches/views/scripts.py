"""Script mode: the page on which somebody lays their deck in order, seen by nobody else."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from decks.refusals import Refusal
from decks.visitors import visitor_of
from matches import services
from matches.models import Match, Seat
from matches.setting_up.scripts import first_order, laid, moved, to_places, typed_places
from matches.views.seats import found


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def script(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Lay one's deck in order: every button but the last only draws the list anew, and keeps nothing."""
    visitor = visitor_of(request)
    match = found(visitor, key)
    try:
        seat = services.seat_to_arrange(visitor, match, number)
    except Refusal as refused:
        messages.error(request, refused.sentence())
        return redirect(match.get_absolute_url())
    if request.method != "POST":
        return _page(request, match, seat, first_order(seat.deck or {}))
    order = to_places(request.POST.getlist("card"), typed_places(request.POST.getlist("place")))
    if wish := request.POST.get("move", ""):
        return _page(request, match, seat, moved(order, wish))
    if "sort" in request.POST:
        return _page(request, match, seat, order)
    try:
        match = services.arrange(visitor, key, number, order)
    except Refusal as refused:
        return _page(request, match, seat, first_order(seat.deck or {}), refused.sentence())
    if match.is_open:
        messages.success(request, _("Your deck lies in order. You may change it until the match begins."))
    return redirect(match.get_absolute_url())


def _page(request: HttpRequest, match: Match, seat: Seat, order: Sequence[str], said: str = "") -> HttpResponse:
    context = {"match": match, "seat": seat, "cards": laid(seat.faction, order), "said": said}
    return render(request, "matches/script.html", context, status=409 if said else 200)
