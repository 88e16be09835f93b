"""A deck as a table of rows, which CSV, XLSX and ODS share."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Final

from decks.exchange.drafting import NONE_CHOSEN, Draft
from decks.exchange.imported import Imported, ImportRefused, clean_name
from decks.exchange.lines import section_called
from decks.exchange.names import Directory, Names, directory_of, key
from decks.exchange.text import MOST_LINES, guessed_faction, read_text, too_many_lines
from decks.rules.deck_list import DeckList
from decks.rules.facts import Facts
from decks.rules.formats import FORMATS
from decks.rules.sentences import gettext_noop, say

Cell = str | int

HEADER: Final[tuple[Cell, ...]] = ("kind", "count", "name", "id")
MOST_CELLS: Final = 60

_COLUMNS: Final = {
    **dict.fromkeys(("kind", "type", "section", "category"), "kind"),
    **dict.fromkeys(("count", "copies", "quantity", "qty", "number", "amount", "pcs"), "count"),
    **dict.fromkeys(("name", "card", "cardname", "title", "entry", "squad"), "name"),
    **dict.fromkeys(("id", "slug"), "id"),
}
#: Spreadsheets take a cell that begins so for a formula, the wide forms included; an apostrophe keeps it text.
_FORMULA: Final = re.compile(r"'*[=+\-@|%＝＋－＠]")
_COUNT: Final = re.compile(r"[x×]? ?([0-9]{1,6})(?:\.0{1,6})? ?[x×]?", re.I)


def rows_of(deck: DeckList, facts: Facts) -> list[tuple[Cell, ...]]:
    """The deck as rows of kind, count, name and id; nothing in them can become a formula."""
    faction = facts.factions.get(deck.faction)
    names = directory_of(facts).factions.get(deck.faction)

    def label(kind: str, slug: str) -> str:
        entry = names.entries.get((kind, slug)) if names else None
        return entry.label if entry else slug or NONE_CHOSEN

    head: list[tuple[Cell, ...]] = [
        ("name", "", clean_name(deck.name), ""),
        ("faction", "", faction.name if faction else deck.faction, deck.faction),
        ("format", "", FORMATS[deck.format].name if deck.format in FORMATS else deck.format, deck.format),
        ("banner", "", label("banner", deck.banner), deck.banner),
        ("shrine", "", label("shrine", deck.shrine), deck.shrine),
    ]
    squads = [("squad", len(list(run)), label("squad", slug), slug) for slug, run in groupby(deck.squads)]
    cards = [("card", deck.cards[slug], label("card", slug), slug) for slug in deck.cards if deck.cards[slug]]
    return [HEADER, *(tuple(map(neutral, row)) for row in (*head, *squads, *cards))]


def neutral(cell: Cell) -> Cell:
    """The cell, so that no spreadsheet takes it for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell != NONE_CHOSEN and _FORMULA.match(cell) else cell


def _restored(cell: str) -> str:
    text = " ".join(cell.split())
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def write_csv(deck: DeckList, facts: Facts) -> str:
    """The deck as comma-separated values."""
    file = io.StringIO()
    csv.writer(file, quoting=csv.QUOTE_NONNUMERIC).writerows(rows_of(deck, facts))
    return file.getvalue()


def read_csv(text: str, facts: Facts) -> Imported:
    """The deck of a table with commas, semicolons or tabs between its cells."""
    count = text.count("\n") + text.count("\r")
    if count > 2 * MOST_LINES:
        raise ImportRefused(too_many_lines(), count=count, most=MOST_LINES)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text)))
    except csv.Error as broken:
        raise ImportRefused(gettext_noop("The table cannot be read; save it as CSV once more.")) from broken
    return replace(read_rows(rows, facts), source="csv")


def is_csv(text: str) -> bool:
    """Whether the first line of the text is the head of a table of cards."""
    first = next((line for line in text.splitlines() if line.strip()), "")[:1000]
    delimiter = _delimiter(first)
    return (
        delimiter in first
        and ":" not in first
        and bool(_columns([cell.strip('" ') for cell in first.split(delimiter)]))
    )


def _delimiter(text: str) -> str:
    sample = text[:2000]
    return max(",;\t", key=sample.count)


