"""Refusals of the API, each a sentence that names what is wrong and what would be right."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import Throttled
from rest_framework.response import Response
from rest_framework.views import exception_handler


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer a refused request as DRF does, with a plainer sentence for who asks too often."""
    response = exception_handler(error, context)
    if isinstance(error, Throttled) and response is not None:
        response.data = {
            "detail": _("Too many requests from your address. Try again in %(seconds)d seconds.")
            % {"seconds": int(response.headers.get("Retry-After", 1))}
        }
    return response
