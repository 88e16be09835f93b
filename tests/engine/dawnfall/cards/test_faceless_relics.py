"""Banners, Shrines and tokens of the Faceless, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers
from matches.engine.dawnfall.moments import Moment, MoveAction
from matches.engine.dawnfall.movement import carry_out, move_action
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.shooting import check_for_hit
from matches.engine.dawnfall.state import DEAD, GONE, Marker
from matches.engine.dawnfall.turns import start_active_turn
from matches.engine.dawnfall.views import view
from tests.engine.dawnfall.building import TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import faceless
from tests.engine.dawnfall.fielding import CALM, at, do, endurance, fight, model_option, offers
from tests.engine.dawnfall.moving import to, to_space

ALTERNATIVE = {"faceless": "alternative-faceless-banner"}


def fallen(table: TestTable, *names: str) -> TestTable:
    """The same table with these models dead."""
    for name in names:
        table.state.places[table.model(name)] = DEAD
    return table


# Banners


def test_the_banner_turns_a_dead_model_into_a_crystal_for_good() -> None:
    # faceless/faceless-banner/0, R-GONE, R-GAIN, R-BANNER
    table = fallen(faceless("bladebreeder", "berserker", places={"bladebreeder": "0,0:0"}), "berserker", "berserker/2")
    do(table, "banner:0")
    assert table.state.places[table.model("berserker")] == GONE
    assert (table.state.crystals[0], table.state.banner_ready[0]) == (6, False)
    assert view(table, 1)["models"][table.model("berserker")]["status"] == "gone"
    assert "banner:0" not in offers(table)


def test_the_banner_needs_a_dead_model_and_a_crystal_in_the_pile() -> None:  # faceless/faceless-banner/0, R-PARTIAL
    table = faceless("berserker", places={"berserker": "0,0:0"})
    assert "banner:0" not in offers(table)
    fallen(table, "berserker/1")
    assert "banner:0" in offers(table)
    table.state.neutral_crystals = 0
    assert "banner:0" not in offers(table)


def test_the_alternative_banner_changes_a_mode_without_paying_even_without_an_arrow() -> None:
    # faceless/alternative-faceless-banner/1, R-CHANGE-MODE, R-EVOLVE
    table = faceless(
        "bladebreeder", "berserker", "harvester", banners=ALTERNATIVE, modes=[2, 1, 0, 0, 0], crystals=[0, 0],
        places={"bladebreeder": "0,0:0", "berserker": "0,0:1"},
    )  # fmt: skip
    do(table, "banner:1")
    assert table.state.modes[:3] == [2, 0, 0]
    assert not table.state.banner_ready[0]
    evolved = faceless("bladebreeder", banners=ALTERNATIVE, modes=[2, 0, 0], places={"bladebreeder": "0,0:0"})
    assert "banner:1" not in offers(evolved)


# Hatchery


def at_the_shrine(*squads: str, shrine: str = "hatchery", **values: Any) -> TestTable:
    """The Shrine in the middle; the first Squad's first model touches it."""
    places = {squads[0]: "1,0:4", **values.pop("places", {})}
    table = faceless(*squads, places=places, shrines={"faceless": shrine}, stage="passive", **values)
    table.state.shrines[0] = table.board.number[0, 0]
    table.state.occupied |= table.board.space_bits[table.board.number[0, 0]]
    return table


def test_the_hatchery_restores_a_token_of_each_squad_in_contact() -> None:
    # faceless/hatchery, R-SHRINE-PASSIVE, R-RESTORE, R-CONTACT-SQUAD
    squads = ("berserker", "bladebreeder", "berserker", "harvester")
    places = {"berserker/1": "1,0:5", "bladebreeder": "0,1:5", "harvester": "-3,0:012"}
    table = at_the_shrine(*squads, endurance=[0, 0, 0, 0, 1, 2], places=places)
    play(passive_turn(table))
    assert table.state.endurance[:4] == [1, 1, 0, 0]


def test_the_hatchery_does_nothing_in_another_players_passive_turn() -> None:  # faceless/hatchery, R-SHRINE-PASSIVE
    table = at_the_shrine("berserker", endurance=[0, 1, 2], active=1)
    play(passive_turn(table))
    assert endurance(table, "berserker") == 0


# UNSTOPPABLE tokens


def giant(number: int = 3, **values: Any) -> TestTable:
    places = {"shatterer": "2,0:0123456", "pilgrim": "3,0:4", **values.pop("places", {})}
    table = faceless("shatterer", "berserker", places=places, **values)
    table.state.markers[table.model("shatterer")] = (Marker("unstoppable", 0, number),) if number else ()
    return table


def left(table: TestTable) -> int:
    return markers.count(table, table.model("shatterer"), "unstoppable")


