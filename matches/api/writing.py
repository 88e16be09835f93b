"""From games to what is written: the own decision, and events in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from decks.visitors import Visitor
from matches import services
from matches.engine import Event
from matches.models import Match, Step
from matches.naming import Names
from matches.showing.options import label_of
from matches.showing.prompts import prompt
from matches.telling import sentence
from matches.thinking.thoughts import may_read_thoughts


def decision_of(visitor: Visitor, match: Match) -> dict[str, Any] | None:
    """What one of the visitor's seats is to decide now, or nothing."""
    own = {seat.number for seat in services.own_seats(visitor, match)}
    if not match.is_running or match.waiting_for not in own:
        return None
    game = services.game_of(match)
    pending = game.pending
    if pending is None or pending.seat not in own:
        return None
    view = game.view(pending.seat)
    services.done_with(match, game)
    names = Names(view, game.setup.factions)
    return {
        "seat": pending.seat,
        "kind": pending.kind,
        "prompt": prompt(pending, view, names),
        "data": dict(pending.data),
        "options": [
            {"id": option.id, "label": label_of(option, names), "data": dict(option.data)} for option in pending.options
        ],
    }


def steps_as_seen(visitor: Visitor, match: Match, steps: Iterable[Step], seat: int | None, names: Names) -> list[Any]:
    """Steps with the events that the seat may know. What was chosen tells too much while the match goes on."""
    own = {each.number for each in services.own_seats(visitor, match)}
    explained = may_read_thoughts(match)
    return [
        {
            "step": step.number,
            "turn": step.turn,
            "seat": step.seat,
            "choice": step.choice if match.is_over or step.seat in own else None,
            "at": step.at.isoformat(),
            "events": events_as_seen(map(services.read_event, step.events), seat, names),
            "thought": step.thought if explained else None,
        }
        for step in steps
    ]


def events_as_seen(events: Iterable[Event], seat: int | None, names: Names) -> list[dict[str, Any]]:
    """Those of the events that a seat may know."""
    seen = (event.seen_by(seat) for event in events)
    return [
        {"kind": event.kind, "data": dict(event.data), "sentence": sentence(event.kind, event.data, names)}
        for event in seen
        if event is not None
    ]
