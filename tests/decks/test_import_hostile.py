"""Hostile input is refused with a sentence, and nothing else ever comes out."""

import io
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from decks.exchange import FORMS, Imported, ImportRefused, export, read
from tests.decks.pack_facts import dawnfall_facts, starter_decks

FACTS = dawnfall_facts()
BOMB = b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;">]><roster name="&b;"/>'
OUTSIDE = b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><roster name="&f;"/>'


@contextmanager
def refused(sentence: str) -> Iterator[None]:
    with pytest.raises(ImportRefused, match=sentence) as refused:
        yield
    assert str(refused.value).endswith((".", "…"))


def archive(members: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", packing) as packed:
        for name, content in members.items():
            packed.writestr(zipfile.ZipInfo(name) if packing == zipfile.ZIP_STORED else name, content)
    return file.getvalue()


@pytest.mark.parametrize("data", ["2x Leap\n" * 6_250_000, "x" * 1_000_001])
def test_a_paste_of_fifty_megabytes_is_refused_unread(data: str):
    with refused("The text has .* characters; at most 1000000 can be read."):
        read(data, FACTS)


@pytest.mark.parametrize("data", [b"\0" * 50_000_000, b"PK\x03\x04" + b"x" * 2_000_000, b"x" * 1_500_000])
def test_a_large_file_is_refused_unread(data: bytes):
    with refused("at most .*000000 can be read."):
        read(data, FACTS)


@pytest.mark.parametrize("data", [BOMB, OUTSIDE, b"<!DOCTYPE html><p>", BOMB.decode(), b"<!ENTITY a 'x'>"])
@pytest.mark.parametrize("filename", ["", "deck.ros"])
def test_xml_with_entities_or_a_document_type_is_refused(data: str | bytes, filename: str):
    with refused("document type or entities|no well-formed XML"):
        read(data, FACTS, filename)


def test_entities_are_refused_inside_archives_and_spreadsheets():
    with refused("document type or entities"):
        read(archive({"deck.ros": BOMB}), FACTS)
    for form, member in (
        ("xlsx", "xl/workbook.xml"),
        ("xlsx", "xl/worksheets/sheet1.xml"),
        ("ods", "content.xml"),
        ("ods", "meta.xml"),
    ):
        with zipfile.ZipFile(io.BytesIO(export(starter_decks()[0], FACTS, form).data)) as packed:
            members = {name: packed.read(name) for name in packed.namelist()}
        assert member in members
        with refused("document type or entities"):
            read(archive({**members, member: BOMB}), FACTS)


def test_xml_nested_without_end_is_refused():
    with refused("nested more than 60 deep"):
        read(b"<roster>" + b"<a>" * 500_000, FACTS)


def test_a_roster_with_a_hundred_thousand_selections_is_refused():
    with refused("lines; a deck list with more than 1000"):
        read(b"<roster>" + b"<selection/>" * 100_000 + b"</roster>", FACTS)


def test_a_zip_bomb_is_refused_by_what_it_declares():
    with refused("Unpacked, the archive has 100000000 bytes or more"):
        read(archive({"deck.ros": b"\0" * 100_000_000}), FACTS)


def test_a_zip_bomb_that_lies_about_its_size_is_refused():
    data = archive({"deck.ros": b" " * 50_000_000})
    lying = data.replace(struct.pack("<L", 50_000_000), struct.pack("<L", 1000))
    assert lying != data
    with refused("Unpacked, the archive|damaged"):
        read(lying, FACTS)


def test_many_small_bombs_are_refused_together():
    with refused("Unpacked, the archive has"):
        read(archive({f"{at}.ros": b" " * 50_000 for at in range(100)}), FACTS)


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"../deck.ros": b"<roster/>"}, "a path that leads elsewhere: ../deck.ros"),
        ({"/etc/deck.ros": b"<roster/>"}, "a path that leads elsewhere"),
        ({"a\\..\\deck.ros": b"<roster/>"}, "a path that leads elsewhere"),
        ({"c:deck.ros": b"<roster/>"}, "a path that leads elsewhere"),
        ({"a.ros": b"<roster/>", "b.ros": b"<roster/>"}, "The archive holds 2 rosters"),
        ({"readme.txt": b"hello"}, "neither a roster"),
        ({}, "neither a roster"),
        ({"deck.ros": b"<army/>"}, "it does not begin with <roster>"),
        ({"deck.ros": b""}, "no well-formed XML"),
        ({f"{at}.txt": b"" for at in range(300)}, "The archive holds 300 files; at most 200 can be read."),
    ],
)  # fmt: skip
def test_archives_with_tricks_are_refused(members: dict[str, bytes], sentence: str):
    with refused(sentence):
        read(archive(members, zipfile.ZIP_STORED), FACTS)


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_archives_packed_in_costly_ways_are_refused(packing: int):
    with refused("packed in a way that cannot be read"):
        read(archive({"deck.ros": b"<roster/>"}, packing), FACTS)


