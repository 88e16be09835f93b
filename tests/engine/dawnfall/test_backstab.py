"""Backstabs. DF-BACKSTAB, Q-45, R-BACKSTAB, R-RANGED-BACKSTAB"""

from typing import Any

from matches.engine.dawnfall.backstab import backstab, targets
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.combat_action import backstab_action
from tests.engine.dawnfall.building import TestTable, a_squad, a_table, footprint, play, yellow

YELLOW = {"die": "yellow", "rolled": "keep"}
ALPHA, BETA = 0, 2


def duel(alpha: dict[str, Any], beta: dict[str, Any], rolls: tuple[int, ...] = (), **state: Any) -> TestTable:
    squads = (a_squad("alpha", **alpha), a_squad("friend"), a_squad("beta", 1, **beta), a_squad("foe", 1))
    places = {"alpha": "0,0:0", "beta": "0,0:1", "friend": "-3,0:0", "foe": "3,0:0"}
    return a_table(*squads, places=places, rolls=map(yellow, rolls), **state)


def rolled(table: TestTable) -> list[tuple[int, str]]:
    return [(event["model"], event["purpose"]) for event in table.events("die_rolled")]


def test_the_victim_of_a_backstab_loses_initiative():  # DF-BACKSTAB-02, SC-41
    table = duel({"ini": 1, "att": 3}, {"ini": 4}, (2, 1))
    play(backstab(table, ALPHA, BETA), YELLOW)
    assert rolled(table) == [(ALPHA, "attack"), (BETA, "defense")]
    assert table.state.endurance[2] == 0
    assert not table.events("initiative_compared")


def test_the_victim_of_a_backstab_never_strikes_back():  # DF-BACKSTAB-03, SC-41
    table = duel({"ini": 1}, {"ini": 4}, (1, 4))
    talk = play(backstab(table, ALPHA, BETA), YELLOW)
    assert "counterattack" not in talk.kinds()
    assert table.state.endurance[2] == 1


def test_the_windows_of_a_backstab_open_in_their_order(watch):  # R-BACKSTAB
    play(backstab(duel({}, {}, (1, 1)), ALPHA, BETA), YELLOW)
    die = ["W-DIE", "W-ROLLED"]
    assert watch.opened == [
        "W-COMBAT:cancel", "W-BACKSTAB", "W-INSTANT", "W-BEFORE-ATT", *die, "W-BEFORE-DEF", *die, "W-DEF-ROLLED",
        "W-DEF-WON", "W-INSTANT",
    ]  # fmt: skip


def test_a_backstab_can_be_cancelled(watch):  # R-BACKSTAB, R-CANCEL
    watch.at("W-COMBAT:cancel", lambda table, moment: setattr(moment.fight, "cancelled", True))
    table = duel({}, {})
    play(backstab(table, ALPHA, BETA))
    assert rolled(table) == []


def both_backstab(table: Any, moment: Any) -> None:
    moment.fight.backstabs += [(BETA, ALPHA), (ALPHA, BETA)]


def test_models_that_backstab_each_other_may_both_die(watch):  # DF-BACKSTAB-04, SC-41, Q-45, R-SIMULTANEOUS-END
    watch.at("W-COMBAT:backstab", both_backstab)
    table = duel({"endurance": 2}, {"endurance": 3}, (4, 0, 4, 0), endurance=[0, 1, 0, 1])
    play(combat_sequence(table, ALPHA, BETA), YELLOW)
    assert rolled(table) == [(ALPHA, "attack"), (BETA, "defense"), (BETA, "attack"), (ALPHA, "defense")]
    assert not table.on_board(ALPHA)
    assert not table.on_board(BETA)
    assert [(event["before"], event["now"]) for event in table.events("marker_moved")] == [(0, 1)]
    assert not table.events("initiative_compared")


