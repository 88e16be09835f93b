"""What bots weighed, as it is kept with a step, and who may read it."""

from __future__ import annotations

from typing import Any

from matches.bots import Thought
from matches.models import Match, Seat


def write_thought(level: str, thought: Thought) -> dict[str, Any]:
    """A thought as JSON."""
    considered = [
        {
            "option": each.option,
            "label": each.label,
            "estimate": round(each.estimate, 3),
            "reasons": list(each.reasons),
        }
        for each in thought.considered
    ]
    return {"level": level, "choice": thought.choice, "considered": considered}


def may_read_thoughts(match: Match) -> bool:
    """What a bot weighed shows its hand: it is for everybody after the end, and before only where bots are alone."""
    return match.is_over or all(seat.kind == Seat.Kind.BOT for seat in match.seats.all())
