"""The table: its page, and the deeds that its buttons post."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from catalog.pages import HTMX_HEADERS, wants_fragment
from decks.visitors import Visitor, visitor_of
from matches import services
from matches.models import Match, Seat
from matches.refusals import OtherRules, Refusal
from matches.showing import table_page
from matches.thinking.thoughts import write_thought
from matches.views.seats import found, waiting_room

Deed = Callable[[HttpRequest, Visitor, str], Match]
#: Where the session keeps the last hint.
HINT = "hint"


@never_cache
@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """The match as the visitor may see it; to htmx only the table itself."""
    visitor = visitor_of(request)
    return show(request, visitor, found(visitor, key))


def show(request: HttpRequest, visitor: Visitor, match: Match, said: str = "", status: int = 200) -> HttpResponse:
    """Draw the table; `said` is the sentence of a refusal. A match without a game has no table to draw."""
    if not match.has_begun:
        return waiting_room(request, visitor, match, said, status)
    template = "matches/_table.html" if wants_fragment(request) else "matches/table.html"
    try:
        context = {
            "page": table_page(match, visitor, _hint_for(request, match)),
            "refusal": said,
        }
    except OtherRules as refused:
        return no_table(request, match, _("Played under other rules"), refused.sentence())
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["Cookie", *HTMX_HEADERS])
    return response


def no_table(request: HttpRequest, match: Match, title: str, said: str) -> HttpResponse:
    """A match that cannot be shown as a table, with the reason."""
    return render(request, "matches/no_table.html", {"match": match, "title": title, "said": said})


def table_deed(deed: Deed) -> Callable[..., HttpResponse]:
    """Make a deed a view: done, it leads back to the table; refused, it shows the sentence and the present state."""

    @never_cache
    @require_POST
    @wraps(deed)
    def door(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponse:
        visitor, said = visitor_of(request), ""
        try:
            match = deed(request, visitor, key)
        except Refusal as refused:
            # Who could do it may see the match; to all others it says no more than its page does.
            match = found(visitor, key)
            said = refused.sentence()
        if wants_fragment(request):
            # htmx puts only good answers on the page. A bot that was called may have answered by now.
            return show(request, visitor, found(visitor, key) if match.thinking else match, said)
        if said:
            return show(request, visitor, match, said, status=409)
        return redirect(reverse("matches:match", args=[key]) + "#decision")

    return door


def _hint_for(request: HttpRequest, match: Match) -> Any:
    """The hint that the visitor has taken, as long as the match stands where it was taken."""
    kept = request.session.get(HINT) or {}
    return kept["thought"] if (kept.get("key"), kept.get("version")) == (match.key, match.version) else None


@table_deed
def hint(request: HttpRequest, visitor: Visitor, key: str) -> Match:
    """Ask what the Veteran would do. The session keeps the answer, so that the page can be drawn again."""
    version = seen_version(request)
    kept = request.session.get(HINT) or {}
    if (kept.get("key"), kept.get("version")) == (key, version):
        return found(visitor, key)
    thought = services.take_hint(visitor, key, version)
    request.session[HINT] = {"key": key, "version": version, "thought": write_thought(services.ADVISER, thought)}
    return found(visitor, key)


@table_deed
def choose(request: HttpRequest, visitor: Visitor, key: str) -> Match:
    """Take one of the pending options."""
    return services.choose(visitor, key, seen_version(request), request.POST.get("option", ""))


@table_deed
def undo(request: HttpRequest, visitor: Visitor, key: str) -> Match:
    """Take the last choice back, or all that can be taken back of this turn."""
    return services.take_back(visitor, key, seen_version(request), whole_turn=request.POST.get("whole") == "turn")


@table_deed
def pass_turn(request: HttpRequest, visitor: Visitor, key: str) -> Match:
    """Pass at all windows of this turn, or be asked again."""
    return services.pass_this_turn(visitor, key, passing=request.POST.get("passing") == "yes")


@table_deed
def asking(request: HttpRequest, visitor: Visitor, key: str) -> Match:
    """Set when one is asked."""
    wanted = request.POST.get("asking", "")
    return services.set_asking(visitor, key, wanted if wanted in Seat.Asking.values else Seat.Asking.ABLE)


def seen_version(request: HttpRequest) -> int:
    """The version that the visitor's page showed; what is no number is a version nobody can have seen."""
    version = request.POST.get("version", "")
    return int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1
