"""A running match: it asks decisions and takes answers, and in no other way does it change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Protocol, TypeVar

from matches.engine.kernel.chance import SeededChance, seed_bytes
from matches.engine.kernel.decisions import Decision, Option, Rule
from matches.engine.kernel.events import Event
from matches.engine.kernel.refusals import IllegalChoice, Refusal


class GameState(Protocol):
    """Plain data: everything that is true at a checkpoint, when no rule is half-way through."""

    counter: int

    def copy(self) -> Any:
        """An independent copy; immutable parts are shared."""

    def to_json(self) -> dict[str, Any]:
        """The state as JSON-able data."""


class GameTable(Protocol):
    """What the rules work on while they run."""

    state: Any
    log: list[Event]
    at_checkpoint: Any


class Rules(Protocol):
    """A game system: how a match begins, runs, looks from a seat, and ends."""

    version: str

    def begin(self, setup: Any) -> Any:
        """The state before anything happened."""

    def read_state(self, data: dict[str, Any]) -> Any:
        """The state that was written as JSON."""

    def lay(self, setup: Any, state: Any, chance: SeededChance) -> Any:
        """A table on which a match in this state can go on."""

    def run(self, table: Any) -> Rule[None]:
        """Play on from the state's checkpoint to the end of the match."""

    def view(self, table: Any, seat: int | None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may know."""

    def result(self, table: Any) -> Any:
        """The outcome, or None while the match goes on."""

    def why_not(self, table: Any, pending: Decision | None, seat: int | None, option_id: str) -> Refusal:
        """Why a seat cannot choose what is not offered to it; tells nothing that the seat may not know.

        Without a decision the match is over; only then the seat may be missing.
        """

    def explain(self, table: Any, pending: Decision | None, seat: int) -> dict[str, Refusal]:
        """Why a seat cannot use what it holds and is not offered, by option id."""

    def imagine(self, game: Any, seat: int, luck: str) -> Any:
        """A game that the seat could be in as far as it knows, or None."""


S = TypeVar("S")


class Game(Generic[S]):
    """A match in progress. Its choices so far, with setup and seed, are the whole truth about it."""

    def __init__(self, rules: Rules, setup: S, seed: bytes | str, state: Any = None) -> None:
        self.rules = rules
        self.setup = setup
        self.seed = seed_bytes(seed)
        self.choices: list[str] = []
        self._start(rules.begin(setup) if state is None else state)

    @classmethod
    def replay(cls, rules: Rules, setup: S, seed: bytes | str, choices: Iterable[str]) -> Game[S]:
        """The game that these choices give; the same on every machine, for ever."""
        game = cls(rules, setup, seed)
        for choice in choices:
            game.choose(choice)
        return game

    @property
    def log(self) -> list[Event]:
        """The events since this object was made."""
        events: list[Event] = self.table.log
        return events

    @property
    def result(self) -> Any:
        """How the match ended, or None."""
        return self.rules.result(self.table)

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may know and nothing more."""
        return self.rules.view(self.table, seat)

    def why_not(self, seat: int, option_id: str) -> Refusal | None:
        """Why a seat cannot choose something now, or None if it can."""
        if self._option(option_id, seat) is not None:
            return None
        return self.rules.why_not(self.table, self.pending, seat, option_id)

    def explain(self, seat: int) -> dict[str, Refusal]:
        """Why a seat cannot use what it holds, for everything that is not offered to it now, by option id."""
        return self.rules.explain(self.table, self.pending, seat)

    def imagine(self, seat: int, luck: str) -> Game[S] | None:
        """A game at this decision that a seat could be in: what it cannot know is dealt anew, dice to come included.

        It is for playing on, not for keeping: before its next checkpoint it cannot be cloned or written.
        """
        imagined: Game[S] | None = self.rules.imagine(self, seat, luck)
        return imagined

    def choose(self, option_id: str, seat: int | None = None) -> list[Event]:
        """Take one of the pending options; gives the events it led to. Without a seat, whoever is asked chooses."""
        if seat is None and self.pending is not None:
            seat = self.pending.seat
        option = self._option(option_id, seat)
        if option is None:
            raise IllegalChoice(option_id, self.rules.why_not(self.table, self.pending, seat, option_id))
        before = len(self.log)
        self.choices.append(option_id)
        self.since_checkpoint.append(option_id)
        self.since_by.append(seat)
        self._advance(option)
        return self.log[before:]

    def to_json(self) -> dict[str, Any]:
        """The game at this decision: the last checkpoint and the choices since. Holds secrets, but not the seed."""
        return {
            "rules": self.rules.version,
            "checkpoint": self.checkpoint.to_json(),
            "since": list(self.since_checkpoint),
        }

    @classmethod
    def from_json(cls, rules: Rules, setup: S, seed: bytes | str, data: dict[str, Any]) -> Game[S]:
        """The game that was written as JSON. Its log begins at the checkpoint."""
        if data["rules"] != rules.version:
            raise ValueError(f"The game was saved under rules {data['rules']}; these are rules {rules.version}.")
        return cls(rules, setup, seed, rules.read_state(data["checkpoint"]))._go_on(data["since"])

    def clone(self) -> Game[S]:
        """An independent game at the same decision."""
        return type(self)(self.rules, self.setup, self.seed, self.checkpoint.copy())._go_on(self.since_checkpoint)

    def _go_on(self, choices: Iterable[str]) -> Game[S]:
        for choice in choices:
            self.choose(choice)
        return self

    def _start(self, state: Any) -> None:
        self.table = self.rules.lay(self.setup, state, SeededChance(self.seed, state.counter))
        self.table.at_checkpoint = self._keep
        self._keep()
        self.running = self.rules.run(self.table)
        self.pending: Decision | None = None
        self._advance(None)

    def _keep(self) -> None:
        """Remember this moment; what happens from here on can be replayed from it."""
        self.checkpoint = self.table.state.copy()
        self.since_checkpoint: list[str] = []
        #: Who made these choices, and how much had been told before them.
        self.since_by: list[int | None] = []
        self.told = len(self.log)

    def _advance(self, option: Option | None) -> None:
        try:
            self.pending = self.running.send(option)  # type: ignore[arg-type]
        except StopIteration:
            self.pending = None

    def _option(self, option_id: str, seat: int | None) -> Option | None:
        pending = self.pending
        if pending is None or seat != pending.seat:
            return None
        for option in pending.options:
            if option.id == option_id:
                return option
        return None
