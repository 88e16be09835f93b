"""Which of many decks are legal today.

Nothing is stored: the verdict on a version of a deck is remembered in the process for as long as the facts it was
found with live, and worked out anew after every change of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from weakref import WeakKeyDictionary

from catalog.models import GameSystem
from decks.facts import facts_of
from decks.models import Deck, DeckQuerySet
from decks.rules.facts import Facts
from decks.rules.problems import problems

#: How many decks one search looks at; whoever finds fewer hits than hoped for narrows the search.
MOST_LOOKED_AT = 5_000
#: How many decks are read at a time.
BATCH = 500
MOST_REMEMBERED = 100_000

_verdicts: WeakKeyDictionary[Facts, dict[tuple[str, int], bool]] = WeakKeyDictionary()


@dataclass(frozen=True)
class LegalDecks:
    """Primary keys of legal decks in the order of the search. Not `complete`: there were more decks to look at."""

    pks: list[int]
    complete: bool


class _Candidate(NamedTuple):
    pk: int
    key: str
    version: int
    system: int


def legal_among(decks: DeckQuerySet, most: int = MOST_LOOKED_AT) -> LegalDecks:
    """The legal ones among the decks of a search, as far as one search looks."""
    columns = ("pk", "key", "version", "faction__system_id")
    candidates = [_Candidate(*row) for row in decks.values_list(*columns)[: most + 1]]
    looked_at = candidates[:most]
    systems = GameSystem.objects.all() if looked_at else []
    legal: set[int] = set()
    for system in systems:
        legal |= _legal(system, [each for each in looked_at if each.system == system.pk])
    return LegalDecks([each.pk for each in looked_at if each.pk in legal], complete=len(candidates) <= most)


def problem_counts(decks: Iterable[Deck]) -> dict[str, int]:
    """How many problems each deck has, by key; 0 means legal. For the rows of one page."""
    return {deck.key: len(deck.problems()) for deck in decks}


def _legal(system: GameSystem, candidates: Sequence[_Candidate]) -> set[int]:
    if not candidates:
        return set()
    facts = facts_of(system)
    verdicts = _verdicts.setdefault(facts, {})
    if len(verdicts) > MOST_REMEMBERED:
        verdicts.clear()
    unknown = [each.pk for each in candidates if (each.key, each.version) not in verdicts]
    for start in range(0, len(unknown), BATCH):
        verdicts.update(_judged(unknown[start : start + BATCH], facts))
    return {each.pk for each in candidates if verdicts.get((each.key, each.version), False)}


def _judged(pks: Sequence[int], facts: Facts) -> Mapping[tuple[str, int], bool]:
    decks = Deck.objects.filter(pk__in=pks).select_related("faction__system").defer("notes")
    return {(deck.key, deck.version): not problems(deck.list, facts) for deck in decks}
