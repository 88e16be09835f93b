"""Finds rule ids and words of the game in a text, so that pages can link them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from catalog.reference.entries import Entry
from catalog.reference.schema import Term

#: Whatever looks like the id of a clause, ruling, question, scenario or window.
ANY_ID = re.compile(r"(?<![\w-])(?:DF-[A-Z]+-\d\d|Q-\d\d|SC-\d\d|[RW](?:-[A-Z][A-Z0-9]*)+)(?![\w-])")

Piece = tuple[str, Entry | None]


class Linker:
    """Cuts texts into plain pieces and pieces that name an entry."""

    def __init__(self, entries: Iterable[Entry], terms: Iterable[Term]) -> None:
        by_id = {entry.id: entry for entry in entries}
        self._targets = {entry.id: entry for entry in by_id.values() if not entry.is_term}
        for term in terms:
            for name in (term.term, *term.aliases):
                self._targets.setdefault(name, by_id[term.slug])
        names = sorted(self._targets, key=len, reverse=True)
        choices = "|".join(re.escape(name) for name in names)
        self._pattern = re.compile(rf"(?<![\w-])(?:{choices})(?![\w-])") if names else re.compile(r"(?!)")

    def pieces(self, text: str, linked: set[str] | None = None) -> Iterator[Piece]:
        """Yield the text piece by piece; ids are always linked, a term only where it first occurs.

        `linked` holds the slugs of terms that need no link any more and is added to.
        """
        linked = set() if linked is None else linked
        done = 0
        for match in self._pattern.finditer(text):
            entry = self._targets[match.group()]
            if entry.is_term:
                if entry.id in linked:
                    continue
                linked.add(entry.id)
            if match.start() > done:
                yield text[done : match.start()], None
            yield match.group(), entry
            done = match.end()
        if done < len(text):
            yield text[done:], None
