"""Pushes: who, where to, and whether there is room for all. DF-PUSH, Q-40"""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.engine.dawnfall.movement import move_action
from matches.engine.dawnfall.pushing import Pushed, choose_places, room_for
from tests.engine.dawnfall.building import TestTable, a_setup, a_squad, a_table, footprint, play
from tests.engine.dawnfall.moving import check_ground, ends, play_at_random, spot, stands, to, to_hexes, trait

#: Every hex that touches 1,0:0,1,2.
AROUND = ["1,0:3", "1,0:4", "1,0:5", "1,0:6", "1,1:5", "1,1:6", "2,-1:3", "2,0:4", "2,0:5"]


def charge(filled: list[str] | None = None, **values: object) -> TestTable:
    """SC-32: a base of three hexes in 0,0; four small ones in 1,0; and others on filled hexes around."""
    filled = filled or []
    return a_table(
        a_squad("alpha", **{"base": 3, **values}), a_squad("beta", seat=1, models=4), a_squad("own"),
        a_squad("fill", seat=1, models=9),
        places={
            "alpha": "0,0:012", "beta": "1,0:0", "beta/1": "1,0:1", "beta/2": "1,0:2", "beta/3": "1,0:4",
            **{f"fill/{n}": place for n, place in enumerate(filled)},
        },
    )  # fmt: skip


def push(table: TestTable, *answers: str, seat: int = 0, **terms: bool):
    return play(move_action(table, seat, [table.model("alpha")], **terms), *answers)


def test_the_mover_puts_each_pushed_model_on_free_hexes_beside_it():
    # DF-PUSH-01, -04, -05, -06, -08, -09, -12, SC-32
    table = charge()
    answers = [to_hexes(table, place) for place in ("1,0:3", "2,0:4", "1,1:5")]
    talk = push(table, *to(table, "1,0:012"), *answers)
    assert [stands(table, f"beta/{n}") for n in range(4)] == ["1,0:3", "2,0:4", "1,1:5", "1,0:4"]
    first, second, third = (
        {spot(table, int(option.id[3:])) for option in decision.options if option.id != "back"}
        for decision in talk.asked
        if decision.kind == "push_hexes"
    )
    assert first == set(AROUND) - {"1,0:4"}
    assert second == first - {"1,0:3"}
    assert third == second - {"2,0:4"}
    assert [decision.seat for decision in talk.asked] == [0] * 5
    assert [event["model"] for event in table.events("model_pushed")] == [table.model(f"beta/{n}") for n in range(3)]
    check_ground(table)


def test_without_room_for_all_the_move_is_refused():  # DF-PUSH-07, -11, SC-33
    free = [place for place in AROUND if place != "1,0:4"]
    assert "1,0:012" not in ends(charge(free), "alpha")
    assert "1,0:012" not in ends(charge(free[2:]), "alpha")
    assert "1,0:012" in ends(charge(free[3:]), "alpha")


def test_a_push_never_drives_a_second_model_away():  # DF-PUSH-11, SC-33
    table = charge([place for place in AROUND if place not in {"1,0:4", "1,1:5", "1,1:6", "2,-1:3"}])
    talk = push(table, *to(table, "1,0:012"), to_hexes(table, "1,1:5"), to_hexes(table, "1,1:6"))
    assert len(table.events("model_pushed")) == 3
    assert stands(table, "beta/2") == "2,-1:3"
    assert talk.value == [0]


def test_a_model_is_pushed_once_in_a_move_action():  # DF-MOVE-07, -08, SC-30
    table = a_table(
        a_squad("alpha", models=2, base=2, mov=2), a_squad("x", seat=1),
        places={"alpha": "0,0:01", "alpha/1": "0,0:23", "x": "1,0:0"},
    )  # fmt: skip
    plan = ["model:0", *to(table, "1,0:01"), "model:1", *to(table, "1,0:34"), "done"]
    rule = move_action(table, 0, [0, 1])
    talk = play(rule, *plan, to_hexes(table, "1,0:5"))
    places = {spot(table, int(option.id[3:])) for option in talk.asked[-1].options if option.id != "back"}
    assert "1,0:3" not in places
    assert {"1,0:2", "1,0:5", "1,0:6"} <= places
    assert "1,0:4" not in places
    assert len(table.events("model_pushed")) == 1


