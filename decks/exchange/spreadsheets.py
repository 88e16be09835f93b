"""XLSX and ODS: the table of a deck in a spreadsheet file, and back.

Well-known libraries write the files. Files of strangers are not given to them: of those only the texts of the cells are
needed, and the guarded XML parser is enough for that.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final
from xml.etree.ElementTree import Element

from decks.exchange.imported import Imported, ImportRefused
from decks.exchange.limits import local, parse_xml, unpack
from decks.exchange.tables import MOST_CELLS, read_rows, rows_of
from decks.exchange.text import MOST_LINES, too_many_lines
from decks.rules.deck_list import DeckList
from decks.rules.facts import Facts
from decks.rules.sentences import gettext_noop

# The two libraries are loaded where they are used: they take longer to load than all the rest of the room.

SHEET: Final = "Deck"
_WIDTHS: Final = {"A": 10, "B": 8, "C": 40, "D": 30}


def write_xlsx(deck: DeckList, facts: Facts) -> bytes:
    """The deck as an Excel workbook in which every text is text."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    book.properties.creator = "Edge Table"
    sheet = book.worksheets[0]
    sheet.title = SHEET
    for at, row in enumerate(rows_of(deck, facts), 1):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(at, column, value)
            if isinstance(value, str):
                cell.data_type = "s"
            if at == 1:
                cell.font = Font(bold=True)
    for letter, width in _WIDTHS.items():
        sheet.column_dimensions[letter].width = width
    sheet.freeze_panes = "A2"
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def write_ods(deck: DeckList, facts: Facts) -> bytes:
    """The deck as an OpenDocument spreadsheet in which every text is text."""
    from odfdo import Cell, Document, Row, Table

    document = Document("spreadsheet")
    document.body.clear()
    table = Table(SHEET)
    for values in rows_of(deck, facts):
        row = Row()
        for value in values:
            row.append_cell(Cell(value, cell_type="string" if isinstance(value, str) else "float"))
        table.append_row(row)
    document.body.append(table)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def read_xlsx(data: bytes, facts: Facts) -> Imported:
    """The deck of an Excel workbook, all its sheets one after the other."""
    roots = _parsed(unpack(data))
    strings = roots.get("xl/sharedStrings.xml")
    shared = [_text(item, "t") for item in _elements(strings, "si")] if strings is not None else []
    sheets = [roots[name] for name in sorted(roots) if name.startswith("xl/worksheets/") and name.endswith(".xml")]
    if not sheets:
        raise ImportRefused(gettext_noop("The workbook holds no sheet that can be read; save it as XLSX once more."))
    rows = [row for sheet in sheets for row in _grid(_xlsx_rows(sheet, shared))]
    return replace(read_rows(rows, facts), source="xlsx")


def read_ods(data: bytes, facts: Facts) -> Imported:
    """The deck of an OpenDocument spreadsheet, all its sheets one after the other."""
    content = _parsed(unpack(data)).get("content.xml")
    if content is None:
        raise ImportRefused(gettext_noop("The spreadsheet holds no table that can be read; save it as ODS once more."))
    rows = [row for table in _elements(content, "table") for row in _grid(_ods_rows(table))]
    return replace(read_rows(rows, facts), source="ods")


def _parsed(parts: dict[str, bytes]) -> dict[str, Element]:
    """All XML of the file; each part goes through the guarded parser, whether it is needed or not."""
    return {
        name: parse_xml(content)
        for name, content in parts.items()
        if content and name.endswith((".xml", ".rels", ".rdf", ".vml"))
    }


def _grid(rows: Iterable[tuple[int, list[str]]]) -> list[list[str]]:
    """The rows that say something, at their places; a sheet may have a million rows but a deck has not."""
    grid: list[list[str]] = []
    for number, cells in rows:
        if number > MOST_LINES:
            raise ImportRefused(too_many_lines(), count=number, most=MOST_LINES)
        grid += [[] for _ in range(number - 1 - len(grid))]
        grid.append(cells)
    return grid


def _xlsx_rows(sheet: Element, shared: list[str]) -> Iterator[tuple[int, list[str]]]:
    number = 0
    for row in _elements(sheet, "row"):
        number = max(number + 1, _whole(row.get("r", "")))
        cells: dict[int, str] = {}
        for cell in _elements(row, "c"):
            place = _column(cell.get("r", "")) or max(cells, default=0) + 1
            cells[place] = _xlsx_text(cell, shared)
        if any(text.strip() for text in cells.values()):
            near = [cells.get(place, "") for place in range(1, min(max(cells), MOST_CELLS) + 1)]
            yield number, near + [cells[place] for place in sorted(cells) if place > MOST_CELLS]


def _xlsx_text(cell: Element, shared: list[str]) -> str:
    value = _text(cell, "v")
    if cell.get("t") == "inlineStr":
        return _text(cell, "t")
    if cell.get("t") == "s":
        at = _whole(value)
        return shared[at] if at < len(shared) else ""
    return value


def _ods_rows(table: Element) -> Iterator[tuple[int, list[str]]]:
    number = 0
    for row in _elements(table, "table-row"):
        cells = _ods_cells(row)
        times = _repeated(row, "number-rows-repeated")
        if any(text.strip() for text in cells):
            yield from ((number + time, cells) for time in range(1, times + 1))
        number += times


def _ods_cells(row: Element) -> list[str]:
    cells: list[str] = []
    for cell in row:
        if local(cell) in ("table-cell", "covered-table-cell"):
            text = " ".join("".join(paragraph.itertext()) for paragraph in cell if local(paragraph) == "p")
            times = (
                min(_repeated(cell, "number-columns-repeated"), MOST_CELLS) if text or len(cells) < MOST_CELLS else 0
            )
            cells += [text] * times
    return cells


def _repeated(element: Element, name: str) -> int:
    """How often a row or cell stands there; empty ones are repeated to the edge of the sheet."""
    value = next((value for attribute, value in element.attrib.items() if attribute.endswith(f"}}{name}")), "")
    return max(1, _whole(value))


def _elements(root: Element, name: str) -> Iterator[Element]:
    return (element for element in root.iter() if local(element) == name)


def _text(element: Element, name: str) -> str:
    return "".join(part.text or "" for part in _elements(element, name))


def _whole(value: str) -> int:
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else 0


def _column(place: str) -> int:
    """The number of the column in a place like AB12."""
    number = 0
    for letter in place[:3]:
        if "A" <= letter <= "Z":
            number = number * 26 + ord(letter) - ord("A") + 1
    return number
