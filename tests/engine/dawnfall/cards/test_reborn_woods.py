"""Thickets and Thornheart Woods, and the halves of the Reborn that live on them."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine import DAWNFALL
from matches.engine.dawnfall import markers, placing, shooting
from matches.engine.dawnfall.board import board, hex_of, hexes_of
from matches.engine.dawnfall.cards.reborn_woods import shrines, woods
from matches.engine.dawnfall.deploying import closed_hexes
from matches.engine.dawnfall.moments import Death, Moment
from matches.engine.dawnfall.state import DEAD, Attached, State
from matches.engine.dawnfall.thickets import SUPPLY, move, put, remove
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import kill
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play
from tests.engine.dawnfall.cards.armies import reborn, thickets_of
from tests.engine.dawnfall.fielding import at, charges, do, endurance, offers, use
from tests.engine.dawnfall.moving import check_ground, ends, stands, to, to_hexes, to_space

EVERYWHERE = tuple(f"{q},{r}:0" for q, r in board("T37").places if (q, r) not in {(3, 0), (0, 0)})


def bit(place: str) -> int:
    return 1 << hex_of(footprint("T37", place))


def offered_hexes(table: TestTable, card: str) -> set[str]:
    """Every hex that an Instant Sprout could go to."""
    found = set()
    for hex_number in range(7 * len(table.board.spaces)):
        twin = TestTable(table.setup, table.state.copy(), table.chance)
        fact = table.board.describe_hex(hex_number)
        place = f"{fact['space'][0]},{fact['space'][1]}:{fact['hex']}"
        try:
            do(twin, f"play:{card}:upper", {"space": to_space(table, place), "hex": to_hexes(table, place)})
        except AssertionError:
            continue
        found |= thickets_of(twin) - thickets_of(table)
    return found


# The token


def test_a_thicket_fills_its_hex_for_everybody() -> None:  # reborn/thicket, R-THICKET, R-OCCUPY
    table = reborn("treemaid", "wyrm", places={"treemaid": "0,0:0", "wyrm": "0,0:3"}, thickets=["0,0:1", "1,0:0"])
    check_ground(table)
    assert "0,0:1" not in ends(table, "treemaid")
    assert "1,0:0" not in ends(table, "treemaid")
    assert "1,0:1" in ends(table, "treemaid")
    assert footprint("T37", "1,0:0") not in placing.legal_places(table, 0, table.model("treemaid"), placing.anywhere(
        table, table.model("treemaid")))  # fmt: skip
    assert closed_hexes(table, 1) & bit("1,0:0")


def test_a_base_of_three_hexes_neither_pushes_a_thicket_nor_passes_its_space() -> None:  # reborn/thicket, R-PUSH-ANY
    table = reborn("oracle-of-wrath", places={"oracle-of-wrath": "0,0:012"}, thickets=["1,0:0"])
    assert not any(place.startswith("1,0") for place in ends(table, "oracle-of-wrath"))
    assert not any(place.startswith("1,0") for place in ends(table, "oracle-of-wrath", push_any=True))
    assert any(place.startswith("0,1") for place in ends(table, "oracle-of-wrath"))


def test_pushed_models_find_no_room_on_thickets() -> None:  # reborn/thicket, DF-PUSH-07
    table = reborn("oracle-of-wrath", places={"oracle-of-wrath": "-1,0:012", "pilgrim": "1,0:0"})
    assert "1,0:012" in ends(table, "oracle-of-wrath")
    for number in hexes_of(table.board.footprint_touch[footprint("T37", "1,0:012")]):
        put(table, 0, number)
    assert "1,0:012" not in ends(table, "oracle-of-wrath")


def test_seven_thickets_stop_a_line_of_fire() -> None:  # reborn/thicket, DF-LOS-04
    table = reborn("wyrm", places={"wyrm": "-2,0:0"}, thickets=[f"0,0:{k}" for k in range(6)])
    far = table.board.number[1, 0]
    wyrm = table.model("wyrm")
    assert far in shooting.spaces_in_reach(table, wyrm, None, line_of_fire=True)
    put(table, 0, hex_of(footprint("T37", "0,0:6")))
    assert far not in shooting.spaces_in_reach(table, wyrm, None, line_of_fire=True)


def test_a_thicket_lies_on_an_empty_hex_and_there_are_ten() -> None:  # reborn/thicket, R-SUPPLY
    table = reborn("wyrm", places={"wyrm": "0,0:0"}, thickets=EVERYWHERE[:SUPPLY])
    with pytest.raises(ValueError, match="only ten"):
        put(table, 0, hex_of(footprint("T37", "0,0:3")))
    remove(table, 0, hex_of(footprint("T37", EVERYWHERE[0])))
    with pytest.raises(ValueError, match="empty hex"):
        put(table, 0, hex_of(footprint("T37", "0,0:0")))
    with pytest.raises(ValueError, match="no Thicket"):
        move(table, 0, hex_of(footprint("T37", "0,0:0")), 8)


def test_thickets_and_woods_are_open_to_all_and_survive_saving() -> None:  # reborn/thicket, reborn/overgrow, Q-09
    table = reborn("wyrm", places={"wyrm": "0,0:0"}, thickets=["1,0:3"], overgrown=[board("T37").number[-2, 0]])
    assert State.from_json(table.state.to_json()) == table.state
    for seat in (0, 1, None):
        seen = DAWNFALL.view(table, seat)
        assert seen["thickets"] == [{"space": (1, 0), "hex": 3}]
        assert seen["overgrown"] == [(-2, 0)]


# Sprout


@pytest.mark.parametrize("card", ["seed", "call-of-the-wilds", "lycanthropy"])
def test_sprout_puts_a_thicket_beside_another_or_beside_a_wood(card: str) -> None:
    # reborn/seed/upper, reborn/call-of-the-wilds/upper, reborn/lycanthropy/upper, R-THICKET
    table = reborn("wyrm", hand=[card], places={"wyrm": "0,0:1"}, thickets=["0,0:0"])
    assert offered_hexes(table, card) == {f"0,0:{k}" for k in (2, 3, 4, 5, 6)}
    do(table, f"play:{card}:upper", to_hexes(table, "0,0:3"))
    assert thickets_of(table) == {"0,0:0", "0,0:3"}
    assert table.state.crystals[0] == 4


def test_sprout_needs_something_that_is_on_the_board_already() -> None:  # reborn/seed/upper, R-PARTIAL
    table = reborn("wyrm", hand=["seed"], places={"wyrm": "0,0:1"})
    assert "play:seed:upper" not in offers(table)
    table.state.overgrown.append(table.board.number[1, 0])
    table.state.occupied = table.map_bits() | table.bits(table.model("wyrm"))
    assert "play:seed:upper" in offers(table)
    far = reborn("wyrm", hand=["seed"], places={"wyrm": "0,0:1"})
    far.state.shrines[0] = far.board.number[-2, 0]
    far.state.occupied |= far.board.space_bits[far.state.shrines[0]]
    assert offered_hexes(far, "seed") == {
        f"{fact['space'][0]},{fact['space'][1]}:{fact['hex']}"
        for fact in map(far.board.describe_hex, hexes_of(far.board.space_touch[far.state.shrines[0]]))
    }


def test_the_space_of_a_new_thicket_can_be_chosen_anew_before_its_hex() -> None:  # reborn/seed/upper
    table = reborn("wyrm", hand=["seed"], places={"wyrm": "0,0:1"}, thickets=["-2,0:0", "0,2:0"])
    other, chosen = to_space(table, "-2,0:0"), to(table, "0,2:3")
    talk = do(table, "play:seed:upper", other, "back", *chosen)
    assert [kind for kind in talk.kinds() if kind != "pay"] == ["space", "hex", "space", "hex"]
    assert thickets_of(table) == {"-2,0:0", "0,2:0", "0,2:3"}
    table.state.hands[0] = ("seed",)
    do(table, "play:seed:upper", "Back")
    assert table.state.hands[0] == ("seed",)


def test_sprout_is_over_when_all_thickets_are_on_the_board() -> None:  # reborn/seed/upper, R-SUPPLY
    table = reborn("wyrm", hand=["seed"], places={"wyrm": "0,0:1"}, thickets=EVERYWHERE[:9])
    assert "play:seed:upper" in offers(table)
    put(table, 0, hex_of(footprint("T37", EVERYWHERE[9])))
    assert "play:seed:upper" not in offers(table)


def test_sprout_is_an_instant_of_any_active_turn() -> None:  # reborn/seed/upper, R-LIGHTNING
    table = reborn("wyrm", hand=["seed"], places={"wyrm": "0,0:1"}, thickets=["0,0:0"], active=1)
    assert at(table, 0, Moment("W-INSTANT")) == ["play:seed:upper"]
    play(open_window(table, Moment("W-INSTANT")), "play:seed:upper", to_hexes(table, "0,0:3"), {"pay": "crystals"})
    assert "0,0:3" in thickets_of(table)
    table.state.stage = "passive"
    table.state.hands[0] = ("seed",)
    assert play(open_window(table, Moment("W-INSTANT"))).asked == []


def test_attached_sprout_is_used_as_often_as_it_is_paid() -> None:  # reborn/weakening/upper, R-LIMIT
    attached = {"wyrm": [Attached("weakening", 2)]}
    table = reborn("wyrm", places={"wyrm": "0,0:1"}, thickets=["0,0:0"], attached=attached)
    sprout = use(table, "wyrm", "weakening", "upper")
    for hexes in ("0,0:3", "0,0:4"):
        do(table, sprout, {"hex": to_hexes(table, hexes), "space": to_space(table, hexes)})
    assert thickets_of(table) == {"0,0:0", "0,0:3", "0,0:4"}
    assert charges(table, "wyrm") == [0]
    assert sprout not in offers(table)


# Woodwalk


WOODWALK = ["crawling-jungle", "battering-ram", "wild-charge", "shapeshift"]


@pytest.mark.parametrize("card", WOODWALK)
def test_woodwalk_steps_from_one_thicket_to_another(card: str) -> None:
    # reborn/crawling-jungle/upper, reborn/battering-ram/upper, reborn/wild-charge/upper, reborn/shapeshift/upper
    # R-REPOSITION
    table = reborn("treemaid", hand=[card], places={"treemaid": "0,0:1"}, thickets=["0,0:0", "-3,0:0"])
    talk = do(table, f"play:{card}:upper", to_hexes(table, "-3,0:4"))
    assert stands(table, "treemaid") == "-3,0:4"
    assert {option.id for option in talk.asked[0].options} == {to_hexes(table, f"-3,0:{k}") for k in range(1, 7)}
    assert table.events("model_moved") == []
    assert table.state.crystals[0] == 5


def test_woodwalk_needs_another_thicket_than_the_one_it_leaves() -> None:  # reborn/crawling-jungle/upper, R-PARTIAL
    table = reborn("treemaid", hand=["crawling-jungle"], places={"treemaid": "0,0:1"}, thickets=["0,0:0"])
    assert "play:crawling-jungle:upper" not in offers(table)
    put(table, 0, hex_of(footprint("T37", "0,0:2")))
    assert "play:crawling-jungle:upper" in offers(table)
    table.put(table.model("treemaid"), footprint("T37", "2,0:0"))
    assert "play:crawling-jungle:upper" not in offers(table)


def test_woodwalk_needs_room_and_a_model_that_is_not_blocked() -> None:  # reborn/wild-charge/upper, R-BLOCKED
    places = {"oracle-of-wrath": "0,0:012"}
    table = reborn("oracle-of-wrath", hand=["wild-charge"], places=places, thickets=["0,0:3", "-3,0:0"])
    assert "play:wild-charge:upper" not in offers(table)
    put(table, 0, hex_of(footprint("T37", "-2,0:3")))
    assert "play:wild-charge:upper" in offers(table)
    markers.put(table, table.model("oracle-of-wrath"), "trap", 1)
    assert "play:wild-charge:upper" not in offers(table)


def test_woodwalk_reaches_thornheart_woods() -> None:  # reborn/shapeshift/upper, R-THORNHEART
    sources = [board("T37").number[0, 2]]
    table = reborn("treemaid", hand=["shapeshift"], places={"treemaid": "0,0:1"}, thickets=["0,0:0"], overgrown=sources)
    assert table.board.space_touch[sources[0]] & bit("0,1:2")
    do(table, "play:shapeshift:upper", *to(table, "0,1:2"))
    assert stands(table, "treemaid") == "0,1:2"


# Herbs and Photosynthesis


@pytest.mark.parametrize("card", ["empowering", "sowing", "rooted"])
def test_herbs_restore_a_token_beside_a_thicket(card: str) -> None:
    # reborn/empowering/upper, reborn/sowing/upper, reborn/rooted/upper, R-RESTORE
    places = {"oracle-of-wrath": "0,0:012", "wyrm": "-2,0:0"}
    table = reborn("oracle-of-wrath", "wyrm", hand=[card], places=places, thickets=["0,0:3"], endurance=[2, 0, 3, 2])
    do(table, f"play:{card}:upper")
    assert (endurance(table, "oracle-of-wrath"), endurance(table, "wyrm")) == (3, 0)
    assert table.state.crystals[0] == 4


def test_herbs_need_contact_and_a_lost_token() -> None:  # reborn/empowering/upper, R-RESTORE, R-PARTIAL
    table = reborn("oracle-of-wrath", hand=["empowering"], places={"oracle-of-wrath": "0,0:012"}, thickets=["0,0:3"])
    assert "play:empowering:upper" not in offers(table)
    table.state.endurance[0] = 3
    assert "play:empowering:upper" in offers(table)
    table.put(table.model("oracle-of-wrath"), footprint("T37", "-2,0:012"))
    assert "play:empowering:upper" not in offers(table)


@pytest.mark.parametrize("card", ["dragging", "allure"])
def test_photosynthesis_charges_squads_beside_thickets(card: str) -> None:
    # reborn/dragging/upper, reborn/allure/upper, R-CHARGE, R-CONTACT-SQUAD
    attached = {"wyrm": [Attached("burrow", 0), Attached("blitz", 1)], "treemaid": [Attached("burrow", 1)]}
    places = {"wyrm": "0,0:1", "wyrm/1": "-2,0:0", "treemaid": "2,0:0"}
    table = reborn("wyrm", "treemaid", hand=[card], places=places, attached=attached, thickets=["0,0:0"], active=1)
    assert at(table, 0, Moment("W-INSTANT")) == [f"play:{card}:upper"]
    play(open_window(table, Moment("W-INSTANT")), f"play:{card}:upper", {"pay": "crystals"})
    assert charges(table, "wyrm") == [2, 3]
    assert charges(table, "treemaid") == [1]
    table.state.hands[0] = (card,)
    remove(table, 0, hex_of(footprint("T37", "0,0:0")))
    assert at(table, 0, Moment("W-INSTANT")) == []


# Crawling Jungle and Seed


def test_crawling_jungle_moves_up_to_three_thickets_a_space_each() -> (
    None
):  # reborn/crawling-jungle/lower, R-TOKEN-STEP
    grown = ["0,0:0", "0,0:1", "-3,0:0", "0,3:0"]
    table = reborn("wyrm", hand=["crawling-jungle"], places={"wyrm": "0,0:3"}, thickets=grown)
    talk = do(
        table, "play:crawling-jungle:lower",
        to_hexes(table, "0,0:0"), *to(table, "1,0:0"), to_hexes(table, "0,0:1"), *to(table, "0,0:0"),
        to_hexes(table, "-3,0:0"), *to(table, "-2,0:0"),
    )  # fmt: skip
    assert thickets_of(table) == {"1,0:0", "0,0:0", "-2,0:0", "0,3:0"}
    assert [len(options) for options in talk.options("thicket")] == [5, 4, 3]
    first = [option.id for option in talk.asked[1].options]
    assert to_space(table, "2,0:0") not in first
    check_ground(table)


def test_crawling_jungle_may_stop_early_and_needs_a_thicket_with_room() -> None:  # reborn/crawling-jungle/lower
    table = reborn("wyrm", hand=["crawling-jungle"], places={"wyrm": "0,0:3"}, thickets=["0,0:0", "-3,0:0"])
    do(table, "play:crawling-jungle:lower", to_hexes(table, "0,0:0"), *to(table, "0,0:1"), "No more")
    assert thickets_of(table) == {"0,0:1", "-3,0:0"}
    assert "play:crawling-jungle:lower" not in offers(
        reborn("wyrm", hand=["crawling-jungle"], places={"wyrm": "0,0:3"})
    )


def test_the_first_choice_of_crawling_jungle_can_be_taken_back() -> None:  # reborn/crawling-jungle/lower
    table = reborn("wyrm", hand=["crawling-jungle"], places={"wyrm": "0,0:3"}, thickets=["0,0:0", "-3,0:0"])
    told = len(table.log)
    do(table, "play:crawling-jungle:lower", to_hexes(table, "0,0:0"), "back")
    assert len(table.log) == told
    assert table.state.hands[0] == ("crawling-jungle",)
    assert table.state.crystals[0] == 5


def wooded(**values: Any) -> TestTable:
    """A Pilgrim beside the Shrine of the Reborn and beside an overgrown Source; a Treemaid is dead."""
    places = {"wyrm": "-3,0:0", "pilgrim": "1,0:4", **values.pop("places", {})}
    spaces = board("T37").number
    table = reborn(
        "wyrm", "treemaid", hand=["seed"], places=places, overgrown=[spaces[0, 0]], **values,
    )  # fmt: skip
    table.state.shrines[0] = spaces[1, -1]
    table.state.occupied |= table.board.space_bits[spaces[1, -1]]
    table.state.places[table.model("treemaid")] = DEAD
    return table


def test_seed_puts_a_dead_model_in_the_place_of_an_overgrown_source() -> None:  # reborn/seed/lower, R-RETURN
    table = wooded()
    source = table.board.number[0, 0]
    play(
        kill(table, Death(table.model("pilgrim"), 0)), "play:seed:lower", to_hexes(table, "0,0:2"), {"pay": "crystals"}
    )
    assert stands(table, "treemaid") == "0,0:2"
    assert table.state.overgrown == []
    assert table.state.crystals[0] == 4
    assert table.state.shrines[0] >= 0
    assert source not in woods(table, 0)
    check_ground(table)


def test_seed_may_give_the_shrine_itself() -> None:  # reborn/seed/lower, R-THORNHEART
    table = wooded(places={"pilgrim": "1,0:5"})
    play(
        kill(table, Death(table.model("pilgrim"), 0)),
        "play:seed:lower",
        to_space(table, "1,-1:0"),
        FIRST,
        {"pay": "crystals"},
    )
    assert table.state.shrines[0] == -1
    assert table.space(table.model("treemaid")) == table.board.number[1, -1]
    assert shrines(table, 0) == []
    assert woods(table, 0) == [table.board.number[0, 0]]
    check_ground(table)


def test_seed_is_played_in_the_own_active_turn_only_and_needs_a_dead_model() -> None:  # reborn/seed/lower, R-LIGHTNING
    table = wooded()
    pilgrim = table.model("pilgrim")
    moment = Moment("W-KILLED", death=Death(pilgrim, 0, bits=table.bits(pilgrim)))
    assert at(table, 0, moment) == ["play:seed:lower"]
    assert at(table, 0, Moment("W-KILLED", death=Death(pilgrim, 0, bits=bit("3,0:3")))) == []
    assert at(table, 0, Moment("W-KILLED", death=Death(table.model("wyrm"), 0, bits=bit("1,0:4")))) == []
    table.state.active = 1
    assert at(table, 0, moment) == []
    table.state.active = 0
    table.put(table.model("treemaid"), footprint("T37", "2,0:0"))
    assert at(table, 0, moment) == []


def test_a_death_in_a_passive_turn_cannot_be_used_for_seed() -> None:  # reborn/seed/lower, R-QUIET
    table = wooded(stage="passive")
    assert play(kill(table, Death(table.model("pilgrim"), 0))).asked == []
    assert table.state.overgrown == [table.board.number[0, 0]]
