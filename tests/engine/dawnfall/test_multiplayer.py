"""Free for all and team matches: their ends, tie-breaks and courtesies."""

from __future__ import annotations

import pytest

from matches.engine.dawnfall import attaching, drawing, ending, turns, victory, wounds
from matches.engine.dawnfall.board import SHAPE_COUNT
from matches.engine.dawnfall.moments import Death, Moment
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.state import DEAD
from matches.setting_up.starters import starter_setup
from tests.engine.dawnfall.building import TestTable, a_setup, a_squad, a_table, play
from tests.engine.dawnfall.running import an_enhancement, run_stage

PLACES = ("0,0:0", "2,0:0", "-2,0:0", "0,2:0")


def many(mode: str, models: int = 1, **state) -> TestTable:
    """Squads s0, s1 ... of Endurance 3, one a seat."""
    count = 3 if mode == "ffa3" else 4
    squads = [a_squad(f"s{seat}", seat, models=models, endurance=3) for seat in range(count)]
    table = a_table(setup=a_setup(*squads, mode=mode), **state)
    board = table.board
    for seat in range(count):
        for number in range(models):
            table.put(table.model(f"s{seat}/{number}"), board.number[seat - 1, 0] * SHAPE_COUNT + number)
    return table


def captured(*rows: tuple[int, ...]) -> list[tuple[int, ...]]:
    return list(rows)


def lose_all(table: TestTable, seat: int) -> None:
    for model in table.army_on_board(seat):
        table.lift(model, DEAD)
    ending.after_removal(table)


# Free for all


def test_four_tokens_of_every_opponent_win_at_once():  # DF-FFA-05, SC-61, Q-59
    table = many("ffa3", captured=captured((0, 4, 4), (0, 0, 0), (0, 0, 0)))
    ending.after_points(table)
    assert (table.state.winners, table.state.reason) == ((0,), "captured")
    table = many("ffa3", captured=captured((0, 7, 3), (0, 0, 0), (0, 0, 0)))
    ending.after_points(table)
    assert table.state.winners is None


def test_an_immediate_win_comes_before_an_elimination():  # DF-FFA-05, Q-59
    table = many("ffa3", starting=[10, 4, 10], captured=captured((0, 0, 6), (0, 0, 0), (0, 0, 0)))
    play(wounds.kill_together(table, [Death(table.model("s1"), 0)]))
    assert table.state.winners is None
    assert table.state.eliminated == [False, True, False]
    table = many("ffa3", starting=[10, 4, 10], captured=captured((0, 1, 6), (0, 0, 0), (0, 0, 0)))
    play(wounds.kill_together(table, [Death(table.model("s1"), 0)]))
    assert (table.state.winners, table.state.reason) == ((0,), "captured")


def test_who_loses_all_models_is_eliminated_and_the_turn_is_played_to_its_end():  # DF-FFA-02, -04, SC-61, Q-57
    table = many("ffa3", captured=captured((0, 3, 2), (7, 0, 0), (3, 3, 0)))
    lose_all(table, 1)
    assert table.state.eliminated == [False, True, False]
    assert (table.state.winners, table.state.ending) == (None, "elimination")
    turns.next_turn(table)
    assert (table.state.winners, table.state.reason) == ((2,), "elimination")
    assert ending.result(table).victory_points == (5, 7, 6)


def test_who_loses_all_starting_tokens_is_eliminated():  # DF-FFA-03, SC-61, Q-57
    table = many("ffa3", starting=[10, 2, 10])
    victory.capture(table, 0, 1, 2)
    ending.after_points(table)
    assert table.state.eliminated == [False, True, False]
    assert table.state.winners is None


def test_if_the_active_player_is_eliminated_the_turn_ends_at_once():
    table = many("ffa3", captured=captured((0, 0, 0), (0, 0, 1), (0, 0, 0)))
    lose_all(table, 0)
    assert table.state.winners == (1,)


def test_an_eliminated_player_draws_and_chooses_no_more():
    table = many("ffa3", stage="end_step")
    lose_all(table, 1)
    talk = run_stage(table)
    assert {decision.seat for decision in talk.asked} <= {0}
    assert table.state.hands[1] == ()


