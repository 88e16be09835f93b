"""Finds what a written name means: exactly, nearly, or which names come close."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from catalog.search.words import fold
from decks.exchange.imported import Entry
from decks.rules.facts import CardFacts, FactionFacts, Facts

#: Names longer than this are nobody's; comparing them would only cost time.
LONGEST_NAME: Final = 200
LONGEST_KEY: Final = 80
KINDS: Final = ("squad", "card", "banner", "shrine")
ALIKE: Final = 65
SUGGESTIONS: Final = 3
_RETIRED: Final = 10


@lru_cache(maxsize=5000)
def key(name: str) -> str:
    """A name as it is compared: no case, accents, spaces or punctuation; nothing of a text too long for a name."""
    if len(name) > LONGEST_NAME:
        return ""
    return "".join(char for char in fold(name) if char.isalnum())


def both_halves(card: CardFacts) -> str:
    """A card as the table calls it: upper / lower."""
    return f"{card.upper} / {card.name}" if card.upper else card.name


class Names:
    """Everything of one faction under every name it goes by.

    Each name has a rank: what is called so (0), what is also called so (1), a card by its upper half alone (2).
    """

    def __init__(self, faction: FactionFacts) -> None:
        self.faction = faction
        self.entries: dict[tuple[str, str], Entry] = {}
        self._ranks: dict[str, dict[Entry, int]] = {}
        for squad in faction.squads.values():
            self._add("squad", squad.slug, squad.name, squad.name, retired=squad.retired)
        for slug, name in faction.banners.items():
            self._add("banner", slug, name, name)
        for slug, name in faction.shrines.items():
            self._add("shrine", slug, name, name)
        for card in faction.cards.values():
            entry = self._add("card", card.slug, card.name, both_halves(card), retired=card.retired)
            later = _RETIRED * card.retired
            for name in (f"{card.upper} {card.lower}", f"{card.lower} {card.upper}", card.lower, entry.label):
                self._call(entry, name, 1 + later)
            self._call(entry, card.upper, 2 + later)
        self._near = [name for name, ranks in self._ranks.items() if min(ranks.values()) % _RETIRED < 2]

    def _add(self, kind: str, slug: str, name: str, label: str, retired: bool = False) -> Entry:
        entry = self.entries[kind, slug] = Entry(kind, slug, name, label, self.faction.slug)
        later = _RETIRED * retired
        self._call(entry, name, later)
        self._call(entry, slug, 1 + later)
        return entry

    def _call(self, entry: Entry, name: str, rank: int) -> None:
        if written := key(name):
            ranks = self._ranks.setdefault(written, {})
            ranks[entry] = min(rank, ranks.get(entry, rank))

    def with_slug(self, slug: str, kinds: tuple[str, ...] = ()) -> list[Entry]:
        """All of the kinds wanted, or of any kind, that have this slug."""
        found = (self.entries.get((kind, slug)) for kind in kinds or KINDS)
        return [entry for entry in found if entry]

    def exact(self, name: str, kinds: tuple[str, ...] = ()) -> list[Entry]:
        """All that the name can mean; where it can mean several things, those of the kinds wanted."""
        return self._called(key(name), kinds)

    def near(self, name: str, kinds: tuple[str, ...] = ()) -> Entry | None:
        """The one thing whose name is at most a slip of the pen away, if nothing else is nearly as close."""
        written = key(name)
        allowed = 0 if len(written) < 5 else 1 if len(written) < 9 else 2
        if not allowed or len(written) > LONGEST_KEY:
            return None
        hits = process.extract(written, self._near, scorer=OSA.distance, score_cutoff=allowed + 1, limit=None)
        if not hits or hits[0][1] > allowed:
            return None
        best = hits[0][1]
        close = {entry for hit, distance, _ in hits if distance <= best + 1 for entry in self._called(hit, kinds)}
        return close.pop() if len(close) == 1 else None

    def suggestions(self, name: str, kinds: tuple[str, ...] = ()) -> tuple[Entry, ...]:
        """What may have been meant, likeliest first."""
        written = key(name)
        if not written or len(written) > LONGEST_KEY:
            return ()
        hits = process.extract(written, self._near, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=3 * SUGGESTIONS)
        found = [entry for hit, _, _ in hits for entry in self._called(hit, kinds)]
        return tuple(dict.fromkeys(found))[:SUGGESTIONS]

    def _called(self, written: str, kinds: tuple[str, ...]) -> list[Entry]:
        ranks = self._ranks.get(written, {})
        best = min(ranks.values(), default=0)
        entries = [entry for entry, rank in ranks.items() if rank == best]
        return [entry for entry in entries if entry.kind in kinds] or entries


@dataclass(frozen=True, slots=True)
class FactionGuess:
    """The faction that fits most of the names; `sure` if no other fits as many."""

    slug: str
    sure: bool


class Directory:
    """The names of all factions of a game system."""

    def __init__(self, facts: Facts) -> None:
        self.factions = {slug: Names(faction) for slug, faction in facts.factions.items()}
        self._keys: dict[str, list[str]] = {}
        for slug, names in self.factions.items():
            for written in {key(names.faction.name), key(slug)}:
                self._keys.setdefault(written, []).append(slug)

    def faction_called(self, name: str) -> str:
        """The slug of the faction of this name, or nothing if none or more than one has it."""
        if name in self.factions:
            return name
        found = self._keys.get(key(name), [])
        return found[0] if len(found) == 1 else ""

    def faction_words(self) -> Iterator[tuple[str, str]]:
        """How each faction is written, with its slug."""
        return ((written, slugs[0]) for written, slugs in self._keys.items() if len(slugs) == 1)

    def guess_faction(self, lines: Iterable[Callable[[Names], bool]]) -> FactionGuess | None:
        """Which faction most of the lines fit; each line says whether it fits the names of one."""
        fits: Counter[str] = Counter()
        for line in lines:
            fits.update(slug for slug, names in self.factions.items() if line(names))
        if not fits:
            return None
        (best, most), *others = sorted(fits.items(), key=lambda fit: (-fit[1], fit[0]))
        return FactionGuess(best, sure=not others or others[0][1] < most)

    def owners(self, name: str, besides: str) -> list[str]:
        """The names of the other factions that have something of this name."""
        return [names.faction.name for slug, names in self.factions.items() if slug != besides and names.exact(name)]


_directories: WeakKeyDictionary[Facts, Directory] = WeakKeyDictionary()


def directory_of(facts: Facts) -> Directory:
    """The directory of these facts, made once for as long as they live."""
    directory = _directories.get(facts)
    if directory is None:
        directory = _directories[facts] = Directory(facts)
    return directory
