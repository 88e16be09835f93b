"""The Holy Riders: their Deployment card, their setup Enhancement and their cards, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.moments import Fight, Moment, MoveAction
from matches.engine.dawnfall.movement import carry_out
from matches.engine.dawnfall.state import DEAD, WAITING, Activation, Attached, Effect
from matches.engine.dawnfall.turns import free_options
from matches.engine.dawnfall.views import view
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.fielding import CALM, a_field, at, charges, do, endurance, fight, model_option, offers, use

EDGE, CHARGE = "deploy:0:winged-charge:upper", "deploy:0:winged-charge:lower"
GALLOP = [Attached("gallop", 3)]


def riders(*more: str, enemies: tuple[str, ...] = ("bloodsmith",), **values: Any) -> TestTable:
    """Two Riders, deployed or not, with a Pilgrim far away."""
    places = {"pilgrim": "-3,0:0", "bloodsmith": "3,0:0", **values.pop("places", {})}
    if "bloodsmith" not in enemies:
        del places["bloodsmith"]
    return a_field("holy-riders", "pilgrim", *more, enemies=enemies, places=places, **values)


def deployed(**values: Any) -> TestTable:
    """Both Riders in the middle, side by side: one on the hexes 0 and 1, one on 3 and 4."""
    places = {"holy-riders": "0,0:01", "holy-riders/1": "0,0:34", **values.pop("places", {})}
    return riders(places=places, **values)


# Winged Charge, the Deployment card


def test_reinforcements_put_both_riders_into_one_edge_space() -> None:  # chapter/winged-charge/upper, R-EDGE, R-DEPLOY
    table = riders()
    talk = do(table, EDGE, f"space:{table.board.number[3, -3]}", FIRST, {"*": FIRST})
    spaces = {int(o.id.partition(":")[2]) for o in talk.asked[1].options if o.id.startswith("space")}
    assert spaces == table.board.edge_spaces
    assert {table.space(model) for model in table.roster.squads[0].models} == {table.board.number[3, -3]}
    assert (table.state.modes[0], table.state.crystals[0]) == (0, 4)
    assert not {EDGE, CHARGE} & set(offers(table))


def test_reinforcements_find_no_room_beside_others() -> None:  # chapter/winged-charge/upper, R-REPOSITION
    table = riders(places={"pilgrim": "3,-3:0", "bloodsmith": "3,-3:1"})
    talk = do(table, EDGE, f"space:{table.board.number[3, 0]}", FIRST, {"*": FIRST})
    assert f"space:{table.board.number[3, -3]}" in [option.id for option in talk.asked[1].options]
    crowded = riders(places={"pilgrim": "3,-3:0", "bloodsmith": "3,-3:2", "pilgrim/1": "3,-3:4"})
    talk = do(crowded, EDGE, f"space:{table.board.number[3, 0]}", FIRST, {"*": FIRST})
    assert f"space:{table.board.number[3, -3]}" not in [option.id for option in talk.asked[1].options]
    assert crowded.events("model_pushed") == []


def test_winged_charge_pushes_any_base_and_wounds_those_it_hits() -> None:
    # chapter/winged-charge/lower, R-PUSH-ANY, R-CHECK, R-DEPLOY
    table = riders(enemies=("son-of-khyber",), places={"son-of-khyber": "1,0:0123456"}, rolls=[yellow(4)])
    do(table, CHARGE, f"space:{table.board.number[1, 0]}", FIRST, {**CALM, "*": FIRST})
    son = table.model("son-of-khyber")
    assert table.space(son) != table.board.number[1, 0]
    assert any(table.touching(son, rider) for rider in table.roster.squads[0].models)
    assert {table.space(model) for model in table.roster.squads[0].models} == {table.board.number[1, 0]}
    assert endurance(table, "son-of-khyber") == 3
    assert table.events("hits_checked")[0]["targets"] == (son,)
    assert table.events("model_wounded")[0] == {"model": son, "count": 1, "dealer": -1, "seat": 0}
    assert table.state.crystals[0] == 3


def test_winged_charge_makes_one_roll_for_all_pushed_models_its_own_included() -> None:
    # chapter/winged-charge/lower, R-CHECK, R-PUSH-ANY
    table = riders(places={"pilgrim": "0,0:0", "bloodsmith": "0,0:1"}, rolls=[yellow(0)])
    do(
        table,
        CHARGE,
        f"space:{table.board.number[0, 0]}",
        "fp:" + str(footprint("T37", "0,0:01")),
        {**CALM, "*": FIRST},
    )
    assert table.events("hits_checked")[0]["targets"] == (table.model("pilgrim"), table.model("bloodsmith"))
    assert table.events("model_wounded") == []


def test_winged_charge_into_an_empty_space_checks_nobody() -> None:  # chapter/winged-charge/lower, R-CHECK
    table = riders()
    do(table, CHARGE, f"space:{table.board.number[0, 0]}", FIRST, {"*": FIRST})
    assert table.events("die_rolled") == []


def test_winged_charge_pushes_nobody_beside_a_source_and_enters_no_full_space() -> None:
    # chapter/winged-charge/lower, R-PUSH-ANY
    table = riders(enemies=("son-of-khyber",), places={"son-of-khyber": "1,0:0123456"}, sources=[31])
    table.state.shrines[0] = 0
    table.state.occupied |= table.map_bits()
    talk = do(table, CHARGE, f"space:{table.board.number[-1, 0]}", FIRST, {"*": FIRST})
    spaces = {int(o.id.partition(":")[2]) for o in talk.asked[1].options if o.id.startswith("space")}
    assert not {0, 31, table.board.number[1, 0]} & spaces
    assert table.board.number[0, 0] in spaces


def test_both_halves_need_their_price_and_the_own_active_turn() -> None:  # chapter/winged-charge/upper, R-LIGHTNING
    # chapter/winged-charge/lower, DF-PAY-11
    poor = riders(crystals=[1, 0], endurance=[0, 0, 1], marker=-10)
    assert (EDGE in offers(poor), CHARGE in offers(poor)) == (True, False)
    theirs = riders(active=1)
    assert not {EDGE, CHARGE} & {*offers(theirs), *at(theirs, 0, Moment("W-INSTANT"))}


def test_everybody_sees_the_waiting_riders_and_their_card() -> None:  # chapter/winged-charge/upper, R-DEPLOY
    table = riders(attached={"holy-riders": GALLOP})
    squad = view(table, 1)["squads"][0]
    assert (squad["deployment"], squad["attached"][0]["card"]) == ("winged-charge", "gallop")
    assert [model["status"] for model in view(table, 1)["models"][:2]] == ["waiting", "waiting"]


def test_a_waiting_squad_does_not_change_its_mode_by_the_banner() -> None:  # chapter/chapter-banner/1, R-CAVALRY
    table = riders()
    talk = do(table, "banner:1")
    assert (talk.kinds(), table.state.modes) == ([], [0, 1, 0])


# Gallop, the setup Enhancement


def moving(table: TestTable, *answers: Any) -> Any:
    move = MoveAction(0, tuple(table.roster.squads[0].models))
    return play(carry_out(table, move), *answers)


def test_haste_doubles_mov_for_one_move_action() -> None:  # chapter/gallop/upper, R-ATTR-ORDER, R-DURATION
    table = deployed(attached={"holy-riders": GALLOP})
    attributes.last(table, Effect("mov+", table.model("holy-riders"), 1, "turn", "test"))
    haste = use(table, "holy-riders", "gallop", "upper")
    talk = moving(table, haste, "pass", model_option(table, "holy-riders"), "back", "done")
    assert attributes.value(table, table.model("holy-riders"), "mov") == 2 + 1
    assert charges(table, "holy-riders") == [2]
    reached = {int(o.id.partition(":")[2]) for o in talk.asked[3].options if o.id.startswith("space")}
    assert max(table.board.distance[18][space] for space in reached) == 3  # the board is no wider
    assert table.board.number[3, 0] in reached


def test_haste_is_for_moves_by_mov_of_its_own_squad_in_its_own_turn() -> None:  # chapter/gallop/upper, R-LIGHTNING
    table = deployed(attached={"holy-riders": GALLOP})
    haste = use(table, "holy-riders", "gallop", "upper")
    own = tuple(table.roster.squads[0].models)
    assert haste in at(table, 0, Moment("W-MOVE", move=MoveAction(0, own)))
    assert haste not in at(table, 0, Moment("W-MOVE", move=MoveAction(0, own, reach=4)))
    assert haste not in at(table, 0, Moment("W-MOVE", move=MoveAction(0, (table.model("pilgrim"),))))
    assert haste not in offers(table)
    table.state.active = 1
    assert at(table, 0, Moment("W-MOVE", move=MoveAction(1, own))) == []


def test_haste_is_used_once_for_a_move_and_costs_a_charge() -> None:  # chapter/gallop/upper, R-NO-LIMIT
    table = deployed(attached={"holy-riders": [Attached("gallop", 1)]})
    moment = Moment("W-MOVE", move=MoveAction(0, tuple(table.roster.squads[0].models)))
    assert at(table, 0, moment) == [use(table, "holy-riders", "gallop", "upper")]
    table.state.attached[0] = (Attached("gallop", 0),)
    assert at(table, 0, moment) == []
    talk = moving(deployed(attached={"holy-riders": [Attached("gallop", 2)]}), FIRST, {"*": "done"})
    assert talk.kinds().count("window") == 1


def test_gallop_pushes_any_base_but_none_beside_a_source_and_ends_nowhere_near() -> None:
    # chapter/gallop/lower, R-PUSH-ANY, R-NO-PUSH
    table = deployed(
        enemies=("son-of-khyber", "gorehound"), attached={"holy-riders": GALLOP}, sources=[31],
        places={"son-of-khyber": "1,0:0123456", "gorehound": "-1,0:01"},
    )  # fmt: skip
    gallop, rider = use(table, "holy-riders", "gallop", "lower"), model_option(table, "holy-riders")
    space, spot = f"space:{table.board.number[-1, 0]}", f"fp:{footprint('T37', '-1,0:01')}"
    talk = moving(table, gallop, "pass", rider, space, spot, "done", {"push_hexes": FIRST})
    asked = next(decision for decision in talk.asked if decision.kind == "move_space")
    ends = [option.id for option in asked.options]
    assert space in ends
    assert f"space:{table.board.number[1, 0]}" not in ends  # the Son stands beside the Source
    assert f"space:{table.board.number[2, -1]}" in ends
    assert [event["model"] for event in table.events("model_pushed")] == [table.model("gorehound")]
    assert charges(table, "holy-riders") == [1]


def test_without_gallop_an_equal_base_is_not_pushed() -> None:  # chapter/gallop/lower, DF-PUSH-03
    table = deployed(enemies=("gorehound",), places={"gorehound": "-1,0:01"})
    talk = moving(
        table, model_option(table, "holy-riders"), f"space:{table.board.number[-1, 0]}", "back", "back", "done"
    )
    hexes = next(decision for decision in talk.asked if decision.kind == "move_hexes")
    assert f"fp:{footprint('T37', '-1,0:01')}" not in [option.id for option in hexes.options]


def test_no_rider_ends_a_gallop_beside_a_source() -> None:  # chapter/gallop/lower, R-PUSH-ANY
    table = deployed(attached={"holy-riders": GALLOP}, sources=[31])
    gallop, rider = use(table, "holy-riders", "gallop", "lower"), model_option(table, "holy-riders")
    talk = moving(table, gallop, "pass", rider, f"space:{table.board.number[1, 0]}", "back", "back", "done")
    hexes = next(decision for decision in talk.asked if decision.kind == "move_hexes")
    spots = [int(option.id[3:]) for option in hexes.options if option.id.startswith("fp")]
    assert spots
    assert not any(table.board.footprint_bits[spot] & table.board.space_touch[31] for spot in spots)


def test_a_rider_boxed_in_may_still_announce_a_move_for_the_sake_of_gallop() -> None:
    # chapter/gallop/lower, DF-ACTIVE-07
    table = riders(
        enemies=("gorehound", "son-of-khyber"), attached={"holy-riders": [Attached("gallop", 2)]},
        places={"holy-riders": "0,0:01", "gorehound": "0,0:23"}, activation=Activation(0),
    )  # fmt: skip
    table.state.sources = list(table.board.neighbours[table.board.number[0, 0]])
    table.state.occupied |= table.map_bits() | sum(
        table.board.footprint_bits[footprint("T37", f"0,0:{h}")] for h in "456"
    )
    assert "move" in [option.id for option in free_options(table, 0)]
    table.state.attached[0] = ()
    assert "move" not in [option.id for option in free_options(table, 0)]


def test_both_halves_of_gallop_may_serve_one_move() -> None:  # chapter/gallop/upper, chapter/gallop/lower, R-NO-LIMIT
    table = deployed(attached={"holy-riders": GALLOP})
    gallop, haste = (use(table, "holy-riders", "gallop", place) for place in ("lower", "upper"))
    moving(table, gallop, haste, "done")
    assert charges(table, "holy-riders") == [0]


# Trample


def test_inspire_adds_one_for_each_chapter_model_in_contact() -> None:  # chapter/trample/upper, R-ATTR-ORDER
    table = deployed(hand=["trample"], places={"bloodsmith": "0,0:2", "pilgrim": "0,0:6"}, rolls=[0, 0], active=1)
    rider = table.model("holy-riders")
    fight(table, "bloodsmith", "holy-riders", "play:trample:upper")
    assert table.events("initiative_compared")[0]["first"] == rider  # 2 + 2 against 2 of the Active player
    assert table.events("attack_made")[0]["power"] == 2 + 2
    assert attributes.value(table, rider, "att") == 2
    assert table.state.crystals[0] == 4


def test_inspire_needs_a_friend_in_contact_and_a_combat() -> None:  # chapter/trample/upper, R-PARTIAL, R-INTERRUPT
    table = deployed(hand=["trample"], places={"holy-riders/1": "-2,0:01", "bloodsmith": "0,0:2"})
    pair = Fight(table.model("bloodsmith"), table.model("holy-riders"))
    assert at(table, 0, Moment("W-BEFORE-INI", fight=pair)) == []
    together = deployed(hand=["trample"], places={"bloodsmith": "0,0:2"})
    assert at(together, 0, Moment("W-BEFORE-INI", fight=pair)) == ["play:trample:upper"]
    assert at(together, 0, Moment("W-BEFORE-ATT", fight=pair)) == []
    assert "play:trample:upper" not in offers(together)


def test_inspire_helps_the_backstabber_and_nobody_who_is_backstabbed() -> None:  # chapter/trample/upper, R-BACKSTAB
    table = deployed(hand=["trample"], places={"bloodsmith": "0,0:2"}, rolls=[0, 0])
    rider, smith = table.model("holy-riders"), table.model("bloodsmith")
    against = Fight(smith, rider, "backstab", smith, rider)
    assert at(table, 0, Moment("W-BACKSTAB", fight=against)) == []
    play(backstab(table, rider, smith), "play:trample:upper", CALM)
    assert table.events("attack_made")[0]["power"] == 2 + 1


@pytest.mark.parametrize(("face", "hit"), [(4, True), (2, False)])
def test_trample_checks_one_enemy_in_a_space_ridden_through(face: int, hit: bool) -> None:
    # chapter/trample/lower, R-ENTER, R-CHECK
    table = deployed(hand=["trample"], places={"bloodsmith": "1,0:0", "bloodsmith/1": "2,0:1"}, rolls=[yellow(face)])
    rider, smith = table.model("holy-riders"), table.model("bloodsmith")
    goal, through = table.board.number[2, 0], table.board.number[1, 0]
    do(
        table, "play:trample:lower", f"model:{rider}", f"space:{goal}", FIRST, f"space:{through}", f"space:{goal}",
        {**CALM, "push_hexes": FIRST},
    )  # fmt: skip
    assert table.events("hits_checked")[0]["targets"] == (smith,)  # not the one in the last Space
    assert endurance(table, "bloodsmith") == (0 if hit else 1)
    assert table.state.crystals[0] == 4


def test_trample_lets_the_rider_choose_its_way_round() -> None:  # chapter/trample/lower, R-ENTER
    table = deployed(hand=["trample"], places={"bloodsmith": "1,0:0"})
    rider, goal = table.model("holy-riders"), table.board.number[1, 1]
    do(
        table,
        "play:trample:lower",
        f"model:{rider}",
        f"space:{goal}",
        FIRST,
        f"space:{table.board.number[0, 1]}",
        FIRST,
    )
    assert table.space(rider) == goal
    assert table.events("hits_checked") == []


def test_trample_counts_neither_the_first_nor_the_last_space() -> None:  # chapter/trample/lower, R-ENTER
    table = deployed(hand=["trample"], places={"bloodsmith": "0,0:2", "bloodsmith/1": "1,0:0"})
    goal = f"space:{table.board.number[1, 0]}"
    do(table, "play:trample:lower", model_option(table, "holy-riders"), goal, FIRST, {"push_hexes": FIRST})
    assert table.events("hits_checked") == []


def test_trample_needs_a_rider_on_the_board() -> None:  # chapter/trample/lower, R-BAND
    assert "play:trample:lower" not in offers(riders(hand=["trample"]))
    assert "play:trample:lower" in offers(deployed(hand=["trample"]))


# Dying Breath


def test_combat_of_dying_breath_serves_any_squad() -> None:  # chapter/dying-breath/upper, R-COMBAT
    table = riders(hand=["dying-breath"], places={"pilgrim": "3,0:1"}, rolls=[0, 0])
    do(table, "play:dying-breath:upper", {**CALM, "fighter": FIRST, "target": FIRST})
    assert [event["starter"] for event in table.events("combat_declared")] == [table.model("pilgrim")]
    assert table.state.crystals[0] == 4
    assert "play:dying-breath:upper" not in offers(riders(hand=["dying-breath"]))


@pytest.mark.parametrize(("mode", "power"), [(0, 2 + 2), (1, 3 + 3)])
def test_dying_breath_fights_with_a_bonus_and_an_extra_wound_then_kills_the_rider(mode: int, power: int) -> None:
    # chapter/dying-breath/lower, R-EXTRA, R-KILLED, R-OWN-KILL
    table = deployed(
        hand=["dying-breath"], enemies=("gorehound",), places={"gorehound": "1,0:45"}, rolls=[yellow(3), yellow(0)],
        modes=[mode, 0, 0],
    )  # fmt: skip
    table.state.endurance[table.squad_of("gorehound")] = 4
    rider = table.model("holy-riders")
    do(table, "play:dying-breath:lower", CALM)
    assert table.events("initiative_compared")[0]["first"] == rider
    assert table.events("attack_made")[0]["power"] == power + 3
    assert table.events("model_wounded")[0]["count"] == 2
    assert table.state.places[rider] == DEAD
    assert endurance(table, "holy-riders") == 1
    assert table.state.marker == -1
    assert table.events("model_killed") == [{"model": rider, "seat": 0, "killer": rider, "cause": "effect"}]
    assert table.state.effects == ()


def test_the_bonus_of_dying_breath_counts_for_the_defense_and_for_one_combat() -> None:
    # chapter/dying-breath/lower, R-DURATION
    table = deployed(
        hand=["dying-breath"], enemies=("gorehound",), places={"gorehound": "1,0:45"},
        rolls=[yellow(0), yellow(4), yellow(0), yellow(0)],
    )  # fmt: skip
    do(table, "play:dying-breath:lower", {**CALM, "counterattack": "strike"})
    assert [event["defense"] for event in table.events("attack_compared")] == [1 + 4, 3 + 2]


def test_a_rider_that_dies_in_its_last_combat_is_not_killed_again() -> None:  # chapter/dying-breath/lower, R-KILLED
    table = deployed(
        hand=["dying-breath"], enemies=("gorehound",), places={"gorehound": "1,0:45"}, modes=[0, 0, 0],
        endurance=[0, 1, 1], rolls=[yellow(0), yellow(4), yellow(4), yellow(0)],
    )  # fmt: skip
    attributes.last(table, Effect("att+", table.model("gorehound"), 9, "turn", "test"))
    do(table, "play:dying-breath:lower", {**CALM, "counterattack": "strike"})
    assert [event["cause"] for event in table.events("model_killed")] == ["counterattack"]
    assert table.state.marker == -1


def test_a_cancelled_combat_kills_the_rider_all_the_same() -> None:  # chapter/dying-breath/lower, R-CANCEL
    table = a_field(
        "holy-riders", "pilgrim", enemies=["succubus"], hand=["dying-breath"], enemy_hand=["apparitions"],
        places={"holy-riders": "0,0:01", "succubus": "1,0:4", "pilgrim": "-3,0:0"},
    )  # fmt: skip
    do(table, "play:dying-breath:lower", "play:apparitions:lower", {"*": FIRST})
    assert table.events("die_rolled") == []
    assert table.state.places[table.model("holy-riders")] == DEAD


def test_dying_breath_needs_an_enemy_in_contact_with_a_rider() -> None:  # chapter/dying-breath/lower, R-PARTIAL
    assert "play:dying-breath:lower" not in offers(deployed(hand=["dying-breath"]))
    waiting = riders(hand=["dying-breath"], places={"pilgrim": "3,0:1"})
    assert waiting.state.places[waiting.model("holy-riders")] == WAITING
    assert "play:dying-breath:lower" not in offers(waiting)


def test_inspire_for_a_backstab_before_the_combat_ends_with_that_backstab() -> None:
    # chapter/trample/upper, chapter/overwatch/lower, R-DURATION, R-LIMIT
    table = deployed(
        hand=["trample"], places={"bloodsmith": "0,0:2"}, rolls=[0, 0, 0, 0],
        attached={"holy-riders": [Attached("overwatch", 1)]},
    )  # fmt: skip
    watch = use(table, "holy-riders", "overwatch", "lower")
    fight(table, "holy-riders", "bloodsmith", watch, "play:trample:upper")
    assert [event["power"] for event in table.events("attack_made")] == [2 + 1, 2]
