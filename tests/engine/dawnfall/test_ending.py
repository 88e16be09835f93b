"""Every end of a match of two, and matches that nothing else would end."""

from __future__ import annotations

import pytest

from matches.engine.dawnfall import drawing, ending, paying, turns, victory, wounds
from matches.engine.dawnfall.moments import Death
from matches.engine.dawnfall.setup import Options
from matches.engine.dawnfall.state import ASIDE, DEAD, WAITING
from tests.engine.dawnfall.building import TestTable, a_setup, a_squad, a_table, footprint, play
from tests.engine.dawnfall.running import run_stage


def duel(options: Options | None = None, **state) -> TestTable:
    squads = [a_squad("alpha", models=2, endurance=2), a_squad("beta", 1, models=3, endurance=2)]
    places = {"alpha/0": "0,0:0", "alpha/1": "0,1:0", "beta/0": "2,0:0", "beta/1": "2,0:1", "beta/2": "-2,0:0"}
    return a_table(setup=a_setup(*squads, options=options), places=places, **state)


def kill(table: TestTable, *names: str, seat: int = 0) -> None:
    play(wounds.kill_together(table, [Death(table.model(name), seat) for name in names]))


def test_a_player_without_models_loses_at_once():  # DF-END-01, R-LAST-MODEL
    table = duel()
    kill(table, "alpha/0", seat=1)
    assert not ending.over(table)
    kill(table, "alpha/1", seat=1)
    assert ending.over(table)
    assert (table.state.winners, table.state.reason, table.state.stage) == ((1,), "models", "over")
    assert ending.result(table).winners == (1,)


def test_a_sacrifice_gives_no_points_and_losing_the_last_model_so_loses():  # DF-END-01, DF-VP-08, SC-49
    table = duel()
    play(wounds.sacrifice(table, table.model("alpha/0")))
    assert table.state.marker == 0
    play(wounds.sacrifice(table, table.model("alpha/1")))
    assert (table.state.winners, table.state.marker) == ((1,), 0)


def test_both_lose_their_last_models_at_once_and_it_is_a_draw():  # Q-55, R-SIMULTANEOUS-END
    table = duel()
    for name in ("beta/1", "beta/2"):
        table.lift(table.model(name))
    table.lift(table.model("alpha/1"))
    kill(table, "alpha/0", "beta/0")
    assert (table.state.winners, table.state.reason) == ((), "models")


def test_models_set_aside_are_not_on_the_board():  # DF-END-01, Q-56
    table = duel()
    table.lift(table.model("alpha/0"), ASIDE)
    table.lift(table.model("alpha/1"))
    ending.after_removal(table)
    assert table.state.winners == (1,)


def test_before_the_end_of_deployment_nobody_loses():
    table = duel(stage="deploy")
    for model in table.roster.models:
        table.lift(model, WAITING)
    ending.after_removal(table)
    assert table.state.winners is None


def test_losing_all_models_overrides_a_pending_end():  # DF-END-08, Q-53
    table = duel(ending="deck", marker=5)
    kill(table, "alpha/0", "alpha/1", seat=1)
    assert (table.state.winners, table.state.reason) == ((1,), "models")


def test_all_points_lost_and_still_the_winner():  # DF-END-02, DF-END-03, SC-58
    table = duel(marker=-9, crystals=[0, 2], endurance=[0, 2])
    play(paying.pay(table, 0, 1, "something"))
    assert (table.state.marker, table.state.ending) == (-10, "track")
    assert not ending.over(table)
    victory.gain(table, 0, 11)
    turns.next_turn(table)
    assert table.state.winners == (0,)
    assert ending.result(table).victory_points == (11, 9)


@pytest.mark.parametrize(("marker", "seat"), [(10, 0), (-10, 1)])
def test_the_marker_on_a_faction_token_ends_the_match_with_the_turn(marker, seat):  # DF-END-02, DF-END-03, Q-16
    table = duel(marker=marker)
    ending.after_points(table)
    assert (table.state.ending, table.state.winners) == ("track", None)
    turns.next_turn(table)
    assert (table.state.winners, table.state.reason) == ((seat,), "track")


def test_the_length_of_the_track_is_a_switch():
    table = duel(Options(track=3), marker=3)
    ending.after_points(table)
    assert table.state.ending == "track"


def test_leaving_the_faction_token_again_does_not_cancel_the_end():  # Q-53, DF-END-02
    table = duel(marker=9)
    victory.gain(table, 0, 1)
    victory.lose(table, 0, 4)
    turns.next_turn(table)
    assert table.state.winners == (0,)


@pytest.mark.parametrize("owner", [0, 1])
def test_a_last_card_in_the_middle_of_a_turn_lets_the_turn_go_on(owner):  # DF-END-04, DF-END-07, SC-59, Q-52
    table = duel(marker=1)
    table.state.decks[owner] = ("last",)
    drawing.draw(table, owner, 1)
    assert (table.state.ending, table.state.winners) == ("deck", None)
    table.state.stage = "end_step"
    run_stage(table, {"*": "keep"})
    assert (table.state.winners, table.state.reason) == ((0,), "deck")


