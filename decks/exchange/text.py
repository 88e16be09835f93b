"""Reads a deck list as people write it: pasted text in any of the usual forms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from decks.exchange.drafting import NONE_CHOSEN, Draft, format_words
from decks.exchange.imported import Entry, Imported, ImportRefused
from decks.exchange.lines import (
    LONGEST_LINE,
    Counted,
    Field,
    Heading,
    Item,
    listed,
    read_line,
    split_slug,
    ways_to_count,
)
from decks.exchange.names import FactionGuess, Names, directory_of, key
from decks.rules.facts import Facts
from decks.rules.sentences import Sentence, gettext_noop, say

MOST_LINES: Final = 1000

#: Words beside a faction's and a format's name that change nothing: `Chapter deck (Duel)`.
_FILLERS: Final = {"", "deck", "army", "faction", "format", "decklist", "thedeck", "the"}


def read_text(text: str, facts: Facts) -> Imported:
    """The deck of a pasted list; a refusal if it is far too long to be one."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise ImportRefused(too_many_lines(), count=len(lines), most=MOST_LINES)
    return _Reading(lines, facts).whole()


def too_many_lines() -> str:
    """The sentence for a list that is longer than any deck."""
    return gettext_noop("This has %(count)s lines; a deck list with more than %(most)s cannot be read.")


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    form: Heading | Field | Item


class _Reading:
    def __init__(self, lines: list[str], facts: Facts) -> None:
        self.draft = Draft(directory_of(facts), "text")
        self.kinds: tuple[str, ...] = ()
        self.squad_headings: list[tuple[_Line, Entry]] = []
        self.lines = list(self._forms(lines))
        self.first = self.lines[0] if self.lines else None

    def whole(self) -> Imported:
        self._find_head()
        if not self.draft.faction:
            self._guess_faction()
        for line in self.lines:
            self._read(line)
        for line, squad in self.squad_headings:
            if squad.slug not in self.draft.squads:
                self.draft.add(line.number, line.text, squad, guess=True)
        return self.draft.finish()

    def _forms(self, lines: list[str]) -> Iterator[_Line]:
        for number, raw in enumerate(lines, 1):
            if len(raw.strip()) > LONGEST_LINE:
                reason = say(gettext_noop("This line is too long to be part of a deck list."))
                self.draft.miss(number, raw.strip(), reason)
            elif form := read_line(raw):
                yield _Line(number, raw.strip(), form)

    def _find_head(self) -> None:
        """Faction and format come first, for they decide what all other lines mean, wherever they stand."""
        rest = []
        for line in self.lines:
            form = line.form
            if isinstance(form, Field) and form.what in ("faction", "format"):
                self._head_field(line, form)
            elif faction_and_format := self._head_words(form):
                faction, format_ = faction_and_format
                if faction:
                    self.draft.set_faction(line.number, line.text, faction)
                if format_:
                    self.draft.set_format(line.number, line.text, format_)
            else:
                rest.append(line)
        self.lines = rest

    def _head_field(self, line: _Line, field: Field) -> None:
        name, slug = split_slug(field.value)
        if field.what == "faction":
            known = slug if slug in self.draft.directory.factions else name
            self.draft.set_faction(line.number, line.text, known)
        else:
            self.draft.set_format(line.number, line.text, name.partition("(")[0])

    def _head_words(self, form: Heading | Field | Item) -> tuple[str, str] | None:
        """The faction and format that a line like `Chapter, Duel` or `== Demon ==` names."""
        if isinstance(form, Field) or form.kinds:
            return None
        words = form.words if isinstance(form, Heading) else form.text
        written = key(words)
        for name, faction in (*self.draft.directory.faction_words(), ("", "")):
            if name and name not in written:
                continue
            rest = written.replace(name, "", 1)
            for word, format_ in (*format_words().items(), ("", "")):
                if (faction or format_) and word in rest and rest.replace(word, "", 1) in _FILLERS:
                    return faction, format_
        return None

    def _guess_faction(self) -> None:
        items = [line.form for line in self.lines if isinstance(line.form, Item)]
        ways = [[way for part in (item.text, *listed(item.text)) for way in ways_to_count(part)] for item in items]
        guess = self.draft.directory.guess_faction(partial(_fits, readings=readings) for readings in ways)
        if guess is None:
            return
        self.draft.faction = guess.slug
        self.draft.notes.append(guessed_faction(guess, self.draft))

    def _read(self, line: _Line) -> None:
        form = line.form
        if isinstance(form, Field):
            self._field(line, form)
        elif isinstance(form, Heading):
            self._heading(line, form)
        else:
            self._item(line, form)

    def _field(self, line: _Line, field: Field) -> None:
        if field.what == "name":
            self.draft.set_name(line.number, line.text, field.value)
        elif field.value == NONE_CHOSEN or (key(field.value) == "none" and not self._exact(field.value)):
            self.draft.choose_none(line.number, line.text, field.what)
        else:
            self._item(line, Item(field.value, (field.what,)))

    def _heading(self, line: _Line, heading: Heading) -> None:
        if heading.kinds:
            self.kinds = heading.kinds
        elif heading.words.casefold().startswith("for "):
            self.kinds = ("card",)
        elif entries := self._exact(heading.words):
            self._entry_heading(line, entries)
        elif not heading.comment:
            reason = say(gettext_noop("“%(words)s” is no heading of a deck list."), words=heading.words)
            self.draft.miss(line.number, line.text, reason)
        elif line is self.first:
            self.draft.set_name(line.number, line.text, heading.words)

    def _entry_heading(self, line: _Line, entries: list[Entry]) -> None:
        """A squad's name stands above its cards; any other name with a colon is just that name."""
        squads = [entry for entry in entries if entry.kind == "squad"]
        if len(squads) == 1:
            self.squad_headings.append((line, squads[0]))
            self.kinds = ("card",)
        else:
            self.draft.take(line.number, line.text, entries[0].name, kinds=self.kinds)

    def _item(self, line: _Line, item: Item) -> None:
        kinds = item.kinds or self.kinds
        if found := self._found(item.text, kinds):
            return self._take_found(line, item, *found)
        parts = listed(item.text)
        if any(self._found(part, kinds) for part in parts):
            for part in parts:
                self._item(replace(line, text=part), Item(part, item.kinds))
            return None
        way = next((way for way in ways_to_count(item.text) if way.name != item.text), Counted(1, item.text))
        return self.draft.take(line.number, line.text, way.name, way.count, kinds)

    def _take_found(self, line: _Line, item: Item, way: Counted, entries: list[Entry]) -> None:
        kinds = sorted(entry.kind for entry in entries)
        if kinds == ["card", "squad"]:
            # Squads usually come first, so the name means the squad until a card has been read.
            wanted = "card" if self.draft.cards else "squad"
            entry = next(entry for entry in entries if entry.kind == wanted)
            return self.draft.add(line.number, line.text, entry, way.count, guess=True)
        if len(entries) > 1:
            return self.draft.take(line.number, line.text, way.name, way.count, item.kinds or self.kinds)
        if kinds == ["squad"] and self.kinds == ("card",) and not item.kinds and _may_be_heading(item.text, way):
            self.squad_headings.append((line, entries[0]))
            return None
        return self.draft.add(line.number, line.text, entries[0], way.count, way.rough)

    def _found(self, text: str, kinds: tuple[str, ...]) -> tuple[Counted, list[Entry]] | None:
        return meant(self.draft.names, text, kinds) if self.draft.names else None

    def _exact(self, words: str) -> list[Entry]:
        return self.draft.names.exact(words) if self.draft.names else []


