"""Changes of place that are no Move. DF-MOVE-02, R-TELEPORT to R-BASE-CHANGE"""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.engine.dawnfall import placing
from matches.engine.dawnfall.placing import anywhere, bash, change_base, in_spaces, legal_places, place, switch
from matches.engine.dawnfall.pushing import Pushes
from tests.engine.dawnfall.building import TestTable, a_squad, a_table, play
from tests.engine.dawnfall.moving import check_ground, play_at_random, spot, stands, to, to_hexes, trait


def a_meeting(base: int = 2, **values: object) -> TestTable:
    return a_table(
        a_squad("alpha", base=base, **values), a_squad("beta", seat=1), a_squad("same", seat=1, base=2),
        places={"alpha": "0,0:0123456"[: 4 + base], "beta": "1,0:0", "same": "-2,0:01"}, sources=[4],
    )  # fmt: skip


def found(table: TestTable, seat: int, footprints: object, **terms: object) -> set[str]:
    return {spot(table, n) for n in legal_places(table, seat, 0, footprints, **terms)}  # type: ignore[arg-type]


def test_a_teleport_goes_to_any_free_hexes_and_is_no_move():  # DF-MOVE-02, R-TELEPORT
    table = a_meeting(mov="-")
    assert play(place(table, 0, 0, anywhere(table, 0)), *to(table, "3,0:01")).value is True
    assert stands(table, "alpha") == "3,0:01"
    assert [event.kind for event in table.log] == ["model_placed"]
    # 34 empty Spaces with 12 pairs each, 6 pairs without the centre in that of Beta, 4 in that of the other pair,
    # none under the Source.
    assert len(legal_places(table, 0, 0, anywhere(table, 0))) == 34 * 12 - 1 + 6 + 4


def test_a_teleport_away_ends_out_of_contact():  # R-TELEPORT
    table = a_meeting()
    away = found(table, 0, placing.away_from(table, 0, table.model("beta")))
    assert "0,0:12" in away
    assert not any(place.startswith("1,0:") for place in away)


def test_a_reposition_stays_in_its_area_and_pushes_only_if_printed():  # R-REPOSITION, R-CARD-PUSH, DF-PUSH-02
    table = a_meeting()
    area = in_spaces(table, 0, [table.board.number[1, 0], table.board.number[-2, 0]])
    assert "1,0:01" not in found(table, 0, area)
    pushing = found(table, 0, area, pushes=Pushes())
    assert "1,0:01" in pushing
    assert "-2,0:01" not in pushing
    talk = play(place(table, 0, 0, area, may_push=True), *to(table, "1,0:01"), to_hexes(table, "1,0:2"))
    assert talk.kinds() == ["move_space", "move_hexes", "push_hexes"]
    assert stands(table, "beta") == "1,0:2"
    assert [event.kind for event in table.log] == ["model_placed", "model_pushed"]


def test_a_placement_without_room_is_impossible():  # R-REPOSITION
    table = a_meeting()
    assert play(place(table, 0, 0, in_spaces(table, 0, [4]))).value is False
    assert stands(table, "alpha") == "0,0:01"


def test_a_pulled_model_ends_beside_the_puller_whatever_its_size():  # R-PULL
    table = a_meeting()
    beta = table.model("beta")
    spots = placing.touching(table, 0, beta)
    assert {table.board.footprint_space[n] for n in spots} == {table.board.number[1, 0]}
    play(place(table, 1, 0, spots), to_hexes(table, "1,0:12"))
    assert table.touching(0, beta)


def test_a_blocked_model_is_out_of_its_own_sides_hands():  # R-BLOCKED
    table = a_meeting()
    trait(table, "alpha", "blocked")
    assert legal_places(table, 0, 0, anywhere(table, 0)) == []
    assert legal_places(table, 1, 0, anywhere(table, 0))
    assert not placing.can_switch(table, 0, 0, table.model("same"))
    assert placing.can_switch(table, 1, 0, table.model("same"))


