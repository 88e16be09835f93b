"""What the OpenAPI schema says about all deeds with decks alike."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema

from catalog.api.schema import DETAIL, SENTENCES

REFUSED = {
    "type": "object",
    "properties": {
        "detail": {"type": "string", "description": "A sentence for people."},
        "code": {"type": "string", "description": "The same for programs."},
    },
    "required": ["detail", "code"],
}
#: By status: when it comes, what it looks like.
REFUSALS: dict[str, tuple[str, dict[str, Any]]] = {
    "400": ("Something cannot be read or be done: a sentence, or sentences by field.", {"anyOf": [REFUSED, SENTENCES]}),
    "401": ("Log in on the site, or send a token.", DETAIL),
    "403": ("The deck is somebody else's, or you may not do this.", REFUSED),
    "404": ("There is no such deck, or it is private.", {"anyOf": [REFUSED, DETAIL]}),
    "409": ("The deck was changed since the version you sent. Nothing was overwritten.", REFUSED),
    "412": ("The deck was changed since the version you sent in If-Match. Nothing was overwritten.", REFUSED),
    "413": ("What you sent is too large.", DETAIL),
    "428": ("Say which version your change was made on.", DETAIL),
    "429": ("Too many requests; Retry-After says when to go on.", DETAIL),
}
FOR_READING = ("400", "404", "429")
FOR_SENDING = ("400", "401", "403", "404", "413", "429")
FOR_CHANGING = (*FOR_SENDING, "409", "412", "428")


class DeckSchema(AutoSchema):
    """Adds the refusals that a deed can meet."""

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        for code in {"GET": FOR_READING, "POST": FOR_SENDING}.get(self.method, FOR_CHANGING):
            description, schema = REFUSALS[code]
            bodies.setdefault(code, {"description": description, "content": {"application/json": {"schema": schema}}})
        return bodies
