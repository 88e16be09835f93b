"""Full-text search over the rules: every word must occur, ids and titles count most."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from rapidfuzz import fuzz, process

from catalog.reference.entries import Entry, EntryKind

MOST_WORDS = 12
ALIKE = 75
_WORD = re.compile(r"\w+(?:[-']\w+)*")
_KIND_ORDER = {kind: place for place, kind in enumerate(EntryKind)}


@cache
def _plain(letter: str) -> str:
    """The letter in lower case and without its accent; always one letter for one letter."""
    return unicodedata.normalize("NFKD", letter.lower())[0].replace("ł", "l")


def fold(text: str) -> str:
    """Make texts comparable that differ in case or accents; keeps the length, so places stay the same."""
    return "".join(map(_plain, text)) if not text.isascii() else text.lower()


def query_words(query: str) -> list[str]:
    """The words of a query, folded, each once; a very long query is cut off."""
    return list(dict.fromkeys(_WORD.findall(fold(query))))[:MOST_WORDS]


def word_start(word: str) -> re.Pattern[str]:
    """A pattern that finds the word, or longer words that begin with it, in a folded text."""
    return re.compile(rf"(?<!\w){re.escape(word)}")


@dataclass(frozen=True)
class _Indexed:
    entry: Entry
    id: str
    title: str
    context: str
    text: str

    def score(self, word: str, start: re.Pattern[str]) -> int:
        """How well a word fits; 0 where it does not occur."""
        if word == self.id:
            return 1000
        if start.search(self.id):
            return 60
        if start.search(self.title):
            return 50 if word in _WORD.findall(self.title) else 40
        if start.search(self.text):
            return 10 if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", self.text) else 6
        return 3 if start.search(self.context) else 0


class Index:
    """All entries, ready to be searched."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = [
            _Indexed(entry, fold(entry.id), fold(entry.title), fold(entry.context), fold(entry.text))
            for entry in entries
        ]
        self._vocabulary = sorted(
            {
                word
                for entry in self._entries
                for text in (entry.title, entry.text)
                for word in _WORD.findall(text)
                if len(word) > 2
            }
        )

    def search(self, query: str) -> list[Entry]:
        """Entries in which every word of the query occurs, best first."""
        words = [(word, word_start(word)) for word in query_words(query)]
        if not words:
            return []
        found = []
        for place, entry in enumerate(self._entries):
            scores = [entry.score(word, start) for word, start in words]
            if all(scores):
                found.append((-sum(scores), _KIND_ORDER[entry.entry.kind], place, entry.entry))
        return [entry for *_, entry in sorted(found, key=lambda item: item[:3])]

    def near_misses(self, query: str, limit: int = 4) -> list[str]:
        """Queries like this one that do find something."""
        words = query_words(query)
        if not words:
            return []
        candidates = [" ".join(self._nearest(word) for word in words)]
        candidates += [title for title, *_ in self._alike_titles(query, limit)]
        candidates += [word for word in map(self._nearest, words) if len(word) > 2]
        by_words = {tuple(query_words(text)): text for text in reversed(candidates)}
        by_words.pop(tuple(words), None)
        return [text for text in reversed(by_words.values()) if self.search(text)][:limit]

    def near_ids(self, wanted: str, limit: int = 3) -> list[str]:
        """Ids that look like this one."""
        ids = [entry.entry.id for entry in self._entries]
        alike = process.extract(wanted.upper(), ids, scorer=fuzz.ratio, limit=limit, score_cutoff=ALIKE)
        return [name for name, *_ in alike]

    def _nearest(self, word: str) -> str:
        start = word_start(word)
        if any(start.search(entry.text) or start.search(entry.title) for entry in self._entries):
            return word
        best = process.extractOne(word, self._vocabulary, scorer=fuzz.ratio, score_cutoff=ALIKE)
        return best[0] if best else word

    def _alike_titles(self, query: str, limit: int) -> list[tuple[str, float, int]]:
        titles = sorted({entry.entry.title for entry in self._entries if entry.entry.title})
        return process.extract(query, titles, scorer=fuzz.QRatio, processor=fold, limit=limit, score_cutoff=ALIKE)


def excerpt(text: str, query: str, length: int = 280) -> str:
    """Cut a long text to the part where the first word of the query occurs."""
    if len(text) <= length:
        return text
    folded = fold(text)
    hits = [hit.start() for word in query_words(query) if (hit := word_start(word).search(folded))]
    start = max(0, min(hits, default=0) - length // 3)
    start = text.rfind(" ", 0, start) + 1
    end = start + length
    if end >= len(text):
        return f"… {text[start:]}" if start else text
    return ("… " if start else "") + text[start : text.rfind(" ", start, end)] + " …"


def highlighted(text: str, query: str) -> list[tuple[str, bool]]:
    """Cut a text into pieces and say of each whether it is a word of the query."""
    words = sorted(query_words(query), key=len, reverse=True)
    if not words:
        return [(text, False)]
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})")
    pieces, done = [], 0
    for hit in pattern.finditer(fold(text)):
        pieces += [(text[done : hit.start()], False), (text[hit.start() : hit.end()], True)]
        done = hit.end()
    return [(piece, marked) for piece, marked in [*pieces, (text[done:], False)] if piece]