def test_a_locked_archive_is_refused():
    data = bytearray(archive({"deck.ros": b"<roster/>"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with refused("locked with a password"):
        read(bytes(data), FACTS)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "nothing to read"), (" \n\t", "nothing to read"), (b"\xef\xbb\xbf", "nothing to read"),
        (b"%PDF-1.7", "This is a PDF file"), (b"\x89PNG\r\n\x1a\n", "PNG"), (b"\x1f\x8b\x08", "gzip"),
        (b"\xd0\xcf\x11\xe0", "XLS"),
        (b"a\0b", "neither text nor"), (b"\xff\xfea", "begins as UTF-16"), (b"PK\x03\x04", "damaged"), (b"PK",
        "damaged"),
    ],
)  # fmt: skip
def test_files_that_are_no_decks_are_refused(data: str | bytes, sentence: str):
    with refused(sentence):
        read(data, FACTS)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_files_are_read_in_the_usual_alphabets(encoding: str):
    deck = read("Deck: Éclair\r\nChapter\r\n2x Leap".encode(encoding), FACTS).deck
    assert (deck.name, deck.faction, deck.cards) == ("Éclair", "chapter", {"leap": 2})


@pytest.mark.parametrize(
    "line",
    ["a" * 999, "1" * 999, " x" * 499, "(" * 900 + "a", "a" + "=" * 998, "- " * 480 + "a", "•" * 990 + "a", "a, " * 330,
     "[a" * 450, "#" * 998 + "a", "2x " * 300, "a-" * 499, "1." * 400 + "a", "a b " * 240, "x2" * 499],
)  # fmt: skip
def test_lines_made_to_be_slow_do_not_hold_the_reader_up(line: str):
    count = min(1000, 990_000 // (len(line) + 1))
    result = read("\n".join([line] * count), FACTS)
    assert isinstance(result, Imported)


@pytest.mark.parametrize(
    ("data", "filename"),
    [
        ("name,count\nLeap,1" + " " * 120_000 + "y", ""),
        ("1" + ",a" * 400_000, "a.csv"),
        ("https://x.example/" + "?&" * 3900, ""),
        ("?cards=" * 1100, ""),
        ("# Deck: x\n" + " " * 900_000 + "*", ""),
        ("{" + ",".join(f'"{at}": 1' for at in range(70_000)) + ', "cards": 1, "0": 2}', ""),
        ("{" + ",".join(f'"{at}": 1' for at in range(70_000)) + ', "cards": 1}', ""),
        ('{"cards": [' + "1," * 400_000 + "1]}", ""),
        ("E1" + "A" * 900_000, ""),
        ("x" * 900_000, ""),
        ("\n".join(f"{at} Lep{at}ap, Guad{at}" for at in range(1000)), ""),
        ("<roster>" + "".join(f"<selection name='Lep{at}ap' number='1'/>" for at in range(999)) + "</roster>", ""),
    ],
    ids=range(12),
)
def test_whole_texts_made_to_be_slow_do_not_hold_the_reader_up(data: str, filename: str):
    only_imported_or_refused(data, filename)


def only_imported_or_refused(data: str | bytes, filename: str = "") -> None:
    try:
        result = read(data, FACTS, filename)
    except ImportRefused:
        return
    assert all(1 <= copies <= 99 for copies in result.deck.cards.values())
    assert all(miss.reason.text() for miss in result.unmatched)
    assert all(note.text() for note in result.notes)


FILENAMES = st.sampled_from(["", "a.csv", "a.json", "a.ros", "a.xlsx", "a.txt"])
PIECES = st.sampled_from(
    ["2x ", "Leap", "Guard", " / ", "Dodge", "Squads", "Cards", ":", "\n", "[", "]", "(", ")", "# ", "Chapter", ",",
    ";", "\t",
     "=", "{", "}", '"', "faction", "cards", "squads", "1", "99", "https://x/deck?", "cards=", "&", "E1", "<roster",
     ">", "</roster>",
     "<?xml version='1.0'?>", "selection", " name='Leap'", " number='2'", "/", "-", "*", "**", "%s", "%(x)s",
     "\ufeff", "\ud800"]
)  # fmt: skip


@given(data=st.text() | st.lists(PIECES, max_size=30).map("".join), filename=FILENAMES)
@example(data="%(count)s", filename="")
@example(data="https://[x/deck?cards=1", filename="")
@example(data="\ud800", filename="a.ros")
@example(data="<?xml version='1.0'?><roster name='\ud800'/>", filename="")
@settings(max_examples=1500, deadline=None)
def test_no_text_makes_an_import_fall_over(data: str, filename: str):
    only_imported_or_refused(data, filename)


@given(
    data=st.binary() | st.binary().map(b"PK\x03\x04".__add__) | st.binary().map(b"<?xml ".__add__), filename=FILENAMES
)
@settings(max_examples=600, deadline=None)
def test_no_bytes_make_an_import_fall_over(data: bytes, filename: str):
    only_imported_or_refused(data, filename)


@pytest.mark.parametrize("form", FORMS)
@given(draw=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.data_too_large])
def test_no_damage_to_an_export_makes_an_import_fall_over(form: str, draw: st.DataObject):
    data = bytearray(_exported(form))
    for _ in range(draw.draw(st.integers(1, 4))):
        at = draw.draw(st.integers(0, len(data) - 1))
        data[at : at + draw.draw(st.integers(0, 3))] = draw.draw(st.binary(max_size=3))
    only_imported_or_refused(bytes(data))


@pytest.mark.parametrize("form", ["xlsx", "ods"])
@given(draw=st.data())
@settings(max_examples=60, deadline=None)
def test_no_damage_inside_a_spreadsheet_makes_an_import_fall_over(form: str, draw: st.DataObject):
    with zipfile.ZipFile(io.BytesIO(_exported(form))) as packed:
        members = {name: packed.read(name) for name in packed.namelist()}
    name = draw.draw(st.sampled_from([name for name, content in members.items() if content]))
    content = bytearray(members[name])
    for _ in range(draw.draw(st.integers(1, 3))):
        at = draw.draw(st.integers(0, len(content) - 1))
        content[at : at + draw.draw(st.integers(0, 9))] = draw.draw(
            st.sampled_from([b"", b"9", b"-1", b"x", b'"', b"A1", b"<"])
        )
    only_imported_or_refused(archive({**members, name: bytes(content)}, zipfile.ZIP_STORED))


def _exported(form: str, kept: dict[str, bytes] = {}) -> bytes:  # noqa: B006, made once for all examples
    if form not in kept:
        kept[form] = export(starter_decks()[0], FACTS, form).data
    return kept[form]
