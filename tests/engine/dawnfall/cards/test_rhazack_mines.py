"""Minelayer: real MINE tokens and the dummy, laid face down, set off by whoever enters, and hidden from the others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from matches.engine.dawnfall import placing
from matches.engine.dawnfall.moments import Moment, MoveAction
from matches.engine.dawnfall.movement import perform
from matches.engine.dawnfall.state import DEAD, OnHex, State
from matches.engine.dawnfall.views import view
from matches.engine.dawnfall.windows import open_window
from tests.engine.dawnfall.building import FIRST, Talk, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import rhazack
from tests.engine.dawnfall.fielding import CALM, do, endurance, offers
from tests.engine.dawnfall.moving import check_ground, stands, to, to_hexes, to_space

REAL, DUMMY = 1, 0


def field(*mines: tuple[str, int], **values: Any) -> TestTable:
    """A Stream Guard in the middle, a Bloodsmith two Spaces away; MINE tokens of seat 0 on the hexes named."""
    places = {"stream-guard": "0,0:01", "bloodsmith": "2,0:0", "bloodsmith/1": "3,-3:0", **values.pop("places", {})}
    table = rhazack("stream-guard", places=places, **values)
    table.state.hex_tokens = tuple(OnHex("mine", 0, _hex(table, spot), kind, face_down=True) for spot, kind in mines)
    return table


def _hex(table: TestTable, spot: str) -> int:
    space, _, number = spot.partition(":")
    q, r = map(int, space.split(","))
    return 7 * table.board.number[q, r] + int(number)


def walk(table: TestTable, name: str, *answers: Any, seat: int = 0, **terms: Any) -> Talk:
    move = MoveAction(seat, (table.model(name),), **terms)
    return play(perform(table, move), *answers, {**CALM, "wound_order": FIRST})


# Laying them


def test_minelayer_lays_real_ones_and_the_dummy_on_empty_hexes() -> None:  # R-SUPPLY, rhazack/minelayer/lower
    table = field(hand=["minelayer"])
    first, second = (
        (to_space(table, "1,0"), to_hexes(table, "1,0:3")),
        (to_space(table, "0,0"), to_hexes(table, "0,0:4")),
    )
    talk = do(table, "play:minelayer:lower", "real", *first, "dummy", *second, "done")
    assert table.state.hex_tokens == (
        OnHex("mine", 0, _hex(table, "1,0:3"), REAL, face_down=True),
        OnHex("mine", 0, _hex(table, "0,0:4"), DUMMY, face_down=True),
    )
    assert talk.options("mine")[1:] == [["A real MINE", "The dummy", "No more"], ["A real MINE", "No more"]]
    taken = {to_hexes(table, "0,0:0"), to_hexes(table, "0,0:1")}
    assert not taken & {option.id for decision in talk.asked if decision.kind == "hex" for option in decision.options}
    assert not table.state.occupied >> _hex(table, "1,0:3") & 1
    assert table.state.crystals[0] == 4


def test_all_three_lie_and_no_fourth() -> None:  # R-SUPPLY, rhazack/minelayer/lower
    table = field(hand=["minelayer"])
    spot = (to_space(table, "1,0"), FIRST)
    talk = do(table, "play:minelayer:lower", "real", *spot, "real", *spot, "dummy", *spot)
    assert talk.kinds().count("mine") == 3
    table.state.hands[0] = ("minelayer",)
    assert "play:minelayer:lower" not in offers(table)
    table.state.hex_tokens = table.state.hex_tokens[:2]
    assert "play:minelayer:lower" in offers(table)


def test_minelayer_can_be_taken_back_before_the_first_token_lies() -> None:  # rhazack/minelayer/lower
    table = field(hand=["minelayer"])
    do(table, "play:minelayer:lower", "back")
    assert (table.state.hands[0], table.state.crystals[0]) == (("minelayer",), 5)
    assert table.log == []


# Hidden information


@pytest.mark.parametrize(("lying", "left"), [([REAL, REAL], "The dummy"), ([REAL, DUMMY], "A real MINE")])
def test_the_question_is_asked_even_if_only_one_kind_is_left(lying: list[int], left: str) -> None:
    # DF-DECK-06, rhazack/minelayer/lower
    table = field(*((f"1,{n}:0", kind) for n, kind in enumerate(lying)), hand=["minelayer"])
    talk = do(table, "play:minelayer:lower", left, to_space(table, "0,0"), FIRST)
    assert talk.kinds() == ["pay", "mine", "space", "hex"]
    assert talk.options("mine") == [[left, "Back"]]


def test_only_its_owner_knows_which_token_is_the_dummy() -> None:  # DF-DECK-06, rhazack/mine, rhazack/minelayer/lower
    def seen(seat: int | None, first: str, second: str) -> str:
        table = field(hand=["minelayer"])
        spot = (to_space(table, "1,0"), FIRST)
        do(table, "play:minelayer:lower", first, *spot, second, *spot, "done")
        events = [(event.kind, dict(event.data)) for event in (e.seen_by(seat) for e in table.log) if event]
        return json.dumps([view(table, seat)["hex_tokens"], events])

    for seat in (1, None):
        assert seen(seat, "real", "dummy") == seen(seat, "dummy", "real") == seen(seat, "real", "real")
    assert seen(0, "real", "dummy") != seen(0, "dummy", "real")


def test_mines_survive_saving() -> None:  # rhazack/mine
    table = field(("1,0:3", REAL))
    assert State.from_json(json.loads(json.dumps(table.state.to_json()))) == table.state


# Setting them off


def test_an_entering_model_stops_and_everybody_in_the_space_is_checked() -> None:
    # R-ENTER, R-CHECK, rhazack/mine, rhazack/minelayer/lower
    table = field(("1,0:3", REAL), places={"bloodsmith/1": "1,0:0"}, rolls=[yellow(4)], endurance=[2, 3], active=1)
    talk = walk(table, "bloodsmith", *to(table, "0,0:2"), *_by(table, "1,0", "0,0"), to_hexes(table, "1,0:5"), seat=1)
    assert stands(table, "bloodsmith") == "1,0:5"
    assert table.state.hex_tokens == ()
    check = table.events("hits_checked")[0]
    assert (check["seat"], set(check["targets"])) == (0, {table.model("bloodsmith"), table.model("bloodsmith/1")})
    assert endurance(table, "bloodsmith") == 1
    assert {(event["seat"], event["dealer"]) for event in table.events("model_wounded")} == {(0, -1)}
    assert [decision.seat for decision in talk.asked if decision.kind == "die"] == [0]
    check_ground(table)


def _by(table: TestTable, *spaces: str) -> list[str]:
    return [to_space(table, space) for space in spaces]


def test_a_dummy_only_stops_and_everybody_sees_it() -> None:  # R-ENTER, rhazack/mine
    table = field(("1,0:3", DUMMY))
    walk(table, "stream-guard", *to(table, "1,0:03"))
    assert stands(table, "stream-guard") == "1,0:03"
    assert table.events("hits_checked") == []
    assert table.state.hex_tokens == ()
    revealed = next(event for event in table.log if event.kind == "token_taken_away")
    assert revealed.seen_by(None).data["number"] == DUMMY  # type: ignore[union-attr]


def test_the_players_own_models_set_mines_off_too() -> None:  # R-AREA, R-CREDIT, R-OWN-KILL, rhazack/mine
    table = field(("1,0:3", REAL), rolls=[yellow(4)])
    walk(table, "stream-guard", *to(table, "1,0:01"))
    assert endurance(table, "stream-guard") == 1


def test_each_real_mine_of_the_space_is_a_check_of_its_own() -> None:  # R-CHECK, rhazack/mine
    mines = (("1,0:3", REAL), ("1,0:4", DUMMY), ("1,0:5", REAL))
    table = field(*mines, rolls=[yellow(4), yellow(0)], endurance=[2, 3], active=1)
    walk(table, "bloodsmith", *to(table, "1,0:0"), seat=1)
    assert [len(event["hit"]) for event in table.events("hits_checked")] == [1, 0]
    assert table.state.hex_tokens == ()


def test_a_model_killed_on_the_way_goes_no_further() -> None:  # R-ENTER, rhazack/mine
    table = field(("1,0:3", REAL), rolls=[yellow(4)], endurance=[2, 0], active=1)
    smith = table.model("bloodsmith")
    walk(table, "bloodsmith", *to(table, "0,0:2"), *_by(table, "1,0", "0,0"), seat=1)
    assert table.state.places[smith] == DEAD
    assert table.events("model_moved") == []
    assert table.state.marker == 1
    check_ground(table)


def test_the_player_can_walk_around_a_mine() -> None:  # R-ENTER, R-FORCED-MOVE, rhazack/mine
    table = field(("1,0:3", REAL))
    walk(table, "stream-guard", *to(table, "2,-1:01"), *_by(table, "1,-1", "2,-1"))
    assert stands(table, "stream-guard") == "2,-1:01"
    assert len(table.state.hex_tokens) == 1


def test_a_move_through_obstacles_sets_off_mines_in_its_last_space_only() -> None:  # R-ENTER, rhazack/glide/lower
    table = field(("1,0:3", REAL), ("2,-1:3", DUMMY))
    walk(table, "stream-guard", *to(table, "2,-1:01"), through_obstacles=True)
    assert [on.number for on in table.state.hex_tokens] == [REAL]


def test_placing_and_pushing_enter_nothing() -> None:  # R-ENTER, rhazack/mine
    table = field(("1,0:3", REAL), places={"bloodsmith": "1,-1:0"})
    spot = footprint("T37", "1,0:01")
    play(placing.place(table, 0, table.model("stream-guard"), [spot]))
    placing.put_all(table, {}, {table.model("bloodsmith"): footprint("T37", "1,0:4")})
    play(open_window(table, Moment("W-AFTER-MOVE")))
    assert len(table.state.hex_tokens) == 1


def test_a_push_into_the_space_leaves_the_mine_alone() -> None:  # R-ENTER, rhazack/mine
    table = field(("1,0:3", REAL), places={"bloodsmith": "1,-1:3"}, rolls=[])
    talk = walk(table, "stream-guard", *to(table, "1,-1:03"), to_space(table, "1,-1"), to_hexes(table, "1,0:5"))
    assert "push_hexes" in talk.kinds()
    assert stands(table, "bloodsmith") == "1,0:5"
    assert len(table.state.hex_tokens) == 1


def test_models_may_stand_on_a_mine() -> None:  # R-OCCUPY, rhazack/mine
    table = field(("0,0:4", REAL))
    walk(table, "stream-guard", to_space(table, "0,0"), to_hexes(table, "0,0:04"))
    assert stands(table, "stream-guard") == "0,0:04"
    assert len(table.state.hex_tokens) == 1