def test_unstoppable_tokens_add_three_each_to_one_roll() -> None:  # faceless/unstoppable, R-ROLL-BONUS
    table = giant(rolls=[yellow(1), yellow(0)], modes=[1, 0, 0, 0])
    fight(table, "shatterer", "pilgrim", "pass", "token:unstoppable", "number:2", "pass")
    assert table.events("attack_made")[0]["power"] == 4 + 1 + 6
    assert left(table) == 1
    assert view(table, 1)["models"][table.model("shatterer")]["markers"] == [
        {"kind": "unstoppable", "seat": 0, "number": 1}
    ]


def test_unstoppable_tokens_serve_a_defense_roll_in_another_turn() -> None:  # faceless/unstoppable, R-ROLL-BONUS
    table = giant(1, rolls=[yellow(4), yellow(2)], active=1)
    fight(table, "pilgrim", "shatterer", "pass", "token:unstoppable")
    compared = table.events("attack_compared")[0]
    assert (compared["attack"], compared["defense"]) == (1 + 4, 0 + 2 + 3)
    assert left(table) == 0


def test_unstoppable_tokens_win_an_initiative_check() -> None:  # faceless/unstoppable, R-INI-CHECK
    table = giant(1, rolls=[0, 0, 0, 0], active=1)
    fight(table, "pilgrim", "shatterer", "token:unstoppable")
    assert table.events("initiative_compared") == [{"first": table.model("shatterer")}]
    assert attributes.value(table, table.model("shatterer"), "ini") == 1


def test_unstoppable_tokens_help_against_a_check_for_hit() -> None:  # faceless/unstoppable, R-INI-CHECK
    table = giant(1, rolls=[yellow(4), yellow(4)], active=1)
    shatterer = table.model("shatterer")
    assert play(check_for_hit(table, 1, -1, [shatterer]), "token:unstoppable", CALM).value == []
    assert play(check_for_hit(table, 1, -1, [shatterer]), CALM).value == [shatterer]


def test_unstoppable_tokens_lengthen_one_move() -> None:  # faceless/unstoppable, R-DURATION
    table = giant(2, places={"shatterer": "-3,0:0123456", "pilgrim": "3,-3:0"})
    shatterer = table.model("shatterer")
    play(move_action(table, 0, [shatterer]), "token:unstoppable", "number:1", "pass", to_space(table, "2,0"))
    assert (table.space(shatterer), left(table)) == (table.board.number[2, 0], 1)
    assert attributes.value(table, shatterer, "mov") == 2


def test_a_move_for_which_tokens_were_discarded_is_made_even_if_nobody_moves() -> None:  # faceless/unstoppable
    table = giant(1)
    move = MoveAction(0, (table.model("shatterer"),))
    play(carry_out(table, move), "token:unstoppable", "done")
    assert (move.answered, left(table), table.state.effects) == (True, 0, ())


def test_unstoppable_tokens_can_be_kept_and_serve_nobody_else() -> None:  # faceless/unstoppable
    table = giant(places={"berserker": "3,0:5"}, rolls=[0, 0])
    talk = fight(table, "berserker", "pilgrim")
    assert "window" not in talk.kinds()
    moved = Moment("W-MOVE", move=MoveAction(0, (table.model("berserker"),)))
    assert at(table, 0, moved) == []
    assert at(table, 0, Moment("W-MOVE", move=MoveAction(0, (table.model("shatterer"),)))) == ["token:unstoppable"]
    assert at(table, 0, Moment("W-MOVE", move=MoveAction(1, (table.model("shatterer"),)))) == []
    assert at(table, 1, Moment("W-MOVE", move=MoveAction(0, (table.model("shatterer"),)))) == []


def test_unstoppable_tokens_do_not_move_a_shatterer_that_cannot_move() -> None:
    # faceless/unstoppable, R-BLOCKED, R-PARTIAL
    table = giant()
    shatterer = table.model("shatterer")
    markers.put(table, shatterer, "trap", 1)
    assert at(table, 0, Moment("W-MOVE", move=MoveAction(0, (shatterer,)))) == []


def test_discarding_tokens_can_be_taken_back() -> None:  # faceless/unstoppable
    table = giant(places={"shatterer": "-3,0:0123456", "pilgrim": "3,-3:0"})
    play(move_action(table, 0, [table.model("shatterer")]), "token:unstoppable", "back", "pass", "done")
    assert left(table) == 3
    assert table.events("token_used") == []


# LURCH


def seized(**values: Any) -> TestTable:
    table = faceless(
        "bladebreeder", "berserker", places={"bladebreeder": "3,0:2", **values.pop("places", {})}, **values
    )
    markers.put(table, table.model("pilgrim"), "lurch", 0, table.model("bladebreeder"))
    return table


def test_lurch_blocks_both_models() -> None:  # faceless/lurch, R-BLOCKED
    table = seized(places={"bladebreeder/1": "0,0:0"})
    blocked = [m for m in table.roster.models if attributes.has(table, m, "blocked")]
    assert blocked == [table.model("bladebreeder"), table.model("pilgrim")]


