"""Cards of the Blight Steed and the Warbeasts, each as it is printed."""

from __future__ import annotations

from typing import Any

from matches.engine.dawnfall import attributes, markers, movement, placing, turns
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.moments import Fight, Moment, Roll, WoundEvent
from matches.engine.dawnfall.state import DEAD, Attached, Effect, Marker
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import wound
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import reborn
from tests.engine.dawnfall.fielding import CALM, at, charges, do, endurance, fight, model_option, offers, use
from tests.engine.dawnfall.moving import check_ground, stands, to, to_hexes

STEED, BEAST = "blight-steed", "warbeast"


def steed(*squads: str, **values: Any) -> TestTable:
    """The Steed at the western edge; a Pilgrim at the eastern end of its line, four Spaces away."""
    places = {STEED: "-3,0:012", "pilgrim": "1,0:1", "pilgrim/1": "3,0:1", **values.pop("places", {})}
    return reborn(STEED, *squads, places=places, **values)


def value(table: TestTable, name: str, attribute: Any) -> int | None:
    return attributes.value(table, table.model(name), attribute)


# Blitz


def test_reroll_serves_any_roll_of_the_carrier_once() -> None:  # reborn/blitz/upper, R-REROLL, R-LIMIT
    table = steed(
        attached={STEED: [Attached("blitz", 2)]}, places={STEED: "1,0:034"}, rolls=[yellow(0), yellow(4), yellow(0)]
    )
    reroll = use(table, STEED, "blitz", "upper")
    fight(table, STEED, "pilgrim", reroll)
    assert [event["face"] for event in table.events("die_rolled")] == [0, 4, 0]
    assert charges(table, STEED) == [1]
    own, theirs = (Roll(seat, table.model(name), "check") for seat, name in ((0, STEED), (1, "pilgrim")))
    assert at(table, 0, Moment("W-ROLLED", roll=own)) == [reroll]
    assert at(table, 0, Moment("W-ROLLED", roll=theirs)) == []
    own.rerolled = True
    assert at(table, 0, Moment("W-ROLLED", roll=own)) == []


def test_blitz_adds_the_spaces_of_a_straight_move_to_the_next_combat() -> None:  # reborn/blitz/lower, R-STRAIGHT
    table = steed(attached={STEED: [Attached("blitz", 2)]}, rolls=[yellow(0), yellow(4)] * 2)
    lower = use(table, STEED, "blitz", "lower")
    do(table, lower, *to(table, "1,0:034"))
    assert value(table, STEED, "att") == 2
    fight(table, STEED, "pilgrim", "pass")
    assert table.events("attack_made")[0]["power"] == 2 + 4
    assert value(table, STEED, "att") == 2
    fight(table, STEED, "pilgrim", "pass")
    assert table.events("attack_made")[1]["power"] == 2
    assert charges(table, STEED) == [1]
    assert lower not in offers(table)


def test_a_bent_blitz_gives_nothing_and_a_combat_started_by_others_keeps_the_bonus() -> None:
    # reborn/blitz/lower, R-STRAIGHT
    table = steed(attached={STEED: [Attached("blitz", 1)]}, rolls=[yellow(4), yellow(0), yellow(0), yellow(0)])
    do(table, use(table, STEED, "blitz", "lower"), *to(table, "-1,-1:034"))
    assert table.state.effects == ()
    table = steed(attached={STEED: [Attached("blitz", 1)]})
    do(table, use(table, STEED, "blitz", "lower"), "done")
    assert table.state.effects == ()
    table = steed(attached={STEED: [Attached("blitz", 1)]}, rolls=[yellow(0), yellow(0), yellow(0), yellow(0)])
    do(table, use(table, STEED, "blitz", "lower"), *to(table, "1,0:034"))
    fight(table, "pilgrim", STEED)
    assert [event["power"] for event in table.events("attack_made")] == [2]
    play(backstab(table, table.model(STEED), table.model("pilgrim")), CALM)
    assert table.events("attack_made")[-1]["power"] == 2 + 4
    play(turns.end_active_turn(table))
    assert table.state.effects == ()


def test_blitz_needs_a_steed_that_can_move() -> None:  # reborn/blitz/lower, R-BLOCKED
    table = steed(attached={STEED: [Attached("blitz", 1)]})
    markers.put(table, table.model(STEED), "trap", 1)
    assert use(table, STEED, "blitz", "lower") not in offers(table)


# Battering Ram


