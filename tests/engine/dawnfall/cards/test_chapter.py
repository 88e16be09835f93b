"""The Chapter's halves, Banners and Shrines, each as it is printed. Section 3.1 of the rulings"""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import Death, Fight, Moment, WoundEvent
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.state import DEAD, Attached, Effect, Marker
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import kill, wound
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, red, yellow
from tests.engine.dawnfall.fielding import a_field, at, charges, do, model_option, offers

CALM = {"rolled": "keep", "counterattack": "decline", "die": "yellow", "pay": "crystals"}


def use(table: TestTable, squad: str, card: str, place: str) -> str:
    return f"use:{table.squad_of(squad)}:{card}:{place}"


def fight(table: TestTable, one: str, other: str, *answers: Any) -> Any:
    return play(combat_sequence(table, table.model(one), table.model(other)), *answers, CALM)


def endurance(table: TestTable, squad: str) -> int:
    return table.state.endurance[table.squad_of(squad)]


# Common uppers


@pytest.mark.parametrize("card", ["bash", "formation", "power-of-technology"])
def test_move_lets_one_squad_move(card: str) -> None:  # R-MOVE, R-OPTIONAL
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=[card], places={"pilgrim": "0,0:0", "bloodsmith": "3,0:0"}
    )  # fmt: skip
    goal = table.board.number[2, 0]
    do(table, f"play:{card}:upper", f"space:{goal}", FIRST)
    assert table.space(table.model("pilgrim")) == goal
    assert table.state.crystals[0] == 5
    assert table.state.activation is None


def test_move_needs_somebody_who_can() -> None:  # R-BLOCKED, R-PARTIAL
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=["bash"], places={"pilgrim": "0,0:0", "bloodsmith": "3,0:0"}
    )
    table.state.markers[table.model("pilgrim")] = (Marker("trap", 1),)
    assert "play:bash:upper" not in offers(table)


def test_combat_lets_each_model_of_a_squad_fight_once() -> None:  # R-COMBAT
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=["storm-of-blades"], rolls=[5, 0, 5, 0],
        places={"pilgrim": "0,0:0", "pilgrim/1": "0,0:3", "bloodsmith": "0,0:1", "bloodsmith/1": "0,0:4"},
    )  # fmt: skip
    talk = do(table, "play:storm-of-blades:upper", {**CALM, "fighter": FIRST, "target": FIRST})
    assert len(table.events("combat_declared")) == 2
    assert {event["starter"] for event in table.events("combat_declared")} == {0, 1}
    assert table.state.crystals[0] == 4
    assert talk.kinds().count("fighter") >= 1


@pytest.mark.parametrize("card", ["judgment", "overwatch", "tactic"])
def test_attached_combat_serves_the_carrier_once_a_turn(card: str) -> None:  # R-COMBAT, R-CARRIER, R-LIMIT
    table = a_field(
        "angel-of-death", "pilgrim", enemies=["bloodsmith"], attached={"pilgrim": [Attached(card, 2)]}, rolls=[0, 0],
        places={"angel-of-death": "2,0:0123456", "pilgrim": "0,0:0", "bloodsmith": "0,0:1"},
    )  # fmt: skip
    do(table, use(table, "pilgrim", card, "upper"), {**CALM, "fighter": FIRST, "target": FIRST, "window": "pass"})
    assert charges(table, "pilgrim") == [1]
    assert use(table, "pilgrim", card, "upper") not in offers(table)
    table.state.used = {}
    table.lift(table.model("bloodsmith"))
    assert use(table, "pilgrim", card, "upper") not in offers(table)


def test_move_and_combat_of_winged_death_come_in_this_order() -> None:  # R-MOVE-COMBAT
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], attached={"pilgrim": [Attached("winged-death", 2)]}, rolls=[0, 0],
        places={"pilgrim": "0,0:0", "bloodsmith": "2,0:0"},
    )  # fmt: skip
    goal = table.board.number[2, 0]
    talk = do(
        table, use(table, "pilgrim", "winged-death", "upper"), f"space:{goal}", f"fp:{footprint('T37', '2,0:1')}",
        {**CALM, "fighter": FIRST, "target": FIRST},
    )  # fmt: skip
    assert table.events("combat_declared")
    assert talk.kinds().index("move_space") < talk.kinds().index("die")
    assert charges(table, "pilgrim") == [0]


