"""Conditional requests: an answer stays the same as long as the catalogue's edition does."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.functional import cached_property
from django.utils.translation import get_language
from rest_framework.views import APIView

from catalog.models import GameSystem


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


#: A new release may say the same facts in another shape, so its answers are new ones.
RELEASE = _digest(file.read_text() for file in sorted(Path(__file__).parent.glob("*.py")))


def schema_etag(request: HttpRequest, *args: Any, **kwargs: Any) -> str:
    """The schema changes with the release alone; it is written as YAML or JSON."""
    return f'"{_digest([RELEASE, request.build_absolute_uri(), request.headers.get("Accept", "")])}"'


class EditionMixin(APIView):
    """Answers "not modified" before anything but the editions is read from the database."""

    @cached_property
    def systems(self) -> list[GameSystem]:
        """The game systems that the answer is about, from the address."""
        wanted = self.kwargs.get("system") or self.request.query_params.get("system")
        systems = GameSystem.objects.order_by("pk")
        return [system for system in systems if wanted in {None, "", system.slug}]

    def edition_parts(self) -> Iterable[str]:
        """Everything that an answer depends on beside its address."""
        yield RELEASE
        yield from (f"{system.slug} {system.edition}" for system in self.systems)
        if self.request.accepted_renderer.format == "html":
            # The page around the answer greets its reader.
            yield f"{get_language()} {self.request.user.pk} {self.request.session.session_key}"

    def unless_known(self, make: Callable[[], HttpResponseBase]) -> Any:
        """Make the answer, unless the client says that it has it already."""
        renderer = self.request.accepted_renderer
        etag = f'"{_digest([*self.edition_parts(), self.request.build_absolute_uri(), renderer.format])}"'
        response = get_conditional_response(self.request._request, etag=etag) or make()
        response.headers["ETag"] = etag
        patch_cache_control(response, no_cache=True, private=renderer.format == "html")
        if renderer.format == "html":
            patch_vary_headers(response, ["Cookie"])
        return response