def test_battering_ram_stuns_and_bashes_after_a_straight_move_of_four() -> None:
    # reborn/battering-ram/lower, reborn/stun, R-STRAIGHT, R-BASH, R-ALL-ATTR
    table = steed(hand=["battering-ram"])
    assert table.board.distance[table.space(table.model(STEED))][table.board.number[1, 0]] == 4
    do(table, "play:battering-ram:lower", *to(table, "1,0:034"), *to(table, "2,0:2"))
    pilgrim = table.model("pilgrim")
    assert table.state.markers[pilgrim] == (Marker("stun", 0),)
    assert stands(table, "pilgrim") == "2,0:2"
    assert [attributes.value(table, pilgrim, name) for name in attributes.NAMES] == [0, 0, 0, 0]
    assert table.state.crystals[0] == 4


def test_stun_goes_with_the_next_passive_turn_of_its_owner() -> None:  # reborn/stun, R-START-PASSIVE, R-OPPONENT
    table = steed()
    pilgrim = table.model("pilgrim")
    markers.put(table, pilgrim, "stun", 0)
    play(open_window(table, Moment("W-PASSIVE-START")))
    assert [attributes.value(table, pilgrim, name) for name in attributes.NAMES] == [0, 0, 0, 0]
    table.state.active = 1
    play(open_window(table, Moment("W-PASSIVE-START")))
    assert [attributes.value(table, pilgrim, name) for name in attributes.NAMES] == [2, 1, 1, 2]


def test_battering_ram_does_nothing_more_after_a_short_or_bent_move() -> None:  # reborn/battering-ram/lower, R-STRAIGHT
    table = steed(hand=["battering-ram"], places={STEED: "-2,0:012"})
    do(table, "play:battering-ram:lower", *to(table, "1,0:034"))
    assert table.touching(table.model(STEED), table.model("pilgrim"))
    assert table.state.markers[table.model("pilgrim")] == ()


def test_a_model_that_cannot_be_bashed_is_stunned_all_the_same() -> None:  # reborn/battering-ram/lower, R-NO-PUSH
    table = steed(hand=["battering-ram"])
    pilgrim = table.model("pilgrim")
    table.state.effects = (Effect("no_push", pilgrim, 0, "turn", "test"),)
    do(table, "play:battering-ram:lower", *to(table, "1,0:034"))
    assert table.state.markers[pilgrim] == (Marker("stun", 0),)
    assert stands(table, "pilgrim") == "1,0:1"


# Wild Charge


def test_wild_charge_wounds_steed_and_enemy_after_a_straight_move_of_four() -> None:
    # reborn/wild-charge/lower, R-SIMUL, R-STRAIGHT
    table = steed(hand=["wild-charge"], endurance=[2, 3, 2])
    assert "play:wild-charge:lower" not in offers(table)
    move = movement.move_action(table, 0, [table.model(STEED)])
    play(move, *to(table, "1,0:034"), "pass")
    assert "play:wild-charge:lower" in offers(table)
    before = table.state.copy()
    table.put(table.model("pilgrim"), footprint("T37", "3,0:2"))
    assert "play:wild-charge:lower" not in offers(table)  # no enemy b2b
    table.state.become(before)
    talk = do(table, "play:wild-charge:lower", "number:2")
    assert talk.options("number") == [["1", "2", "3", "Back"]]
    assert (endurance(table, STEED), endurance(table, "pilgrim")) == (0, 1)
    assert {event["dealer"] for event in table.events("model_wounded")} == {table.model(STEED)}
    assert table.state.crystals[0] == 5


def test_wild_charge_is_offered_right_after_the_move_too_and_may_kill_both() -> None:
    # reborn/wild-charge/lower, R-SIMULTANEOUS-END, R-OWN-KILL
    table = steed("wyrm", hand=["wild-charge"], places={"wyrm": "-3,1:0"})
    move = movement.move_action(table, 0, [table.model(STEED)])
    play(move, *to(table, "1,0:034"), "play:wild-charge:lower", "number:3")
    assert table.state.places[table.model(STEED)] == table.state.places[table.model("pilgrim")] == DEAD
    assert table.state.marker == 1 - 2


def test_wild_charge_is_lost_when_the_steed_is_moved_again() -> None:  # reborn/wild-charge/lower
    table = steed(hand=["wild-charge"])
    model = table.model(STEED)
    play(movement.move_action(table, 0, [model]), *to(table, "1,0:034"), "pass")
    before = table.state.copy()
    table.put(model, footprint("T37", "1,0:023"))
    assert "play:wild-charge:lower" not in offers(table)
    table.state.become(before)
    play(movement.move_action(table, 0, [model]), *to(table, "1,0:023"))
    table.put(model, footprint("T37", "1,0:034"))
    assert "play:wild-charge:lower" not in offers(table)
    table.state.become(before)
    play(turns.end_active_turn(table))
    assert table.state.effects == ()


# Bloodlust


def beasts(*squads: str, **values: Any) -> TestTable:
    """A Warbeast beside a Pilgrim; the other one stands far away."""
    places = {BEAST: "0,0:012", f"{BEAST}/1": "-3,0:012", "pilgrim": "0,0:3", **values.pop("places", {})}
    return reborn(BEAST, *squads, places=places, **values)


