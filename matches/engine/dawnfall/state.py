"""Everything that is true at the table, as plain data.

Seats, squads and models are numbered; what never changes about them is in the roster. Lists hold immutable values only,
so that a copy of the lists is a copy of the state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

#: Places of a model that has no footprint.
DEAD, ASIDE, WAITING, GONE = -1, -2, -3, -4
#: Stages in which the turn under way is an Active one; in all others nobody uses cards. DF-PASSIVE-15, Q-17
ACTIVE_STAGES = frozenset({"active_start", "free", "active_end", "end_step"})


class Attached(NamedTuple):
    """An Enhancement under a squad. `on` says whether its passive half has been paid. DF-ENH-20"""

    card: str
    charges: int
    on: bool = False
    #: Tokens that lie on the card; they go with it. WEAKENING
    tokens: int = 0


class Effect(NamedTuple):
    """A change that lasts: which value of whom, by how much, until when, and what it came from."""

    kind: str
    model: int
    amount: int
    until: str
    source: str


class Marker(NamedTuple):
    """A token: on a model, a squad, a hex or a Space. `seat` is who put it there."""

    kind: str
    seat: int
    number: int = 1


class OnHex(NamedTuple):
    """A token on a hex that does not fill it. Hex k of Space s is number 7 * s + k. R-OCCUPY"""

    kind: str
    seat: int
    hex: int
    #: Something to remember, such as the turn in which it was put down.
    number: int = 0
    #: Only its owner knows the number. Minelayer
    face_down: bool = False


class Activation(NamedTuple):
    """The Activation under way. `first` is the Action that began first; `fought` lists models that have fought."""

    squad: int
    moved: bool = False
    fighting: bool = False
    first: str = ""
    fought: tuple[int, ...] = ()


@dataclass(slots=True)
class State:
    """A match at a checkpoint."""

    stage: str = "first_player"
    counter: int = 0
    turn: int = 0
    active: int = 0
    first_player: int = 0
    countering: int = 0
    step: int = 0
    #: For each seat: the faction it took ("" while none), and which of its decks it plays (-1 while not picked).
    factions: list[str] = field(default_factory=list)
    picked: list[int] = field(default_factory=list)

    neutral_crystals: int = 0
    neutral_charges: int = 0
    crystals: list[int] = field(default_factory=list)
    depleted: list[int] = field(default_factory=list)
    temporary: list[int] = field(default_factory=list)
    hands: list[tuple[str, ...]] = field(default_factory=list)
    decks: list[tuple[str, ...]] = field(default_factory=list)
    discards: list[tuple[str, ...]] = field(default_factory=list)
    banner_ready: list[bool] = field(default_factory=list)
    mulligan_used: list[bool] = field(default_factory=list)

    #: Two players: slots from the middle towards seat 0 (positive) or seat 1 (negative). Q-16
    marker: int = 0
    #: Multiplayer: own tokens left, and tokens captured from each other seat.
    starting: list[int] = field(default_factory=list)
    captured: list[tuple[int, ...]] = field(default_factory=list)

    #: For each squad.
    modes: list[int] = field(default_factory=list)
    endurance: list[int] = field(default_factory=list)
    attached: list[tuple[Attached, ...]] = field(default_factory=list)
    squad_markers: list[tuple[Marker, ...]] = field(default_factory=list)
    #: For each model: its footprint, or DEAD, ASIDE, WAITING, GONE.
    places: list[int] = field(default_factory=list)
    markers: list[tuple[Marker, ...]] = field(default_factory=list)

    #: Spaces of the Shrines by seat (-1: none yet) and of the Crystal Sources.
    shrines: list[int] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    #: Tokens that lie on Shrines; `seat` is whose Shrine it is.
    shrine_tokens: tuple[Marker, ...] = ()
    #: Spaces of Crystal Sources that have been overgrown: Sources no more. R-THORNHEART
    overgrown: list[int] = field(default_factory=list)
    #: Hexes under Thickets, and tokens on hexes that fill nothing. R-THICKET, R-OCCUPY
    thickets: int = 0
    hex_tokens: tuple[OnHex, ...] = ()
    #: Hexes that are taken by anything.
    occupied: int = 0

    effects: tuple[Effect, ...] = ()
    activation: Activation | None = None
    activated: tuple[int, ...] = ()
    #: An additional turn: "", or "any" or "active" while one is owed; and whether this turn is one. R-EXTRA-TURN
    extra_turn: str = ""
    in_extra_turn: bool = False
    #: How often something with a use limit was used in its span.
    used: dict[str, int] = field(default_factory=dict)

    ending: str = ""
    eliminated: list[bool] = field(default_factory=list)
    #: For each seat: the turn in which only undeployed cavalry was left of it, or -1. R-CAVALRY
    grace: list[int] = field(default_factory=list)
    winners: tuple[int, ...] | None = None
    reason: str = ""
    quiet: int = 0
    stirred: bool = False

    def copy(self) -> State:
        """An independent state."""
        twin = State.__new__(State)
        for name in _SHARED:
            setattr(twin, name, getattr(self, name))
        for name in _LISTS:
            setattr(twin, name, getattr(self, name)[:])
        twin.used = self.used.copy()
        return twin

    def become(self, other: State) -> None:
        """Be as another state is, in the same lists, so that nobody holds an old one."""
        for name in _SHARED:
            setattr(self, name, getattr(other, name))
        for name in _LISTS:
            getattr(self, name)[:] = getattr(other, name)
        self.used = other.used.copy()

    def to_json(self) -> dict[str, Any]:
        """The state as JSON-able data."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> State:
        """The state that was written as JSON (where all tuples have become lists)."""
        values: dict[str, Any] = {name: _READERS.get(name, _own)(value) for name, value in data.items()}
        return cls(**values)


def _own(value: Any) -> Any:
    """The value itself; lists are copied, since the data may be read again."""
    return value.copy() if isinstance(value, list | dict) else value


def _tuples(value: Any) -> list[tuple[Any, ...]]:
    return [tuple(item) for item in value]


_READERS: dict[str, Callable[[Any], Any]] = {
    "hands": _tuples,
    "decks": _tuples,
    "discards": _tuples,
    "captured": _tuples,
    "attached": lambda value: [tuple(Attached(*item) for item in items) for items in value],
    "markers": lambda value: [tuple(Marker(*item) for item in items) for items in value],
    "squad_markers": lambda value: [tuple(Marker(*item) for item in items) for items in value],
    "shrine_tokens": lambda value: tuple(Marker(*item) for item in value),
    "hex_tokens": lambda value: tuple(OnHex(*item) for item in value),
    "effects": lambda value: tuple(Effect(*item) for item in value),
    "activation": lambda value: value and Activation(*value)._replace(fought=tuple(value[4])),
    "activated": tuple,
    "winners": lambda value: None if value is None else tuple(value),
}
_LISTS = tuple(entry.name for entry in fields(State) if entry.default_factory is list)
_SHARED = tuple(entry.name for entry in fields(State) if entry.name not in _LISTS and entry.name != "used")
