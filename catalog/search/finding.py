"""Runs a search: which entries, in which order, with which facets, and what to suggest when there are none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from catalog.search.documents import Document, Value
from catalog.search.index import Index, on_any_face
from catalog.search.query import All, Query, QueryError, Word, parse
from catalog.search.words import words

#: Fields whose values are offered with counts beside the results.
FACETS: Final = ("type", "faction", "kind", "timing", "cost", "currency", "squad", "tag", "set")
SORTS: Final = ("relevance", "name", "cost", "copies", "endurance", "ini", "att", "def", "mov")


@dataclass(frozen=True)
class Found:
    """The answer to a search, or the problem with it."""

    text: str
    documents: list[Document]
    facets: dict[str, dict[Value, int]]
    problem: QueryError | None = None
    suggestions: tuple[str, ...] = ()

    @cached_property
    def total(self) -> int:
        """How many entries match."""
        return len(self.documents)


def find(index: Index, text: str, sort: str = "relevance") -> Found:
    """Search the index; never fails, but explains."""
    try:
        query = parse(text)
        matching = index.planes(query)
    except QueryError as bad:
        return Found(text, [], {}, problem=bad)
    facets = {field: index.count(matching, field) for field in FACETS}
    documents = [index.documents[position] for position in _ordered(index, on_any_face(matching), query, sort)]
    suggestions = () if documents else tuple(_respelled(index, text, query))
    return Found(text, documents, facets, suggestions=suggestions)


def _ordered(index: Index, entries: int, query: Query, sort: str) -> list[int]:
    positions = index.positions(entries)
    name, descending = sort.removeprefix("-"), sort.startswith("-")
    if name not in SORTS or name == "relevance":
        wanted = [word for part in _plain_words(query) for word in words(part)]
        return _by_name_match(index, positions, wanted) if wanted else positions
    if name == "name":
        return sorted(positions, key=lambda n: index.documents[n].name.casefold(), reverse=descending)
    keyed = [(key, n) for n in positions if (key := _number(index.documents[n], name)) is not None]
    without = [n for n in positions if _number(index.documents[n], name) is None]
    return [n for _, n in sorted(keyed, key=lambda pair: -pair[0] if descending else pair[0])] + without


def _by_name_match(index: Index, positions: list[int], wanted: list[str]) -> list[int]:
    """Entries of that very name first, then those with the words in their name, then the rest."""
    named = index.everything
    for word in wanted:
        named &= index.names.beginning(word)
    tier = dict.fromkeys(index.positions(named), 1)
    for n in tier:
        if words(index.documents[n].name) == wanted:
            tier[n] = 0
    return sorted(positions, key=lambda n: tier.get(n, 2))


def _number(document: Document, field: str) -> int | None:
    """The smallest number the entry shows for a field, if it shows any."""
    shown = [*document.values.get(field, ()), *(v for face in document.faces for v in face.values.get(field, ()))]
    return min((value for value in shown if isinstance(value, int)), default=None)


def _plain_words(query: Query) -> Iterable[str]:
    """The words a reader would call the subject of the search."""
    match query:
        case Word(text):
            yield text
        case All(parts):
            for part in parts:
                yield from _plain_words(part)


def _respelled(index: Index, text: str, query: Query) -> Iterable[str]:
    """The query with each unknown word replaced by one the catalogue knows."""
    for part in _plain_words(query):
        for word in words(part):
            if not index.vocabulary.beginning(word):
                for near in index.near_misses(word):
                    yield text.casefold().replace(part.casefold(), near)
