"""What all parts of the rules have in common: each has an id, words and a place on a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from catalog.packs.schema import Record


class Page(StrEnum):
    """The kinds of page that the rules are spread over."""

    AREA = "area"
    RULINGS = "rulings"
    QUESTIONS = "questions"
    EXAMPLES = "examples"
    TIMING = "timing"
    GLOSSARY = "glossary"


class EntryKind(StrEnum):
    """The sorts of thing an id can stand for, in the order in which equally good finds are shown."""

    AREA = "area"
    TERM = "term"
    CLAUSE = "clause"
    RULING = "ruling"
    QUESTION = "question"
    WINDOW = "window"
    SCENARIO = "scenario"


@dataclass(frozen=True)
class Address:
    """Where something stands: the page, which of its parts, and the anchor there."""

    page: Page
    part: str
    anchor: str


@dataclass(frozen=True)
class Entry:
    """One thing that can be found, linked and cited. `context` is the heading it stands under."""

    id: str
    kind: EntryKind
    title: str
    context: str
    text: str
    address: Address

    @property
    def is_term(self) -> bool:
        """Terms of the glossary are known by their name, all others by their id."""
        return self.kind is EntryKind.TERM

    @property
    def name(self) -> str:
        """What to call it in a list."""
        return self.title or self.context


def texts(record: Record) -> Iterator[tuple[str, str]]:
    """Yield every text of a record with the name of its field; records inside it speak for themselves."""
    for field in type(record).model_fields:
        value = getattr(record, field)
        if isinstance(value, str):
            yield field, value
        elif isinstance(value, list):
            for number, item in enumerate(value, 1):
                if isinstance(item, str):
                    yield f"{field}.{number}", item
