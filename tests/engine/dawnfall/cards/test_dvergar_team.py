"""The Dvergar with an ally: what is theirs alone leaves the ally's models, Squads and Enhancements out. R-YOUR"""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, turns
from matches.engine.dawnfall.cards.dvergar_scrap import add_scrap, scrap
from matches.engine.dawnfall.moments import Death, Moment, WoundEvent
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.state import Attached
from matches.engine.dawnfall.wounds import kill, wound
from tests.engine.dawnfall.building import FIRST, TestTable, play, yellow
from tests.engine.dawnfall.cards.armies import dvergar
from tests.engine.dawnfall.fielding import CALM, at, charges, do, endurance, offers

ENEMY, ALLY = "bloodsmith", "bloodsmith@1"
CHARGED = {"enkindled": [Attached("junk", 0)], ALLY: [Attached("rage", 0)]}


def allied(**values: Any) -> TestTable:
    """Enkindled and Unbroken of seat 0 in contact with an enemy of seat 1 and with an ally of seat 2."""
    places = {"enkindled": "0,0:0", "unbroken": "0,0:45", ENEMY: "0,0:1", ALLY: "0,0:6", "bloodsmith/1": "3,0:1",
              "bloodsmith@2": "3,-3:0", **values.pop("places", {})}  # fmt: skip
    squads = ("enkindled", "unbroken", "flame-keeper", "avenger")
    table = dvergar(
        *squads, places=places, enemies=["bloodsmith"], sides=("dvergar", "demon", "demon", "demon"), mode="team",
        banner_ready=[True] * 4, **values,
    )  # fmt: skip
    assert [table.roster.seat_of[table.model(name)] for name in (ENEMY, ALLY)] == [1, 2]
    return table


def test_scavengers_charge_no_card_of_the_ally_and_answer_none_of_its_wounds() -> None:
    # dvergar/chain-grab/upper, dvergar/deflect/upper, R-YOUR, R-CHARGE, R-DEALS
    table = allied(hand=["chain-grab"], attached=CHARGED)
    play(wound(table, WoundEvent(table.model(ENEMY), 1, 2, table.model(ALLY))))
    deed = wound(table, WoundEvent(table.model("bloodsmith/1"), 1, 0, table.model("enkindled")))
    assert "slot" not in play(deed, "play:chain-grab:upper", CALM).kinds()
    assert (charges(table, "enkindled"), charges(table, ALLY)) == ([3], [0])
    only_the_allys = allied(hand=["chain-grab"], attached={ALLY: CHARGED[ALLY]})
    play(wound(only_the_allys, WoundEvent(only_the_allys.model(ENEMY), 1, 0, only_the_allys.model("enkindled"))))
    assert only_the_allys.state.hands[0] == ("chain-grab",)


def test_feedback_charges_no_card_of_the_ally_and_answers_none_of_its_deaths() -> None:
    # dvergar/mechanical-shield/upper, R-YOUR, R-CHARGE
    table = allied(hand=["mechanical-shield"], attached=CHARGED, places={"bloodsmith@1/1": "3,-3:1"})
    play(kill(table, Death(table.model("bloodsmith@1/1"), 1)))
    play(kill(table, Death(table.model("unbroken"), 1)), "play:mechanical-shield:upper", CALM)
    assert (charges(table, "enkindled"), charges(table, ALLY)) == ([2], [0])


def test_protection_covers_own_models_only() -> None:  # dvergar/protection/lower, R-YOUR
    table = allied(attached={"unbroken": [Attached("protection", 0, on=True)]})
    unbroken, values = table.model("unbroken"), {}
    for name in ("enkindled", ALLY, ENEMY):
        assert name == ENEMY or table.touching(unbroken, table.model(name))
        values[name] = attributes.value(table, table.model(name), "defense")
    assert values == {"enkindled": 2 + 2, ALLY: 1, ENEMY: 1}


