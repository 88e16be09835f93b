"""Moves: how far, which way, where to, all at once. DF-MOVE, Q-37 to Q-41"""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.engine.dawnfall import markers
from matches.engine.dawnfall.board import board
from matches.engine.dawnfall.moments import MoveAction
from matches.engine.dawnfall.movement import carry_out, move_action
from matches.engine.dawnfall.plans import Plan
from matches.engine.dawnfall.reach import can_act, ground_of, reaches
from matches.engine.dawnfall.routes import route, straight
from matches.engine.dawnfall.state import Marker
from tests.engine.dawnfall.building import FIRST, a_setup, a_squad, a_table, footprint, play
from tests.engine.dawnfall.moving import (
    check_ground,
    crossing,
    ends,
    move,
    play_at_random,
    spaces,
    stands,
    three_riders,
    to,
    to_hexes,
    trait,
)


def test_models_of_a_squad_go_different_ways_and_distances():  # DF-MOVE-03 to -06, DF-SQUAD-11, DF-ACTIVE-09, SC-29
    table = three_riders()
    names = ["alpha", "alpha/1", "alpha/2"]
    talk = move(
        table, "model:0", *to(table, "3,0:01"), "model:1", *to(table, "-3,3:01"), "model:2", *to(table, "0,-2:01"),
        "done", models=names,
    )  # fmt: skip
    assert talk.value == [0, 1, 2]
    assert [stands(table, name) for name in names] == ["3,0:01", "-3,3:01", "0,-2:01"]
    assert [len(event["route"]) for event in table.events("model_moved")] == [3, 3, 2]


def test_a_space_at_distance_4_is_out_of_reach_with_mov_3():  # DF-MOVE-03, DF-BOARD-02, SC-29
    table = a_table(a_squad("alpha", mov=3), places={"alpha": "-1,0:0"})
    assert "2,0" in spaces(ends(table, "alpha"))
    assert "3,0" not in spaces(ends(table, "alpha"))


def test_some_models_may_stay():  # DF-MOVE-05
    table = three_riders()
    talk = move(table, "model:1", *to(table, "1,0:01"), "done", models=["alpha", "alpha/1", "alpha/2"])
    assert talk.value == [1]
    assert stands(table, "alpha") == "0,0:01"
    assert move(table, "done", models=["alpha", "alpha/1"]).value == []


def test_a_move_may_merely_shift_a_model_in_its_space_even_with_mov_0():  # DF-MOVE-09, -10, SC-31
    table = a_table(a_squad("alpha", mov=0), places={"alpha": "0,0:4"})
    assert ends(table, "alpha") == {f"0,0:{k}" for k in (0, 1, 2, 3, 5, 6)}
    move(table, to_hexes(table, "0,0:1"))
    assert stands(table, "alpha") == "0,0:1"
    assert table.events("model_moved")[0]["route"] == []


def test_mov_dash_is_no_move_at_all_but_a_printed_number_moves_an_enemy():
    # DF-SQUAD-06, SC-31, SC-39, Q-37, R-NO-MOVE, R-FORCED-MOVE
    table = a_table(a_squad("alpha", mov="-"), places={"alpha": "0,0:4"})
    assert not can_act(table, 0, [0])
    assert not can_act(table, 0, [0], reach=3)
    assert move(table).value == []
    assert not can_act(table, 1, [0])
    assert can_act(table, 1, [0], reach=2)
    move(table, *to(table, "2,0:0"), seat=1, reach=2)
    assert stands(table, "alpha") == "2,0:0"


def test_a_base_passes_where_it_would_fit_and_nowhere_else():  # DF-MOVE-03, -13, -14, SC-34, Q-41
    assert "2,0" not in spaces(ends(crossing(2), "alpha"))
    table = crossing(3)
    assert "2,0:012" in ends(table, "alpha")
    move(table, *to(table, "2,0:012"))
    assert table.events("model_moved")[0]["route"] == [(0, 1), (1, 1), (2, 0)]
    assert not table.events("model_pushed")


