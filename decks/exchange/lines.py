"""The forms a line of a pasted deck list may have: headings, fields, comments, and names with a count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from decks.exchange.names import LONGEST_NAME, key

#: A longer line is no line of a deck list, and is not worth the time of looking at it closely.
LONGEST_LINE: Final = 1000
MOST_PARTS: Final = 40

ALL_PIECES: Final = ("banner", "shrine")

#: What the entries under a heading are, by the words people write there.
_SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("squad", "squads", "army", "armylist", "force", "unit", "units"), ("squad",)),
    **dict.fromkeys(("card", "cards", "deck", "decklist", "actiondeck", "action", "actions", "actioncards"), ("card",)),
    **dict.fromkeys(("instant", "instants", "enhancement", "enhancements", "enhancementcards"), ("card",)),
    **dict.fromkeys(("deployment", "deploymentcards", "evolve", "evolvecards", "maindeck"), ("card",)),
    **dict.fromkeys(("anysquad", "anycards", "general", "common", "other", "others"), ("card",)),
    **dict.fromkeys(("banner", "banners"), ("banner",)),
    **dict.fromkeys(("shrine", "shrines"), ("shrine",)),
    **dict.fromkeys(("bannerandshrine", "bannershrine", "shrineandbanner", "shrinebanner"), ALL_PIECES),
}
_FIELDS: Final = {
    **dict.fromkeys(("deck", "deckname", "name", "title"), "name"),
    **dict.fromkeys(("faction", "race"), "faction"),
    **dict.fromkeys(("format", "mode", "size"), "format"),
    "banner": "banner",
    "shrine": "shrine",
}

_BULLET: Final = re.compile(r"(?:[-*+•·–—‣▪◦>]+\s+|[•·‣▪◦]+\s*|\[[ xX]?\]\s+|[0-9]{1,3}[.)]\s+)+")
_FIELD: Final = re.compile(r"([^:=]{1,20}?)\s*[:=]\s*(.+)")
_OPENING: Final = re.compile(r"#{1,6}|={1,9}|-{2,9}|\*\*|__|\[|<")
_CLOSING: Final = {"[": "]", "<": ">"}
_SIZE_BEHIND: Final = re.compile(r"[(\[ ]\s?[0-9]{1,4}(?:\s?/\s?[0-9]{1,4})?(?:\s[a-z]{1,9})?\s?[)\]]?$", re.I)
_SIZE_BEFORE: Final = re.compile(r"^[0-9]{1,4}(?:\s?/\s?[0-9]{1,4})?\s")
_REMARK: Final = re.compile(r"\s+(?://|#|<!--).*$")
_EXPLANATION: Final = re.compile(r"\s*[(\[{].*$|\s+[-–—:]\s+.*$")
_SLUG: Final = re.compile(r"(.*?)\s*\[([a-z0-9]+(?:-[a-z0-9]+)*)\]")
_COUNTS: Final = (
    re.compile(r"(?P<count>[0-9]{1,6})\s*(?:[x×*]\s*|\s)(?P<name>.*[^\W_].*)", re.I),
    re.compile(r"[x×]\s*(?P<count>[0-9]{1,6})\s+(?P<name>.+)", re.I),
    re.compile(r"[(\[][x×]?\s*(?P<count>[0-9]{1,6})\s*[x×]?[)\]]\s*(?P<name>.+)", re.I),
    re.compile(r"(?P<name>.+?)\s*[(\[][x×]?\s*(?P<count>[0-9]{1,6})\s*[x×]?[)\]]", re.I),
    re.compile(r"(?P<name>.+?)(?:\s+|\s*(?=[×*]))[x×*]\s*(?P<count>[0-9]{1,6})", re.I),
    re.compile(r"(?P<name>.+?)\s+(?P<count>[0-9]{1,6})\s*[x×]", re.I),
    re.compile(r"(?P<name>.+?)\s*[:;,=–—-]\s*(?P<count>[0-9]{1,6})"),
    re.compile(r"(?P<count>[0-9]{1,6})\s*[:;,=–—-]\s*(?P<name>.+)"),
    re.compile(r"(?P<name>.+?)\s+(?P<count>[0-9]{1,6})"),
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that says what follows: `kinds` of entries, or a word that is no known section."""

    words: str
    kinds: tuple[str, ...] = ()
    comment: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A line like `Faction: Demon`; `what` is name, faction, format, banner or shrine."""

    what: str
    value: str


@dataclass(frozen=True, slots=True)
class Item:
    """A line that is no heading and no field; `kinds` is set where the line itself says what it lists."""

    text: str
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """One way to read an item: how many of what; `rough` if words were left out to read it so."""

    count: int
    name: str
    rough: bool = False


def section_called(words: str) -> tuple[str, ...]:
    """The kinds of entries that a heading of these words stands above."""
    return _SECTIONS.get(key(words), ())


def read_line(line: str) -> Heading | Field | Item | None:
    """Say what form the line has; nothing where it is blank, a rule or a comment."""
    text = " ".join(line.split())
    if not any(char.isalnum() for char in text) or text.startswith(("//", ";", "<!--")):
        return None
    if bullet := _BULLET.match(text):
        text = text[bullet.end() :]
    return _field(text.lstrip("# ")) or _heading(text) or Item(text)


def _field(text: str) -> Field | Heading | Item | None:
    """`Deck: name` and the like, or a section with its size or all its entries on one line."""
    match = _FIELD.fullmatch(text)
    if match is None:
        return None
    what, value = _FIELDS.get(key(match[1])), match[2]
    if what:
        return Field(what, value)
    kinds = section_called(_without_size(match[1]))
    if not kinds:
        return None
    return Item(value, kinds) if any(char.isalpha() for char in value) else Heading(match[1], kinds)


def _heading(text: str) -> Heading | None:
    opening = _OPENING.match(text)
    closing = _CLOSING.get(text[0], text[0]) if opening else ""
    inner = text.rstrip(": ")
    closed = bool(closing) and inner.endswith(closing)
    words = inner[opening.end() if opening else 0 :].rstrip(closing if closed else None).strip(": ")
    bare = _without_size(words)
    kinds = section_called(words) or section_called(bare)
    if kinds:
        return Heading(words, kinds)
    if text.startswith("#"):
        return Heading(bare, comment=True)
    if text.endswith(":") or closed:
        return Heading(bare)
    return None


def _without_size(words: str) -> str:
    """A heading's words without the number that says how many entries follow."""
    return _SIZE_BEFORE.sub("", _SIZE_BEHIND.sub("", words)).strip() or words


