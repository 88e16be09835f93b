"""An index over a catalogue: sets of entries are kept as bits of whole numbers.

Bit n stands for entry n. A match is one such number for each face position ("plane"): bit n of plane k is set
when face k of entry n matches. So `timing:instant cost<=1` holds on one and the same half, and every step of a
search is a handful of bit operations, however large the catalogue is.
"""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce

from rapidfuzz import fuzz, process

from catalog.search.documents import Document, Value
from catalog.search.fields import BY_NAME, FIELDS, Field, Kind
from catalog.search.query import All, Any, Condition, Not, Query, QueryError, Word, gettext_noop
from catalog.search.terms import term
from catalog.search.words import phrase, words

Planes = tuple[int, ...]
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    ":": operator.eq, "=": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
#: A word this short matches only itself, not all words that begin with it.
SHORTEST_PREFIX = 2


class Index:
    """Answers queries over a fixed list of documents. `labels` gives values of a field a name for people."""

    def __init__(self, documents: Sequence[Document], labels: Mapping[tuple[str, Value], str] | None = None) -> None:
        self.documents = documents
        self.labels = labels or {}
        self.depth = max((len(document.faces) for document in documents), default=1)
        self.everything = (1 << len(documents)) - 1
        self.faces = self._face_planes()
        self.values = {field.name: self._value_planes(field) for field in FIELDS if field.kind is not Kind.WORDS}
        self.texts = [
            phrase(" ".join((d.name, d.text, *(f"{face.name} {face.text}" for face in d.faces)))) for d in documents
        ]
        self.face_names = [[phrase(face.name) for face in document.faces] for document in documents]
        self.face_texts = [[phrase(face.text) for face in document.faces] for document in documents]
        self.vocabulary = _Vocabulary(text.split() for text in self.texts)
        self.names = _Vocabulary(words(document.name) for document in documents)

    def matches(self, query: Query) -> int:
        """The entries that match, as bits."""
        return on_any_face(self.planes(query))

    def count(self, matching: Planes, field: str) -> dict[Value, int]:
        """How many entries would be left with each value of a field asked for as well, values without any left out."""
        counts = {value: on_any_face(map(operator.and_, planes, matching)).bit_count()
                  for value, planes in self.values[field].items()}  # fmt: skip
        return {value: count for value, count in counts.items() if count}

    def positions(self, entries: int) -> list[int]:
        """The positions of the entries, ascending."""
        return [position for position, bit in enumerate(bin(entries)[:1:-1]) if bit == "1"]

    def near_misses(self, word: str) -> list[str]:
        """Words of the catalogue that are spelled much like this one, best first."""
        found = process.extract(word, self.vocabulary.sorted, scorer=fuzz.ratio, limit=3, score_cutoff=70)
        return [near for near, _, _ in found]

    def planes(self, query: Query) -> Planes:
        """The faces that match."""
        match query:
            case Word(text, quoted):
                return self._on_entries(self._with_words(text, quoted))
            case Condition():
                return self._condition(query)
            case Not(part):
                return self._on_entries(self.everything & ~self.matches(part))
            case All(parts):
                return self._merge(operator.and_, parts, self.faces)
            case Any(parts):
                return self._merge(operator.or_, parts, (0,) * self.depth)

    def _merge(self, join: Callable[[int, int], int], parts: Iterable[Query], start: Planes) -> Planes:
        planes = start
        for part in parts:
            planes = tuple(map(join, planes, self.planes(part)))
        return planes

    def _on_entries(self, entries: int) -> Planes:
        """A condition on the whole entry holds on each of its faces."""
        return tuple(plane & entries for plane in self.faces)

    def _with_words(self, text: str, quoted: bool) -> int:
        wanted = words(text)
        entries = self.everything
        for word in wanted:
            entries &= self.vocabulary.exactly(word) if quoted else self.vocabulary.beginning(word)
        if len(wanted) > 1:
            whole = phrase(text) if quoted else phrase(text)[:-1]
            entries = _bits(n for n in self.positions(entries) if whole in self.texts[n])
        return entries

    def _condition(self, condition: Condition) -> Planes:
        field = self.field(condition.field)
        planes: Planes = (0,) * self.depth
        for value in condition.value.split(","):
            found = self._compared(field, condition.operator, value.strip())
            planes = tuple(map(operator.or_, planes, found))
        if condition.operator == "!=" and field.kind is not Kind.NUMBER:
            return self._on_entries(self.everything & ~on_any_face(planes))
        return planes

    def field(self, name: str) -> Field:
        """The field of that name or alias; a sentence with the nearest name if there is none."""
        if name in BY_NAME:
            return BY_NAME[name]
        near = process.extractOne(name, [field.name for field in FIELDS], score_cutoff=60)
        if near:
            raise QueryError(
                gettext_noop("There is no field “%(name)s”; did you mean %(near)s?"), name=name, near=near[0]
            )
        known = ", ".join(field.name for field in FIELDS)
        raise QueryError(gettext_noop("There is no field “%(name)s”; known are %(known)s."), name=name, known=known)

    def _compared(self, field: Field, sign: str, value: str) -> Planes:
        if field.kind is Kind.NUMBER:
            return self._number(field, sign, value)
        if sign not in {":", "=", "!="}:
            raise QueryError(
                gettext_noop("“%(name)s%(sign)s” compares numbers, but %(name)s has none; write %(example)s."),
                name=field.name,
                sign=sign,
                example=field.example,
            )
        if field.kind is Kind.WORDS:
            return self._worded(field, value)
        return self._chosen(field, value)

    def _number(self, field: Field, sign: str, value: str) -> Planes:
        by_value = self.values[field.name]
        if value.casefold() in {"x", "none", "-"} and sign in {":", "="}:
            return by_value.get("X" if value.casefold() == "x" else None, (0,) * self.depth)
        if not (value.isascii() and value.isdigit()):
            raise QueryError(
                gettext_noop("“%(typed)s” needs a whole number, x or none; write %(example)s."),
                typed=f"{field.name}{sign}{value}",
                example=field.example,
            )
        compare, wanted = _COMPARE[sign], int(value)
        fitting = (planes for known, planes in by_value.items() if isinstance(known, int) and compare(known, wanted))
        return reduce(lambda a, b: tuple(map(operator.or_, a, b)), fitting, (0,) * self.depth)

    def _chosen(self, field: Field, value: str) -> Planes:
        by_value = self.values[field.name]
        known = {"".join(words(str(key))): key for key in by_value}
        for (name, key), label in self.labels.items():
            if name == field.name:
                known.setdefault("".join(words(label)), key)
        wanted = "".join(words(value))
        if wanted in known:
            return by_value[known[wanted]]
        near = process.extractOne(wanted, list(known), scorer=fuzz.ratio, score_cutoff=60)
        if near:
            raise QueryError(
                gettext_noop("No %(name)s is called “%(value)s”; did you mean %(near)s?"),
                name=field.name,
                value=value,
                near=term(field.name, known[near[0]]),
            )
        raise QueryError(
            gettext_noop("No %(name)s is called “%(value)s”; an example that works is %(example)s."),
            name=field.name,
            value=value,
            example=field.example,
        )

    def _worded(self, field: Field, value: str) -> Planes:
        if field.name == "name":
            entries = self.everything
            for word in words(value):
                entries &= self.names.beginning(word)
            return self._on_entries(entries)
        wanted = phrase(value)[:-1]
        shown = self.face_names if field.name == "action" else self.face_texts
        found: list[list[int]] = [[] for _ in range(self.depth)]
        for n in self.positions(self._with_words(value, quoted=False)):
            for plane, text in enumerate(shown[n]):
                if wanted in text:
                    found[plane].append(n)
        return tuple(map(_bits, found))

    def _face_planes(self) -> Planes:
        return tuple(
            _bits(n for n, document in enumerate(self.documents) if len(document.faces) > plane)
            for plane in range(self.depth)
        )

    def _value_planes(self, field: Field) -> dict[Value, Planes]:
        places: dict[Value, list[list[int]]] = defaultdict(lambda: [[] for _ in range(self.depth)])
        for n, document in enumerate(self.documents):
            for plane, face in enumerate(document.faces):
                owner = face if field.on_face else document
                for value in owner.values.get(field.name, ()):
                    places[value][plane].append(n)
        return {value: tuple(map(_bits, planes)) for value, planes in places.items()}


