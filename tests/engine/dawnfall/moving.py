"""Words for tests of Moves and Pushes: places written as `q,r:hexes`, and answers made from them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from matches.engine.dawnfall.board import board
from matches.engine.dawnfall.moments import MoveAction
from matches.engine.dawnfall.movement import move_action
from matches.engine.dawnfall.plans import Plan
from matches.engine.dawnfall.reach import can_move, ground_of
from matches.engine.dawnfall.state import Effect
from matches.engine.kernel.decisions import Decision, Rule
from tests.engine.dawnfall.building import Talk, TestTable, a_squad, a_table, footprint, play


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


def trait(table: TestTable, name: str, kind: str) -> None:
    """Give a model a trait for this turn."""
    table.state.effects = (*table.state.effects, Effect(kind, table.model(name), 0, "turn", "test"))


def move(table: TestTable, *answers: str, seat: int = 0, models: list[str] | None = None, **terms: Any) -> Talk:
    """One Move Action of the models, Alpha if none are named."""
    chosen = [table.model(name) for name in models or ["alpha"]]
    return play(move_action(table, seat, chosen, **terms), *answers)


def three_riders(**values: object) -> TestTable:
    """SC-29: a Squad of three with bases of two hexes in one Space."""
    squad = a_squad("alpha", models=3, base=2, mov=3, **values)
    return a_table(squad, a_squad("beta", seat=1), places={"alpha": "0,0:01", "alpha/1": "0,0:23", "alpha/2": "0,0:45"})


def crossing(mov: int, **values: object) -> TestTable:
    """SC-34: a base of three hexes in 0,0 with all kinds of neighbours."""
    table = a_table(
        a_squad("alpha", base=3, mov=mov, **values), a_squad("big", seat=1, base=3), a_squad("one", seat=1),
        a_squad("two", seat=1), a_squad("pair", seat=1, base=2),
        places={"alpha": "0,0:012", "big": "1,0:012", "one": "0,1:5", "two": "1,1:3", "pair": "-1,1:01"},
        sources=[board("T37").number[1, -1]],
    )  # fmt: skip
    return table
