"""What cards of the Demons do to one another and to what the enemy does: the cases that the rulings name."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers, placing
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import NOBODY, Death, Fight, Moment, WoundEvent
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.state import DEAD, Attached, Effect, Marker
from matches.engine.dawnfall.turns import end_active_turn
from matches.engine.dawnfall.wounds import kill, sacrifice, wound
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, red, yellow
from tests.engine.dawnfall.cards.armies import demons, son
from tests.engine.dawnfall.fielding import CALM, a_field, at, charges, do, endurance, fight, model_option, offers

# Any Squad


def test_horde_needs_a_demon_that_reaches_somebody() -> None:  # demon/horde/lower, R-REACH, R-BLOCKED, R-PARTIAL
    table = demons("bloodsmith", hand=["horde"], places={"bloodsmith": "1,0:0"})
    assert "play:horde:lower" in offers(table)
    markers.put(table, table.model("bloodsmith"), "trap", 1)
    assert "play:horde:lower" not in offers(table)
    table.put(table.model("bloodsmith"), footprint("T37", "3,0:2"))
    assert "play:horde:lower" in offers(table)  # b2b already


def test_a_horde_stops_when_its_target_is_dead() -> None:  # demon/horde/lower, R-COMBAT
    table = demons(
        "bloodsmith", hand=["horde"], rolls=[red(6), yellow(0)], endurance=[1, 0, 2],
        places={"bloodsmith": "3,0:2", "bloodsmith/1": "3,0:6"},
    )  # fmt: skip
    target = table.model("pilgrim")
    do(table, "play:horde:lower", f"model:{target}", "done", FIRST, "red", "yellow", {"rolled": "keep"})
    assert table.state.places[target] == DEAD
    assert len(table.events("combat_declared")) == 1
    assert table.state.crystals[0] == 5 - 2 - 1


@pytest.mark.parametrize(("other", "offered"), [("holy-knight", True), ("pilgrim", False), ("pilgrim/1", False)])
def test_mist_pairs_only_equal_bases(other: str, offered: bool) -> None:  # demon/mist/lower, R-SWITCH
    table = demons("gorehound", hand=["mist"], places={"gorehound": "0,0:01", "holy-knight": "-3,0:01"})
    talk = do(table, "play:mist:lower", model_option(table, "gorehound"), {"*": FIRST})
    partners = [option.id for option in talk.asked[1].options] if len(talk.asked) > 1 else []
    placed = [event["model"] for event in table.events("model_placed")]
    assert (table.model(other) in placed or model_option(table, other) in partners) is offered


def test_mist_is_no_move_and_tokens_stay_with_their_models() -> None:  # demon/mist/lower, R-SWITCH, R-STATUS
    table = demons("bloodsmith", hand=["mist"], places={"bloodsmith": "0,0:0"})
    smith, pilgrim = table.model("bloodsmith"), table.model("pilgrim")
    markers.put(table, pilgrim, "freeze", 0)
    do(table, "play:mist:lower", f"model:{smith}", f"model:{pilgrim}")
    assert [marker.kind for marker in table.state.markers[pilgrim]] == ["freeze"]
    assert table.state.markers[smith] == ()
    assert table.events("model_moved") == []


def test_mist_needs_two_models_of_one_base() -> None:  # demon/mist/lower, R-PARTIAL
    table = a_field(
        "son-of-khyber", enemies=["pilgrim"], sides=("demon", "chapter"), hand=["mist"],
        places={"son-of-khyber": "0,0:0123456", "pilgrim": "3,0:0"},
    )  # fmt: skip
    assert "play:mist:lower" not in offers(table)


def fallen(**values: Any) -> TestTable:
    table = demons("bloodsmith", "gorehound", hand=["resurrection"], places={"bloodsmith": "0,0:0"}, **values)
    for name in ("bloodsmith/1", "bloodsmith/2"):
        table.state.places[table.model(name)] = DEAD
    return table


def test_resurrection_with_an_empty_purse_is_refused() -> None:  # demon/resurrection/lower, R-COST-X, DF-PAY-11
    table = fallen(crystals=[0, 0], endurance=[0, 0, 1, 2], marker=-10)
    assert "play:resurrection:lower" not in offers(table)
    table.state.crystals[0] = 1
    talk = do(table, "play:resurrection:lower", {"*": FIRST})
    assert "number" not in talk.kinds()  # one model, no token: there is nothing to choose
    assert len(table.standing(table.roster.squads[0])) == 2


def test_resurrection_without_crystals_is_paid_with_endurance_and_points() -> None:
    # demon/resurrection/lower, R-COST-X, DF-PAY-05
    table = fallen(crystals=[0, 0], endurance=[0, 1, 1, 2], marker=-9)
    talk = do(table, "play:resurrection:lower", "number:2", {"*": FIRST, "pay": FIRST})
    assert talk.options("number")[0] == ["1", "2", "Back"]
    assert (endurance(table, "gorehound"), table.state.marker) == (0, -10)
    assert len(table.standing(table.roster.squads[0])) == 3


def test_resurrection_needs_a_dead_model_and_leaves_its_mode_and_points() -> None:
    # demon/resurrection/lower, R-RETURN, R-PARTIAL
    table = fallen(endurance=[1, 1, 1, 2], modes=[1, 0, 0, 0])
    do(table, "play:resurrection:lower", "number:1", {"*": FIRST})
    assert (table.state.modes[0], table.state.marker, table.state.crystals[0]) == (1, 0, 4)
    alive = demons("bloodsmith", hand=["resurrection"], places={"bloodsmith": "0,0:0"})
    assert "play:resurrection:lower" not in offers(alive)


# Son of Khyber


def test_bloody_whirlwind_may_be_paid_with_the_first_token_he_loses() -> None:  # demon/bloody-whirlwind/lower, R-LOST
    table = son(hand=["bloody-whirlwind"], rolls=[0, 0])
    number = table.squad_of("son-of-khyber")
    do(table, "play:bloody-whirlwind:lower", {**CALM, "pay": "crystals"})
    assert (table.state.crystals[0], table.state.hands[0]) == (5, ("bloody-whirlwind",))  # it would do nothing
    do(table, "play:bloody-whirlwind:lower", {**CALM, "pay": f"endurance:{number}", "target": FIRST})
    assert len(table.events("combat_declared")) == 1
    assert endurance(table, "son-of-khyber") == 3


def test_bloody_whirlwind_is_refused_without_an_enemy_or_a_token_to_lose() -> None:
    # demon/bloody-whirlwind/lower, R-PARTIAL
    far = son(hand=["bloody-whirlwind"], places={"son-of-khyber": "0,0:0123456"}, endurance=[2, 1, 2])
    assert "play:bloody-whirlwind:lower" not in offers(far)
    temporary = son(hand=["bloody-whirlwind"], temporary=[1, 0])  # they would be spent first
    assert "play:bloody-whirlwind:lower" not in offers(temporary)


def test_attack_helps_in_counterattacks_and_backstabs_too() -> None:  # demon/bloody-whirlwind/upper, R-ROLL-BONUS
    table = demons("bloodsmith", hand=["bloody-whirlwind"], places={"bloodsmith": "3,0:2"})
    smith, pilgrim = table.model("bloodsmith"), table.model("pilgrim")
    for pair in (
        Fight(smith, pilgrim, "backstab", smith, pilgrim),
        Fight(pilgrim, smith, attacker=smith, target=pilgrim, counterattack=True),
    ):
        assert at(table, 0, Moment("W-BEFORE-ATT", fight=pair)) == ["play:bloody-whirlwind:upper"]
    theirs = Fight(pilgrim, smith, attacker=pilgrim, target=smith)
    assert at(table, 0, Moment("W-BEFORE-ATT", fight=theirs)) == []


def test_rage_is_silent_about_own_models_and_kills_of_others() -> None:  # demon/rage/lower, R-PASSIVE-EFFECT
    table = son(attached={"son-of-khyber": [Attached("rage", 0, on=True)]}, depleted=[2, 0], banner_ready=[False, True])
    play(kill(table, Death(table.model("pilgrim"), 0, NOBODY)))
    assert (table.state.depleted[0], table.state.banner_ready[0]) == (2, False)


def test_war_fever_needs_its_son_and_counts_restored_tokens_no_more() -> (
    None
):  # demon/war-fever/lower, R-LOST, R-CARRIER
    table = son(attached={"son-of-khyber": [Attached("war-fever", 0, on=True)]}, endurance=[3, 1, 2])
    model = table.model("son-of-khyber")
    assert attributes.value(table, model, "ini") == 2 + 1
    table.state.endurance[0] = 4
    assert attributes.value(table, model, "ini") == 2


# Master of Elements


def test_an_aegis_does_not_stop_kills_and_sacrifices() -> None:  # demon/crystal-aegis, R-IMMUNE
    table = demons("bloodsmith", places={"bloodsmith": "0,0:0", "bloodsmith/1": "0,0:1", "bloodsmith/2": "0,0:2"})
    one, two = table.model("bloodsmith"), table.model("bloodsmith/1")
    for model in (one, two):
        markers.put(table, model, "crystal-aegis", 0, 1)
    play(kill(table, Death(one, 1)))
    play(sacrifice(table, two))
    assert table.state.places[one] == table.state.places[two] == DEAD


def test_a_model_has_one_aegis_and_distance_refuses_it() -> None:  # demon/crystal-aegis/lower, R-STACK, R-RANGE
    table = demons(
        "master-of-elements", "bloodsmith", hand=["crystal-aegis"],
        places={"master-of-elements": "-3,0:0", "bloodsmith": "2,0:0"},
    )  # fmt: skip
    assert "play:crystal-aegis:lower" in offers(table)
    markers.put(table, table.model("master-of-elements"), "crystal-aegis", 0, 1)
    assert "play:crystal-aegis:lower" not in offers(table)  # the Bloodsmith is five Spaces away


def test_fireball_spares_nobody_in_its_spaces_and_burns_only_who_still_stands() -> None:
    # demon/fireball/lower, R-AREA, R-AFFECTED
    table = demons(
        "master-of-elements", "bloodsmith", hand=["fireball"], rolls=[red(6)], endurance=[3, 0, 0, 2],
        places={"master-of-elements": "1,0:0", "bloodsmith": "2,0:0", "pilgrim": "2,0:1"},
    )  # fmt: skip
    spaces = [f"space:{table.board.number[q, 0]}" for q in (2, 1)]
    do(table, "play:fireball:lower", *spaces, {**CALM, "die": "red", "wound_order": FIRST, "model": FIRST})
    master = table.model("master-of-elements")
    assert set(table.events("hits_checked")[0]["targets"]) == {
        master, table.model("bloodsmith"), table.model("pilgrim"),
    }  # fmt: skip
    assert table.state.markers[master] == (Marker("fire", 0, 1),)
    assert endurance(table, "master-of-elements") == 2


def test_fireball_needs_a_line_of_fire_within_three_spaces_for_the_first_space_only() -> None:
    # demon/fireball/lower, R-LINE, R-RANGE
    places = {"master-of-elements": "-1,0:0", "pilgrim/1": "2,0:3"}
    table = demons("master-of-elements", hand=["fireball"], places=places)
    talk = do(table, "play:fireball:lower", f"space:{table.board.number[2, 0]}", "back")
    first, second = (d for d in talk.asked if d.kind == "space")
    assert f"space:{table.board.number[3, 0]}" not in [option.id for option in first.options]
    assert f"space:{table.board.number[3, 0]}" in [option.id for option in second.options]


def test_an_ice_beam_ends_with_the_first_full_space() -> None:  # demon/ice-beam/lower, R-LINE-TARGETS
    table = demons(
        "master-of-elements", "son-of-khyber", hand=["ice-beam"], rolls=[yellow(0)],
        places={"master-of-elements": "0,0:0", "son-of-khyber": "2,0:0123456"},
    )  # fmt: skip
    do(table, "play:ice-beam:lower", CALM)
    assert table.events("hits_checked")[0]["targets"] == (table.model("son-of-khyber"),)


def test_an_ice_beam_needs_somebody_on_a_line_and_gains_two_in_focus() -> None:  # demon/ice-beam/lower, R-PARTIAL
    nobody = demons("master-of-elements", hand=["ice-beam"], places={"master-of-elements": "1,1:0"})
    assert "play:ice-beam:lower" not in offers(nobody)
    table = demons(
        "master-of-elements", hand=["ice-beam"], rolls=[yellow(1)], modes=[1, 0, 0],
        places={"master-of-elements": "0,0:0"},
    )  # fmt: skip
    do(table, "play:ice-beam:lower", {**CALM, "wound_order": FIRST})
    assert table.events("hits_checked")[0]["result"] == 3


def test_a_frozen_model_defends_is_pushed_and_does_not_strike_back() -> None:  # demon/freeze, R-DASH, R-NO-MOVE
    table = demons("bloodsmith", places={"bloodsmith": "3,0:2"}, rolls=[yellow(0), yellow(4)])
    frozen = table.model("pilgrim")
    markers.put(table, frozen, "freeze", 0)
    talk = fight(table, "bloodsmith", "pilgrim")
    assert "counterattack" not in talk.kinds()
    assert table.events("attack_compared")[0]["defense"] == 1 + 4
    assert placing.can_be_bashed(table, 0, table.model("bloodsmith"), frozen)


# Banners and Shrines


def test_the_banner_options_of_the_demons_need_their_models() -> None:
    # demon/demon-banner/0, demon/demon-banner/1, demon/alternative-demon-banner/1, R-PARTIAL
    table = demons("bloodsmith", places={"bloodsmith": "0,0:0"})
    assert offers(table) == []
    table.put(table.model("bloodsmith"), footprint("T37", "3,0:2"))
    assert offers(table) == ["banner:0"]
    blocked = son(places={"pilgrim": "3,-3:0"})
    assert "banner:1" in offers(blocked)
    markers.put(blocked, blocked.model("son-of-khyber"), "trap", 1)
    assert "banner:1" not in offers(blocked)


def test_the_blood_altar_adds_one_wound_to_an_event_once_and_spares_demons() -> None:
    # demon/blood-altar, R-EXTRA, R-QUIET
    table = son(endurance=[4, 3, 2], stage="passive")
    table.state.shrines[0] = table.board.number[3, -1]
    table.put(table.model("pilgrim"), footprint("T37", "3,0:6"))
    play(wound(table, WoundEvent(table.model("pilgrim"), 2, 1)))
    assert endurance(table, "pilgrim") == 0
    play(wound(table, WoundEvent(table.model("son-of-khyber"), 1, 1)))
    assert endurance(table, "son-of-khyber") == 3


def test_the_altar_of_conquest_ignores_sacrifices_and_its_crystal_goes_with_the_turn() -> None:
    # demon/altar-of-conquest, R-SACRIFICE, R-TEMP
    table = son(shrines={"demon": "altar-of-conquest"}, active=1, places={"holy-knight": "-3,0:01"})
    table.state.shrines[0] = table.board.number[3, -1]
    table.put(table.model("pilgrim"), footprint("T37", "3,0:6"))
    play(sacrifice(table, table.model("pilgrim")))
    assert (table.state.marker, table.state.temporary) == (0, [0, 0])
    table.put(table.model("pilgrim/1"), footprint("T37", "3,0:6"))
    play(kill(table, Death(table.model("pilgrim/1"), 0, table.model("son-of-khyber"))))
    assert (table.state.marker, table.state.temporary) == (2, [1, 0])
    play(end_active_turn(table), {"*": FIRST})
    assert table.state.temporary == [0, 0]


def test_an_altar_with_models_of_both_sides_beside_it_is_harvested_by_nobody() -> None:
    # demon/blood-altar, demon/altar-of-conquest, R-SOURCE
    table = son(active=1, stage="passive", places={"son-of-khyber": "2,-1:0123456"})
    table.state.shrines[0] = table.board.number[3, -1]
    table.put(table.model("pilgrim"), footprint("T37", "3,0:6"))
    play(passive_turn(table))
    assert table.state.crystals[1] == 5


def test_a_combat_of_a_controlled_model_is_fought_for_its_controller() -> None:  # demon/mind-control/lower, R-CREDIT
    table = demons("dark-scholar", places={"dark-scholar": "2,0:0", "pilgrim": "3,0:0", "pilgrim/1": "3,0:1"},
                   rolls=[yellow(4), yellow(0)], endurance=[1, 0, 2])  # fmt: skip
    slave, friend = table.model("pilgrim"), table.model("pilgrim/1")
    attributes.last(table, Effect("controlled", slave, 0, "mind-control", "Mind Control"))
    play(combat_sequence(table, slave, friend), CALM)
    assert table.state.places[friend] == DEAD
    assert table.state.marker == 1
    assert charges(table, "dark-scholar") == []


def test_rage_counts_no_own_dead_and_speaks_of_no_banner_that_is_up() -> None:  # demon/rage/lower, R-REFRESH
    table = demons(
        "son-of-khyber", "bloodsmith", attached={"son-of-khyber": [Attached("rage", 0, on=True)]}, depleted=[2, 0],
        places={"son-of-khyber": "0,0:0123456", "bloodsmith": "-3,0:0", "bloodsmith/1": "-3,0:1"},
    )  # fmt: skip
    khyber = table.model("son-of-khyber")
    play(kill(table, Death(table.model("bloodsmith"), 0, khyber)))
    assert table.state.depleted[0] == 2
    play(kill(table, Death(table.model("pilgrim"), 0, khyber)))
    assert table.state.depleted[0] == 0
    assert table.events("banner_refreshed") == []
