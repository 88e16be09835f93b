"""Common halves, Banners and Shrines of the Demons, each as it is printed."""

from __future__ import annotations

import pytest

from matches.engine.dawnfall import markers
from matches.engine.dawnfall.moments import Death, WoundEvent
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.state import DEAD, Attached, Marker
from matches.engine.dawnfall.wounds import kill, wound
from tests.engine.dawnfall.building import FIRST, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import demons, son
from tests.engine.dawnfall.fielding import (
    CALM,
    charges,
    do,
    endurance,
    fight,
    model_option,
    offers,
    use,
)

# Common uppers


@pytest.mark.parametrize("card", ["mist", "energy-source", "hijack"])
def test_move_lets_one_squad_move(card: str) -> None:
    # demon/mist/upper, demon/energy-source/upper, demon/hijack/upper, R-MOVE
    table = demons("bloodsmith", hand=[card], places={"bloodsmith": "0,0:0"})
    goal = table.board.number[2, 0]
    do(table, f"play:{card}:upper", f"space:{goal}", FIRST)
    assert table.space(table.model("bloodsmith")) == goal


def test_attached_move_serves_any_demon_squad_once_a_turn() -> None:  # demon/self-destruct/upper, R-CARRIER, R-LIMIT
    table = demons(
        "dark-scholar", "bloodsmith", attached={"dark-scholar": [Attached("self-destruct", 2)]},
        places={"dark-scholar": "0,0:0", "bloodsmith": "-1,0:0"},
    )  # fmt: skip
    upper = use(table, "dark-scholar", "self-destruct", "upper")
    do(table, upper, "Bloodsmith", "done")
    assert charges(table, "dark-scholar") == [1]
    assert upper not in offers(table)


@pytest.mark.parametrize("card", ["horde", "resurrection"])
def test_combat_lets_one_squad_fight(card: str) -> None:  # demon/horde/upper, demon/resurrection/upper, R-COMBAT
    table = demons("bloodsmith", hand=[card], places={"bloodsmith": "3,0:2"}, rolls=[0, 0])
    do(table, f"play:{card}:upper", {**CALM, "fighter": FIRST, "target": FIRST})
    assert len(table.events("combat_declared")) == 1
    assert table.state.crystals[0] == 4
    apart = demons("bloodsmith", hand=[card], places={"bloodsmith": "0,0:2"})
    assert f"play:{card}:upper" not in offers(apart)


def test_attached_combat_of_war_fever_serves_the_carrier() -> None:  # demon/war-fever/upper, R-COMBAT, R-LIMIT
    table = demons(
        "bloodsmith", places={"bloodsmith": "3,0:2"}, rolls=[0, 0], attached={"bloodsmith": [Attached("war-fever", 2)]}
    )
    upper = use(table, "bloodsmith", "war-fever", "upper")
    do(table, upper, {**CALM, "fighter": FIRST, "target": FIRST})
    assert charges(table, "bloodsmith") == [1]
    assert upper not in offers(table)


@pytest.mark.parametrize(("card", "event"), [("crystal-aegis", "defense"), ("bloody-whirlwind", "attack")])
def test_defense_and_attack_add_two_to_one_roll(card: str, event: str) -> None:
    # demon/crystal-aegis/upper, demon/bloody-whirlwind/upper, R-ROLL-BONUS
    table = demons("bloodsmith", hand=[card], places={"bloodsmith": "3,0:2"}, rolls=[yellow(1), yellow(1)])
    order = ("bloodsmith", "pilgrim") if event == "attack" else ("pilgrim", "bloodsmith")
    table.state.active = 0 if event == "attack" else 1
    fight(table, *order, f"play:{card}:upper")
    compared = table.events("attack_compared")[0]
    assert (compared["attack"], compared["defense"]) == (
        (3 + 1 + 2, 1 + 1) if event == "attack" else (1 + 1, 1 + 1 + 2)
    )
    assert table.state.crystals[0] == 4