def test_all_eliminated_at_once_is_a_draw():
    table = many("ffa3")
    for model in table.roster.models:
        table.lift(model)
    ending.after_removal(table)
    assert (table.state.winners, table.state.eliminated) == ((), [True] * 3)


def test_a_last_card_lets_the_turn_go_on_then_captured_tokens_decide():  # DF-FFA-06, SC-61, Q-52
    table = many("ffa3", captured=captured((0, 1, 0), (2, 0, 0), (0, 0, 0)))
    table.state.decks[2] = ("last",)
    drawing.draw(table, 2, 1)
    assert table.state.winners is None
    turns.next_turn(table)
    assert (table.state.winners, table.state.reason) == ((1,), "deck")


def test_the_first_tie_break_is_starting_tokens_kept():  # DF-FFA-07, SC-61
    table = many("ffa3", ending="deck", starting=[6, 9, 4], captured=captured((0, 5, 0), (0, 0, 0), (2, 3, 0)))
    turns.next_turn(table)
    assert table.state.winners == (0,)


def test_the_second_tie_break_is_endurance_plus_models():  # DF-FFA-08, SC-61, Q-58
    table = many(
        "ffa3", models=5, ending="deck", starting=[6, 9, 6], captured=captured((0, 5, 0), (0, 0, 0), (2, 3, 0))
    )
    for number in (0, 1):
        table.lift(table.model(f"s2/{number}"))
    table.state.endurance = [3, 0, 6]
    assert (ending.strength(table, 0), ending.strength(table, 2)) == (8, 9)
    turns.next_turn(table)
    assert table.state.winners == (2,)


def test_who_is_still_tied_shares_the_victory():
    table = many("ffa3", ending="deck", captured=captured((0, 5, 0), (0, 0, 0), (2, 3, 0)))
    turns.next_turn(table)
    assert table.state.winners == (0, 2)


def test_a_stalemate_counts_the_turns_of_every_seat():  # R-STALEMATE
    table = many("ffa3", captured=captured((0, 0, 0), (1, 0, 0), (0, 0, 0)))
    for _ in range(29):
        turns.next_turn(table)
    assert table.state.winners is None
    turns.next_turn(table)
    assert (table.state.winners, table.state.reason) == ((1,), "stalemate")


# Teams


def test_eight_tokens_in_both_piles_win_for_the_team_at_once():  # DF-TEAM-03, SC-62
    rows = captured((0, 3, 0, 2), (0,) * 4, (0, 1, 0, 2), (0,) * 4)
    table = many("team", captured=rows)
    ending.after_points(table)
    assert (table.state.winners, table.state.reason) == ((0, 2), "captured")
    table = many("team", captured=captured((0, 3, 0, 2), (0,) * 4, (0, 0, 0, 2), (0,) * 4))
    ending.after_points(table)
    assert table.state.winners is None


def test_a_player_without_models_loses_for_the_team():  # DF-TEAM-02, SC-62
    table = many("team", models=2)
    lose_all(table, 3)
    assert (table.state.winners, table.state.reason) == ((0, 2), "models")


def test_a_player_without_starting_tokens_loses_for_the_team():  # DF-TEAM-04, SC-62
    table = many("team", starting=[10, 0, 10, 10])
    ending.after_points(table)
    assert (table.state.winners, table.state.reason) == ((0, 2), "tokens")


def test_one_event_that_wins_and_loses_at_once_wins():
    table = many("team", starting=[0, 5, 10, 10], captured=captured((0, 8, 0, 0), (0,) * 4, (0,) * 4, (0,) * 4))
    ending.after_removal(table)
    assert table.state.winners == (0, 2)


def test_both_teams_hit_at_once_draw():
    table = many("team")
    for seat in (0, 1):
        table.lift(table.model(f"s{seat}"))
    ending.after_removal(table)
    assert table.state.winners == ()


def test_a_last_card_ends_the_match_with_the_turn_and_both_piles_count():  # DF-TEAM-05, SC-62, Q-52
    table = many("team", captured=captured((0, 2, 0, 0), (3, 0, 0, 0), (0, 2, 0, 0), (0,) * 4))
    table.state.decks[1] = ("last",)
    drawing.draw(table, 1, 1)
    turns.next_turn(table)
    assert (table.state.winners, table.state.reason) == ((0, 2), "deck")