@pytest.mark.parametrize("card", ["guardian-angel", "shield-wall"])
def test_defense_adds_two_to_one_defense_roll_of_any_chapter_model(card: str) -> None:  # R-ROLL-BONUS
    table = a_field(
        "pilgrim", "angel-of-death", enemies=["bloodsmith"], hand=[card], rolls=[yellow(1), yellow(2)],
        places={"pilgrim": "0,0:0", "bloodsmith": "0,0:1", "angel-of-death": "3,0:0123456"}, active=1,
    )  # fmt: skip
    fight(table, "bloodsmith", "pilgrim", f"play:{card}:upper")
    assert table.events("attack_compared")[0]["defense"] == 1 + 2 + 2
    assert table.state.crystals[0] == 4


@pytest.mark.parametrize("card", ["charged-shot", "firing-position"])
def test_attached_defense_serves_the_carrier_only(card: str) -> None:  # R-CARRIER, R-LIMIT
    table = a_field(
        "pilgrim", "ranger", enemies=["bloodsmith"], attached={"pilgrim": [Attached(card, 2)]}, active=1,
        places={"pilgrim": "0,0:0", "ranger": "0,0:3", "bloodsmith": "0,0:1"},
    )  # fmt: skip
    smith = table.model("bloodsmith")
    on_pilgrim = Fight(smith, table.model("pilgrim"), attacker=smith, target=table.model("pilgrim"))
    on_ranger = Fight(smith, table.model("ranger"), attacker=smith, target=table.model("ranger"))
    assert at(table, 0, Moment("W-BEFORE-DEF", fight=on_pilgrim)) == [use(table, "pilgrim", card, "upper")]
    assert at(table, 0, Moment("W-BEFORE-DEF", fight=on_ranger)) == []


@pytest.mark.parametrize("card", ["leap", "shoot"])
@pytest.mark.parametrize("active", [0, 1])
def test_dodge_works_on_either_side_and_uses_up_the_combat(card: str, active: int) -> None:  # R-DECLARED, R-CANCEL
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=[card], active=active,
        places={"pilgrim": "0,0:0", "bloodsmith": "0,0:1"},
    )  # fmt: skip
    names = ("pilgrim", "bloodsmith") if active == 0 else ("bloodsmith", "pilgrim")
    fight(table, *names, f"play:{card}:upper", FIRST, FIRST)
    assert table.events("combat_cancelled")
    assert table.events("die_rolled") == []
    assert table.state.crystals[0] == 3
    assert table.board.distance[table.space(0)][table.space(table.model("bloodsmith"))] == 1


def test_a_blocked_model_cannot_dodge_and_a_backstab_can_be_dodged() -> None:  # R-BLOCKED, R-BACKSTAB
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=["leap"], places={"pilgrim": "0,0:0", "bloodsmith": "0,0:1"}, active=1
    )  # fmt: skip
    pilgrim, smith = table.model("pilgrim"), table.model("bloodsmith")
    table.state.markers[pilgrim] = (Marker("trap", 1),)
    moment = Moment("W-COMBAT", fight=Fight(smith, pilgrim))
    assert at(table, 0, moment) == []
    table.state.markers[pilgrim] = ()
    play(backstab(table, smith, pilgrim), "play:leap:upper", FIRST, FIRST, CALM)
    assert table.events("die_rolled") == []


