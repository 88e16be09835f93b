"""Models that are set down together on a board from which they were lifted, Pushing who is in the way. Q-38

A Plan says which models are down (and where) and which are still in the air. The Ground knows the board as it was and
which plans can be completed. Nothing changes at the table until a plan is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from matches.engine.dawnfall.attributes import has
from matches.engine.dawnfall.moments import NOBODY
from matches.engine.dawnfall.pushing import Pushed, Pushes, can_be_pushed, room_for
from matches.engine.dawnfall.table import Table


class Plan(NamedTuple):
    """Where models will stand; `space` is chosen for the first in the air, `ways` are routes that were asked for."""

    down: tuple[tuple[int, int], ...] = ()
    air: tuple[int, ...] = ()
    space: int = -1
    ways: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def lift(self, model: int) -> Plan:
        """The plan with a further model in the air; if it was down, its place is open again."""
        down = tuple(pair for pair in self.down if pair[0] != model)
        ways = tuple(pair for pair in self.ways if pair[0] != model)
        return Plan(down, (*self.air, model), -1, ways)

    def land(self, model: int, footprint: int) -> Plan:
        """The plan with a model of the air down."""
        air = tuple(other for other in self.air if other != model)
        return Plan((*self.down, (model, footprint)), air, -1, self.ways)

    def movers(self) -> list[int]:
        """All models of the plan."""
        return [*(model for model, _ in self.down), *self.air]


#: Where a model may be set down, Space by Space, when the models of these hexes are lifted.
Area = Callable[[int, int], Iterable[tuple[int, Sequence[int]]]]


class Ground:
    """The board before anybody is set down: what is in the way of whom, and who can be Pushed."""

    __slots__ = ("_hard", "_strength", "area", "bits", "board", "carried", "pushes", "seat", "sizes", "table")

    def __init__(
        self,
        table: Table,
        seat: int,
        area: Area,
        pushes: Pushes,
        sizes: dict[int, int] | None = None,
        carried: int = NOBODY,
    ) -> None:
        self.table = table
        self.seat = seat
        self.area = area
        self.pushes = pushes
        self.board = table.board
        footprint_bits = self.board.footprint_bits
        #: Models on the board with the hexes they stand on.
        self.bits = {model: footprint_bits[spot] for model, spot in enumerate(table.state.places) if spot >= 0}
        #: Bases that differ from the ones the Squad cards show now. R-BASE-CHANGE
        self.sizes = sizes or {}
        #: A model that goes along, out of everybody's way, and ends Base to Base with a mover. Hijack
        self.carried = carried if carried in self.bits else NOBODY
        #: The base with which a model Pushes, 0 if it never does; and by that, the hexes on which it cannot end.
        self._strength: dict[int, int] = {}
        self._hard: dict[int, int] = {}

    def size(self, model: int) -> int:
        """How many hexes the model will cover."""
        return self.sizes.get(model) or self.table.base(model)

    def spots(self, plan: Plan, model: int) -> Iterable[tuple[int, Sequence[int]]]:
        """Where the model may be set down by its own rule, Space by Space, others apart."""
        return self.area(model, self.lifted_bits(plan))

    def legal(self, plan: Plan, model: int, spots: Iterable[int]) -> Iterator[int]:
        """Those of the spots on which a model of the air can be set down so that the plan can be completed.

        DF-MOVE-11, -12, DF-PUSH-07, Q-39
        """
        footprint_bits = self.board.footprint_bits
        hard, simple = self._bounds(plan, model)
        for spot in spots:
            bits = footprint_bits[spot]
            if not bits & simple or (not bits & hard and self.completable(plan.land(model, spot))):
                yield spot

    def spaces(self, plan: Plan, model: int) -> list[int]:
        """The Spaces in which a model of the air can be set down."""
        footprint_bits = self.board.footprint_bits
        hard, simple = self._bounds(plan, model)
        found = []
        for space, spots in self.spots(plan, model):
            for spot in spots:
                if not footprint_bits[spot] & simple:
                    found.append(space)
                    break
            else:
                if any(not footprint_bits[s] & hard and self.completable(plan.land(model, s)) for s in spots):
                    found.append(space)
        return found

    def _bounds(self, plan: Plan, model: int) -> tuple[int, int]:
        """The hexes on which the model cannot end, and those outside of which it can without a further look."""
        footprint_bits = self.board.footprint_bits
        lifted = self.lifted_bits(plan)
        occupied = self.table.state.occupied & ~lifted
        hard = self.hard(model) & ~lifted
        pushing = False
        for _, spot in plan.down:
            bits = footprint_bits[spot]
            hard |= bits
            pushing = pushing or bool(bits & occupied)
        return hard, -1 if pushing or len(plan.air) > 1 or self.carried != NOBODY else occupied | hard

    def completable(self, plan: Plan) -> bool:
        """Whether all in the air can come down, and all Pushed models find room."""
        if plan.air:
            model = plan.air[0]
            return any(next(self.legal(plan, model, spots), None) is not None for _, spots in self.spots(plan, model))
        crowd = self.pushed(plan)
        return not crowd or room_for(self.board, crowd, self.blocked(plan, crowd))

    def pushed(self, plan: Plan) -> list[Pushed]:
        """The models that the plan Pushes, and one that is carried along. DF-PUSH-01, -09"""
        footprint_bits = self.board.footprint_bits
        movers = set(plan.movers())
        covered = 0
        for _, spot in plan.down:
            covered |= footprint_bits[spot]
        crowd = [
            Pushed(model, self.table.base(model), tuple(spot for _, spot in plan.down if footprint_bits[spot] & bits))
            for model, bits in self.bits.items()
            if bits & covered and model not in movers and model != self.carried
        ]
        if self.carried != NOBODY and plan.down:
            around = tuple(spot for _, spot in plan.down)
            crowd.append(Pushed(self.carried, self.table.base(self.carried), around, carried=True))
        return crowd

    def blocked(self, plan: Plan, crowd: Iterable[Pushed]) -> int:
        """The hexes that are taken once the movers stand and the Pushed models are lifted."""
        blocked = self.table.state.occupied & ~self.lifted_bits(plan)
        for pushed in crowd:
            blocked &= ~self.bits[pushed.model]
        for _, spot in plan.down:
            blocked |= self.board.footprint_bits[spot]
        return blocked

    def lifted_bits(self, plan: Plan) -> int:
        """The hexes that the models of the plan leave, and one that is carried along."""
        lifted = self.bits.get(self.carried, 0)
        for model in plan.movers():
            lifted |= self.bits.get(model, 0)
        return lifted

    def hard(self, model: int) -> int:
        """The hexes on which the model can never end: map tokens, and models that it cannot Push. DF-PUSH-10"""
        if model not in self._strength:
            self._strength[model] = 0 if has(self.table, model, "never_pushes") else self.size(model)
        size = self._strength[model]
        if size not in self._hard:
            hard = self.table.state.occupied
            if size > 1 or (size and self.pushes.any_base):
                for other, bits in self.bits.items():
                    if self._gives_way(other, size):
                        hard &= ~bits
            self._hard[size] = hard
        return self._hard[size]

    def _gives_way(self, model: int, size: int) -> bool:
        allowed, any_base, spared = self.pushes
        return (
            allowed
            and (any_base or self.table.base(model) < size)
            and model not in spared
            and can_be_pushed(self.table, self.seat, model)
        )
