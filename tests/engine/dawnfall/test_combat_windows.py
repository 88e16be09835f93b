"""What may come into a Combat Sequence at its windows. R-CANCEL, R-BREAK, R-AUTO-DEF, R-DURATION"""

from typing import Any

import pytest

from matches.engine.dawnfall import combat
from matches.engine.dawnfall.attributes import last
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.combat_action import combat_action
from matches.engine.dawnfall.state import Effect
from tests.engine.dawnfall.building import (
    Rolls,
    a_squad,
    a_table,
    footprint,
    play,
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