@pytest.mark.parametrize(("starting", "winners"), [([7, 7, 7, 6], (0, 2)), ([7, 7, 6, 7], (1, 3))])
def test_the_teams_first_tie_break_is_starting_tokens(starting, winners):  # DF-TEAM-06, SC-62
    rows = captured((0, 6, 0, 0), (3, 0, 3, 0), (0,) * 4, (0,) * 4)
    table = many("team", ending="deck", starting=starting, captured=rows)
    turns.next_turn(table)
    assert table.state.winners == winners


def test_the_teams_second_tie_break_is_endurance_plus_models_of_both():  # DF-TEAM-07, SC-62, Q-58
    table = many("team", ending="deck", endurance=[3, 1, 0, 1])
    turns.next_turn(table)
    assert table.state.winners == (0, 2)
    table = many("team", ending="deck")
    turns.next_turn(table)
    assert table.state.winners == ()


def test_allies_may_show_each_other_their_cards():  # DF-TEAM-11
    table = many("team", hands=[("secret",), (), (), ()])
    assert "show" in [option.id for option in turns.free_options(table, 0)]
    run_stage(table, "show")
    shown = table.log[-1]
    assert shown.seen_by(2).data["cards"] == ("secret",)
    assert shown.seen_by(1).data == {"seat": 0}
    assert shown.seen_by(None).data == {"seat": 0}
    assert "show" not in [option.id for option in turns.free_options(table, 0)]
    assert "show" not in [option.id for option in turns.free_options(many("ffa4", hands=[("x",)] * 4), 0)]


def test_seats_alternate_between_the_teams():  # DF-SETUP-14, SC-57
    table = many("team")
    assert [table.hostile(0, seat) for seat in range(4)] == [False, True, False, True]
    assert table.opponents(0) == [1, 3]


def test_a_card_cannot_be_attached_to_an_allys_squad():  # DF-ENH-21, DF-TEAM-10, SC-57
    squads = [a_squad(f"s{seat}", seat) for seat in range(4)]
    setup = a_setup(*squads, mode="team", cards={0: [an_enhancement("e")]})
    table = a_table(setup=setup, places={f"s{seat}": PLACES[seat] for seat in range(4)}, hands=[("e",), (), (), ()])
    assert attaching.squads_for(table, 0, "e") == [0]


def test_a_bold_your_reaches_the_ally_and_the_player_of_the_card_chooses_and_pays():  # DF-TEAM-08, -09, SC-57
    setup = starter_setup("team", ("chapter", "demon", "dvergar", "reborn"))
    places = {"ranger": "0,0:0", "gorehound": "3,0:01", "enkindled": "0,2:0", "treemaid": "-3,0:0"}
    table = a_table(setup=setup, places=places)
    card = table.roster.armies[0].cards["bash"]
    card_play = Play(table, 0, card, "upper", card.upper, Moment("W-OWN"))
    assert sorted(card_play.your_seats()) == [0, 2]
    assert card_play.yours(table.model("enkindled"))
    assert not card_play.yours(table.model("treemaid"))
    play(card_play.pay(1), "crystals")
    assert table.state.crystals == [1, 2, 2, 2]


def test_a_team_out_of_tokens_and_a_team_out_of_models_at_one_moment_draw():  # Q-55, DF-TEAM-02, -04
    table = many("team", starting=[3, 10, 10, 10])
    table.state.places[table.model("s1")] = DEAD
    table.state.starting[0] = 0
    ending.after_removal(table)
    assert table.state.winners == ()


def test_an_active_player_out_of_tokens_goes_together_with_one_out_of_models():
    table = many("ffa3", starting=[0, 10, 10], captured=captured((0, 0, 0), (0, 0, 3), (0, 0, 0)))
    table.lift(table.model("s1"), DEAD)
    ending.after_removal(table)
    assert table.state.eliminated == [True, True, False]
    assert table.state.winners == (2,)
