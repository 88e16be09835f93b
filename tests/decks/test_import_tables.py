"""Tables of other people are read: other heads, other orders, none at all."""

import io
import zipfile

import pytest
from odfdo import Cell, Document, Row, Table
from openpyxl import Workbook

from decks.exchange import Imported, ImportRefused, read
from tests.decks.pack_facts import dawnfall_facts


def imported(data: str | bytes, filename: str = "") -> Imported:
    return read(data, dawnfall_facts(), filename)


@pytest.mark.parametrize(
    "text",
    [
        "Name,Copies\nLeap,2\nHoly Knight,1\n",
        "Qty;Card\r\n2;Dodge / Leap\r\n1;holy knight\r\n",
        "type\tname\tquantity\ncards\tLeap\t2x\nsquads\tHoly Knight\t\n",
        '\n"Count","Name","Notes"\n"2","Leap","moves, far"\n"1","Holy Knight",""\n',
        "kind,id,count\ncard,leap,2\nsquad,holy-knight,1\n",
    ],
)
def test_heads_in_other_words_and_other_separators(text: str):
    result = imported(text)
    assert result.source == "csv"
    assert (result.deck.faction, result.deck.squads, result.deck.cards) == ("chapter", ("holy-knight",), {"leap": 2})
    assert not result.unmatched


@pytest.mark.parametrize(
    "text", ["2,Leap\n1,Guard\n", "Leap,2\nGuard,1\n", "Leap;2;Holy Knight\nGuard;1;\n", "x2\tLeap\n1\tGuard"]
)
def test_tables_without_a_head(text: str):
    assert imported(text, "deck.csv").deck.cards == {"leap": 2, "guard": 1}


def test_rows_that_mean_nothing_are_listed_with_their_number():
    result = imported("kind,count,name\nfaction,,Chapter\ncard,two,Leap\ncard,2,Leep\ncard,,\nsquad,1,Fireball\n")
    listed = [(miss.line, miss.text, miss.reason.text()) for miss in result.unmatched]
    assert listed == [
        (3, "card, two, Leap", "Expected a whole number of copies and a name."),
        (4, "card, 2, Leep", "Nothing of Chapter is called “Leep”."),
        (5, "card", "Expected a whole number of copies and a name."),
        (6, "squad, 1, Fireball", "“Fireball” belongs to Demon, not to Chapter."),
    ]


def test_rows_above_the_head_are_listed():
    result = imported("My deck\nkind,count,name\ncard,2,Leap\n", "deck.csv")
    assert [miss.text for miss in result.unmatched] == ["My deck"]


@pytest.mark.parametrize("text", ["a,b\n" * 100_000, "kind,count,name\n" + "card,1,Leap\n" * 60_000, "\n" * 900_000])
def test_a_hundred_thousand_rows_are_refused(text: str):
    with pytest.raises(ImportRefused, match="lines; a deck list with more than 1000 cannot be read"):
        imported(text + "x", "deck.csv")


def workbook(*rows: list[object]) -> bytes:
    book = Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_workbook_made_by_hand():
    result = imported(workbook([], ["Card", "Copies"], ["Leap", 2], ["Guard", 3.0], [None, None], ["=1+1", 1]))
    assert result.source == "xlsx"
    assert result.deck.cards == {"leap": 2, "guard": 3}
    assert [miss.line for miss in result.unmatched] == [6]


def test_a_cell_at_the_far_end_of_a_sheet_is_refused():
    book = Workbook()
    book.worksheets[0]["XFD1048576"] = "Leap"
    file = io.BytesIO()
    book.save(file)
    with pytest.raises(ImportRefused, match="This has 1048576 lines"):
        imported(file.getvalue())
    book.worksheets[0].delete_rows(1, 1048576)
    book.worksheets[0]["XFD1"] = "2x Leap"
    book.worksheets[0]["A3"] = "what?"
    file = io.BytesIO()
    book.save(file)
    result = imported(file.getvalue())
    assert result.deck.cards == {"leap": 2}
    assert [(miss.line, miss.text) for miss in result.unmatched] == [(3, "what?")]


def spreadsheet(*rows: list[str | int]) -> bytes:
    document = Document("spreadsheet")
    document.body.clear()
    table = Table("Sheet1")
    for values in rows:
        row = Row()
        for value in values:
            row.append_cell(Cell(value))
        table.append_row(row)
    document.body.append(table)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def test_a_spreadsheet_made_by_hand():
    result = imported(spreadsheet(["Copies", "Card"], [2, "Leap"], [3, "Guard"]))
    assert result.source == "ods"
    assert result.deck.cards == {"leap": 2, "guard": 3}


def edited(data: bytes, member: str, old: bytes, new: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as after:
        for name in before.namelist():
            content = before.read(name)
            after.writestr(name, content.replace(old, new) if name == member else content)
    return file.getvalue()


def test_cells_and_rows_repeated_a_billion_times_cost_nothing():
    data = spreadsheet(["Copies", "Card"], [2, "Leap"], ["", ""])
    wide = edited(
        data, "content.xml", b"<table:table-cell ", b'<table:table-cell table:number-columns-repeated="999999999" '
    )
    assert imported(wide).unmatched
    tall = edited(data, "content.xml", b"<table:table-row", b'<table:table-row table:number-rows-repeated="999999999"')
    with pytest.raises(ImportRefused, match="lines"):
        imported(tall)


def test_empty_rows_of_a_spreadsheet_count_for_the_numbers_of_lines():
    data = spreadsheet(["Copies", "Card"], [2, "Leap"], ["", ""], [1, "what?"])
    result = imported(edited(data, "content.xml", b'office:value="1"', b'office:value="1" x="y"'))
    assert [miss.line for miss in result.unmatched] == [4]