@pytest.mark.parametrize("card", ["energy-drain", "purging", "trap"])
def test_charging_charges_the_cards_of_living_squads(card: str) -> None:  # R-CHARGE
    table = a_field(
        "pilgrim", "ranger", enemies=["bloodsmith"], hand=[card], places={"pilgrim": "0,0:0", "bloodsmith": "3,0:0"},
        attached={"pilgrim": [Attached("tactic", 0), Attached("guard", 2)], "ranger": [Attached("tactic", 0)]},
    )  # fmt: skip
    for name in ("ranger", "ranger/1"):
        table.state.places[table.model(name)] = DEAD
    do(table, f"play:{card}:upper")
    assert (charges(table, "pilgrim"), charges(table, "ranger")) == ([1, 3], [0])
    assert table.state.crystals[0] == 4


def test_charging_needs_an_enhancement() -> None:  # R-PARTIAL
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=["purging"], places={"pilgrim": "0,0:0", "bloodsmith": "3,0:0"}
    )
    assert "play:purging:upper" not in offers(table)


# Holy Knight


def test_bash_sends_an_enemy_to_the_next_space() -> None:  # R-BASH, R-OPTIONAL
    table = a_field(
        "holy-knight", enemies=["son-of-khyber"], hand=["bash"],
        places={"holy-knight": "0,0:04", "son-of-khyber": "-1,0:0123456"},
    )  # fmt: skip
    goal = table.board.number[-2, 0]
    do(table, "play:bash:lower", "done", f"space:{goal}")
    assert table.space(table.model("son-of-khyber")) == goal
    assert table.state.crystals[0] == 4


def test_bash_without_room_or_enemy_only_moves() -> None:  # R-BASH
    table = a_field(
        "holy-knight", enemies=["bloodsmith"], hand=["bash"], places={"holy-knight": "0,0:01", "bloodsmith": "3,0:0"}
    )  # fmt: skip
    talk = do(table, "play:bash:lower", "done")
    assert talk.kinds() == ["pay", "move_space"]


def knights(**values: Any) -> TestTable:
    places = {
        "holy-knight": "0,0:01", "holy-knight@1": "3,0:01", "holy-knight@2": "-3,0:01", "bloodsmith": "0,0:2",
        **values.pop("places", {}),
    }  # fmt: skip
    return a_field("holy-knight", "holy-knight", "holy-knight", enemies=["bloodsmith"], places=places, **values)


def test_formation_brings_every_knight_to_one_and_lets_them_fight() -> None:  # R-CARD-PUSH, R-TELEPORT
    table = knights(hand=["formation"], rolls=[0, 0, 0, 0, 0, 0])
    chosen = table.model("holy-knight")
    do(
        table, "play:formation:lower", f"model:{chosen}", model_option(table, "holy-knight@1"),
        {**CALM, "move_space": FIRST, "move_hexes": FIRST, "push_hexes": FIRST, "fighter": "done"},
    )  # fmt: skip
    for other in ("holy-knight@1", "holy-knight@2"):
        assert table.touching(table.model(other), chosen)
    assert table.state.crystals[0] == 4


def test_a_knight_that_touches_the_chosen_one_already_may_keep_its_hexes() -> None:  # R-OPTIONAL, R-TELEPORT
    table = a_field(
        "holy-knight", "holy-knight", enemies=["bloodsmith"], hand=["formation"],
        places={"holy-knight": "0,0:01", "holy-knight@1": "0,0:23", "bloodsmith": "3,0:0"},
    )  # fmt: skip
    before = table.state.places[:]
    do(table, "play:formation:lower", model_option(table, "holy-knight"), "yes")
    assert table.state.places == before
    assert table.events("model_placed") == []


def test_in_a_formation_a_blocked_knight_stays() -> None:  # R-BLOCKED
    table = knights(hand=["formation"])
    stays = table.model("holy-knight@2")
    table.state.markers[stays] = (Marker("trap", 1),)
    before = table.state.places[stays]
    do(
        table, "play:formation:lower", model_option(table, "holy-knight"),
        {**CALM, "move_space": FIRST, "move_hexes": FIRST, "push_hexes": FIRST, "fighter": "done"},
    )  # fmt: skip
    assert table.state.places[stays] == before


