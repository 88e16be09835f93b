"""Halves of the Purge Doctors and the Rangers, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import Fight, Moment, WoundEvent
from matches.engine.dawnfall.state import DEAD, Attached, Effect
from tests.engine.dawnfall.building import FIRST, TestTable, play, yellow
from tests.engine.dawnfall.cards.armies import angel
from tests.engine.dawnfall.fielding import CALM, a_field, at, charges, do, endurance, model_option, offers, use

# Purge Doctor


def doctors(**values: Any) -> TestTable:
    places = {"purge-doctor": "0,0:01", "bloodsmith": "1,0:0", "bloodsmith/1": "0,1:0", "gorehound": "3,0:01"}
    return a_field(
        "purge-doctor", enemies=["bloodsmith", "gorehound"], places={**places, **values.pop("places", {})}, **values
    )


def purge_spaces(table: TestTable) -> tuple[str, str]:
    return f"space:{table.board.number[1, 0]}", f"space:{table.board.number[0, 1]}"


def test_purging_wounds_all_it_hits_in_two_spaces_and_sets_one_on_fire() -> None:
    # chapter/purging/lower, R-CHECK, R-AREA, R-AFFECTED
    table = doctors(hand=["purging"], rolls=[yellow(4)], endurance=[2, 2, 1])
    do(table, "play:purging:lower", *purge_spaces(table), "yellow", FIRST, FIRST, {"rolled": "keep"})
    assert len(table.events("die_rolled")) == 1
    assert endurance(table, "bloodsmith") == 0
    assert [e["token"] for e in table.events("token_placed")] == ["fire"]
    assert table.state.crystals[0] == 3


def test_purging_works_in_basic_mode_only_and_needs_somebody_to_hit() -> None:
    # chapter/purging/lower, R-MODE-REQ, R-PARTIAL
    table = doctors(hand=["purging"])
    assert "play:purging:lower" in offers(table)
    table.state.modes[table.squad_of("purge-doctor")] = 1
    assert "play:purging:lower" not in offers(table)
    far = doctors(hand=["purging"], places={"bloodsmith": "3,0:2", "bloodsmith/1": "3,0:3"})
    assert "play:purging:lower" not in offers(far)


def test_charged_shot_adds_a_wound_for_every_two_charges() -> None:  # chapter/charged-shot/lower, R-COST-X, R-EXTRA
    table = doctors(
        hand=["purging"], rolls=[yellow(4)], attached={"purge-doctor": [Attached("charged-shot", 3)]},
        endurance=[2, 3, 1], places={"bloodsmith/1": "3,0:3"},
    )  # fmt: skip
    shot = use(table, "purge-doctor", "charged-shot", "lower")
    do(table, "play:purging:lower", *purge_spaces(table), shot, "number:3", {**CALM})
    assert table.events("model_wounded")[0]["count"] == 2
    assert charges(table, "purge-doctor") == [0]
    assert not any(effect.kind in {"charged", "purging"} for effect in table.state.effects)


def test_charged_shot_waits_for_a_purging_of_its_squad() -> None:  # chapter/charged-shot/lower, R-INTERRUPT
    table = doctors(attached={"purge-doctor": [Attached("charged-shot", 3)]})
    assert at(table, 0, Moment("W-BEFORE-HIT", model=table.model("purge-doctor"))) == []


def test_power_of_technology_destroys_a_crystal_for_three_charges() -> None:
    # chapter/power-of-technology/lower, R-DESTROY, R-CHARGE
    table = doctors(hand=["power-of-technology"], attached={"purge-doctor": [Attached("tactic", 0)]})
    do(table, "play:power-of-technology:lower")
    assert charges(table, "purge-doctor") == [3]
    assert (table.state.crystals[0], table.state.depleted[0]) == (4, 0)
    poor = doctors(hand=["power-of-technology"], attached={"purge-doctor": [Attached("tactic", 0)]}, crystals=[0, 0])
    assert "play:power-of-technology:lower" not in offers(poor)


# Ranger


def rangers(**values: Any) -> TestTable:
    places = {"ranger": "0,0:0", "ranger/1": "0,0:2", "bloodsmith": "3,0:0", "gorehound": "-3,0:01"}
    return a_field(
        "ranger", enemies=["bloodsmith", "gorehound"], places={**places, **values.pop("places", {})}, **values
    )


def test_each_ranger_shoots_once_with_a_bonus_in_aim_mode() -> None:  # chapter/shoot/lower, DF-SHOOT-08, R-CHECK
    table = rangers(hand=["shoot"], rolls=[yellow(3), yellow(1)])
    table.state.modes[table.squad_of("ranger")] = 1
    smith = model_option(table, "bloodsmith")
    do(table, "play:shoot:lower", model_option(table, "ranger"), smith, smith, CALM)
    assert [event["result"] for event in table.events("hits_checked")] == [5, 3]
    assert endurance(table, "bloodsmith") == 0
    assert table.state.places[table.model("bloodsmith")] == DEAD
    assert table.state.crystals[0] == 5


def test_firing_position_gives_two_shots_each() -> None:  # chapter/firing-position/lower, R-INSTANT-PASSIVE
    table = rangers(
        hand=["shoot"], attached={"ranger": [Attached("firing-position", 3)]}, rolls=[0, 0, 0, 0]
    )  # fmt: skip
    do(table, use(table, "ranger", "firing-position", "lower"))
    smith = model_option(table, "bloodsmith")
    do(table, "play:shoot:lower", {**CALM, "shooter": FIRST, "model": smith})
    assert [event["shooter"] for event in table.events("hits_checked")].count(table.model("ranger")) == 2
    assert len(table.events("hits_checked")) == 4


@pytest.mark.parametrize(("face", "hit"), [(4, True), (1, False)])
def test_shoot_may_replace_a_rangers_attack_in_the_own_turn(face: int, hit: bool) -> None:
    # chapter/shoot/lower, R-LIGHTNING
    table = rangers(hand=["shoot"], places={"bloodsmith": "0,0:1"}, rolls=[yellow(face)])
    play(backstab(table, table.model("ranger"), table.model("bloodsmith")), "pass", "play:shoot:lower", CALM)
    assert [event["purpose"] for event in table.events("die_rolled")] == ["check"]
    assert endurance(table, "bloodsmith") == (0 if hit else 1)


def test_a_shot_declined_cannot_be_taken_back_once_others_could_answer() -> None:  # chapter/shoot/lower, R-CHOICE, Q-24
    table = rangers(hand=["shoot"])
    talk = do(table, "play:shoot:lower", model_option(table, "ranger"), "none", "none")
    targets = [decision for decision in talk.asked if decision.kind == "model"]
    assert [any(option.id == "back" for option in decision.options) for decision in targets] == [True, False]


def test_the_angel_does_not_save_a_model_that_an_enemy_controls() -> None:  # chapter/guardian-angel/lower, R-CONTROLLED
    table = angel(hand=["guardian-angel"], active=1)
    attributes.last(table, Effect("controlled", table.model("pilgrim"), 1, "mind-control", "Mind Control"))
    event = WoundEvent(table.model("pilgrim"), 1, 1)
    assert at(table, 0, Moment("W-WOUND-TAKE", model=event.model, wounds=event)) == []


def test_charged_shot_needs_two_charges_to_do_something() -> None:  # chapter/charged-shot/lower, R-COST-X, R-PARTIAL
    table = a_field(
        "purge-doctor", enemies=["bloodsmith"], attached={"purge-doctor": [Attached("charged-shot", 1)]},
        places={"purge-doctor": "0,0:01", "bloodsmith": "1,0:0"},
    )  # fmt: skip
    doctor = table.model("purge-doctor")
    attributes.last(table, Effect("purging", doctor, 0, "purging", "Purging"))
    assert at(table, 0, Moment("W-BEFORE-HIT", model=doctor)) == []


def test_a_shot_in_place_of_an_attack_stays_one_shot_and_its_miss_can_be_countered() -> None:
    # chapter/shoot/lower, chapter/firing-position/lower, R-LIGHTNING, DF-COUNTER-01
    table = a_field(
        "ranger", enemies=["gorehound"], hand=["shoot"], attached={"ranger": [Attached("firing-position", 0, on=True)]},
        places={"ranger": "0,0:0", "gorehound": "0,0:12"}, rolls=[yellow(3), yellow(0), yellow(0)],
    )  # fmt: skip
    attributes.last(table, Effect("wins_ini", table.model("ranger"), 0, "turn", "test"))
    pair = table.model("ranger"), table.model("gorehound")
    play(combat_sequence(table, *pair), "pass", "play:shoot:lower", {**CALM, "counterattack": "strike"})
    assert len(table.events("hits_checked")) == 1
    assert [event["model"] for event in table.events("attack_made")] == [table.model("gorehound")]


def test_shoot_may_aim_at_an_own_model_but_needs_a_line_of_fire() -> None:  # chapter/shoot/lower, R-TARGET
    table = a_field(
        "ranger", "pilgrim", enemies=["bloodsmith"], hand=["shoot"],
        places={"ranger": "0,0:0", "pilgrim": "2,0:0", "bloodsmith": "1,1:0"},
    )  # fmt: skip
    talk = do(table, "play:shoot:lower", "none")
    targets = [option.id for option in talk.asked[0].options]
    assert model_option(table, "pilgrim") in targets
    assert model_option(table, "bloodsmith") not in targets


def test_an_angel_that_an_enemy_controls_saves_nobody() -> None:  # chapter/guardian-angel/lower, R-CONTROLLED
    table = angel(hand=["guardian-angel"], active=1)
    event = WoundEvent(table.model("pilgrim"), 1, 1)
    assert at(table, 0, Moment("W-WOUND-TAKE", model=event.model, wounds=event)) == ["play:guardian-angel:lower"]
    attributes.last(table, Effect("controlled", table.model("angel-of-death"), 1, "mind-control", "Mind Control"))
    assert at(table, 0, Moment("W-WOUND-TAKE", model=event.model, wounds=event)) == []


def test_a_knight_that_an_enemy_controls_guards_nobody() -> None:  # chapter/guard/lower, R-CONTROLLED
    table = a_field(
        "holy-knight", "pilgrim", enemies=["bloodsmith"], attached={"holy-knight": [Attached("guard", 1)]}, active=1,
        places={"holy-knight": "0,0:03", "pilgrim": "0,0:1", "bloodsmith": "3,0:0"},
    )  # fmt: skip
    knight, pilgrim = table.model("holy-knight"), table.model("pilgrim")
    moment = Moment("W-BEFORE-DEF", fight=Fight(knight, pilgrim, attacker=knight, target=pilgrim))
    assert at(table, 0, moment) == [use(table, "holy-knight", "guard", "lower")]
    attributes.last(table, Effect("controlled", knight, 1, "mind-control", "Mind Control"))
    assert at(table, 0, moment) == []