def test_a_model_under_two_movers_touches_at_least_one_of_them():  # DF-MOVE-07, DF-PUSH-05, Q-38
    table = a_table(
        a_squad("alpha", models=2, base=3, mov=2), a_squad("x", seat=1, base=2),
        places={"alpha": "0,0:012", "alpha/1": "-1,0:012", "x": "1,0:12"},
    )  # fmt: skip
    crowd = [Pushed(2, 2, (footprint("T37", "1,0:016"), footprint("T37", "2,0:045")))]
    talk = play(choose_places(table, 0, crowd, 0, may_go_back=False), to_hexes(table, "2,0:23"))
    offered = {spot(table, int(option.id[3:])) for option in talk.asked[0].options}
    assert {"2,0:23", "1,0:23"} <= offered
    assert "0,0:34" not in offered


def test_own_models_are_pushed_like_others_and_land_on_hexes_just_left():  # DF-PUSH-03, Q-40
    table = a_table(a_squad("alpha", base=3), a_squad("own"), places={"alpha": "0,0:012", "own": "0,0:4"})
    push(table, *to(table, "0,0:045"), to_hexes(table, "0,0:1"))
    assert stands(table, "own") == "0,0:1"
    assert not [event for event in table.log if event.kind == "model_moved" and event.data["model"] == 1]


def test_a_push_may_lead_beside_sources_and_enemies_and_into_another_space():  # DF-PUSH-06, -12, Q-40
    table = charge(["2,0:0"])
    table.state.sources.append(table.board.number[2, -2])
    table.state.occupied |= table.board.space_bits[table.board.number[2, -2]]
    push(table, *to(table, "1,0:012"), *(to_hexes(table, place) for place in ("1,0:6", "2,0:5", "2,-1:3")))
    assert stands(table, "beta/1") == "2,0:5"
    assert table.bits(table.model("beta")) & table.board.space_touch[table.board.number[1, -1]]


def test_equal_and_larger_bases_are_not_pushed_unless_the_card_says_so():  # DF-PUSH-10, R-PUSH-ANY, SC-34
    places = {"alpha": "0,0:01", "same": "1,0:01", "big": "-1,0:012", "huge": "0,1:0123456"}
    table = a_table(
        a_squad("alpha", base=2), a_squad("same", seat=1, base=2), a_squad("big", seat=1, base=3),
        a_squad("huge", seat=1, base=7), places=places, sources=[4],
    )  # fmt: skip
    plain, any_base = ends(table, "alpha"), ends(table, "alpha", push_any=True)
    for place in ("1,0:01", "-1,0:01", "0,1:01"):
        assert place not in plain
        assert place in any_base
    push(table, *to(table, "0,1:23"), to(table, "0,2:0123456")[1], push_any=True)
    assert stands(table, "huge") == "0,2:0123456"
    check_ground(table)


def test_a_seven_hex_model_needs_an_empty_space_beside_the_pusher():  # R-PUSH-ANY
    table = a_table(a_squad("alpha"), a_squad("huge", seat=1, base=7), places={"alpha": "0,0:1", "huge": "1,0:0123456"})
    assert "1,0:2" in ends(table, "alpha", push_any=True)
    assert "1,0:0" not in ends(table, "alpha", push_any=True)


def test_blocked_and_steadfast_models_hold_their_ground():  # R-BLOCKED, R-NO-PUSH
    table = charge()
    assert "1,0:016" in ends(table, "alpha")
    trait(table, "beta", "blocked")
    assert "1,0:016" in ends(table, "alpha")
    trait(table, "beta/1", "no_push")
    assert "1,0:016" not in ends(table, "alpha")
    assert "1,0:023" in ends(table, "alpha")
    own = a_table(a_squad("alpha", base=3), a_squad("own"), places={"alpha": "0,0:012", "own": "1,0:0"})
    assert "1,0:012" in ends(own, "alpha")
    trait(own, "own", "blocked")
    assert "1,0:012" not in ends(own, "alpha")


def test_allied_models_are_pushed_and_allies_cannot_push_blocked_ones():  # Q-40, R-BLOCKED
    squads = [a_squad("alpha", base=3), a_squad("ally", seat=2)]
    table = a_table(setup=a_setup(*squads, mode="team"), places={"alpha": "0,0:012", "ally": "1,0:0"})
    assert "1,0:012" in ends(table, "alpha")
    trait(table, "ally", "blocked")
    assert "1,0:012" not in ends(table, "alpha")


def test_a_spared_model_or_a_move_without_pushing_needs_free_hexes():  # R-FORCED-MOVE
    table = charge()
    beta = table.model("beta")
    assert "1,0:012" not in ends(table, "alpha", spared=frozenset({beta}))
    assert "1,0:012" not in ends(table, "alpha", may_push=False)
    assert "0,0:034" in ends(table, "alpha", may_push=False)


