"""Victory Points. DF-VP, Q-49, Q-51, Q-61, R-CREDIT, R-OWN-KILL, R-VP"""

from typing import Any

import pytest

from matches.engine.dawnfall import victory
from matches.engine.dawnfall.moments import NOBODY, Death, WoundEvent
from matches.engine.dawnfall.wounds import kill, wound
from tests.engine.dawnfall.building import Talk, TestTable, a_setup, a_squad, a_table, play

NAMES = "abcd"


def armies(mode: str, worth: int = 3, **state: Any) -> TestTable:
    """Each seat has a squad of two models (a and a/1 for seat 0) of that Endurance, without tokens."""
    count = {"duel": 2, "ffa3": 3, "ffa4": 4, "team": 4}[mode]
    squads = [a_squad(NAMES[seat], seat, models=2, endurance=worth) for seat in range(count)]
    squads += [a_squad(f"{NAMES[seat]}-guard", seat) for seat in range(count)]
    places = {NAMES[seat]: f"0,0:{seat}" for seat in range(count)}
    places |= {f"{NAMES[seat]}/1": f"1,0:{seat}" for seat in range(count)}
    places |= {f"{NAMES[seat]}-guard": f"0,1:{seat}" for seat in range(count)}
    return a_table(setup=a_setup(*squads, mode=mode), places=places, endurance=[0] * len(squads), **state)


def slay(table: TestTable, name: str, seat: int, *answers: str) -> Talk:
    return play(kill(table, Death(table.model(name), seat)), *answers)


def test_each_killed_model_earns_its_opponent_the_printed_endurance():  # DF-VP-01, -03, DF-SQUAD-17, SC-47
    table = armies("duel")
    slay(table, "b", 0)
    assert table.state.marker == 3
    slay(table, "b/1", 0)
    assert table.state.marker == 6
    slay(table, "a", 1)
    assert table.state.marker == 3


def test_the_value_does_not_depend_on_tokens_left():  # DF-VP-01
    table = armies("duel")
    table.state.endurance = [3] * len(table.roster.squads)
    slay(table, "b", 0)
    assert table.state.marker == 3


def test_a_model_of_endurance_0_is_worth_nothing():  # DF-VP-02, SC-47
    table = armies("duel", worth=0)
    slay(table, "b", 0)
    assert table.state.marker == 0
    assert not table.events("marker_moved")


@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_between_two_players_the_opponent_gains_whoever_killed(seat):  # DF-VP-01, Q-49, R-OWN-KILL
    table = armies("duel")
    slay(table, "a", seat)
    assert table.state.marker == -3


def test_the_marker_stops_at_the_end_of_the_track_and_the_end_begins():  # DF-VP-03, DF-END-02
    table = armies("duel", marker=8)
    slay(table, "b", 0)
    assert table.state.marker == 10
    assert table.state.ending
    assert table.state.winners is None


def test_the_killer_captures_from_the_owner():  # DF-VP-04, -05, SC-50, R-CREDIT
    table = armies("ffa3")
    slay(table, "a", 1)
    assert table.state.starting == [7, 10, 10]
    assert table.state.captured == [(0, 0, 0), (3, 0, 0), (0, 0, 0)]


def test_the_player_whose_effect_dealt_the_last_wound_is_the_killer():  # DF-VP-04, Q-49, R-CREDIT
    table = armies("ffa3")
    play(wound(table, WoundEvent(table.model("a"), 1, 2, dealer=table.model("c"))))
    assert table.state.captured[2] == (3, 0, 0)


def test_without_an_enemys_part_the_tokens_leave_the_game():  # DF-VP-06, SC-50
    table = armies("ffa3", worth=2)
    slay(table, "c", 2)
    assert table.state.starting == [10, 10, 8]
    assert table.state.captured == [(0, 0, 0)] * 3


def test_killed_by_an_ally_one_enemy_named_by_the_owner_captures_all():  # DF-VP-07, SC-51, Q-61
    table = armies("team", worth=2)
    talk = slay(table, "a", 2, "seat:1")
    assert table.state.starting == [8, 10, 10, 10]
    assert table.state.captured[1] == (2, 0, 0, 0)
    assert [(decision.seat, decision.kind) for decision in talk.asked] == [(0, "captor")]
    assert [option.id for option in talk.asked[0].options] == ["seat:1", "seat:3"]


def test_in_teams_a_kill_of_ones_own_gives_an_enemy_the_tokens_too():  # DF-VP-07, R-OWN-KILL
    table = armies("team", worth=2)
    slay(table, "a", 0, "seat:3")
    assert table.state.captured[3] == (2, 0, 0, 0)


def test_a_capture_takes_at_most_the_tokens_left():  # Q-51, DF-VP-05
    table = armies("ffa3", starting=[2, 10, 10])
    slay(table, "a", 1)
    assert table.state.starting[0] == 0
    assert table.state.captured[1] == (2, 0, 0)


def test_gaining_points_outside_a_kill_moves_the_marker_or_captures():  # R-VP, Q-51
    table = armies("duel")
    assert victory.gain(table, 1, 2) == 2
    assert table.state.marker == -2
    table = armies("ffa3")
    assert victory.gain(table, 0, 2, victim=1) == 2
    assert table.state.captured[0] == (0, 2, 0)
    assert victory.gain(table, 0, 2) == 0
    assert sum(table.state.starting) == 28


def test_losing_points_goes_as_far_as_it_can():  # R-VP
    table = armies("duel", marker=-9)
    assert victory.lose(table, 0, 2) == 1
    assert table.state.marker == -10
    assert table.state.ending
    table = armies("ffa3", starting=[1, 10, 10])
    assert victory.lose(table, 1, 2) == 2
    assert table.state.starting == [1, 8, 10]
    assert table.state.captured == [(0, 0, 0)] * 3


def test_an_award_never_goes_below_0():  # R-VP
    table = armies("duel")
    play(victory.award(table, Death(table.model("b"), 0, vp=0)))
    assert table.state.marker == 0


def test_points_that_move_break_a_quiet_spell():  # R-STALEMATE
    table = armies("duel")
    victory.gain(table, 0, 1)
    assert table.state.stirred
