"""Combat Sequence, Counterattack and Combat Action. DF-COMBAT, DF-COUNTER, R-COMBAT ... R-AUTO-DEF-LOSS"""

from typing import Any

import pytest

from matches.engine.dawnfall import combat
from matches.engine.dawnfall.attributes import last
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.combat_action import combat_action, fight_each, fight_one
from matches.engine.dawnfall.state import Effect
from tests.engine.dawnfall.building import (
    Rolls,
    Talk,
    TestTable,
    a_setup,
    a_squad,
    a_table,
    footprint,
    play,
    red,
    yellow,
)

YELLOW = {"die": "yellow", "rolled": "keep"}
DECLINE = {**YELLOW, "counterattack": "decline"}
STRIKE = {**YELLOW, "counterattack": "strike"}
#: Models of the table `duel`: seat by seat.
ALPHA, BETA = 0, 2


def duel(
    alpha: dict[str, Any] | None = None, beta: dict[str, Any] | None = None, rolls: tuple[int, ...] = (), **state: Any
) -> TestTable:
    """Alpha of seat 0 touches beta of seat 1; both have far-away friends so that no death ends the match."""
    squads = (
        a_squad("alpha", **(alpha or {})), a_squad("beta", 1, **(beta or {})), a_squad("friend"), a_squad("foe", 1),
    )  # fmt: skip
    places = {"alpha": "0,0:0", "beta": "0,0:1", "friend": "-3,0:0", "foe": "3,0:0"}
    return a_table(*squads, places=places, rolls=map(yellow, rolls), **state)


def fight(table: TestTable, *answers: Any, starter: str = "alpha", opponent: str = "beta") -> Talk:
    return play(combat_sequence(table, table.model(starter), table.model(opponent)), *answers)


def attackers(table: TestTable) -> list[str]:
    return [table.squad(event["model"]).slug for event in table.events("attack_made")]


def powers(table: TestTable) -> list[tuple[int, int]]:
    return [(event["attack"], event["defense"]) for event in table.events("attack_compared")]


def wounded(table: TestTable) -> list[str]:
    return [table.squad(event["model"]).slug for event in table.events("model_wounded")]


# Initiative


def test_the_faster_defender_strikes_first():  # DF-COMBAT-07, -09, SC-36
    table = duel({"ini": 2, "att": 2, "def": 1}, {"ini": 3, "att": 1, "def": 2}, (2, 3))
    talk = fight(table, DECLINE)
    assert attackers(table) == ["beta"]
    assert powers(table) == [(3, 4)]
    assert wounded(table) == []
    assert [decision.seat for decision in talk.asked if decision.kind == "counterattack"] == [0]


@pytest.mark.parametrize("starter", ["alpha", "beta"])
def test_with_equal_ini_the_active_players_model_attacks_first(starter):  # DF-COMBAT-08, -09, SC-37, Q-44
    other = "beta" if starter == "alpha" else "alpha"
    table = duel({"ini": 2}, {"ini": 2}, (1, 1))
    fight(table, DECLINE, starter=starter, opponent=other)
    assert attackers(table) == ["alpha"]


def test_between_two_players_who_are_not_active_the_starter_wins_ties():  # Q-44
    setup = a_setup(a_squad("alpha"), a_squad("beta", 1), a_squad("gamma", 2), mode="ffa3")
    places = {"alpha": "-3,0:0", "beta": "0,0:0", "gamma": "0,0:1"}
    table = a_table(setup=setup, places=places, rolls=[yellow(1), yellow(1)])
    fight(table, DECLINE, starter="gamma", opponent="beta")
    assert attackers(table) == ["gamma"]


def test_an_automatic_winner_of_initiative_attacks_first():  # R-AUTO-INI
    table = duel({"ini": 0}, {"ini": 5}, (1, 1), effects=(Effect("wins_ini", 0, 1, "turn", "test"),))
    fight(table, DECLINE)
    assert attackers(table) == ["alpha"]