def test_green_haze_helps_a_fighter_beside_a_thicket_for_the_whole_combat() -> None:  # reborn/bloodlust/upper, R-LIMIT
    table = beasts(attached={BEAST: [Attached("bloodlust", 2)]}, thickets=["0,0:4"], rolls=[0, 0], active=1)
    haze = use(table, BEAST, "bloodlust", "upper")
    talk = fight(table, "pilgrim", BEAST, haze)
    assert table.events("initiative_compared")[0]["first"] == table.model(BEAST)
    assert table.events("attack_made")[0]["power"] == 1 + 2
    assert talk.kinds().count("window") == 1
    assert charges(table, BEAST) == [1]
    assert value(table, BEAST, "att") == 1


def test_green_haze_needs_the_thicket_and_serves_an_own_backstab() -> None:  # reborn/bloodlust/upper, R-BACKSTAB
    table = beasts(attached={BEAST: [Attached("bloodlust", 2)]}, rolls=[0, 0])
    beast, pilgrim = table.model(BEAST), table.model("pilgrim")
    moment = Moment("W-BEFORE-INI", fight=Fight(beast, pilgrim))
    assert at(table, 0, moment) == []
    markers.put_on_squad(table, 0, "vines", 0)
    assert at(table, 0, moment) == []
    table = beasts(attached={BEAST: [Attached("bloodlust", 2)]}, thickets=["0,0:4"], rolls=[0, 0])
    play(backstab(table, beast, pilgrim), use(table, BEAST, "bloodlust", "upper"), CALM)
    assert table.events("attack_made")[0]["power"] == 1 + 2
    suffered = Fight(pilgrim, beast, "backstab", pilgrim, beast)
    assert at(table, 0, Moment("W-BACKSTAB", fight=suffered)) == []
    carried = beasts(
        "wyrm", attached={"wyrm": [Attached("bloodlust", 2)]}, places={"wyrm": "2,0:0"}, thickets=["0,0:4"]
    )
    assert at(carried, 0, moment) == []  # R-CARRIER


def test_bloodlust_answers_a_wound_in_combat_once() -> None:  # reborn/bloodlust/lower, R-AUTO-WOUND, R-WOUND-EVENT
    table = beasts(
        attached={BEAST: [Attached("bloodlust", 4)]}, rolls=[yellow(4), yellow(0)], endurance=[2, 3, 2], active=1
    )
    fight(table, "pilgrim", BEAST, use(table, BEAST, "bloodlust", "lower"))
    assert (endurance(table, BEAST), endurance(table, "pilgrim")) == (1, 2)
    assert table.events("model_wounded")[1]["dealer"] == table.model(BEAST)
    assert charges(table, BEAST) == [2]


def test_bloodlust_works_for_a_dead_warbeast_but_not_outside_of_combat() -> None:  # reborn/bloodlust/lower, R-COMBAT
    table = beasts(attached={BEAST: [Attached("bloodlust", 4)]}, endurance=[0, 3, 2])
    beast, pilgrim = table.model(BEAST), table.model("pilgrim")
    shot = WoundEvent(beast, 1, 1, pilgrim)
    assert at(table, 0, Moment("W-WOUND-TAKEN", wounds=shot)) == []
    struck = WoundEvent(beast, 1, 1, pilgrim, "attack", Fight(pilgrim, beast, attacker=pilgrim, target=beast))
    play(wound(table, struck), use(table, BEAST, "bloodlust", "lower"))
    assert table.state.places[beast] == DEAD
    assert endurance(table, "pilgrim") == 2
    table.lift(table.model(f"{BEAST}/1"), DEAD)
    assert at(table, 0, Moment("W-WOUND-TAKEN", wounds=struck)) == []


# Empowering


def test_empowering_raises_attributes_of_the_fighting_warbeast() -> None:  # reborn/empowering/lower, R-COST-X
    table = beasts(hand=["empowering"], rolls=[0, 0], active=1)
    talk = fight(table, "pilgrim", BEAST, "play:empowering:lower", "number:3", "INI", "ATT", "INI")
    assert table.events("initiative_compared")[0]["first"] == table.model(BEAST)
    assert table.events("attack_made")[0]["power"] == 1 + 1
    assert table.state.crystals[0] == 2
    assert [value(table, BEAST, name) for name in ("ini", "att")] == [1, 1]
    assert talk.options("attribute")[0] == ["INI", "ATT", "DEF", "MOV", "Back"]
    assert talk.options("number")[0][0] == "1"


