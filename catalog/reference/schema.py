"""What the files of the rules may say, as types."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from catalog.packs.schema import SLUG, Record, Slug, Text

AREA = re.compile(r"[A-Z]+")
KEY = re.compile(rf"{SLUG.pattern}/{SLUG.pattern}")
IDS = {
    "clause": (re.compile(r"DF-[A-Z]+-\d\d"), "DF-PUSH-01"),
    "ruling": (re.compile(r"R(-[A-Z][A-Z0-9]*)+"), "R-PRINTED"),
    "question": (re.compile(r"Q-\d\d"), "Q-01"),
    "scenario": (re.compile(r"SC-\d\d"), "SC-01"),
    "window": (re.compile(r"W(-[A-Z]+)+"), "W-OWN"),
}


def _id_of(kind: str) -> AfterValidator:
    pattern, example = IDS[kind]

    def check(value: str) -> str:
        if not pattern.fullmatch(value):
            raise ValueError(f"expected the id of a {kind}, like {example}")
        return value

    return AfterValidator(check)


def _area(value: str) -> str:
    if not AREA.fullmatch(value):
        raise ValueError("expected capital letters, like PUSH")
    return value


def _one_or_more(value: object) -> object:
    return value if isinstance(value, list) else [value]


#: Switches of the rules engine that belong to a ruling.
Flags = Annotated[list[Text], BeforeValidator(_one_or_more)]


class Kind(StrEnum):
    """What sort of statement a clause makes."""

    RULE = "R"
    CHOICE = "C"
    PROHIBITION = "P"
    DEFINITION = "D"
    COURTESY = "T"


class PlayMode(StrEnum):
    """The ways of playing a match that a clause may be limited to."""

    DUEL = "2P"
    MULTIPLAYER = "MP"
    FREE_FOR_ALL = "FFA"
    TEAMS = "TVT"


class Source(StrEnum):
    """Where a worked example comes from."""

    BOOK = "book"
    DERIVED = "derived"


class Clause(Record):
    """One rule. `page` is its place in the printed rulebook; `derived` where it follows from others."""

    id: Annotated[str, _id_of("clause")]
    kind: Annotated[Kind, Field(strict=False)]
    modes: list[Annotated[PlayMode, Field(strict=False)]] = []
    page: Text
    text: Text
    see: list[Text]
    derived: bool = False


class Area(Record):
    """All clauses on one subject: the content of one file."""

    area: Annotated[str, AfterValidator(_area)]
    order: int
    title: Text
    topic: Text
    summary: Text
    clauses: Annotated[list[Clause], Field(min_length=1)]

    @property
    def slug(self) -> str:
        """The area's name in addresses."""
        return self.area.lower()


class Ruling(Record):
    """How a word or a situation on the cards is understood."""

    id: Annotated[str, _id_of("ruling")]
    title: Text
    flag: Flags = []
    text: Text


class RulingGroup(Record):
    """Rulings on one subject."""

    slug: Slug
    title: Text
    rulings: Annotated[list[Ruling], Field(min_length=1)]


class RulingsFile(Record):
    """The content of rulings.yaml."""

    groups: list[RulingGroup]


class Topic(Record):
    """A subject that questions are filed under."""

    slug: Slug
    title: Text


class Question(Record):
    """Something the rulebook leaves open, and how we decide it."""

    id: Annotated[str, _id_of("question")]
    title: Text
    topic: Slug
    question: Text
    ruling: Text
    why: Text
    flag: Flags = []


class QuestionsFile(Record):
    """The content of questions.yaml."""

    topics: list[Topic]
    questions: list[Question]


def _key(value: str) -> str:
    if not KEY.fullmatch(value):
        raise ValueError("expected faction and entry, like chapter/bash")
    return value


class DecidedKind(StrEnum):
    """What a decision can be about."""

    CARD = "card"
    SQUAD = "squad"
    BANNER = "banner"
    SHRINE = "shrine"
    TOKEN = "token"  # noqa: S105


class Decision(Record):
    """What we decided where the text of a card turned out open or ambiguous in play. `about` is faction/slug."""

    about: Annotated[str, AfterValidator(_key)]
    kind: Annotated[DecidedKind, Field(strict=False)] = DecidedKind.CARD
    half: Literal["upper", "lower"] | None = None
    question: Text
    decision: Text
    reason: Text

    @property
    def faction(self) -> str:
        """The slug of the faction."""
        return self.about.split("/")[0]

    @property
    def slug(self) -> str:
        """The slug of the card, or of whatever else it is about."""
        return self.about.split("/")[1]


class DecisionsFile(Record):
    """The content of decisions.yaml."""

    decisions: list[Decision]


class Scenario(Record):
    """A worked example."""

    id: Annotated[str, _id_of("scenario")]
    title: Text
    source: Annotated[Source, Field(strict=False)]
    clauses: list[Text]
    steps: Annotated[list[Text], Field(min_length=1)]


class ScenarioGroup(Record):
    """Worked examples on one subject."""

    slug: Slug
    title: Text
    scenarios: Annotated[list[Scenario], Field(min_length=1)]


class ScenariosFile(Record):
    """The content of scenarios.yaml; `geometry` says how places on the board are written."""

    geometry: list[Text]
    groups: list[ScenarioGroup]


class Course(Record):
    """How one thing runs, step by step."""

    title: Text
    steps: Annotated[list[Text], Field(min_length=1)]


class Window(Record):
    """A moment at which players may use cards."""

    id: Annotated[str, _id_of("window")]
    title: Text
    text: Text


class WindowsFile(Record):
    """The content of windows.yaml."""

    courses: list[Course]
    windows: list[Window]


class Term(Record):
    """A word of the game; `de` and `pl` are its names in the other editions."""

    slug: Slug
    term: Text
    aliases: list[Text] = []
    definition: Text
    see: list[Text] = []
    de: Text = ""
    pl: Text = ""


class GlossaryFile(Record):
    """The content of glossary.yaml."""

    terms: list[Term]