def test_two_automatic_winners_compare_their_real_values():  # R-AUTO-INI
    both = tuple(Effect("wins_ini", model, 1, "turn", "test") for model in (ALPHA, BETA))
    table = duel({"ini": 0}, {"ini": 5}, (1, 1), effects=both)
    fight(table, DECLINE)
    assert attackers(table) == ["beta"]


def test_a_dash_for_ini_loses_to_0_and_two_dashes_are_a_tie():  # Q-37, SC-39
    table = duel({"ini": "-"}, {"ini": 0}, (1, 1))
    fight(table, DECLINE)
    assert attackers(table) == ["beta"]
    table = duel({"ini": "-"}, {"ini": "-"}, (1, 1))
    fight(table, DECLINE, starter="beta", opponent="alpha")
    assert attackers(table) == ["alpha"]


# Ends of a sequence: attacker ATT 2 DEF 1, defender ATT 1 DEF 2


def pair(*rolls: int) -> TestTable:
    return duel({"ini": 3, "att": 2, "def": 1}, {"att": 1, "def": 2}, rolls)


def test_a_higher_attack_power_deals_a_wound_and_ends_the_sequence():  # DF-COMBAT-10 to -12, DF-SQUAD-08, SC-38
    table = pair(4, 3)
    talk = fight(table, YELLOW)
    assert powers(table) == [(6, 5)]
    assert wounded(table) == ["beta"]
    assert table.on_board(table.model("beta"))
    assert "counterattack" not in talk.kinds()


def test_an_equal_defense_power_withstands_and_may_strike_back_or_not():  # DF-COMBAT-13, DF-COUNTER-01, SC-38
    table = pair(3, 3)
    talk = fight(table, DECLINE)
    assert powers(table) == [(5, 5)]
    assert wounded(table) == []
    assert talk.options("counterattack") == [["Strike back", "Let it be"]]
    assert [decision.seat for decision in talk.asked if decision.kind == "counterattack"] == [1]
    assert attackers(table) == ["alpha"]


def test_a_counterattack_that_succeeds_wounds_the_first_attacker():  # DF-COUNTER-02 to -04, SC-38
    table = pair(3, 3)
    table.chance = Rolls(yellow(3), yellow(3), red(5), yellow(2))
    fight(table, "yellow", "yellow", "strike", "red", "crystals", "yellow")
    assert powers(table) == [(5, 5), (6, 3)]
    assert wounded(table) == ["alpha"]
    assert table.state.crystals[1] == 1
    assert table.events("model_wounded")[0]["seat"] == 1


def test_a_failed_counterattack_does_nothing_and_is_not_answered():  # DF-COUNTER-05, -06, SC-38
    table = pair(3, 3, 1, 1)
    talk = fight(table, STRIKE)
    assert powers(table) == [(5, 5), (2, 2)]
    assert wounded(table) == []
    assert talk.kinds().count("counterattack") == 1


def test_the_defender_sees_the_attack_power_before_choosing_a_die():  # DF-DICE-06, -14, SC-26
    table = duel({"ini": 2, "att": 2}, {"def": 1})
    table.chance = Rolls(yellow(3), red(4))
    talk = fight(table, "yellow", "red", "crystals", "decline")
    assert powers(table) == [(5, 5)]
    defender = talk.asked[1]
    assert (defender.seat, defender.kind, defender.data["power"]) == (1, "die", 5)
    assert not any(decision.seat == 0 for decision in talk.asked[1:])


# The dash


def test_a_model_with_a_dash_for_att_starts_no_combat_and_makes_no_counterattack():  # DF-SQUAD-06, SC-39, Q-37, R-DASH
    table = duel({"ini": 3}, {"att": "-"}, (1, 1))
    assert combat.targets(table, table.model("beta")) == []
    assert combat.targets(table, table.model("alpha")) == [table.model("beta")]
    assert "counterattack" not in fight(table, YELLOW).kinds()


def test_a_faster_model_with_a_dash_for_att_lets_the_slower_one_attack():  # SC-39, Q-37
    table = duel({"ini": 1}, {"ini": 4, "att": "-"}, (1, 1))
    fight(table, YELLOW)
    assert attackers(table) == ["alpha"]


