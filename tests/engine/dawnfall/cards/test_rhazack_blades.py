"""Cards of the Infinity Angel and the Source Blades, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.moments import Fight, Moment, WoundEvent
from matches.engine.dawnfall.rules import STAGES
from matches.engine.dawnfall.state import DEAD, Attached, OnHex
from matches.engine.dawnfall.turns import squads_to_activate
from matches.engine.dawnfall.wounds import wound
from tests.engine.dawnfall.building import FIRST, TestTable, play, yellow
from tests.engine.dawnfall.cards.armies import rhazack
from tests.engine.dawnfall.fielding import CALM, a_field, at, charges, do, endurance, fight, offers, use
from tests.engine.dawnfall.moving import stands, to_space


def angel(**values: Any) -> TestTable:
    """The Infinity Angel in the middle; a Stream Guard and a Bloodsmith are b2b with it."""
    places = {"infinity-angel": "0,0:0123456", "stream-guard": "-1,0:01", "bloodsmith": "1,0:4"}
    return rhazack("infinity-angel", "stream-guard", places={**places, **values.pop("places", {})}, **values)


def source(table: TestTable, *spaces: str) -> list[int]:
    found = [table.board.number[tuple(map(int, space.split(",")))] for space in spaces]  # type: ignore[index]
    table.state.sources[:] = found
    table.state.occupied |= table.map_bits()
    return found


# Energy Shields


def test_harvest_gains_for_each_controlled_source_in_contact() -> None:
    # R-SOURCE, R-GAIN, R-LIMIT, rhazack/energy-shields/upper
    table = angel(attached={"infinity-angel": [Attached("energy-shields", 4)]}, places={"bloodsmith": "3,0:0"})
    upper = use(table, "infinity-angel", "energy-shields", "upper")
    assert upper not in offers(table)
    source(table, "0,-1", "1,-1", "2,-3")
    do(table, upper)
    assert table.state.crystals[0] == 7
    assert charges(table, "infinity-angel") == [2]
    assert upper not in offers(table)


def test_harvest_needs_control_and_a_crystal_in_the_pile() -> None:  # R-SOURCE, R-GAIN, rhazack/energy-shields/upper
    table = angel(attached={"infinity-angel": [Attached("energy-shields", 4)]}, places={"bloodsmith": "1,0:5"})
    upper = use(table, "infinity-angel", "energy-shields", "upper")
    source(table, "1,-1")
    assert upper not in offers(table)
    table.lift(table.model("bloodsmith"), DEAD)
    assert upper in offers(table)
    table.state.neutral_crystals = 0
    assert upper not in offers(table)


def test_harvest_takes_two_from_an_enriched_source() -> None:  # rhazack/source, rhazack/energy-shields/upper
    table = angel(attached={"infinity-angel": [Attached("energy-shields", 2)]}, places={"bloodsmith": "3,0:0"})
    spaces = source(table, "0,-1", "1,-1")
    table.state.hex_tokens = (OnHex("source", 0, 7 * spaces[0]), OnHex("source", 1, 7 * spaces[1]))
    do(table, use(table, "infinity-angel", "energy-shields", "upper"))
    assert table.state.crystals[0] == 5 + 3


def test_energy_shields_add_four_to_one_defense_roll() -> None:
    # R-ROLL-BONUS, R-LIMIT, rhazack/energy-shields/lower
    table = angel(
        active=1, rolls=[yellow(4), yellow(0)],
        attached={"infinity-angel": [Attached("energy-shields", 3)], "stream-guard": [Attached("energy-shields", 3)]},
    )  # fmt: skip
    lower = use(table, "infinity-angel", "energy-shields", "lower")
    smith, model = table.model("bloodsmith"), table.model("infinity-angel")
    talk = play(backstab(table, smith, model), lower, CALM)
    assert table.events("attack_compared")[0]["defense"] == 0 + 4 + 2
    assert charges(table, "infinity-angel") == [2]
    assert talk.kinds().count("window") == 1
    for window, target in (("W-BEFORE-ATT", model), ("W-BEFORE-DEF", table.model("stream-guard"))):
        assert at(table, 0, Moment(window, fight=Fight(smith, target, "backstab", smith, target))) == []


# Laser Whip


@pytest.mark.parametrize(("face", "moves"), [(4, True), (0, False)])
def test_laser_whip_backstabs_at_range_and_moves_after_a_wound(face: int, moves: bool) -> None:
    # R-RANGED-BACKSTAB, R-LIMIT, rhazack/laser-whip/lower
    table = angel(
        places={"bloodsmith": "2,0:0"}, attached={"infinity-angel": [Attached("laser-whip", 2)]},
        rolls=[yellow(face), yellow(2)],
    )  # fmt: skip
    lower = use(table, "infinity-angel", "laser-whip", "lower")
    answers = [to_space(table, "0,-2")] if moves else []
    do(table, lower, *answers, CALM)
    assert len(table.events("backstab_declared")) == 1
    assert stands(table, "infinity-angel").startswith("0,-2" if moves else "0,0")
    assert charges(table, "infinity-angel") == [1]
    assert lower not in offers(table)


def test_laser_whip_gives_no_move_for_a_wound_that_was_cancelled() -> None:  # R-CANCEL-WOUND, rhazack/laser-whip/lower
    table = angel(attached={"infinity-angel": [Attached("laser-whip", 1)]}, rolls=[yellow(4), yellow(0)])
    markers.put(table, table.model("bloodsmith"), "crystal-aegis", 1)
    talk = do(table, use(table, "infinity-angel", "laser-whip", "lower"), CALM)
    assert "move_space" not in talk.kinds()


def test_laser_whip_reaches_two_spaces_and_needs_the_angel() -> None:  # R-RANGE, R-CARRIER, rhazack/laser-whip/lower
    attached = {"infinity-angel": [Attached("laser-whip", 1)], "stream-guard": [Attached("laser-whip", 1)]}
    table = angel(places={"bloodsmith": "3,0:0"}, attached=attached)
    assert not [offer for offer in offers(table) if "laser-whip:lower" in offer]
    near = angel(attached=attached)
    assert [offer for offer in offers(near) if "laser-whip:lower" in offer] == ["use:0:laser-whip:lower"]


# Energy Beam


def test_energy_beam_destroys_a_crystal_and_wounds_twice() -> None:
    # R-DESTROY, R-RANGE, R-CHECK, R-WOUND-EVENT, rhazack/energy-beam/lower
    table = angel(
        hand=["energy-beam"], places={"bloodsmith": "3,0:0", "stream-guard": "3,0:56"}, endurance=[4, 2, 4],
        rolls=[yellow(3)],
    )  # fmt: skip
    do(table, "play:energy-beam:lower", {**CALM, "wound_order": FIRST})
    assert table.events("hits_checked")[0]["targets"] == (table.model("bloodsmith"), table.model("bloodsmith/1"))
    assert [event["count"] for event in table.events("model_wounded")] == [2, 2]
    assert endurance(table, "bloodsmith") == 0
    assert (table.state.crystals[0], table.state.depleted[0]) == (4, 0)


@pytest.mark.parametrize(
    ("values", "offered"),
    [
        ({}, True),
        ({"crystals": [0, 5], "depleted": [3, 0]}, False),
        ({"places": {"infinity-angel": "-1,0:0123456"}}, False),
    ],
)
def test_energy_beam_needs_a_crystal_and_an_enemy_within_three_spaces(values: dict[str, Any], offered: bool) -> None:
    # R-DESTROY, R-RANGE, rhazack/energy-beam/lower
    places = {"bloodsmith": "3,0:0", "stream-guard": "-3,0:01", **values.pop("places", {})}
    table = angel(hand=["energy-beam"], places=places, **values)
    assert ("play:energy-beam:lower" in offers(table)) == offered


# Order


def test_order_moves_the_models_beside_the_angel_in_one_action() -> None:  # R-MOVE, R-B2B, rhazack/order/lower
    table = angel(hand=["order"], places={"stream-guard": "-1,0:01"})
    do(table, "play:order:lower", to_space(table, "-3,0"), FIRST)
    assert stands(table, "stream-guard").startswith("-3,0")
    assert table.state.crystals[0] == 5
    assert [event["model"] for event in table.events("model_moved")] == [table.model("stream-guard")]


def test_order_needs_a_model_beside_the_angel() -> None:  # R-PARTIAL, rhazack/order/lower
    table = angel(hand=["order"], places={"stream-guard": "-3,0:01"})
    assert "play:order:lower" not in offers(table)


# Shadowing


def test_shadowing_allows_one_more_activation_of_its_squad() -> None:  # R-EXTRA-ACTIVATION, rhazack/shadowing/lower
    places = {"source-blade": "0,0:01", "stream-guard": "1,0:01"}
    attached = {"source-blade": [Attached("shadowing", 3)], "stream-guard": [Attached("shadowing", 3)]}
    table = rhazack("source-blade", "stream-guard", places=places, attached=attached)

    def may_be_activated(*activated: int) -> list[int]:
        table.state.activated = activated
        return [squad.number for squad in squads_to_activate(table, 0)]

    assert may_be_activated(1) == []
    do(table, use(table, "source-blade", "shadowing", "lower"))
    assert charges(table, "source-blade") == [0]
    assert use(table, "stream-guard", "shadowing", "lower") not in offers(table)
    assert (may_be_activated(), may_be_activated(1)) == ([0, 1], [0])
    assert (may_be_activated(0), may_be_activated(0, 1)) == ([1], [])


def test_the_additional_activation_goes_like_the_normal_one() -> None:  # R-EXTRA-ACTIVATION, rhazack/shadowing/lower
    table = rhazack(
        "source-blade", "stream-guard", places={"source-blade": "0,0:01", "stream-guard": "1,0:01"},
        attached={"source-blade": [Attached("shadowing", 0, on=True)]},
    )  # fmt: skip
    play(STAGES["free"](table), "activate:1", "keep")
    play(STAGES["free"](table), "activate:0", "change")
    assert table.state.activated == (1, 0)
    assert table.state.modes[0] == 1


# Energy Transfer


def blades(**values: Any) -> TestTable:
    places = {"source-blade": "0,0:01", "bloodsmith": "0,0:2", **values.pop("places", {})}
    return rhazack("source-blade", places=places, **values)


@pytest.mark.parametrize(("crystals", "depleted"), [(2, 3), (0, 3)])
def test_energy_transfer_takes_a_crystal_instead_of_all_wounds(crystals: int, depleted: int) -> None:
    # R-TAKE, R-CANCEL-WOUND, rhazack/energy-transfer/lower
    table = blades(
        hand=["energy-transfer"], rolls=[yellow(4), yellow(0)], crystals=[5, crystals], depleted=[0, depleted]
    )
    talk = fight(table, "source-blade", "bloodsmith", "play:energy-transfer:lower")
    assert endurance(table, "bloodsmith") == 1
    assert table.state.depleted == [1 + 1, depleted - (0 if crystals else 1)]
    assert table.state.crystals == [4, max(0, crystals - 1)]
    assert table.events("model_wounded") == []
    assert "counterattack" not in talk.kinds()


def test_energy_transfer_answers_wounds_of_source_blades_on_enemies_only() -> None:
    # R-LIGHTNING, R-TAKE, rhazack/energy-transfer/lower
    table = blades(hand=["energy-transfer"], active=1)
    smith = table.model("bloodsmith")

    def offered(event: WoundEvent, window: str = "W-WOUND-DEAL") -> bool:
        return bool(at(table, 0, Moment(window, wounds=event)))

    assert offered(WoundEvent(smith, 2, 0, 0))
    assert not offered(WoundEvent(smith, 2, 0, -1))
    assert not offered(WoundEvent(1, 2, 0, 0))
    assert not offered(WoundEvent(smith, 2, 0, 0), "W-WOUND-DEALT")
    table.state.crystals[1] = 0
    assert not offered(WoundEvent(smith, 2, 0, 0))


def test_energy_transfer_robs_the_owner_of_the_wounded_model() -> None:  # R-TAKE, rhazack/energy-transfer/lower
    table = a_field(
        "source-blade", enemies=["bloodsmith"], sides=("rhazack", "demon", "demon"), mode="ffa3",
        hand=["energy-transfer"], places={"source-blade": "0,0:01", "bloodsmith@1": "0,0:2"},
        banner_ready=[False] * 3,
    )  # fmt: skip
    play(wound(table, WoundEvent(table.roster.squads[2].models[0], 1, 0, 0)), "play:energy-transfer:lower", CALM)
    assert table.state.crystals == [4, 5, 4]


# Foresight and Source Blade


def test_foresight_returns_cards_shuffles_and_draws_as_many() -> None:  # R-HAND, rhazack/source-blade/upper
    table = blades(hand=["source-blade", "jump", "jump"], rolls=[0, 0, 0], decks=[("ray", "surf"), ()])
    talk = do(table, "play:source-blade:upper", "card:jump", "card:jump")
    assert talk.options("card") == [["Return Jump", "Back"], ["Return Jump", "No more", "Back"]]
    # The pile (ray, surf, jump, jump) shuffled by 0, 0, 0 is surf, jump, jump, ray.
    assert table.state.hands[0] == ("surf", "jump")
    assert table.state.decks[0] == ("jump", "ray")
    assert table.state.discards[0] == ("source-blade",)
    returned = next(event for event in table.log if event.kind == "cards_returned")
    assert returned.seen_by(1).data == {"seat": 0, "count": 2}  # type: ignore[union-attr]
    assert returned.seen_by(0).data["cards"] == ("jump", "jump")  # type: ignore[union-attr]


def test_foresight_may_return_fewer_and_needs_another_card() -> None:  # R-HAND, R-PARTIAL, rhazack/source-blade/upper
    table = blades(hand=["source-blade", "jump", "shock"], rolls=[0], decks=[("ray",), ()])
    do(table, "play:source-blade:upper", "card:shock", "done")
    assert set(table.state.hands[0]) <= {"jump", "ray", "shock"}
    assert len(table.state.hands[0]) == 2
    assert "play:source-blade:upper" not in offers(blades(hand=["source-blade"]))


def test_foresight_can_be_taken_back() -> None:  # rhazack/source-blade/upper
    table = blades(hand=["source-blade", "jump"])
    do(table, "play:source-blade:upper", "back")
    assert table.state.hands[0] == ("source-blade", "jump")


def test_source_blade_wounds_an_enemy_near_a_blade_at_a_source() -> None:
    # R-AUTO-WOUND, R-ORIGIN, rhazack/source-blade/lower
    table = blades(
        hand=["source-blade"], places={"source-blade": "0,0:34", "bloodsmith": "0,1:0", "bloodsmith/1": "2,0:0"}
    )
    assert "play:source-blade:lower" not in offers(table)
    source(table, "-1,0")
    do(table, "play:source-blade:lower")
    assert endurance(table, "bloodsmith") == 0
    assert table.events("model_wounded")[0] == {"model": table.model("bloodsmith"), "count": 1, "dealer": 0, "seat": 0}
    assert table.state.crystals[0] == 3


def test_source_blade_reaches_one_space() -> None:  # R-RANGE, rhazack/source-blade/lower
    table = blades(hand=["source-blade"], places={"source-blade": "0,0:34", "bloodsmith": "2,0:0"})
    source(table, "-1,0")
    assert "play:source-blade:lower" not in offers(table)


def test_the_angel_flies_through_obstacles() -> None:  # DF-MOVE-17
    table = angel()
    table.state.modes[0] = 1
    assert table.mode(table.roster.squads[0]).through_obstacles
    assert [attributes.value(table, 0, name) for name in attributes.NAMES] == [4, 1, 0, 6]
