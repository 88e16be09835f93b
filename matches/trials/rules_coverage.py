"""Which clauses and scenarios of the rules have a test: tests name them beside their `def`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from catalog.reference import reference
from catalog.reference.schema import Kind

#: Kinds of clause that must have a test.
MUST = {Kind.RULE, Kind.CHOICE, Kind.PROHIBITION}
_TEST = re.compile(r"^[ ]*def test_\w+\([^)]*\)(?: -> \w+)?:[^\n]*(?:\n[ ]+#[^\n]*)*$", re.MULTILINE)
_CITED = re.compile(r"(DF-[A-Z]+-\d\d|SC-\d\d)((?:\s*(?:,|to|and)\s*-\d\d)*)")
_MORE = re.compile(r"(,|to|and)\s*-(\d\d)")


@dataclass(frozen=True)
class Coverage:
    """The clauses and scenarios with and without a test."""

    covered: frozenset[str]
    missing: tuple[str, ...]
    optional: tuple[str, ...]
    scenarios: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether every rule, choice, prohibition and scenario has a test."""
        return not self.missing and not self.scenarios


def coverage_of(tests: Path, system: str = "dawnfall") -> Coverage:
    """Read the tests below a folder and compare them with the rules."""
    book = reference(system)
    cited = frozenset(found for file in sorted(tests.rglob("test_*.py")) for found in cited_ids(file.read_text()))
    without = [clause for clause in book.clauses.values() if clause.id not in cited]
    all_scenarios = [scenario.id for group in book.scenarios.groups for scenario in group.scenarios]
    return Coverage(
        covered=cited,
        missing=tuple(clause.id for clause in without if clause.kind in MUST),
        optional=tuple(clause.id for clause in without if clause.kind not in MUST),
        scenarios=tuple(scenario for scenario in all_scenarios if scenario not in cited),
    )


def heads_of_tests(source: str) -> list[str]:
    """Of each test in a file its `def` line with the comments beside and right below it."""
    return _TEST.findall(source)


def cited_ids(source: str) -> Iterator[str]:
    """The ids a test file names beside the `def` of its tests or right below: `DF-LOS-01 to -05, SC-44`."""
    for line in heads_of_tests(source):
        for first, more in _CITED.findall(line):
            yield first
            stem, number = first.rsplit("-", 1)
            for sign, other in _MORE.findall(more):
                start = int(number) + 1 if sign == "to" else int(other)
                yield from (f"{stem}-{n:02}" for n in range(start, int(other) + 1))
                number = other