@pytest.mark.parametrize("card", ["mechanism", "reclaimed-crystals", "detonation"])
def test_junk_engine_and_detonation_answer_own_losses_only(card: str) -> None:
    # dvergar/mechanism/upper, dvergar/reclaimed-crystals/upper, dvergar/detonation/lower, R-YOUR, R-TOKEN-LOSS
    table = allied(hand=[card], active=1, places={"bloodsmith@1/1": "3,-3:1"})
    play(wound(table, WoundEvent(table.model(ALLY), 1, 1)))
    play(wound(table, WoundEvent(table.model(ALLY), 1, 1)))
    assert not table.on_board(table.model(ALLY))
    assert (table.state.hands[0], scrap(table, 0)) == ((card,), 0)


def test_an_ally_is_neither_pulled_nor_marked_nor_struck_by_a_deflected_wound() -> None:
    # dvergar/chain-grab/lower, dvergar/marked-for-death/lower, dvergar/deflect/lower, R-TARGET
    places = {"avenger": "-1,0:0123456", ENEMY: "0,0:3", "bloodsmith/1": "3,-3:1", "bloodsmith@2": "3,-3:2"}
    table = allied(hand=["chain-grab", "marked-for-death", "deflect"], places=places)
    table.state.modes[table.squad_of("unbroken")] = 1
    assert table.touching(table.model("unbroken"), table.model(ALLY))
    grab = do(table, "play:chain-grab:lower", {"move_space": FIRST, "move_hexes": FIRST})
    assert "model" not in grab.kinds()
    assert "play:marked-for-death:lower" not in offers(table)
    play(wound(table, WoundEvent(table.model("unbroken"), 1, 1)), "play:deflect:lower", CALM)
    assert (endurance(table, ALLY), table.events("model_wounded")) == (1, [])


def test_flames_check_the_ally_too() -> None:  # dvergar/flamethrower/lower, R-AREA, R-TARGET
    table = allied(hand=["flamethrower"], places={"flame-keeper": "1,0:01"}, rolls=[yellow(0)])
    table.state.modes[table.squad_of("flame-keeper")] = 1
    do(table, "play:flamethrower:lower", "line:3", CALM)
    targets = table.events("hits_checked")[0]["targets"]
    assert {table.model(ENEMY), table.model(ALLY), table.model("enkindled")} <= set(targets)


@pytest.mark.parametrize(("loser", "left"), [(ENEMY, 10), (ALLY, 8), ("bloodsmith@2", 10)])
def test_only_tokens_of_enemies_save_the_points_of_risky_tactics(loser: str, left: int) -> None:
    # dvergar/risky-tactics/lower, R-VP, R-TARGET
    table = allied(hand=["risky-tactics"])
    do(table, "play:risky-tactics:lower")
    play(wound(table, WoundEvent(table.model(loser), 1, 0)))
    play(turns.end_active_turn(table))
    assert table.state.starting[0] == left


def test_banner_and_junkyard_serve_own_squads_only() -> None:
    # dvergar/dvergar-banner/0, dvergar/dvergar-banner/1, dvergar/junkyard, R-JOINED, R-YOUR
    table = allied(attached=CHARGED, places={"unbroken": "-3,0:01"})
    assert table.touching(table.model("enkindled"), table.model(ALLY))
    assert "banner:0" not in offers(table)
    table.state.endurance[table.squad_of(ALLY)] = 0
    talk = do(table, "banner:1", f"squad:{table.squad_of('avenger')}")
    others = [f"squad:{table.squad_of(name)}" for name in ("unbroken", "flame-keeper", "avenger")]
    assert [[option.id for option in decision.options] for decision in talk.asked] == [[*others, "back"]]
    table = allied(attached=CHARGED, stage="passive", places={"enkindled": "-3,0:0", "unbroken": "-3,0:12"})
    table.state.shrines[0] = table.board.number[1, 0]
    add_scrap(table, 0, 1)
    assert table.bits(table.model(ENEMY)) & table.board.space_touch[table.state.shrines[0]]
    assert "squad" not in play(passive_turn(table)).kinds()
    assert at(table, 0, Moment("W-OWN")) == []