@pytest.mark.parametrize("card", ["rush", "mind-control"])
def test_a_temporary_crystal_is_gained_and_spent_first(card: str) -> None:
    # demon/rush/upper, demon/mind-control/upper, R-TEMP
    table = demons("bloodsmith", "gorehound", hand=[card, "horde"], places={"bloodsmith": "3,0:2"}, rolls=[0, 0])
    do(table, f"play:{card}:upper")
    assert table.state.temporary[0] == 1
    do(table, "play:horde:upper", {**CALM, "fighter": "done"})
    assert (table.state.temporary[0], table.state.crystals[0], table.state.depleted[0]) == (0, 5, 0)


def test_charging_charges_each_enhancement() -> None:  # demon/infernal-power/upper, R-CHARGE
    table = demons("bloodsmith", hand=["infernal-power"], places={"bloodsmith": "0,0:0"},
                   attached={"bloodsmith": [Attached("rage", 0), Attached("war-fever", 2)]})  # fmt: skip
    do(table, "play:infernal-power:upper")
    assert charges(table, "bloodsmith") == [1, 3]


@pytest.mark.parametrize("card", ["fireball", "ice-beam"])
def test_dark_power_turns_a_token_into_two_temporary_crystals(card: str) -> None:
    # demon/fireball/upper, demon/ice-beam/upper, R-SACRIFICE-TOKEN, R-TEMP
    table = demons("bloodsmith", hand=[card], places={"bloodsmith": "0,0:0"})
    do(table, f"play:{card}:upper")
    assert (endurance(table, "bloodsmith"), table.state.temporary[0]) == (0, 2)
    assert table.events("model_wounded") == []
    table.state.hands[0] = (card,)
    assert f"play:{card}:upper" not in offers(table)


def test_attached_dark_power_is_used_once_a_turn() -> None:  # demon/infernal-rites/upper, R-LIMIT
    table = demons(
        "bloodsmith",
        "gorehound",
        places={"bloodsmith": "0,0:0"},
        attached={"bloodsmith": [Attached("infernal-rites", 2)]},
    )
    upper = use(table, "bloodsmith", "infernal-rites", "upper")
    do(table, upper, "Gorehound")
    assert (endurance(table, "gorehound"), charges(table, "bloodsmith")) == (0, [1])
    assert upper not in offers(table)


@pytest.mark.parametrize("card", ["freeze", "shadowzone", "spectral-grasp"])
def test_teleport_goes_anywhere_and_pushes_smaller_models(card: str) -> None:
    # demon/freeze/upper, demon/shadowzone/upper, demon/spectral-grasp/upper, R-TELEPORT, R-CARD-PUSH
    table = demons("gorehound", hand=[card], places={"gorehound": "-3,0:01"})
    goal, spot = table.board.number[3, 0], footprint("T37", "3,0:01")
    do(table, f"play:{card}:upper", f"space:{goal}", f"fp:{spot}", FIRST, FIRST)
    assert table.state.places[table.model("gorehound")] == spot
    assert len(table.events("model_pushed")) == 2
    table.state.hands[0] = (card,)
    markers.put(table, table.model("gorehound"), "trap", 1)
    assert f"play:{card}:upper" not in offers(table)


# Any Squad


def test_horde_moves_all_that_reach_the_target_and_fights_it() -> None:  # demon/horde/lower, R-REACH
    table = demons(
        "bloodsmith", "gorehound", hand=["horde"], rolls=[0, 0, 0, 0],
        places={"bloodsmith": "1,0:0", "bloodsmith/1": "2,0:0", "gorehound": "-3,0:01"},
    )  # fmt: skip
    target, one, two = (table.model(name) for name in ("pilgrim", "bloodsmith", "bloodsmith/1"))
    do(
        table, "play:horde:lower", f"model:{target}", f"model:{one}", f"model:{two}", "done", f"model:{one}", "No more",
        {**CALM, "move_space": FIRST, "move_hexes": FIRST},
    )  # fmt: skip
    assert table.touching(one, target)
    assert table.touching(two, target)
    assert [(event["starter"], event["opponent"]) for event in table.events("combat_declared")] == [(one, target)]