def on_any_face(planes: Iterable[int]) -> int:
    """The entries of which at least one face matches, as bits."""
    return reduce(operator.or_, planes)


def _bits(positions: Iterable[int]) -> int:
    """The number with exactly these bits set."""
    flags = bytearray()
    for position in positions:
        byte = position >> 3
        if byte >= len(flags):
            flags.extend(bytes(byte + 1 - len(flags)))
        flags[byte] |= 1 << (position & 7)
    return int.from_bytes(flags, "little")


class _Vocabulary:
    """Which entries contain a word."""

    def __init__(self, texts: Iterable[Iterable[str]]) -> None:
        places: dict[str, list[int]] = defaultdict(list)
        for n, text in enumerate(texts):
            for word in set(text):
                places[word].append(n)
        self.entries = {word: _bits(numbers) for word, numbers in places.items()}
        self.sorted = sorted(self.entries)

    def exactly(self, word: str) -> int:
        return self.entries.get(word, 0)

    def beginning(self, prefix: str) -> int:
        if len(prefix) < SHORTEST_PREFIX:
            return self.exactly(prefix)
        found = 0
        for n in range(bisect_left(self.sorted, prefix), len(self.sorted)):
            if not self.sorted[n].startswith(prefix):
                break
            found |= self.entries[self.sorted[n]]
        return found
