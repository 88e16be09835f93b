"""Cards of the Faceless Squads, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import markers
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import Death, Moment, Roll
from matches.engine.dawnfall.state import DEAD, Attached, Marker
from matches.engine.dawnfall.wounds import kill
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import faceless
from tests.engine.dawnfall.fielding import CALM, at, do, endurance, fight, model_option, offers, use

# Shatterer: Craving for Life and Unstoppable


def giant(**values: Any) -> TestTable:
    places = {"shatterer": "2,0:0123456", "pilgrim": "3,0:4", **values.pop("places", {})}
    return faceless("shatterer", "berserker", places=places, **values)


def test_craving_for_life_restores_a_token_for_each_wound_of_the_shatterer() -> None:
    # faceless/craving-for-life/lower, R-DEALS, R-RESTORE
    table = giant(hand=["craving-for-life"], endurance=[1, 1, 1, 2], modes=[1, 0, 0, 0], rolls=[0, 0])
    do(table, "play:craving-for-life:lower", {**CALM, "target": FIRST})
    assert (endurance(table, "shatterer"), endurance(table, "pilgrim")) == (2, 0)
    assert table.state.crystals[0] == 3


def test_craving_for_life_counts_both_wounds_of_impale_but_no_surplus() -> None:
    # faceless/craving-for-life/lower, R-WOUND-EVENT, Q-48
    impaled = {"hand": ["craving-for-life"], "modes": [1, 0, 0, 0], "attached": {"shatterer": [Attached("impale", 0)]}}
    for pilgrims, gained in ((1, 2), (0, 1)):
        table = giant(endurance=[0, 1, pilgrims, 2], rolls=[yellow(4), 0], **impaled)
        do(table, "play:craving-for-life:lower", use(table, "shatterer", "impale", "lower"), {**CALM, "target": FIRST})
        assert table.state.places[table.model("pilgrim")] == DEAD
        assert endurance(table, "shatterer") == gained


def test_craving_for_life_counts_the_counterattack_and_not_the_enemys_wounds() -> None:
    # faceless/craving-for-life/lower
    table = giant(hand=["craving-for-life"], endurance=[1, 1, 1, 2], rolls=[yellow(0), yellow(4), yellow(4), yellow(0)])
    do(table, "play:craving-for-life:lower", {**CALM, "target": FIRST, "counterattack": "strike"})
    assert (endurance(table, "shatterer"), endurance(table, "pilgrim")) == (2, 0)
    hurt = giant(hand=["craving-for-life"], endurance=[2, 1, 1, 2], rolls=[yellow(4), yellow(0)])
    do(hurt, "play:craving-for-life:lower", {**CALM, "target": FIRST})
    assert endurance(hurt, "shatterer") == 1
    apart = giant(hand=["craving-for-life"], places={"pilgrim": "3,0:0"})
    assert "play:craving-for-life:lower" not in offers(apart)


def test_unstoppable_buys_the_missing_tokens_with_a_model_in_contact() -> None:
    # faceless/unstoppable/lower, R-SUPPLY, R-SACRIFICE
    table = giant(hand=["unstoppable"], places={"berserker": "1,0:1", "berserker/1": "-3,0:0"}, active=1)
    table.state.markers[0] = (Marker("unstoppable", 0, 1),)
    assert at(table, 0, Moment("W-INSTANT")) == ["play:unstoppable:lower"]
    table.state.active = 0
    do(table, "play:unstoppable:lower")
    assert table.state.places[table.model("berserker")] == DEAD
    assert table.state.markers[table.model("shatterer")] == (Marker("unstoppable", 0, 3),)
    assert (table.state.crystals[0], table.state.marker) == (5, 0)
    table.state.hands[0] = ("unstoppable",)
    assert "play:unstoppable:lower" not in offers(table)


def test_unstoppable_with_all_tokens_is_only_a_sacrifice() -> None:  # faceless/unstoppable/lower, R-PARTIAL, R-SUPPLY
    table = giant(hand=["unstoppable"], places={"berserker": "1,0:1"})
    table.state.markers[0] = (Marker("unstoppable", 0, 3),)
    do(table, "play:unstoppable:lower")
    assert table.state.places[table.model("berserker")] == DEAD
    assert table.state.markers[0] == (Marker("unstoppable", 0, 3),)
    play(kill(table, Death(0, 1)))
    assert table.state.markers[0] == ()


def test_unstoppable_may_take_the_target_out_of_a_combat() -> None:  # faceless/unstoppable/lower, R-BREAK
    table = giant(hand=["unstoppable"], places={"berserker": "3,0:5"}, active=1)
    assert table.touching(table.model("shatterer"), table.model("berserker"))
    play(
        combat_sequence(table, table.model("pilgrim"), table.model("berserker")), "play:unstoppable:lower",
        CALM,
    )  # fmt: skip
    assert table.events("die_rolled") == []
    assert table.state.marker == 0


# Harvester: Breeding and Osmosis


def nest(**values: Any) -> TestTable:
    """A Harvester with Breeding, two Berserkers at its side."""
    places = {"harvester": "0,0:012", "berserker": "0,0:3", "berserker@1": "-3,0:0", **values.pop("places", {})}
    attached = {"harvester": [Attached("breeding", 0)]}
    return faceless("harvester", "berserker", "berserker", places=places, attached=attached, **values)


def test_breeding_feeds_its_carrier_with_a_model_in_contact() -> None:
    # faceless/breeding/upper, R-CARRIER, R-SACRIFICE, R-RESTORE
    table = nest(endurance=[0, 1, 1, 1, 2])
    talk = do(table, use(table, "harvester", "breeding", "upper"), "number:2")
    assert talk.options("model") == []
    assert table.state.places[table.model("berserker")] == DEAD
    assert (endurance(table, "harvester"), table.state.crystals[0]) == (2, 4)
    assert use(table, "harvester", "breeding", "upper") not in offers(table)


def test_breeding_returns_a_berserker_of_either_squad_beside_the_harvester() -> None:
    # faceless/breeding/lower, R-RETURN, R-LIMIT
    table = nest(endurance=[2, 0, 0, 1, 2], crystals=[5, 0])
    lower = use(table, "harvester", "breeding", "lower")
    assert lower not in offers(table)
    for name in ("berserker/1", "berserker@1/1"):
        table.state.places[table.model(name)] = DEAD
    do(table, lower, f"squad:{table.squad_of('berserker@1')}", FIRST, {"*": FIRST})
    back = table.model("berserker@1/1")
    assert table.touching(back, table.model("harvester"))
    assert (table.state.endurance[1:3], table.state.crystals[0], table.state.marker) == ([0, 0], 4, 0)
    do(table, lower, {"*": FIRST, "pay": "crystals"})
    assert table.touching(table.model("berserker/1"), table.model("harvester"))
    assert lower not in offers(table)


def test_breeding_is_for_a_harvester_with_room_around_it() -> None:  # faceless/breeding/lower, R-EMPTY
    table = nest()
    table.state.places[table.model("berserker/1")] = DEAD
    table.state.attached[table.squad_of("berserker")] = (Attached("breeding", 0),)
    assert use(table, "berserker", "breeding", "lower") not in offers(table)
    for space in table.board.spaces:
        table.state.occupied |= table.board.space_bits[space]
    assert use(table, "harvester", "breeding", "lower") not in offers(table)


def test_returning_and_feeding_a_berserker_in_a_circle_is_refused() -> None:
    # faceless/breeding/upper, faceless/breeding/lower, R-REPEAT, R-LOOP
    table = nest(crystals=[20, 0], endurance=[2, 1, 1, 1, 2])
    table.state.places[table.model("berserker/1")] = DEAD
    upper, lower = (use(table, "harvester", "breeding", place) for place in ("upper", "lower"))
    uses = 0
    while lower in offers(table) and uses < 30:
        do(table, lower, {"*": FIRST, "pay": "crystals"})
        do(table, upper, {"*": FIRST, "pay": "crystals"})
        uses += 1
    assert uses <= 10


def hungry(**values: Any) -> TestTable:
    places = {"harvester": "0,0:012", "pilgrim": "0,0:3", **values.pop("places", {})}
    return faceless("harvester", "berserker", places=places, hand=["osmosis"], **values)


def test_osmosis_wounds_harvester_and_enemy_together() -> None:  # faceless/osmosis/lower, R-SIMUL, R-AUTO-WOUND
    table = hungry()
    do(table, "play:osmosis:lower")
    assert (endurance(table, "harvester"), endurance(table, "pilgrim")) == (1, 0)
    assert {event["dealer"] for event in table.events("model_wounded")} == {table.model("harvester")}
    assert (table.state.crystals[0], table.events("die_rolled")) == (5, [])
    apart = hungry(places={"pilgrim": "3,0:2"})
    assert "play:osmosis:lower" not in offers(apart)


def test_osmosis_may_kill_both_and_the_points_are_netted() -> None:  # faceless/osmosis/lower, R-OWN-KILL, R-SIMUL
    table = hungry(endurance=[0, 1, 0, 2], places={"berserker": "-3,0:0"})
    do(table, "play:osmosis:lower")
    assert [table.state.places[table.model(name)] for name in ("harvester", "pilgrim")] == [DEAD, DEAD]
    assert table.state.marker == 1 - 2


# Bladebreeder: Bladespit and Lurch


def spitter(**values: Any) -> TestTable:
    places = {"bladebreeder": "0,0:0", "bladebreeder/1": "-1,2:0", **values.pop("places", {})}
    return faceless("bladebreeder", places=places, hand=["bladespit"], **values)


def test_bladespit_wounds_as_often_as_the_shooter_bleeds() -> None:
    # faceless/bladespit/lower, R-CHECK, R-WOUND-EVENT, R-OWN-KILL
    table = spitter(rolls=[yellow(3)], enemies=["pilgrim", "angel-of-death"],
                    places={"angel-of-death": "2,0:0123456", "pilgrim": "-3,3:0", "pilgrim/1": "-3,3:1"})  # fmt: skip
    talk = do(table, "play:bladespit:lower", model_option(table, "angel-of-death"), "number:2", CALM)
    assert talk.options("number") == [["0", "1", "2"]]
    breeder, angel = table.model("bladebreeder"), table.model("angel-of-death")
    assert [(e["model"], e["count"], e["dealer"]) for e in table.events("model_wounded")] == [
        (breeder, 2, breeder), (angel, 3, breeder)
    ]  # fmt: skip
    assert table.state.places[breeder] == DEAD
    assert (endurance(table, "bladebreeder"), endurance(table, "angel-of-death")) == (0, 0)
    assert (table.state.marker, table.state.crystals[0]) == (-1, 4)


def test_bladespit_that_misses_hurts_nobody() -> None:  # faceless/bladespit/lower, R-CHECK
    table = spitter(rolls=[yellow(2)])
    talk = do(table, "play:bladespit:lower", model_option(table, "pilgrim"), CALM)
    assert table.events("hits_checked")[0]["hit"] == ()
    assert (endurance(table, "pilgrim"), "number" in talk.kinds()) == (1, False)


def test_bladespit_may_cost_nothing_and_needs_range_and_a_line_of_fire() -> None:  # faceless/bladespit/lower, R-RANGE
    table = spitter(rolls=[yellow(3)])
    do(table, "play:bladespit:lower", model_option(table, "pilgrim"), "number:0", CALM)
    assert (endurance(table, "pilgrim"), endurance(table, "bladebreeder")) == (0, 1)
    for where in ("-1,0:0", "2,-1:0"):
        far = spitter(places={"bladebreeder": where, "bladebreeder/1": "-3,3:0"})
        assert "play:bladespit:lower" not in offers(far)


def test_lurch_seizes_an_enemy_in_contact() -> None:  # faceless/lurch/lower, R-BLOCKED, R-STACK
    places = {"bladebreeder": "3,0:2", "bladebreeder/1": "3,0:3", "pilgrim": "3,0:0"}
    table = faceless("bladebreeder", hand=["lurch", "lurch"], places=places)
    one, other = table.model("bladebreeder"), table.model("pilgrim")
    do(table, "play:lurch:lower", f"model:{one}", f"model:{other}")
    assert table.state.markers[other] == (Marker("lurch", 0, one),)
    assert table.state.crystals[0] == 5
    assert len(do(table, "play:lurch:lower").asked) == 0
    assert markers.on_model(table, table.model("pilgrim/1"), "lurch") == Marker("lurch", 0, one)
    table.state.hands[0] = ("lurch",)
    assert "play:lurch:lower" not in offers(table)


def test_a_seized_pilgrim_fights_on_and_a_blocked_bladebreeder_may_be_sacrificed() -> None:
    # faceless/lurch/lower, R-BLOCKED, R-SACRIFICE
    table = faceless("bladebreeder", "berserker", hand=["lurch", "swarm", "hell"], rolls=[0, yellow(4)],
                     places={"bladebreeder": "3,0:2", "berserker": "0,0:0"})  # fmt: skip
    do(table, "play:lurch:lower", model_option(table, "pilgrim"))
    talk = do(table, "play:hell:upper", {"move_space": "done"})
    assert talk.options("squad") == []
    fight(table, "pilgrim", "bladebreeder")
    assert len(table.events("attack_compared")) == 1
    do(table, "play:swarm:upper", model_option(table, "bladebreeder"))
    markers.sweep(table)
    assert table.state.markers[table.model("pilgrim")] == ()


# Berserker: Back to Source and Chosen Victim


def test_back_to_source_offers_each_kind_once() -> None:  # faceless/back-to-source/lower, R-SUPPLY, R-STACK
    places = {"berserker": "0,0:0", "berserker/1": "0,0:1", "berserker@1": "0,0:2", "berserker@1/1": "0,0:3"}
    table = faceless("berserker", "berserker", hand=["back-to-source"] * 4, places=places)
    do(table, "play:back-to-source:lower", "+2 DEF", model_option(table, "berserker"))
    talk = do(table, "play:back-to-source:lower", "+2 ATT", model_option(table, "berserker/1"))
    assert talk.options("source") == [["+2 ATT", "+2 INI", "Back"]]
    assert len(talk.options("model")[0]) == 3 + 1
    do(table, "play:back-to-source:lower", model_option(table, "berserker@1"))
    assert [table.state.markers[table.model(name)] for name in places] == [
        (Marker("source", 0, 2),), (Marker("source", 0, 1),), (Marker("source", 0, 3),), ()
    ]  # fmt: skip
    assert "play:back-to-source:lower" not in offers(table)
    assert table.state.crystals[0] == 2


def test_chosen_victim_brings_berserkers_of_both_squads_to_one_enemy() -> None:  # faceless/chosen-victim/lower, R-REACH
    table = faceless(
        "berserker", "berserker", "bladebreeder", hand=["chosen-victim"], rolls=[0] * 8,
        places={"berserker": "2,0:0", "berserker@1": "3,0:2", "bladebreeder": "2,0:3", "berserker/1": "-3,0:0"},
    )  # fmt: skip
    mover, near, target = (table.model(name) for name in ("berserker", "berserker@1", "pilgrim"))
    do(
        table, "play:chosen-victim:lower", f"model:{target}", f"model:{mover}", FIRST, "done", f"model:{near}",
        f"model:{mover}", CALM,
    )  # fmt: skip
    assert table.touching(mover, target)
    assert [(e["starter"], e["opponent"]) for e in table.events("combat_declared")] == [(near, target), (mover, target)]
    assert table.state.crystals[0] == 3


def test_chosen_victim_needs_a_berserker_that_reaches_an_enemy() -> None:  # faceless/chosen-victim/lower, R-REACH
    table = faceless("berserker", "bladebreeder", hand=["chosen-victim"],
                     places={"berserker": "0,0:0", "bladebreeder": "3,0:2"})  # fmt: skip
    assert "play:chosen-victim:lower" not in offers(table)
    table.put(table.model("berserker"), footprint("T37", "2,0:0"))
    assert "play:chosen-victim:lower" in offers(table)


# Fleshripper: Power and Resource


def ripper(**values: Any) -> TestTable:
    places = {"fleshripper": "3,0:23", "fleshripper/1": "-3,0:01", **values.pop("places", {})}
    return faceless("fleshripper", "berserker", places=places, **values)


def test_power_fights_each_enemy_with_a_bonus_that_shrinks() -> None:  # faceless/power/lower, R-COMBAT-EACH
    table = ripper(hand=["power"], modes=[1, 0, 0, 0], endurance=[1, 1, 0, 2], rolls=[0] * 4,
                   places={"pilgrim": "3,0:0", "pilgrim/1": "3,0:1", "pilgrim/2": "3,0:5"})  # fmt: skip
    targets = [f"target:{table.model(name)}" for name in ("pilgrim", "pilgrim/1")]
    do(table, "play:power:lower", *targets, CALM)
    assert [event["power"] for event in table.events("attack_made")] == [3 + 2, 3 + 1]
    assert table.state.effects == ()
    assert table.state.crystals[0] == 4
    apart = ripper(hand=["power"], places={"fleshripper": "0,0:01"})
    assert "play:power:lower" not in offers(apart)


def test_resource_gains_a_crystal_when_a_fleshripper_kills() -> None:  # faceless/resource/lower, R-GAIN
    table = ripper(hand=["resource"], active=1)
    play(kill(table, Death(table.model("pilgrim"), 0, table.model("fleshripper"))), "play:resource:lower", CALM)
    assert (table.state.crystals[0], table.state.depleted[0], table.state.neutral_crystals) == (5, 1, 20 - 11)


@pytest.mark.parametrize(("victim", "killer"), [("berserker", "fleshripper"), ("pilgrim", "berserker")])
def test_resource_is_for_enemies_that_a_fleshripper_killed(victim: str, killer: str) -> None:
    # faceless/resource/lower, R-CREDIT
    table = ripper(hand=["resource"], places={"berserker": "0,0:0"})
    talk = play(kill(table, Death(table.model(victim), 0, table.model(killer))))
    assert talk.asked == []
    empty = ripper(hand=["resource"])
    empty.state.neutral_crystals = 0
    assert play(kill(empty, Death(empty.model("pilgrim"), 0, empty.model("fleshripper")))).asked == []


def test_reroll_of_resource_serves_any_roll_of_its_player_once() -> None:  # faceless/resource/upper, R-REROLL
    table = ripper(hand=["resource"], modes=[1, 0, 0, 0], rolls=[yellow(1), yellow(4), yellow(4), yellow(0)])
    fight(table, "fleshripper", "pilgrim", "play:resource:upper")
    assert [(roll["face"], roll["reroll"]) for roll in table.events("die_rolled")][:2] == [(1, False), (4, True)]
    assert (table.state.crystals[0], table.state.discards[0]) == (5, ("resource",))


def test_reroll_is_for_own_dice_that_were_not_rerolled_in_any_turn() -> None:  # faceless/resource/upper, R-LIGHTNING
    table = ripper(hand=["resource", "whack"], active=1)
    mine, theirs = Roll(0, table.model("fleshripper"), "defense"), Roll(1, table.model("pilgrim"), "attack")
    assert at(table, 0, Moment("W-ROLLED", roll=mine)) == ["play:resource:upper"]
    assert at(table, 0, Moment("W-ROLLED", roll=theirs)) == []
    mine.rerolled = True
    assert at(table, 0, Moment("W-ROLLED", roll=mine)) == []
    assert "play:resource:upper" not in offers(table)
