"""The whole table page of one visitor, from the match and its game. Everything comes from the seat's own view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from decks.visitors import Visitor
from matches.drawing import draw_board, draw_track
from matches.engine import Decision, Event, Game, Setup
from matches.models import Match, Seat, Step
from matches.naming import Names, View
from matches.services import (
    done_with,
    game_at,
    game_of,
    last_moment,
    own_eyes,
    own_seats,
    read_event,
    retractable,
    sees_late,
)
from matches.showing.fights import FightSheet, die_chances, fight_sheet
from matches.showing.hands import CardSheet, hand_sheet
from matches.showing.options import Offer, offer
from matches.showing.prompts import hint, prompt
from matches.showing.sheets import SeatSheet, seat_sheets
from matches.showing.turns import Stage, stages
from matches.telling import Line, reason_words, tell

#: So many steps of the log are looked at, and so many of their lines are shown, however long the match is.
STEPS, LINES = 80, 60
#: Events that leave a trail on the board, and how many steps back.
MOVES: Final = frozenset({"model_moved", "model_placed", "model_pushed"})
TRAIL_STEPS: Final = 12


@dataclass(frozen=True, slots=True)
class Undo:
    """What the visitor may take back now."""

    one: bool
    turn: bool


@dataclass(frozen=True, slots=True)
class TablePage:
    """All that the templates show."""

    match: Match
    #: The visitor may know only later what happens.
    late: bool
    seat: Seat | None
    view: View
    names: Names
    decision: Decision | None
    prompt: str
    hint: str
    offer: Offer | None
    #: Who is to decide, if it is not the seat of the page.
    waiting_for: str
    board: str
    track: str
    stages: Sequence[Stage]
    seats: Sequence[SeatSheet]
    hand: Sequence[CardSheet]
    fight: FightSheet | None
    log: Sequence[tuple[int, Sequence[Line]]]
    undo: Undo
    result: str
    won: bool
    drawn: bool

    @property
    def version(self) -> str:
        """The version that a choice answers; how far a match has gone is not told to who sees it late."""
        return "" if self.late else str(self.match.version)

    @property
    def title(self) -> str:
        """What the browser's tab says."""
        return _("Your decision") if self.decision else self.names.seat(self.view["active"])

    @property
    def passing(self) -> bool:
        """Whether the seat passes at all windows of this turn."""
        return self.seat is not None and self.seat.passing_turn == self.match.turn

    @property
    def at_window(self) -> bool:
        """Whether passing for the turn is a matter of now."""
        return self.passing or (self.decision is not None and self.decision.kind == "window")

    @property
    def has_hand(self) -> bool:
        """Whether there is a hand to show: in the setup nobody has one yet."""
        return self.seat is not None and (bool(self.hand) or self.view["turn"] > 0)

    @property
    def hand_count(self) -> int:
        """How many cards the own hand holds."""
        return len(self.hand)


def table_page(match: Match, visitor: Visitor) -> TablePage:
    """The table as the visitor may see it: with the own hand and options, or as a spectator."""
    last = last_moment(visitor, match)
    game = game_of(match) if last == match.steps else game_at(match, last)
    own, number = own_seats(visitor, match), own_eyes(visitor, match)
    seat = next((seat for seat in own if seat.number == number), None)
    asked = game.pending.seat if game.pending and match.is_running else None
    view = game.view(number)
    names = Names(view, game.setup.factions)
    decision = game.pending if asked is not None and asked == number else None
    steps = list(match.all_steps.filter(number__lt=last).order_by("-number")[:STEPS])[::-1]
    seen = _seen(steps, number)
    offered = offer(decision, view, names, die_chances(decision, view)) if decision else None
    log = _log(seen, number, names)
    events = [event for _turn, events in seen for event in events]
    page = TablePage(
        match=match,
        late=sees_late(visitor, match),
        seat=seat,
        view=view,
        names=names,
        decision=decision,
        prompt=prompt(decision, view, names) if decision else "",
        hint=hint(decision, view, log[-1][1][-1].text if log else "") if decision else "",
        offer=offered,
        waiting_for="" if decision or asked is None else names.seat(asked),
        board=draw_board(view, names, offered.picks if offered else (), _subjects(decision), _trails(steps, number)),
        track=draw_track(view, names) if view["marker"] is not None and view["squads"] else "",
        stages=stages(view, names, over=match.is_over),
        seats=seat_sheets(view, names, asked),
        hand=hand_sheet(view, names, offered.ids if offered else (), _reasons(game, number)),
        fight=fight_sheet(view, names, events),
        log=log,
        undo=_undo(match, own, game.pending),
        result=_result(match, names),
        won=number in _winners(match),
        drawn=match.is_over and not _winners(match),
    )
    if last == match.steps:
        done_with(match, game)
    return page


def _seen(steps: Sequence[Step], seat: int | None) -> list[tuple[int, list[Event]]]:
    """The events of the steps that the seat may know, with their turns."""
    seen = []
    for step in steps:
        events = (read_event(data).seen_by(seat) for data in step.events)
        seen.append((step.turn, [event for event in events if event is not None]))
    return seen


def _log(seen: Sequence[tuple[int, Sequence[Event]]], seat: int | None, names: Names) -> list[tuple[int, list[Line]]]:
    """The last lines by turn, oldest first."""
    lines = [(turn, line) for turn, events in seen for line in tell(events, seat, names)][-LINES:]
    turns: list[tuple[int, list[Line]]] = []
    for turn, line in lines:
        if not turns or turns[-1][0] != turn:
            turns.append((turn, []))
        turns[-1][1].append(line)
    return turns


def _trails(steps: Sequence[Step], seat: int | None) -> list[tuple[Any, Any]]:
    """How models went since the seat's own last choice; to a spectator, in the last few steps."""
    others: list[Step] = []
    for step in reversed(steps):
        if step.seat == seat and not step.auto:
            break
        others.append(step)
    told = [data for step in others[:TRAIL_STEPS] for data in step.events if data["audience"] is None]
    moves = [data["data"] for data in told if data["kind"] in MOVES]
    return [(move["start"], move["end"]) for move in moves if move["start"]]


def _subjects(decision: Decision | None) -> set[int]:
    if decision is None:
        return set()
    return {decision.data[key] for key in ("model", "target", "other") if decision.data.get(key, -1) >= 0}


def _reasons(game: Game[Setup], seat: int | None) -> dict[str, str]:
    """Why halves in hand cannot be used now, by option."""
    return {} if seat is None else {option: why.sentence() for option, why in game.explain(seat).items()}


def _undo(match: Match, own: Sequence[Seat], pending: Decision | None) -> Undo:
    if not own or not match.is_running:
        return Undo(False, False)
    made = [step for step in retractable(match, own, pending) if not step.auto]
    return Undo(bool(made), len(made) > 1)


def _winners(match: Match) -> list[int]:
    """Who has won; nobody in a draw, which is everybody's victory or nobody's."""
    winners = match.result["winners"] if match.is_over and match.result else []
    return [] if len(winners) == len(match.seats.all()) else winners


def _result(match: Match, names: Names) -> str:
    if not match.is_over or not match.result:
        return ""
    told = {
        "names": _(" and ").join(names.seat(seat) for seat in _winners(match)),
        "reason": reason_words(match.result["reason"]),
    }
    if not _winners(match):
        return _("The match is a draw: %(reason)s.") % told
    return _("%(names)s won: %(reason)s.") % told