def test_no_move_ends_on_a_source_or_on_an_equal_or_larger_base():  # DF-MOVE-11, -12, DF-PUSH-10, SC-34, Q-39
    found = ends(crossing(3), "alpha")
    assert "1,-1" not in spaces(found)
    assert "1,0" not in spaces(found)
    own = a_table(a_squad("alpha", base=3), a_squad("gamma", base=3), places={"alpha": "0,0:012", "gamma": "1,0:012"})
    assert "1,0" not in spaces(ends(own, "alpha"))


def test_pushing_makes_room_at_the_end_but_not_on_the_way():  # DF-MOVE-15, SC-34
    table = crossing(1)
    assert "-1,1:012" in ends(table, "alpha")
    assert "-2,2" not in spaces(ends(crossing(2), "alpha"))
    move(table, *to(table, "-1,1:012"), to(table, "-1,1:34")[1])
    assert stands(table, "pair") == "-1,1:34"


def test_through_obstacles_passes_everything_and_ends_like_everybody():
    # DF-MOVE-17, -18, -19, DF-SQUAD-12, SC-35
    table = crossing(2, through_obstacles=True)
    assert "2,0:012" in ends(table, "alpha")
    assert "1,-1" not in spaces(ends(table, "alpha"))
    assert "1,0" not in spaces(ends(table, "alpha"))
    lent = crossing(2)
    assert "2,0" in spaces(ends(lent, "alpha", through_obstacles=True))
    trait(lent, "alpha", "through_obstacles")
    assert "2,0" in spaces(ends(lent, "alpha"))
    assert "2,0" not in spaces(ends(lent, "alpha", through_obstacles=False))


def test_a_printed_range_replaces_mov():  # R-MOVE
    table = a_table(a_squad("alpha", mov=1), places={"alpha": "-3,0:0"})
    assert "1,0" in spaces(ends(table, "alpha", reach=4))
    assert len(spaces(ends(table, "alpha", reach=0))) == 1


def test_leaving_contact_is_free_and_status_tokens_take_no_hex(
    monkeypatch: pytest.MonkeyPatch,
):  # DF-MOVE-16, DF-BOARD-06, SC-40
    monkeypatch.setitem(markers.KINDS, "stub", markers.Kind("STUB", counted=True))
    places = {"alpha": "0,0:0", "beta": "0,0:1"}
    table = a_table(a_squad("alpha"), a_squad("beta", seat=1), places=places)
    table.state.markers[0] = (Marker("stub", 1, 3),)
    assert table.touching(0, 1)
    talk = move(table, *to(table, "-1,0:0"))
    assert talk.kinds() == ["move_space", "move_hexes"]
    assert not table.touching(0, 1)
    assert [event.kind for event in table.log] == ["model_moved"]
    check_ground(table)


def test_map_tokens_fill_whole_spaces():  # DF-BOARD-05, DF-BOARD-09, Q-04
    table = a_table(a_squad("alpha"), sources=[3, 9], shrines=[20, -1])
    assert table.map_bits() == sum(table.board.space_bits[n] for n in (3, 9, 20))


def test_blocked_and_paralysed_models_do_not_move():  # R-BLOCKED, R-NO-MOVE
    table = a_table(a_squad("alpha"), a_squad("beta", seat=1), places={"alpha": "0,0:0", "beta": "2,0:0"})
    trait(table, "alpha", "blocked")
    assert not can_act(table, 0, [0])
    assert can_act(table, 1, [0])
    trait(table, "alpha", "paralysed")
    assert not can_act(table, 1, [0], reach=2)


def test_movement_range_reaches_what_a_legal_move_could_touch():  # R-REACH
    places = {"alpha": "-2,0:0", "beta": "0,0:0"}
    table = a_table(a_squad("alpha", mov=1), a_squad("beta", seat=1), places=places)
    assert not reaches(table, 0, 0, 1)
    assert reaches(table, 0, 0, 1, reach=2)
    assert ends(table, "alpha", reach=2, contact=1) == {f"0,0:{k}" for k in range(1, 7)}
    beside = a_table(a_squad("alpha", mov="-"), a_squad("beta", seat=1), places={"alpha": "0,0:1", "beta": "0,0:0"})
    assert reaches(beside, 0, 0, 1)


