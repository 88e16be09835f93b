"""Finding things in the rules: search, glossary, and the way from an id to its place."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from catalog.models import GameSystem
from catalog.pages import catalog_page
from catalog.reference import EntryKind, Reference
from catalog.reference.book import GLOSSARY_PARTS, part_of
from catalog.reference.schema import Term
from catalog.rule_addresses import rule_url
from catalog.views.rules import rules_of, rules_page

RESULTS_A_PAGE = 20
LONGEST_QUERY = 200


@catalog_page
def rules_search(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """Rules, rulings, questions, examples, windows and terms in which all words occur."""
    book = rules_of(system)
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    found = book.search(query)
    return rules_page(
        request, system, "rules/search.html",
        query=query,
        found=Paginator(found, RESULTS_A_PAGE).get_page(request.GET.get("page")),
        near=book.index.near_misses(query) if query and not found else [],
    )  # fmt: skip


@catalog_page
def rules_glossary(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """All terms from A to Z, or in full those that fit the filter."""
    book = rules_of(system)
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    by_slug = {term.slug: term for term in book.glossary.terms}
    fitting = [by_slug[entry.id] for entry in book.search(query) if entry.kind is EntryKind.TERM]
    return rules_page(
        request, system, "rules/glossary.html",
        query=query,
        letters=_letters(book),
        found=Paginator(fitting, RESULTS_A_PAGE).get_page(request.GET.get("page")),
        near=book.index.near_misses(query) if query and not fitting else [],
    )  # fmt: skip


@catalog_page
def rules_glossary_part(request: HttpRequest, system: GameSystem, part: str) -> HttpResponse:
    """The terms of some letters, in full."""
    if part not in GLOSSARY_PARTS:
        raise Http404(_("The glossary has the parts %(parts)s.") % {"parts": ", ".join(GLOSSARY_PARTS)})
    letters = _letters(rules_of(system))
    shown = [(letter, terms) for letter, place, terms in letters if place == part]
    return rules_page(request, system, "rules/glossary_part.html", letters=letters, part=part, shown=shown)


@catalog_page
def rules_id(request: HttpRequest, system: GameSystem, id: str) -> HttpResponse:
    """Lead from an id, or the slug of a term, to its place."""
    book = rules_of(system)
    for name in (id, id.upper(), id.lower()):
        if name in book.entries:
            return redirect(rule_url(system.slug, name))
    near = [book.entries[name] for name in book.index.near_ids(id)]
    return render(request, "rules/unknown_id.html", {"system": system, "id": id, "near": near}, status=404)


def _letters(book: Reference) -> list[tuple[str, str, list[Term]]]:
    """Every letter that has terms, the part of the glossary it stands on, and its terms."""
    return [(letter, part_of(letter), terms) for letter, terms in book.letters.items()]
