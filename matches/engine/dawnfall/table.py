"""The table while rules run: board, roster, state, chance and log, with the questions every rule asks of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

from catalog.packs import schema
from matches.engine.dawnfall.board import Board, board
from matches.engine.dawnfall.moments import Fight, Moment
from matches.engine.dawnfall.roster import Roster, Squad, make_roster
from matches.engine.dawnfall.setup import Setup
from matches.engine.dawnfall.state import DEAD, GONE, State
from matches.engine.kernel.chance import Chance
from matches.engine.kernel.events import Audience, Event


class Table:
    """Everything a rule needs at hand."""

    __slots__ = (
        "at_checkpoint", "before", "board", "calm", "chance", "dying", "fights", "held", "log", "open", "reacting",
        "roster", "seats", "setup", "state",
    )  # fmt: skip

    def __init__(self, setup: Setup, state: State, chance: Chance) -> None:
        self.setup = setup
        self.state = state
        self.chance = chance
        self.board: Board = board(setup.board)
        self.seats = range(len(setup.seats))
        self.log: list[Event] = []
        #: What is told of a use that can still be taken back; nobody hears of it before it is certain.
        self.held: list[Event] | None = None
        #: Who uses it, and the state before, which all others see until then.
        self.before: tuple[int, State] | None = None
        #: Windows that are open inside one another, and effects under way, passive or used. R-DEPTH, R-NO-SELF
        self.open: list[Moment] = []
        self.reacting: list[str] = []
        self.at_checkpoint: Callable[[], None] = lambda: None
        #: What is half-way through: fights (the outermost first) and models that are dying.
        self.fights: list[Fight] = []
        self.dying: list[int] = []
        #: How long the log was when all had passed at W-INSTANT; -1 after a checkpoint, which remembers no log.
        self.calm = -1
        self.roster = Roster(())
        if state.picked and min(state.picked) >= 0:
            self.roster = make_roster(setup, state.picked)

    def checkpoint(self) -> None:
        """No rule is half-way through: whoever keeps the match may remember this moment."""
        self.state.counter = self.chance.counter
        self.calm = -1
        self.at_checkpoint()

    def tell(self, kind: str, *, audience: Audience = None, public: dict[str, Any] | None = None, **data: Any) -> None:
        """Put a fact into the log, or keep it back while it can still be undone."""
        (self.log if self.held is None else self.held).append(Event(kind, data, audience, public))

    def hold(self, seat: int, before: State) -> None:
        """From here on a seat may take back what it does: nobody else sees or hears of it yet. DF-DECK-06"""
        if self.held is None:
            self.before = seat, before
        self.held = list(self.held or ())

    def release(self) -> None:
        """What was done cannot be taken back any more: everybody may see and hear of it."""
        if self.held is not None:
            self.log += self.held
            self.held = self.before = None

    def seen_by(self, seat: int | None) -> Table:
        """The table as a seat (None: a spectator) may see it: without what another can still take back."""
        if self.before is None or self.before[0] == seat:
            return self
        twin = copy(self)
        twin.state = self.before[1]
        return twin

    @contextmanager
    def under_way(self, *effects: str) -> Iterator[None]:
        """While these effects run they do not react to what they cause themselves. R-NO-SELF"""
        before = len(self.reacting)
        self.reacting += effects
        try:
            yield
        finally:
            del self.reacting[before:]

    # Seats

    def clockwise(self, seat: int) -> list[int]:
        """All seats in order of play from this one on."""
        count = len(self.seats)
        return [(seat + n) % count for n in range(count)]

    def hostile(self, one: int, other: int) -> bool:
        """Whether two seats are enemies. R-TARGET"""
        return self.setup.team(one) != self.setup.team(other)

    def opponents(self, seat: int) -> list[int]:
        """The enemies of a seat in order of play."""
        return [other for other in self.clockwise(seat)[1:] if self.hostile(seat, other)]

    def side(self, *seats: int) -> list[int]:
        """The seats and their allies, in order of play from the Active player on. R-ORDER, R-ORDER-SIDE"""
        return [
            other for other in self.clockwise(self.state.active) if any(not self.hostile(other, seat) for seat in seats)
        ]

    # Squads and models

    def squad(self, model: int) -> Squad:
        """The squad of a model."""
        return self.roster.squads[self.roster.squad_of[model]]

    def mode(self, squad: Squad) -> schema.Mode:
        """The side of the Squad card that is up."""
        return squad.modes[self.state.modes[squad.number]]

    def base(self, model: int) -> int:
        """How many hexes the model's base covers now."""
        squad = self.squad(model)
        return squad.bases[self.state.modes[squad.number]]

    def on_board(self, model: int) -> bool:
        """Whether the model stands on the board."""
        return self.state.places[model] >= 0

    def standing(self, squad: Squad) -> list[int]:
        """The models of the squad that are on the board."""
        places = self.state.places
        return [model for model in squad.models if places[model] >= 0]

    def alive(self, squad: Squad) -> bool:
        """Whether the squad has a model that is not dead, on the board or not."""
        return any(self.state.places[model] not in {DEAD, GONE} for model in squad.models)

    def army_on_board(self, seat: int) -> list[int]:
        """All models of a seat that are on the board."""
        return [model for squad in self.roster.armies[seat].squads for model in self.standing(squad)]

    # Places

    def space(self, model: int) -> int:
        """The Space in which the model stands. R-SPACE-OF"""
        return self.board.footprint_space[self.state.places[model]]

    def bits(self, model: int) -> int:
        """The hexes the model covers."""
        place = self.state.places[model]
        return self.board.footprint_bits[place] if place >= 0 else 0

    def touch(self, model: int) -> int:
        """The hexes around the model."""
        place = self.state.places[model]
        return self.board.footprint_touch[place] if place >= 0 else 0

    def touching(self, one: int, other: int) -> bool:
        """Whether two models are Base to Base. DF-BOARD-07"""
        return bool(self.touch(one) & self.bits(other))

    def models_on(self, bits: int) -> Iterator[int]:
        """The models that cover at least one of the hexes."""
        table = self.board.footprint_bits
        for model, place in enumerate(self.state.places):
            if place >= 0 and table[place] & bits:
                yield model

    def map_bits(self) -> int:
        """The hexes under map tokens: Shrines, Crystal Sources, overgrown ones too, and Thickets. R-OCCUPY"""
        bits = self.state.thickets
        for space in (*self.state.shrines, *self.state.sources, *self.state.overgrown):
            if space >= 0:
                bits |= self.board.space_bits[space]
        return bits

    # Endurance

    def take_endurance(self, squad: int, count: int) -> None:
        """Tokens leave a Squad card, by a Wound, as payment or given up; the turn remembers whose. Risky Tactics"""
        state, key = self.state, f"tokens_off:{self.roster.squads[squad].seat}"
        state.endurance[squad] -= count
        state.used[key] = state.used.get(key, 0) + count

    # Changes of place

    def put(self, model: int, footprint: int) -> None:
        """Stand a model on free hexes, from wherever it was."""
        self.lift(model)
        self.state.places[model] = footprint
        self.state.occupied |= self.board.footprint_bits[footprint]

    def lift(self, model: int, to: int = DEAD) -> None:
        """Take a model off the board; `to` says what has become of it."""
        self.state.occupied &= ~self.bits(model)
        self.state.places[model] = to
