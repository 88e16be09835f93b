"""XLSX and ODS: the table of a deck in a spreadsheet file, and back."""

from __future__ import annotations

import io
from collections.abc import Iterator
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
    from openpyxl import load_workbook

    _check_parts(unpack(data))
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        rows = [
            ["" if value is None else str(value) for value in row]
            for sheet in book.worksheets
            for row in sheet.iter_rows(max_row=MOST_LINES + 1, max_col=MOST_CELLS, values_only=True)
        ]
    except Exception as broken:  # the library raises whatever a broken part of the file leads to
        raise ImportRefused(gettext_noop("The workbook is damaged; save it as XLSX once more.")) from broken
    return replace(read_rows(_without_empty_end(rows), facts), source="xlsx")


def read_ods(data: bytes, facts: Facts) -> Imported:
    """The deck of an OpenDocument spreadsheet, all its sheets one after the other."""
    parts = unpack(data)
    _check_parts(parts)
    if "content.xml" not in parts:
        raise ImportRefused(gettext_noop("The spreadsheet is damaged; save it as ODS once more."))
    root = parse_xml(parts["content.xml"])
    rows: list[list[str]] = []
    for row in _elements(root, "table-row"):
        rows += [_ods_cells(row)] * _repeated(row, "number-rows-repeated")
        if len(rows) > 2 * MOST_LINES:
            raise ImportRefused(too_many_lines(), count=len(rows), most=MOST_LINES)
    return replace(read_rows(_without_empty_end(rows), facts), source="ods")


def _check_parts(parts: dict[str, bytes]) -> None:
    """No part may hold what the guarded parser refuses, before any library opens one."""
    for name, content in parts.items():
        if content and name.endswith((".xml", ".rels", ".rdf", ".vml")):
            parse_xml(content)


def _elements(root: Element, name: str) -> Iterator[Element]:
    return (element for element in root.iter() if local(element) == name)


def _ods_cells(row: Element) -> list[str]:
    cells: list[str] = []
    for cell in row:
        if local(cell) not in ("table-cell", "covered-table-cell"):
            continue
        text = " ".join("".join(paragraph.itertext()) for paragraph in cell if local(paragraph) == "p")
        repeated = min(_repeated(cell, "number-columns-repeated"), MOST_CELLS)
        cells += [text] * repeated
    return cells[:MOST_CELLS] if any(cells) else []


def _repeated(element: Element, name: str) -> int:
    """How often a row or cell stands there; an empty one is repeated to the edge of the sheet and needs no copies."""
    value = next((value for attribute, value in element.attrib.items() if attribute.endswith(f"}}{name}")), "1")
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        return 1
    filled = any(text.strip() for text in element.itertext())
    return max(1, min(int(value), MOST_LINES + 1)) if filled or name.startswith("number-columns") else 1


def _without_empty_end(rows: list[list[str]]) -> list[list[str]]:
    last = max((at for at, row in enumerate(rows) if any(cell.strip() for cell in row)), default=-1)
    return rows[: last + 1]
