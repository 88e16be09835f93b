"""Banners and Shrines of the Dvergar, and redistributing with Mechanism."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, combat, limits, markers, placing
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.backstab import targets as backstab_targets
from matches.engine.dawnfall.cards.dvergar_scrap import SCRAP, add_scrap, scrap
from matches.engine.dawnfall.moments import Moment, Roll
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.paying import purses
from matches.engine.dawnfall.shooting import check_for_hit
from matches.engine.dawnfall.state import DEAD, Attached, Marker
from tests.engine.dawnfall.building import TestTable, footprint, play, red, yellow
from tests.engine.dawnfall.cards.armies import dvergar
from tests.engine.dawnfall.fielding import CALM, at, charges, do, endurance, fight, model_option, offers, use

OTHER = {"dvergar": "alternative-dvergar-banner"}
FACTORY = {"dvergar": "factory"}


# Dvergar Banner: joined models


def pair(**values: Any) -> TestTable:
    """An Enkindled and an Unbroken side by side, an enemy in contact with both."""
    places = {"enkindled": "0,0:0", "unbroken": "0,0:12", "enkindled/1": "-3,0:0", "bloodsmith": "0,0:3",
              **values.pop("places", {})}  # fmt: skip
    return dvergar("enkindled", "unbroken", banner_ready=[True, True], places=places, **values)


def join(table: TestTable) -> None:
    do(table, "banner:0", model_option(table, "enkindled"))


def test_joined_models_fight_with_the_sums_of_attack_and_defense() -> None:
    # dvergar/dvergar-banner/0, R-JOINED, R-BANNER
    table = pair(rolls=[yellow(4), yellow(0), yellow(4), yellow(0)])
    one, other = table.model("enkindled"), table.model("unbroken")
    join(table)
    values = [[attributes.value(table, model, name) for name in attributes.NAMES] for model in (one, other)]
    assert values == [[2, 1 + 0, 2 + 3, 2], [1, 0 + 1, 3 + 2, 2]]
    assert not table.state.banner_ready[0]
    play(backstab(table, table.model("bloodsmith"), one), CALM)
    assert table.events("attack_compared")[0]["defense"] == 2 + 3 + 0
    assert (endurance(table, "enkindled"), endurance(table, "unbroken")) == (1, 2)
    attributes.end_span(table, "turn")
    assert attributes.value(table, one, "defense") == 2


def test_once_a_joined_model_fights_the_other_makes_no_combat_this_turn() -> None:  # dvergar/dvergar-banner/0, R-JOINED
    table = pair(rolls=[0, 0], places={"unbroken": "0,0:45"})
    one, other = table.model("enkindled"), table.model("unbroken")
    join(table)
    assert combat.targets(table, other) == [table.model("bloodsmith")]
    fight(table, "enkindled", "bloodsmith")
    assert (combat.targets(table, other), backstab_targets(table, other, 2)) == ([], [])
    assert combat.targets(table, one) == [table.model("bloodsmith")]
    attributes.end_span(table, "turn")
    assert combat.targets(table, other) == [table.model("bloodsmith")]


def test_a_dash_counts_nothing_in_the_sum() -> None:  # dvergar/dvergar-banner/0, R-JOINED, R-DASH
    table = pair(modes=[0, 1, 0, 0])
    one, other = table.model("enkindled"), table.model("unbroken")
    markers.put(table, one, "freeze", 1)
    assert attributes.value(table, one, "att") is None
    join(table)
    assert attributes.value(table, one, "att") == 0 + 2
    assert attributes.value(table, other, "att") == 2 + 0


def test_joining_ends_for_good_when_the_contact_ends() -> None:  # dvergar/dvergar-banner/0, R-JOINED
    table = pair()
    one, home = table.model("enkindled"), table.state.places[table.model("enkindled")]
    join(table)
    placing.put_all(table, {one: footprint("T37", "2,0:0")}, {})
    assert table.state.effects == ()
    placing.put_all(table, {one: home}, {})
    assert attributes.value(table, one, "defense") == 2


def test_joining_needs_two_free_models_in_contact() -> None:  # dvergar/dvergar-banner/0, R-PARTIAL
    table = pair()
    join(table)
    table.state.banner_ready[0] = True
    assert "banner:0" not in offers(table)
    assert "banner:0" not in offers(pair(places={"enkindled": "2,0:0"}))
    assert "banner:0" not in at(pair(active=1), 0, Moment("W-OWN"))


# Redistributing


def stores(**values: Any) -> TestTable:
    """Three Squads, one of them dead, with cards, charges and tokens to move."""
    attached = {
        "enkindled": [Attached("exoskeleton", 2, on=True), Attached("junk", 0)],
        "avenger": [Attached("junk", 3), Attached("radiostation", 1)],
    }
    places = {"enkindled": "0,0:0", "avenger": "1,0:0123456"}
    values = {"attached": attached, "places": places, **values}
    table = dvergar("enkindled", "avenger", "gyrobot", **values)
    for model in table.roster.squads[table.squad_of("gyrobot")].models:
        table.state.places[model] = DEAD
    table.state.endurance[table.squad_of("gyrobot")] = 0
    return table


def start(source: str) -> tuple[TestTable, str]:
    if source == "mechanism":
        return stores(hand=["mechanism"]), "play:mechanism:lower"
    return stores(banner_ready=[True, True]), "banner:1"


@pytest.mark.parametrize("source", ["mechanism", "banner"])
def test_endurance_tokens_go_to_dead_squads_up_to_what_is_printed(source: str) -> None:
    # dvergar/mechanism/lower, dvergar/dvergar-banner/1, R-RESTORE
    table, used = start(source)
    gyrobot = table.squad_of("gyrobot")
    talk = do(table, used, f"token:{table.squad_of('avenger')}", "number:2", "done")
    assert [endurance(table, name) for name in ("enkindled", "avenger", "gyrobot")] == [2, 2, 2]
    assert not any(table.on_board(model) for model in table.roster.squads[gyrobot].models)
    numbers = next(d for d in talk.asked if d.kind == "number").options
    assert [option.id for option in numbers] == ["number:1", "number:2", "back"]
    assert table.state.crystals[0] == (4 if source == "mechanism" else 5)
    assert table.state.banner_ready[0] is False


def test_mechanism_paid_with_the_only_token_to_move_moves_nothing() -> None:  # dvergar/mechanism/lower, R-PARTIAL
    table = stores(hand=["mechanism"], attached={}, crystals=[0, 5])
    for name, tokens in (("enkindled", 1), ("avenger", 0)):
        table.state.endurance[table.squad_of(name)] = tokens
    do(table, "play:mechanism:lower", {"pay": f"endurance:{table.squad_of('enkindled')}"})
    assert [endurance(table, name) for name in ("enkindled", "avenger", "gyrobot")] == [0, 0, 0]
    assert table.state.hands[0] == ()


def test_charges_move_between_cards() -> None:  # dvergar/mechanism/lower, dvergar/dvergar-banner/1, DF-ENH-17
    table, used = start("banner")
    do(table, used, "charge:2", "card:1", "number:3", "charge:0", "card:3", "number:1", "done")
    assert (charges(table, "enkindled"), charges(table, "avenger")) == ([1, 3], [0, 2])


def test_what_was_moved_is_not_moved_on() -> None:  # dvergar/mechanism/lower, dvergar/dvergar-banner/1, R-LOOP
    table, used = start("banner")
    table.state.endurance[table.squad_of("enkindled")] = 1
    giver = f"token:{table.squad_of('enkindled')}"
    talk = do(table, used, giver, "charge:2", "card:1", "number:3", "done")
    left = [option.id for option in talk.asked[-1].options]
    assert not {giver, "charge:1", "charge:2"} & set(left)
    assert {f"token:{table.squad_of('avenger')}", "charge:0", "charge:3"} <= set(left)


def test_enhancements_move_with_charges_and_what_is_switched_on() -> None:  # dvergar/mechanism/lower, R-INSTANT-PASSIVE
    table, used = start("mechanism")
    do(table, used, "card:0", "done")
    assert table.state.attached[table.squad_of("gyrobot")] == (Attached("exoskeleton", 2, on=True),)
    assert table.state.attached[table.squad_of("enkindled")] == (Attached("junk", 0),)
    assert attributes.value(table, table.model("enkindled"), "mov") == 2


def test_full_squads_can_exchange_cards_but_get_no_second_copy() -> None:
    # dvergar/mechanism/lower, dvergar/dvergar-banner/1, DF-ENH-12, DF-ENH-18
    table, used = start("banner")
    enkindled, avenger = (f"squad:{table.squad_of(name)}" for name in ("enkindled", "avenger"))
    do(table, used, "card:0", "card:3", "done", avenger, enkindled)
    assert table.state.attached[table.squad_of("enkindled")] == (Attached("junk", 0), Attached("radiostation", 1))
    assert table.state.attached[table.squad_of("avenger")] == (
        Attached("exoskeleton", 2, on=True), Attached("junk", 3),
    )  # fmt: skip
    table, used = start("banner")
    table.state.attached[table.squad_of("avenger")] = (Attached("junk", 3),)
    talk = do(table, used, "card:1", "done")
    assert table.state.attached[table.squad_of("gyrobot")] == (Attached("junk", 0),)
    assert "squad" not in talk.kinds()


def test_a_card_that_was_used_up_this_turn_stays_used_up_where_it_goes() -> None:  # dvergar/mechanism/lower, R-LIMIT
    table = stores(hand=["mechanism"], places={"enkindled": "0,0:0", "avenger": "1,0:0123456", "bloodsmith": "0,0:1"})
    table.state.used[limits.half_key(table.squad_of("avenger"), "radiostation", "upper")] = 1
    table.state.attached[table.squad_of("enkindled")] = ()
    do(table, "play:mechanism:lower", "card:1", "done", f"squad:{table.squad_of('enkindled')}")
    assert charges(table, "enkindled") == [1]
    assert use(table, "enkindled", "radiostation", "upper") not in offers(table)
    table.state.used = {}
    assert use(table, "enkindled", "radiostation", "upper") in offers(table)


def test_redistributing_can_be_taken_back_as_a_whole_before_it_is_done() -> None:  # dvergar/mechanism/lower, R-CHOICE
    table, used = start("mechanism")
    before = (table.state.attached[:], table.state.endurance[:], table.state.crystals[:])
    do(table, used, "card:0", "charge:2", "card:1", "number:1", "back")
    assert (table.state.attached, table.state.endurance, table.state.crystals) == before
    assert (table.state.hands[0], table.log) == (("mechanism",), [])


def test_redistributing_needs_something_to_move() -> None:  # dvergar/mechanism/lower, R-PARTIAL, R-LIGHTNING
    table = dvergar("enkindled", "avenger", hand=["mechanism"], places={"enkindled": "0,0:0", "avenger": "1,0:0123456"})
    assert "play:mechanism:lower" not in offers(table)
    table.state.endurance[table.squad_of("enkindled")] = 1
    assert "play:mechanism:lower" in offers(table)
    table.state.active = 1
    assert at(table, 0, Moment("W-INSTANT")) == []


def test_setup_enhancements_stay_but_their_charges_may_go() -> None:  # dvergar/mechanism/lower, R-SETUP-ATTACH
    table = dvergar("drillers", "avenger", hand=["mechanism"], places={"avenger": "1,0:0123456"},
                    attached={"drillers": [Attached("puncture", 1)], "avenger": [Attached("junk", 0)]})  # fmt: skip
    talk = do(table, "play:mechanism:lower", "charge:0", "done")
    assert [option.id for option in talk.asked[1].options] == ["charge:0", "card:1", "back"]
    assert (charges(table, "drillers"), charges(table, "avenger")) == ([0], [1])


# Alternative Banner


def test_the_alternative_banner_makes_one_roll_red_for_free() -> None:  # dvergar/alternative-dvergar-banner/0, R-BANNER
    table = pair(banners=OTHER, rolls=[red(6), yellow(0)])
    play(backstab(table, table.model("enkindled"), table.model("bloodsmith")), "banner:0", CALM)
    assert table.events("die_rolled")[0]["die"] == "red"
    assert (table.state.crystals[0], table.state.banner_ready[0]) == (5, False)


def test_the_free_red_die_serves_checks_but_only_own_rolls_in_the_own_turn() -> None:
    # dvergar/alternative-dvergar-banner/0, R-BANNER
    table = pair(banners=OTHER, rolls=[red(6)])
    play(check_for_hit(table, 0, table.model("enkindled"), [table.model("bloodsmith")]), "banner:0", CALM)
    assert table.events("die_rolled")[0]["die"] == "red"
    table = pair(banners=OTHER)
    enemy = Moment("W-DIE", roll=Roll(1, table.model("bloodsmith"), "attack"))
    own = Moment("W-DIE", roll=Roll(0, table.model("enkindled"), "defense"))
    assert (at(table, 0, enemy), at(table, 0, own)) == ([], ["banner:0"])
    assert "banner:0" not in offers(table)
    table.state.active = 1
    assert at(table, 0, own) == []


def test_the_alternative_banner_trades_scrap_for_a_crystal() -> None:
    # dvergar/alternative-dvergar-banner/1, dvergar/endurance-token-on-the-shrine, R-REFRESH
    table = pair(banners=OTHER, depleted=[2, 0])
    assert "banner:1" not in offers(table)
    add_scrap(table, 0, 2)
    do(table, "banner:1")
    assert (table.state.crystals[0], table.state.depleted[0], scrap(table, 0)) == (6, 1, 1)
    table.state.banner_ready[0], table.state.depleted[0] = True, 0
    assert "banner:1" not in offers(table)


# Shrines


def yard(**values: Any) -> TestTable:
    table = dvergar("enkindled", "avenger", "gyrobot", stage="passive",
                    places={"enkindled": "0,0:1", "avenger": "2,0:0123456", "gyrobot": "-3,0:012"},
                    attached={"avenger": [Attached("junk", 1), Attached("radiostation", 0)],
                              "gyrobot": [Attached("rocket", 0)]}, **values)  # fmt: skip
    table.state.shrines[0] = table.board.number[1, 0]
    return table


def test_the_junkyard_serves_one_squad_in_contact_with_charges_and_a_token() -> None:
    # dvergar/junkyard, dvergar/endurance-token-on-the-shrine, R-SHRINE-PASSIVE
    table = yard()
    add_scrap(table, 0, 2)
    table.state.endurance[table.squad_of("avenger")] = 2
    table.state.endurance[table.squad_of("enkindled")] = 1
    talk = play(passive_turn(table), f"squad:{table.squad_of('avenger')}")
    assert [option.id for option in talk.asked[0].options] == [
        f"squad:{table.squad_of('enkindled')}", f"squad:{table.squad_of('avenger')}", "none",
    ]  # fmt: skip
    assert charges(table, "avenger") == [1 + 1 + 2, 0 + 1 + 2]
    assert charges(table, "gyrobot") == [1]
    assert (endurance(table, "avenger"), endurance(table, "enkindled"), scrap(table, 0)) == (3, 1, 1)


def test_the_junkyard_gives_charges_without_a_token_and_can_be_declined() -> None:  # dvergar/junkyard, R-PARTIAL
    table = yard()
    play(passive_turn(table), f"squad:{table.squad_of('avenger')}")
    assert (charges(table, "avenger"), endurance(table, "avenger")) == ([4, 3], 4)
    table = yard()
    play(passive_turn(table), "none")
    assert charges(table, "avenger") == [2, 1]


def test_the_junkyard_never_lifts_a_squad_above_its_endurance_and_sleeps_in_other_turns() -> None:
    # dvergar/junkyard, R-RESTORE
    table = yard()
    add_scrap(table, 0, 1)
    talk = play(passive_turn(table), f"squad:{table.squad_of('avenger')}")
    assert len(talk.asked[0].options) == 2
    assert (endurance(table, "avenger"), scrap(table, 0)) == (4, 1)
    table = yard(active=1)
    assert play(passive_turn(table)).kinds() == []


def test_the_factory_pays_for_a_red_die_and_a_reroll() -> None:
    # dvergar/factory, dvergar/endurance-token-on-the-shrine
    table = pair(shrines=FACTORY, active=1, rolls=[yellow(0), red(1), red(3)])
    add_scrap(table, 0, 2)
    smith, mine = table.model("bloodsmith"), table.model("enkindled")
    play(backstab(table, smith, mine), "yellow", "keep", "red", "factory", "pay_reroll", "factory")
    assert [(event["die"], event["face"]) for event in table.events("die_rolled")] == [
        ("yellow", 0), ("red", 1), ("red", 3),
    ]  # fmt: skip
    assert (scrap(table, 0), table.state.crystals[0]) == (0, 5)


def test_the_factory_pays_for_nothing_else_and_only_for_the_dvergar() -> None:  # dvergar/factory
    table = pair(shrines=FACTORY)
    add_scrap(table, 0, 3)

    def pays(at_table: TestTable, seat: int, what: str) -> bool:
        return "factory" in [purse.id for purse in purses(at_table, seat, what)]

    assert (pays(table, 0, "the Red Die"), pays(table, 0, "a reroll"), pays(table, 0, "Fury")) == (True, True, False)
    assert not pays(table, 1, "the Red Die")
    yard_table = pair()
    add_scrap(yard_table, 0, 3)
    assert not pays(yard_table, 0, "the Red Die")
    assert table.state.shrine_tokens == (Marker(SCRAP, 0, 3),)