def test_simultaneous_victory_points_are_netted_before_the_end_is_checked(watch):
    watch.at("W-COMBAT:backstab", both_backstab)
    table = duel({"endurance": 3}, {"endurance": 3}, (4, 0, 4, 0), endurance=[0, 1, 0, 1], marker=8)
    play(combat_sequence(table, ALPHA, BETA), YELLOW)
    assert table.state.marker == 8
    assert not table.state.ending


def test_both_players_may_lose_their_last_models_together(watch):  # DF-BACKSTAB-04, Q-55, R-SIMULTANEOUS-END
    watch.at("W-COMBAT:backstab", lambda table, moment: moment.fight.backstabs.extend([(0, 1), (1, 0)]))
    squads = (a_squad("alpha", endurance=0), a_squad("beta", 1, endurance=0))
    table = a_table(*squads, places={"alpha": "0,0:0", "beta": "0,0:1"}, rolls=map(yellow, (4, 0, 4, 0)))
    play(combat_sequence(table, 0, 1), YELLOW)
    assert table.state.winners == ()


def test_after_a_backstab_that_fails_the_combat_goes_on(watch):  # DF-BACKSTAB-04, R-BREAK
    watch.at("W-COMBAT:backstab", lambda table, moment: moment.fight.backstabs.append((BETA, ALPHA)))
    table = duel({"ini": 3}, {}, (0, 4, 1, 1))
    play(combat_sequence(table, ALPHA, BETA), {**YELLOW, "counterattack": "decline"})
    assert rolled(table)[0] == (BETA, "attack")
    assert table.events("initiative_compared") == [{"first": ALPHA}]
    assert watch.opened.count("W-COMBAT:cancel") == 1


def test_a_ranged_backstab_needs_neither_contact_nor_line_of_fire():  # R-RANGED-BACKSTAB
    table = duel({"att": 5}, {}, (2, 1))
    table.put(BETA, footprint("T37", "1,1:0"))
    assert targets(table, ALPHA) == []
    assert targets(table, ALPHA, 1) == []
    assert targets(table, ALPHA, 2) == [BETA]
    play(backstab(table, ALPHA, BETA, reach=2), YELLOW)
    assert table.state.endurance[2] == 0


def test_an_ordinary_backstab_needs_contact():  # R-BACKSTAB
    table = duel({"att": 5}, {})
    table.put(BETA, footprint("T37", "2,0:0"))
    play(backstab(table, ALPHA, BETA))
    assert rolled(table) == []


def test_a_model_with_a_dash_for_att_makes_no_backstab():  # DF-SQUAD-06, R-DASH
    table = duel({"att": "-"}, {})
    assert targets(table, ALPHA) == []
    assert targets(table, ALPHA, 3) == []


def test_a_squad_that_performs_a_backstab_lets_each_model_make_one():  # R-BACKSTAB
    squads = (a_squad("alpha", models=3, att=5), a_squad("beta", 1, endurance=3))
    places = {"alpha": "0,0:1", "alpha/1": "0,0:2", "alpha/2": "-3,0:0", "beta": "0,0:0"}
    table = a_table(*squads, places=places, rolls=map(yellow, (2, 1)))
    play(backstab_action(table, 0, [0, 1, 2]), "model:0", "target:3", "refrain", YELLOW)
    assert table.state.endurance[1] == 2


def test_the_player_orders_the_backstabs_of_a_squad_and_may_stop_at_any_time():  # R-BACKSTAB, R-ORDER-OWN
    squads = (a_squad("alpha", models=3, att=5), a_squad("beta", 1, endurance=3))
    places = {"alpha": "0,0:1", "alpha/1": "0,0:2", "alpha/2": "0,0:3", "beta": "0,0:0"}
    table = a_table(*squads, places=places, rolls=map(yellow, (2, 1)))
    answers = ("model:0", "back", "model:2", "target:3", "done")
    talk = play(backstab_action(table, 0, [0, 1, 2]), *answers, YELLOW)
    assert [event["model"] for event in table.events("backstab_declared")] == [2]
    assert talk.options("fighter")[-1] == ["Alpha fights", "Alpha fights", "No more Combats"]
