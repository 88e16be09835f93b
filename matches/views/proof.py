"""The proof page: the seed's hash from the start, the seed at the end, and what playing it once more has shown."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from decks.visitors import visitor_of
from matches.refusals import OtherRules
from matches.services.proving import proof_of
from matches.views.seats import found


@never_cache
@require_safe
def proof(request: HttpRequest, key: str) -> HttpResponse:
    """Whether the match was played by the rules with the luck that was fixed at its start."""
    match = found(visitor_of(request), key)
    shown, said = None, ""
    if match.is_over:
        try:
            shown = proof_of(match)
        except OtherRules as refused:
            said = refused.sentence()
    return render(request, "matches/proof.html", {"match": match, "proof": shown, "said": said})
