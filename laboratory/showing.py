"""The page of an experiment as data: figures, plots, tables in the order asked for, advice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from decks.plots import Bar, columns, rows
from laboratory.advice import Advice, advise, enough
from laboratory.figures import CardRow, Figures, SquadRow
from laboratory.models import Contender, Experiment
from matches.setting_up.starters import dawnfall_factions
from matches.stats.figures import Lengths
from matches.stats.plots import Whisker, whiskers
from matches.wording import end_words


@dataclass(frozen=True)
class Column:
    """A column that the table of cards can be sorted by."""

    key: str
    label: Promise
    meaning: Promise
    value: Callable[[CardRow], Any]
    number: bool = True


#: Shares of too few games sort below all others.
COLUMNS: Final = (
    Column("name", _("Card"), _("The card, and how many copies the deck has"), lambda row: row.name, number=False),
    Column("drawn", _("Drawn"), _("Copies drawn, in how many games"), lambda row: row.drawn),
    Column(
        "played", _("Played"), _("In how many of these games it was played"),
        lambda row: (not row.too_few, row.play_share),
    ),
    Column("upper", _("Upper"), _("How often its upper half was used"), lambda row: row.upper),
    Column("lower", _("Lower"), _("How often its lower half was used"), lambda row: row.lower),
    Column("attached", _("Attached"), _("How often it was attached as an Enhancement"), lambda row: row.attached),
    Column(
        "won", _("Won if played"), _("Games won in which it was played"),
        lambda row: (not row.played.too_few, row.played.share),
    ),
    Column(
        "held", _("Won if not"), _("Games won in which it was drawn but not played"),
        lambda row: (not row.held.too_few, row.held.share),
    ),
)  # fmt: skip
DEFAULT_SORT: Final = "name"


@dataclass(frozen=True)
class Heading:
    """A column's head: what it says about the order now, and what a click makes of it."""

    column: Column
    aria_sort: str
    next_sort: str


@dataclass(frozen=True)
class Side:
    """A deck of the experiment with what its cards and Squads did."""

    contender: Contender
    cards: Sequence[CardRow]
    squads: Sequence[SquadRow]
    advice: Sequence[Advice]


@dataclass(frozen=True)
class Progress:
    """How far an experiment is."""

    experiment: Experiment

    @property
    def percent(self) -> int:
        return self.experiment.played * 100 // self.experiment.games

    @property
    def minutes_left(self) -> int | None:
        """As it went until now; unknown before the first batch is counted."""
        played, games = self.experiment.played, self.experiment.games
        if not played:
            return None
        spent = (timezone.now() - self.experiment.created).total_seconds()
        return max(1, round(spent / played * (games - played) / 60))


@dataclass(frozen=True)
class Page:
    """Everything the page shows of the results."""

    experiment: Experiment
    figures: Figures
    tried: Contender
    others: Sequence[Contender]
    sides: Sequence[Side]
    headings: Sequence[Heading]
    plots: Sequence[tuple[str, str]]

    @property
    def against(self) -> str:
        """What the deck was tried against."""
        return self.others[0].name if len(self.others) == 1 else _now("the starter decks of all other factions")

    @property
    def can_advise(self) -> bool:
        """Whether there are games enough for advice."""
        return enough(self.figures.overall.matches)


def page_of(experiment: Experiment, sort: str = DEFAULT_SORT) -> Page:
    """The results so far, with the cards in the order asked for."""
    figures = Figures(experiment.sums)
    tried, *others = experiment.contenders.all()
    shown = [tried, *others] if len(others) == 1 else [tried]
    column, falling = read_sort(sort)
    sides = [side_of(figures, contender, experiment.level, column, falling=falling) for contender in shown]
    headings = [_heading(each, column, falling=falling) for each in COLUMNS]
    return Page(experiment, figures, tried, others, sides, headings, list(_plots(figures, tried, others)))


def side_of(
    figures: Figures, contender: Contender, level: str, column: Column = COLUMNS[0], *, falling: bool = False
) -> Side:
    """A deck with what its cards and Squads did, and what that advises."""
    file, deck = dawnfall_factions()[contender.faction], contender.choice
    cards = sorted(figures.cards(contender.number, deck, file), key=column.value, reverse=falling)
    squads = figures.squads(contender.number, deck, file)
    told = advise(cards, squads, level) if enough(figures.overall.matches) else []
    return Side(contender, cards, squads, told)


def read_sort(asked: str) -> tuple[Column, bool]:
    """The column, and whether the largest come first; anything strange is the default."""
    known = {column.key: column for column in COLUMNS}
    return known.get(asked.removeprefix("-"), COLUMNS[0]), asked.startswith("-")


def _heading(column: Column, chosen: Column, *, falling: bool) -> Heading:
    if column is not chosen:
        return Heading(column, "", f"-{column.key}" if column.number else column.key)
    return Heading(column, *(("descending", column.key) if falling else ("ascending", f"-{column.key}")))


def _plots(figures: Figures, tried: Contender, others: Sequence[Contender]) -> Sequence[tuple[str, str]]:
    css = f"faction-{tried.faction}"
    won = [Whisker(other.name, figures.against(other.number), f"faction-{other.faction}") for other in others]
    if len(others) > 1:
        won = [Whisker(_now("all together"), figures.overall, css), *won]
    else:
        won = [Whisker(tried.name, figures.overall, css)]
    turns = [
        Whisker(_now("first turn"), figures.with_first_turn, css),
        Whisker(_now("second turn"), figures.with_second_turn, css),
        Whisker(_now("first turn, either deck"), figures.first_turn),
    ]
    ends = [Bar(end_words(end.reason), (end.tally.won, end.tally.drawn, end.tally.lost)) for end in figures.ends]
    found = (
        (
            _now("Games won against") if len(others) > 1 else _now("Games won"),
            whiskers(_now("Share of games won"), won),
        ),
        (_now("Games won by turn order"), whiskers(_now("Share of games won by turn order"), turns)),
        (_now("Length in turns"), _length_plot(figures.lengths)),
        (_now("How games ended"), rows(_now("How games ended"), ends)),
    )
    return [(title, svg) for title, svg in found if svg]


def _length_plot(found: Lengths | None) -> str:
    if found is None:
        return ""
    bars = [Bar(str(first) if first == last else f"{first}–{last}", (count,)) for first, last, count in found.groups]
    return columns(_now("Games by number of turns"), bars, (_now("games"),))
