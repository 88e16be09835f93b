"""The search page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog.indexing import index_of
from catalog.models import Banner, Card, GameSystem, Shrine, Squad, Token
from catalog.pages import catalog_page, wants_fragment
from catalog.search import FIELDS, LONGEST, SORTS, Document, Found, Value, find, has_term, term, with_term, without_term

PAGE_SIZE = 24
#: A facet with very many values shows the most frequent ones.
LONGEST_FACET = 12

FACET_TITLES: dict[str, Promise] = {
    "type": _("What"),
    "faction": _("Faction"),
    "kind": _("Kind of card"),
    "timing": _("Timing"),
    "cost": _("Cost"),
    "currency": _("Paid with"),
    "squad": _("Squad"),
    "tag": _("Class"),
    "set": _("Set"),
}
VALUE_NAMES: dict[tuple[str, Value], Promise] = {
    ("type", "card"): _("Cards"),
    ("type", "squad"): _("Squads"),
    ("type", "banner"): _("Banners"),
    ("type", "shrine"): _("Shrines"),
    ("type", "token"): _("Tokens"),
    ("timing", "instant"): _("Instant"),
    ("timing", "own-turn"): _("Own turn only"),
    ("timing", "passive"): _("Passive"),
    ("cost", None): _("None"),
    ("currency", "crystal"): _("Crystals"),
    ("currency", "charge"): _("Charges"),
    ("currency", "dp"): _("Dark Points"),
    ("currency", "wound"): _("Wounds"),
    ("squad", "any"): _("Any squad"),
    ("tag", "leader"): _("Leader"),
    ("tag", "elite"): _("Elite"),
    ("tag", "cavalry"): _("Cavalry"),
    ("tag", "boss"): _("Boss"),
    ("set", "core"): _("Core"),
    ("set", "expansion"): _("Expansion"),
    **{("kind", kind.value): kind.label for kind in Card.Kind},
}
SORT_NAMES: dict[str, Promise | str] = {
    "relevance": _("Best match"),
    "name": _("Name"),
    "cost": _("Cost, low to high"),
    "-cost": _("Cost, high to low"),
    "-copies": _("Copies"),
    "-endurance": _("Endurance"),
    "-ini": "INI",
    "-att": "ATT",
    "-def": "DEF",
    "-mov": "MOV",
}


@catalog_page
def search(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """Find entries of the catalogue; htmx asks for the results alone."""
    text = " ".join(request.GET.get("q", "").split())
    sort = request.GET.get("sort", "relevance")
    if sort.removeprefix("-") not in SORTS:
        sort = "relevance"
    index = index_of(system)
    found = find(index, text, sort)
    page = Paginator(found.documents, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "system": system,
        "found": found,
        "problem": gettext(found.problem.sentence) % found.problem.quoted if found.problem else "",
        "page": page,
        "results": _rows(page.object_list),
        "facets": _facets(found, sort, index.labels),
        "sort": sort,
        "sorts": SORT_NAMES,
        "fields": FIELDS,
        "longest": LONGEST,
        "suggestions": [{"text": text, "href": _address(text, sort)} for text in found.suggestions],
        "address": _address(text, sort),
    }
    return render(request, "catalog/_results.html" if wants_fragment(request) else "catalog/search.html", context)


def _rows(documents: Iterable[Document]) -> list[dict[str, Any]]:
    """The rows of the page with everything their pictures need, one query a kind."""
    querysets: dict[str, Any] = {
        "card": Card.objects.select_related("faction__system", "squad").prefetch_related("halves"),
        "squad": Squad.objects.select_related("faction__system").prefetch_related("modes"),
        "banner": Banner.objects.select_related("faction__system"),
        "shrine": Shrine.objects.select_related("faction__system"),
        "token": Token.objects.select_related("faction__system"),
    }
    documents = list(documents)
    rows = {
        kind: queryset.in_bulk([document.id for document in documents if document.type == kind])
        for kind, queryset in querysets.items()
    }
    return [{"type": document.type, "entry": rows[document.type][document.id]} for document in documents]


def _facets(found: Found, sort: str, labels: Mapping[tuple[str, Value], str]) -> list[dict[str, Any]]:
    facets = []
    for field, counts in found.facets.items():
        values = sorted(counts.items(), key=_facet_order(field))[:LONGEST_FACET]
        chips = [_chip(found.text, sort, field, value, labels) | {"count": count} for value, count in values]
        if len(chips) > 1 or any(chip["active"] for chip in chips):
            facets.append({"title": FACET_TITLES[field], "values": chips})
    return facets


def _facet_order(field: str) -> Any:
    """Numbers in their order, everything else by how often it occurs."""
    if field == "cost":
        return lambda pair: (not isinstance(pair[0], int), pair[0] if isinstance(pair[0], int) else 0, str(pair[0]))
    return lambda pair: (-pair[1], str(pair[0]))


def _chip(text: str, sort: str, field: str, value: Value, labels: Mapping[tuple[str, Value], str]) -> dict[str, Any]:
    condition = term(field, value)
    active = has_term(text, condition)
    changed = without_term(text, condition) if active else with_term(text, condition)
    label = labels.get((field, value)) or VALUE_NAMES.get((field, value)) or value
    # The id lets htmx give the focus back to the condition that was chosen with the keyboard.
    id_ = slugify(f"by {field} {value}", allow_unicode=True)
    return {"id": id_, "label": label, "active": active, "href": _address(changed, sort)}


def _address(text: str, sort: str) -> str:
    wanted = {"q": text} | ({} if sort == "relevance" else {"sort": sort})
    return "?" + urlencode(wanted)
