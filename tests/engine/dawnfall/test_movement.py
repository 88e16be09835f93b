"""Moves: how far, which way, where to, all at once. DF-MOVE, Q-37 to Q-41"""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.engine.dawnfall import markers, movement, walking
from matches.engine.dawnfall.board import board
from matches.engine.dawnfall.moments import Moment, MoveAction
from matches.engine.dawnfall.movement import move_action, perform
from matches.engine.dawnfall.reach import can_act, reaches
from matches.engine.dawnfall.routes import route, straight
from matches.engine.dawnfall.state import Effect, Marker
from tests.engine.dawnfall.building import TestTable, a_setup, a_squad, a_table, play
from tests.engine.dawnfall.moving import check_ground, ends, offered, play_at_random, spaces, stands, to, to_space


def trait(table: TestTable, name: str, kind: str) -> None:
    table.state.effects = (*table.state.effects, Effect(kind, table.model(name), 0, "turn", "test"))


def move(table: TestTable, *answers: str, seat: int = 0, models: list[str] | None = None, **terms: object):
    chosen = [table.model(name) for name in models or ["alpha"]]
    return play(move_action(table, seat, chosen, **terms), *answers)  # type: ignore[arg-type]


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
    move(table, *to(table, "0,0:1"))
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
    assert table.enemies_touching(0) == [1]
    talk = move(table, *to(table, "-1,0:0"))
    assert talk.kinds() == ["move_space", "move_hexes"]
    assert table.enemies_touching(0) == []
    assert [event.kind for event in table.log] == ["model_moved"]
    check_ground(table)


def test_map_tokens_fill_whole_spaces():  # DF-BOARD-05, DF-BOARD-09, Q-04
    table = a_table(a_squad("alpha"), sources=[3, 9], shrines=[20, -1])
    assert table.map_bits() == sum(table.board.space_bits[n] for n in (3, 9, 20))


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
        table, "model:0", "with:1", *to(table, "0,0:03"), "back", "back", *to(table, "0,0:03"),
        to_space(table, "0,0"), "done", models=["alpha", "alpha/1"],
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
    table.state.modes[0] = 0
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


class Waiting:
    """Something that waits in Spaces: it notes who enters and may halt the Move."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, table: TestTable, halts: dict[str, str] | None = None) -> None:
        self.windows: list[tuple[str, int, object]] = []
        self.halts = {table.board.number[tuple(map(int, key.split(",")))]: how for key, how in (halts or {}).items()}
        monkeypatch.setattr(walking, "open_window", self.open_window)
        monkeypatch.setattr(movement, "open_window", self.open_window)
        watched = sum(1 << n for n in self.halts)
        monkeypatch.setattr(walking, "WATCHED", [lambda _: watched])
        self.table = table

    def open_window(self, table: TestTable, moment: Moment, seats: object = None):
        self.windows.append((moment.window, moment.model, moment.space))
        moment.halt = self.halts.get(moment.space, "")
        yield from ()

    def entered(self) -> list[tuple[int, int]]:
        return [self.table.board.places[space] for window, _, space in self.windows if window == "W-ENTER"]


def test_the_windows_of_a_move_open_in_their_order(monkeypatch: pytest.MonkeyPatch):  # R-ENTER
    table = a_table(a_squad("alpha", mov=2), places={"alpha": "0,0:0"})
    seen = Waiting(monkeypatch, table)
    journeys = play(perform(table, MoveAction(0, (0,))), *to(table, "2,0:0")).value
    assert [window for window, *_ in seen.windows] == ["W-MOVE", "W-ENTER", "W-ENTER", "W-AFTER-MOVE"]
    assert seen.entered() == [(1, 0), (2, 0)]
    assert [(j.model, j.straight, len(j.entered)) for j in journeys] == [(0, 2, 2)]


def test_a_move_through_obstacles_enters_only_its_last_space(monkeypatch: pytest.MonkeyPatch):
    # R-ENTER, DF-MOVE-17, SC-35
    table = crossing(2, through_obstacles=True)
    seen = Waiting(monkeypatch, table, {"1,0": "here"})
    move(table, *to(table, "2,0:012"))
    assert seen.entered() == [(2, 0)]
    assert stands(table, "alpha") == "2,0:012"


def test_a_shift_within_the_space_enters_nothing(monkeypatch: pytest.MonkeyPatch):  # R-ENTER
    table = a_table(a_squad("alpha", mov=2), places={"alpha": "0,0:0"})
    seen = Waiting(monkeypatch, table)
    move(table, *to(table, "0,0:3"))
    assert seen.entered() == []


def test_the_player_picks_the_route_where_something_waits(monkeypatch: pytest.MonkeyPatch):  # R-FORCED-MOVE, R-ENTER
    table = a_table(a_squad("alpha", mov=2), places={"alpha": "0,0:0"})
    seen = Waiting(monkeypatch, table, {"1,0": "here"})
    talk = move(table, *to(table, "2,-1:0"), to_space(table, "1,-1"), to_space(table, "2,-1"))
    assert "move_route" in talk.kinds()
    assert seen.entered() == [(1, -1), (2, -1)]
    assert stands(table, "alpha") == "2,-1:0"


@pytest.mark.parametrize(("how", "end"), [("here", "1,0:3"), ("before", "0,0:3")])
def test_a_move_can_be_halted_on_its_way(monkeypatch: pytest.MonkeyPatch, how: str, end: str):  # R-ENTER
    table = a_table(a_squad("alpha", mov=2), places={"alpha": "0,0:0"})
    Waiting(monkeypatch, table, {"1,0": how})
    move(table, *to(table, "2,0:0"), to_space(table, "1,0"), to_space(table, "2,0"), to(table, end)[1])
    assert stands(table, "alpha") == end
    check_ground(table)


def test_options_at_fixed_tables_are_counted():  # STYLE 17
    table = three_riders()
    assert len(ends(table, "alpha")) == 434  # 36 empty Spaces with 12 each, and two more on 0, 1, 6 of its own
    assert len(ends(crossing(3), "alpha")) == 136
    assert len(ends(crossing(3, through_obstacles=True), "alpha")) == 171
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