def guarded(**values: Any) -> TestTable:
    return a_field(
        "holy-knight", "pilgrim", enemies=["bloodsmith"], attached={"holy-knight": [Attached("guard", 3)]}, active=1,
        places={"holy-knight": "0,0:03", "pilgrim": "0,0:1", "bloodsmith": "0,0:2"}, **values,
    )  # fmt: skip


def test_successful_defense_needs_no_die_and_serves_any_chapter_model() -> None:  # R-AUTO-DEF, R-CARRIER
    table = guarded(rolls=[5])
    fight(table, "bloodsmith", "pilgrim", use(table, "holy-knight", "guard", "upper"))
    assert len(table.events("die_rolled")) == 1
    assert table.events("attack_compared")[0]["hit"] is False
    assert charges(table, "holy-knight") == [1]


def test_guard_lends_the_knights_defense_and_endurance() -> None:  # R-BASE-ATTR
    table = guarded(rolls=[yellow(4), yellow(1)])
    guard = use(table, "holy-knight", "guard", "lower")
    play(backstab(table, table.model("bloodsmith"), table.model("pilgrim")), guard, "pass", CALM)
    assert table.events("attack_compared")[0]["defense"] == 2 + 1
    assert (endurance(table, "holy-knight"), endurance(table, "pilgrim")) == (1, 1)
    assert attributes.value(table, table.model("pilgrim"), "defense") == 1


def test_wounds_left_after_the_knights_tokens_come_off_the_attacked_models_own_squad() -> None:  # DF-WOUND-02, R-EXTRA
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


def test_guard_needs_contact_with_the_knight() -> None:  # R-CARRIER
    table = guarded()
    table.put(table.model("pilgrim"), footprint("T37", "2,0:0"))
    smith, pilgrim = table.model("bloodsmith"), table.model("pilgrim")
    moment = Moment("W-BEFORE-DEF", fight=Fight(smith, pilgrim, attacker=smith, target=pilgrim))
    assert at(table, 0, moment) == [use(table, "holy-knight", "guard", "upper")]


def test_leap_moves_four_spaces_through_obstacles_and_wins_initiative() -> None:  # R-MOVE, R-AUTO-INI
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


def test_shield_wall_adds_two_for_each_other_knight_in_contact_and_stops_pushes() -> None:  # R-STACK, R-NO-PUSH
    table = a_wall()
    talk = do(table, "play:shield-wall:lower", FIRST)
    assert talk.options("group")[0][0] == "3 Knights"
    first = table.model("holy-knight")
    assert attributes.value(table, first, "defense") == 2 + 4
    assert attributes.has(table, first, "no_push")
    assert not attributes.has(table, table.model("bloodsmith"), "no_push")


@pytest.mark.parametrize("reason", ["wound", "move", "death"])
def test_shield_wall_ends_with_a_wound_or_a_change_of_place(reason: str) -> None:  # R-STATUS
    table = a_wall()
    do(table, "play:shield-wall:lower", FIRST)
    second = table.model("holy-knight@1")
    if reason == "wound":
        play(wound(table, WoundEvent(second, 1, 1)))
    elif reason == "death":
        play(kill(table, Death(second, 1)))
    else:
        table.put(second, footprint("T37", "1,0:01"))
        play(open_window(table, Moment("W-AFTER-MOVE")))
    assert attributes.value(table, table.model("holy-knight"), "defense") == 2
    assert not any(table.state.markers)


def test_shield_wall_needs_two_knights_in_contact() -> None:  # R-PARTIAL
    assert "play:shield-wall:lower" not in offers(knights(hand=["shield-wall"]))


# Angel of Death


def angel(**values: Any) -> TestTable:
    squads = ("angel-of-death", "pilgrim")
    places = {"angel-of-death": "0,0:0123456", "pilgrim": "3,0:0", "bloodsmith": "1,0:4", **values.pop("places", {})}
    return a_field(*squads, enemies=["bloodsmith", "son-of-khyber"], places=places, **values)


