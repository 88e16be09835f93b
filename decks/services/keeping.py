"""What all deeds share: finding the deck, refusing what cannot be, and storing the change with its history."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from catalog.models import Faction
from decks.facts import facts_of
from decks.models import LONGEST_NAME, LONGEST_NOTES, Content, Deck, DeckVersion
from decks.refusals import (
    NameMissing,
    NameTooLong,
    NoSuchDeck,
    NotesTooLong,
    NotYours,
    StaleDeck,
    TooManyCopies,
    Unknown,
)
from decks.rules.formats import FORMATS
from decks.visitors import Visitor

log = logging.getLogger("decks")

#: Copies beyond this are a slip of the pen; fewer may be illegal, which the problems of the deck tell.
MOST_COPIES = 99
KEPT_VERSIONS = 300
#: Old versions go in batches of this size, not with every click.
THINNED_EVERY = 20
#: Deeds of typing: what follows shortly after the same deed is one change.
TYPING = {"rename", "write_notes"}
TYPING_PAUSE = timedelta(minutes=10)
CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def deck_to_read(visitor: Visitor, key: str) -> Deck:
    """The deck with the key, if the visitor may know of it."""
    deck = Deck.objects.visible_to(visitor).select_related("faction__system", "owner").filter(key=key).first()
    if deck is None:
        raise NoSuchDeck(key)
    return deck


def deck_to_change(visitor: Visitor, key: str, version: int | None) -> Deck:
    """The visitor's deck, locked until the transaction ends; `None` stands for whatever version it has."""
    locked = Deck.objects.select_for_update(of=("self",))
    deck = locked.owned_by(visitor).select_related("faction__system", "owner").filter(key=key).first()
    if deck is None:
        raise NotYours(deck_to_read(visitor, key).name)
    if version is not None and deck.version != version:
        raise StaleDeck(deck, version)
    return deck


def keep(deck: Deck, deed: str, parts: Mapping[str, Any]) -> Deck:
    """Store new parts of the content as the deck's next version; what changes nothing is no version."""
    return keep_known(deck, deed, checked(deck.faction, _other(deck, parts)))


def keep_known(deck: Deck, deed: str, parts: Mapping[str, Any]) -> Deck:
    """Store parts that a deck has had before, even where the catalogue has retired some of them since."""
    parts = _other(deck, parts)
    if not parts:
        return deck
    last = deck.versions.first()
    before = last.number if last else None
    if last and deed in TYPING and last.deed == deed and last.made > timezone.now() - TYPING_PAUSE:
        before = last.before
        last.delete()
    deck.take(parts)
    return store(deck, deed, before=before)


def _other(deck: Deck, parts: Mapping[str, Any]) -> dict[str, Any]:
    return {part: value for part, value in parts.items() if getattr(deck, part) != value}


def store(deck: Deck, deed: str, before: int | None = None, after: int | None = None) -> Deck:
    """Write the content that the deck has now as its next version."""
    step(deck, list(Content.__annotations__))
    DeckVersion.objects.create(
        deck=deck, number=deck.version, deed=deed, content=deck.content, before=before, after=after, made=deck.changed
    )
    if deck.version % THINNED_EVERY == 0:
        _thin(deck)
    log.info("deck %s: %s, now version %d", deck.key, deed, deck.version)
    return deck


def step(deck: Deck, fields: list[str]) -> None:
    """Save the fields and raise the version, unless somebody else did so first."""
    seen = deck.version
    deck.version, deck.changed = seen + 1, timezone.now()
    values = {field: getattr(deck, field) for field in [*fields, "version", "changed"]}
    # The lock holds others back; the condition stands guard where a database knows no locks.
    if not Deck.objects.filter(pk=deck.pk, version=seen).update(**values):
        deck.refresh_from_db()
        raise StaleDeck(deck, seen)


def _thin(deck: Deck) -> None:
    oldest = deck.versions.values_list("number", flat=True)[KEPT_VERSIONS - 1 : KEPT_VERSIONS].first()
    if oldest is not None:
        deck.versions.filter(number__lt=oldest).delete()


def checked(faction: Faction, parts: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a deck's content, tidied up; what names nothing or does not fit is refused."""
    checks: dict[str, Callable[[Any], Any]] = {
        "name": _name,
        "format": lambda slug: _one_of("format", slug, FORMATS),
        "squads": lambda squads: _copies(faction, "squad", squads),
        "cards": lambda cards: _copies(faction, "card", cards),
        "banner": lambda slug: _one_of("banner", slug, {"": "", **_own(faction).banners}),
        "shrine": lambda slug: _one_of("shrine", slug, {"": "", **_own(faction).shrines}),
        "notes": _notes,
    }
    return {part: checks[part](value) for part, value in parts.items()}


def _own(faction: Faction) -> Any:
    return facts_of(faction.system).factions[faction.slug]


def line(text: str) -> str:
    """Text on one line, without characters that no database or page wants."""
    return " ".join(CONTROL.sub(" ", _whole(text)).split())


def paragraphs(text: str) -> str:
    """Text of many lines, without characters that no database or page wants."""
    return _whole(text).replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").strip()


def _whole(text: str) -> str:
    """Text without halves of characters, which cannot be written as bytes."""
    return text.encode("utf-8", "ignore").decode("utf-8")


def _name(name: str) -> str:
    name = line(name)
    if not name:
        raise NameMissing
    if len(name) > LONGEST_NAME:
        raise NameTooLong(len(name), LONGEST_NAME)
    return name


def _notes(text: str) -> str:
    text = paragraphs(text)
    if len(text) > LONGEST_NOTES:
        raise NotesTooLong(len(text), LONGEST_NOTES)
    return text


def _one_of(kind: str, slug: str, known: Mapping[str, Any]) -> str:
    if slug not in known:
        raise Unknown(kind, slug, ", ".join(filter(None, known)))
    return slug


def _copies(faction: Faction, kind: str, copies: Mapping[str, int]) -> dict[str, int]:
    """Another faction's cards are a problem of the deck, not a slip of the pen: whoever imports them keeps them."""
    factions = facts_of(faction.system).factions.values()
    for slug, number in copies.items():
        known = next((each for each in factions if slug in (each.squads if kind == "squad" else each.cards)), None)
        if known is None:
            raise Unknown(kind, slug)
        if not 0 <= number <= MOST_COPIES:
            raise TooManyCopies(slug, number, MOST_COPIES)
    return {slug: number for slug, number in copies.items() if number}
