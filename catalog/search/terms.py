"""Adding a condition to a query's text and taking it away again, for links that refine a search."""

from __future__ import annotations

import re

from catalog.search.documents import Value


def term(field: str, value: Value) -> str:
    """The condition as a person would type it."""
    text = "none" if value is None else str(value)
    return f'{field}:"{text}"' if " " in text else f"{field}:{text}"


def has_term(text: str, condition: str) -> bool:
    """Whether the text holds exactly this condition."""
    return _pattern(condition).search(text) is not None


def with_term(text: str, condition: str) -> str:
    """The text narrowed by the condition."""
    if re.search(r"\bor\b", text, re.IGNORECASE):
        text = f"({text})"
    return f"{text} {condition}".strip()


def without_term(text: str, condition: str) -> str:
    """The text with the condition taken out."""
    return " ".join(_pattern(condition).sub(" ", text).split())


def _pattern(condition: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S){re.escape(condition)}(?!\S)", re.IGNORECASE)
