"""Serving catalogue pages fast: a page is rendered once for each edition of the catalogue.

Pages for visitors without a session are the same for everybody, so the finished response is kept in the
process's memory under the catalogue's edition. One query finds the edition; a new load makes all older pages
unreachable.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from catalog.models import GameSystem

View = Callable[..., HttpResponse]
#: Longer addresses are queries typed by hand; keeping them would only push useful pages out.
LONGEST_KEPT_ADDRESS = 300
#: Whether a view answers with a whole page or a piece of it depends on these.
HTMX_HEADERS = ("HX-Request", "HX-Boosted", "HX-History-Restore-Request")


def catalog_page(view: View) -> View:
    """Make a view of (request, system, ...) a catalogue page. The view gets the GameSystem row, not its slug."""

    @wraps(view)
    def page(request: HttpRequest, system: str, **kwargs: Any) -> HttpResponse:
        game_system = get_object_or_404(GameSystem, slug=system)
        if not _same_for_everybody(request):
            return view(request, game_system, **kwargs)
        key = _cache_key(request, game_system)
        kept = caches["pages"].get(key)
        if kept is None:
            response = view(request, game_system, **kwargs)
            if response.status_code != 200 or len(request.get_full_path()) > LONGEST_KEPT_ADDRESS:
                return response
            etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
            kept = (response.content, response.headers["Content-Type"], etag)
            caches["pages"].set(key, kept)
        return _answer(request, *kept)

    return page


def wants_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a piece of a page: it wants the whole one for a boosted link and after going back."""
    headers = request.headers
    return "HX-Request" in headers and not ("HX-Boosted" in headers or "HX-History-Restore-Request" in headers)


def _same_for_everybody(request: HttpRequest) -> bool:
    """A visitor with a session may be greeted by name or hold messages; nobody else's page may show that."""
    return (
        not settings.DEBUG and request.method in {"GET", "HEAD"} and settings.SESSION_COOKIE_NAME not in request.COOKIES
    )


def _cache_key(request: HttpRequest, system: GameSystem) -> str:
    address = f"{request.get_host()} {request.get_full_path()} {wants_fragment(request)}"
    digest = hashlib.sha256(address.encode()).hexdigest()
    return f"{system.slug}:{system.edition}:{get_language()}:{digest}"


def _answer(request: HttpRequest, content: bytes, content_type: str, etag: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language", *HTMX_HEADERS])
    return get_conditional_response(request, etag=etag, response=response) or response
