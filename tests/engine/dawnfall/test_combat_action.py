"""The Combat Action and the Combats that halves give. DF-COMBAT-02 to -06, R-COMBAT, R-COMBAT-EACH"""

from matches.engine.dawnfall import combat
from matches.engine.dawnfall.combat_action import combat_action, fight_each, fight_one
from tests.engine.dawnfall.building import (
    TestTable,
    a_setup,
    a_squad,
    a_table,
    footprint,
    play,
    yellow,
)
from tests.engine.dawnfall.fighting import DECLINE, STRIKE, YELLOW, duel


def four_against_one(*rolls: int) -> TestTable:
    """a1, a2 and a3 touch X, a3 and a4 touch Y."""
    squads = (
        a_squad("a", models=4, ini=3, att=2), a_squad("x", 1, endurance=0, att=0), a_squad("y", 1, endurance=2),
    )  # fmt: skip
    places = {"a": "0,0:1", "a/1": "0,0:2", "a/2": "0,0:6", "a/3": "0,0:4", "x": "0,0:0", "y": "0,0:5"}
    return a_table(*squads, places=places, rolls=map(yellow, rolls), marker=-10)


def test_models_fight_one_by_one_and_pick_targets_in_their_turn():  # DF-COMBAT-02 to -05, -15, SC-40, Q-46
    table = four_against_one(1, 4, 1, 4, 3, 0, 2, 0)
    x, y = table.model("x"), table.model("y")
    assert combat.targets(table, table.model("a/2")) == [x, y]
    talk = play(
        combat_action(table, 0, table.roster.squads[0].models),
        "model:0", f"target:{x}", "model:1", f"target:{x}", "model:2", f"target:{y}", "done",
        STRIKE,
    )  # fmt: skip
    assert not table.on_board(x)
    third = [decision for decision in talk.asked if decision.kind == "target"][2]
    assert [option.id for option in third.options] == [f"target:{y}", "back"]
    assert [event["model"] for event in table.events("counterattack_begun")] == [x]
    assert table.state.endurance[2] == 1
    last_choice = [decision for decision in talk.asked if decision.kind == "fighter"][-1]
    assert [option.id for option in last_choice.options] == ["model:3", "done"]


def test_a_model_attacked_in_several_sequences_may_strike_back_in_each():  # DF-COUNTER-07
    table = four_against_one(1, 4, 1, 1, 1, 4, 1, 1)
    x = table.model("x")
    talk = play(combat_action(table, 0, [0, 1]), "model:0", f"target:{x}", "model:1", f"target:{x}", STRIKE)
    assert talk.kinds().count("counterattack") == 2


def test_contact_alone_means_nothing_and_everybody_may_refrain():  # DF-COMBAT-03, -06
    table = four_against_one()
    play(combat_action(table, 0, [0, 1, 2, 3]), "done")
    assert not table.events("combat_declared")


def test_the_choice_of_a_fighter_can_be_taken_back():
    table = four_against_one()
    talk = play(combat_action(table, 0, [0, 1]), "model:0", "back", "done")
    assert talk.kinds() == ["fighter", "target", "fighter"]


def test_each_model_fights_at_most_once_in_a_combat_action():  # DF-COMBAT-02, Q-46
    table = four_against_one(1, 4)
    talk = play(combat_action(table, 0, [0]), "model:0", "target:4", DECLINE)
    assert talk.kinds().count("fighter") == 1


def test_a_model_without_contact_has_nobody_to_fight():  # DF-COMBAT-02, DF-SHOOT-12
    table = duel()
    assert combat.targets(table, table.model("friend")) == []
    assert play(combat_action(table, 0, [table.model("friend")])).asked == []


def test_allies_are_no_targets():  # R-TARGET
    squads = (a_squad("a"), a_squad("b", 1), a_squad("ally", 2), a_squad("d", 3))
    table = a_table(setup=a_setup(*squads, mode="team"), places={"a": "0,0:0", "b": "0,0:1", "ally": "0,0:2"})
    assert combat.targets(table, table.model("a")) == [table.model("b")]


def test_the_active_player_orders_the_sequences_of_an_opponents_instant():  # DF-COMBAT-04, Q-44
    squads = (a_squad("alpha", endurance=2), a_squad("beta", 1, models=2, ini=3))
    places = {"alpha": "0,0:0", "beta": "0,0:1", "beta/1": "0,0:2"}
    table = a_table(*squads, places=places, rolls=[yellow(1), yellow(4)])
    talk = play(combat_action(table, 1, [1, 2]), "model:2", "refrain", "model:1", "target:0", DECLINE)
    assert [(d.seat, d.kind) for d in talk.asked][:3] == [(0, "fighter_order"), (1, "target"), (1, "fighter")]
    assert table.events("combat_declared")[0]["starter"] == 1


def test_a_model_that_performs_combat_fights_one_enemy_or_none():  # R-COMBAT
    table = four_against_one(1, 4)
    assert play(fight_one(table, 0, 2), "refrain").value is False
    assert play(fight_one(table, 0, 2), "target:5", DECLINE).value is True
    assert len(table.events("combat_declared")) == 1


def test_combat_against_every_enemy_lists_them_at_the_start(watch):  # R-COMBAT-EACH
    squads = (a_squad("alpha", ini=3, att=9), *(a_squad(name, 1, endurance=2) for name in ("b", "c", "late")))
    places = {"alpha": "0,0:0", "b": "0,0:1", "c": "0,0:2"}
    table = a_table(*squads, places=places, rolls=[yellow(1)] * 4)
    late = table.model("late")
    watch.at("W-DEF-LOST", lambda table, moment: table.put(late, footprint("T37", "0,0:3")))
    talk = play(fight_each(table, 0, 0), "target:2", "target:1", YELLOW)
    assert [option.id for option in talk.asked[-3].options] == ["target:1", "refrain"]
    assert [event["opponent"] for event in table.events("combat_declared")] == [2, 1]


def test_those_out_of_contact_by_then_are_skipped(watch):  # R-COMBAT-EACH
    table = four_against_one(4, 0)
    watch.at("W-DEF-LOST", lambda table, moment: table.put(table.model("y"), footprint("T37", "2,0:0")))
    play(fight_each(table, 0, 2), "target:4", YELLOW)
    assert len(table.events("combat_declared")) == 1