@pytest.mark.parametrize("owner", [0, 1])
def test_a_last_card_in_the_end_step_ends_the_match_when_all_have_drawn(owner):
    # DF-END-05, DF-END-07, SC-59, Q-22, Q-52
    table = duel(stage="end_step", marker=-1)
    table.state.decks[owner] = ("a", "b", "c")
    run_stage(table)
    assert [len(hand) for hand in table.state.hands] == [3, 3]
    assert table.state.winners == (1,)


def test_a_deck_with_cards_left_goes_on():  # DF-END-04, SC-59
    table = duel(stage="end_step")
    table.state.decks = [("a", "b", "c", "d"), ("a", "b", "c", "d")]
    run_stage(table)
    assert table.state.winners is None


@pytest.mark.parametrize(("marker", "winners"), [(0, ()), (1, (0,)), (-1, (1,))])
def test_the_middle_slot_is_a_draw_and_no_other(marker, winners):  # DF-END-06, SC-60, Q-54
    table = duel(ending="deck", marker=marker)
    turns.next_turn(table)
    assert table.state.winners == winners


def test_a_point_bought_in_a_passive_turn_ends_the_match_after_its_steps():  # Q-53, DF-OPT-06
    table = duel(Options(buying_vp=True), marker=9, crystals=[3, 2], depleted=[1, 0], stage="passive")
    run_stage(table, "buy")
    assert (table.state.crystals[0], table.state.depleted[0]) == (1, 0)
    assert (table.state.winners, table.state.reason) == ((0,), "track")


# Undeployed cavalry


def riders(**state) -> TestTable:
    squads = [a_squad("alpha"), a_squad("riders", tags=["cavalry"]), a_squad("beta", 1)]
    return a_table(*squads, places={"alpha": "0,0:0", "beta": "2,0:0"}, **state)


def test_undeployed_cavalry_saves_a_player_until_the_end_of_the_next_own_turn():  # R-CAVALRY
    table = riders(active=1, turn=4)
    kill(table, "alpha", seat=1)
    assert table.state.winners is None
    turns.next_turn(table)
    assert (table.state.active, table.state.winners) == (0, None)
    turns.next_turn(table)
    assert (table.state.winners, table.state.reason) == ((1,), "models")


def test_cavalry_that_comes_in_time_keeps_the_match_going():  # R-CAVALRY
    table = riders(active=0, turn=4)
    play(wounds.sacrifice(table, table.model("alpha")))
    turns.next_turn(table)
    turns.next_turn(table)
    assert (table.state.active, table.state.winners) == (0, None)
    table.put(table.model("riders"), 0)
    turns.next_turn(table)
    assert table.state.winners is None


def test_dead_cavalry_saves_nobody():  # R-CAVALRY
    table = riders()
    table.state.places[table.model("riders")] = DEAD
    kill(table, "alpha", seat=1)
    assert table.state.winners == (1,)


# Matches in which nothing happens


def quiet_turns(table: TestTable, count: int) -> None:
    for _ in range(count):
        turns.next_turn(table)


def test_ten_quiet_turns_of_every_seat_end_the_match():  # R-STALEMATE
    table = duel(marker=2)
    quiet_turns(table, 19)
    assert table.state.winners is None
    quiet_turns(table, 1)
    assert (table.state.winners, table.state.reason) == ((0,), "stalemate")


@pytest.mark.parametrize(
    "stir",
    [
        lambda table: kill(table, "beta/0"),
        lambda table: victory.gain(table, 0, 1),
        lambda table: drawing.draw(table, 1, 1),
        lambda table: drawing.discard(table, 0, "held"),
    ],
)
def test_a_death_a_point_or_a_card_makes_a_turn_count_anew(stir):  # R-STALEMATE
    table = duel(hands=[("held",), ()])
    quiet_turns(table, 19)
    stir(table)
    quiet_turns(table, 20)
    assert table.state.winners is None
    quiet_turns(table, 1)
    assert table.state.reason == "stalemate"


def test_a_harvest_makes_a_turn_count_anew():  # R-STALEMATE
    table = duel(stage="passive", quiet=19)
    table.state.sources = [table.board.number[1, 0]]
    table.lift(table.model("beta/0"))
    table.lift(table.model("beta/1"))
    table.put(table.model("alpha/0"), footprint("T37", "0,0:1"))
    run_stage(table)
    assert (table.state.winners, table.state.quiet) == (None, 0)


def test_three_hundred_turns_end_any_match_and_both_limits_can_be_switched_off():  # R-STALEMATE
    table = duel(turn=300)
    turns.next_turn(table)
    assert table.state.reason == "stalemate"
    table = duel(Options(quiet_turns=0, max_turns=0), turn=300, quiet=500)
    quiet_turns(table, 50)
    assert table.state.winners is None