def test_placing_pushed_models_can_be_taken_back_with_the_move():  # DF-PUSH-04
    table = charge()
    talk = push(table, *to(table, "1,0:012"), to_hexes(table, "1,0:3"), "back", "back", "back", "done")
    assert talk.kinds() == [
        "move_space", "move_hexes", "push_hexes", "push_hexes", "push_hexes", "move_hexes", "move_space",
    ]  # fmt: skip
    assert talk.value == []
    assert not table.log


def test_a_forced_move_pushes_by_the_choice_of_the_effects_player():  # R-FORCED-MOVE, DF-PUSH-04
    table = charge()
    answers = [to_hexes(table, place) for place in ("1,0:3", "1,0:5", "1,0:6")]
    talk = push(table, *to(table, "1,0:012"), *answers, seat=1)
    assert {decision.seat for decision in talk.asked} == {1}


def slow_ends(table: TestTable, model: int, mov: int) -> set[str]:
    """The ends of a Move found the slow way: all routes, all ways to place the Pushed models."""
    board, size = table.board, table.base(model)
    others = [n for n in table.roster.models if n != model and table.on_board(n)]
    tokens = table.map_bits()
    taken = tokens | sum(table.bits(n) for n in others)

    def walk(space: int, left: int) -> set[int]:
        found = {space}
        for near in board.neighbours[space] if left else ():
            found.add(near)
            if board.footprints(size, near, taken):
                found |= walk(near, left - 1)
        return found

    def room(end: int) -> bool:
        bits = board.footprint_bits[end]
        pushed = [n for n in others if table.bits(n) & bits]
        if bits & tokens or any(table.base(n) >= size for n in pushed):
            return False
        stay = tokens | bits | sum(table.bits(n) for n in others if n not in pushed)
        ways = [
            [
                board.footprint_bits[f]
                for space in board.spaces
                for f in board.footprints(table.base(n), space, stay)
                if board.footprint_bits[f] & board.footprint_touch[end]
            ]
            for n in pushed
        ]
        return any(sum(way).bit_count() == sum(map(int.bit_count, way)) for way in itertools.product(*ways))

    spaces = walk(table.space(model), mov)
    every = [f for space in spaces for f in board.all_footprints(size, space) if f != table.state.places[model]]
    return {spot(table, end) for end in every if room(end)}


def crowded(seed: int, size: int, mov: int) -> TestTable:
    chance = random.Random(seed)
    squads = [
        a_squad("alpha", base=size, mov=mov),
        *(a_squad(f"other{n}", seat=n % 2, models=4, base=chance.choice([1, 1, 2, 3])) for n in range(7)),
    ]
    table = a_table(setup=a_setup(*squads), sources=[4], shrines=[17, -1])
    near = chance.sample(list(table.board.in_range(18, 1)), 5)
    for model in table.roster.models:
        free = [s for space in near for s in table.board.footprints(table.base(model), space, table.state.occupied)]
        if free:
            table.put(model, chance.choice(free))
    return table


@given(st.integers(0, 2**32), st.sampled_from([1, 2, 3]), st.integers(0, 2))
def test_the_tables_find_what_a_slow_search_finds(seed: int, size: int, mov: int):
    # DF-MOVE-03, -11 to -15, DF-PUSH-05 to -11, Q-39, Q-41
    table = crowded(seed, size, mov)
    if table.on_board(0):
        assert ends(table, "alpha") == slow_ends(table, 0, mov)


@given(st.integers(0, 2**32))
def test_after_any_pushes_nobody_overlaps_and_all_touch_a_pusher(seed: int):  # DF-BOARD-04, DF-PUSH-05, -06
    table = crowded(seed, 3, 2)
    if not table.on_board(0):
        return
    play_at_random(move_action(table, 0, [0]), random.Random(seed))
    check_ground(table)
    for event in table.events("model_pushed"):
        assert table.touching(event["model"], 0)


@pytest.mark.parametrize(("hexes", "fits"), [(6, False), (7, True)])
def test_many_models_share_few_hexes_without_a_long_search(hexes: int, fits: bool):  # DF-PUSH-08
    table = a_table(a_squad("alpha", base=7))
    pusher = footprint("T37", "0,0:0123456")
    around = [1 << n for n in range(259) if table.board.footprint_touch[pusher] >> n & 1]
    crowd = [Pushed(n, 1, (pusher,)) for n in range(7)]
    assert len(around) == 12
    assert room_for(table.board, crowd, sum(around[hexes:])) is fits