def meant(names: Names, text: str, kinds: tuple[str, ...]) -> tuple[Counted, list[Entry]] | None:
    """The first way to read a line that gives something the faction has."""
    for way in ways_to_count(text):
        if entries := _called(names, way.name, kinds):
            return way, entries
    return None


def guessed_faction(guess: FactionGuess, draft: Draft) -> Sentence:
    """Tell that the faction was not named, and how sure the guess is."""
    name = draft.directory.factions[guess.slug].faction.name
    if guess.sure:
        return say(gettext_noop("No faction is named; the names fit %(faction)s best."), faction=name)
    template = gettext_noop("No faction is named; the names fit %(faction)s and another faction equally well.")
    return say(template, faction=name)


def _called(names: Names, name: str, kinds: tuple[str, ...]) -> list[Entry]:
    """All that the name can mean; a slug behind it counts where the name before it is the right one."""
    plain, slug = split_slug(name)
    certain = [entry for entry in names.with_slug(slug) if key(plain) in (key(entry.name), key(entry.label))]
    return [entry for entry in certain if entry.kind in kinds] or certain or names.exact(name, kinds)


def _fits(names: Names, readings: list[Counted]) -> bool:
    return any(_called(names, way.name, ()) for way in readings)


def _may_be_heading(text: str, way: Counted) -> bool:
    return text.endswith((")", "]")) or (way.count == 1 and not text[:1].isdigit())
