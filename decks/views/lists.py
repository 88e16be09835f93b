"""Lists of decks: the public ones with their feed, one's own, and the starter decks."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.contrib.syndication.views import Feed
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from catalog.models import Faction, StarterDeck
from catalog.pages import wants_fragment
from decks.legality import problem_counts
from decks.models import Deck
from decks.notes import rendered
from decks.rules.formats import FORMATS
from decks.searching import SORTS, DeckSearch, read_search
from decks.views.finding import first_system
from decks.visitors import Visitor, visitor_of

DECKS_A_PAGE = 24
DECKS_IN_THE_FEED = 30


@require_safe
@never_cache
def public(request: HttpRequest) -> HttpResponse:
    """Show the public decks that fit the search."""
    system = first_system()
    search = read_search(system, request.GET.dict())
    page = Paginator(search.decks(visitor_of(request)), DECKS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "system": system,
        "search": search,
        "page": page,
        "problem_counts": problem_counts(page.object_list),
        "factions": Faction.objects.current().filter(system=system),
        "formats": FORMATS.values(),
        "sorts": SORTS,
    }
    return render(request, "decks/_found.html" if wants_fragment(request) else "decks/list.html", context)


@require_safe
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """Show the visitor's own decks, last changed first; guests have some, too."""
    visitor = visitor_of(request)
    decks = Deck.objects.owned_by(visitor).for_lists(visitor).last_changed()
    page = Paginator(decks, DECKS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "system": first_system(),
        "page": page,
        "problem_counts": problem_counts(page.object_list),
        "is_guest": visitor.user is None,
    }
    return render(request, "decks/mine.html", context)


@require_safe
@never_cache
def starters(request: HttpRequest) -> HttpResponse:
    """Show the starter decks of all factions."""
    system = first_system()
    rows = StarterDeck.objects.filter(retired=False, faction__retired=False, faction__system=system)
    by_faction = groupby(rows.select_related("faction__system"), key=lambda row: row.faction)
    context = {"system": system, "factions": [(faction, list(decks)) for faction, decks in by_faction]}
    return render(request, "decks/starters.html", context)


class DeckFeed(Feed):
    """The public decks as Atom, newest first; the address may narrow them like the list."""

    feed_type = Atom1Feed
    title = gettext_lazy("Decks on Edge Table")
    subtitle = gettext_lazy("What players of the Edge games have published.")

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> DeckSearch:
        return read_search(first_system(), request.GET.dict())

    def link(self, search: DeckSearch) -> str:
        return reverse("decks:list") + (f"?{search.address}" if search.address else "")

    def feed_url(self, search: DeckSearch) -> str:
        return reverse("decks:feed") + (f"?{search.address}" if search.address else "")

    def items(self, search: DeckSearch) -> list[Deck]:
        return list(search.decks(Visitor())[:DECKS_IN_THE_FEED])

    def item_title(self, item: Deck) -> str:
        return item.name

    def item_description(self, item: Deck) -> str:
        words = {"faction": item.faction.name, "format": _(item.rules_format.name), "author": item.author}
        return f"<p>{_('%(faction)s, %(format)s, by %(author)s') % words}</p>{rendered(item.notes)}"

    def item_link(self, item: Deck) -> str:
        return item.get_absolute_url()

    def item_author_name(self, item: Deck) -> str:
        return item.author

    def item_pubdate(self, item: Deck) -> Any:
        return item.published

    def item_updateddate(self, item: Deck) -> Any:
        return item.changed

    def item_categories(self, item: Deck) -> list[str]:
        return [item.faction.name, _(item.rules_format.name)]
