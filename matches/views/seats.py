"""An open table: its waiting room, sitting down, standing up, giving a seat to a bot, calling it off."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from catalog.pages import HTMX_HEADERS, wants_fragment
from decks.refusals import Refusal
from decks.views.finding import first_system
from decks.visitors import Visitor, visitor_of, visitor_who_stays
from matches import services
from matches.models import Match, Seat
from matches.refusals import DeckRefused, NoSuchMatch
from matches.setting_up.deck_choices import any_starter, deck_choices
from matches.setting_up.forms import DeckForm, tell
from matches.setting_up.setting_table import bring_to, taken_factions
from matches.showing.company import room_stamp
from matches.showing.rows import row_of
from matches.thinking.levels import known_level


def found(visitor: Visitor, key: str) -> Match:
    """The match, if the visitor may know of it."""
    try:
        return services.match_to_see(visitor, key)
    except NoSuchMatch as refused:
        raise Http404(refused.sentence()) from refused


def waiting_room(
    request: HttpRequest, visitor: Visitor, match: Match, said: str = "", status: int = 200
) -> HttpResponse:
    """Who sits where and who is waited for; the opener has the invitation links."""
    services.note_presence(visitor, match)
    row = row_of(match, visitor)
    chairs = [(chair, _link(request, match, chair.seat) if row.opened else "") for chair in row.chairs]
    context = {
        "match": match,
        "page": {"match": match},
        "said": said,
        "row": row,
        "chairs": chairs,
        "stamp": room_stamp(match),
        "arranging": [seat.number for seat in match.seats.all() if services.to_arrange(match, seat)],
        "to_agree": match.rematch_of is not None and any(seat.is_kept_for(visitor) for seat in match.seats.all()),
        "table_address": request.build_absolute_uri(match.get_absolute_url()),
    }
    template = "matches/_waiting.html" if wants_fragment(request) else "matches/waiting.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["Cookie", *HTMX_HEADERS])
    return response


def _link(request: HttpRequest, match: Match, seat: Seat) -> str:
    if seat.kind != Seat.Kind.INVITED or seat.deck is not None:
        return ""
    return request.build_absolute_uri(reverse("matches:invited", args=[match.key, seat.number, seat.invitation]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sit(request: HttpRequest, key: str, number: int, invitation: str = "") -> HttpResponse:
    """Choose a deck and take a seat."""
    visitor = visitor_of(request)
    match = found(visitor, key)
    seat = next((seat for seat in match.seats.all() if seat.number == number), None)
    if seat is None or not match.is_open or not seat.is_free or (seat.kind == Seat.Kind.INVITED and not invitation):
        messages.error(request, _("This seat is not free, or it is taken with its invitation link alone."))
        return redirect(match.get_absolute_url())
    system = first_system()
    decks = deck_choices(system, visitor, match.mode, services.options_of(match))
    form = DeckForm(request.POST or None, visitor=visitor, decks=decks)
    if form.is_valid():
        try:
            brought = bring_to(form, system, match)
            name = "" if visitor.user else form.cleaned_data["name"]
            services.sit_down(
                visitor_who_stays(request), key, number, brought.deck, brought.row, invitation,
                name=name, order=brought.order,
            )  # fmt: skip
            return redirect(match.get_absolute_url())
        except Refusal as refused:
            tell(form, "paste" if form.wants_paste else "deck" if isinstance(refused, DeckRefused) else None, refused)
    context = {
        "match": match, "row": row_of(match, visitor), "seat": seat, "form": form, "is_guest": visitor.user is None
    }  # fmt: skip
    return render(request, "matches/sit.html", context, status=400 if form.is_bound else 200)


def room_deed(deed: Callable[[HttpRequest, Visitor, Match, int], str]) -> Callable[..., HttpResponse]:
    """Make a deed a view: what was done or refused is said in the waiting room."""

    @never_cache
    @require_POST
    @wraps(deed)
    def door(request: HttpRequest, key: str, number: int = 0) -> HttpResponse:
        visitor = visitor_of(request)
        match = found(visitor, key)
        try:
            if said := deed(request, visitor, match, number):
                messages.success(request, said)
        except Refusal as refused:
            messages.error(request, refused.sentence())
        return redirect(match.get_absolute_url())

    return door


@room_deed
def seat_bot(request: HttpRequest, visitor: Visitor, match: Match, number: int) -> str:
    """Give a free seat to a bot with any starter deck."""
    deck = any_starter(services.format_of(match.mode, services.options_of(match)), taken_factions(match))
    services.seat_bot(visitor, match.key, number, known_level(request.POST.get("level")), deck)
    return ""


@room_deed
def stand_up(request: HttpRequest, visitor: Visitor, match: Match, number: int) -> str:
    """Leave the table."""
    services.stand_up(visitor, match.key)
    return _("You have left the table.")


@room_deed
def cancel(request: HttpRequest, visitor: Visitor, match: Match, number: int) -> str:
    """Call the match off."""
    services.cancel(visitor, match.key)
    return _("The table is closed; nobody can sit down any more.")