def test_a_route_without_a_bend_counts_its_spaces():  # R-STRAIGHT
    tables = board("T37")
    number = tables.number
    everywhere = -1
    assert route(tables, number[-3, 0], number[1, 0], everywhere) == tuple(number[q, 0] for q in (-2, -1, 0, 1))
    assert straight(tables, number[-3, 0], route(tables, number[-3, 0], number[1, 0], everywhere)) == 4
    bent = route(tables, number[0, 0], number[2, -1], everywhere)
    assert (len(bent), straight(tables, number[0, 0], bent)) == (2, 0)
    assert straight(tables, number[0, 0], ()) == 0


def test_options_at_fixed_tables_are_counted():  # STYLE 17
    table = three_riders()
    assert len(ends(table, "alpha")) == 434  # 36 empty Spaces with 12 each, and two more on 0, 1, 6 of its own
    assert len(ends(crossing(3), "alpha")) == 173
    assert (
        len(ends(crossing(3, through_obstacles=True), "alpha")) == 209
    )  # 34 Spaces with 6 each, and 5 more in its own
    assert len(ends(a_table(a_squad("alpha", mov=6), places={"alpha": "-3,0:0"}), "alpha")) == 258


@given(st.integers(0, 2**32), st.sampled_from([1, 2, 3]), st.integers(0, 3), st.booleans())
def test_random_moves_keep_every_model_on_free_hexes_of_one_space(seed: int, size: int, mov: int, push_any: bool):
    # DF-BOARD-04, DF-MOVE-11, -12, DF-PUSH-06, Q-38
    chance = random.Random(seed)
    squads = [
        a_squad("alpha", models=3, base=size, mov=mov, through_obstacles=chance.random() < 0.3),
        *(a_squad(f"other{n}", seat=n % 2, models=4, base=chance.choice([1, 1, 2, 3])) for n in range(3)),
        a_squad("huge", seat=1, base=7),
    ]
    table = a_table(setup=a_setup(*squads), sources=[4], shrines=[30, -1])
    near = chance.sample(list(table.board.in_range(18, 2)), chance.randint(4, 12))
    for model in table.roster.models:
        free = [
            spot for space in near for spot in table.board.footprints(table.base(model), space, table.state.occupied)
        ]
        if free:
            table.put(model, chance.choice(free))
    for _ in range(3):
        moved = play_at_random(move_action(table, 0, [0, 1, 2], push_any=push_any), chance)
        assert len(set(moved)) == len(moved)
        check_ground(table)


def test_who_carries_a_model_ends_where_that_one_finds_room_beside():  # R-MOVE, R-PARTIAL (Hijack)
    places = {"alpha": "0,0:0", "beta": "1,0:0123456"}
    table = a_table(a_squad("alpha"), a_squad("beta", 1, base=7), places=places)
    board = table.board
    open_to = {board.number[0, 0], board.number[1, 0]}
    table.state.sources = [n for n in board.spaces if n not in open_to]
    table.state.occupied |= table.map_bits()
    alpha, beta = table.model("alpha"), table.model("beta")
    ground = ground_of(table, MoveAction(0, (alpha,), carried=beta))
    plan = Plan(air=(alpha,))
    legal = [spot for _, spots in ground.spots(plan, alpha) for spot in ground.legal(plan, alpha, spots)]
    assert footprint("T37", "1,0:4") in legal
    assert footprint("T37", "1,0:1") not in legal
    play(carry_out(table, MoveAction(0, (alpha,), carried=beta)), f"space:{board.number[1, 0]}", FIRST)
    assert (table.space(alpha), table.space(beta)) == (board.number[1, 0], board.number[0, 0])
    assert table.touching(alpha, beta)
    assert table.events("model_pushed") == []
