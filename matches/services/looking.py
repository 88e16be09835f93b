"""Through whose eyes a visitor may look at a match, and how far into it."""

from __future__ import annotations

from typing import Any

from decks.visitors import Visitor
from matches.engine import Setup
from matches.models import Match, Seat
from matches.refusals import HiddenSeat, NotRunning
from matches.services.keeping import done_with, game_of
from matches.services.replaying import game_at, seen_by_watchers


def own_seats(visitor: Visitor, match: Match) -> list[Seat]:
    """The seats that the visitor decides for, in order."""
    return [seat for seat in match.seats.all() if seat.is_held_by(visitor)]


def own_eyes(visitor: Visitor, match: Match) -> int | None:
    """The seat whose view the visitor has: one that is to decide, else the first; nothing for a watcher."""
    numbers = [seat.number for seat in own_seats(visitor, match)]
    return match.waiting_for if match.waiting_for in numbers else next(iter(numbers), None)


def sees_late(visitor: Visitor, match: Match) -> bool:
    """Whether the visitor may know only later what happens in the match."""
    return bool(match.delay) and match.is_running and not own_seats(visitor, match)


def check_eyes(visitor: Visitor, match: Match, seat: int | None) -> None:
    """Before the end everybody sees through own eyes or as a watcher; after it through all."""
    numbers = [each.number for each in match.seats.all()]
    if seat is None or (match.is_over and seat in numbers):
        return
    if seat not in {own.number for own in own_seats(visitor, match)}:
        raise HiddenSeat(seat)


def last_moment(visitor: Visitor, match: Match) -> int:
    """How many steps the visitor may know of: players of all, watchers of those that are old enough."""
    return match.steps if own_seats(visitor, match) else seen_by_watchers(match)


def view_for(visitor: Visitor, match: Match, seat: int | None) -> tuple[dict[str, Any], Setup]:
    """All that a seat may know of the game as it stands for the visitor, and the setup of it."""
    if not match.has_begun:
        raise NotRunning(match)
    last = last_moment(visitor, match)
    if last < match.steps:
        game = game_at(match, last)
        return game.view(seat), game.setup
    game = game_of(match)
    view = game.view(seat)
    done_with(match, game)
    return view, game.setup
