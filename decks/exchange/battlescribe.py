"""Reads BattleScribe rosters: .ros is XML, .rosz is a zip of one .ros."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final
from xml.etree.ElementTree import Element

from decks.exchange.drafting import Draft
from decks.exchange.foreign import battlescribe_names
from decks.exchange.imported import Entry, Imported, ImportRefused
from decks.exchange.limits import local, parse_xml, unpack
from decks.exchange.lines import section_called
from decks.exchange.names import Names, directory_of, key
from decks.exchange.text import MOST_LINES, guessed_faction, too_many_lines
from decks.rules.facts import Facts
from decks.rules.sentences import gettext_noop, say


def read_rosz(data: bytes, facts: Facts) -> Imported:
    """The deck of a packed roster."""
    return read_members(unpack(data), facts)


def read_members(members: dict[str, bytes], facts: Facts) -> Imported:
    """The deck of the one roster among the files of an archive."""
    rosters = [content for name, content in members.items() if name.casefold().endswith(".ros")]
    if len(rosters) != 1:
        template = gettext_noop("The archive holds %(count)s rosters (.ros); one was expected.")
        raise ImportRefused(template, count=len(rosters))
    return read_ros(rosters[0], facts)


def read_ros(data: bytes, facts: Facts) -> Imported:
    """The deck of a roster; every selection that means nothing here is listed."""
    root = parse_xml(data)
    if local(root) != "roster":
        raise ImportRefused(gettext_noop("The XML is no BattleScribe roster: it does not begin with <roster>."))
    return _Reading(root, facts).whole()


class _Reading:
    """Selections are numbered as they stand in the roster."""

    def __init__(self, roster: Element, facts: Facts) -> None:
        self.roster = roster
        self.draft = Draft(directory_of(facts), "battlescribe")
        self.selections = list(_named(roster, "selection"))
        if len(self.selections) > MOST_LINES:
            raise ImportRefused(too_many_lines(), count=len(self.selections), most=MOST_LINES)

    def whole(self) -> Imported:
        draft = self.draft
        if name := self.roster.get("name", "").strip():
            draft.set_name(0, f"roster: {name}", name)
        for force in _named(self.roster, "force"):
            catalogue = force.get("catalogueName", "").strip()
            if catalogue:
                draft.set_faction(0, f"force: {catalogue}", self._faction(catalogue))
        if not draft.faction:
            self._guess()
        for line, selection in enumerate(self.selections, 1):
            self._take(line, selection.get("name", "").strip(), selection.get("number", "1").strip())
        return draft.finish()

    def _faction(self, catalogue: str) -> str:
        """A catalogue may be called by more words than its faction: `Edge - Chapter`."""
        written = key(catalogue)
        inside = [slug for name, slug in self.draft.directory.faction_words() if name in written]
        return inside[0] if len(set(inside)) == 1 else catalogue

    def _guess(self) -> None:
        names = [selection.get("name", "") for selection in self.selections]
        guess = self.draft.directory.guess_faction(partial(_has, name=name) for name in names)
        if guess:
            self.draft.faction = guess.slug
            self.draft.notes.append(guessed_faction(guess, self.draft))

    def _take(self, line: int, name: str, number: str) -> None:
        text = f"{number} {name}"
        entry = _entry(self.draft.names, name) if self.draft.names else None
        if entry is None and section_called(name):
            return None
        if not number.isascii() or not number.isdigit() or len(number) > 6:
            reason = say(gettext_noop("“%(number)s” is no whole number of copies."), number=number[:_SHOWN])
            return self.draft.miss(line, text, reason, (entry,) if entry else ())
        if entry:
            return self.draft.add(line, text, entry, int(number))
        return self.draft.take(line, text, name, int(number))


_SHOWN: Final = 40


def _named(root: Element, name: str) -> Iterator[Element]:
    return (element for element in root.iter() if local(element) == name)


def _entry(names: Names, name: str) -> Entry | None:
    """What a selection means by the tool's own names, which misspell some of the catalogue's."""
    for kind, table in battlescribe_names().items():
        faction, slug = table.get(key(name), ("", ""))
        if faction == names.faction.slug and (entry := names.entries.get((kind, slug))):
            return entry
    return None


def _has(names: Names, name: str) -> bool:
    return _entry(names, name) is not None or bool(names.exact(name))
