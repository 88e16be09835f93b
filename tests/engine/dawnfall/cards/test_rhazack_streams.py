"""Cards of Stream Guards, Stream Surfers and Storm Bringers, and what their Squad cards print."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, changing_mode, markers
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.moments import Fight, Moment, Roll
from matches.engine.dawnfall.shooting import check_for_hit
from matches.engine.dawnfall.state import DEAD, Attached, Marker, OnHex
from tests.engine.dawnfall.building import FIRST, TestTable, play, yellow
from tests.engine.dawnfall.cards.armies import rhazack
from tests.engine.dawnfall.fielding import CALM, at, charges, do, endurance, fight, offers, use
from tests.engine.dawnfall.moving import check_ground, ends, spaces, stands, to, to_hexes, to_space

# Stream Guard


def guard(mode: int = 0, **values: Any) -> TestTable:
    places = {"stream-guard": "0,0:01", "bloodsmith": "0,0:2", **values.pop("places", {})}
    table = rhazack("stream-guard", places=places, **values)
    table.state.modes[0] = mode
    return table


def test_reroll_serves_any_roll_of_the_carrier_once() -> None:  # R-REROLL, R-LIMIT, rhazack/power-swords/upper
    table = guard(attached={"stream-guard": [Attached("power-swords", 2)]}, rolls=[yellow(0), yellow(4), yellow(0)])
    upper = use(table, "stream-guard", "power-swords", "upper")
    talk = play(backstab(table, 0, 1), upper, CALM)
    assert table.events("attack_made")[0]["power"] == 4 + 3
    assert charges(table, "stream-guard") == [1]
    assert talk.kinds().count("window") == 1
    for purpose in ("attack", "defense", "check"):
        assert at(table, 0, Moment("W-ROLLED", roll=Roll(0, 0, purpose))) == [upper]
    assert at(table, 0, Moment("W-ROLLED", roll=Roll(0, 0, "attack", rerolled=True))) == []
    assert at(table, 0, Moment("W-ROLLED", roll=Roll(1, 1, "attack"))) == []
    assert at(table, 0, Moment("W-BEFORE-ATT", fight=Fight(0, 1, attacker=0, target=1))) == []


@pytest.mark.parametrize("starter", [0, 1])
def test_power_swords_backstab_before_any_combat_of_the_carrier(starter: int) -> None:
    # R-INSTANT-PASSIVE, R-DECLARED, rhazack/power-swords/lower
    rolls = [yellow(4), yellow(0), yellow(0), yellow(4)]
    table = guard(
        attached={"stream-guard": [Attached("power-swords", 3)]}, rolls=rolls, endurance=[2, 3], active=starter
    )
    lower = use(table, "stream-guard", "power-swords", "lower")
    assert lower in at(table, 0, Moment("W-INSTANT"))
    active, table.state.active = table.state.active, 0
    do(table, lower)
    table.state.active = active
    names = ("stream-guard", "bloodsmith")
    fight(table, names[starter], names[1 - starter], "yes")
    assert [event["model"] for event in table.events("backstab_declared")] == [0]
    assert len(table.events("initiative_compared")) == 1
    assert endurance(table, "bloodsmith") == 2
    assert charges(table, "stream-guard") == [0]


def test_power_swords_can_be_declined_and_never_precede_a_backstab() -> None:  # R-BACKSTAB, rhazack/power-swords/lower
    table = guard(attached={"stream-guard": [Attached("power-swords", 0, on=True)]}, rolls=[0, 0, 0, 0])
    talk = fight(table, "stream-guard", "bloodsmith", "no")
    assert table.events("backstab_declared") == []
    talk = play(backstab(table, 0, 1), CALM)
    assert "wish" not in talk.kinds()


def test_a_combat_is_over_when_power_swords_kill() -> None:  # R-BREAK, rhazack/power-swords/lower
    table = guard(attached={"stream-guard": [Attached("power-swords", 0, on=True)]}, rolls=[yellow(4), yellow(0)],
                  endurance=[2, 0])  # fmt: skip
    fight(table, "stream-guard", "bloodsmith", "yes")
    assert table.state.places[1] == DEAD
    assert table.events("initiative_compared") == []


def test_jump_repositions_a_guard_anywhere_without_pushing() -> None:  # R-REPOSITION, rhazack/jump/lower
    table = guard(hand=["jump"])
    talk = do(table, "play:jump:lower", *to(table, "-3,3:01"))
    assert stands(table, "stream-guard") == "-3,3:01"
    assert table.state.crystals[0] == 4
    assert len(talk.options("move_space")[0]) == 37
    assert table.events("model_moved") == table.events("model_pushed") == []


def test_a_blocked_guard_cannot_jump() -> None:  # R-BLOCKED, rhazack/jump/lower
    table = guard(hand=["jump"])
    markers.put(table, 0, "trap", 1)
    assert "play:jump:lower" not in offers(table)


def test_shoot_checks_everybody_in_a_space_within_four() -> None:
    # R-MODE-REQ, R-AREA, R-CHECK, rhazack/shoot/lower
    table = guard(1, hand=["shoot"], rolls=[yellow(4)], endurance=[2, 3])
    assert attributes.value(table, 0, "ini") == 0
    do(table, "play:shoot:lower", to_space(table, "0,0"), {**CALM, "wound_order": FIRST})
    assert table.events("hits_checked")[0]["targets"] == (0, 1)
    assert (endurance(table, "stream-guard"), endurance(table, "bloodsmith")) == (1, 2)
    assert table.state.crystals[0] == 3


@pytest.mark.parametrize(
    ("mode", "place", "seen"), [(1, "-1,0:01", True), (1, "-2,0:01", False), (0, "-1,0:01", False)]
)
def test_shoot_needs_guard_mode_and_reaches_four_spaces(mode: int, place: str, seen: bool) -> None:
    # R-MODE-REQ, R-RANGE, rhazack/shoot/lower
    table = guard(mode, hand=["shoot"], places={"stream-guard": place, "bloodsmith": "3,0:0"}, rolls=[0])
    if mode == 0:
        assert "play:shoot:lower" not in offers(table)
        return
    talk = do(table, "play:shoot:lower", {**CALM, "space": FIRST, "wound_order": FIRST})
    offered = {option.id for decision in talk.asked if decision.kind == "space" for option in decision.options}
    assert (to_space(table, "3,0") in offered) == seen


def test_two_stream_guards_are_two_squads() -> None:  # R-MODE-REQ, rhazack/shoot/lower
    places = {"stream-guard": "0,0:01", "stream-guard@1": "1,0:01"}
    table = rhazack("stream-guard", "stream-guard", places=places, hand=["shoot"], rolls=[0])
    table.state.modes[1] = 1
    do(table, "play:shoot:lower", to_space(table, "1,0"), {**CALM, "wound_order": FIRST})
    assert table.events("hits_checked")[0]["shooter"] == 1


# Stream Surfer


def surfer(mode: int = 1, **values: Any) -> TestTable:
    places = {"stream-surfer": "-3,0:01", "bloodsmith": "3,0:0", "bloodsmith/1": "3,-1:0", **values.pop("places", {})}
    table = rhazack("stream-surfer", "stream-guard", places=places, **values)
    table.state.modes[0] = mode
    return table


@pytest.mark.parametrize(("mode", "pushes"), [(0, False), (1, True)])
def test_a_surfer_pushes_in_speed_mode_only(mode: int, pushes: bool) -> None:  # R-NO-PUSH, DF-PUSH-01
    table = surfer(mode, places={"bloodsmith": "-2,0:0"})
    over = {end for end in ends(table, "stream-surfer") if end in {"-2,0:01", "-2,0:02"}}
    assert over == ({"-2,0:01", "-2,0:02"} if pushes else set())


def test_friction_moves_straight_and_charges_after_six_spaces() -> None:
    # R-STRAIGHT, R-CHARGE, rhazack/friction/lower
    attached = {"stream-surfer": [Attached("drill", 0)], "stream-guard": [Attached("drill", 0)]}
    table = surfer(hand=["friction"], attached=attached, places={"stream-guard": "3,-3:01"})
    talk = do(table, "play:friction:lower", *to(table, "3,0:34"), "slot:1:0")
    offered = {option.id for option in talk.asked[1].options}
    assert to_space(table, "-1,-1") not in offered
    assert {
        to_space(table, "-3,0"),
        to_space(table, "0,-3"),
        to_space(table, "-3,3"),
        to_space(table, "3,0"),
    } <= offered
    assert (charges(table, "stream-surfer"), charges(table, "stream-guard")) == ([0], [3])
    assert table.state.crystals[0] == 4


def test_friction_gives_nothing_for_a_shorter_move() -> None:  # R-STRAIGHT, rhazack/friction/lower
    table = surfer(hand=["friction"], attached={"stream-surfer": [Attached("drill", 0)]})
    do(table, "play:friction:lower", *to(table, "2,0:01"))
    assert charges(table, "stream-surfer") == [0]


def test_a_straight_move_stops_at_what_blocks_its_line() -> None:  # R-STRAIGHT, DF-MOVE-13, rhazack/friction/lower
    table = surfer(places={"stream-guard": "3,-3:01"})
    table.state.sources[:] = [table.board.number[-1, 0]]
    table.state.occupied |= table.map_bits()
    reached = spaces(ends(table, "stream-surfer", straight=True))
    assert "-2,0" in reached
    assert not reached & {"-1,0", "0,0", "1,0"}
    assert "1,0" in spaces(ends(table, "stream-surfer"))


def test_friction_is_cut_short_by_a_mine() -> None:  # R-STRAIGHT, R-ENTER, rhazack/friction/lower, rhazack/mine
    table = surfer(hand=["friction"], attached={"stream-surfer": [Attached("drill", 0)]})
    table.state.hex_tokens = (OnHex("mine", 0, 7 * table.board.number[1, 0], 0, face_down=True),)
    do(table, "play:friction:lower", *to(table, "3,0:34"), to_hexes(table, "1,0:01"))
    assert stands(table, "stream-surfer") == "1,0:01"
    assert charges(table, "stream-surfer") == [0]


@pytest.mark.parametrize(("start", "backstabs"), [("-1,0:01", True), ("0,0:01", False)])
def test_surf_backstabs_after_four_spaces(start: str, backstabs: bool) -> None:
    # R-STRAIGHT, R-BACKSTAB, rhazack/surf/lower
    table = surfer(hand=["surf"], places={"stream-surfer": start}, rolls=[0, 0])
    do(table, "play:surf:lower", *to(table, "3,0:34"), {**CALM, "target": FIRST, "push_hexes": FIRST})
    assert stands(table, "stream-surfer") == "3,0:34"
    assert len(table.events("backstab_declared")) == (1 if backstabs else 0)
    assert table.state.crystals[0] == 4


def test_surf_and_friction_need_a_surfer_that_can_move() -> (
    None
):  # R-BLOCKED, rhazack/surf/lower, rhazack/friction/lower
    table = surfer(hand=["surf", "friction"])
    assert {"play:surf:lower", "play:friction:lower"} <= set(offers(table))
    markers.put(table, 0, "trap", 1)
    assert not {"play:surf:lower", "play:friction:lower"} & set(offers(table))


# Storm Bringer


def storm(mode: int = 1, **values: Any) -> TestTable:
    """Two Storm Bringers on either side of the middle."""
    base = "012" if mode else "0"
    places = {"storm-bringer": f"-2,0:{base}", "storm-bringer/1": f"2,0:{base}", **values.pop("places", {})}
    values.setdefault("modes", [mode, 0])
    return rhazack("storm-bringer", places=places, **values)


def test_the_base_of_a_storm_bringer_grows_and_pushes() -> None:  # R-BASE-CHANGE
    table = storm(0, places={"bloodsmith": "-2,0:1", "bloodsmith/1": "3,-3:0"})
    squad = table.roster.squads[0]
    play(changing_mode.flip(table, 0, squad), to_hexes(table, "-2,0:012"), to_hexes(table, "2,0:023"), FIRST)
    assert (stands(table, "storm-bringer"), stands(table, "storm-bringer/1")) == ("-2,0:012", "2,0:023")
    assert table.touching(0, table.model("bloodsmith"))
    assert [attributes.value(table, 0, name) for name in attributes.NAMES] == [1, 0, 1, 4]
    check_ground(table)
    play(changing_mode.flip(table, 0, squad), to_hexes(table, "-2,0:1"), to_hexes(table, "2,0:3"))
    assert (stands(table, "storm-bringer"), stands(table, "storm-bringer/1")) == ("-2,0:1", "2,0:3")


def test_without_room_for_one_base_the_mode_cannot_be_changed() -> None:  # R-BASE-CHANGE, R-NO-PUSH
    table = storm(0, places={"bloodsmith": "-2,0:2", "bloodsmith/1": "-2,0:4", "bloodsmith/2": "-2,0:6"})
    squad = table.roster.squads[0]
    assert changing_mode.can_flip(table, 0, squad)
    for smith in table.roster.squads[1].models:
        table.state.markers[smith] = (Marker("shield-wall", 1),)
    assert not changing_mode.can_flip(table, 0, squad)


def test_lightning_checks_all_enemies_within_one_space() -> None:  # R-RANGE, R-CHECK, rhazack/lightning/lower
    places = {"bloodsmith": "-2,0:3", "bloodsmith/1": "-1,0:0", "bloodsmith/2": "0,0:0"}
    table = storm(hand=["lightning"], places=places, rolls=[yellow(3)], endurance=[1, 5])
    do(table, "play:lightning:lower", {**CALM, "wound_order": FIRST})
    smiths = table.model("bloodsmith"), table.model("bloodsmith/1")
    assert table.events("hits_checked")[0]["targets"] == smiths
    assert endurance(table, "bloodsmith") == 3
    assert {event["dealer"] for event in table.events("model_wounded")} == {0}
    assert table.state.crystals[0] == 3


@pytest.mark.parametrize("card", ["lightning", "ray", "shock"])
def test_energy_mode_is_needed(card: str) -> None:
    # R-MODE-REQ, rhazack/lightning/lower, rhazack/ray/lower, rhazack/shock/lower
    places = {"bloodsmith": "-1,0:0", "bloodsmith/1": "3,-3:0"}
    assert f"play:{card}:lower" in offers(storm(hand=[card], places=places))
    assert f"play:{card}:lower" not in offers(storm(0, hand=[card], places=places))


def test_lightning_needs_an_enemy_within_one_space() -> None:  # R-RANGE, rhazack/lightning/lower
    places = {"bloodsmith": "0,0:0", "bloodsmith/1": "3,-3:0"}
    assert "play:lightning:lower" not in offers(storm(hand=["lightning"], places=places))


def test_ray_checks_the_enemies_between_two_storm_bringers() -> None:  # R-BETWEEN, R-CHECK, rhazack/ray/lower
    places = {"bloodsmith": "-1,0:0", "bloodsmith/1": "1,0:0", "bloodsmith/2": "2,0:5"}
    table = storm(hand=["ray"], places=places, rolls=[yellow(3)], endurance=[1, 5])
    do(table, "play:ray:lower", {**CALM, "wound_order": FIRST})
    smiths = table.model("bloodsmith"), table.model("bloodsmith/1")
    assert table.events("hits_checked")[0]["targets"] == smiths
    assert endurance(table, "bloodsmith") == 3
    assert table.state.crystals[0] == 3


@pytest.mark.parametrize("shrine", ["energy-cloud", "voltaic-capacitor"])
def test_ray_runs_to_either_shrine_and_one_pair_is_chosen(shrine: str) -> None:
    # R-BETWEEN, R-ALIAS, rhazack/ray/lower
    places = {"bloodsmith": "-2,1:0", "bloodsmith/1": "1,0:0"}
    table = storm(hand=["ray"], places=places, rolls=[yellow(0)], shrines={"rhazack": shrine})
    table.state.shrines[0] = table.board.number[-2, 3]
    talk = do(table, "play:ray:lower", "ray:0:-1", CALM)
    assert {option.id for option in talk.asked[1].options} == {"ray:0:1", "ray:0:-1", "back"}
    assert table.events("hits_checked")[0]["targets"] == (table.model("bloodsmith"),)


def test_ray_needs_a_straight_line_with_somebody_inside() -> None:  # R-BETWEEN, rhazack/ray/lower
    ends_only = storm(hand=["ray"], places={"bloodsmith": "-2,0:5", "bloodsmith/1": "3,0:0"})
    assert "play:ray:lower" not in offers(ends_only)
    bent = storm(hand=["ray"], places={"storm-bringer/1": "1,1:012", "bloodsmith": "0,0:0", "bloodsmith/1": "-1,1:0"})
    assert "play:ray:lower" not in offers(bent)


def test_shock_weakens_until_it_is_bought_off() -> None:
    # R-TARGET, R-ATTR-ORDER, R-BUYOFF, rhazack/shock/lower, rhazack/shock
    table = storm(hand=["shock"], places={"bloodsmith": "0,0:0", "bloodsmith/1": "3,-3:0"})
    smith = table.model("bloodsmith")
    do(table, "play:shock:lower", f"model:{smith}")
    assert [attributes.value(table, smith, name) for name in attributes.NAMES] == [0, 1, 0, 2]
    assert table.state.crystals[0] == 4
    assert not any(offer.startswith("remove") for offer in offers(table))
    table.state.active = 1
    do(table, f"remove:{smith}:shock:0")
    assert table.state.crystals[1] == 3
    assert attributes.value(table, smith, "att") == 3


def test_shock_takes_any_model_within_two_spaces_that_bears_none() -> None:
    # R-RANGE, R-STACK, R-TARGET, rhazack/shock/lower, rhazack/shock
    table = storm(
        hand=["shock"], places={"storm-bringer/1": "3,-3:012", "bloodsmith": "0,0:0", "bloodsmith/1": "1,0:0"}
    )
    talk = do(table, "play:shock:lower", "model:0")
    assert {option.id for option in talk.asked[-1].options} == {
        "model:0", "model:1", f"model:{table.model('bloodsmith')}", "back",
    }  # fmt: skip
    table.state.hands[0] = ("shock",)
    markers.put(table, 1, "shock", 1)
    markers.put(table, table.model("bloodsmith"), "shock", 0)
    assert "play:shock:lower" not in offers(table)


def test_shock_leaves_with_its_bearer() -> None:  # R-STATUS, rhazack/shock
    table = storm(places={"bloodsmith": "0,0:0"}, rolls=[yellow(1)])
    smith = table.model("bloodsmith")
    markers.put(table, smith, "shock", 0)
    assert play(check_for_hit(table, 0, 0, [smith]), CALM).value == [smith]
    table.lift(smith, DEAD)
    markers.sweep(table)
    assert table.state.markers[smith] == ()