def test_guardian_angel_takes_all_wounds_within_range_three() -> None:  # R-MOVED-WOUND, R-RANGE
    table = angel(hand=["guardian-angel"], active=1)
    play(wound(table, WoundEvent(table.model("pilgrim"), 2, 1, table.model("bloodsmith"))), "play:guardian-angel:lower")
    assert (endurance(table, "angel-of-death"), endurance(table, "pilgrim")) == (1, 1)
    assert table.on_board(table.model("pilgrim"))


@pytest.mark.parametrize("case", ["far", "itself", "moved"])
def test_guardian_angel_is_refused_out_of_range_for_itself_and_for_moved_wounds(case: str) -> None:  # R-MOVED-WOUND
    table = angel(
        hand=["guardian-angel"], places={"angel-of-death": "-1,0:0123456" if case == "far" else "0,0:0123456"}
    )
    hurt = table.model("angel-of-death" if case == "itself" else "pilgrim")
    event = WoundEvent(hurt, 1, 1, moved=case == "moved")
    assert at(table, 0, Moment("W-WOUND-TAKE", model=hurt, wounds=event)) == []


def test_an_angel_without_tokens_dies_of_the_wounds_it_takes() -> None:  # R-MOVED-WOUND
    table = angel(hand=["guardian-angel"], active=1)
    table.state.endurance[table.squad_of("angel-of-death")] = 0
    play(wound(table, WoundEvent(table.model("pilgrim"), 1, 1)), "play:guardian-angel:lower")
    assert table.state.places[table.model("angel-of-death")] == DEAD
    assert table.state.marker == -3


def test_judgment_kills_an_enemy_in_contact_without_tokens() -> None:  # R-KILLED, R-TOKENLESS
    table = angel(attached={"angel-of-death": [Attached("judgment", 3)]})
    lower = use(table, "angel-of-death", "judgment", "lower")
    assert lower not in offers(table)
    table.state.endurance[table.squad_of("bloodsmith")] = 0
    do(table, lower)
    assert table.state.places[table.model("bloodsmith")] == DEAD
    assert table.events("model_killed")[0]["killer"] == table.model("angel-of-death")
    assert table.events("model_wounded") == []
    assert table.state.marker == 1


def test_storm_of_blades_fights_each_enemy_in_contact_once() -> None:  # R-COMBAT-EACH
    table = angel(hand=["storm-of-blades"], places={"bloodsmith/1": "0,1:5"}, rolls=[0, 0, 0, 0])
    do(table, "play:storm-of-blades:lower", {**CALM, "target": FIRST})
    assert [event["opponent"] for event in table.events("combat_declared")] == [
        table.model("bloodsmith"), table.model("bloodsmith/1"),
    ]  # fmt: skip


def test_winged_death_backstabs_each_enemy_after_the_move_in_flight_only() -> None:  # R-MODE-REQ, R-COMBAT-EACH
    table = angel(attached={"angel-of-death": [Attached("winged-death", 3)]}, rolls=[0, 0])
    lower = use(table, "angel-of-death", "winged-death", "lower")
    assert lower not in offers(table)
    table.state.modes[table.squad_of("angel-of-death")] = 1
    do(table, lower, "done", {**CALM, "target": FIRST})
    assert len(table.events("backstab_declared")) == 1
    assert charges(table, "angel-of-death") == [0]


# Pilgrim


def test_energy_drain_gains_a_crystal_for_each_controlled_source() -> None:  # R-SOURCE, R-GAIN
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


def test_worthless_takes_two_points_off_a_death_of_the_carrier() -> None:  # R-VP
    table = angel(attached={"angel-of-death": [Attached("fake-death", 1)]}, active=1)
    play(kill(table, Death(table.model("angel-of-death"), 1)), use(table, "angel-of-death", "fake-death", "upper"))
    assert table.state.marker == -1


def test_fake_death_ignores_one_wound_even_a_killing_one_once_a_turn() -> None:  # R-CANCEL-WOUND, R-LIMIT
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


def test_revenge_lets_the_dying_model_backstab_before_it_leaves() -> None:  # R-NO-SEQUENCE, R-LIMIT
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