def read_rows(rows: Sequence[Sequence[str]], facts: Facts) -> Imported:
    """The deck of a table; without a head row that is understood, each row is read as a line of text."""
    if len(rows) > MOST_LINES:
        raise ImportRefused(too_many_lines(), count=len(rows), most=MOST_LINES)
    for at, row in enumerate(rows[:10]):
        if columns := _columns(row):
            return _Reading(rows, at, columns, facts).whole()
    directory = directory_of(facts)
    return read_text("\n".join(_as_line(row, directory) for row in rows), facts)


def _columns(row: Sequence[str]) -> dict[str, int]:
    """Where each column stands; nothing if the row is not the head of a table of cards."""
    found: dict[str, int] = {}
    for at, cell in enumerate(row[:MOST_CELLS]):
        if column := _COLUMNS.get(key(cell)):
            found.setdefault(column, at)
    return found if len(found) > 1 and ("name" in found or "id" in found) else {}


def _as_line(row: Sequence[str], directory: Directory) -> str:
    """A row without a head: a count if there is one, and the cell that names something."""
    cells = [_restored(cell) for cell in row if cell.strip()]
    counts = [match[1] for cell in cells if (match := _COUNT.fullmatch(cell))]
    words = [cell for cell in cells if not _COUNT.fullmatch(cell)]
    if not counts or not words:
        return " ".join(cells)
    known = (word for word in words[:MOST_CELLS] if any(names.exact(word) for names in directory.factions.values()))
    return f"{counts[0]}x {next(known, ' '.join(words))}"


class _Reading:
    def __init__(self, rows: Sequence[Sequence[str]], head: int, columns: dict[str, int], facts: Facts) -> None:
        self.rows = rows
        self.head = head
        self.columns = columns
        self.draft = Draft(directory_of(facts), "table")

    def whole(self) -> Imported:
        rest = []
        for line, text, cells in self._lines():
            if key(cells["kind"]) == "faction":
                self.draft.set_faction(line, text, self._known_faction(cells))
            elif key(cells["kind"]) == "format":
                self.draft.set_format(line, text, cells["id"] or cells["name"])
            else:
                rest.append((line, text, cells))
        if not self.draft.faction:
            self._guess([cells for _, _, cells in rest])
        for line, text, cells in rest:
            self._read(line, text, cells)
        return self.draft.finish()

    def _lines(self) -> Iterator[tuple[int, str, dict[str, str]]]:
        for line, row in enumerate(self.rows, 1):
            text = ", ".join(cell.strip() for cell in row if cell.strip())
            if line - 1 == self.head or not text:
                continue
            if line - 1 < self.head:
                self.draft.miss(line, text, say(gettext_noop("This row stands above the head of the table.")))
                continue
            cells = {column: _restored(row[at]) for column, at in self.columns.items() if at < len(row)}
            yield line, text, {column: cells.get(column, "") for column in ("kind", "count", "name", "id")}

    def _known_faction(self, cells: dict[str, str]) -> str:
        return cells["id"] if cells["id"] in self.draft.directory.factions else cells["name"] or cells["id"]

    def _guess(self, rows: list[dict[str, str]]) -> None:
        guess = self.draft.directory.guess_faction(partial(_fits, cells=cells) for cells in rows)
        if guess:
            self.draft.faction = guess.slug
            self.draft.notes.append(guessed_faction(guess, self.draft))

    def _read(self, line: int, text: str, cells: dict[str, str]) -> None:
        kind = key(cells["kind"])
        kinds = section_called(cells["kind"])
        name = cells["name"] or cells["id"]
        if kind in ("name", "deck", "deckname"):
            if name:
                self.draft.set_name(line, text, name)
            return
        if kind in ("banner", "shrine") and name == NONE_CHOSEN:
            return self.draft.choose_none(line, text, kind)
        count = _COUNT.fullmatch(cells["count"] or "1")
        if count is None or not name:
            reason = say(gettext_noop("Expected a whole number of copies and a name."))
            return self.draft.miss(line, text, reason)
        known = self.draft.names and self.draft.names.with_slug(cells["id"], kinds)
        return self.draft.take(line, text, cells["id"] if known else name, int(count[1]), kinds)


def _fits(names: Names, cells: dict[str, str]) -> bool:
    return bool(names.with_slug(cells["id"]) or names.exact(cells["name"]))
