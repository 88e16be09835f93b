"""Cards of the Wyrms, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine import DAWNFALL
from matches.engine.dawnfall import turns
from matches.engine.dawnfall.state import DEAD, Attached
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import reborn
from tests.engine.dawnfall.fielding import CALM, charges, do, endurance, fight, offers, use
from tests.engine.dawnfall.moving import check_ground, stands, to, to_hexes, to_space


def wyrms(**values: Any) -> TestTable:
    places = {"wyrm": "0,0:0", "wyrm/1": "-3,0:0", "pilgrim": "0,0:1", **values.pop("places", {})}
    return reborn("wyrm", places=places, **values)


def test_attached_defense_of_burrow_serves_the_carrier() -> None:  # reborn/burrow/upper, R-ROLL-BONUS, R-LIMIT
    table = wyrms(attached={"wyrm": [Attached("burrow", 2)]}, rolls=[yellow(4), yellow(1)] * 2, active=1)
    table.state.modes[0] = 1
    fight(table, "pilgrim", "wyrm", use(table, "wyrm", "burrow", "upper"))
    assert table.events("attack_compared")[0]["defense"] == 6 + 1 + 2
    assert charges(table, "wyrm") == [1]


def test_burrow_fights_and_then_burrows_the_whole_squad() -> None:  # reborn/burrow/lower, R-CHANGE-MODE, R-DASH
    table = wyrms(attached={"wyrm": [Attached("burrow", 2)]}, rolls=[0, 0])
    lower = use(table, "wyrm", "burrow", "lower")
    do(table, lower, CALM)
    assert len(table.events("combat_declared")) == 1
    assert table.mode(table.roster.squads[0]).name == "Burrowed"
    assert charges(table, "wyrm") == [1]
    table.state.used = {}
    assert lower not in offers(table)


def test_burrow_hides_the_squad_even_if_the_wyrm_died_or_the_enemy_dodged() -> None:  # reborn/burrow/lower, R-CANCEL
    table = wyrms(attached={"wyrm": [Attached("burrow", 1)]}, rolls=[yellow(0), yellow(4), yellow(4), yellow(0)])
    table.state.endurance[0] = 0
    do(table, use(table, "wyrm", "burrow", "lower"), {**CALM, "counterattack": "strike"})
    assert table.state.places[table.model("wyrm")] == DEAD
    assert table.mode(table.roster.squads[0]).name == "Burrowed"
    dodged = wyrms(attached={"wyrm": [Attached("burrow", 2)]})
    dodged.state.hands[1] = ("leap",)
    do(dodged, use(dodged, "wyrm", "burrow", "lower"), "play:leap:upper", FIRST, FIRST, CALM)
    assert dodged.mode(dodged.roster.squads[0]).name == "Burrowed"


def test_dragging_puts_an_enemy_beside_the_wyrm() -> None:  # reborn/dragging/lower, R-PULL
    table = wyrms(hand=["dragging"], places={"pilgrim": "2,0:0", "holy-knight": "3,-1:01"})
    talk = do(table, "play:dragging:lower", to_hexes(table, "0,0:3"))
    assert stands(table, "pilgrim") == "0,0:3"
    assert "model" not in talk.kinds()
    assert table.state.crystals[0] == 4
    table.state.hands[0] = ("dragging",)
    table.put(table.model("pilgrim"), footprint("T37", "3,0:0"))
    assert "play:dragging:lower" not in offers(table)


def test_a_dragged_model_may_push_smaller_ones() -> None:  # reborn/dragging/lower, R-CARD-PUSH
    table = wyrms(hand=["dragging"], places={"pilgrim": "0,0:1", "holy-knight": "2,0:01", "wyrm/1": "3,-3:0"})
    knight = table.model("holy-knight")
    do(table, "play:dragging:lower", f"model:{knight}", to_hexes(table, "0,0:12"), FIRST)
    assert stands(table, "holy-knight") == "0,0:12"
    assert len(table.events("model_pushed")) == 1
    check_ground(table)


# Underground Strike


def test_underground_strike_waits_for_the_end_of_a_later_reborn_turn() -> None:
    # reborn/underground-strike/lower, reborn/strike, R-OCCUPY, R-CHECK, R-DEALS
    table = wyrms(hand=["underground-strike"], places={"pilgrim": "2,0:0"}, rolls=[yellow(4)], endurance=[1, 3, 2])
    talk = do(table, "play:underground-strike:lower", *to(table, "2,0:1"))
    assert to_space(table, "3,0:0") not in {option.id for option in talk.asked[-2].options}
    assert table.state.crystals[0] == 4
    assert not table.state.occupied & 1 << table.state.hex_tokens[0].hex
    assert play(turns.end_active_turn(table)).asked == []
    table.put(table.model("wyrm"), footprint("T37", "2,0:1"))
    table.state.stage, table.state.turn, table.state.active = "free", 2, 1
    assert play(turns.end_active_turn(table)).asked == []
    table.state.stage, table.state.turn, table.state.active = "free", 3, 0
    play(turns.end_active_turn(table), "strike:0", {**CALM, "wound_order": FIRST})
    assert table.state.hex_tokens == ()
    assert (endurance(table, "pilgrim"), endurance(table, "wyrm")) == (2, 0)
    assert {event["dealer"] for event in table.events("model_wounded")} == {-1}


def test_strikes_may_be_left_and_are_set_off_one_by_one() -> None:  # reborn/strike, R-OPTIONAL
    table = wyrms(hand=["underground-strike"] * 2, places={"pilgrim": "2,0:0"}, rolls=[0], endurance=[1, 3, 2])
    for place in ("2,0:1", "2,0:2"):
        do(table, "play:underground-strike:lower", *to(table, place))
    table.state.turn = 3
    play(turns.end_active_turn(table), "strike:1", "Leave them", CALM)
    assert [token.hex % 7 for token in table.state.hex_tokens] == [1]
    assert endurance(table, "pilgrim") == 3


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_strike_is_seen_by_all(seat: int | None) -> None:  # reborn/strike, Q-09
    table = wyrms(hand=["underground-strike"], places={"pilgrim": "2,0:0"})
    do(table, "play:underground-strike:lower", *to(table, "2,0:1"))
    token = DAWNFALL.view(table, seat)["hex_tokens"][0]
    assert (token["kind"], token["seat"], token["space"], token["hex"]) == ("strike", 0, (2, 0), 1)
