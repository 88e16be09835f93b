"""Replays: any moment of a match, the whole of it as a file, and going on from a moment."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from catalog.pages import HTMX_HEADERS, wants_fragment
from decks.visitors import visitor_of, visitor_who_stays
from matches import services
from matches.refusals import HiddenSeat, NoSuchMoment, NotOver, NotRunning, OtherRules, Refusal
from matches.showing.replays import moment_of_turn, replay_page
from matches.thinking.levels import known_level
from matches.views.seats import found
from matches.views.table import no_table

LONGEST_NUMBER = 6


@never_cache
@require_safe
def replay(request: HttpRequest, key: str) -> HttpResponse:
    """The way to a moment: a turn, a step, or the beginning."""
    visitor = visitor_of(request)
    match = found(visitor, key)
    step = _number(request.GET.get("step", "")) or 0
    turn = _number(request.GET.get("turn", ""))
    if turn is not None:
        step = moment_of_turn(match, visitor, turn)
    seat = request.GET.get("seat")
    address = reverse("matches:moment", args=[key, min(step, services.last_moment(visitor, match))])
    return redirect(f"{address}?seat={seat}" if seat in _known_eyes() else address)


@never_cache
@require_safe
def moment(request: HttpRequest, key: str, step: int) -> HttpResponse:
    """The match after so many steps; to htmx only the table itself."""
    visitor = visitor_of(request)
    match = found(visitor, key)
    if not match.has_begun:
        return no_table(request, match, _("No replay yet"), NotRunning(match).sentence())
    try:
        page = replay_page(match, visitor, step, request.GET.get("seat"))
    except (NoSuchMoment, HiddenSeat) as refused:
        raise Http404(refused.sentence()) from refused
    except OtherRules as refused:
        return no_table(request, match, _("Played under other rules"), refused.sentence())
    template = "matches/_replay.html" if wants_fragment(request) else "matches/replay.html"
    response = render(request, template, {"page": page})
    patch_vary_headers(response, ["Cookie", *HTMX_HEADERS])
    return response


@never_cache
@require_safe
def download(request: HttpRequest, key: str) -> HttpResponse:
    """A match that is over as a file that anybody can verify."""
    match = found(visitor_of(request), key)
    try:
        data = services.write_replay(match)
    except NotOver as refused:
        raise Http404(refused.sentence()) from refused
    name = content_disposition_header(as_attachment=True, filename=f"edge-table-{key}.json")
    return JsonResponse(data, headers={"Content-Disposition": name or ""})


@never_cache
@require_POST
def go_on(request: HttpRequest, key: str) -> HttpResponse:
    """Go on from a moment in a match of one's own: alone on all seats, or on one against bots."""
    visitor = visitor_who_stays(request)
    match = found(visitor, key)
    step = _number(request.POST.get("step", ""))
    own = _number(request.POST.get("seat", ""))
    numbers = {seat.number for seat in match.seats.all()}
    bots = numbers - {own} if own in numbers else set()
    level = known_level(request.POST.get("level"))
    try:
        new = services.continue_from(visitor, match, match.steps + 1 if step is None else step, frozenset(bots), level)
    except NoSuchMoment as refused:
        raise Http404(refused.sentence()) from refused
    except Refusal as refused:
        return no_table(request, match, _("This match cannot go on from there"), refused.sentence())
    return redirect(new)


def _known_eyes() -> set[str]:
    return {"none", "0", "1", "2", "3"}


def _number(text: str) -> int | None:
    """A whole number that was sent, or nothing."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None
