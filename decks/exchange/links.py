"""Links and codes: those of the community toolbox, and this site's own deck codes."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import Final
from urllib.parse import parse_qs, urlsplit

from decks.exchange.drafting import Draft
from decks.exchange.foreign import toolbox_ids
from decks.exchange.imported import Imported, ImportRefused
from decks.exchange.names import Names, directory_of
from decks.exchange.text import guessed_faction
from decks.rules.code import DeckCodeError, decode
from decks.rules.deck_list import DeckList
from decks.rules.facts import Facts
from decks.rules.sentences import gettext_noop, say

LONGEST_LINK: Final = 8000
MOST_IDS: Final = 500

_CODE: Final = re.compile(r"E[0-9][A-Za-z0-9_-]{12,}")


def code_in(text: str) -> str:
    """The deck code that the text is, or that its one link carries; nothing if there is none."""
    joined = "".join(text.split())
    if _CODE.fullmatch(joined):
        return joined
    parts = re.split(r"[/?#&=]", link_in(text))
    return next((part for part in parts if _CODE.fullmatch(part)), "")


def link_in(text: str) -> str:
    """The one link in a text of one line; nothing if there is none or more."""
    line = text.strip()
    if len(line) > LONGEST_LINK or len(line.splitlines()) != 1:
        return ""
    links = [word for word in line.split() if word.startswith(("http://", "https://", "www.")) or "?" in word]
    return links[0] if len(links) == 1 else ""


def is_toolbox_link(text: str) -> bool:
    """Whether the text is a link that lists cards or squads by their ids."""
    return bool({"cards", "squads"} & set(_query(link_in(text))))


def read_toolbox_link(text: str, facts: Facts) -> Imported:
    """The deck of a link of the community toolbox, on whatever host; unknown ids are listed."""
    query = _query(link_in(text))
    draft = Draft(directory_of(facts), "toolbox")
    for line, field, put in ((1, "faction", draft.set_faction), (2, "deckname", draft.set_name)):
        if value := query.get(field, ""):
            put(line, f"{field}={value}", value)
    tables = toolbox_ids()
    numbers = {kind: _numbers(query.get(f"{kind}s", "")) for kind in ("squad", "card")}
    if not draft.faction:
        _guess(draft, [tables[kind].get(_id(word)) for kind, words in numbers.items() for word in words])
    line = 2
    for kind, words in numbers.items():
        for word, count in words.items():
            line += 1
            _take(draft, line, kind, word, count)
    return draft.finish()


def _query(link: str) -> dict[str, str]:
    try:
        parts = urlsplit(link)
        fields = parse_qs(parts.query or parts.fragment.partition("?")[2], max_num_fields=50)
    except ValueError:
        return {}
    return {name: values[0] for name, values in fields.items()}


def _numbers(value: str) -> Counter[str]:
    """The ids with their copies, in the order in which they first stand there."""
    words = [word for word in re.split(r"[,;\s]+", value) if word]
    if len(words) > MOST_IDS:
        template = gettext_noop("The link lists %(count)s ids; at most %(most)s can be read.")
        raise ImportRefused(template, count=len(words), most=MOST_IDS)
    return Counter(words)


def _id(word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 6 else 0


def _guess(draft: Draft, places: list[tuple[str, str] | None]) -> None:
    guess = draft.directory.guess_faction(partial(_owns, faction=place[0]) for place in places if place)
    if guess:
        draft.faction = guess.slug
        draft.notes.append(guessed_faction(guess, draft))


def _owns(names: Names, faction: str) -> bool:
    return names.faction.slug == faction


def _take(draft: Draft, line: int, kind: str, word: str, count: int) -> None:
    text = f"{kind}s={word}" + (f" ({count}×)" if count > 1 else "")
    faction, slug = toolbox_ids()[kind].get(_id(word), ("", ""))
    owner = draft.directory.factions.get(faction)
    entry = owner.entries.get((kind, slug)) if owner else None
    if owner is None or entry is None:
        draft.miss(line, text, say(gettext_noop("Nothing is known here by the toolbox id %(id)s."), id=word))
    elif faction != draft.faction:
        template = gettext_noop("“%(name)s” belongs to %(owners)s, not to %(faction)s.")
        own = draft.names.faction.name if draft.names else ""
        draft.miss(line, text, say(template, name=entry.name, owners=owner.faction.name, faction=own))
    else:
        draft.add(line, text, entry, count)


def read_code(code: str, facts: Facts) -> Imported:
    """The deck of a code; what this catalogue does not have is listed."""
    try:
        deck = decode(code, facts)
    except DeckCodeError as broken:
        if broken.deck is None:
            raise ImportRefused(broken.what.template, **broken.what.quoted) from broken
        deck = broken.deck
    return _checked(deck, facts)


def _checked(deck: DeckList, facts: Facts) -> Imported:
    """A code may name anything, so its entries go the way of all others."""
    draft = Draft(directory_of(facts), "code")
    draft.faction = deck.faction
    draft.set_format(1, f"format: {deck.format}", deck.format)
    if deck.name:
        draft.set_name(2, f"name: {deck.name}", deck.name)
    line = 2
    for kind, slug in (("banner", deck.banner), ("shrine", deck.shrine)):
        line += 1
        if slug:
            draft.take(line, f"{kind}: {slug}", slug, 1, (kind,))
        else:
            draft.choose_none(line, f"{kind}: ", kind)
    squads = [("squad", slug, 1) for slug in deck.squads]
    for kind, slug, count in (*squads, *(("card", slug, count) for slug, count in deck.cards.items())):
        line += 1
        draft.take(line, f"{kind}: {count}x {slug}", slug, count, (kind,))
    return draft.finish()
