"""Words for tests of Moves and Pushes: places written as `q,r:hexes`, and answers made from them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from matches.engine.dawnfall.moments import MoveAction
from matches.engine.dawnfall.plans import Plan
from matches.engine.dawnfall.reach import can_move, ground_of
from matches.engine.kernel.decisions import Decision, Rule
from tests.engine.dawnfall.building import TestTable, footprint


def spot(table: TestTable, footprint_number: int) -> str:
    """A footprint as `q,r:hexes`."""
    facts: Any = table.board.describe(footprint_number)
    return f"{facts['space'][0]},{facts['space'][1]}:{''.join(map(str, facts['hexes']))}"


def stands(table: TestTable, name: str) -> str:
    """Where a model stands."""
    return spot(table, table.state.places[table.model(name)])


def to_space(table: TestTable, place: str) -> str:
    """The answer that names a Space."""
    q, r = map(int, place.partition(":")[0].split(","))
    return f"space:{table.board.number[q, r]}"


def to_hexes(table: TestTable, place: str) -> str:
    """The answer that names hexes."""
    return f"fp:{footprint(table.board.name, place)}"


def to(table: TestTable, place: str) -> tuple[str, str]:
    """The two answers that lead to a place."""
    return to_space(table, place), to_hexes(table, place)


def ends(table: TestTable, name: str, seat: int = 0, **move: Any) -> set[str]:
    """Every place at which a Move of this model alone could end."""
    model = table.model(name)
    action = MoveAction(seat, (model,), **move)
    if not can_move(table, action, model):
        return set()
    ground, plan = ground_of(table, action), Plan(air=(model,))
    return {spot(table, end) for _, area in ground.spots(plan, model) for end in ground.legal(plan, model, area)}


def spaces(found: Iterable[str]) -> set[str]:
    """The Spaces of places."""
    return {place.partition(":")[0] for place in found}


def offered(decision: Decision) -> list[str]:
    """The ids of the options."""
    return [option.id for option in decision.options]


def check_ground(table: TestTable) -> None:
    """No two models overlap, none leaves its Space, and the taken hexes are those of models and map tokens."""
    board, union = table.board, table.map_bits()
    for model, place in enumerate(table.state.places):
        if place >= 0:
            bits = board.footprint_bits[place]
            assert not bits & union
            assert bits.bit_count() == table.base(model)
            assert not bits & ~board.space_bits[board.footprint_space[place]]
            union |= bits
    assert table.state.occupied == union


def play_at_random(rule: Rule[Any], chance: random.Random, limit: int = 400) -> Any:
    """Answer every question by chance; each must offer something, and it must come to an end."""
    try:
        decision = next(rule)
        for count in range(limit):
            assert len({option.id for option in decision.options}) == len(decision.options) > 1
            onward = [option for option in decision.options if option.id != "back"] if count > limit // 2 else None
            assert onward is None or onward, "only the way back is left"
            decision = rule.send(chance.choice(onward or decision.options))
    except StopIteration as done:
        return done.value
    raise AssertionError("the conversation does not end")