def test_revenge_needs_a_death_in_combat() -> None:  # R-COMBAT
    table = angel(attached={"pilgrim": [Attached("last-man-standing", 1)]}, places={"pilgrim": "1,0:3"})
    death = Death(table.model("pilgrim"), 1, vp=1)
    assert at(table, 0, Moment("W-DYING", model=death.model, death=death)) == []


def test_the_last_pilgrim_has_three_more_defense() -> None:  # R-PASSIVE-EFFECT
    table = angel(attached={"pilgrim": [Attached("last-man-standing", 3)]})
    pilgrim = table.model("pilgrim")
    do(table, use(table, "pilgrim", "last-man-standing", "lower"))
    assert attributes.value(table, pilgrim, "defense") == 1 + 3
    table.put(table.model("pilgrim/1"), footprint("T37", "3,-1:0"))
    assert attributes.value(table, pilgrim, "defense") == 1


# Purge Doctor


def doctors(**values: Any) -> TestTable:
    places = {"purge-doctor": "0,0:01", "bloodsmith": "1,0:0", "bloodsmith/1": "0,1:0", "gorehound": "3,0:01"}
    return a_field(
        "purge-doctor", enemies=["bloodsmith", "gorehound"], places={**places, **values.pop("places", {})}, **values
    )


def purge_spaces(table: TestTable) -> tuple[str, str]:
    return f"space:{table.board.number[1, 0]}", f"space:{table.board.number[0, 1]}"


def test_purging_wounds_all_it_hits_in_two_spaces_and_sets_one_on_fire() -> None:  # R-CHECK, R-AREA, R-AFFECTED
    table = doctors(hand=["purging"], rolls=[yellow(4)], endurance=[2, 2, 1])
    do(table, "play:purging:lower", *purge_spaces(table), "yellow", FIRST, FIRST, {"rolled": "keep"})
    assert len(table.events("die_rolled")) == 1
    assert endurance(table, "bloodsmith") == 0
    assert [e["token"] for e in table.events("token_placed")] == ["fire"]
    assert table.state.crystals[0] == 3


def test_purging_works_in_basic_mode_only_and_needs_somebody_to_hit() -> None:  # R-MODE-REQ, R-PARTIAL
    table = doctors(hand=["purging"])
    assert "play:purging:lower" in offers(table)
    table.state.modes[table.squad_of("purge-doctor")] = 1
    assert "play:purging:lower" not in offers(table)
    far = doctors(hand=["purging"], places={"bloodsmith": "3,0:2", "bloodsmith/1": "3,0:3"})
    assert "play:purging:lower" not in offers(far)


def test_charged_shot_adds_a_wound_for_every_two_charges() -> None:  # R-COST-X, R-EXTRA
    table = doctors(
        hand=["purging"], rolls=[yellow(4)], attached={"purge-doctor": [Attached("charged-shot", 3)]},
        endurance=[2, 3, 1], places={"bloodsmith/1": "3,0:3"},
    )  # fmt: skip
    shot = use(table, "purge-doctor", "charged-shot", "lower")
    do(table, "play:purging:lower", *purge_spaces(table), shot, "number:3", {**CALM})
    assert table.events("model_wounded")[0]["count"] == 2
    assert charges(table, "purge-doctor") == [0]
    assert not any(effect.kind in {"charged", "purging"} for effect in table.state.effects)


def test_charged_shot_waits_for_a_purging_of_its_squad() -> None:  # R-INTERRUPT
    table = doctors(attached={"purge-doctor": [Attached("charged-shot", 3)]})
    assert at(table, 0, Moment("W-BEFORE-HIT", model=table.model("purge-doctor"))) == []


def test_power_of_technology_destroys_a_crystal_for_three_charges() -> None:  # R-DESTROY, R-CHARGE
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


