"""Cards of the Flame Keepers and the Enkindled, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers, turns
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.moments import Fight, Moment, WoundEvent
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.paying import pay
from matches.engine.dawnfall.state import DEAD, Attached
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import wound
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import dvergar
from tests.engine.dawnfall.fielding import CALM, at, charges, do, endurance, fight, offers, use

# Flame Keeper


def keepers(**values: Any) -> TestTable:
    """One Flame Keeper looks east: a friend, then an enemy at Range 2, then one too far; behind it another friend."""
    places = {
        "flame-keeper": "0,0:01", "enkindled": "1,0:0", "bloodsmith": "2,0:0", "bloodsmith/1": "3,0:0",
        "enkindled/1": "0,0:4", "son-of-khyber": "-3,3:0123456", **values.pop("places", {}),
    }  # fmt: skip
    table = dvergar("flame-keeper", "enkindled", "avenger", places=places, **values)
    table.state.modes[table.squad_of("flame-keeper")] = 1
    return table


def test_the_flamethrower_burns_one_line_up_to_range_two() -> None:
    # dvergar/flamethrower/lower, dvergar/fire, R-LINE-TARGETS, R-CHECK, R-AFFECTED
    table = keepers(hand=["flamethrower"], rolls=[yellow(3)])
    smith = table.model("bloodsmith")
    do(table, "play:flamethrower:lower", "line:0", {**CALM, "wound_order": FIRST, "model": f"model:{smith}"})
    wanted = {table.model("enkindled"), table.model("enkindled/1"), smith}
    assert set(table.events("hits_checked")[0]["targets"]) == wanted
    assert (endurance(table, "enkindled"), endurance(table, "bloodsmith")) == (0, 0)
    assert markers.on_model(table, smith, "fire") == ("fire", 0, 1)
    assert table.state.crystals[0] == 5 - 2


def test_a_full_space_ends_the_flames() -> None:  # dvergar/flamethrower/lower, R-LINE-TARGETS
    places = {"enkindled": "-3,0:0", "son-of-khyber": "1,0:0123456", "enkindled/1": "-3,0:1"}
    table = keepers(hand=["flamethrower"], places=places, rolls=[yellow(3)])
    do(table, "play:flamethrower:lower", CALM)
    assert table.events("hits_checked")[0]["targets"] == (table.model("son-of-khyber"),)
    assert endurance(table, "son-of-khyber") == 3


def test_the_flamethrower_needs_active_mode_and_somebody_on_a_line() -> None:
    # dvergar/flamethrower/lower, R-MODE-REQ, R-PARTIAL
    table = keepers(hand=["flamethrower"])
    table.state.modes[table.squad_of("flame-keeper")] = 0
    assert "play:flamethrower:lower" not in offers(table)
    far = {"enkindled": "-3,0:0", "enkindled/1": "-3,0:1", "bloodsmith": "3,0:1"}
    assert "play:flamethrower:lower" not in offers(keepers(hand=["flamethrower"], places=far))
    assert "play:flamethrower:lower" not in at(keepers(hand=["flamethrower"], active=1), 0, Moment("W-INSTANT"))


def test_no_fire_token_without_a_model_hit_that_still_stands() -> None:  # dvergar/flamethrower/lower, R-AFFECTED
    table = keepers(hand=["flamethrower"], places={"enkindled": "-3,0:0", "enkindled/1": "-3,0:1"}, rolls=[yellow(3)])
    table.state.endurance[table.squad_of("bloodsmith")] = 0
    do(table, "play:flamethrower:lower", CALM)
    assert table.state.places[table.model("bloodsmith")] == DEAD
    assert table.events("token_placed") == []


def burning(**values: Any) -> TestTable:
    table = keepers(**values)
    table.state.endurance[table.squad_of("bloodsmith")] = 1
    markers.put(table, table.model("bloodsmith"), "fire", 0, 2)
    return table


def test_fire_wounds_at_the_end_of_a_turn_of_the_bearers_owner_alone() -> None:
    # dvergar/fire, R-FIRE, R-STACK, R-DEALS
    table = burning()
    play(open_window(table, Moment("W-ACTIVE-END")))
    assert endurance(table, "bloodsmith") == 1
    table.state.active = 1
    play(open_window(table, Moment("W-ACTIVE-END")))
    assert table.state.places[table.model("bloodsmith")] == DEAD
    assert table.state.marker == 1
    assert table.events("model_wounded") == [{"model": table.model("bloodsmith"), "count": 2, "dealer": -1, "seat": 0}]
    assert table.state.markers[table.model("bloodsmith")] == ()


def test_fire_wounds_at_the_end_of_a_passive_turn_too() -> None:  # dvergar/fire, R-FIRE
    table = burning(active=1, stage="passive")
    play(passive_turn(table))
    assert table.state.places[table.model("bloodsmith")] == DEAD


def test_fire_is_bought_off_token_by_token_in_an_own_active_turn() -> None:  # dvergar/fire, R-FIRE, R-BUYOFF
    table = burning(active=1)
    off = f"remove:{table.model('bloodsmith')}:fire:0"
    do(table, off)
    assert markers.on_model(table, table.model("bloodsmith"), "fire") == ("fire", 0, 1)
    do(table, off)
    assert (table.state.markers[table.model("bloodsmith")], table.state.crystals[1]) == ((), 3)
    assert not any(option.startswith("remove") for option in offers(burning()))


def test_no_scavengers_answer_the_wounds_of_fire() -> None:  # dvergar/fire, dvergar/chain-grab/upper, R-FIRE, R-DEALS
    table = burning(hand=["chain-grab"], active=1, attached={"enkindled": [Attached("junk", 0)]})
    assert play(open_window(table, Moment("W-ACTIVE-END"))).asked == []
    assert len(table.events("model_wounded")) == 1


def fuelled(charged: int, **values: Any) -> TestTable:
    places = {"enkindled": "-3,0:0", "enkindled/1": "-3,0:1", "son-of-khyber": "1,0:0123456"}
    attached = {"flame-keeper": [Attached("refined-fuel", charged)]}
    return keepers(hand=["flamethrower"], places=places, attached=attached, **values)


def test_refined_fuel_adds_two_and_a_fire_token_for_each_charge() -> None:
    # dvergar/refined-fuel/lower, R-COST-X, R-ROLL-BONUS, R-AFFECTED
    table = fuelled(3, rolls=[yellow(0)])
    lower = use(table, "flame-keeper", "refined-fuel", "lower")
    do(table, "play:flamethrower:lower", lower, "number:2", CALM)
    assert table.events("hits_checked")[0]["result"] == 0 + 2 * 2
    assert markers.on_model(table, table.model("son-of-khyber"), "fire") == ("fire", 0, 1 + 2)
    assert (endurance(table, "son-of-khyber"), charges(table, "flame-keeper")) == (3, [1])
    assert table.state.effects == ()


def test_refined_fuel_waits_for_a_flamethrower_of_its_carrier() -> None:  # dvergar/refined-fuel/lower, R-LIMIT
    table = fuelled(2)
    keeper = table.model("flame-keeper")
    assert use(table, "flame-keeper", "refined-fuel", "lower") not in offers(table)
    assert at(table, 0, Moment("W-BEFORE-HIT", model=keeper)) == []
    empty = fuelled(0, rolls=[yellow(0)])
    assert "window" not in do(empty, "play:flamethrower:lower", CALM).kinds()


@pytest.mark.parametrize("card", ["refined-fuel", "protection"])
def test_move_of_the_carrier_once_a_turn(card: str) -> None:
    # dvergar/refined-fuel/upper, dvergar/protection/upper, R-MOVE, R-LIMIT
    table = keepers(attached={"flame-keeper": [Attached(card, 2)]})
    upper = use(table, "flame-keeper", card, "upper")
    goal = table.board.number[0, -1]
    do(table, upper, f"space:{goal}", FIRST)
    assert table.space(table.model("flame-keeper")) == goal
    assert (charges(table, "flame-keeper"), upper in offers(table)) == ([1], False)
    table.state.used, table.state.active = {}, 1
    assert upper not in at(table, 0, Moment("W-INSTANT"))


def test_meltdown_sacrifices_a_flame_keeper_in_any_mode_and_blows_up() -> None:
    # dvergar/meltdown/lower, R-SACRIFICE, R-CHECK, R-AREA
    table = keepers(hand=["meltdown"], rolls=[yellow(1)], places={"bloodsmith": "0,1:0"})
    table.state.modes[table.squad_of("flame-keeper")] = 0
    do(table, "play:meltdown:lower", {**CALM, "wound_order": FIRST})
    checked = table.events("hits_checked")[0]
    assert set(checked["targets"]) == {table.model(name) for name in ("enkindled", "enkindled/1", "bloodsmith")}
    assert (checked["result"], checked["hit"]) == (1 + 2, checked["targets"])
    assert (table.state.places[table.model("flame-keeper")], table.state.marker) == (DEAD, 0)
    assert table.events("model_killed") == []


def test_sacrificing_the_last_model_loses_before_anything_blows_up() -> None:  # dvergar/meltdown/lower, SC-49
    table = dvergar("flame-keeper", hand=["meltdown"], places={"flame-keeper": "0,0:01", "bloodsmith": "0,0:2"})
    do(table, "play:meltdown:lower")
    assert (table.state.winners, table.events("hits_checked")) == ((1,), [])


# Enkindled


def at_source(**values: Any) -> TestTable:
    """An Enkindled at a Crystal Source of its own, the Energize half switched on."""
    table = dvergar("enkindled", "avenger", places={"enkindled": "0,0:1", "avenger": "-3,0:0123456"},
                    attached={"enkindled": [Attached("energize", 0, on=True)]}, stage="passive", **values)  # fmt: skip
    table.state.sources[:] = [table.board.number[1, 0]]
    table.state.endurance[table.squad_of("enkindled")] = 0
    return table


@pytest.mark.parametrize(("tokens", "crystals"), [(0, 6), (1, 5), (2, 5)])
def test_energize_gives_up_to_two_tokens_for_one_crystal_of_the_harvest(tokens: int, crystals: int) -> None:
    # dvergar/energize/lower, dvergar/energize, R-RESTORE
    table = at_source()
    talk = play(passive_turn(table), f"number:{tokens}")
    assert talk.kinds() == ["number"]
    assert (endurance(table, "enkindled"), table.state.crystals[0]) == (tokens, crystals)


@pytest.mark.parametrize("case", ["no crystal", "unhurt", "other seat", "dead"])
def test_energize_needs_a_crystal_a_lost_token_and_the_own_harvest(case: str) -> None:  # dvergar/energize/lower
    table = at_source()
    if case == "no crystal":
        table.state.sources.clear()
    elif case == "unhurt":
        table.state.endurance[table.squad_of("enkindled")] = 2
    elif case == "dead":
        table.lift(table.model("enkindled"), DEAD)
        for model in table.roster.squads[table.squad_of("enkindled")].models:
            table.state.places[model] = DEAD
        table.put(table.model("avenger"), footprint("T37", "0,0:0123456"))
    else:
        table.state.active = 1
        table.put(table.model("bloodsmith"), footprint("T37", "2,0:4"))
        table.lift(table.model("enkindled"), DEAD)
    assert play(passive_turn(table)).kinds() == []


def test_energize_is_switched_on_for_two_charges_at_a_free_moment() -> None:  # dvergar/energize/lower, DF-ENH-20
    table = dvergar("enkindled", places={"enkindled": "0,0:1"}, attached={"enkindled": [Attached("energize", 2)]})
    do(table, use(table, "enkindled", "energize", "lower"))
    assert table.state.attached[table.squad_of("enkindled")] == (Attached("energize", 0, on=True),)
    table = dvergar("avenger", places={"avenger": "0,0:0123456"}, attached={"avenger": [Attached("energize", 2)]})
    assert use(table, "avenger", "energize", "lower") not in offers(table)


def lash(**values: Any) -> TestTable:
    places = {"enkindled": "0,0:0", "enkindled/1": "-3,0:0", "bloodsmith": "2,0:0", **values.pop("places", {})}
    return dvergar("enkindled", "avenger", places=places, **values)


def test_the_chained_weapon_backstabs_within_range_two() -> None:  # dvergar/chained-weapon/lower, R-RANGED-BACKSTAB
    table = lash(hand=["chained-weapon"], rolls=[yellow(4), yellow(0)])
    talk = do(table, "play:chained-weapon:lower", FIRST, CALM)
    assert talk.options("target") == [["against Bloodsmith", "Let it be"]]
    told = table.events("backstab_declared")
    assert told == [{"model": table.model("enkindled"), "target": table.model("bloodsmith")}]
    assert (endurance(table, "bloodsmith"), table.state.crystals[0]) == (0, 3)
    assert table.events("initiative_compared") == []
    far = lash(hand=["chained-weapon"], places={"bloodsmith": "3,0:2"})
    assert "play:chained-weapon:lower" not in offers(far)


def struck(**values: Any) -> TestTable:
    places = {"enkindled": "0,0:0", "bloodsmith": "0,0:1", "bloodsmith/1": "3,0:1", **values.pop("places", {})}
    return lash(places=places, **values)


def test_dauntless_strikes_back_before_a_wound_that_follows_in_any_case() -> None:
    # dvergar/risky-tactics/upper, R-NEST, DF-COUNTER-06
    table = struck(hand=["risky-tactics"], active=1, rolls=[yellow(4), yellow(0), yellow(4), yellow(0)])
    table.state.endurance[table.squad_of("bloodsmith")] = 0
    fight(table, "bloodsmith", "enkindled", "play:risky-tactics:upper")
    assert table.state.places[table.model("bloodsmith")] == DEAD
    assert [event["model"] for event in table.events("model_wounded")] == [
        table.model("bloodsmith"), table.model("enkindled"),
    ]  # fmt: skip
    assert (endurance(table, "enkindled"), table.state.crystals[0]) == (1, 4)


def test_a_second_dauntless_gives_no_second_counterattack_in_one_combat() -> None:
    # dvergar/risky-tactics/upper, DF-COUNTER-07
    table = struck(
        hand=["risky-tactics", "risky-tactics"], active=1, rolls=[yellow(4), yellow(0), yellow(0), yellow(4)]
    )
    fight(table, "bloodsmith", "enkindled", "play:risky-tactics:upper")
    assert len(table.events("counterattack_begun")) == 1
    assert table.state.hands[0] == ("risky-tactics",)


@pytest.mark.parametrize("case", ["backstab", "counterattack", "enemy"])
def test_dauntless_answers_neither_backstabs_nor_counterattacks(case: str) -> None:  # dvergar/risky-tactics/upper
    table = struck(hand=["risky-tactics"])
    smith, mine = table.model("bloodsmith"), table.model("enkindled")
    attacker, target = (mine, smith) if case == "enemy" else (smith, mine)
    blow = Fight(attacker, target, "backstab" if case == "backstab" else "combat", attacker, target)
    blow.counterattack = case == "counterattack"
    assert at(table, 0, Moment("W-DEF-LOST", fight=blow)) == []
    plain = Fight(smith, mine, "combat", smith, mine)
    assert at(table, 0, Moment("W-DEF-LOST", fight=plain)) == ["play:risky-tactics:upper"]


def test_risky_tactics_strengthens_the_enkindled_and_gives_up_their_defense() -> None:
    # dvergar/risky-tactics/lower, R-AUTO-DEF-LOSS, R-DURATION, R-STACK
    table = struck(
        hand=["risky-tactics", "risky-tactics", "slam"], rolls=[yellow(0)], places={"avenger": "-3,1:0123456"}
    )
    do(table, "play:risky-tactics:lower")
    mine = table.model("enkindled/1")
    assert [attributes.value(table, mine, name) for name in attributes.NAMES] == [4, 3, 2, 2]
    assert attributes.value(table, table.model("avenger"), "att") == 2
    assert "play:risky-tactics:lower" not in offers(table)
    play(backstab(table, table.model("bloodsmith"), table.model("enkindled")), CALM)
    assert (len(table.events("die_rolled")), endurance(table, "enkindled")) == (1, 1)
    table.state.used["tokens_off:1"] = 1
    play(turns.end_active_turn(table))
    assert attributes.value(table, mine, "att") == 1


@pytest.mark.parametrize("means", ["nothing", "own loss", "kill", "wound", "payment", "before"])
def test_risky_tactics_costs_two_points_unless_an_enemy_squad_lost_a_token(means: str) -> None:
    # dvergar/risky-tactics/lower, R-VP, R-TOKEN-LOSS
    table = struck(hand=["risky-tactics"])
    smith = table.model("bloodsmith")
    if means == "before":
        play(wound(table, WoundEvent(smith, 1, 0)))
    do(table, "play:risky-tactics:lower")
    if means == "own loss":
        play(wound(table, WoundEvent(table.model("enkindled"), 1, 1)))
    elif means == "kill":
        table.state.endurance[table.squad_of("bloodsmith")] = 0
        play(wound(table, WoundEvent(smith, 1, 0)))
    elif means == "wound":
        play(wound(table, WoundEvent(smith, 1, 0)))
        table.state.endurance[table.squad_of("bloodsmith")] = 1
    elif means == "payment":
        play(pay(table, 1, 1, "something"), f"endurance:{table.squad_of('bloodsmith')}")
    play(turns.end_active_turn(table))
    assert table.state.marker == {"nothing": -2, "own loss": -2, "kill": 1 - 2}.get(means, 0)


def test_without_risky_tactics_no_points_are_lost() -> None:  # dvergar/risky-tactics/lower, R-VP
    table = struck()
    play(turns.end_active_turn(table))
    assert table.state.marker == 0
