"""What the OpenAPI schema says about every resource alike."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema

SENTENCES = {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
DETAIL = {"type": "object", "properties": {"detail": {"type": "string"}}}
#: Every refusal is a sentence that says what is wrong and what would be right.
REFUSALS: dict[str, tuple[str, dict[str, Any] | None]] = {
    "304": ("Nothing has changed since the ETag you sent in If-None-Match.", None),
    "400": ("A parameter is unknown or its value cannot be read: sentences by parameter.", SENTENCES),
    "404": ("There is no such thing, or no such page of the list.", DETAIL),
    "429": ("Too many requests from your address; Retry-After says when to go on.", DETAIL),
}


class ResourceSchema(AutoSchema):
    """Adds the refusals, and says that nobody has to log in."""

    def get_auth(self) -> list[dict[str, Any]]:
        return []

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        for code, (description, schema) in REFUSALS.items():
            content = {"content": {"application/json": {"schema": schema}}} if schema else {}
            bodies.setdefault(code, {"description": description, **content})
        return bodies
