"""Halves of the Holy Knights, the Angel of Death and the Pilgrims, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, placing
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import Death, Fight, Moment, WoundEvent
from matches.engine.dawnfall.state import DEAD, Attached, Marker
from matches.engine.dawnfall.wounds import kill, wound
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, red, yellow
from tests.engine.dawnfall.cards.armies import angel, knights
from tests.engine.dawnfall.fielding import CALM, a_field, at, charges, do, endurance, fight, model_option, offers, use

# Holy Knight


def test_bash_sends_an_enemy_to_the_next_space() -> None:  # chapter/bash/lower, R-BASH, R-OPTIONAL
    table = a_field(
        "holy-knight", enemies=["son-of-khyber"], hand=["bash"],
        places={"holy-knight": "0,0:04", "son-of-khyber": "-1,0:0123456"},
    )  # fmt: skip
    goal = table.board.number[-2, 0]
    do(table, "play:bash:lower", "done", f"space:{goal}")
    assert table.space(table.model("son-of-khyber")) == goal
    assert table.state.crystals[0] == 4


def test_bash_without_room_or_enemy_only_moves() -> None:  # chapter/bash/lower, R-BASH
    table = a_field(
        "holy-knight", enemies=["bloodsmith"], hand=["bash"], places={"holy-knight": "0,0:01", "bloodsmith": "3,0:0"}
    )  # fmt: skip
    talk = do(table, "play:bash:lower", "done")
    assert talk.kinds() == ["pay", "move_space"]


def test_formation_brings_every_knight_to_one_and_lets_them_fight() -> None:
    # chapter/formation/lower, R-CARD-PUSH, R-TELEPORT
    table = knights(hand=["formation"], rolls=[0, 0, 0, 0, 0, 0])
    chosen = table.model("holy-knight")
    do(
        table, "play:formation:lower", f"model:{chosen}", model_option(table, "holy-knight@1"),
        {**CALM, "move_space": FIRST, "move_hexes": FIRST, "push_hexes": FIRST, "fighter": "done"},
    )  # fmt: skip
    for other in ("holy-knight@1", "holy-knight@2"):
        assert table.touching(table.model(other), chosen)
    assert table.state.crystals[0] == 4


def test_a_knight_that_touches_the_chosen_one_already_may_keep_its_hexes() -> None:
    # chapter/formation/lower, R-OPTIONAL, R-TELEPORT
    table = a_field(
        "holy-knight", "holy-knight", enemies=["bloodsmith"], hand=["formation"],
        places={"holy-knight": "0,0:01", "holy-knight@1": "0,0:23", "bloodsmith": "3,0:0"},
    )  # fmt: skip
    before = table.state.places[:]
    do(table, "play:formation:lower", model_option(table, "holy-knight"), "yes")
    assert table.state.places == before
    assert table.events("model_placed") == []


def test_in_a_formation_a_blocked_knight_stays() -> None:  # chapter/formation/lower, R-BLOCKED
    table = knights(hand=["formation"])
    stays = table.model("holy-knight@2")
    table.state.markers[stays] = (Marker("trap", 1),)
    before = table.state.places[stays]
    do(
        table, "play:formation:lower", model_option(table, "holy-knight"),
        {**CALM, "move_space": FIRST, "move_hexes": FIRST, "push_hexes": FIRST, "fighter": "done"},
    )  # fmt: skip
    assert table.state.places[stays] == before


def test_a_blocked_knight_beside_the_chosen_one_belongs_to_the_formation() -> None:
    # chapter/formation/lower, R-BLOCKED, R-COMBAT
    table = a_field(
        "holy-knight", "holy-knight", enemies=["bloodsmith"], hand=["formation"], rolls=[0] * 4,
        places={"holy-knight": "0,0:01", "holy-knight@1": "0,0:23", "bloodsmith": "0,0:4"},
    )  # fmt: skip
    blocked = table.model("holy-knight@1")
    table.state.markers[blocked] = (Marker("trap", 1),)
    do(table, "play:formation:lower", model_option(table, "holy-knight"), {**CALM, "fighter": FIRST, "target": FIRST})
    assert blocked in [event["starter"] for event in table.events("combat_declared")]


def test_knights_that_are_all_blocked_form_up_only_to_fight() -> None:  # chapter/formation/lower, R-BLOCKED, R-PARTIAL
    table = knights(hand=["formation"], places={"bloodsmith": "2,-2:0"})
    for name in ("holy-knight", "holy-knight@1", "holy-knight@2"):
        assert "play:formation:lower" in offers(table)
        table.state.markers[table.model(name)] = (Marker("trap", 1),)
    assert "play:formation:lower" not in offers(table)
    table.put(table.model("bloodsmith"), footprint("T37", "0,0:2"))
    assert "play:formation:lower" in offers(table)


def guarded(**values: Any) -> TestTable:
    return a_field(
        "holy-knight", "pilgrim", enemies=["bloodsmith"], attached={"holy-knight": [Attached("guard", 3)]}, active=1,
        places={"holy-knight": "0,0:03", "pilgrim": "0,0:1", "bloodsmith": "0,0:2"}, **values,
    )  # fmt: skip


def test_successful_defense_needs_no_die_and_serves_any_chapter_model() -> None:
    # chapter/guard/upper, R-AUTO-DEF, R-CARRIER
    table = guarded(rolls=[5])
    fight(table, "bloodsmith", "pilgrim", use(table, "holy-knight", "guard", "upper"))
    assert len(table.events("die_rolled")) == 1
    assert table.events("attack_compared")[0]["hit"] is False
    assert charges(table, "holy-knight") == [1]


def test_guard_lends_the_knights_defense_and_endurance() -> None:  # chapter/guard/lower, R-BASE-ATTR
    table = guarded(rolls=[yellow(4), yellow(1)])
    guard = use(table, "holy-knight", "guard", "lower")
    play(backstab(table, table.model("bloodsmith"), table.model("pilgrim")), guard, "pass", CALM)
    assert table.events("attack_compared")[0]["defense"] == 2 + 1
    assert (endurance(table, "holy-knight"), endurance(table, "pilgrim")) == (1, 1)
    assert attributes.value(table, table.model("pilgrim"), "defense") == 1


def test_wounds_left_after_the_knights_tokens_come_off_the_attacked_models_own_squad() -> None:
    # chapter/guard/lower, DF-WOUND-02, R-EXTRA
    table = guarded(rolls=[yellow(4), yellow(1)])
    table.state.endurance[table.squad_of("holy-knight")] = 0
    guard = use(table, "holy-knight", "guard", "lower")
    play(backstab(table, table.model("bloodsmith"), table.model("pilgrim")), guard, "pass", CALM)
    assert (endurance(table, "holy-knight"), endurance(table, "pilgrim")) == (0, 0)
    assert table.on_board(table.model("pilgrim"))
    table = guarded(rolls=[yellow(4), yellow(1)])
    table.state.endurance[table.squad_of("pilgrim")] = 0
    table.state.endurance[table.squad_of("holy-knight")] = 0
    play(backstab(table, table.model("bloodsmith"), table.model("pilgrim")), guard, "pass", CALM)
    assert table.state.places[table.model("pilgrim")] == DEAD
    assert table.on_board(table.model("holy-knight"))


def test_guard_needs_contact_with_the_knight() -> None:  # chapter/guard/lower, R-CARRIER
    table = guarded()
    table.put(table.model("pilgrim"), footprint("T37", "2,0:0"))
    smith, pilgrim = table.model("bloodsmith"), table.model("pilgrim")
    moment = Moment("W-BEFORE-DEF", fight=Fight(smith, pilgrim, attacker=smith, target=pilgrim))
    assert at(table, 0, moment) == [use(table, "holy-knight", "guard", "upper")]


def test_leap_moves_four_spaces_through_obstacles_and_wins_initiative() -> None:
    # chapter/leap/lower, R-MOVE, R-AUTO-INI
    table = a_field(
        "holy-knight", enemies=["gorehound"], hand=["leap"], rolls=[0, 0],
        places={"holy-knight": "-3,0:01", "gorehound": "1,0:01"},
    )  # fmt: skip
    goal = table.board.number[1, 0]
    do(table, "play:leap:lower", f"space:{goal}", f"fp:{footprint('T37', '1,0:34')}")
    assert attributes.value(table, table.model("gorehound"), "ini") == 4
    fight(table, "holy-knight", "gorehound")
    assert table.events("initiative_compared")[0]["first"] == table.model("holy-knight")
    attributes.end_span(table, "turn")
    assert not attributes.has(table, table.model("holy-knight"), "wins_ini")


def a_wall(**values: Any) -> TestTable:
    places = {"holy-knight": "0,0:04", "holy-knight@1": "0,0:16", "holy-knight@2": "0,0:23", "bloodsmith": "0,0:5"}
    return knights(hand=["shield-wall"], places=places, **values)


def test_shield_wall_adds_two_for_each_other_knight_in_contact_and_stops_pushes() -> None:
    # chapter/shield-wall/lower, chapter/shield-wall, R-STACK, R-NO-PUSH
    table = a_wall()
    talk = do(table, "play:shield-wall:lower", FIRST)
    assert talk.options("group")[0][0] == "3 Knights"
    first = table.model("holy-knight")
    assert attributes.value(table, first, "defense") == 2 + 4
    assert attributes.has(table, first, "no_push")
    assert not attributes.has(table, table.model("bloodsmith"), "no_push")


@pytest.mark.parametrize("reason", ["wound", "move", "death"])
def test_shield_wall_ends_with_a_wound_or_a_change_of_place(reason: str) -> None:
    # chapter/shield-wall/lower, chapter/shield-wall, R-STATUS
    table = a_wall()
    do(table, "play:shield-wall:lower", FIRST)
    second = table.model("holy-knight@1")
    if reason == "wound":
        play(wound(table, WoundEvent(second, 1, 1)))
    elif reason == "death":
        play(kill(table, Death(second, 1)))
    else:
        placing.put_all(table, {second: footprint("T37", "1,0:01")}, {})
    assert attributes.value(table, table.model("holy-knight"), "defense") == 2
    assert not any(table.state.markers)


def test_shield_wall_needs_two_knights_in_contact() -> None:  # chapter/shield-wall/lower, R-PARTIAL
    assert "play:shield-wall:lower" not in offers(knights(hand=["shield-wall"]))


# Angel of Death


def test_guardian_angel_takes_all_wounds_within_range_three() -> None:
    # chapter/guardian-angel/lower, R-MOVED-WOUND, R-RANGE
    table = angel(hand=["guardian-angel"], active=1)
    play(wound(table, WoundEvent(table.model("pilgrim"), 2, 1, table.model("bloodsmith"))), "play:guardian-angel:lower")
    assert (endurance(table, "angel-of-death"), endurance(table, "pilgrim")) == (1, 1)
    assert table.on_board(table.model("pilgrim"))


@pytest.mark.parametrize("case", ["far", "itself", "moved"])
def test_guardian_angel_is_refused_out_of_range_for_itself_and_for_moved_wounds(case: str) -> None:
    # chapter/guardian-angel/lower, R-MOVED-WOUND
    table = angel(
        hand=["guardian-angel"], places={"angel-of-death": "-1,0:0123456" if case == "far" else "0,0:0123456"}
    )
    hurt = table.model("angel-of-death" if case == "itself" else "pilgrim")
    event = WoundEvent(hurt, 1, 1, moved=case == "moved")
    assert at(table, 0, Moment("W-WOUND-TAKE", model=hurt, wounds=event)) == []


def test_an_angel_without_tokens_dies_of_the_wounds_it_takes() -> None:  # chapter/guardian-angel/lower, R-MOVED-WOUND
    table = angel(hand=["guardian-angel"], active=1)
    table.state.endurance[table.squad_of("angel-of-death")] = 0
    play(wound(table, WoundEvent(table.model("pilgrim"), 1, 1)), "play:guardian-angel:lower")
    assert table.state.places[table.model("angel-of-death")] == DEAD
    assert table.state.marker == -3


def test_judgment_kills_an_enemy_in_contact_without_tokens() -> None:  # chapter/judgment/lower, R-KILLED, R-TOKENLESS
    table = angel(attached={"angel-of-death": [Attached("judgment", 3)]})
    lower = use(table, "angel-of-death", "judgment", "lower")
    assert lower not in offers(table)
    table.state.endurance[table.squad_of("bloodsmith")] = 0
    do(table, lower)
    assert table.state.places[table.model("bloodsmith")] == DEAD
    assert table.events("model_killed")[0]["killer"] == table.model("angel-of-death")
    assert table.events("model_wounded") == []
    assert table.state.marker == 1


def test_storm_of_blades_fights_each_enemy_in_contact_once() -> None:  # chapter/storm-of-blades/lower, R-COMBAT-EACH
    table = angel(hand=["storm-of-blades"], places={"bloodsmith/1": "0,1:5"}, rolls=[0, 0, 0, 0])
    do(table, "play:storm-of-blades:lower", {**CALM, "target": FIRST})
    assert [event["opponent"] for event in table.events("combat_declared")] == [
        table.model("bloodsmith"), table.model("bloodsmith/1"),
    ]  # fmt: skip


def test_winged_death_backstabs_each_enemy_after_the_move_in_flight_only() -> None:
    # chapter/winged-death/lower, R-MODE-REQ, R-COMBAT-EACH
    table = angel(attached={"angel-of-death": [Attached("winged-death", 3)]}, rolls=[0, 0])
    lower = use(table, "angel-of-death", "winged-death", "lower")
    assert lower not in offers(table)
    table.state.modes[table.squad_of("angel-of-death")] = 1
    do(table, lower, "done", {**CALM, "target": FIRST})
    assert len(table.events("backstab_declared")) == 1
    assert charges(table, "angel-of-death") == [0]


# Pilgrim


def test_energy_drain_gains_a_crystal_for_each_controlled_source() -> None:
    # chapter/energy-drain/lower, R-SOURCE, R-GAIN
    def at_source(**more: str) -> TestTable:
        table = a_field(
            "pilgrim", enemies=["bloodsmith"], hand=["energy-drain"], sources=[0],
            places={"pilgrim": "-3,1:5", **more},
        )  # fmt: skip
        return table

    table = at_source(bloodsmith="3,0:0")
    space = table.state.sources[0]
    near = [
        fp
        for fp, bits in enumerate(table.board.footprint_bits)
        if bits.bit_count() == 1 and bits & table.board.space_touch[space]
    ]
    table.put(table.model("pilgrim"), near[0])
    do(table, "play:energy-drain:lower")
    assert table.state.crystals[0] == 5 - 1 + 1
    table.state.hands[0] = ("energy-drain",)
    table.put(table.model("bloodsmith"), near[1])
    assert "play:energy-drain:lower" not in offers(table)


def test_worthless_takes_two_points_off_a_death_of_the_carrier() -> None:  # chapter/fake-death/upper, R-VP
    table = angel(attached={"angel-of-death": [Attached("fake-death", 1)]}, active=1)
    play(kill(table, Death(table.model("angel-of-death"), 1)), use(table, "angel-of-death", "fake-death", "upper"))
    assert table.state.marker == -1


def test_fake_death_ignores_one_wound_even_a_killing_one_once_a_turn() -> None:
    # chapter/fake-death/lower, R-CANCEL-WOUND, R-LIMIT
    table = angel(attached={"pilgrim": [Attached("fake-death", 4)]}, active=1)
    table.state.endurance[table.squad_of("pilgrim")] = 0
    lower = use(table, "pilgrim", "fake-death", "lower")
    play(wound(table, WoundEvent(table.model("pilgrim"), 1, 1)), lower)
    assert table.on_board(table.model("pilgrim"))
    assert table.events("model_wounded") == []
    moment = Moment("W-WOUND-TAKE", wounds=WoundEvent(table.model("pilgrim"), 1, 1))
    assert at(table, 0, moment) == []
    table.state.used = {}
    assert at(table, 0, moment) == [lower]


def test_revenge_lets_the_dying_model_backstab_before_it_leaves() -> None:
    # chapter/last-man-standing/upper, R-NO-SEQUENCE, R-LIMIT
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], attached={"pilgrim": [Attached("last-man-standing", 1)]}, active=1,
        places={"pilgrim": "0,0:0", "pilgrim/1": "3,0:0", "bloodsmith": "0,0:1", "bloodsmith/1": "-3,0:0"},
        endurance=[0, 0],
        rolls=[yellow(4), yellow(0), red(6), yellow(0)],
    )  # fmt: skip
    revenge = use(table, "pilgrim", "last-man-standing", "upper")
    play(
        combat_sequence(table, table.model("bloodsmith"), table.model("pilgrim")),
        "yellow", "yellow", revenge, FIRST, "red", "yellow", {"rolled": "keep", "pay": "crystals"},
    )  # fmt: skip
    assert table.state.places[table.model("pilgrim")] == DEAD
    assert table.state.places[table.model("bloodsmith")] == DEAD
    assert len(table.events("backstab_declared")) == 1


def test_revenge_needs_a_death_in_combat() -> None:  # chapter/last-man-standing/upper, R-COMBAT
    table = angel(attached={"pilgrim": [Attached("last-man-standing", 1)]}, places={"pilgrim": "1,0:3"})
    pilgrim, smith = table.model("pilgrim"), table.model("bloodsmith")
    death = Death(pilgrim, 1, vp=1)
    assert at(table, 0, Moment("W-DYING", model=pilgrim, death=death)) == []
    in_combat = Death(pilgrim, 1, vp=1, fight=Fight(smith, pilgrim))
    assert at(table, 0, Moment("W-DYING", model=pilgrim, death=in_combat)) == [
        use(table, "pilgrim", "last-man-standing", "upper")
    ]


def test_revenge_is_for_models_of_the_carrier_with_an_enemy_in_contact() -> None:
    # chapter/last-man-standing/upper, R-CARRIER, R-PARTIAL
    table = angel(attached={"pilgrim": [Attached("last-man-standing", 1)]}, places={"pilgrim": "1,0:3"})
    pilgrim, winged, smith = table.model("pilgrim"), table.model("angel-of-death"), table.model("bloodsmith")
    other = Death(winged, 1, vp=1, fight=Fight(smith, winged))
    assert at(table, 0, Moment("W-DYING", model=winged, death=other)) == []
    table.put(pilgrim, footprint("T37", "-3,0:0"))
    alone = Death(pilgrim, 1, vp=1, fight=Fight(smith, pilgrim))
    assert at(table, 0, Moment("W-DYING", model=pilgrim, death=alone)) == []


def test_the_last_pilgrim_has_three_more_defense() -> None:  # chapter/last-man-standing/lower, R-PASSIVE-EFFECT
    table = angel(attached={"pilgrim": [Attached("last-man-standing", 3)]})
    pilgrim = table.model("pilgrim")
    do(table, use(table, "pilgrim", "last-man-standing", "lower"))
    assert [attributes.value(table, pilgrim, name) for name in attributes.NAMES] == [2, 1, 1 + 3, 2]
    table.put(table.model("pilgrim/1"), footprint("T37", "3,-1:0"))
    assert attributes.value(table, pilgrim, "defense") == 1
