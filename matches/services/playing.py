"""Playing: a seat chooses, and the table goes on until somebody is to decide."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from decks.visitors import Visitor
from matches.engine import Decision, Game, IllegalChoice, Setup
from matches.models import Match, Seat, Step
from matches.refusals import NotOffered, NotYourDecision, StaleChoice
from matches.services.keeping import game_of, running_match, seats_of, store, take_step
from matches.thinking.calling import answer_by


@transaction.atomic
def choose(visitor: Visitor, key: str, version: int, option: str) -> Match:
    """Answer the pending decision. A choice that answers an older version changes nothing."""
    match = running_match(key)
    own = seats_of(match, visitor)
    if match.version != version:
        raise StaleChoice(match, version)
    game = game_of(match)
    _check_seat(match, game, own)
    try:
        step = take_step(match, game, option)
    except IllegalChoice as refused:
        raise NotOffered(refused.sentence(), refused.rule) from None
    store(match, game, [step, *go_on(match, game)], begun=True)
    return match


def _check_seat(match: Match, game: Game[Setup], own: list[Seat]) -> None:
    asked = match.waiting_for
    if asked not in {seat.number for seat in own}:
        names = {seat.number: seat.name for seat in match.seats.all()}
        raise NotYourDecision(names.get(asked, "") if asked is not None else "")


def go_on(match: Match, game: Game[Setup], all_seats: Iterable[Seat] | None = None) -> list[Step]:
    """Let passing seats pass, until somebody is to decide or the match is over; a bot is noted as thinking."""
    seats = {seat.number: seat for seat in (match.seats.all() if all_seats is None else all_seats)}
    steps: list[Step] = []
    match.thinking = None
    while game.pending is not None:
        seat = seats[game.pending.seat]
        if seat.is_bot:
            match.thinking = answer_by()
            break
        if not passes(match, seat, game.pending):
            break
        steps.append(take_step(match, game, "pass", auto=True))
    return steps


def passes(match: Match, seat: Seat, decision: Decision) -> bool:
    """Whether the table passes for a person: who said so for this turn, or who could do nothing else.

    Where pauses are to tell nothing, the table never passes at once for want of something to use.
    """
    if decision.kind != "window":
        return False
    if seat.passing_turn == match.turn:
        return True
    return seat.asking == Seat.Asking.ABLE and len(decision.options) == 1 and not match.always_pause


@transaction.atomic
def set_asking(visitor: Visitor, key: str, asking: str) -> Match:
    """Choose how often one's seats are asked at windows."""
    match = running_match(key)
    for seat in seats_of(match, visitor):
        seat.asking = asking
        seat.save(update_fields=["asking"])
    return _catch_up(match)


@transaction.atomic
def pass_this_turn(visitor: Visitor, key: str, *, passing: bool = True) -> Match:
    """Pass at every window until the turn is over, or be asked again."""
    match = running_match(key)
    for seat in seats_of(match, visitor):
        seat.passing_turn = match.turn if passing else None
        seat.save(update_fields=["passing_turn"])
    return _catch_up(match)


def _catch_up(match: Match) -> Match:
    """After a changed setting the present question may answer itself."""
    game = game_of(match)
    steps = go_on(match, game)
    if steps:
        # Others have seen that the question was asked.
        steps[0].reveals = True
        store(match, game, steps)
    return match
