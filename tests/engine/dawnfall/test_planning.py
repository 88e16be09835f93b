"""Models of a Squad move at once, though they are named one after another. DF-MOVE-07, Q-38"""

import itertools
import random
from typing import Any

import pytest

from matches.engine.dawnfall.board import board
from matches.engine.dawnfall.moments import MoveAction
from matches.engine.dawnfall.planning import follow, options_for
from matches.engine.dawnfall.plans import Ground, Plan
from matches.engine.dawnfall.reach import can_act, ground_of
from matches.engine.kernel.decisions import Rule
from tests.engine.dawnfall.building import TestTable, a_squad, a_table
from tests.engine.dawnfall.moving import (
    ends,
    move,
    offered,
    spaces,
    stands,
    three_riders,
    to,
    to_hexes,
    to_space,
    trait,
)

Outcome = frozenset[tuple[int, int]]


def test_comrades_may_change_places_because_they_move_at_once():  # DF-MOVE-07, Q-38
    table = a_table(a_squad("alpha", models=2), places={"alpha": "0,0:0", "alpha/1": "1,0:0"})
    names = ["alpha", "alpha/1"]
    move(
        table, "model:0", *to(table, "-1,0:0"), "model:1", *to(table, "0,0:0"), "model:0", *to(table, "1,0:0"), "done",
        models=names,
    )  # fmt: skip
    assert [stands(table, name) for name in names] == ["1,0:0", "0,0:0"]
    assert len(table.events("model_moved")) == 2


def boxed_in() -> TestTable:
    """Two pairs in a Space without a free hex, and no free Space around."""
    around = [a_squad(f"wall{n}", seat=1, base=7) for n in range(6)]
    places = {f"wall{n}": f"{q},{r}:0123456" for n, (q, r) in enumerate([(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)])}
    places["wall5"] = "1,-1:0123456"
    rest = [a_squad(f"rest{n}", seat=1) for n in range(3)]
    places |= {f"rest{n}": f"0,0:{n + 4}" for n in range(3)}
    places |= {"alpha": "0,0:01", "alpha/1": "0,0:23"}
    return a_table(a_squad("alpha", models=2, base=2, mov=0), *around, *rest, places=places)


def test_models_that_need_each_others_hexes_are_lifted_together():  # DF-MOVE-07, Q-38
    table = boxed_in()
    for n in range(3):
        trait(table, f"rest{n}", "no_push")
    talk = move(
        table, "model:0", "with:1", to_hexes(table, "0,0:03"), "back", to_hexes(table, "0,0:03"),
        to_hexes(table, "0,0:12"), "done", models=["alpha", "alpha/1"],
    )  # fmt: skip
    assert offered(talk.asked[0]) == ["model:0", "model:1", "done"]
    assert offered(talk.asked[1]) == ["with:1", "back"]
    assert [stands(table, name) for name in ("alpha", "alpha/1")] == ["0,0:03", "0,0:12"]
    assert not can_act(table, 0, [0])


def test_routes_are_checked_against_the_board_without_any_of_the_movers():  # DF-MOVE-07, -13, Q-38
    # A corridor: the second model stands in the only way out of the first one.
    walls = [n for n in board("T37").spaces if board("T37").places[n] not in {(-3, 0), (-2, 0), (-1, 0), (0, 0)}]
    table = a_table(
        a_squad("alpha", models=2, base=3, mov=2), sources=walls, places={"alpha": "-3,0:012", "alpha/1": "-2,0:012"}
    )
    assert "-1,0" not in spaces(ends(table, "alpha"))
    answers = ("model:1", *to(table, "0,0:012"), "model:0", *to(table, "-1,0:012"), "done")
    assert move(table, *answers, models=["alpha", "alpha/1"]).value == [0, 1]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_outcome_does_not_depend_on_the_order_of_naming(order: tuple[int, ...]):  # DF-MOVE-07, Q-38
    table = three_riders()
    goals = ["1,0:01", "1,0:23", "0,1:01"]
    answers = [answer for n in order for answer in (f"model:{n}", *to(table, goals[n]))]
    move(table, *answers, "done", models=["alpha", "alpha/1", "alpha/2"])
    assert [stands(table, f"alpha/{n}") for n in range(3)] == goals
    assert [event["model"] for event in table.events("model_moved")] == [0, 1, 2]


def test_every_step_can_be_taken_back_until_the_move_is_carried_out():
    table = three_riders()
    talk = move(
        table, "model:0", to_space(table, "1,0"), "back", *to(table, "2,0:01"), "back", "back", "back", "done",
        models=["alpha", "alpha/1", "alpha/2"],
    )  # fmt: skip
    assert talk.value == []
    assert stands(table, "alpha") == "0,0:01"
    assert not table.log


def a_tight_corner(seed: int) -> TestTable:
    """One to three Spaces in which a Squad and others stand closely packed; all else is full."""
    chance = random.Random(seed)
    tables = board("T37")
    home = tables.number[0, 0]
    around = [home, *chance.sample(tables.neighbours[home], chance.choice([0, 1, 1, 2]))]
    size, mov = chance.choice([1, 2, 2, 3]), chance.choice([0, 1, 2])
    table = a_table(
        a_squad("alpha", models=2, base=size, mov=mov),
        a_squad("ones", seat=1, models=chance.randint(1, 7)),
        a_squad("pairs", seat=1, models=2, base=2),
        sources=[space for space in tables.spaces if space not in around],
    )
    for model in table.roster.models:
        free = [s for space in around for s in tables.footprints(table.base(model), space, table.state.occupied)]
        if free:
            table.put(model, chance.choice(free))
    return table


def by_conversation(ground: Ground, able: list[int]) -> set[Outcome]:
    """All outcomes to which some sequence of answers leads."""
    seen, found, waiting = set(), set(), [Plan()]
    while waiting:
        plan = waiting.pop()
        key = (frozenset(plan.down), plan.air, plan.space)
        if key in seen:
            continue
        seen.add(key)
        if not plan.air:
            found.add(frozenset(plan.down))
        options = options_for(ground, plan, able)
        assert options, "a dead end"
        waiting += [answered(follow(ground, plan, option, None)) for option in options if option.id != "done"]
    return found


def answered(rule: Rule[Any]) -> Any:
    """What a rule gives that has nothing to ask."""
    with pytest.raises(StopIteration) as done:
        next(rule)
    return done.value.value


def by_trying(table: TestTable, ground: Ground, able: list[int]) -> set[Outcome]:
    """All outcomes, found by trying every combination of movers and ends."""
    bits = table.board.footprint_bits
    found: set[Outcome] = {frozenset()}
    for count in range(1, len(able) + 1):
        for movers in itertools.combinations(able, count):
            lifted = Plan(air=movers)
            blocked = [ground.hard(model) & ~ground.lifted_bits(lifted) for model in movers]
            for goal in itertools.product(*([s for _, a in ground.spots(lifted, m) for s in a] for m in movers)):
                apart = sum(bits[s] for s in goal).bit_count() == sum(bits[s].bit_count() for s in goal)
                clear = not any(bits[s] & wall for s, wall in zip(goal, blocked, strict=True))
                down = tuple(zip(movers, goal, strict=True))
                if apart and clear and ground.completable(Plan(down)):
                    found.add(frozenset(down))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_naming_one_after_another_leads_to_every_joint_move_and_no_other(seed: int):  # DF-MOVE-07, Q-38
    table = a_tight_corner(seed)
    able = [model for model in range(2) if table.on_board(model)]
    ground = ground_of(table, MoveAction(0, tuple(able)))
    assert by_conversation(ground, able) == by_trying(table, ground, able)
