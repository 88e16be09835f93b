"""A deck in a line of text that any installation with the same catalogue can read.

`E1` (the version) is followed by bytes in the URL-safe base64 alphabet: format, faction, squads in their order, Banner,
Shrine, cards grouped by their number of copies, name, and at the end a CRC-32 of all before it, version included.
Squads, cards, Banners and Shrines are numbers made from their slugs (`number`), so nothing depends on the order of a
catalogue. What has no number of its own (unknown to the catalogue, or sharing its number) is written out.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from typing import Final
from zlib import crc32

from decks.rules.code_bytes import Reader, UnreadableError, Writer
from decks.rules.deck_list import DeckList
from decks.rules.facts import FactionFacts, Facts
from decks.rules.formats import FORMATS
from decks.rules.sentences import Sentence, count, gettext_noop, ngettext_lazy, say

VERSION: Final = 1
LONGEST: Final = 4000
WRITTEN_OUT: Final = 0

_SHAPE: Final = re.compile(r"E([0-9])([A-Za-z0-9_-]{12,})")
_UNKNOWN: Final = re.compile(r"#[0-9a-f]{4}")
_FORMATS: Final = ("", *FORMATS)
_SYSTEM: Final = "dawnfall"


class DeckCodeError(Exception):
    """A deck code that cannot be read.

    Where only some numbers are unknown to this catalogue, `deck` is the rest of the deck with each of them kept as
    `#` and four hexadecimal digits; encoding it gives the same numbers again.
    """

    def __init__(self, code: str, what: Sentence, deck: DeckList | None = None, unknown: tuple[str, ...] = ()) -> None:
        self.code = code
        self.what = what
        self.deck = deck
        self.unknown = unknown
        super().__init__(what.text())

    def sentence(self) -> str:
        """What is wrong with the code, in English."""
        return self.what.text()


@lru_cache(maxsize=20_000)
def number(system: str, faction: str, kind: str, slug: str) -> int:
    """The number of a catalogue entry in deck codes, 1 to 65535: the same for ever and everywhere."""
    name = "/".join((system, faction, kind, slug)).encode("utf-8", "replace")
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "big") % 0xFFFF + 1


def encode(deck: DeckList, facts: Facts) -> str:
    """The code of any deck, legal or not."""
    writer = Writer()
    faction = facts.factions.get(deck.faction)
    numbers = {kind: _numbers(faction, kind) for kind in ("squad", "card", "banner", "shrine")}

    def entry(kind: str, slug: str) -> None:
        known = numbers[kind].get(slug, WRITTEN_OUT)
        if not known and _UNKNOWN.fullmatch(slug):
            known = int(slug[1:], 16)
        writer.pair(known)
        if known == WRITTEN_OUT:
            writer.text(slug)

    _write_head(writer, deck)
    writer.number(len(deck.squads))
    for slug in deck.squads:
        entry("squad", slug)
    entry("banner", deck.banner)
    entry("shrine", deck.shrine)
    by_copies: dict[int, list[str]] = {}
    for slug in sorted(deck.cards):
        by_copies.setdefault(deck.cards[slug], []).append(slug)
    writer.number(len(by_copies))
    for copies in sorted(by_copies):
        writer.signed(copies)
        writer.number(len(by_copies[copies]))
        for slug in by_copies[copies]:
            entry("card", slug)
    writer.text(deck.name)
    return _seal(bytes(writer.data))


def decode(code: str, facts: Facts) -> DeckList:
    """The deck of a code; a DeckCodeError says what is wrong with one that cannot be read."""
    reader = Reader(_open(code))
    try:
        system, format_, slug = _read_head(reader)
        faction = facts.factions.get(slug)
        if faction is None or faction.system != system:
            raise _unknown_faction(code, slug, facts)
        deck, unknown = _read_deck(reader, DeckList(slug, format_, system=system), faction)
    except UnreadableError as cut:
        raise _damaged(code) from cut
    if unknown:
        raise DeckCodeError(code, _unknown_numbers(unknown, faction), deck, unknown)
    return deck


def _write_head(writer: Writer, deck: DeckList) -> None:
    format_ = _FORMATS.index(deck.format) if deck.format in _FORMATS else 0
    elsewhere = deck.system != _SYSTEM
    writer.number(format_ * 2 + elsewhere)
    if not format_:
        writer.text(deck.format)
    if elsewhere:
        writer.text(deck.system)
    writer.text(deck.faction)


def _read_head(reader: Reader) -> tuple[str, str, str]:
    format_, elsewhere = divmod(reader.number(), 2)
    if format_ >= len(_FORMATS):
        raise UnreadableError
    format_name = _FORMATS[format_] if format_ else reader.text()
    system = reader.text() if elsewhere else _SYSTEM
    return system, format_name, reader.text()


def _read_deck(reader: Reader, head: DeckList, faction: FactionFacts) -> tuple[DeckList, tuple[str, ...]]:
    unknown: list[str] = []
    slugs = {kind: _slugs(faction, kind) for kind in ("squad", "card", "banner", "shrine")}

    def entry(kind: str) -> str:
        known = reader.pair()
        if known == WRITTEN_OUT:
            return reader.text()
        slug = slugs[kind].get(known)
        if slug is None:
            slug = f"#{known:04x}"
            unknown.append(slug)
        return slug

    squads = tuple(reader.several(lambda: entry("squad")))
    banner, shrine = entry("banner"), entry("shrine")
    cards = _read_cards(reader, lambda: entry("card"))
    name = reader.text()
    reader.finish()
    deck = DeckList(head.faction, head.format, squads, cards, banner, shrine, name, head.system)
    return deck, tuple(dict.fromkeys(unknown))


def _read_cards(reader: Reader, entry: Callable[[], str]) -> dict[str, int]:
    cards: dict[str, int] = {}

    def group() -> None:
        copies = reader.signed()
        for slug in reader.several(entry):
            if slug in cards:
                raise UnreadableError
            cards[slug] = copies

    reader.several(group)
    return cards


def _numbers(faction: FactionFacts | None, kind: str) -> dict[str, int]:
    """The number of each entry of the faction that shares its number with no other."""
    return {slug: known for known, slug in _slugs(faction, kind).items()} if faction else {}


def _slugs(faction: FactionFacts, kind: str) -> dict[int, str]:
    """The entry that each number stands for; numbers that two entries share stand for neither."""
    found: dict[int, str] = {}
    shared: set[int] = set()
    for slug in faction.slugs(kind):
        known = number(faction.system, faction.slug, kind, slug)
        if known in found:
            shared.add(known)
        found[known] = slug
    return {known: slug for known, slug in found.items() if known not in shared}


def _seal(payload: bytes) -> str:
    checksum = crc32(f"E{VERSION}".encode() + payload).to_bytes(4, "big")
    return f"E{VERSION}" + urlsafe_b64encode(payload + checksum).rstrip(b"=").decode()


def _open(code: str) -> bytes:
    """The bytes of a code that is complete and undamaged."""
    text = "".join(code.split()) if len(code) <= LONGEST * 2 else code
    if len(text) > LONGEST:
        raise DeckCodeError(
            code,
            say(
                gettext_noop("This is %(length)s characters long; no deck code has more than %(longest)s."),
                length=len(text),
                longest=LONGEST,
            ),
        )
    shape = _SHAPE.fullmatch(text)
    if shape is None:
        template = gettext_noop(
            "This is no deck code: one begins with E%(version)s and goes on with plain letters, digits, - and _ only."
        )
        raise DeckCodeError(code, say(template, version=VERSION))
    if int(shape[1]) != VERSION:
        template = gettext_noop("This deck code is of version %(found)s; this site reads version %(version)s.")
        raise DeckCodeError(code, say(template, found=shape[1], version=VERSION))
    try:
        payload = urlsafe_b64decode(shape[2] + "=" * (-len(shape[2]) % 4))
    except ValueError as broken:
        raise _damaged(code) from broken
    if _seal(payload[:-4]) != text:
        raise _damaged(code)
    return payload[:-4]


def _damaged(code: str) -> DeckCodeError:
    return DeckCodeError(
        code, say(gettext_noop("This deck code is damaged or not complete; copy the whole of it once more."))
    )


def _unknown_faction(code: str, slug: str, facts: Facts) -> DeckCodeError:
    names = ", ".join(faction.name for faction in facts.factions.values())
    template = gettext_noop(
        "This deck code is of the faction “%(faction)s”, which is not in this catalogue; known here: %(known)s."
    )
    return DeckCodeError(code, say(template, faction=slug, known=names))


def _unknown_numbers(unknown: tuple[str, ...], faction: FactionFacts) -> Sentence:
    return count(
        ngettext_lazy(
            "This deck code names %(number)s entry that this catalogue of %(faction)s does not have: %(unknown)s.",
            "This deck code names %(number)s entries that this catalogue of %(faction)s does not have: %(unknown)s.",
        ),
        len(unknown),
        faction=faction.name,
        unknown=", ".join(unknown),
    )
