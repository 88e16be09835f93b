"""Prints the rules as Markdown, for developers to read beside the code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap

from catalog.reference.book import Reference
from catalog.reference.entries import Entry, EntryKind, Page
from catalog.reference.linking import ANY_ID
from catalog.reference.schema import (
    Area,
    Clause,
    DecidedKind,
    Decision,
    Kind,
    PlayMode,
    Question,
    Ruling,
    Scenario,
    Source,
    Term,
)

WIDTH = 110
#: The file that each kind of page is printed in.
FILES = {
    Page.AREA: "ledger.md",
    Page.RULINGS: "rulings.md",
    Page.QUESTIONS: "questions.md",
    Page.EXAMPLES: "scenarios.md",
    Page.TIMING: "windows.md",
    Page.GLOSSARY: "glossary.md",
}
KINDS = {
    Kind.RULE: "rule",
    Kind.CHOICE: "choice",
    Kind.PROHIBITION: "prohibition",
    Kind.DEFINITION: "definition",
    Kind.COURTESY: "table courtesy",
}
MODES = {
    PlayMode.DUEL: "two players",
    PlayMode.MULTIPLAYER: "multiplayer",
    PlayMode.FREE_FOR_ALL: "free for all",
    PlayMode.TEAMS: "teams",
}
SOURCES = {Source.BOOK: "from the rulebook", Source.DERIVED: "our own"}
WINDOWS = "The windows"
_BRACKETED = re.compile(r"(?<!\\)\[([\w-]+)\](?!\()")
_MARKS = re.compile(r"([*_|<>\[\]`])")
#: What would begin a list or a heading where a line is broken before it.
_BLOCK_START = re.compile(r"^(\s*)(?:([-+#]+)|(\d+)([.)]))(?=\s|$)")


#: The decisions on cards stand beside the folder of the rules.
DECISIONS = "../rulings.md"
DECIDED_ON = {
    DecidedKind.CARD: "card",
    DecidedKind.SQUAD: "Squad card",
    DecidedKind.BANNER: "Banner",
    DecidedKind.SHRINE: "Shrine",
    DecidedKind.TOKEN: "token",
}


def printed_book(book: Reference, source: str) -> dict[str, str]:
    """All files by name. `source` says where the texts come from and stands on top of each file."""
    printer = _Printer(book)
    parts = {
        Page.AREA: printer.ledger(),
        Page.RULINGS: printer.rulings(),
        Page.QUESTIONS: printer.questions(),
        Page.EXAMPLES: printer.scenarios(),
        Page.TIMING: printer.windows(),
        Page.GLOSSARY: printer.glossary(),
    }
    head = f"<!-- Written by `manage.py rules_book` from {source}; change the texts there. -->"
    files = {}
    for page, blocks in parts.items():
        text = "\n\n".join([head, *blocks])
        files[FILES[page]] = f"{text}\n\n{printer.link_targets(text)}\n"
    return files


def printed_decisions(book: Reference, source: str, names: Mapping[tuple[str, str], str]) -> str:
    """The decisions on cards. `names` gives the printed name of each kind and key, and of each faction."""
    printer = _Printer(book)
    head = f"<!-- Written by `manage.py rules_book` from {source}/decisions.yaml; change the texts there. -->"
    text = "\n\n".join([head, *printer.decisions(names)])
    return f"{text}\n\n{printer.link_targets(text, 'rules/')}\n"


class _Printer:
    """Turns each part of the rules into blocks of Markdown.

    Ids stand in square brackets, and the end of the file says where they lead, so that the files read well
    in an editor, too. A clause, ruling or window is linked by the heading it stands under.
    """

    def __init__(self, book: Reference) -> None:
        self.book = book

    def ledger(self) -> Iterator[str]:
        areas = self.book.reading_order
        yield "# The rules, clause by clause"
        yield _wrapped(
            f"{len(self.book.clauses)} clauses in {len(areas)} areas. Code and tests name a rule by its id. "
            "A clause is a rule, a choice a player has, a prohibition, a definition or a table courtesy "
            "(something people at a table do and software need not). *Follows* marks a clause that is not "
            "printed in so many words but follows from others; p9 is page 9 of the English "
            "rulebook. Beside them there are [rulings](rulings.md), [open questions](questions.md), "
            "[scenarios](scenarios.md), [timing windows](windows.md) and a [glossary](glossary.md)."
        )
        for topic, chapters in self.book.topics.items():
            links = ", ".join(f"[{area.title}](#{_anchor(_area_heading(area))})" for area in chapters)
            yield _wrapped(f"- **{topic}**: {links}", "  ")
        for area in areas:
            yield f"## {_area_heading(area)}"
            yield _wrapped(_linked(area.summary))
            yield from map(self._clause, area.clauses)

    def _clause(self, clause: Clause) -> str:
        notes = [KINDS[clause.kind], *(MODES[mode] for mode in clause.modes)]
        notes += ["follows"] if clause.derived else []
        see = f" See {_links(clause.see)}." if clause.see else ""
        note = f"*({', '.join(notes)}; {clause.page})*"
        return _wrapped(f"- **{clause.id}** {_linked(clause.text)} {note}{see}", "  ")

    def rulings(self) -> Iterator[str]:
        yield "# Rulings"
        yield _wrapped(
            "How words on the cards are understood, and what happens when cards meet. A switch is a setting "
            "of the rules engine by which a table may decide otherwise."
        )
        for group in self.book.rulings.groups:
            yield f"## {group.title}"
            yield from map(self._ruling, group.rulings)

    def _ruling(self, ruling: Ruling) -> str:
        text = f"- **{ruling.id}** *{ruling.title}.* {_linked(ruling.text)}{_switches(ruling.flag)}"
        return _wrapped(text, "  ")

    def questions(self) -> Iterator[str]:
        yield "# Open questions"
        yield _wrapped("What the rulebook leaves open, what is played here, and why.")
        for topic in self.book.questions.topics:
            yield f"## {topic.title}"
            for question in self.book.questions.questions:
                if question.topic == topic.slug:
                    yield from self._question(question)

    def _question(self, question: Question) -> Iterator[str]:
        yield f"### {_titled(question)}"
        yield _wrapped(_linked(question.question))
        yield _wrapped(f"**Ruling:** {_linked(question.ruling)}")
        yield _wrapped(f"**Why:** {_linked(question.why)}{_switches(question.flag)}")
        citing = [entry for entry in self.book.cited_by.get(question.id, []) if not entry.is_term]
        if citing:
            yield _wrapped(f"Cited by {_links(entry.id for entry in citing)}.")

    def decisions(self, names: Mapping[tuple[str, str], str]) -> Iterator[str]:
        yield "# What we decided on cards"
        yield _wrapped(
            "Where the text of a card, Squad, Banner, Shrine or token turned out open or ambiguous in play: the "
            "question, what is played here, and why. The page of the card shows the same. General rulings are in "
            "[rules/rulings.md](rules/rulings.md), open points of the rulebook in "
            "[rules/questions.md](rules/questions.md)."
        )
        for faction in dict.fromkeys(sorted(decision.faction for decision in self.book.decisions.decisions)):
            yield f"## {names['faction', faction]}"
            for (kind, key), decided in sorted(self.book.decided.items(), key=lambda item: names[item[0]]):
                if key.startswith(f"{faction}/"):
                    yield f"### {names[kind, key]} ({DECIDED_ON[DecidedKind(kind)]})"
                    for decision in decided:
                        yield from self._decision(decision)

    def _decision(self, decision: Decision) -> Iterator[str]:
        half = f"*{decision.half.capitalize()} half.* " if decision.half else ""
        yield _wrapped(f"{half}{_linked(decision.question)}")
        yield _wrapped(f"**Decision:** {_linked(decision.decision)}")
        yield _wrapped(f"**Why:** {_linked(decision.reason)}")

    def scenarios(self) -> Iterator[str]:
        yield "# Scenarios"
        yield _wrapped("Worked examples with every number and place; tests name them by id.")
        yield "## How places are written"
        yield "\n".join(_wrapped(f"- {_linked(text)}", "  ") for text in self.book.scenarios.geometry)
        for group in self.book.scenarios.groups:
            yield f"## {group.title}"
            for scenario in group.scenarios:
                yield from self._scenario(scenario)

    def _scenario(self, scenario: Scenario) -> Iterator[str]:
        yield f"### {_titled(scenario)}"
        shows = f" Shows {_links(scenario.clauses)}." if scenario.clauses else ""
        yield _wrapped(f"*{SOURCES[scenario.source].capitalize()}.*{shows}")
        yield _steps(scenario.steps)

    def windows(self) -> Iterator[str]:
        yield "# Timing"
        yield _wrapped(
            "How everything runs, and the windows: the moments at which the players who can may use halves "
            "of cards, Banner options or tokens."
        )
        for course in self.book.windows.courses:
            yield f"## {course.title}"
            yield _steps(course.steps)
        yield f"## {WINDOWS}"
        for window in self.book.windows.windows:
            yield _wrapped(f"- **{window.id}** *{window.title}.* {_linked(window.text)}", "  ")

    def glossary(self) -> Iterator[str]:
        yield "# Glossary"
        yield _wrapped("The words of the game, with their names in the German and Polish editions.")
        for letter, terms in self.book.letters.items():
            yield f"## {letter.upper()}"
            yield from map(self._term, terms)

    def _term(self, term: Term) -> str:
        names = "; ".join(f"{code} *{name}*" for code, name in (("DE", term.de), ("PL", term.pl)) if name)
        also = f" Also: {', '.join(term.aliases)}." if term.aliases else ""
        see = f" See {_links(term.see)}." if term.see else ""
        name = f"**{term.term}**" + (f" ({names})" if names else "")
        return _wrapped(f"- {name}: {_linked(term.definition)}{also}{see}", "  ")

    def link_targets(self, text: str, folder: str = "") -> str:
        """Say where each id in square brackets leads, seen from beside that folder of the rules."""
        wanted = sorted({id for id in _BRACKETED.findall(text) if id in self.book.entries})
        return "\n".join(f"[{id}]: {folder}{self._target(self.book.entries[id])}" for id in wanted)

    def _target(self, entry: Entry) -> str:
        if entry.kind is EntryKind.CLAUSE:
            area = next(area for area in self.book.areas if area.slug == entry.address.part)
            heading = _area_heading(area)
        elif entry.kind in {EntryKind.QUESTION, EntryKind.SCENARIO}:
            heading = f"{entry.id} {entry.title}"
        elif entry.kind is EntryKind.WINDOW:
            heading = WINDOWS
        elif entry.kind is EntryKind.TERM:
            heading = entry.title[0]
        else:
            heading = entry.context
        return f"{FILES[entry.address.page]}#{_anchor(heading)}"


def _area_heading(area: Area) -> str:
    return f"{area.title} (DF-{area.area})"


def _titled(record: Question | Scenario) -> str:
    return f"{record.id} {record.title}"


def _anchor(heading: str) -> str:
    """The anchor that Markdown readers give to a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _linked(text: str) -> str:
    # A colon after the brackets could make the line a link target.
    return ANY_ID.sub(r"[\g<0>]", _MARKS.sub(r"\\\1", text)).replace("]:", "]\\:")


def _links(ids: Iterable[str]) -> str:
    return ", ".join(f"[{id}]" for id in ids)


def _steps(steps: Iterable[str]) -> str:
    return "\n".join(_wrapped(f"{number}. {_linked(step)}", "   ") for number, step in enumerate(steps, 1))


def _switches(flags: list[str]) -> str:
    return f" *Switch:* {', '.join(f'`{flag}`' for flag in flags)}." if flags else ""


def _wrapped(text: str, indent: str = "") -> str:
    lines = wrap(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines[:1], *(_BLOCK_START.sub(_escaped, line) for line in lines[1:])])


def _escaped(start: re.Match[str]) -> str:
    space, sign, number, dot = start.groups()
    return f"{space}\\{sign}" if sign else f"{space}{number}\\{dot}"