def test_each_ranger_shoots_once_with_a_bonus_in_aim_mode() -> None:  # DF-SHOOT-08, R-CHECK
    table = rangers(hand=["shoot"], rolls=[yellow(3), yellow(1)])
    table.state.modes[table.squad_of("ranger")] = 1
    smith = model_option(table, "bloodsmith")
    do(table, "play:shoot:lower", model_option(table, "ranger"), smith, smith, CALM)
    assert [event["result"] for event in table.events("hits_checked")] == [5, 3]
    assert endurance(table, "bloodsmith") == 0
    assert table.state.places[table.model("bloodsmith")] == DEAD
    assert table.state.crystals[0] == 5


def test_firing_position_gives_two_shots_each() -> None:  # R-INSTANT-PASSIVE
    table = rangers(
        hand=["shoot"], attached={"ranger": [Attached("firing-position", 3)]}, rolls=[0, 0, 0, 0]
    )  # fmt: skip
    do(table, use(table, "ranger", "firing-position", "lower"))
    smith = model_option(table, "bloodsmith")
    do(table, "play:shoot:lower", {**CALM, "shooter": FIRST, "model": smith})
    assert [event["shooter"] for event in table.events("hits_checked")].count(table.model("ranger")) == 2
    assert len(table.events("hits_checked")) == 4


@pytest.mark.parametrize(("face", "hit"), [(4, True), (1, False)])
def test_shoot_may_replace_a_rangers_attack_in_the_own_turn(face: int, hit: bool) -> None:  # R-LIGHTNING
    table = rangers(hand=["shoot"], places={"bloodsmith": "0,0:1"}, rolls=[yellow(face)])
    play(backstab(table, table.model("ranger"), table.model("bloodsmith")), "pass", "play:shoot:lower", CALM)
    assert [event["purpose"] for event in table.events("die_rolled")] == ["check"]
    assert endurance(table, "bloodsmith") == (0 if hit else 1)


def test_a_shot_declined_cannot_be_taken_back_once_others_could_answer() -> None:  # R-CHOICE, Q-24
    table = rangers(hand=["shoot"])
    talk = do(table, "play:shoot:lower", model_option(table, "ranger"), "none", "none")
    targets = [decision for decision in talk.asked if decision.kind == "model"]
    assert [any(option.id == "back" for option in decision.options) for decision in targets] == [True, False]


def test_the_angel_does_not_save_a_model_that_an_enemy_controls() -> None:  # R-CONTROLLED
    table = angel(hand=["guardian-angel"], active=1)
    attributes.last(table, Effect("controlled", table.model("pilgrim"), 1, "mind-control", "Mind Control"))
    event = WoundEvent(table.model("pilgrim"), 1, 1)
    assert at(table, 0, Moment("W-WOUND-TAKE", model=event.model, wounds=event)) == []


# Any Squad


def test_overwatch_backstabs_before_the_combat_that_goes_on_afterwards() -> None:  # R-BREAK, R-LIMIT
    table = angel(attached={"angel-of-death": [Attached("overwatch", 1)]}, rolls=[0, 0, 0, 0], active=1)
    fight(table, "bloodsmith", "angel-of-death", use(table, "angel-of-death", "overwatch", "lower"))
    kinds = [event.kind for event in table.log]
    assert kinds.index("backstab_declared") < kinds.index("initiative_compared")
    assert charges(table, "angel-of-death") == [0]


def test_tactic_charges_once_a_turn_after_a_successful_defense() -> None:  # R-CHARGE, R-PASSIVE-EFFECT
    table = angel(attached={"angel-of-death": [Attached("tactic", 0, on=True)]}, active=1)
    angel_model, smith = table.model("angel-of-death"), table.model("bloodsmith")
    moment = Moment("W-DEF-WON", fight=Fight(smith, angel_model, attacker=smith, target=angel_model))
    play(open_window(table, moment))
    play(open_window(table, moment))
    assert charges(table, "angel-of-death") == [1]


