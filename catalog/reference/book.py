"""The rules of one game system, put together from their files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from catalog.packs.schema import Record
from catalog.reference.entries import Address, Entry, EntryKind, Page, texts
from catalog.reference.linking import ANY_ID, Linker
from catalog.reference.schema import (
    Area,
    Clause,
    DecidedKind,
    Decision,
    DecisionsFile,
    GlossaryFile,
    QuestionsFile,
    RulingsFile,
    ScenariosFile,
    Term,
    WindowsFile,
)
from catalog.reference.searching import Index

#: The glossary's pages, from first to last letter. Fixed, so that addresses stay when terms are added.
GLOSSARY_PARTS = ("a-b", "c-d", "e-l", "m-r", "s-z")


@dataclass(frozen=True)
class Reference:
    """Everything the rules say, with the ways to find it."""

    areas: tuple[Area, ...]
    rulings: RulingsFile
    questions: QuestionsFile
    decisions: DecisionsFile
    scenarios: ScenariosFile
    windows: WindowsFile
    glossary: GlossaryFile

    @cached_property
    def topics(self) -> dict[str, list[Area]]:
        """The areas by topic, in reading order."""
        topics: dict[str, list[Area]] = {}
        for area in sorted(self.areas, key=lambda area: area.order):
            topics.setdefault(area.topic, []).append(area)
        return topics

    @cached_property
    def reading_order(self) -> list[Area]:
        """The areas as the table of contents lists them."""
        return [area for areas in self.topics.values() for area in areas]

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """All clauses by id."""
        return {clause.id: clause for area in self.reading_order for clause in area.clauses}

    @cached_property
    def letters(self) -> dict[str, list[Term]]:
        """The glossary from A to Z."""
        letters: dict[str, list[Term]] = {}
        for term in sorted(self.glossary.terms, key=lambda term: term.term.casefold()):
            letters.setdefault(letter_of(term), []).append(term)
        return letters

    @cached_property
    def definitions(self) -> dict[str, str]:
        """What the terms mean, by slug."""
        return {term.slug: term.definition for term in self.glossary.terms}

    @cached_property
    def decided(self) -> dict[tuple[str, str], list[Decision]]:
        """The decisions by kind and key of what they are about."""
        decided: dict[tuple[str, str], list[Decision]] = {}
        for decision in self.decisions.decisions:
            decided.setdefault((decision.kind, decision.about), []).append(decision)
        return decided

    def decisions_on(self, kind: DecidedKind | str, faction: str, slug: str) -> list[Decision]:
        """What was decided on a card, squad, Banner, Shrine or token of a faction."""
        return self.decided.get((kind, f"{faction}/{slug}"), [])

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Everything that has an id, by id."""
        return {entry.id: entry for entry, _ in self._cited_records}

    @cached_property
    def cited_by(self) -> dict[str, list[Entry]]:
        """The entries that mention an id."""
        citing: dict[str, dict[str, Entry]] = defaultdict(dict)
        for entry, record in self._cited_records:
            for _, text in texts(record):
                for name in ANY_ID.findall(text):
                    if name != entry.id:
                        citing[name][entry.id] = entry
        return {name: list(entries.values()) for name, entries in citing.items()}

    @cached_property
    def linker(self) -> Linker:
        """Finds ids and terms in texts."""
        return Linker(self.entries.values(), self.glossary.terms)

    @cached_property
    def index(self) -> Index:
        """Finds entries by words."""
        return Index(self.entries.values())

    def search(self, words: str) -> list[Entry]:
        """Entries in which every word occurs, best first."""
        return self.index.search(words)

    def address(self, id: str) -> Address:
        """Page and anchor of a rule id or of a term's slug; KeyError where there is none."""
        return self.entries[id].address

    @cached_property
    def _cited_records(self) -> list[tuple[Entry, Record]]:
        return list(self._records())

    def _records(self) -> Iterator[tuple[Entry, Record]]:
        yield from self._area_records()
        for group in self.rulings.groups:
            for ruling in group.rulings:
                place = Address(Page.RULINGS, group.slug, ruling.id)
                entry = Entry(ruling.id, EntryKind.RULING, ruling.title, group.title, ruling.text, place)
                yield entry, ruling
        titles = {topic.slug: topic.title for topic in self.questions.topics}
        for question in self.questions.questions:
            place = Address(Page.QUESTIONS, question.topic, question.id)
            words = f"{question.question} {question.ruling} {question.why}"
            topic = titles.get(question.topic, question.topic)
            yield Entry(question.id, EntryKind.QUESTION, question.title, topic, words, place), question
        for scenes in self.scenarios.groups:
            for scenario in scenes.scenarios:
                place = Address(Page.EXAMPLES, scenes.slug, scenario.id)
                words = " ".join(scenario.steps)
                entry = Entry(scenario.id, EntryKind.SCENARIO, scenario.title, scenes.title, words, place)
                yield entry, scenario
        for window in self.windows.windows:
            place = Address(Page.TIMING, "", window.id)
            yield Entry(window.id, EntryKind.WINDOW, window.title, "", window.text, place), window
        yield from self._term_records()

    def _area_records(self) -> Iterator[tuple[Entry, Record]]:
        for area in self.reading_order:
            place = Address(Page.AREA, area.slug, "")
            yield Entry(f"DF-{area.area}", EntryKind.AREA, area.title, area.topic, area.summary, place), area
            for clause in area.clauses:
                place = Address(Page.AREA, area.slug, clause.id)
                yield Entry(clause.id, EntryKind.CLAUSE, "", area.title, clause.text, place), clause

    def _term_records(self) -> Iterator[tuple[Entry, Record]]:
        for letter, terms in self.letters.items():
            for term in terms:
                place = Address(Page.GLOSSARY, part_of(letter), term.slug)
                names = ", ".join(name for name in (*term.aliases, term.de, term.pl) if name)
                words = f"{term.definition} ({names})" if names else term.definition
                yield Entry(term.slug, EntryKind.TERM, term.term, "", words, place), term


def letter_of(term: Term) -> str:
    """The letter a term is filed under, in lower case; digits and signs come before a."""
    first = term.term[0].lower()
    return first if first.isascii() and first.isalpha() else "0"


def part_of(letter: str) -> str:
    """The page of the glossary that a letter stands on."""
    return next(part for part in GLOSSARY_PARTS if letter <= part[-1])
