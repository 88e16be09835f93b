"""What happened, as past-tense facts that know who may see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: Seats that may see an event; None means everybody, spectators included.
Audience = tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Event:
    """A fact of the match. For others than its audience `public` holds what they may know."""

    kind: str
    data: Mapping[str, Any]
    audience: Audience = None
    public: Mapping[str, Any] | None = None

    def seen_by(self, seat: int | None) -> Event | None:
        """The event as a seat (None: a spectator) may know it, or nothing."""
        if self.audience is None or seat in self.audience:
            return Event(self.kind, self.data)
        return None if self.public is None else Event(self.kind, self.public)
