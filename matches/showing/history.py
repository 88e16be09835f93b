"""What has happened, as a page tells it: what a seat may know of it, in sentences by turn, and the trails it left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from matches.drawing.board import Trail
from matches.engine import Event
from matches.models import Match, Step
from matches.naming import Names
from matches.services import opening_events, read_event
from matches.telling import Line, tell

#: Events that leave a trail on the board.
MOVES: Final = frozenset({"model_moved", "model_placed", "model_pushed"})
#: Lines with their turns, oldest first.
Log = list[tuple[int, list[Line]]]


@dataclass(frozen=True, slots=True)
class Moment:
    """A step with what a seat may know of it; before the first step comes what the match began with."""

    step: Step | None
    turn: int
    events: Sequence[Event]
    lines: Sequence[Line]


def moments(match: Match, steps: Sequence[Step], seat: int | None, names: Names) -> list[Moment]:
    """The steps as a seat may know them, after what happened before the first one."""
    told = [moment(step, seat, names) for step in steps]
    if steps and steps[0].number:
        return told
    seen = _seen(opening_events(match), seat)
    turn = steps[0].turn if steps else names.view["turn"]
    return [Moment(None, turn, seen, tell(seen, seat, names)), *told]


def moment(step: Step, seat: int | None, names: Names) -> Moment:
    """One step as a seat may know it."""
    seen = _seen(map(read_event, step.events), seat)
    return Moment(step, step.turn, seen, tell(seen, seat, names))


def _seen(events: Iterable[Event], seat: int | None) -> list[Event]:
    known = (event.seen_by(seat) for event in events)
    return [event for event in known if event is not None]


def write_log(told: Sequence[Moment], most: int | None = None) -> Log:
    """The last lines by turn; without a limit all of them."""
    lines = [(moment.turn, line) for moment in told for line in moment.lines]
    log: Log = []
    for turn, line in lines[-most:] if most else lines:
        if not log or log[-1][0] != turn:
            log.append((turn, []))
        log[-1][1].append(line)
    return log


def trails(events: Iterable[Event]) -> list[Trail]:
    """Where models came from and went."""
    moves = (event.data for event in events if event.kind in MOVES)
    return [(move["start"], move["end"]) for move in moves if move.get("start")]