def test_mist_switches_two_models_of_equal_bases() -> None:  # demon/mist/lower, R-SWITCH, R-BLOCKED
    table = demons("bloodsmith", "gorehound", hand=["mist"], places={"bloodsmith": "0,0:0", "gorehound": "-3,0:01"})
    smith, pilgrim = table.model("bloodsmith"), table.model("pilgrim")
    places = table.state.places[:]
    talk = do(table, "play:mist:lower", f"model:{smith}", f"model:{pilgrim}")
    assert (table.state.places[smith], table.state.places[pilgrim]) == (places[pilgrim], places[smith])
    assert model_option(table, "gorehound") not in [option.id for option in talk.asked[0].options]


def test_a_blocked_demon_is_not_switched_a_blocked_enemy_is() -> None:  # demon/mist/lower, R-BLOCKED
    table = demons("bloodsmith", hand=["mist"], places={"bloodsmith": "0,0:0", "bloodsmith/1": "0,0:1"})
    smith, pilgrim = table.model("bloodsmith"), table.model("pilgrim")
    markers.put(table, smith, "trap", 1)
    markers.put(table, pilgrim, "trap", 0)
    talk = do(table, "play:mist:lower", f"model:{pilgrim}", model_option(table, "bloodsmith/1"))
    assert f"model:{smith}" not in [option.id for option in talk.asked[0].options]


def test_resurrection_costs_one_for_each_model_and_token() -> None:
    # demon/resurrection/lower, R-COST-X, R-RETURN, R-RESTORE
    table = demons("bloodsmith", hand=["resurrection"], places={"bloodsmith": "0,0:0"}, endurance=[0, 1, 2])
    assert "play:resurrection:lower" not in offers(table)
    for name in ("bloodsmith/1", "bloodsmith/2"):
        table.state.places[table.model(name)] = DEAD
    do(
        table,
        "play:resurrection:lower",
        "number:2",
        "number:1",
        {"pay": "crystals", "move_space": FIRST, "move_hexes": FIRST},
    )
    assert len(table.standing(table.roster.squads[table.squad_of("bloodsmith")])) == 3
    assert endurance(table, "bloodsmith") == 1
    assert table.state.crystals[0] == 2
    assert table.state.marker == 0


# Banners


@pytest.mark.parametrize(("banner", "option"), [("demon-banner", 0), ("alternative-demon-banner", 1)])
def test_the_banner_lets_one_model_fight_all_around(banner: str, option: int) -> None:
    # demon/demon-banner/0, demon/alternative-demon-banner/1, R-COMBAT-EACH, R-BANNER
    table = son(banners={"demon": banner}, places={"pilgrim/1": "3,0:5"}, rolls=[0, 0, 0, 0])
    do(table, f"banner:{option}", {**CALM, "target": FIRST})
    assert len(table.events("combat_declared")) == 2


def test_the_banner_lets_the_son_move() -> None:  # demon/demon-banner/1, R-MOVE
    table = son()
    goal = table.board.number[0, 0]
    do(table, "banner:1", f"space:{goal}", {"move_hexes": FIRST})
    assert table.space(table.model("son-of-khyber")) == goal


def test_the_alternative_banner_sets_an_enemy_on_fire() -> None:  # demon/alternative-demon-banner/0, R-CHECK, R-RANGE
    table = son(banners={"demon": "alternative-demon-banner"}, rolls=[yellow(3)])
    do(table, "banner:0", model_option(table, "pilgrim"), CALM)
    assert table.state.markers[table.model("pilgrim")] == (Marker("fire", 0, 1),)
    far = son(banners={"demon": "alternative-demon-banner"}, places={"son-of-khyber": "1,0:0123456"})
    assert "banner:0" not in offers(far)