def ways_to_count(text: str) -> Iterator[Counted]:
    """How the line can be read as a name with a count, likeliest first."""
    yield Counted(1, text)
    if len(text) > LONGEST_NAME:
        return
    yield from _counts(text)
    plain = _REMARK.sub("", text)
    if plain != text:
        yield Counted(1, plain)
        yield from _counts(plain)
    for way in list(_counts(plain)) or [Counted(1, plain)]:
        shorter = _EXPLANATION.sub("", way.name)
        if shorter and shorter != way.name:
            yield Counted(way.count, shorter, rough=True)


def _counts(text: str) -> Iterator[Counted]:
    for pattern in _COUNTS:
        if match := pattern.fullmatch(text):
            yield Counted(int(match["count"]), match["name"].strip())


def with_slug(name: str, slug: str) -> str:
    """A name made certain for whoever reads it back."""
    return f"{name} [{slug}]"


def split_slug(name: str) -> tuple[str, str]:
    """Part a name like `Abyssal Empress [abyssal-empress]` from the slug that makes it certain."""
    match = _SLUG.fullmatch(name)
    return (match[1], match[2]) if match else (name, "")


def listed(text: str) -> list[str]:
    """The parts of a line that lists several things with commas or semicolons between them, if it is one."""
    parts = [part for part in (part.strip() for part in re.split(r"[,;]", text)) if part]
    return parts if 1 < len(parts) <= MOST_PARTS else []
