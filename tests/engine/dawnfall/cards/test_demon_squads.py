"""Halves that belong to one squad of the Demons, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers, placing, turns
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import Death, Fight, Moment, WoundEvent
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.pushing import can_be_pushed
from matches.engine.dawnfall.shooting import check_for_hit
from matches.engine.dawnfall.state import ASIDE, DEAD, Attached, Effect
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import kill, wound
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, red, yellow
from tests.engine.dawnfall.cards.armies import demons, son
from tests.engine.dawnfall.fielding import (
    CALM,
    at,
    charges,
    do,
    endurance,
    fight,
    offers,
    use,
)

# Son of Khyber


def test_repeat_moves_and_fights_again_after_a_wound_in_the_own_turn() -> None:
    # demon/rage/upper, R-MOVE-COMBAT, R-LIGHTNING
    table = son(attached={"son-of-khyber": [Attached("rage", 2)]})
    model = table.model("son-of-khyber")
    event = WoundEvent(table.model("pilgrim"), 1, 0, model)
    repeat = use(table, "son-of-khyber", "rage", "upper")
    talk = play(wound(table, event), repeat, "done", "refrain")
    assert talk.kinds() == ["window", "move_space", "target"]
    assert charges(table, "son-of-khyber") == [1]
    table.state.active = 1
    assert at(table, 0, Moment("W-WOUND-DEALT", wounds=event)) == []


def test_repeat_does_not_answer_a_wound_of_its_own_combat() -> None:  # demon/rage/upper, R-NO-SELF, R-NO-SEQUENCE
    rolls = [yellow(4), yellow(0), yellow(4), yellow(0)]
    table = son(attached={"son-of-khyber": [Attached("rage", 2)]}, rolls=rolls, places={"holy-knight": "-3,0:01"})
    repeat = use(table, "son-of-khyber", "rage", "upper")
    talk = fight(table, "son-of-khyber", "pilgrim", repeat, "done", FIRST)
    assert len(table.events("model_wounded")) == 2
    assert talk.kinds().count("window") == 1
    assert charges(table, "son-of-khyber") == [1]


def test_rage_refreshes_crystals_and_banner_when_he_kills() -> None:  # demon/rage/lower, R-REFRESH, R-PASSIVE-EFFECT
    table = son(attached={"son-of-khyber": [Attached("rage", 0, on=True)]}, active=1, depleted=[2, 0],
                banner_ready=[False, True], places={"holy-knight": "-3,0:01"})  # fmt: skip
    play(kill(table, Death(table.model("pilgrim"), 0, -1)))
    assert table.state.depleted[0] == 2
    play(kill(table, Death(table.model("pilgrim/1"), 0, table.model("son-of-khyber"))))
    assert (table.state.depleted[0], table.state.banner_ready[0]) == (0, True)


def test_war_fever_grows_with_lost_tokens() -> None:  # demon/war-fever/lower, R-LOST
    table = son(attached={"son-of-khyber": [Attached("war-fever", 3)]})
    model = table.model("son-of-khyber")
    do(table, use(table, "son-of-khyber", "war-fever", "lower"))
    table.state.endurance[table.squad_of("son-of-khyber")] = 1
    assert [attributes.value(table, model, name) for name in attributes.NAMES] == [2 + 3, 3, 1 + 3, 3]


def test_bloody_whirlwind_fights_once_for_each_lost_token() -> None:  # demon/bloody-whirlwind/lower, R-LOST
    table = son(hand=["bloody-whirlwind"], rolls=[0, 0, 0, 0])
    table.state.endurance[table.squad_of("son-of-khyber")] = 2
    table.state.endurance[table.squad_of("pilgrim")] = 9
    do(table, "play:bloody-whirlwind:lower", {**CALM, "target": FIRST})
    assert len(table.events("combat_declared")) == 2


def test_energy_source_restores_a_token_after_he_dealt_a_wound() -> None:
    # demon/energy-source/lower, R-WOUND-EVENT, R-RESTORE
    table = son(hand=["energy-source"], active=1)
    table.state.endurance[table.squad_of("son-of-khyber")] = 2
    play(
        wound(table, WoundEvent(table.model("pilgrim"), 1, 0, table.model("son-of-khyber"))), "play:energy-source:lower"
    )
    assert endurance(table, "son-of-khyber") == 3
    table.state.hands[0] = ("energy-source",)
    others = WoundEvent(table.model("pilgrim"), 1, 0, table.model("pilgrim/1"))
    assert at(table, 0, Moment("W-WOUND-DEALT", wounds=others)) == []
    table.state.endurance[table.squad_of("son-of-khyber")] = 4
    moment = Moment("W-WOUND-DEALT", wounds=WoundEvent(table.model("pilgrim"), 1, 0, table.model("son-of-khyber")))
    assert at(table, 0, moment) == []


# Master of Elements


def master(**values: Any) -> TestTable:
    places = {"master-of-elements": "0,0:0", "bloodsmith": "-3,0:0", **values.pop("places", {})}
    return demons("master-of-elements", "bloodsmith", places=places, **values)


def test_crystal_aegis_protects_from_wounds_until_the_opponents_passive_turn() -> None:
    # demon/crystal-aegis/lower, demon/crystal-aegis, R-IMMUNE, R-OPPONENT, R-STACK
    table = master(hand=["crystal-aegis"])
    model = table.model("master-of-elements")
    do(table, "play:crystal-aegis:lower", f"model:{model}")
    play(wound(table, WoundEvent(model, 2, 1)))
    assert endurance(table, "master-of-elements") == 3
    table.state.stage = "passive"
    play(passive_turn(table))
    assert attributes.has(table, model, "immune")
    table.state.active, table.state.stage = 1, "passive"
    play(passive_turn(table))
    assert not attributes.has(table, model, "immune")


def test_crystal_aegis_reaches_four_spaces() -> None:  # demon/crystal-aegis/lower, R-RANGE
    places = {"master-of-elements": "2,0:0", "bloodsmith": "-3,0:0", "bloodsmith/1": "-2,0:0"}
    table = master(hand=["crystal-aegis"], places=places)
    talk = do(table, "play:crystal-aegis:lower", {"model": FIRST})
    master_model, near = table.model("master-of-elements"), table.model("bloodsmith/1")
    assert [option.id for option in talk.asked[-1].options] == [f"model:{master_model}", f"model:{near}", "back"]


@pytest.mark.parametrize(("mode", "hit"), [(0, False), (1, True)])
def test_fireball_checks_two_spaces_with_a_bonus_in_focus_mode(mode: int, hit: bool) -> None:
    # demon/fireball/lower, R-CHECK, R-ALIAS, R-AFFECTED
    table = master(hand=["fireball"], rolls=[yellow(1)], endurance=[3, 1, 3, 2])
    table.state.modes[table.squad_of("master-of-elements")] = mode
    spaces = (f"space:{table.board.number[3, 0]}", f"space:{table.board.number[2, 0]}")
    do(table, "play:fireball:lower", *spaces, {**CALM, "wound_order": FIRST, "model": FIRST})
    assert endurance(table, "pilgrim") == (1 if hit else 3)
    assert len(table.events("die_rolled")) == 1
    assert len(table.events("token_placed")) == (1 if hit else 0)


def test_freeze_takes_initiative_attack_and_movement() -> None:
    # demon/freeze/lower, demon/freeze, R-BASE-ATTR, R-DASH, R-BUYOFF, R-RANGE
    table = master(hand=["freeze"], places={"pilgrim": "3,0:0", "pilgrim/1": "3,-3:0"})
    frozen = table.model("pilgrim")
    do(table, "play:freeze:lower", f"model:{frozen}")
    assert [attributes.value(table, frozen, name) for name in attributes.NAMES] == [0, None, 1, None]
    table.state.active = 1
    do(table, f"remove:{frozen}:freeze:0")
    assert attributes.value(table, frozen, "ini") == 2
    assert table.state.crystals[1] == 5 - 2


def test_freeze_reaches_three_spaces_only() -> None:  # demon/freeze/lower, R-RANGE
    table = master(hand=["freeze"], places={"master-of-elements": "-1,0:0"})
    assert "play:freeze:lower" not in offers(table)


def test_ice_beam_checks_everybody_on_one_line() -> None:  # demon/ice-beam/lower, R-LINE-TARGETS, R-CHECK
    table = master(hand=["ice-beam"], rolls=[red(6)], places={"bloodsmith": "1,0:0"})
    do(table, "play:ice-beam:lower", {**CALM, "die": "red", "wound_order": FIRST})
    assert table.events("hits_checked")[0]["targets"] == (
        table.model("bloodsmith"), table.model("pilgrim"), table.model("pilgrim/1"),
    )  # fmt: skip
    assert len(table.events("model_wounded")) == 3


# Gorehound


def hounds(**values: Any) -> TestTable:
    places = {"gorehound": "2,0:01", "pilgrim": "2,0:2", **values.pop("places", {})}
    return demons("gorehound", "gorehound", "bloodsmith", places={"bloodsmith": "-3,0:0", **places}, **values)


def test_additional_wound_joins_the_wound_event_once_a_combat() -> None:  # demon/infection/upper, R-EXTRA, R-LIMIT
    table = hounds(attached={"gorehound": [Attached("infection", 4)]}, endurance=[1, 1, 1, 3, 2])
    combat = Fight(0, table.model("pilgrim"))
    event = WoundEvent(table.model("pilgrim"), 1, 0, table.model("gorehound"), "attack", combat)
    upper = use(table, "gorehound", "infection", "upper")
    play(wound(table, event), upper)
    assert endurance(table, "pilgrim") == 1
    assert at(table, 0, Moment("W-WOUND-DEAL", wounds=event, fight=combat)) == []
    shot = WoundEvent(table.model("pilgrim"), 1, 0, table.model("gorehound"), "shot")
    assert at(table, 0, Moment("W-WOUND-DEAL", wounds=shot)) == []


def test_infection_weakens_the_opponent_for_the_rest_of_the_match() -> None:
    # demon/infection/lower, demon/infection, R-STACK, R-ALL-ATTR, R-ATTR-ORDER
    table = hounds(attached={"gorehound": [Attached("infection", 4)]}, rolls=[0, 0])
    pilgrim = table.model("pilgrim")
    fight(table, "gorehound", "pilgrim", use(table, "gorehound", "infection", "lower"), "pass")
    assert [attributes.value(table, pilgrim, name) for name in attributes.NAMES] == [1, 0, 0, 1]
    moment = Moment("W-BEFORE-INI", fight=Fight(table.model("gorehound"), pilgrim))
    assert at(table, 0, moment) == []


def test_hijack_carries_an_enemy_along_and_lets_demons_fight_it() -> None:  # demon/hijack/lower, R-MOVE
    table = hounds(hand=["hijack"], rolls=[0, 0])
    goal = table.board.number[1, 0]
    do(table, "play:hijack:lower", f"space:{goal}", FIRST, {**CALM, "move_hexes": FIRST, "model": FIRST})
    hound, pilgrim = table.model("gorehound"), table.model("pilgrim")
    assert table.space(hound) == goal
    assert table.touching(hound, pilgrim)
    assert [event["opponent"] for event in table.events("combat_declared")] == [pilgrim]


def test_shadowzone_hides_a_gorehound_until_its_squad_is_activated() -> None:  # demon/shadowzone/lower, R-SETASIDE
    table = hounds(hand=["shadowzone"], places={"gorehound": "2,0:01"})
    hound = table.model("gorehound")
    do(table, "play:shadowzone:lower")
    assert table.state.places[hound] == ASIDE
    squad = table.roster.squads[table.squad_of("gorehound")]
    assert squad in turns.squads_to_activate(table, 0)
    play(open_window(table, Moment("W-ACTIVATE", model=hound)), FIRST, FIRST)
    assert table.on_board(hound)


def test_the_last_models_are_never_set_aside() -> None:  # demon/shadowzone/lower, R-SETASIDE, R-BLOCKED
    alone = demons("gorehound", hand=["shadowzone"], places={"gorehound": "0,0:01"})
    assert "play:shadowzone:lower" not in offers(alone)
    blocked = hounds(hand=["shadowzone"])
    markers.put(blocked, blocked.model("gorehound"), "trap", 1)
    assert "play:shadowzone:lower" not in offers(blocked)


def test_rush_is_a_backstab() -> None:  # demon/rush/lower, R-BACKSTAB
    table = hounds(hand=["rush"], rolls=[0, 0])
    do(table, "play:rush:lower", {**CALM, "target": FIRST})
    assert len(table.events("backstab_declared")) == 1
    assert table.events("initiative_compared") == []
    apart = hounds(hand=["rush"], places={"pilgrim": "3,0:0"})
    assert "play:rush:lower" not in offers(apart)


# Dark Scholar


def scholars(mode: int = 1, **values: Any) -> TestTable:
    places = {"dark-scholar": "2,0:0", "dark-scholar/1": "-3,0:0", "pilgrim": "2,0:1", **values.pop("places", {})}
    table = demons("dark-scholar", "bloodsmith", places=places, **values)
    table.state.modes[table.squad_of("dark-scholar")] = mode
    return table


def test_self_destruct_sacrifices_a_scholar_and_checks_all_around() -> None:
    # demon/self-destruct/lower, R-SACRIFICE, R-CHECK
    table = scholars(
        attached={"dark-scholar": [Attached("self-destruct", 2)]}, rolls=[yellow(4)], endurance=[1, 1, 1, 2]
    )
    scholar = table.model("dark-scholar")
    lower = use(table, "dark-scholar", "self-destruct", "lower")
    do(table, lower, f"model:{scholar}", CALM)
    assert table.state.places[scholar] == DEAD
    assert table.state.marker == 0
    assert endurance(table, "pilgrim") == 0
    assert table.events("hits_checked")[0]["targets"] == (table.model("pilgrim"),)


def test_mind_control_moves_an_enemy_and_makes_it_fight_its_friends() -> None:
    # demon/mind-control/lower, R-FORCED-MOVE, R-CONTROLLED, R-COMBAT-EACH
    table = scholars(hand=["mind-control"], rolls=[yellow(4), yellow(0)], places={"pilgrim/1": "3,0:1"})
    slave, friend = table.model("pilgrim"), table.model("pilgrim/1")
    goal = table.board.number[3, 0]
    talk = do(
        table, "play:mind-control:lower", f"model:{slave}", f"space:{goal}", f"fp:{footprint('T37', '3,0:0')}",
        {**CALM, "target": FIRST},
    )  # fmt: skip
    assert {decision.seat for decision in talk.asked if decision.kind in {"move_space", "target"}} == {0}
    assert [(e["starter"], e["opponent"]) for e in table.events("combat_declared")] == [(slave, friend)]
    assert table.events("model_wounded")[0]["seat"] == 0
    assert attributes.player_of(table, slave) == 1


def test_a_controlled_model_that_dies_counts_for_the_player_who_controls_it() -> None:
    # demon/mind-control/lower, R-CONTROLLED, Q-49
    table = scholars(places={"pilgrim": "3,0:0", "pilgrim/1": "3,0:1"}, rolls=[yellow(4), yellow(0)])
    slave, friend = table.model("pilgrim"), table.model("pilgrim/1")
    attributes.last(table, Effect("controlled", slave, 0, "mind-control", "Mind Control"))
    table.state.active = 1
    play(combat_sequence(table, friend, slave), CALM)
    assert table.events("model_wounded")[0] == {"model": slave, "count": 1, "dealer": friend, "seat": 0}


@pytest.mark.parametrize("card", ["mind-control", "spectral-grasp"])
def test_ritual_mode_is_needed(card: str) -> None:  # demon/mind-control/lower, demon/spectral-grasp/lower, R-MODE-REQ
    assert f"play:{card}:lower" in offers(scholars(hand=[card]))
    assert f"play:{card}:lower" not in offers(scholars(hand=[card], mode=0))


def test_mind_control_reaches_one_space() -> None:  # demon/mind-control/lower, R-RANGE
    near = scholars(hand=["mind-control"], places={"dark-scholar": "1,0:0", "pilgrim": "2,0:1"})
    assert "play:mind-control:lower" in offers(near)
    assert "play:mind-control:lower" not in offers(
        scholars(hand=["mind-control"], places={"dark-scholar": "1,0:0", "pilgrim": "3,0:2"})
    )


def test_spectral_grasp_holds_while_in_contact() -> None:
    # demon/spectral-grasp/lower, demon/spectral-grasp, R-CONTACT-TOKEN, R-BLOCKED, R-NO-PUSH
    table = scholars(hand=["spectral-grasp"], places={"bloodsmith": "2,0:2"})
    pilgrim, scholar = table.model("pilgrim"), table.model("dark-scholar")
    do(table, "play:spectral-grasp:lower")
    assert [attributes.value(table, pilgrim, name) for name in attributes.NAMES] == [1, 0, 0, 1]
    assert attributes.has(table, pilgrim, "blocked")
    assert [can_be_pushed(table, seat, scholar) for seat in (0, 1)] == [True, False]
    assert can_be_pushed(table, 1, table.model("dark-scholar/1"))
    placing.put_all(table, {scholar: footprint("T37", "-3,0:1")}, {})
    assert table.state.markers[pilgrim] == ()


# Bloodsmith


def test_initiative_adds_two_for_one_comparison() -> None:  # demon/faith/upper, R-INI-CHECK
    table = demons("bloodsmith", hand=["faith"], places={"bloodsmith": "3,0:2"}, rolls=[0, 0], active=1)
    fight(table, "pilgrim", "bloodsmith", "play:faith:upper")
    assert table.events("initiative_compared")[0]["first"] == table.model("bloodsmith")
    assert attributes.value(table, table.model("bloodsmith"), "ini") == 2


def test_initiative_serves_a_check_for_hit_too() -> None:  # demon/faith/upper, R-INI-CHECK
    table = demons("bloodsmith", hand=["faith"], places={"bloodsmith": "3,0:2"}, rolls=[yellow(4)], active=1)
    smith = table.model("bloodsmith")
    talk = play(check_for_hit(table, 1, -1, [smith]), "play:faith:upper", CALM)
    assert talk.value == []
    assert attributes.value(table, smith, "ini") == 2


def test_faith_puts_three_charges_on_one_enhancement() -> None:  # demon/faith/lower, R-CHARGE
    table = demons(
        "bloodsmith", hand=["faith"], places={"bloodsmith": "0,0:0"},
        attached={"bloodsmith": [Attached("rage", 0), Attached("war-fever", 0)]},
    )  # fmt: skip
    do(table, "play:faith:lower", FIRST)
    assert charges(table, "bloodsmith") == [3, 0]


def test_infernal_power_changes_mode_in_either_direction() -> None:  # demon/infernal-power/lower, R-CHANGE-MODE
    table = demons("bloodsmith", hand=["infernal-power", "infernal-power"], places={"bloodsmith": "0,0:0"})
    for mode in (1, 0):
        do(table, "play:infernal-power:lower")
        assert table.state.modes[table.squad_of("bloodsmith")] == mode
    assert table.state.crystals[0] == 1


def test_infernal_rites_return_a_dead_model_after_a_wound() -> None:  # demon/infernal-rites/lower, R-RETURN, R-LIMIT
    table = demons(
        "bloodsmith",
        "gorehound",
        places={"bloodsmith": "3,0:2"},
        attached={"bloodsmith": [Attached("infernal-rites", 4)]},
    )
    lower = use(table, "bloodsmith", "infernal-rites", "lower")
    event = WoundEvent(table.model("pilgrim"), 1, 0, table.model("bloodsmith"))
    assert at(table, 0, Moment("W-WOUND-DEALT", wounds=event)) == []
    table.state.places[table.model("gorehound")] = DEAD
    play(wound(table, event), lower, FIRST, FIRST)
    assert table.on_board(table.model("gorehound"))
    assert charges(table, "bloodsmith") == [2]
