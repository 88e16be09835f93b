"""Reads the files of the rules and checks that they agree with each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

from catalog.packs import PackError, PackProblem, read_file
from catalog.packs.schema import Record
from catalog.reference.book import Reference
from catalog.reference.entries import texts
from catalog.reference.linking import ANY_ID
from catalog.reference.schema import (
    Area,
    DecisionsFile,
    GlossaryFile,
    QuestionsFile,
    RulingsFile,
    ScenariosFile,
    WindowsFile,
)

DATA = Path(__file__).resolve().parent.parent / "data"

Content = TypeVar("Content", bound=Record)
#: A record with the file it stands in and its name there.
Named = tuple[str, str, Record]


@cache
def reference(system: str) -> Reference:
    """The rules of a game system, read once; KeyError where the system has none."""
    folder = DATA / system / "rules"
    if system not in {path.name for path in DATA.iterdir()} or not folder.is_dir():
        raise KeyError(system)
    return read_reference(folder)


def read_reference(folder: Path) -> Reference:
    """Read a folder of rules; a PackError names everything that is wrong in it."""
    problems: list[PackProblem] = []

    def read(file: Path, content: type[Content]) -> Content | None:
        try:
            return read_file(file, content)
        except PackError as broken:
            problems.extend(broken.problems)
            return None

    areas = {file.name: read(file, Area) for file in sorted((folder / "areas").glob("*.yaml"))}
    rulings = read(folder / "rulings.yaml", RulingsFile)
    questions = read(folder / "questions.yaml", QuestionsFile)
    decisions = read(folder / "decisions.yaml", DecisionsFile)
    scenarios = read(folder / "scenarios.yaml", ScenariosFile)
    windows = read(folder / "windows.yaml", WindowsFile)
    glossary = read(folder / "glossary.yaml", GlossaryFile)
    known_areas = {name: area for name, area in areas.items() if area}
    if problems or not (rulings and questions and decisions and scenarios and windows and glossary):
        raise PackError(problems)
    book = Reference(tuple(known_areas.values()), rulings, questions, decisions, scenarios, windows, glossary)
    problems += _inconsistencies(list(_named(known_areas, book)), book)
    if problems:
        raise PackError(problems)
    return book


def _named(areas: dict[str, Area], book: Reference) -> Iterator[Named]:
    for file, area in areas.items():
        yield file, f"area {area.area}", area
        for clause in area.clauses:
            yield file, f"clause {clause.id}", clause
    for group in book.rulings.groups:
        for ruling in group.rulings:
            yield "rulings.yaml", f"ruling {ruling.id}", ruling
    for question in book.questions.questions:
        yield "questions.yaml", f"question {question.id}", question
    for number, decision in enumerate(book.decisions.decisions, 1):
        yield "decisions.yaml", f"decision no. {number} on {decision.about}", decision
    for scenes in book.scenarios.groups:
        for scenario in scenes.scenarios:
            yield "scenarios.yaml", f"scenario {scenario.id}", scenario
    for course in book.windows.courses:
        yield "windows.yaml", f"course {course.title}", course
    for window in book.windows.windows:
        yield "windows.yaml", f"window {window.id}", window
    for term in book.glossary.terms:
        yield "glossary.yaml", f"term {term.slug}", term


def _inconsistencies(records: list[Named], book: Reference) -> Iterator[PackProblem]:
    """Check what only all files together can show: names used twice, and names of things not there."""
    counts = Counter(name for _, name, _ in records)
    for file, name in dict.fromkeys((file, name) for file, name, _ in records):
        if counts[name] > 1:
            yield PackProblem(file, name, "id", f"used {counts[name]} times, expected once")
    for file, name, record in records:
        for field, text in texts(record):
            yield from _unknown_ids(file, name, field, text, book)
    yield from _misplaced(book)


def _unknown_ids(file: str, name: str, field: str, text: str, book: Reference) -> Iterator[PackProblem]:
    mentioned = [text] if field.startswith(("see.", "clauses.")) else ANY_ID.findall(text)
    for wanted in mentioned:
        if wanted not in book.entries:
            yield PackProblem(file, name, field, f"expected the id of a rule, got {wanted!r}")


def _misplaced(book: Reference) -> Iterator[PackProblem]:
    for area in book.areas:
        for clause in area.clauses:
            if not clause.id.startswith(f"DF-{area.area}-"):
                message = f"expected an id beginning with DF-{area.area}-"
                yield PackProblem(f"{area.slug}.yaml", f"clause {clause.id}", "id", message)
    topics = {topic.slug for topic in book.questions.topics}
    for question in book.questions.questions:
        if question.topic not in topics:
            message = f"expected one of {', '.join(sorted(topics))}, got {question.topic!r}"
            yield PackProblem("questions.yaml", f"question {question.id}", "topic", message)
    owners = Counter(name for term in book.glossary.terms for name in {term.term, *term.aliases})
    for term in book.glossary.terms:
        for name in sorted({term.term, *term.aliases}):
            if owners[name] > 1:
                message = f"{name!r} is used by {owners[name]} terms, expected one"
                yield PackProblem("glossary.yaml", f"term {term.slug}", "aliases", message)
