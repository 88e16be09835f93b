"""Keeps hostile input away from everything that parses: sizes, archives, XML, and bytes that are no text."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import PurePosixPath
from typing import Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from decks.exchange.imported import ImportRefused
from decks.rules.sentences import gettext_noop

LONGEST_TEXT: Final = 1_000_000
LARGEST_FILE: Final = 2_000_000
LARGEST_UNPACKED: Final = 2_000_000
MOST_MEMBERS: Final = 200
DEEPEST_XML: Final = 60

_CHUNK: Final = 65_536
_ENCRYPTED: Final = 0x1
_BROKEN_ZIP: Final = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)
_OTHER_FILES: Final = {
    b"%PDF": "PDF",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"\x1f\x8b": "gzip",
    b"7z\xbc\xaf": "7-Zip",
    b"Rar!": "RAR",
    b"BZh": "bzip2",
    b"\xd0\xcf\x11\xe0": "XLS",
}


def check_size(data: str | bytes) -> None:
    """Refuse what is too large before anybody looks into it."""
    if isinstance(data, bytes) and len(data) > LARGEST_FILE:
        template = gettext_noop("The file has %(size)s bytes; at most %(most)s can be read.")
        raise ImportRefused(template, size=len(data), most=LARGEST_FILE)
    if isinstance(data, str) and len(data) > LONGEST_TEXT:
        template = gettext_noop("The text has %(size)s characters; at most %(most)s can be read.")
        raise ImportRefused(template, size=len(data), most=LONGEST_TEXT)


def as_text(data: str | bytes) -> str:
    """The text of a file in UTF-8, in UTF-16 with its mark, or else in the old Windows alphabet."""
    check_size(data)
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    for start, kind in _OTHER_FILES.items():
        if data.startswith(start):
            template = gettext_noop("This is a %(kind)s file; send the deck as text, JSON, CSV, XLSX, ODS or a roster.")
            raise ImportRefused(template, kind=kind)
    text = _decoded(data)
    if "\0" in text:
        raise ImportRefused(gettext_noop("This file is neither text nor a file of a kind that can be read."))
    return text


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as broken:
            raise ImportRefused(gettext_noop("The file begins as UTF-16 text but is none.")) from broken
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def unpack(data: bytes) -> dict[str, bytes]:
    """All files of an archive by name, if they are few, small and honest about it."""
    check_size(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_members(archive.infolist())
            return _read_members(archive)
    except _BROKEN_ZIP as broken:
        raise ImportRefused(gettext_noop("The archive is damaged and cannot be unpacked.")) from broken


def _check_members(members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MOST_MEMBERS:
        template = gettext_noop("The archive holds %(count)s files; at most %(most)s can be read.")
        raise ImportRefused(template, count=len(members), most=MOST_MEMBERS)
    declared = sum(member.file_size for member in members)
    if declared > LARGEST_UNPACKED:
        raise _too_large(declared)
    names = {member.filename for member in members}
    if len(names) < len(members):
        raise ImportRefused(gettext_noop("The archive holds two files of the same name."))
    for member in members:
        path = PurePosixPath(member.filename)
        if path.is_absolute() or ".." in path.parts or set(member.filename) & set("\\:\0"):
            template = gettext_noop("The archive holds a file with a path that leads elsewhere: %(path)s.")
            raise ImportRefused(template, path=member.filename[:80])
        if member.flag_bits & _ENCRYPTED:
            raise ImportRefused(gettext_noop("The archive is locked with a password."))
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ImportRefused(gettext_noop("The archive is packed in a way that cannot be read; use plain ZIP."))


def _read_members(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """What an archive declares is not what it holds: count while unpacking, and stop at the limit."""
    unpacked: dict[str, bytes] = {}
    total = 0
    for member in archive.infolist():
        content = bytearray()
        with archive.open(member) as file:
            while chunk := file.read(_CHUNK):
                total += len(chunk)
                if total > LARGEST_UNPACKED:
                    raise _too_large(total)
                content += chunk
        unpacked[member.filename] = bytes(content)
    return unpacked


def _too_large(size: int) -> ImportRefused:
    template = gettext_noop("Unpacked, the archive has %(size)s bytes or more; at most %(most)s can be read.")
    return ImportRefused(template, size=size, most=LARGEST_UNPACKED)


def parse_xml(data: bytes) -> Element:
    """The root of an XML file that has no document type, no entities and no abyss of nested elements."""
    depth = 0
    root: Element | None = None
    try:
        for event, element in iterparse(io.BytesIO(data), events=("start", "end"), forbid_dtd=True):
            root = element if root is None else root
            depth += 1 if event == "start" else -1
            if depth > DEEPEST_XML:
                template = gettext_noop("The XML is nested more than %(deepest)s deep; no deck is.")
                raise ImportRefused(template, deepest=DEEPEST_XML)
    except DefusedXmlException as hostile:
        raise ImportRefused(
            gettext_noop("The XML declares a document type or entities, which are not read for safety.")
        ) from hostile
    except (ParseError, ValueError, LookupError) as broken:
        raise ImportRefused(
            gettext_noop("The file is no well-formed XML; save it once more and try again.")
        ) from broken
    if root is None:
        raise ImportRefused(gettext_noop("The file is empty."))
    return root


def local(element: Element) -> str:
    """An element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]
