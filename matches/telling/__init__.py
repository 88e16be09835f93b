"""What happened, in sentences: one for every kind of event that the rules tell. Dice are told with all their parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from matches.engine import Event
from matches.naming import Names
from matches.telling.special import SPECIAL, Data
from matches.telling.words import SENTENCES, TONES, reason_words

__all__ = ["Line", "line", "reason_words", "sentence", "tell"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log; a roll shows its die."""

    text: str
    tone: str = ""
    die: str = ""
    face: int | None = None


def tell(events: Iterable[Event], seat: int | None, names: Names) -> list[Line]:
    """The events that a seat (None: a spectator) may know, in sentences."""
    seen = (event.seen_by(seat) for event in events)
    return [line(event, names) for event in seen if event is not None]


def line(event: Event, names: Names) -> Line:
    """One event that may be known."""
    data = event.data
    rolled = event.kind == "die_rolled"
    return Line(
        sentence(event.kind, data, names),
        TONES.get(event.kind, ""),
        str(data["die"]) if rolled else "",
        int(data["face"]) if rolled else None,
    )


def sentence(kind: str, data: Data, names: Names) -> str:
    """What an event says."""
    if kind in SPECIAL:
        return SPECIAL[kind](data, names)
    if kind not in SENTENCES:
        return f"{kind.replace('_', ' ').capitalize()}."
    return str(SENTENCES[kind] % {key: _worded(key, value, data, names) for key, value in data.items()})


def _worded(key: str, value: Any, data: Data, names: Names) -> Any:
    """A piece of an event's data as people call it."""
    if key in {"seat", "owner", "victim"}:
        return names.seat(value)
    if key in {"model", "target", "starter", "opponent", "killer", "dealer", "shooter"}:
        return names.model(value)
    if key in {"squad", "to"}:
        return names.squad(value)
    if key == "space":
        return names.spot(data) if "hex" in data else names.space(value)
    if key in {"start", "end"}:
        return names.space(value["space"] if isinstance(value, Mapping) else value)
    if key == "card":
        return names.card(value, data.get("seat"))
    if key == "token":
        return names.token(value)
    return names.faction_name(value) if key == "faction" else value