def test_paralysis_and_a_dash_leave_every_other_change_of_place():  # R-NO-MOVE
    table = a_meeting(mov="-")
    trait(table, "alpha", "paralysed")
    assert legal_places(table, 0, 0, anywhere(table, 0))


def test_a_bash_sends_a_model_to_a_space_next_to_its_own():  # R-BASH
    table = a_meeting()
    beta, same = table.model("beta"), table.model("same")
    play(bash(table, 0, 0, same), *to(table, "-3,0:23"))
    assert stands(table, "same") == "-3,0:23"
    trait(table, "beta", "no_push")
    assert play(bash(table, 0, 0, beta)).value is False
    assert legal_places(table, 0, beta, anywhere(table, beta))


def test_the_size_of_a_bashed_base_can_be_made_to_count(monkeypatch: pytest.MonkeyPatch):  # R-BASH
    table = a_meeting()
    monkeypatch.setattr(placing, "BASH_NEEDS_SMALLER_BASE", True)
    assert not placing.can_be_bashed(table, 0, 0, table.model("same"))
    assert placing.can_be_bashed(table, 0, 0, table.model("beta"))


def test_models_of_one_base_size_switch_footprints():  # R-SWITCH
    table = a_meeting()
    same = table.model("same")
    assert not placing.can_switch(table, 0, 0, table.model("beta"))
    assert placing.can_switch(table, 0, 0, same)
    switch(table, 0, same)
    assert (stands(table, "alpha"), stands(table, "same")) == ("-2,0:01", "0,0:01")
    check_ground(table)


def storm(*places: str, others: dict[str, str] | None = None) -> TestTable:
    """A Squad of two whose base grows from one hex to three."""
    growing = a_squad("alpha", models=2, modes=[{"base": 3}])
    small = [a_squad(name, seat=1) for name in others or {}]
    standing = {f"alpha/{n}": place for n, place in enumerate(places)}
    return a_table(growing, *small, places={**standing, **(others or {})})


def flip(table: TestTable, *answers: str) -> None:
    squad = table.roster.squads[0]
    play(change_base(table, 0, squad, 1 - table.state.modes[0]), *answers)
    table.state.modes[0] = 1 - table.state.modes[0]


def test_a_growing_base_covers_its_old_hexes_in_its_own_space():  # R-BASE-CHANGE
    table = storm("0,0:1", "1,0:0")
    flip(table, to_hexes(table, "0,0:012"), to_hexes(table, "1,0:034"))
    assert (stands(table, "alpha"), stands(table, "alpha/1")) == ("0,0:012", "1,0:034")
    check_ground(table)
    flip(table, to_hexes(table, "0,0:2"), to_hexes(table, "1,0:0"))
    assert stands(table, "alpha") == "0,0:2"


def test_a_growing_base_pushes_and_is_refused_without_room():  # R-BASE-CHANGE
    squad = storm("0,0:1").roster.squads[0]
    assert not placing.can_change_base(storm("0,0:1", "0,0:4"), 0, squad, 1)
    crowded = {f"rest{n}": f"0,0:{n}" for n in (0, 2, 3)}
    table = storm("0,0:1", others=crowded)
    assert placing.can_change_base(table, 0, squad, 1)
    flip(table, to_hexes(table, "0,0:016"), to_hexes(table, "0,0:5"))
    assert stands(table, "rest0") == "0,0:5"
    check_ground(table)


@given(st.integers(0, 2**32))
def test_random_placements_keep_the_board_in_order(seed: int):  # DF-BOARD-04, R-CARD-PUSH
    chance = random.Random(seed)
    table = a_meeting(base=chance.choice([1, 2, 3, 7]))
    for _ in range(4):
        model = chance.choice(range(3))
        pushes = Pushes(chance.random() < 0.8, chance.random() < 0.5)
        near = in_spaces(table, model, table.board.in_range(table.board.number[0, 0], 2))
        assert play_at_random(place(table, 0, model, near, may_push=pushes), chance)
        check_ground(table)