def test_a_dash_for_def_rolls_nothing_and_has_defense_power_0():  # SC-39, Q-37
    table = duel({"ini": 2, "att": 0}, {"def": "-"}, (1,))
    fight(table, YELLOW)
    assert powers(table) == [(1, 0)]
    table = duel({"ini": 2, "att": 0}, {"def": "-"}, (0,))
    assert "counterattack" in fight(table, DECLINE).kinds()


# Windows


def test_the_windows_of_a_sequence_open_in_their_order(watch):  # R-DECLARED, R-ORDER-SIDE
    fight(pair(3, 3, 4, 0), STRIKE)
    rolled = ["W-DIE", "W-ROLLED"]
    attack = ["W-INSTANT", "W-BEFORE-ATT", *rolled, "W-BEFORE-DEF", *rolled, "W-DEF-ROLLED"]
    wound = ["W-WOUND-DEAL", "W-WOUND-TAKE", "W-TOKEN-LOST", "W-WOUND-TAKEN", "W-WOUND-DEALT"]
    assert watch.opened == [
        "W-COMBAT:cancel", "W-COMBAT:backstab", "W-INSTANT", "W-BEFORE-INI",
        *attack, "W-DEF-WON", *attack, "W-DEF-LOST", *wound, "W-INSTANT",
    ]  # fmt: skip
    assert watch.seats["W-BEFORE-DEF"] == (0,)
    assert watch.seats["W-BEFORE-ATT"] == (0, 1)
    assert watch.seats["W-COMBAT:cancel"] is None


def cancel(table: Any, moment: Any) -> None:
    moment.fight.cancelled = True


def test_a_cancelled_combat_is_over_and_nobody_attacks(watch):  # R-CANCEL, R-DECLARED
    watch.at("W-COMBAT:cancel", cancel)
    table = pair()
    assert fight(table).asked == []
    assert watch.opened == ["W-COMBAT:cancel"]
    assert table.events("combat_cancelled")


def test_a_cancelled_combat_is_used_up_for_its_starter(watch):  # R-CANCEL, DF-COMBAT-02
    watch.at("W-COMBAT:cancel", cancel)
    table = pair()
    talk = play(combat_action(table, 0, [ALPHA]), "model:0", "target:2")
    assert talk.kinds() == ["fighter", "target"]


def walk_away(table: Any, moment: Any) -> None:
    table.put(table.model("beta"), footprint("T37", "2,0:0"))


@pytest.mark.parametrize("window", ["W-COMBAT:cancel", "W-INSTANT", "W-BEFORE-INI", "W-BEFORE-ATT"])
def test_a_sequence_that_loses_contact_ends_at_once(watch, window):  # R-BREAK
    watch.at(window, walk_away)
    table = pair()
    assert fight(table).asked == []
    assert attackers(table) == []


def test_a_sequence_without_need_of_contact_goes_on(watch):  # R-BREAK
    watch.at("W-BEFORE-INI", walk_away)
    table = pair(1, 1)
    play(combat_sequence(table, ALPHA, BETA, contact=False), DECLINE)
    assert attackers(table) == ["alpha"]


def test_a_sequence_ends_when_a_model_leaves_before_the_defense(watch):  # R-BREAK
    watch.at("W-BEFORE-DEF", lambda table, moment: table.lift(moment.fight.attacker, -2))
    table = pair(1)
    fight(table, YELLOW)
    assert powers(table) == []


def automatic(result: str) -> Any:
    return lambda table, moment: setattr(moment.fight, "automatic", result)


def test_an_automatic_defense_rolls_nothing_and_may_be_followed_by_a_counterattack(watch):  # R-AUTO-DEF
    watch.at("W-BEFORE-DEF", automatic("won"))
    table = pair(4, 1, 1)
    fight(table, STRIKE)
    assert [(event["model"], event["purpose"]) for event in table.events("die_rolled")] == [
        (ALPHA, "attack"), (BETA, "attack"), (ALPHA, "defense"),
    ]  # fmt: skip
    assert wounded(table) == []