# Shrines


def test_the_blood_altar_adds_a_wound_to_enemies_in_contact() -> None:  # demon/blood-altar, R-EXTRA, R-ORDER-AUTO
    table = son(endurance=[4, 3, 2])
    table.state.shrines[0] = table.board.number[3, -1]
    table.put(table.model("pilgrim"), footprint("T37", "3,0:6"))
    assert table.touch(table.model("pilgrim")) & table.board.space_bits[table.state.shrines[0]]
    play(wound(table, WoundEvent(table.model("pilgrim"), 1, 1)))
    assert endurance(table, "pilgrim") == 1
    play(wound(table, WoundEvent(table.model("pilgrim/1"), 1, 1)))
    assert endurance(table, "pilgrim") == 0  # this one does not touch the Shrine
    table.put(table.model("son-of-khyber"), footprint("T37", "2,-1:0123456"))
    play(wound(table, WoundEvent(table.model("son-of-khyber"), 1, 1)))
    assert endurance(table, "son-of-khyber") == 3


@pytest.mark.parametrize("shrine", ["blood-altar", "altar-of-conquest"])
@pytest.mark.parametrize(("seat", "gained"), [(0, 0), (1, 1)])
def test_the_altars_are_one_more_source_for_whoever_controls_them(shrine: str, seat: int, gained: int) -> None:
    # demon/blood-altar, demon/altar-of-conquest, R-SOURCE
    table = son(shrines={"demon": shrine}, active=seat, stage="passive", places={"son-of-khyber": "-3,0:0123456"})
    table.state.shrines[0] = table.board.number[3, -1]
    table.put(table.model("pilgrim"), footprint("T37", "3,0:6"))
    play(passive_turn(table))
    assert table.state.crystals[seat] == 5 + gained


def test_the_altar_of_conquest_pays_for_every_enemy_killed_beside_it() -> None:  # demon/altar-of-conquest, R-VP, R-TEMP
    table = son(shrines={"demon": "altar-of-conquest"})
    table.state.shrines[0] = table.board.number[3, -1]
    table.put(table.model("pilgrim"), footprint("T37", "3,0:6"))
    play(kill(table, Death(table.model("pilgrim"), 1)))
    assert table.state.marker == 1 + 1
    assert table.state.temporary[0] == 1


@pytest.mark.parametrize("dead", ["gorehound", "pilgrim/1"])
def test_the_altar_of_conquest_pays_for_no_own_model_and_for_none_out_of_contact(dead: str) -> None:
    # demon/altar-of-conquest, R-TARGET, R-B2B
    table = demons(
        "bloodsmith", "gorehound", shrines={"demon": "altar-of-conquest"},
        places={"pilgrim": "3,0:6", "pilgrim/1": "-3,1:0", "gorehound": "2,0:01", "bloodsmith": "-3,0:0"},
    )  # fmt: skip
    table.state.shrines[0] = table.board.number[3, -1]
    touched = table.board.space_touch[table.state.shrines[0]]
    assert bool(table.bits(table.model(dead)) & touched) is (dead == "gorehound")
    play(kill(table, Death(table.model(dead), 1)))
    assert (abs(table.state.marker), table.state.temporary[0]) == (1, 0)


def test_a_harvest_at_an_altar_alone_is_no_quiet_turn() -> None:  # demon/blood-altar, R-STALEMATE
    table = son(active=1, stage="passive", places={"son-of-khyber": "-3,0:0123456"}, quiet=3)
    table.state.shrines[0] = table.board.number[3, -1]
    table.put(table.model("pilgrim"), footprint("T37", "3,0:6"))
    play(passive_turn(table))
    assert (table.events("crystals_gained")[0]["seat"], table.state.quiet) == (1, 0)
