"""Cards of the Unbroken and the Gyrobots, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers
from matches.engine.dawnfall.moments import Death, Moment, MoveAction, WoundEvent
from matches.engine.dawnfall.movement import perform
from matches.engine.dawnfall.state import DEAD, Attached, Marker
from matches.engine.dawnfall.wounds import kill, wound
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import dvergar
from tests.engine.dawnfall.fielding import CALM, a_field, at, charges, do, endurance, fight, model_option, offers, use

# Unbroken


def unbroken(mode: int = 1, **values: Any) -> TestTable:
    """Two Squads of Unbroken, the first in Vigilance mode and in contact with two enemies."""
    places = {
        "unbroken": "0,0:01", "unbroken@1": "-3,0:01", "avenger": "-3,1:0123456", "bloodsmith": "0,0:2",
        "bloodsmith/1": "0,0:6", "bloodsmith/2": "3,0:0", **values.pop("places", {}),
    }  # fmt: skip
    table = dvergar("unbroken", "unbroken", "avenger", "enkindled", places=places, **values)
    table.state.modes[table.squad_of("unbroken")] = mode
    return table


def test_protection_gives_two_defense_beside_any_unbroken_once() -> None:
    # dvergar/protection/lower, R-STACK, R-INSTANT-PASSIVE
    on = [Attached("protection", 0, on=True)]
    table = unbroken(attached={"unbroken": [Attached("protection", 2)], "unbroken@1": on}, active=1,
                     places={"enkindled": "0,0:3", "enkindled/1": "3,-3:0", "unbroken/1": "0,0:45"})  # fmt: skip
    lower = use(table, "unbroken", "protection", "lower")
    assert at(table, 0, Moment("W-INSTANT")) == [lower]

    def defense(name: str) -> int | None:
        return attributes.value(table, table.model(name), "defense")

    wanted = {"enkindled": 2 + 2, "enkindled/1": 2, "unbroken": 3 + 2, "unbroken@1": 3, "bloodsmith": 1}
    assert {name: defense(name) for name in wanted} == wanted
    table.state.attached[table.squad_of("unbroken")] = (Attached("protection", 0, on=True),)
    assert {name: defense(name) for name in wanted} == wanted
    table.state.attached = [() for _ in table.state.attached]
    assert defense("enkindled") == 2


def test_protection_ends_with_its_carrier_and_works_on_no_other_squad() -> None:
    # dvergar/protection/lower, Q-28, DF-ENH-13
    on = [Attached("protection", 0, on=True)]
    table = unbroken(attached={"unbroken@1": on}, places={"enkindled": "0,0:3"})
    mine = table.model("enkindled")
    assert attributes.value(table, mine, "defense") == 4
    for model in table.roster.squads[table.squad_of("unbroken@1")].models:
        table.lift(model, DEAD)
    assert attributes.value(table, mine, "defense") == 2
    table = unbroken(attached={"avenger": on}, places={"enkindled": "0,0:3"})
    assert attributes.value(table, mine, "defense") == 2


def test_protection_is_switched_on_for_two_charges() -> None:  # dvergar/protection/lower, DF-ENH-20
    table = unbroken(attached={"unbroken": [Attached("protection", 2)]})
    do(table, use(table, "unbroken", "protection", "lower"))
    assert table.state.attached[table.squad_of("unbroken")] == (Attached("protection", 0, on=True),)


def test_deflect_ignores_one_wound_and_deals_it_to_an_enemy_in_contact() -> None:
    # dvergar/deflect/lower, R-CANCEL-WOUND, R-DEALS
    table = unbroken(hand=["deflect"], active=1)
    mine, smith = table.model("unbroken"), table.model("bloodsmith/1")
    event = WoundEvent(mine, 2, 1, table.model("bloodsmith"))
    play(wound(table, event), "play:deflect:lower", f"model:{smith}", CALM)
    assert endurance(table, "unbroken") == 1
    assert table.events("model_wounded")[0] == {"model": smith, "count": 1, "dealer": mine, "seat": 0}
    assert table.state.crystals[0] == 4


def test_deflect_saves_from_a_killing_wound_also_without_an_enemy_in_contact() -> None:
    # dvergar/deflect/lower, R-PARTIAL, R-CANCEL-WOUND
    table = unbroken(hand=["deflect"], active=1, places={"bloodsmith": "3,0:1", "bloodsmith/1": "3,0:2"})
    table.state.endurance[table.squad_of("unbroken")] = 0
    play(wound(table, WoundEvent(table.model("unbroken"), 1, 1)), "play:deflect:lower", CALM)
    assert table.on_board(table.model("unbroken"))
    assert table.events("model_wounded") == []


def test_a_deflected_wound_goes_to_nobody_who_is_dying() -> None:  # dvergar/deflect/lower, R-NEST
    table = unbroken(hand=["deflect"], active=1)
    table.dying.append(table.model("bloodsmith"))
    play(wound(table, WoundEvent(table.model("unbroken"), 1, 1)), "play:deflect:lower", CALM)
    assert [event["model"] for event in table.events("model_wounded")] == [table.model("bloodsmith/1")]


def test_a_deflected_attack_is_still_a_success_without_counterattack() -> None:  # dvergar/deflect/lower, R-CANCEL-WOUND
    table = unbroken(hand=["deflect"], active=1, rolls=[yellow(4), yellow(0)])
    smith = model_option(table, "bloodsmith")
    talk = fight(table, "bloodsmith", "unbroken", "play:deflect:lower", smith)
    assert table.events("attack_compared")[0]["hit"] is True
    assert "counterattack" not in talk.kinds()
    assert (endurance(table, "unbroken"), endurance(table, "bloodsmith")) == (2, 0)


def test_deflect_taken_back_leaves_the_wounds_as_they_were() -> None:  # dvergar/deflect/lower, R-CHOICE
    table = unbroken(hand=["deflect"], active=1)
    event = WoundEvent(table.model("unbroken"), 1, 1)
    play(wound(table, event), "play:deflect:lower", "back", "pass", CALM)
    assert (endurance(table, "unbroken"), table.state.hands[0], table.state.crystals[0]) == (1, ("deflect",), 5)


@pytest.mark.parametrize("case", ["basic", "other", "dealing"])
def test_deflect_needs_an_unbroken_in_vigilance(case: str) -> None:  # dvergar/deflect/lower, R-MODE-REQ, R-ORDER-SIDE
    table = unbroken(0 if case == "basic" else 1, hand=["deflect"])
    hurt = table.model({"basic": "unbroken", "other": "avenger", "dealing": "unbroken"}[case])
    window = "W-WOUND-DEAL" if case == "dealing" else "W-WOUND-TAKE"
    assert at(table, 0, Moment(window, wounds=WoundEvent(hurt, 1, 1))) == []


def test_marked_for_death_marks_an_enemy_beside_a_vigilant_unbroken() -> None:
    # dvergar/marked-for-death/lower, dvergar/marked, R-MODE-REQ, R-STACK
    table = unbroken(hand=["marked-for-death", "marked-for-death"], places={"bloodsmith/1": "3,0:1"})
    smith = table.model("bloodsmith")
    do(table, "play:marked-for-death:lower")
    assert table.state.markers[smith] == (Marker("marked", 0),)
    assert table.state.crystals[0] == 4
    assert "play:marked-for-death:lower" not in offers(table)
    table.put(table.model("bloodsmith/1"), footprint("T37", "0,0:6"))
    assert "play:marked-for-death:lower" in offers(table)
    table.state.modes[table.squad_of("unbroken")] = 0
    assert "play:marked-for-death:lower" not in offers(table)


def marked(**values: Any) -> TestTable:
    table = unbroken(**values)
    markers.put(table, table.model("son-of-khyber"), "marked", 0)
    return table


def test_a_marked_model_suffers_one_more_the_next_time_whoever_wounds_it() -> None:  # dvergar/marked, R-EXTRA, R-STATUS
    table = marked(places={"son-of-khyber": "3,-3:0123456"})
    khyber = table.model("son-of-khyber")
    play(wound(table, WoundEvent(khyber, 1, 1)))
    assert (endurance(table, "son-of-khyber"), table.state.markers[khyber]) == (2, ())
    play(wound(table, WoundEvent(khyber, 1, 0)))
    assert endurance(table, "son-of-khyber") == 1


def guarded(**values: Any) -> TestTable:
    """A Pilgrim within Range 3 of the Angel of Death, whose player may move its Wounds to the Angel."""
    places = {"unbroken": "-3,0:01", "pilgrim": "0,0:0", "angel-of-death": "1,0:0123456"}
    sides = ("dvergar", "chapter")
    enemies = ["pilgrim", "angel-of-death"]
    return a_field("unbroken", sides=sides, enemies=enemies, places=places, enemy_hand=["guardian-angel"], **values)


@pytest.mark.parametrize("bearer", ["pilgrim", "angel-of-death"])
def test_who_takes_the_wounds_of_another_suffers_more_by_its_own_token_only(bearer: str) -> None:
    # dvergar/marked, R-MOVED-WOUND, R-EXTRA
    table = guarded()
    model = table.model(bearer)
    markers.put(table, model, "marked", 0)
    before = endurance(table, "angel-of-death")
    play(wound(table, WoundEvent(table.model("pilgrim"), 1, 0)), "play:guardian-angel:lower", CALM)
    lost = before - endurance(table, "angel-of-death")
    kept = markers.on_model(table, model, "marked") is not None
    assert (lost, kept) == ((1, True) if bearer == "pilgrim" else (2, False))


def test_a_marked_model_keeps_its_token_while_it_suffers_nothing() -> None:  # dvergar/marked, R-CANCEL-WOUND
    table = marked(places={"son-of-khyber": "3,-3:0123456"})
    khyber = table.model("son-of-khyber")
    markers.put(table, khyber, "crystal-aegis", 1)
    play(wound(table, WoundEvent(khyber, 1, 0)))
    assert (endurance(table, "son-of-khyber"), len(table.state.markers[khyber])) == (4, 2)


# Gyrobot


def gyrobots(mode: int = 0, **values: Any) -> TestTable:
    places = {
        "gyrobot": "-3,0:012", "gyrobot/1": "-3,2:012", "avenger": "-3,3:0123456", "bloodsmith": "0,0:4",
        "bloodsmith/1": "0,0:3", "bloodsmith/2": "3,0:0", **values.pop("places", {}),
    }  # fmt: skip
    table = dvergar("gyrobot", "avenger", places=places, **values)
    table.state.modes[table.squad_of("gyrobot")] = mode
    return table


def test_the_rocket_shares_out_three_wounds_among_those_hit() -> None:
    # dvergar/rocket/lower, R-SHARE, R-RANGE, R-WOUND-EVENT
    table = gyrobots(1, attached={"gyrobot": [Attached("rocket", 4)]}, rolls=[yellow(4)])
    lower = use(table, "gyrobot", "rocket", "lower")
    one, two = model_option(table, "bloodsmith"), model_option(table, "bloodsmith/1")
    target = f"space:{table.board.number[0, 0]}"
    gyrobot = model_option(table, "gyrobot")
    do(table, lower, gyrobot, target, "pass", one, two, two, two, {"die": "yellow"})
    assert [(event["model"], event["count"]) for event in table.events("model_wounded")] == [
        (table.model("bloodsmith/1"), 2), (table.model("bloodsmith"), 1),
    ]  # fmt: skip
    assert table.state.places[table.model("bloodsmith")] == table.state.places[table.model("bloodsmith/1")] == DEAD
    assert charges(table, "gyrobot") == [1]


def test_the_rocket_reaches_range_three_and_its_own_space() -> None:  # dvergar/rocket/lower, R-RANGE, R-AREA
    table = gyrobots(1, attached={"gyrobot": [Attached("rocket", 3)]}, rolls=[yellow(4)],
                     places={"bloodsmith/2": "1,0:0", "gyrobot/1": "-2,2:012"})  # fmt: skip
    home = table.board.number[-3, 0]
    gyrobot = table.model("gyrobot")
    talk = do(table, use(table, "gyrobot", "rocket", "lower"), f"model:{gyrobot}", f"space:{home}", CALM)
    spaces = next(d for d in talk.asked if d.kind == "space").options
    wanted = {(-3, 0), (-2, 2), (-3, 3), (0, 0)}  # (-2, 2) is on no straight line
    assert {option.data["space"] for option in spaces if option.data} == wanted
    assert (table.state.places[gyrobot], table.state.marker) == (DEAD, -2)


def test_one_gyrobot_is_chosen_to_fire_the_rocket() -> None:  # dvergar/rocket/lower, DF-SHOOT-06
    table = gyrobots(1, attached={"gyrobot": [Attached("rocket", 3)]}, rolls=[yellow(0)])
    lower, home = use(table, "gyrobot", "rocket", "lower"), f"space:{table.board.number[-3, 2]}"
    one, other = model_option(table, "gyrobot"), model_option(table, "gyrobot/1")
    talk = do(table, lower, other, home, CALM)
    assert [option.id for option in talk.asked[0].options] == [one, other, "back"]
    assert [event["shooter"] for event in table.events("hits_checked")] == [table.model("gyrobot/1")]


def test_the_rocket_needs_shooting_mode_and_may_be_paid_again() -> None:  # dvergar/rocket/lower, R-MODE-REQ, R-LIMIT
    table = gyrobots(attached={"gyrobot": [Attached("rocket", 6)]}, rolls=[yellow(0), yellow(0)])
    lower = use(table, "gyrobot", "rocket", "lower")
    assert lower not in offers(table)
    table.state.modes[table.squad_of("gyrobot")] = 1
    for _ in range(2):
        do(table, lower, {**CALM, "model": FIRST, "space": f"space:{table.board.number[0, 0]}", "window": "pass"})
    assert (charges(table, "gyrobot"), lower in offers(table)) == ([0], False)


def test_reclaimed_crystals_after_the_death_of_a_gyrobot_even_the_last() -> None:
    # dvergar/reclaimed-crystals/lower, R-GAIN, R-BAND
    table = gyrobots(hand=["reclaimed-crystals"], active=1)
    table.lift(table.model("gyrobot/1"), DEAD)
    play(kill(table, Death(table.model("gyrobot"), 1)), "play:reclaimed-crystals:lower")
    assert table.state.crystals[0] == 5 + 3
    table = gyrobots(hand=["reclaimed-crystals"], active=1)
    moment = Moment("W-KILLED", death=Death(table.model("avenger"), 1))
    assert at(table, 0, moment) == ["play:reclaimed-crystals:upper"]


def run(table: TestTable, *way: str) -> None:
    """The first Gyrobot makes a Move to the Space and hexes."""
    goal, hexes = way
    q, r = map(int, goal.split(","))
    move = MoveAction(0, (table.model("gyrobot"),), 4)
    spot = footprint("T37", f"{goal}:{hexes}")
    play(perform(table, move), f"space:{table.board.number[q, r]}", f"fp:{spot}", {"window": "pass"})


@pytest.mark.parametrize("first", ["slam", "move"])
def test_slam_strengthens_the_next_combat_after_a_straight_run(first: str) -> None:
    # dvergar/slam/lower, R-STRAIGHT, R-DECLARED, R-DURATION
    table = gyrobots(hand=["slam"], rolls=[yellow(0), yellow(4), yellow(0), yellow(4)])
    if first == "slam":
        do(table, "play:slam:lower")
    run(table, "0,0", "012")
    if first == "move":
        do(table, "play:slam:lower")
    table.state.endurance[table.squad_of("bloodsmith")] = 9
    fight(table, "gyrobot", "bloodsmith/1")
    assert table.events("initiative_compared")[0]["first"] == table.model("gyrobot")
    assert table.events("attack_made")[0]["power"] == 2 + 3
    assert attributes.value(table, table.model("gyrobot"), "att") == 2
    fight(table, "gyrobot", "bloodsmith/1")
    assert table.events("initiative_compared")[1]["first"] == table.model("bloodsmith/1")
    assert table.state.crystals[0] == 4


@pytest.mark.parametrize("case", ["bent", "short", "attacked", "no slam"])
def test_slam_needs_three_straight_spaces_and_an_own_combat(case: str) -> None:  # dvergar/slam/lower, R-STRAIGHT
    start = {"bent": "-2,-1:012", "short": "-2,0:012"}.get(case, "-3,0:012")
    table = gyrobots(hand=[] if case == "no slam" else ["slam"], rolls=[0, 0], places={"gyrobot": start})
    if case != "no slam":
        do(table, "play:slam:lower")
    run(table, "0,0", "012")
    pair = ("bloodsmith/1", "gyrobot") if case == "attacked" else ("gyrobot", "bloodsmith/1")
    fight(table, *pair)
    assert table.events("initiative_compared")[0]["first"] == table.model("bloodsmith/1")


def test_slam_is_an_instant_and_is_not_played_twice_in_a_turn() -> None:  # dvergar/slam/lower, R-STACK
    table = gyrobots(hand=["slam", "slam"], active=1)
    assert at(table, 0, Moment("W-INSTANT")) == ["play:slam:lower"]
    table.state.active = 0
    do(table, "play:slam:lower")
    assert "play:slam:lower" not in offers(table)
    attributes.end_span(table, "turn")
    assert "play:slam:lower" in offers(table)
    gone = gyrobots(hand=["slam"])
    for model in (gone.model("gyrobot"), gone.model("gyrobot/1")):
        gone.lift(model, DEAD)
    assert "play:slam:lower" not in offers(gone)
