"""Decks as files."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from decks.exchange import FORMS, export
from decks.facts import facts_of
from decks.views.finding import no_such
from decks.views.listed import list_named


@require_safe
@never_cache
def export_deck(request: HttpRequest, form: str, key: str = "", code: str = "") -> HttpResponse:
    """Hand the deck out in one of the formats."""
    deck, faction = list_named(request, key, code)
    if form not in FORMS:
        raise no_such(form)
    file = export(deck, facts_of(faction.system), form)
    disposition = content_disposition_header(as_attachment=True, filename=file.filename)
    return HttpResponse(file.data, content_type=file.media_type, headers={"Content-Disposition": disposition or ""})
