"""What the OpenAPI schema says about all deeds in the laboratory alike."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema

from catalog.api.schema import DETAIL, SENTENCES
from decks.api.schema import REFUSED

#: By status: when it comes, what it looks like.
REFUSALS: dict[str, tuple[str, dict[str, Any]]] = {
    "400": ("Something cannot be read, or these decks cannot be tried so.", {"anyOf": [REFUSED, SENTENCES]}),
    "401": ("Log in on the site, or send a token.", {"anyOf": [REFUSED, DETAIL]}),
    "403": ("The experiment is somebody else's, or you have begun enough of them today.", {"anyOf": [REFUSED, DETAIL]}),
    "404": ("There is no such experiment or deck, or it is private.", {"anyOf": [REFUSED, DETAIL]}),
    "409": ("An experiment of yours is under way, or this one is not in the state for this.", REFUSED),
    "413": ("What you sent is too large.", DETAIL),
    "429": ("Too many requests; Retry-After says when to go on.", DETAIL),
}
FOR_READING = ("400", "404", "429")
FOR_SENDING = tuple(REFUSALS)


class LaboratorySchema(AutoSchema):
    """Adds the refusals that a deed can meet."""

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        for code in FOR_READING if self.method == "GET" else FOR_SENDING:
            description, schema = REFUSALS[code]
            bodies.setdefault(code, {"description": description, "content": {"application/json": {"schema": schema}}})
        return bodies
