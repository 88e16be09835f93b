"""Banners and Shrines of Rha-Zack, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.state import ASIDE, GONE, Attached, Marker
from matches.engine.dawnfall.windows import open_window
from tests.engine.dawnfall.building import FIRST, TestTable, play, yellow
from tests.engine.dawnfall.cards.armies import rhazack
from tests.engine.dawnfall.fielding import CALM, a_field, charges, do, endurance, fight, offers
from tests.engine.dawnfall.moving import check_ground, stands, to, to_hexes, to_space

GUARD = {"stream-guard": "0,0:01"}
BOTH = {"rhazack": "alternative-rhazack-banner"}


def shrine_at(table: TestTable, place: str) -> TestTable:
    q, r = map(int, place.split(","))
    table.state.shrines[0] = table.board.number[q, r]
    table.state.occupied |= table.map_bits()
    return table


# Rha-Zack Banner


def test_the_banner_takes_a_played_card_back_to_hand() -> None:  # R-BANNER, rhazack/rhazack-banner/0
    table = rhazack("stream-guard", places=GUARD, hand=["jump"], banner_ready=[True, True])
    do(table, "play:jump:lower", to_space(table, "-2,0"), FIRST, "banner:0")
    assert (table.state.hands[0], table.state.discards[0]) == (("jump",), ())
    assert table.state.banner_ready == [False, True]
    do(table, "play:jump:lower", to_space(table, "2,0"), FIRST)
    assert (table.state.hands[0], table.state.discards[0]) == ((), ("jump",))
    assert table.state.crystals[0] == 3
    table.state.stage = "passive"
    play(passive_turn(table))
    assert table.state.banner_ready[0]


def test_the_banner_can_be_saved_for_later() -> None:  # R-OPTIONAL, rhazack/rhazack-banner/0
    table = rhazack("stream-guard", places=GUARD, hand=["jump"], banner_ready=[True, True])
    do(table, "play:jump:lower", to_space(table, "-2,0"), FIRST, "pass")
    assert table.state.discards[0] == ("jump",)
    assert table.state.banner_ready[0]


def test_the_banner_does_not_answer_an_enhancement() -> None:  # rhazack/rhazack-banner/0
    table = rhazack("stream-guard", places=GUARD, hand=["drill"], enemy_hand=["rush"], banner_ready=[True, True])
    assert "window" not in do(table, "attach:drill", "squad:0").kinds()
    assert "window" not in do(table, "use:0:drill:upper").kinds()
    assert table.state.banner_ready[0]


def test_the_banner_serves_an_instant_in_the_own_turn_only() -> None:  # R-BANNER, rhazack/rhazack-banner/0
    own = shrine_at(rhazack("stream-guard", places=GUARD, hand=["order"], banner_ready=[True, True]), "-3,0")
    do(own, "play:order:upper", to_space(own, "2,0"), "banner:0")
    assert own.state.hands[0] == ("order",)
    other = shrine_at(
        rhazack("stream-guard", places=GUARD, hand=["order"], banner_ready=[True, True], active=1), "-3,0"
    )
    answers = ("play:order:upper", to_space(other, "2,0"))
    play(open_window(other, Moment("W-INSTANT")), *answers, {"pay": "crystals"})
    assert (other.state.hands[0], other.state.banner_ready[0]) == ((), True)


# Alternative Rha-Zack Banner


def test_the_alternative_banner_plays_both_halves_for_the_higher_cost() -> None:
    # R-BANNER, rhazack/alternative-rhazack-banner/0
    table = rhazack("stream-guard", places=GUARD, hand=["jump"], banners=BOTH, banner_ready=[True, True])
    do(table, "play:jump:upper", "banner:0", "half:lower", *to(table, "3,-3:01"), to_space(table, "2,-2"), FIRST)
    assert stands(table, "stream-guard").startswith("2,-2")
    assert table.state.crystals[0] == 4
    assert table.state.discards[0] == ("jump",)
    assert not table.state.banner_ready[0]
    assert [event["half"] for event in table.events("half_played")] == ["upper", "lower"]


def test_the_alternative_banner_may_be_left_alone() -> None:  # R-OPTIONAL, rhazack/alternative-rhazack-banner/0
    table = rhazack("stream-guard", places=GUARD, hand=["jump"], banners=BOTH, banner_ready=[True, True])
    do(table, "play:jump:upper", "pass", to_space(table, "2,-2"), FIRST)
    assert table.state.crystals[0] == 5
    assert table.state.banner_ready[0]
    assert [event["half"] for event in table.events("half_played")] == ["upper"]


def beam(**values: Any) -> TestTable:
    places = {"infinity-angel": "0,0:0123456", "bloodsmith": "1,0:4"}
    table = rhazack(
        "infinity-angel", hand=["energy-beam"], banners=BOTH, banner_ready=[True, True], places=places, **values
    )
    for other in table.roster.squads[1].models[1:]:
        table.lift(other, GONE)
    return table


def test_the_second_half_is_left_out_if_the_first_has_made_it_impossible() -> None:
    # R-PARTIAL, rhazack/alternative-rhazack-banner/0
    table = beam(endurance=[4, 0], rolls=[yellow(4), yellow(0)])
    table.state.places[table.model("bloodsmith/1")] = ASIDE
    do(table, "play:energy-beam:lower", "banner:0", "half:upper", {**CALM, "target": FIRST})
    assert len(table.events("model_killed")) == 1
    assert table.events("crystals_destroyed") == []
    assert (table.state.crystals[0], table.state.discards[0]) == (4, ("energy-beam",))


def test_the_alternative_banner_keeps_the_crystal_that_is_to_be_destroyed() -> None:
    # R-DESTROY, rhazack/alternative-rhazack-banner/0
    table = beam(endurance=[1, 9], rolls=[0, 0, 0], crystals=[1, 5])
    do(table, "play:energy-beam:upper", "banner:0", "half:upper", {**CALM, "pay": "endurance:0", "target": FIRST})
    assert len(table.events("crystals_destroyed")) == 1
    assert (table.state.crystals[0], endurance(table, "infinity-angel")) == (0, 0)


def test_a_crystal_spent_in_the_first_half_cannot_be_destroyed_in_the_second() -> None:
    # R-DESTROY, R-PARTIAL, rhazack/alternative-rhazack-banner/0, rhazack/energy-beam/lower
    table = beam(endurance=[4, 9], rolls=[0, 0], crystals=[2, 0])
    answers = {"target": FIRST, "rolled": "keep", "pay": "crystals"}
    talk = do(table, "play:energy-beam:upper", "banner:0", "half:upper", "red", "yellow", answers)
    assert talk.kinds().count("die") == 2
    assert (table.state.crystals[0], table.events("crystals_destroyed")) == (0, [])
    assert table.state.discards[0] == ("energy-beam",)


@pytest.mark.parametrize(
    ("card", "half", "values"),
    [
        ("jump", "upper", {"crystals": [0, 5], "endurance": [0, 1], "marker": -10}),
        ("shoot", "upper", {}),
        ("friction", "upper", {}),
    ],
)
def test_both_halves_must_be_playable_and_payable_at_that_moment(card: str, half: str, values: dict[str, Any]) -> None:
    # R-BANNER, R-BAND, R-MODE-REQ, rhazack/alternative-rhazack-banner/0
    table = rhazack("stream-guard", places=GUARD, hand=[card], banners=BOTH, banner_ready=[True, True], **values)
    shrine_at(table, "-3,0")
    talk = do(table, f"play:{card}:{half}", {**CALM, "space": FIRST, "move_space": FIRST, "move_hexes": FIRST})
    assert "window" not in talk.kinds()


def test_an_instant_in_a_combat_is_played_by_itself() -> None:  # R-INTERRUPT, rhazack/alternative-rhazack-banner/0
    table = rhazack(
        "stream-guard", "infinity-angel", hand=["order"], banners=BOTH, banner_ready=[True, True], rolls=[0, 0],
        places={"stream-guard": "0,0:34", "infinity-angel": "-1,0:0123456", "bloodsmith": "0,0:0"},
    )  # fmt: skip
    shrine_at(table, "-3,0")
    assert "play:order:lower" in offers(table)
    answers = ("play:order:upper", to_space(table, "2,0"))
    talk = fight(table, "stream-guard", "bloodsmith", *answers)
    assert [d.data["window"] for d in talk.asked if d.kind == "window"] == ["W-INSTANT"]


# Energy Cloud


def _values(table: TestTable, name: str) -> list[int | None]:
    return [attributes.value(table, table.model(name), attribute) for attribute in attributes.NAMES]


def test_the_energy_cloud_weakens_enemies_beside_it() -> None:  # R-ATTR-ORDER, R-TARGET, R-B2B, rhazack/energy-cloud
    table = rhazack("stream-guard", places={"stream-guard": "-1,0:01", "bloodsmith": "1,0:4", "bloodsmith/1": "1,0:0"})
    assert _values(table, "bloodsmith") == [2, 3, 1, 2]
    shrine_at(table, "0,0")
    assert _values(table, "bloodsmith") == [0, 3, 0, 2]
    assert _values(table, "bloodsmith/1") == [2, 3, 1, 2]
    assert _values(table, "stream-guard") == [3, 3, 0, 3]
    capacitor = {"rhazack": "voltaic-capacitor"}
    other = shrine_at(rhazack("stream-guard", places={"bloodsmith": "1,0:4"}, shrines=capacitor), "0,0")
    assert _values(other, "bloodsmith") == [2, 3, 1, 2]


def test_two_energy_clouds_weaken_a_model_once() -> None:  # R-STACK, rhazack/energy-cloud
    table = a_field(
        "bloodsmith", enemies=["stream-guard"], sides=("demon", "rhazack", "rhazack"), mode="ffa3",
        places={"bloodsmith": "1,0:4"},
    )  # fmt: skip
    table.state.shrines[1:] = [table.board.number[0, 0], table.board.number[0, 1]]
    table.put(0, table.state.places[0])
    assert _values(table, "bloodsmith") == [0, 3, 0, 2]


def test_the_energy_cloud_never_pushes() -> None:  # R-EMPTY, rhazack/energy-cloud
    table = shrine_at(rhazack("stream-guard", places=GUARD, hand=["order"]), "-3,0")
    talk = do(table, "play:order:upper", to_space(table, "2,0"))
    assert to_space(table, "3,0") not in {option.id for option in talk.asked[-1].options}


# Voltaic Capacitor


def capacitor(**values: Any) -> TestTable:
    places = {"stream-guard": "1,0:01", "bloodsmith": "1,0:3", "bloodsmith/1": "1,0:4", **values.pop("places", {})}
    table = rhazack(
        "stream-guard", places=places, hand=["order"], shrines={"rhazack": "voltaic-capacitor"},
        attached={"stream-guard": [Attached("drill", 0), Attached("glide", 0)]}, **values,
    )  # fmt: skip
    return shrine_at(table, "-3,0")


def test_the_capacitor_pushes_and_charges_for_each_enemy() -> None:
    # R-SHRINE-MOVE, R-CHARGE, rhazack/voltaic-capacitor
    table = capacitor()
    talk = do(table, "play:order:upper", to_space(table, "1,0"), "slot:0:1", "none", {"push_hexes": FIRST})
    assert talk.kinds().count("slot") == 2
    assert charges(table, "stream-guard") == [0, 1]
    here = table.board.number[1, 0]
    assert table.state.shrines[0] == here
    for model in (0, table.model("bloodsmith"), table.model("bloodsmith/1")):
        assert table.space(model) != here
        assert table.bits(model) & table.board.space_touch[here]
    check_ground(table)


def test_pushed_models_may_go_where_the_shrine_stood() -> None:  # R-SHRINE-MOVE, rhazack/voltaic-capacitor
    table = shrine_at(capacitor(), "0,0")
    table.state.occupied = table.map_bits() | sum(table.bits(m) for m in table.roster.models)
    do(
        table,
        "play:order:upper",
        to_space(table, "1,0"),
        to_hexes(table, "0,0:16"),
        FIRST,
        FIRST,
        {"slot": "none"},
    )
    assert stands(table, "stream-guard") == "0,0:16"
    check_ground(table)


def test_the_capacitor_needs_an_empty_space_in_another_players_turn() -> None:
    # R-SHRINE-MOVE, rhazack/voltaic-capacitor
    table = capacitor(active=1)
    talk = play(open_window(table, Moment("W-INSTANT")), "play:order:upper", "crystals", to_space(table, "2,0"))
    assert to_space(table, "1,0") not in {option.id for option in talk.asked[-1].options}


@pytest.mark.parametrize("hindered", ["whole space", "wall", "blocked friend"])
def test_the_capacitor_cannot_push_what_cannot_be_pushed(hindered: str) -> None:
    # R-NO-PUSH, R-BLOCKED, rhazack/voltaic-capacitor
    enemies = ["bloodsmith", "son-of-khyber"]
    table = capacitor(enemies=enemies, places={"son-of-khyber": "2,0:0123456"})
    target = "2,0" if hindered == "whole space" else "1,0"
    if hindered == "wall":
        table.state.markers[table.model("bloodsmith")] = (Marker("shield-wall", 1),)
    elif hindered == "blocked friend":
        markers.put(table, 0, "trap", 1)
    talk = do(table, "play:order:upper", to_space(table, "-2,0"))
    assert to_space(table, target) not in {option.id for option in talk.asked[-1].options}
