"""The Anathema: its Deployment card, its setup Enhancement, its tokens and its cards, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers
from matches.engine.dawnfall.moments import Moment, Roll
from matches.engine.dawnfall.state import Attached, Marker, OnHex
from matches.engine.dawnfall.turns import end_active_turn, start_active_turn
from matches.engine.dawnfall.views import view
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import faceless
from tests.engine.dawnfall.fielding import CALM, at, do, endurance, fight, model_option, offers
from tests.engine.dawnfall.moving import to

PHOTOTAXIS, CHRYSALIS = "deploy:0:chrysalis:upper", "deploy:0:chrysalis:lower"


def beast(tokens: int = 0, *, deployed: bool = True, **values: Any) -> TestTable:
    """An Anathema in the middle (or waiting), with a Berserker far away."""
    places = {"berserker": "-3,0:0", **({"anathema": "0,0:012"} if deployed else {}), **values.pop("places", {})}
    attached = {"anathema": [Attached("abomination", 0)]}
    table = faceless("anathema", "berserker", places=places, attached=attached, **values)
    if tokens:
        markers.put(table, table.model("anathema"), "anathema", 0, tokens)
    return table


def tokens_on(table: TestTable) -> int:
    return markers.count(table, table.model("anathema"), "anathema")


# Chrysalis, the Deployment card


def with_source(**values: Any) -> TestTable:
    table = beast(deployed=False, **values)
    source = table.board.number[1, -1]
    table.state.sources = [source]
    table.state.occupied |= table.board.space_bits[source]
    return table


def test_phototaxis_puts_the_anathema_beside_a_source() -> None:  # faceless/chrysalis/upper, R-DEPLOY, R-REPOSITION
    table = with_source()
    talk = do(table, PHOTOTAXIS, FIRST, {"*": FIRST, "pay": "crystals"})
    around = table.board.space_touch[table.state.sources[0]]
    assert table.bits(table.model("anathema")) & around
    spaces = {int(o.id.partition(":")[2]) for o in talk.asked[1].options if o.id.startswith("space")}
    assert spaces == set(table.board.neighbours[table.state.sources[0]])
    assert (table.state.modes[0], tokens_on(table), table.state.crystals[0]) == (0, 0, 4)
    assert not {PHOTOTAXIS, CHRYSALIS} & set(offers(table))


def test_phototaxis_needs_a_source_with_room() -> None:  # faceless/chrysalis/upper, R-EMPTY
    assert PHOTOTAXIS not in offers(beast(deployed=False))
    crowded = with_source()
    for space in crowded.board.neighbours[crowded.state.sources[0]]:
        crowded.state.occupied |= crowded.board.space_bits[space]
    assert PHOTOTAXIS not in offers(crowded)


@pytest.mark.parametrize(("mode", "number"), [("Basic mode", 0), ("Abomination mode", 1)])
def test_chrysalis_comes_in_anywhere_in_either_mode_and_pushes(mode: str, number: int) -> None:
    # faceless/chrysalis/lower, faceless/anathema, R-DEPLOY, R-CARD-PUSH
    table = beast(deployed=False)
    do(table, CHRYSALIS, mode, *to(table, "3,0:012"), {"*": FIRST, "pay": "crystals"})
    assert table.state.places[table.model("anathema")] == footprint("T37", "3,0:012")
    assert {event["model"] for event in table.events("model_pushed")} == {
        table.model("pilgrim"),
        table.model("pilgrim/1"),
    }
    assert (table.state.modes[0], tokens_on(table), table.state.crystals[0]) == (number, 2, 2)
    assert attributes.value(table, table.model("anathema"), "att") == (2 if number else 1)


# ANATHEMA tokens and Abomination


def test_the_abomination_is_as_strong_as_its_tokens() -> None:  # faceless/anathema, R-SUPPLY, R-ATTR-ORDER
    table = beast(4, modes=[1, 0, 0, 0])
    assert [attributes.value(table, 0, name) for name in attributes.NAMES] == [4, 4, 4, 4]
    markers.put(table, 0, "freeze", 1)
    assert attributes.value(table, 0, "ini") == 0
    table.state.markers[0] = ()
    assert [attributes.value(table, 0, name) for name in attributes.NAMES] == [0, 0, 0, 4]


@pytest.mark.parametrize(("mode", "before", "after"), [(0, 0, 1), (0, 5, 6), (0, 6, 6), (1, 2, 2)])
def test_abomination_adds_a_token_at_the_end_of_an_own_active_turn(mode: int, before: int, after: int) -> None:
    # faceless/abomination/lower, faceless/anathema, R-SUPPLY, R-MODE-REQ
    table = beast(before, modes=[mode, 0, 0, 0])
    play(end_active_turn(table))
    assert tokens_on(table) == after
    assert sum(marker["number"] for marker in view(table, 1)["models"][0]["markers"]) == after


def test_abomination_waits_for_own_turns_and_for_the_board() -> None:  # faceless/abomination/lower
    other = beast(1, active=1)
    play(end_active_turn(other))
    assert tokens_on(other) == 1
    waiting = beast(deployed=False)
    play(end_active_turn(waiting))
    assert tokens_on(waiting) == 0


def test_rapid_mutation_may_change_the_mode_when_an_own_active_turn_starts() -> None:
    # faceless/abomination/upper, R-CHANGE-MODE
    table = beast(2, stage="active_start")
    play(start_active_turn(table), "Change Mode")
    assert (table.state.modes[0], table.state.crystals[0], table.state.activated) == (1, 5, ())
    play(start_active_turn(table), "Keep the Mode")
    assert table.state.modes[0] == 1
    for quiet in (beast(active=1, stage="active_start"), beast(deployed=False, stage="active_start")):
        assert play(start_active_turn(quiet)).asked == []


# Whack


def test_whack_throws_an_enemy_and_adds_its_tokens_to_the_check() -> None:
    # faceless/whack/lower, R-FORCED-MOVE, R-CHECK
    table = beast(2, hand=["whack"], places={"pilgrim": "0,0:3"}, rolls=[yellow(1)])
    do(table, "play:whack:lower", *to(table, "1,0:0"), CALM)
    assert table.space(table.model("pilgrim")) == table.board.number[1, 0]
    assert table.events("hits_checked")[0]["result"] == 1 + 2
    assert (endurance(table, "pilgrim"), tokens_on(table), table.state.crystals[0]) == (0, 2, 4)


def test_whack_may_leave_the_enemy_where_it_is_and_may_miss() -> None:  # faceless/whack/lower, R-FORCED-MOVE
    table = beast(0, hand=["whack"], places={"pilgrim": "0,0:3"}, rolls=[yellow(2)])
    do(table, "play:whack:lower", "done", CALM)
    assert (table.events("model_moved"), endurance(table, "pilgrim")) == ([], 1)


def test_a_dead_anathema_checks_nobody() -> None:  # faceless/whack/lower, R-NEST
    table = beast(2, hand=["whack"], places={"pilgrim": "1,0:4"}, rolls=[yellow(4)], endurance=[0, 1, 1, 2])
    assert table.touching(table.model("anathema"), table.model("pilgrim"))
    table.state.hex_tokens = (OnHex("mine", 1, 7 * table.board.number[0, 0] + 4, 1, face_down=True),)
    do(table, "play:whack:lower", *to(table, "0,0:4"), {**CALM, "wound_order": model_option(table, "anathema")})
    assert not table.on_board(table.model("anathema"))
    assert len(table.events("hits_checked")) == 1


def test_whack_is_for_basic_mode_and_an_enemy_in_contact() -> None:  # faceless/whack/lower, R-MODE-REQ
    assert "play:whack:lower" not in offers(beast(hand=["whack"]))
    touching = {"pilgrim": "0,0:3"}
    assert "play:whack:lower" in offers(beast(hand=["whack"], places=touching))
    assert "play:whack:lower" not in offers(beast(3, hand=["whack"], places=touching, modes=[1, 0, 0, 0]))


def test_reroll_of_whack_works_in_the_own_turn_only() -> None:  # faceless/whack/upper, R-PRINTED, R-LIGHTNING
    table = beast(hand=["whack"])
    roll = Roll(0, table.model("anathema"), "attack")
    assert at(table, 0, Moment("W-ROLLED", roll=roll)) == ["play:whack:upper"]
    table.state.active = 1
    assert at(table, 0, Moment("W-ROLLED", roll=roll)) == []


def test_reroll_of_whack_rolls_a_die_once_more_for_nothing() -> None:  # faceless/whack/upper, R-REROLL
    table = beast(2, hand=["whack"], places={"pilgrim": "0,0:3"}, modes=[1, 0, 0, 0], rolls=[yellow(1), yellow(4), 0])
    fight(table, "anathema", "pilgrim", "play:whack:upper")
    assert [(roll["face"], roll["reroll"]) for roll in table.events("die_rolled")][:2] == [(1, False), (4, True)]
    assert table.events("attack_made")[0]["power"] == 2 + 4
    assert (table.state.crystals[0], table.state.discards[0]) == (5, ("whack",))


# Tentacles


def test_tentacles_pull_up_to_as_many_models_as_there_are_tokens() -> None:
    # faceless/tentacles/lower, R-COST-X, R-PULL, R-RANGE
    places = {"pilgrim": "2,0:0", "pilgrim/1": "3,0:0", "berserker": "-2,0:0", "holy-knight": "0,2:01"}
    table = beast(2, hand=["tentacles"], places=places)
    talk = do(
        table, "play:tentacles:lower", model_option(table, "holy-knight"), FIRST, FIRST,
        model_option(table, "berserker"), FIRST, FIRST, {"pay": "crystals"},
    )  # fmt: skip
    anathema = table.model("anathema")
    assert [table.touching(table.model(n), anathema) for n in ("holy-knight", "berserker", "pilgrim")] == [
        True, True, False
    ]  # fmt: skip
    assert model_option(table, "pilgrim/1") not in [option.id for option in talk.asked[0].options]
    assert (table.state.crystals[0], tokens_on(table), table.events("model_moved")) == (3, 2, [])


def test_tentacles_may_stop_early_and_spare_big_and_blocked_models() -> None:
    # faceless/tentacles/lower, R-OPTIONAL, R-BLOCKED
    table = beast(3, hand=["tentacles"], enemies=["pilgrim", "angel-of-death"],
                  places={"angel-of-death": "1,0:0123456", "berserker": "0,1:0", "pilgrim": "2,-2:0"})  # fmt: skip
    markers.put(table, table.model("berserker"), "trap", 1)
    talk = do(
        table, "play:tentacles:lower", model_option(table, "pilgrim"), FIRST, FIRST, "No more", {"pay": "crystals"}
    )
    assert [o.data["model"] for o in talk.asked[0].options if "model" in o.data] == [
        table.model("pilgrim"), table.model("pilgrim/1")
    ]  # fmt: skip
    assert table.state.crystals[0] == 2


def test_tentacles_need_a_token_its_price_and_somebody_in_range() -> None:  # faceless/tentacles/lower, R-COST-X
    near = {"pilgrim": "1,0:0"}
    assert "play:tentacles:lower" in offers(beast(1, hand=["tentacles"], places=near))
    assert "play:tentacles:lower" not in offers(beast(0, hand=["tentacles"], places=near))
    assert "play:tentacles:lower" not in offers(beast(1, hand=["tentacles"]))
    poor = beast(2, hand=["tentacles"], places=near, crystals=[1, 1], endurance=[0, 0, 1, 2], marker=-10)
    assert "play:tentacles:lower" not in offers(poor)
    assert poor.state.markers[0] == (Marker("anathema", 0, 2),)