@pytest.mark.parametrize(("active", "tokens"), [(0, 0), (1, 1)])
def test_lurch_wounds_at_the_start_of_each_faceless_active_turn(active: int, tokens: int) -> None:
    # faceless/lurch, R-DEALS
    table = seized(active=active, stage="active_start")
    play(start_active_turn(table))
    assert endurance(table, "pilgrim") == tokens
    if not active:
        assert table.events("model_wounded")[0] == {
            "model": table.model("pilgrim"),
            "count": 1,
            "dealer": -1,
            "seat": 0,
        }


def test_who_is_set_free_in_between_is_not_bitten() -> None:  # faceless/lurch, R-CONTACT-TOKEN, R-NEST
    places = {"bladebreeder": "3,0:0", "pilgrim": "3,0:1", "pilgrim/1": "3,0:2", "pilgrim/2": "3,0:3"}
    table = seized(places=places, stage="active_start", endurance=[1, 1, 3, 2])
    for name in ("pilgrim/1", "pilgrim/2"):
        markers.put(table, table.model(name), "lurch", 0, table.model("bladebreeder"))
    rule = start_active_turn(table)
    again = rule.send(next(rule).options[0])
    table.lift(table.model("bladebreeder"), DEAD)
    markers.sweep(table)
    with pytest.raises(StopIteration):
        rule.send(again.options[0])
    assert endurance(table, "pilgrim") == 2


@pytest.mark.parametrize("name", ["bladebreeder", "pilgrim"])
def test_lurch_ends_with_the_contact_or_a_death(name: str) -> None:  # faceless/lurch, R-CONTACT-TOKEN
    table = seized(places={"bladebreeder/1": "3,0:3"})
    markers.sweep(table)
    assert markers.on_model(table, table.model("pilgrim"), "lurch") is not None
    table.put(table.model(name), footprint("T37", "-3,0:0"))
    markers.sweep(table)
    assert markers.on_model(table, table.model("pilgrim"), "lurch") is None
    dead = seized()
    dead.lift(dead.model("bladebreeder"))
    markers.sweep(dead)
    assert markers.on_model(dead, dead.model("pilgrim"), "lurch") is None


# SOURCE


@pytest.mark.parametrize(("number", "name"), [(1, "att"), (2, "defense"), (3, "ini")])
def test_a_source_strengthens_all_other_faceless(number: int, name: attributes.Name) -> None:
    # faceless/source, R-SUPPLY
    table = faceless("berserker", "bladebreeder", places={"berserker": "0,0:0", "berserker/1": "1,0:0",
                                                          "bladebreeder": "2,0:0"})  # fmt: skip
    helped = [table.model("berserker/1"), table.model("bladebreeder"), table.model("pilgrim")]
    before = [attributes.value(table, model, name) for model in helped]
    markers.put(table, table.model("berserker"), "source", 0, number)
    gained = [(attributes.value(table, m, name) or 0) - (old or 0) for m, old in zip(helped, before, strict=True)]
    assert gained == [2, 2, 0]
    table.lift(table.model("berserker"))
    assert [attributes.value(table, model, name) for model in helped] == before


def test_the_bearer_of_a_source_is_worth_nothing_and_does_nothing() -> None:  # faceless/source, R-DASH
    places = {"berserker": "3,0:2", "berserker/1": "1,-3:0"}
    table = faceless("berserker", hand=["hell", "chosen-victim"], places=places, modes=[2, 0, 0])
    bearer = table.model("berserker")
    markers.put(table, bearer, "source", 0, 3)
    table.state.markers[table.model("berserker/1")] = (Marker("source", 0, 2),)
    assert [attributes.value(table, bearer, name) for name in attributes.NAMES] == [0, None, 0, 0]
    assert not {"play:hell:upper", "play:hell:lower", "play:chosen-victim:upper", "play:chosen-victim:lower"} & set(
        offers(table)
    )
    assert play(move_action(table, 0, [bearer])).asked == []


def test_others_may_still_move_the_bearer_of_a_source_and_the_own_side_may_sacrifice_it() -> None:
    # faceless/source, R-FORCED-MOVE
    table = faceless("berserker", hand=["swarm"], places={"berserker": "0,0:0", "berserker/1": "1,0:0"})
    bearer = table.model("berserker")
    markers.put(table, bearer, "source", 0, 1)
    play(move_action(table, 1, [bearer], reach=1), *to(table, "0,1:0"))
    assert table.space(bearer) == table.board.number[0, 1]
    do(table, "play:swarm:upper", model_option(table, "berserker"))
    assert table.state.places[bearer] == DEAD
    assert attributes.value(table, table.model("berserker/1"), "att") == 1
