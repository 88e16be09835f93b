"""A moment of a match as a page: the table as a seat saw it, what had just happened, and the ways to other moments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from decks.visitors import Visitor
from matches.drawing import draw_board, draw_track
from matches.engine import Game, Setup
from matches.models import Match, Seat, Step
from matches.naming import Names, View
from matches.refusals import NoSuchMoment
from matches.services import check_eyes, game_at, last_moment, own_eyes, own_seats
from matches.showing.advice import Advice, advice
from matches.showing.fights import FightSheet, fight_sheet
from matches.showing.hands import CardSheet, hand_sheet
from matches.showing.history import Log, Moment, moments, trails, write_log
from matches.showing.options import label_of
from matches.showing.prompts import prompt
from matches.showing.sheets import SeatSheet, seat_sheets, with_players
from matches.showing.turns import Stage, stages
from matches.telling import Line
from matches.thinking.thoughts import may_read_thoughts

#: So many steps before the moment are told, and so many after it are looked through for the next event.
BEFORE, AFTER = 40, 60
#: What the address says for the eyes of somebody who has no seat.
WATCHER: Final = "none"


@dataclass(frozen=True, slots=True)
class Eyes:
    """Somebody through whose eyes the visitor may look."""

    value: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Ways:
    """Numbers of other moments; nothing where the way ends."""

    first: int | None
    previous: int | None
    next: int | None
    last: int | None
    previous_turn: int | None
    next_turn: int | None


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """All that the templates show; the pieces of the table find here what they find in a TablePage."""

    match: Match
    seat: Seat | None
    view: View
    names: Names
    number: int
    last: int
    most_turns: int
    ways: Ways
    eyes: Sequence[Eyes]
    #: What the seat was asked and took, if it was its own choice that led here.
    asked: str
    taken: str
    #: What a bot weighed before the choice that led here.
    why: Advice | None
    lines: Sequence[Line]
    log: Log
    board: str
    track: str
    stages: Sequence[Stage]
    seats: Sequence[SeatSheet]
    hand: Sequence[CardSheet]
    fight: FightSheet | None
    may_continue: bool

    @property
    def eyes_value(self) -> str:
        """How the address names the eyes."""
        return WATCHER if self.seat is None else str(self.seat.number)

    @property
    def at_end(self) -> bool:
        """Whether this is the latest moment that may be seen."""
        return self.number == self.last


def replay_page(match: Match, visitor: Visitor, number: int, eyes: str | None = None) -> ReplayPage:
    """The match after so many steps, through the eyes that the visitor wants and may have."""
    seat = eyes_asked_for(match, visitor, eyes)
    last = last_moment(visitor, match)
    if number > last:
        raise NoSuchMoment(number, last)
    game, asked, taken, why = _play_to(match, number, seat)
    view = game.view(seat)
    names = Names(view, game.setup.factions)
    steps = list(
        match.all_steps.filter(number__gte=number - BEFORE, number__lt=min(last, number + AFTER)).order_by("number")
    )
    told = moments(match, steps, seat, names)
    past = [moment for moment in told if moment.step is None or moment.step.number < number]
    now = past[-1].events if past else []
    turns = list(match.snapshots.filter(number__lte=last).order_by("number").values_list("turn", "number"))
    pending = game.pending.seat if game.pending else None
    own = {each.number for each in own_seats(visitor, match)}
    return ReplayPage(
        match=match,
        seat=next((each for each in match.seats.all() if each.number == seat), None),
        view=view,
        names=names,
        number=number,
        last=last,
        most_turns=turns[-1][0] if turns else 0,
        ways=_ways(number, last, told, turns),
        eyes=_all_eyes(match, visitor, seat),
        asked=asked,
        taken=taken,
        why=why,
        lines=past[-1].lines if past else [],
        log=write_log(past),
        board=draw_board(view, names, trails=trails(now)),
        track=draw_track(view, names) if view["marker"] is not None and view["squads"] else "",
        stages=stages(view, names),
        seats=[
            replace(sheet, own=sheet.seat in own)
            for sheet in with_players(seat_sheets(view, names, pending), match.seats.all())
        ],
        hand=hand_sheet(view, names, (), {}),
        fight=fight_sheet(view, names, [event for moment in past for event in moment.events]),
        may_continue=match.is_over and game.result is None,
    )


def moment_of_turn(match: Match, visitor: Visitor, turn: int) -> int:
    """After how many steps a turn began; the nearest one before where the match has no such turn."""
    last = last_moment(visitor, match)
    numbers = match.snapshots.filter(turn__lte=turn, number__lte=last).order_by("-turn")
    return numbers.values_list("number", flat=True).first() or 0


def eyes_asked_for(match: Match, visitor: Visitor, eyes: str | None) -> int | None:
    """The seat that the address names; without a name the visitor's own."""
    if eyes is None:
        return own_eyes(visitor, match)
    seat = int(eyes) if eyes.isascii() and eyes.isdigit() and len(eyes) == 1 else None
    if seat is None and eyes != WATCHER:
        seat = -1
    check_eyes(visitor, match, seat)
    return seat


class _Way(NamedTuple):
    game: Game[Setup]
    asked: str = ""
    taken: str = ""
    why: Advice | None = None


def _play_to(match: Match, number: int, seat: int | None) -> _Way:
    """The game at the moment, what the seat was asked and took if the last choice was its own, and a bot's reasons."""
    if number == 0:
        return _Way(game_at(match, 0))
    game = game_at(match, number - 1)
    step = match.all_steps.get(number=number - 1)
    asked = taken = ""
    why = _explain(match, step, game)
    if game.pending is not None and game.pending.seat == seat and not step.auto:
        view = game.view(seat)
        names = Names(view, game.setup.factions)
        asked = prompt(game.pending, view, names)
        option = next(option for option in game.pending.options if option.id == step.choice)
        taken = label_of(option, names)
    game.choose(step.choice)
    return _Way(game, asked, taken, why)


def _explain(match: Match, step: Step, game: Game[Setup]) -> Advice | None:
    if step.thought is None or game.pending is None or not may_read_thoughts(match):
        return None
    names = Names(game.view(game.pending.seat), game.setup.factions)
    return advice(step.thought, step.choice, game.pending, names)


def _ways(number: int, last: int, told: Sequence[Moment], turns: Sequence[tuple[int, int]]) -> Ways:
    """Steps of which the seat saw nothing are passed over."""
    seen = [moment.step.number + 1 for moment in told if moment.step and moment.events]
    back = [moment for moment in seen if moment < number]
    on = [moment for moment in seen if moment > number]
    starts = [start for _turn, start in turns]
    return Ways(
        first=0 if number else None,
        previous=(back[-1] if back else max(0, number - BEFORE)) if number else None,
        next=None if number == last else on[0] if on else min(last, number + AFTER),
        last=None if number == last else last,
        previous_turn=next((start for start in reversed(starts) if start < number), None),
        next_turn=next((start for start in starts if start > number), None),
    )


def _all_eyes(match: Match, visitor: Visitor, chosen: int | None) -> list[Eyes]:
    seats = [seat for seat in match.seats.all() if match.is_over or seat.is_held_by(visitor)]
    eyes = [Eyes(str(seat.number), seat.name, seat.number == chosen) for seat in seats]
    return [*eyes, Eyes(WATCHER, _("a watcher"), chosen is None)]
