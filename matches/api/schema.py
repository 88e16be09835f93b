"""What the OpenAPI schema says about all deeds at the table alike."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema

from catalog.api.schema import DETAIL, SENTENCES
from decks.api.schema import REFUSED

STALE = {
    **REFUSED,
    "properties": {
        **REFUSED["properties"],  # type: ignore[dict-item]
        "version": {"type": "integer", "description": "With the code “stale”: the present version of the match."},
    },
}
#: By status: when it comes, what it looks like.
REFUSALS: dict[str, tuple[str, dict[str, Any]]] = {
    "400": ("Something cannot be read, or the rules refuse it.", {"anyOf": [REFUSED, SENTENCES]}),
    "401": ("Log in on the site, or send a token.", {"anyOf": [REFUSED, DETAIL]}),
    "403": ("You have no seat in the match, or you may not do this.", {"anyOf": [REFUSED, DETAIL]}),
    "404": ("There is no such match or moment, or only its players may see it.", {"anyOf": [REFUSED, DETAIL]}),
    "409": ("The match has gone on, or is not in the state for this. Nothing was changed.", STALE),
    "413": ("What you sent is too large.", DETAIL),
    "429": ("Too many requests; Retry-After says when to go on.", {"anyOf": [REFUSED, DETAIL]}),
}
FOR_READING = ("400", "403", "404", "409", "429")
FOR_SENDING = tuple(REFUSALS)


class MatchSchema(AutoSchema):
    """Adds the refusals that a deed can meet."""

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        for code in FOR_READING if self.method == "GET" else FOR_SENDING:
            description, schema = REFUSALS[code]
            bodies.setdefault(code, {"description": description, "content": {"application/json": {"schema": schema}}})
        return bodies
