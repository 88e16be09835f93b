"""The answers of the API as pages of the site, for people who look around."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer
from rest_framework.utils.urls import replace_query_param


class AnswerPage(BrowsableAPIRenderer):
    """Shows an answer in the site's own frame, as DRF's page needs inline scripts that the site forbids."""

    format = "html"
    template = "catalog/api/answer.html"

    def get_context(
        self, data: Any, accepted_media_type: str | None, renderer_context: Mapping[str, Any]
    ) -> dict[str, Any]:
        view, request, response = (renderer_context[name] for name in ("view", "request", "response"))
        pages = data if isinstance(data, dict) and "results" in data else {}
        return {
            "view": view,
            "response": response,
            "name": view.get_view_name(),
            "about": view.get_view_description(),
            "breadcrumbs": self.get_breadcrumbs(request),
            "address": request.get_full_path(),
            "json_address": replace_query_param(request.get_full_path(), "format", "json"),
            "parameters": view.known_parameters() if pages else [],
            "previous": pages.get("previous"),
            "next": pages.get("next"),
            "content": JSONRenderer().render(data, "application/json; indent=2").decode(),
        }