def test_trap_blocks_an_enemy_until_it_pays_two() -> None:  # R-BLOCKED, R-STACK, R-BUYOFF
    table = angel(hand=["trap", "trap"])
    smith = table.model("bloodsmith")
    do(table, "play:trap:lower")
    assert attributes.has(table, smith, "blocked")
    assert "play:trap:lower" not in offers(table)
    table.state.active = 1
    do(table, f"remove:{smith}:trap:0")
    assert not attributes.has(table, smith, "blocked")
    assert table.state.crystals[1] == 3


# Banners


def test_the_banner_restores_a_token_to_the_angel_even_a_dead_one() -> None:  # R-RESTORE
    table = angel()
    assert "banner:0" not in offers(table)
    table.state.endurance[table.squad_of("angel-of-death")] = 0
    table.lift(table.model("angel-of-death"), DEAD)
    do(table, "banner:0")
    assert endurance(table, "angel-of-death") == 1
    assert not table.on_board(table.model("angel-of-death"))


def test_the_banner_changes_a_mode_for_the_price_beside_the_arrow() -> None:  # R-CHANGE-MODE
    table = knights()
    do(table, "banner:1", FIRST)
    assert (table.state.modes[0], table.state.crystals[0]) == (1, 3)
    table.state.banner_ready[0] = True
    do(table, "banner:1", FIRST)
    assert (table.state.modes[0], table.state.crystals[0]) == (0, 3)


def test_the_alternative_banner_heals_a_squad_at_the_shrine() -> None:  # R-RESTORE, R-CONTACT-SQUAD
    table = angel(banners={"chapter": "alternative-chapter-banner"}, shrines={}, endurance=[2, 1, 1, 4])
    assert "banner:1" not in offers(table)
    table.state.shrines[0] = table.board.number[-1, 0]
    do(table, "banner:1")
    assert endurance(table, "angel-of-death") == 3


# Shrines


def test_the_chapel_blesses_squads_in_contact_until_the_next_passive_turn() -> None:
    # R-SHRINE-PASSIVE, R-START-PASSIVE
    table = angel(stage="passive")
    table.state.shrines[0] = table.board.number[-1, 0]
    angel_model = table.model("angel-of-death")
    play(passive_turn(table), {"wish": "yes"})
    assert [attributes.value(table, angel_model, name) for name in attributes.NAMES] == [3, 3, 3, 4]
    assert attributes.value(table, table.model("pilgrim"), "ini") == 2
    table.state.active, table.state.stage = 0, "passive"
    play(passive_turn(table), {"wish": "no"})
    assert attributes.value(table, angel_model, "ini") == 2


def test_the_sanctuary_returns_one_dead_model_a_passive_turn_three_times() -> None:  # R-RETURN, R-SUPPLY
    table = angel(shrines={"chapter": "sanctuary"})
    table.state.shrines[0] = table.board.number[-1, 0]
    table.state.occupied |= table.board.space_bits[table.state.shrines[0]]
    play(open_window(table, Moment("W-SETUP")))
    assert table.state.shrine_tokens == (Marker("blessing", 0, 3),)
    fallen = table.model("pilgrim/1")
    table.state.places[fallen] = DEAD
    table.state.stage = "passive"
    play(passive_turn(table), f"model:{fallen}", FIRST, FIRST)
    assert table.bits(fallen) & table.board.space_touch[table.state.shrines[0]]
    assert table.state.shrine_tokens == (Marker("blessing", 0, 2),)


# FIRE


@pytest.mark.parametrize("window", ["W-ACTIVE-END", "W-PASSIVE-END"])
def test_fire_wounds_at_the_end_of_each_turn_of_the_owner(window: str) -> None:  # R-FIRE, R-DEALS, R-STACK
    table = angel(stage="active_end" if window == "W-ACTIVE-END" else "passive")
    angel_model = table.model("angel-of-death")
    markers.put(table, angel_model, "fire", 1)
    markers.put(table, angel_model, "fire", 1)
    play(open_window(table, Moment(window)))
    assert endurance(table, "angel-of-death") == 1
    assert table.state.markers[angel_model] == ()
    assert table.events("model_wounded")[0]["dealer"] == -1
