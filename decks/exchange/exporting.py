"""Gives a deck out in every format; each can be read back as the same deck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from catalog.search.words import words
from decks.exchange.imported import clean_name
from decks.exchange.json_form import write_json
from decks.exchange.listing import write_markdown, write_text
from decks.exchange.spreadsheets import write_ods, write_xlsx
from decks.exchange.tables import write_csv
from decks.rules.code import encode
from decks.rules.deck_list import DeckList
from decks.rules.facts import Facts
from decks.rules.sentences import gettext_noop


@dataclass(frozen=True, slots=True)
class Form:
    """A format that decks are given out in; whoever shows the name translates it."""

    slug: str
    name: str
    extension: str
    media_type: str
    write: Callable[[DeckList, Facts], str | bytes]


@dataclass(frozen=True, slots=True)
class Exported:
    """A file to hand out."""

    data: bytes
    filename: str
    media_type: str


def write_code(deck: DeckList, facts: Facts) -> str:
    """The deck as a code of one line, with its name as all formats carry it."""
    plain = DeckList(
        deck.faction, deck.format, deck.squads, deck.cards, deck.banner, deck.shrine, clean_name(deck.name), deck.system
    )
    return encode(plain, facts) + "\n"


FORMS: Final = {
    form.slug: form
    for form in (
        Form("text", gettext_noop("Text"), "txt", "text/plain; charset=utf-8", write_text),
        Form("markdown", gettext_noop("Markdown"), "md", "text/markdown; charset=utf-8", write_markdown),
        Form("json", gettext_noop("JSON"), "json", "application/json", write_json),
        Form("csv", gettext_noop("CSV table"), "csv", "text/csv; charset=utf-8", write_csv),
        Form(
            "xlsx",
            gettext_noop("Excel workbook (XLSX)"),
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            write_xlsx,
        ),
        Form(
            "ods",
            gettext_noop("OpenDocument spreadsheet (ODS)"),
            "ods",
            "application/vnd.oasis.opendocument.spreadsheet",
            write_ods,
        ),
        Form("code", gettext_noop("Deck code"), "code.txt", "text/plain; charset=utf-8", write_code),
    )
}


def export(deck: DeckList, facts: Facts, form: str) -> Exported:
    """The deck as a file in one of FORMS."""
    chosen = FORMS[form]
    data = chosen.write(deck, facts)
    # Letters of all scripts are words of the search, but not every old file system takes them in a name.
    stem = "-".join(word for word in words(deck.name) if word.isascii())[:60].strip("-")
    stem = stem or f"{deck.faction}-{deck.format}"
    return Exported(
        data.encode("utf-8") if isinstance(data, str) else data, f"{stem}.{chosen.extension}", chosen.media_type
    )
