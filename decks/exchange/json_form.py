"""A deck as JSON: the project's own schema, read forgivingly where its meaning is plain."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NoReturn

from decks.exchange.drafting import Draft
from decks.exchange.imported import Imported, ImportRefused, clean_name
from decks.exchange.names import Names, directory_of
from decks.exchange.text import guessed_faction
from decks.rules.deck_list import DeckList
from decks.rules.facts import Facts
from decks.rules.sentences import Sentence, gettext_noop, say

SCHEMA: Final = "edge-table-deck"
VERSION: Final = 1
DEEPEST: Final = 10
MOST_ENTRIES: Final = 1000

_SHOWN: Final = 200
_KEYS: Final = ("schema", "version", "system", "name", "faction", "format", "banner", "shrine", "squads", "cards")


def write_json(deck: DeckList, facts: Facts) -> str:
    """The deck in the schema's present version, keys always in the same order."""
    content = {
        "schema": SCHEMA,
        "version": VERSION,
        "system": deck.system,
        "name": clean_name(deck.name),
        "faction": deck.faction,
        "format": deck.format,
        "banner": deck.banner,
        "shrine": deck.shrine,
        "squads": list(deck.squads),
        "cards": {slug: deck.cards[slug] for slug in sorted(deck.cards) if deck.cards[slug]},
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def read_json(text: str, facts: Facts) -> Imported:
    """The deck of a JSON object; entries of the wrong type or name are listed, a wrong whole is refused."""
    return _Reading(_loaded(text), facts).whole()


def _loaded(text: str) -> dict[str, Any]:
    if _depth(text) > DEEPEST:
        template = gettext_noop("The JSON is nested more than %(deepest)s deep; no deck is.")
        raise ImportRefused(template, deepest=DEEPEST)
    try:
        content = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_unique)
    except json.JSONDecodeError as broken:
        template = gettext_noop("The JSON cannot be read at line %(line)s, column %(column)s.")
        raise ImportRefused(template, line=broken.lineno, column=broken.colno) from broken
    except (ValueError, RecursionError) as broken:
        raise ImportRefused(gettext_noop("The JSON holds a number that is far too large.")) from broken
    if not isinstance(content, dict):
        raise ImportRefused(gettext_noop("The JSON is no deck: an object with faction, squads and cards was expected."))
    if not {"faction", "squads", "cards"} & set(content):
        raise ImportRefused(gettext_noop("The JSON is no deck: it has neither faction nor squads nor cards."))
    if len(content) > MOST_ENTRIES:
        raise ImportRefused(gettext_noop("The JSON is no deck: it has %(count)s fields."), count=len(content))
    version = content.get("version", VERSION)
    if version != VERSION:
        template = gettext_noop("This deck is of version %(found)s of the format; this site reads version %(version)s.")
        raise ImportRefused(template, found=_shown(version), version=VERSION)
    return content


def _depth(text: str) -> int:
    """How deep brackets are nested, those in strings counted too: looked at before anything recurses."""
    deepest = depth = 0
    in_string = escaped = False
    for char in text:
        if in_string:
            in_string = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            in_string = True
        elif char in "[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > DEEPEST:
                break
        elif char in "]}":
            depth -= 1
    return deepest


def _no_constant(constant: str) -> NoReturn:
    raise ImportRefused(gettext_noop("The JSON holds %(constant)s, which is no number of copies."), constant=constant)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for name, value in pairs:
        if name in content:
            raise ImportRefused(gettext_noop("The JSON has the key %(key)s twice in one object."), key=_shown(name))
        content[name] = value
    return content


def _shown(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)[:_SHOWN]
    except ValueError:  # a whole number with thousands of digits
        return "…"


class _Reading:
    """Entries are numbered as they come, for the lines of JSON are not those of a list."""

    def __init__(self, content: dict[str, Any], facts: Facts) -> None:
        self.content = content
        self.draft = Draft(directory_of(facts), "json")
        self.at = 0

    def whole(self) -> Imported:
        self._head("faction", self.draft.set_faction)
        self._head("format", self.draft.set_format)
        self._head("name", self.draft.set_name)
        entries = [*self._entries("squads", "squad"), *self._entries("cards", "card")]
        if not self.draft.faction:
            self._guess([name for _, _, name, _, _ in entries])
        for kind in ("banner", "shrine"):
            self._piece(kind)
        for number, text, name, count, kind in entries:
            self.draft.take(number, text, name, count, (kind,))
        for unknown in [field for field in self.content if field not in _KEYS]:
            reason = say(gettext_noop("A deck has no field %(field)s."), field=_shown(unknown))
            self._wrong(f"{_shown(unknown)}: {_shown(self.content[unknown])}", reason)
        return self.draft.finish()

    def _wrong(self, text: str, reason: Sentence) -> None:
        self.at += 1
        self.draft.miss(self.at, text, reason)

    def _head(self, field: str, put: Callable[[int, str, str], None]) -> None:
        value = self.content.get(field)
        if isinstance(value, dict):
            value = value.get("slug", value.get("name"))
        if value is None or value == "":
            return
        text = f"{field}: {_shown(value)}"
        if isinstance(value, str):
            self.at += 1
            put(self.at, text, value)
        else:
            self._wrong(text, say(gettext_noop("Expected text for %(field)s."), field=field))

    def _piece(self, kind: str) -> None:
        if self.content.get(kind) == "":
            self.at += 1
            self.draft.choose_none(self.at, f'{kind}: ""', kind)
        else:
            self._head(kind, partial(self.draft.take, kinds=(kind,)))

    def _guess(self, names: list[str]) -> None:
        guess = self.draft.directory.guess_faction(partial(_has, name=name) for name in names)
        if guess:
            self.draft.faction = guess.slug
            self.draft.notes.append(guessed_faction(guess, self.draft))

    def _entries(self, field: str, kind: str) -> Iterator[tuple[int, str, str, int, str]]:
        """Names with counts from `["leap", "leap"]`, `{"leap": 2}` or `[{"name": "Leap", "count": 2}]`."""
        value = self.content.get(field, [])
        if not isinstance(value, list | dict):
            return self._wrong(f"{field}: {_shown(value)}", say(_A_LIST, field=field))
        if len(value) > MOST_ENTRIES:
            template = gettext_noop("The JSON lists %(count)s %(field)s; at most %(most)s can be read.")
            raise ImportRefused(template, count=len(value), field=field, most=MOST_ENTRIES)
        pairs = value.items() if isinstance(value, dict) else map(_pair, value)
        for name, count in pairs:
            text = f"{field}: {_shown(name)}: {_shown(count)}"
            if not isinstance(name, str) or not name:
                self._wrong(text, say(gettext_noop("Expected a name.")))
            elif isinstance(count, bool) or not isinstance(count, int):
                self._wrong(text, say(gettext_noop("Expected a whole number of copies.")))
            else:
                self.at += 1
                yield self.at, text, name, count, kind
        return None


_A_LIST: Final = gettext_noop("Expected a list or an object for %(field)s.")


def _pair(item: object) -> tuple[object, object]:
    if not isinstance(item, dict):
        return item, 1
    name = item.get("slug") or item.get("id") or item.get("name") or item.get("card") or item.get("squad")
    return name if isinstance(name, str) else item, item.get("count", item.get("copies", 1))


def _has(names: Names, name: str) -> bool:
    return bool(names.with_slug(name) or names.exact(name))