def test_a_card_may_forbid_the_counterattack_of_an_automatic_defense(watch):  # R-AUTO-DEF
    def parry(table: Any, moment: Any) -> None:
        moment.fight.automatic, moment.fight.may_counter = "won", False

    watch.at("W-BEFORE-DEF", parry)
    assert "counterattack" not in fight(pair(4), YELLOW).kinds()


def test_an_automatically_lost_defense_leaves_no_window_and_beats_a_won_one(watch):  # R-AUTO-DEF-LOSS
    table = pair(0)
    for trait in ("loses_def", "wins_def"):
        last(table, Effect(trait, BETA, 1, "turn", "test"))
    fight(table, YELLOW)
    assert "W-BEFORE-DEF" not in watch.opened
    assert wounded(table) == ["beta"]


def test_a_bonus_to_one_roll_is_added_to_its_result(watch):  # R-ROLL-BONUS
    watch.at("W-BEFORE-ATT", lambda table, moment: setattr(moment.roll, "bonus", 2))
    table = pair(1, 3)
    fight(table, DECLINE)
    assert powers(table) == [(5, 5)]


def test_effects_of_one_attack_and_of_the_combat_end_with_them(watch):  # R-DURATION
    def strengthen(table: Any, moment: Any) -> None:
        last(table, Effect("att+", 0, 1, "attack", "test"))
        last(table, Effect("defense+", 0, 3, "combat", "test"))

    watch.at("W-BEFORE-ATT", strengthen)
    table = pair(2, 3, 1, 0)
    fight(table, STRIKE)
    assert powers(table) == [(5, 5), (2, 4)]
    assert table.state.effects == ()


def test_an_attack_can_be_replaced_by_something_else(watch):  # W-BEFORE-ATT
    watch.at("W-BEFORE-ATT", lambda table, moment: setattr(moment.fight, "outcome", "hit"))
    table = pair()
    fight(table)
    assert wounded(table) == ["beta"]
    assert not table.events("die_rolled")


def test_a_counterattack_before_the_wound_leaves_the_wound_in_place(watch):  # W-DEF-LOST
    watch.at("W-DEF-LOST", lambda table, moment: combat.counterattack(table, moment.fight))
    table = pair(4, 0, 4, 0)
    fight(table, YELLOW)
    assert wounded(table) == ["alpha", "beta"]


def test_no_sequence_begins_before_the_running_one_is_over(watch):  # DF-COMBAT-14
    table = duel({"ini": 3, "att": 5}, {"endurance": 3})
    table.chance = Rolls(*map(yellow, (1, 0, 2, 0)))
    watch.at(
        "W-WOUND-DEALT", lambda table, moment: combat.when_over(table, lambda: combat_sequence(table, ALPHA, BETA))
    )
    fight(table, YELLOW)
    declared = [n for n, event in enumerate(table.log) if event.kind == "combat_declared"]
    assert len(declared) == 2
    dealt = watch.opened.index("W-WOUND-DEALT")
    assert watch.opened[dealt + 1 : dealt + 3] == ["W-INSTANT", "W-COMBAT:cancel"]
    assert wounded(table) == ["beta", "beta"]
    assert table.fights == []


def test_whoever_controls_a_model_rolls_for_it_and_is_credited():  # R-CONTROLLED, R-CREDIT
    squads = (a_squad("alpha"), a_squad("beta", 1, ini=3, att=6), a_squad("gamma", 1, endurance=2))
    table = a_table(
        *squads,
        places={"alpha": "-3,0:0", "beta": "0,0:0", "gamma": "0,0:1"},
        rolls=[yellow(1), yellow(1)],
        effects=(Effect("controlled", 1, 0, "turn", "test"),),
    )
    assert combat.targets(table, 1) == [2]
    talk = fight(table, YELLOW, starter="beta", opponent="gamma")
    assert [decision.seat for decision in talk.asked] == [0, 1]
    assert table.events("model_wounded")[0]["seat"] == 0


# Combat Actions


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
