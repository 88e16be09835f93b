"""The one door for decks from elsewhere: sees what it was handed and reads it."""

from __future__ import annotations

from decks.exchange.battlescribe import read_members, read_ros
from decks.exchange.imported import Imported, ImportRefused
from decks.exchange.json_form import read_json
from decks.exchange.limits import as_text, check_size, unpack
from decks.exchange.links import code_in, is_toolbox_link, read_code, read_toolbox_link
from decks.exchange.markdown import is_markdown, read_markdown
from decks.exchange.spreadsheets import read_ods, read_xlsx
from decks.exchange.tables import is_csv, read_csv
from decks.exchange.text import read_text
from decks.rules.facts import Facts
from decks.rules.sentences import gettext_noop


def read(data: str | bytes, facts: Facts, filename: str = "") -> Imported:
    """Read a deck from pasted text or a file of any known format; ImportRefused says why it cannot be one."""
    check_size(data)
    if isinstance(data, bytes) and data.startswith(b"PK"):
        return _read_archive(data, facts)
    text = as_text(data)
    start = text.lstrip()[:200]
    if not start:
        raise ImportRefused(gettext_noop("There is nothing to read: the text or file is empty."))
    if start.startswith(("<?xml", "<roster", "<!DOCTYPE", "<!ENTITY")):
        # XML says itself in which alphabet it is written, so the parser gets the bytes as they came.
        return read_ros(data if isinstance(data, bytes) else _xml_bytes(text), facts)
    check_size(text)
    return _read_text(text, start, facts, filename.casefold())


def _read_text(text: str, start: str, facts: Facts, filename: str) -> Imported:
    if _looks_like_json(start, text) or filename.endswith(".json"):
        return read_json(text, facts)
    if code := code_in(text):
        return read_code(code, facts)
    if is_toolbox_link(text):
        return read_toolbox_link(text, facts)
    if filename.endswith((".csv", ".tsv")) or is_csv(text):
        return read_csv(text, facts)
    if is_markdown(text):
        return read_markdown(text, facts)
    return read_text(text, facts)


def _read_archive(data: bytes, facts: Facts) -> Imported:
    members = unpack(data)
    if members.get("mimetype", b"").strip() == b"application/vnd.oasis.opendocument.spreadsheet":
        return read_ods(data, facts)
    if "[Content_Types].xml" in members and any(name.startswith("xl/") for name in members):
        return read_xlsx(data, facts)
    if any(name.casefold().endswith(".ros") for name in members):
        return read_members(members, facts)
    raise ImportRefused(gettext_noop("The archive is neither a roster (.rosz) nor a spreadsheet (.xlsx, .ods)."))


def _looks_like_json(start: str, text: str) -> bool:
    if start.startswith("{"):
        return True
    return start.startswith("[") and start[1:].lstrip()[:1] in ('"', "{", "[", "]") and text.rstrip().endswith("]")


def _xml_bytes(text: str) -> bytes:
    """Pasted XML is no longer in the alphabet that it declares."""
    declaration, end, rest = text.lstrip().partition("?>")
    return (rest if end and declaration.startswith("<?xml") else text).encode("utf-8", "replace")
