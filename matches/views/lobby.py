"""Lists of matches: the lobby for everybody, and one's own with whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlencode
from zlib import crc32

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from catalog.pages import HTMX_HEADERS, wants_fragment
from decks.visitors import visitor_of
from matches.models import Match, MatchQuerySet
from matches.setting_up.optional_rules import MODES
from matches.showing.rows import Row, rows_of

ROWS_A_PAGE: Final = 20
#: So many rows of each list stand on the first page of the lobby, and so many of one's own unfinished matches.
GLANCE: Final = 6
MOST_UNFINISHED: Final = 60
#: A table that nobody has come to for so long is not shown any more; correspondence waits longer.
FRESH, FRESH_BY_MAIL = timedelta(days=1), timedelta(days=14)

LISTS: Final = {
    "open": (_("Open tables"), _("Nobody waits for a player right now. Open a table, and others find it here.")),
    "live": (_("Under way"), _("No match to watch right now.")),
    "over": (_("Finished"), _("No finished matches yet.")),
}


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Tables to sit down at, matches to watch, matches that are over; a piece of it to htmx that asks again."""
    show, mode = request.GET.get("show", ""), request.GET.get("mode", "")
    show, mode = show if show in LISTS else "", mode if mode in MODES else ""
    asked = {name: value for name, value in (("show", show), ("mode", mode)) if value}
    lists = _one_list(request, show, mode) if show else _glance(request, mode)
    context = {
        "lists": lists,
        "show": show,
        "mode": mode,
        "modes": [(slug, words[0]) for slug, words in MODES.items()],
        "names": [(name, words[0]) for name, words in LISTS.items()],
        "address": urlencode(asked),
        "page_number": lists[0]["page"].number if show else "",
        "stamp": _stamp(row for each in lists for row in each["rows"]),
    }
    return _answer(request, "matches/_lobby_lists.html", "matches/lobby.html", context)


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The visitor's matches: where they are to decide, where others are, open tables, and what is over."""
    visitor = visitor_of(request)
    own = Match.objects.of(visitor).for_lists()
    unfinished = own.filter(status__in=(Match.Status.OPEN, Match.Status.RUNNING))[:MOST_UNFINISHED]
    page = Paginator(own.filter(status=Match.Status.OVER), ROWS_A_PAGE).get_page(request.GET.get("page"))
    present, past = rows_of(visitor, unfinished, page)
    context = {
        "asking": sorted((row for row in present if row.asked), key=lambda row: row.match.changed),
        "waiting": [row for row in present if row.match.is_running and not row.asked],
        "tables": [row for row in present if row.match.is_open],
        "page": page,
        "over": past,
        "is_guest": visitor.user is None,
        "stamp": _stamp([*present, *past]),
    }
    return _answer(request, "matches/_mine_lists.html", "matches/mine.html", context)


def _answer(request: HttpRequest, piece: str, whole: str, context: dict[str, Any]) -> HttpResponse:
    fragment = wants_fragment(request)
    if fragment and request.GET.get("stamp") == context["stamp"]:
        # Nothing new: htmx leaves the page as it is, and nobody loses their place in it.
        response = HttpResponse(status=204)
    else:
        response = render(request, piece if fragment else whole, context)
    patch_vary_headers(response, ["Cookie", *HTMX_HEADERS])
    return response


def _glance(request: HttpRequest, mode: str) -> list[dict[str, Any]]:
    """The beginning of each list."""
    found = rows_of(visitor_of(request), *(_matches(name, mode)[: GLANCE + 1] for name in LISTS))
    return [
        {**_words(name), "rows": rows[:GLANCE], "more": len(rows) > GLANCE}
        for name, rows in zip(LISTS, found, strict=True)
    ]


def _one_list(request: HttpRequest, name: str, mode: str) -> list[dict[str, Any]]:
    page = Paginator(_matches(name, mode), ROWS_A_PAGE).get_page(request.GET.get("page"))
    [rows] = rows_of(visitor_of(request), page)
    return [{**_words(name), "rows": rows, "page": page}]


def _words(name: str) -> dict[str, Any]:
    return {"name": name, "title": LISTS[name][0], "nothing": LISTS[name][1]}


def _matches(name: str, mode: str) -> MatchQuerySet:
    matches = {"open": Match.objects.in_lobby, "live": Match.objects.to_watch, "over": Match.objects.to_replay}[name]()
    if name == "open":
        now = timezone.now()
        fresh = Q(changed__gt=now - FRESH) | Q(hours__isnull=False, changed__gt=now - FRESH_BY_MAIL)
        matches = matches.filter(fresh)
    return (matches.filter(mode=mode) if mode else matches).for_lists()


def _stamp(rows: Iterable[Row]) -> str:
    """A short text that changes when the lists do."""
    facts = [(row.match.key, row.match.status, row.match.turn, row.asked, len(row.free)) for row in rows]
    return f"{crc32(repr(facts).encode()):x}"
