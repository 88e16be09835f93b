"""The whole table page of one visitor, from the match and its game. Everything comes from the seat's own view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from decks.visitors import Visitor
from matches.drawing import draw_board, draw_track
from matches.drawing.board import Trail
from matches.engine import Decision, Game, Setup
from matches.models import Match, Seat
from matches.naming import Names, View
from matches.services import (
    done_with,
    game_at,
    game_of,
    last_moment,
    may_take_hints,
    own_eyes,
    own_seats,
    retractable,
    sees_late,
)
from matches.showing.advice import Advice, advice, mark
from matches.showing.chances import die_chances
from matches.showing.fights import FightSheet, fight_sheet
from matches.showing.hands import CardSheet, hand_sheet
from matches.showing.history import Log, Moment, trails, write_log
from matches.showing.options import Offer, offer
from matches.showing.pausing import Way, pause_before_passing, ways_to_ask
from matches.showing.prompts import hint, prompt
from matches.showing.recent import recent
from matches.showing.sheets import SeatSheet, seat_sheets, with_players
from matches.showing.turns import Stage, stages
from matches.telling import reason_words
from matches.thinking.levels import level_name

#: So many lines of the log are shown, however long the match is.
LINES: Final = 60
#: Moves leave a trail on the board for so many steps.
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
    #: What a bot would do here, if the player has asked for it, and whether they may ask.
    advice: Advice | None
    may_hint: bool
    #: Who is to decide, if it is not the seat of the page; with the level of a bot, which is thinking.
    waiting_for: str
    thinking: str
    board: str
    track: str
    stages: Sequence[Stage]
    seats: Sequence[SeatSheet]
    hand: Sequence[CardSheet]
    fight: FightSheet | None
    log: Log
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
    def pause(self) -> int:
        """After how many seconds the page passes for its player; 0 if it leaves that to them."""
        return pause_before_passing(self.match, self.seat, self.decision)

    @property
    def ways_to_ask(self) -> list[Way]:
        """The settings of the own seat, each with what it tells the others."""
        return ways_to_ask(self.match)

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


def table_page(match: Match, visitor: Visitor, thought: Mapping[str, Any] | None = None) -> TablePage:
    """The table as the visitor may see it: with the own hand and options, or as a spectator.

    `thought` is what a bot has come to in the visitor's place.
    """
    last = last_moment(visitor, match)
    game = game_of(match) if last == match.steps else game_at(match, last)
    own, number = own_seats(visitor, match), own_eyes(visitor, match)
    seat = next((seat for seat in own if seat.number == number), None)
    asked = game.pending.seat if game.pending and match.is_running else None
    view = game.view(number)
    names = Names(view, game.setup.factions)
    decision = game.pending if asked is not None and asked == number else None
    told = recent(match, last, number, names)
    offered = offer(decision, view, names, die_chances(decision, view, names)) if decision else None
    advised = advice(thought, thought["choice"], decision, names) if thought and decision else None
    if offered and advised:
        offered = mark(offered, advised.choice)
    log = write_log(told, LINES)
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
        advice=advised,
        may_hint=decision is not None and len(decision.options) > 1 and may_take_hints(visitor, match),
        waiting_for="" if decision or asked is None else names.seat(asked),
        thinking=_thinking(match, asked),
        board=draw_board(view, names, offered.picks if offered else (), _subjects(decision), _trails(told, number)),
        track=draw_track(view, names) if view["marker"] is not None and view["squads"] else "",
        stages=stages(view, names, over=match.is_over),
        seats=with_players(seat_sheets(view, names, asked), match.seats.all()),
        hand=hand_sheet(view, names, offered.ids if offered else (), _reasons(game, number)),
        fight=fight_sheet(view, names, [event for moment in told for event in moment.events]),
        log=log,
        undo=_undo(match, own, game.pending, told),
        result=_result(match, names),
        won=number in _winners(match),
        drawn=match.is_over and not _winners(match),
    )
    if last == match.steps:
        done_with(match, game)
    return page


def _thinking(match: Match, asked: int | None) -> str:
    """The level of the bot that is to decide."""
    return next((level_name(seat.bot) for seat in match.seats.all() if seat.number == asked and seat.is_bot), "")


def _trails(told: Sequence[Moment], seat: int | None) -> list[Trail]:
    """How models went since the seat's own last choice; to a spectator, in the last few steps."""
    others: list[Moment] = []
    for moment in reversed(told):
        if moment.step is None or (moment.step.seat == seat and not moment.step.auto):
            break
        others.append(moment)
    return trails(event for moment in others[:TRAIL_STEPS] for event in moment.events)


def _subjects(decision: Decision | None) -> set[int]:
    if decision is None:
        return set()
    named = {decision.data[key] for key in ("model", "target", "other") if decision.data.get(key, -1) >= 0}
    return named | set(decision.data.get("targets", ()))


def _reasons(game: Game[Setup], seat: int | None) -> dict[str, str]:
    """Why halves in hand cannot be used now, by option."""
    return {} if seat is None else {option: why.sentence() for option, why in game.explain(seat).items()}


def _undo(match: Match, own: Sequence[Seat], pending: Decision | None, told: Sequence[Moment]) -> Undo:
    if not own or not match.is_running:
        return Undo(False, False)
    latest = (moment.step for moment in reversed(told) if moment.step)
    made = [step for step in retractable(match, own, pending, latest) if not step.auto]
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
