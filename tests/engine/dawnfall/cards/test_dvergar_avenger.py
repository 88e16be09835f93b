"""Cards of the Avenger, each as it is printed."""

from __future__ import annotations

from typing import Any

from matches.engine.dawnfall import attributes
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.moments import Fight, Moment
from matches.engine.dawnfall.state import DEAD, Effect
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import dvergar
from tests.engine.dawnfall.fielding import CALM, at, do, fight, model_option, offers

PLACING = {"move_space": FIRST, "move_hexes": FIRST}


def avenger(**values: Any) -> TestTable:
    places = {"avenger": "0,0:0123456", "bloodsmith": "1,0:4", "bloodsmith/1": "0,1:5", "bloodsmith/2": "3,0:0",
              "son-of-khyber": "-3,0:0123456", **values.pop("places", {})}  # fmt: skip
    return dvergar("avenger", "enkindled", places=places, **values)


def test_fury_fights_each_enemy_in_contact_and_every_kill_is_worth_one_more() -> None:
    # dvergar/fury/lower, R-COMBAT-EACH, R-VP
    table = avenger(hand=["fury"], rolls=[yellow(4), yellow(0), yellow(4), yellow(0)])
    table.state.endurance[table.squad_of("bloodsmith")] = 1
    do(table, "play:fury:lower", {**CALM, "target": FIRST})
    opponents = [event["opponent"] for event in table.events("combat_declared")]
    assert opponents == [table.model("bloodsmith"), table.model("bloodsmith/1")]
    assert table.state.places[table.model("bloodsmith/1")] == DEAD
    assert table.state.marker == 1 + 1
    assert table.state.crystals[0] == 5 - 2
    assert table.state.effects == ()


def test_the_avenger_that_dies_in_its_fury_is_worth_what_is_printed() -> None:  # dvergar/fury/lower, R-VP
    table = avenger(hand=["fury"], rolls=[yellow(0), yellow(4), yellow(4), yellow(0)], places={"enkindled": "-3,3:0"})
    table.state.endurance[table.squad_of("avenger")] = 0
    attributes.last(table, Effect("att+", table.model("bloodsmith"), 9, "turn", "test"))
    do(table, "play:fury:lower", {**CALM, "target": FIRST, "counterattack": "strike"})
    assert table.state.places[table.model("avenger")] == DEAD
    assert table.state.marker == -4


def test_a_kill_outside_of_fury_is_worth_what_is_printed() -> None:  # dvergar/fury/lower, R-VP
    table = avenger(rolls=[yellow(4), yellow(0)])
    table.state.endurance[table.squad_of("bloodsmith")] = 0
    fight(table, "avenger", "bloodsmith")
    assert table.state.marker == 1


def test_fury_may_spare_enemies_and_needs_one_in_contact() -> None:  # dvergar/fury/lower, R-OPTIONAL, R-LIGHTNING
    table = avenger(hand=["fury", "fury"])
    do(table, "play:fury:lower", {**CALM, "target": "refrain"})
    assert table.events("combat_declared") == []
    table.put(table.model("bloodsmith"), footprint("T37", "3,0:1"))
    table.put(table.model("bloodsmith/1"), footprint("T37", "3,0:2"))
    assert "play:fury:lower" not in offers(table)
    assert "play:fury:lower" not in at(avenger(hand=["fury"], active=1), 0, Moment("W-INSTANT"))


def test_chain_grab_pulls_an_enemy_of_any_base_to_the_avenger() -> None:
    # dvergar/chain-grab/lower, R-PULL, R-REPOSITION, R-RANGE
    table = avenger(hand=["chain-grab"])
    talk = do(table, "play:chain-grab:lower", model_option(table, "son-of-khyber"), PLACING)
    assert table.touching(table.model("avenger"), table.model("son-of-khyber"))
    assert len(next(d for d in talk.asked if d.kind == "model").options) == 4 + 1
    assert (table.state.crystals[0], table.events("model_moved")) == (5, [])


def test_chain_grab_reaches_three_spaces_and_needs_room() -> None:  # dvergar/chain-grab/lower, R-RANGE, R-PULL
    far = {"avenger": "-1,0:0123456", "bloodsmith": "3,0:1", "bloodsmith/1": "3,0:2", "son-of-khyber": "3,-3:0123456"}
    table = avenger(hand=["chain-grab"], places=far)
    assert "play:chain-grab:lower" not in offers(table)
    table.put(table.model("bloodsmith"), footprint("T37", "2,0:1"))
    assert "play:chain-grab:lower" in offers(table)
    table.state.occupied = -1
    assert "play:chain-grab:lower" not in offers(table)


def test_the_mechanical_shield_holds_one_attack_without_a_die() -> None:  # dvergar/mechanical-shield/lower, R-AUTO-DEF
    table = avenger(hand=["mechanical-shield"], active=1, rolls=[yellow(4)])
    talk = fight(table, "bloodsmith", "avenger", "play:mechanical-shield:lower")
    assert (len(table.events("die_rolled")), table.events("attack_compared")[0]["hit"]) == (1, False)
    assert "counterattack" in talk.kinds()
    assert table.state.crystals[0] == 4


def test_no_counterattack_follows_the_shield_in_a_backstab() -> None:  # dvergar/mechanical-shield/lower, R-AUTO-DEF
    table = avenger(hand=["mechanical-shield"], active=1, rolls=[yellow(4)])
    deed = backstab(table, table.model("bloodsmith"), table.model("avenger"))
    assert "counterattack" not in play(deed, "play:mechanical-shield:lower", CALM).kinds()


def test_the_mechanical_shield_serves_the_avenger_alone() -> None:  # dvergar/mechanical-shield/lower, R-BAND
    table = avenger(hand=["mechanical-shield"], places={"enkindled": "1,0:0"})
    smith, mine = table.model("bloodsmith"), table.model("enkindled")
    moment = Moment("W-BEFORE-DEF", fight=Fight(smith, mine, attacker=smith, target=mine))
    assert at(table, 0, moment) == []
