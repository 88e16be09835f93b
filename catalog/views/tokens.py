"""The tokens of all factions."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from catalog.models import GameSystem, Token
from catalog.pages import catalog_page

PAGE_SIZE = 80


@catalog_page
def tokens(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """Show all tokens, faction by faction."""
    rows = Token.objects.current().of_system(system.slug)
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "catalog/tokens.html", {"system": system, "page": page, "linked_terms": set()})
