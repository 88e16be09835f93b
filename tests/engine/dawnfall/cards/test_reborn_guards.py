"""Cards of the Treemaids and the Ancient Guards, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers, pushing
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.moments import Death, Fight, Moment
from matches.engine.dawnfall.state import DEAD, Attached, Marker
from matches.engine.dawnfall.thickets import SUPPLY
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import kill
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import reborn, thickets_of
from tests.engine.dawnfall.cards.test_reborn_woods import EVERYWHERE
from tests.engine.dawnfall.fielding import CALM, at, charges, do, endurance, fight, model_option, offers, use
from tests.engine.dawnfall.moving import check_ground, ends, stands, to, to_hexes, to_space

GUARD, MAID, BEAST = "ancient-guard", "treemaid", "warbeast"


def maids(*squads: str, **values: Any) -> TestTable:
    """Two Treemaids, one of them beside a Pilgrim."""
    places = {MAID: "0,0:0", f"{MAID}/1": "-3,0:0", "pilgrim": "0,0:1", **values.pop("places", {})}
    return reborn(MAID, *squads, places=places, **values)


def guards(*squads: str, **values: Any) -> TestTable:
    """Two Ancient Guards, one of them beside a Pilgrim."""
    places = {GUARD: "0,0:01", f"{GUARD}/1": "-3,0:01", "pilgrim": "0,0:2", **values.pop("places", {})}
    return reborn(GUARD, *squads, places=places, **values)


# Animate Woods


@pytest.mark.parametrize("active", [0, 1])
def test_dodge_takes_a_model_of_the_carrier_out_of_its_combat(active: int) -> None:
    # reborn/animate-woods/upper, R-DECLARED, R-CANCEL, R-CARRIER
    table = maids("wyrm", attached={MAID: [Attached("animate-woods", 2)]}, active=active, places={"wyrm": "0,0:2"})
    pair = (MAID, "pilgrim") if active == 0 else ("pilgrim", MAID)
    dodge = use(table, MAID, "animate-woods", "upper")
    fight(table, *pair, dodge, *to(table, "-1,0:0"))
    assert stands(table, MAID) == "-1,0:0"
    assert table.events("combat_cancelled")
    assert charges(table, MAID) == [1]
    other = Moment("W-COMBAT", step="cancel", fight=fighting(table, "wyrm", "pilgrim"))
    assert at(table, 0, other) == []


def fighting(table: TestTable, one: str, other: str) -> Fight:
    return Fight(table.model(one), table.model(other))


def test_a_backstab_is_dodged_too_but_not_by_a_blocked_model() -> None:  # reborn/animate-woods/upper, R-BLOCKED
    table = maids(attached={MAID: [Attached("animate-woods", 2)]}, active=1)
    moment = Moment("W-COMBAT", step="cancel", fight=fighting(table, "pilgrim", MAID))
    assert at(table, 0, moment) == [use(table, MAID, "animate-woods", "upper")]
    before = table.state.copy()
    markers.put(table, table.model(MAID), "trap", 1)
    assert at(table, 0, moment) == []
    table.state.become(before)
    dodge = use(table, MAID, "animate-woods", "upper")
    play(backstab(table, table.model("pilgrim"), table.model(MAID)), dodge, FIRST, FIRST, CALM)
    assert table.events("die_rolled") == []


def test_animate_woods_trades_treemaids_for_thickets() -> None:  # reborn/animate-woods/lower, R-SWITCH
    table = maids(attached={MAID: [Attached("animate-woods", 2)]}, thickets=["2,0:3", "0,2:1", "-1,-1:0"])
    lower = use(table, MAID, "animate-woods", "lower")
    talk = do(
        table, lower, model_option(table, MAID), to_hexes(table, "2,0:3"),
        model_option(table, f"{MAID}/1"), to_hexes(table, "0,2:1"),
    )  # fmt: skip
    assert (stands(table, MAID), stands(table, f"{MAID}/1")) == ("2,0:3", "0,2:1")
    assert thickets_of(table) == {"0,0:0", "-3,0:0", "-1,-1:0"}
    assert [len(options) for options in talk.options("thicket")] == [4, 2]
    assert charges(table, MAID) == [1]
    assert lower not in offers(table)
    check_ground(table)


def test_animate_woods_may_stop_and_needs_a_free_treemaid_and_a_thicket() -> None:
    # reborn/animate-woods/lower, R-BLOCKED, reborn/vines
    table = maids(attached={MAID: [Attached("animate-woods", 2)]}, thickets=["2,0:3", "0,2:1"])
    do(
        table,
        use(table, MAID, "animate-woods", "lower"),
        model_option(table, MAID),
        to_hexes(table, "2,0:3"),
        "No more",
    )
    assert thickets_of(table) == {"0,0:0", "0,2:1"}
    blocked = maids(attached={MAID: [Attached("animate-woods", 2)]}, thickets=["2,0:3"])
    for name in (MAID, f"{MAID}/1"):
        markers.put(blocked, blocked.model(name), "trap", 1)
    assert use(blocked, MAID, "animate-woods", "lower") not in offers(blocked)
    bare = maids(GUARD, attached={MAID: [Attached("animate-woods", 2)]}, places={GUARD: "0,0:34"})
    markers.put_on_squad(bare, bare.squad_of(GUARD), "vines", 0)
    assert use(bare, MAID, "animate-woods", "lower") not in offers(bare)


# Allure


def test_allure_moves_an_enemy_beside_a_treemaid() -> None:  # reborn/allure/lower, R-FORCED-MOVE
    table = maids(hand=["allure"], places={"pilgrim/1": "0,0:2"})
    talk = do(table, "play:allure:lower", model_option(table, "pilgrim"), *to(table, "0,2:1"))
    assert stands(table, "pilgrim") == "0,2:1"
    assert talk.asked[-1].seat == 0
    assert table.state.crystals[0] == 4
    assert len(table.events("model_moved")) == 1


def test_allure_does_not_move_the_paralysed_or_the_distant() -> (
    None
):  # reborn/allure/lower, reborn/paralysis, R-NO-MOVE
    table = maids(hand=["allure"])
    assert "play:allure:lower" in offers(table)
    markers.put(table, table.model("pilgrim"), "paralysis", 0)
    assert "play:allure:lower" not in offers(table)
    assert "play:allure:lower" not in offers(maids(hand=["allure"], places={"pilgrim": "1,0:1"}))


# Lycanthropy


def slain(**values: Any) -> TestTable:
    """A Pilgrim near a Treemaid; one Warbeast is dead."""
    table = maids(BEAST, hand=["lycanthropy"], places={"pilgrim": "1,0:1", f"{BEAST}/1": "-3,1:012"}, **values)
    table.state.places[table.model(BEAST)] = DEAD
    table.state.endurance[table.squad_of(BEAST)] = 0
    return table


def test_lycanthropy_returns_a_warbeast_where_an_enemy_was_killed() -> None:
    # reborn/lycanthropy/lower, R-RETURN, R-SACRIFICE, R-LIGHTNING
    table = slain(active=1)
    play(
        kill(table, Death(table.model("pilgrim"), 0)), "play:lycanthropy:lower", to_hexes(table, "1,0:012"),
        model_option(table, MAID), {"pay": "crystals"},
    )  # fmt: skip
    assert stands(table, BEAST) == "1,0:012"
    assert table.state.places[table.model(MAID)] == DEAD
    assert endurance(table, BEAST) == 1
    assert table.state.marker == 1
    assert table.state.crystals[0] == 4
    check_ground(table)


def test_lycanthropy_covers_the_hexes_of_the_dead_and_the_treemaid_may_be_spared() -> None:  # reborn/lycanthropy/lower
    table = slain()
    talk = play(
        kill(table, Death(table.model("pilgrim"), 0)), "play:lycanthropy:lower", FIRST, "Spare them",
        {"pay": "crystals"},
    )  # fmt: skip
    hexes = next(decision for decision in talk.asked if decision.kind == "move_hexes").options
    assert {tuple(option.data["hexes"]) for option in hexes} == {(0, 1, 2), (0, 1, 6)}
    assert table.on_board(table.model(MAID))
    assert endurance(table, BEAST) == 0


def test_lycanthropy_needs_range_a_dead_warbeast_and_room() -> None:  # reborn/lycanthropy/lower, R-RANGE, R-PARTIAL
    table = slain()
    pilgrim = table.model("pilgrim")
    moment = Moment("W-KILLED", death=Death(pilgrim, 0, bits=table.bits(pilgrim)))
    table.lift(pilgrim, DEAD)
    assert at(table, 0, moment) == ["play:lycanthropy:lower"]
    before = table.state.copy()
    table.put(table.model("pilgrim/1"), footprint("T37", "1,0:0"))
    assert at(table, 0, moment) == []
    table.state.become(before)
    table.put(table.model(MAID), footprint("T37", "-1,0:0"))
    assert at(table, 0, moment) == []
    table.state.become(before)
    table.put(table.model(BEAST), footprint("T37", "3,-3:012"))
    assert at(table, 0, moment) == []
    own = Moment("W-KILLED", death=Death(table.model(BEAST), 1, bits=moment.death.bits if moment.death else 0))
    table.state.become(before)
    assert at(table, 0, own) == []


# Sowing


def test_sowing_plants_a_thicket_for_each_crystal_near_treemaids() -> None:  # reborn/sowing/lower, R-COST-X, R-RANGE
    table = maids(hand=["sowing"])
    talk = do(table, "play:sowing:lower", "number:2", *to(table, "1,0:3"), *to(table, "-2,0:3"))
    assert thickets_of(table) == {"1,0:3", "-2,0:3"}
    assert table.state.crystals[0] == 3
    spaces = {option.id for option in next(d for d in talk.asked if d.kind == "space").options}
    assert to_space(table, "-3,1:0") in spaces
    assert to_space(table, "2,0:0") not in spaces


def test_sowing_is_limited_by_the_supply() -> None:  # reborn/sowing/lower, R-SUPPLY
    table = maids(hand=["sowing"], thickets=[place for place in EVERYWHERE if place != "-3,0:0"][: SUPPLY - 2])
    talk = do(table, "play:sowing:lower", "back")
    assert talk.options("number") == [["1", "2", "Back"]]
    assert table.state.hands[0] == ("sowing",)
    full = maids(hand=["sowing"], thickets=[place for place in EVERYWHERE if place != "-3,0:0"][:SUPPLY])
    assert "play:sowing:lower" not in offers(full)


# Vanishing


def test_attached_backstab_lets_each_guard_strike_once_a_turn() -> None:  # reborn/vanishing/upper, R-BACKSTAB, R-LIMIT
    table = guards(attached={GUARD: [Attached("vanishing", 2)]}, rolls=[0, 0], places={"pilgrim/1": "0,0:6"})
    upper = use(table, GUARD, "vanishing", "upper")
    talk = do(table, upper, f"target:{table.model('pilgrim/1')}", CALM)
    assert [event["target"] for event in table.events("backstab_declared")] == [table.model("pilgrim/1")]
    assert "counterattack" not in talk.kinds()
    assert charges(table, GUARD) == [1]
    assert upper not in offers(table)


def test_vanishing_protects_each_guard_beside_the_woods() -> None:
    # reborn/vanishing/lower, R-NO-PUSH, R-INSTANT-PASSIVE, R-THORNHEART
    table = guards(attached={GUARD: [Attached("vanishing", 3)]}, thickets=["0,0:6"])
    guard, other = table.model(GUARD), table.model(f"{GUARD}/1")
    assert attributes.value(table, guard, "defense") == 3
    do(table, use(table, GUARD, "vanishing", "lower"))
    table.state.active = 1
    assert attributes.value(table, guard, "defense") == 3 + 3
    assert not pushing.can_be_pushed(table, 1, guard)
    assert attributes.value(table, other, "defense") == 3
    assert pushing.can_be_pushed(table, 1, other)
    assert charges(table, GUARD) == [0]
    table.state.overgrown.append(table.board.number[-2, 0])
    assert table.touch(other) & table.board.space_bits[table.board.number[-2, 0]]
    assert attributes.value(table, other, "defense") == 3 + 3
    assert not pushing.can_be_pushed(table, 1, other)


def test_vanishing_is_switched_on_in_the_own_turn_only() -> None:  # reborn/vanishing/lower, R-LIGHTNING
    table = guards(attached={GUARD: [Attached("vanishing", 3)]}, active=1)
    assert at(table, 0, Moment("W-INSTANT")) == []
    table.state.active = 0
    assert use(table, GUARD, "vanishing", "lower") in offers(table)


# Poisonous Vines


def test_backstab_serves_one_squad_of_the_players_choice() -> None:  # reborn/poisonous-vines/upper, R-BACKSTAB
    table = guards("wyrm", hand=["poisonous-vines"], rolls=[0, 0], places={"wyrm": "0,0:3"})
    talk = do(table, "play:poisonous-vines:upper", "Wyrm", f"target:{table.model('pilgrim')}", CALM)
    assert talk.options("squad") == [["Ancient Guard", "Wyrm", "Back"]]
    assert [event["model"] for event in table.events("backstab_declared")] == [table.model("wyrm")]
    assert table.state.crystals[0] == 4
    apart = guards(hand=["poisonous-vines"], places={"pilgrim": "2,0:0"})
    assert "play:poisonous-vines:upper" not in offers(apart)


def test_vines_make_guards_thickets_for_the_contact_of_others() -> None:
    # reborn/poisonous-vines/lower, reborn/vines, R-START-PASSIVE
    hand = ["poisonous-vines", "empowering", "seed", "crawling-jungle"]
    table = guards("wyrm", hand=hand, places={"wyrm": "2,-1:3"}, endurance=[1, 0, 3, 2])
    guard = table.squad_of(GUARD)
    assert "play:empowering:upper" not in offers(table)
    do(table, "play:poisonous-vines:lower")
    assert table.state.squad_markers[guard] == (Marker("vines", 0),)
    found = offers(table)
    assert "play:empowering:upper" not in found
    assert "play:seed:upper" in found
    table.put(table.model("wyrm"), footprint("T37", "0,0:6"))
    talk = do(table, "play:empowering:upper")
    assert "squad" not in talk.kinds()
    assert (endurance(table, "wyrm"), endurance(table, GUARD)) == (1, 1)
    assert "play:crawling-jungle:lower" not in offers(table)
    do(table, "play:crawling-jungle:upper", *to(table, "-3,0:2"))
    assert stands(table, "wyrm") == "-3,0:2"
    table.state.active = 1
    play(open_window(table, Moment("W-PASSIVE-START")))
    assert table.state.squad_markers[guard]
    table.state.active = 0
    play(open_window(table, Moment("W-PASSIVE-START")))
    assert table.state.squad_markers[guard] == ()


def test_guards_take_nothing_from_their_own_vines_and_bear_one_token() -> None:  # reborn/vines, R-STACK
    table = guards(hand=["poisonous-vines", "poisonous-vines", "rooted"], places={f"{GUARD}/1": "0,0:34"})
    table.state.endurance[0] = 1
    do(table, "play:poisonous-vines:lower")
    assert table.touching(table.model(GUARD), table.model(f"{GUARD}/1"))
    found = offers(table)
    assert "play:rooted:upper" not in found
    assert "play:poisonous-vines:lower" not in found


# Rooted


def test_rooted_blocks_a_model_while_the_contact_lasts() -> None:
    # reborn/rooted/lower, reborn/rooted, R-BLOCKED, R-CONTACT-TOKEN, R-NO-PUSH
    table = guards(hand=["rooted", "rooted"])
    guard, pilgrim = table.model(GUARD), table.model("pilgrim")
    do(table, "play:rooted:lower")
    assert table.state.markers[pilgrim] == (Marker("rooted", 0, guard),)
    assert table.state.crystals[0] == 4
    assert ends(table, "pilgrim", seat=1) == set()
    assert not pushing.can_be_pushed(table, 1, guard)
    assert pushing.can_be_pushed(table, 1, table.model(f"{GUARD}/1"))
    assert "play:rooted:lower" not in offers(table)
    table.put(guard, footprint("T37", "2,0:01"))
    markers.sweep(table)
    assert table.state.markers[pilgrim] == ()
    assert pushing.can_be_pushed(table, 1, guard)


def test_rooted_holds_own_models_too_and_another_guard_does_not_keep_it() -> None:  # reborn/rooted/lower, R-TARGET
    table = guards("wyrm", hand=["rooted"], places={"wyrm": "0,0:6", f"{GUARD}/1": "1,0:45"})
    do(table, "play:rooted:lower", model_option(table, GUARD), model_option(table, "wyrm"))
    assert attributes.has(table, table.model("wyrm"), "blocked")
    table.put(table.model("wyrm"), footprint("T37", "1,0:0"))
    assert table.touching(table.model("wyrm"), table.model(f"{GUARD}/1"))
    markers.sweep(table)
    assert table.state.markers[table.model("wyrm")] == ()


def test_a_rooted_model_still_fights() -> None:  # reborn/rooted, R-BLOCKED
    table = guards(rolls=[yellow(0), yellow(0)])
    markers.put(table, table.model("pilgrim"), "rooted", 0, table.model(GUARD))
    fight(table, "pilgrim", GUARD)
    assert len(table.events("attack_made")) == 1