def test_empowering_may_wait_for_the_attack_or_defense_roll() -> None:  # reborn/empowering/lower
    table = beasts(hand=["empowering"], rolls=[yellow(0), yellow(0)], active=1, crystals=[1, 5])
    fight(table, "pilgrim", BEAST, "pass", "play:empowering:lower", "number:1", "DEF")
    assert table.events("attack_compared")[0]["defense"] == 2 + 1
    beast, pilgrim = table.model(BEAST), table.model("pilgrim")
    table.state.hands[0] = ("empowering",)
    table.state.crystals[0] = 1
    attack = Fight(beast, pilgrim, attacker=beast, target=pilgrim)
    assert at(table, 0, Moment("W-BEFORE-ATT", fight=attack)) == ["play:empowering:lower"]
    assert at(table, 0, Moment("W-BEFORE-DEF", fight=attack)) == []
    assert at(table, 0, Moment("W-BACKSTAB", fight=attack)) == ["play:empowering:lower"]
    others = Fight(pilgrim, table.model("pilgrim/1"))
    assert at(table, 0, Moment("W-BEFORE-INI", fight=others)) == []
    wyrms = beasts("wyrm", hand=["empowering"], places={"wyrm": "3,0:2"})
    assert at(wyrms, 0, Moment("W-BEFORE-INI", fight=Fight(wyrms.model("wyrm"), pilgrim))) == []
    poor = beasts(hand=["empowering"], crystals=[0, 0], endurance=[0, 1, 2], marker=-10)
    assert at(poor, 0, Moment("W-BEFORE-INI", fight=Fight(beast, pilgrim))) == []


# Shapeshift


def test_shapeshift_trades_places_of_unequal_bases() -> None:  # reborn/shapeshift/lower, R-SWITCH
    table = beasts("treemaid", hand=["shapeshift"], places={"treemaid": "2,0:1", "pilgrim": "0,0:3"})
    markers.put(table, table.model(BEAST), "stun", 1)
    do(table, "play:shapeshift:lower", model_option(table, BEAST), model_option(table, "treemaid"),
       to_hexes(table, "2,0:012"), to_hexes(table, "0,0:2"))  # fmt: skip
    assert (stands(table, BEAST), stands(table, "treemaid")) == ("2,0:012", "0,0:2")
    assert table.state.markers[table.model(BEAST)] == (Marker("stun", 1),)
    assert table.events("model_moved") == []
    check_ground(table)


def test_shapeshift_covers_the_old_hexes_and_pushes_nobody() -> None:  # reborn/shapeshift/lower, R-PARTIAL
    places = {"treemaid": "2,0:1", "pilgrim": "0,0:3", "pilgrim/1": "2,0:2", f"{BEAST}/1": "-3,0:012"}
    table = beasts("treemaid", hand=["shapeshift"], places=places)
    talk = do(table, "play:shapeshift:lower", model_option(table, BEAST), model_option(table, "treemaid"),
              {"move_hexes": FIRST})  # fmt: skip
    assert stands(table, BEAST) == "2,0:016"
    spots = {to_hexes(table, f"0,0:{k}") for k in (0, 1, 2)}
    assert {option.id for option in talk.asked[-1].options} == spots
    crowded = beasts("treemaid", hand=["shapeshift"], places={**places, "holy-knight": "2,0:06"})
    beast, other, maid = (crowded.model(name) for name in (BEAST, f"{BEAST}/1", "treemaid"))
    assert not placing.can_trade(crowded, 0, beast, maid)
    assert placing.can_trade(crowded, 0, beast, other)


def test_shapeshift_within_one_space_and_between_equal_bases() -> None:  # reborn/shapeshift/lower
    table = beasts("treemaid", hand=["shapeshift", "shapeshift"], places={"treemaid": "0,0:4", "pilgrim": "3,0:0"})
    maid = model_option(table, "treemaid")
    do(table, "play:shapeshift:lower", model_option(table, BEAST), maid, {"move_hexes": FIRST})
    assert "4" in stands(table, BEAST)
    check_ground(table)
    one, two = stands(table, BEAST), stands(table, f"{BEAST}/1")
    do(table, "play:shapeshift:lower", model_option(table, BEAST), model_option(table, f"{BEAST}/1"),
       {"move_hexes": FIRST})  # fmt: skip
    assert stands(table, BEAST).partition(":")[0] == two.partition(":")[0]
    assert one.partition(":")[0] == stands(table, f"{BEAST}/1").partition(":")[0]


def test_a_blocked_model_takes_no_part_in_shapeshift() -> None:  # reborn/shapeshift/lower, R-BLOCKED
    table = beasts("treemaid", hand=["shapeshift"], places={"treemaid": "2,0:1"})
    for name in (f"{BEAST}/1", BEAST):
        assert "play:shapeshift:lower" in offers(table)
        markers.put(table, table.model(name), "trap", 1)
    assert "play:shapeshift:lower" not in offers(table)
