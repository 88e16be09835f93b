"""Windows for tests: notes which ones open and for whom, and lets a test act in them as a card would."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

import pytest

from matches.engine.dawnfall import combat, dice, shooting, wounds
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

Act = Callable[[Table, Moment], Any]


class Watch:
    """Stands in for `open_window`."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.seats: dict[str, tuple[int, ...] | None] = {}
        self.acts: dict[str, list[Act]] = {}

    def at(self, window: str, *acts: Act) -> None:
        """Each act is done at one opening of the window; the last one at all further ones is nothing."""
        self.acts.setdefault(window, []).extend(acts)

    def open_window(self, table: Table, moment: Moment, seats: Sequence[int] | None = None) -> Rule[None]:
        name = moment.window + (f":{moment.step}" if moment.step else "")
        self.opened.append(name)
        self.seats[name] = None if seats is None else tuple(seats)
        if self.acts.get(name):
            done = self.acts[name].pop(0)(table, moment)
            if isinstance(done, Generator):
                yield from done


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """All windows of fights, dice, Shots and Wounds go to this watch."""
    watch = Watch()
    for module in (combat, dice, shooting, wounds):
        monkeypatch.setattr(module, "open_window", watch.open_window)
    return watch
