"""Questions to players, as data. A rule asks by yielding a Decision and gets the chosen Option back."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option:
    """A legal choice. `wording` is a sentence with places for `data`, formatted only when somebody reads it."""

    id: str
    wording: str
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """What the button says."""
        return self.wording % self.data if self.data else self.wording


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one seat, with all its legal answers and only those."""

    seat: int
    kind: str
    wording: str
    options: tuple[Option, ...]
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def prompt(self) -> str:
        """The question in words."""
        return self.wording % self.data if self.data else self.wording


#: A rule that may ask: it yields decisions, is sent the chosen options, and returns what it was for.
Rule = Generator[Decision, Option, T]


def ask(
    seat: int, kind: str, wording: str, options: Iterable[Option], data: Mapping[str, Any] | None = None
) -> Rule[Option]:
    """Ask a seat; a question with one answer is not asked."""
    offered = tuple(options)
    if len(offered) == 1:
        return offered[0]
    return (yield Decision(seat, kind, wording, offered, data or {}))
