"""Combat Sequence and Counterattack: who attacks first, how it ends, and the dash. DF-COMBAT, DF-COUNTER, Q-37"""

import pytest

from matches.engine.dawnfall import combat
from matches.engine.dawnfall.state import Effect
from tests.engine.dawnfall.building import (
    Rolls,
    a_setup,
    a_squad,
    a_table,
    red,
    yellow,
)
from tests.engine.dawnfall.fighting import (
    ALPHA,
    BETA,
    DECLINE,
    STRIKE,
    YELLOW,
    attackers,
    duel,
    fight,
    pair,
    powers,
    wounded,
)

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
