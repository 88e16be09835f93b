"""A match on the site: choices answer versions, everything is kept, nobody acts for another seat."""

from __future__ import annotations

import pytest

from catalog.models import GameSystem
from decks.visitors import Visitor
from matches.engine import replay
from matches.models import Match, Seat
from matches.refusals import NotAtTheTable, NotOffered, NotRunning, NotYourDecision, SeatedAlready, StaleChoice
from matches.services import SeatPlan, choose, game_of, open_match, pass_this_turn, set_asking, sit_down
from matches.setting_up.setups import setup_of
from tests.matches.tables import QUICK, a_visitor, against_a_bot, hot_seat, play_on, starter

pytestmark = pytest.mark.usefixtures("dawnfall")


def test_a_match_against_a_bot_begins_at_once_and_waits_for_the_person(dawnfall: GameSystem):
    match = against_a_bot(a_visitor())
    assert match.status == Match.Status.RUNNING
    assert match.waiting_for == 0
    assert game_of(match).pending.seat == 0


def test_a_whole_match_is_played_and_its_steps_replay_it():
    visitor = a_visitor()
    match = play_on(visitor, hot_seat(visitor), 3_000)
    match.refresh_from_db()
    assert match.is_over
    choices = match.all_steps.order_by("number").values_list("choice", flat=True)
    again = replay(setup_of(match.setup), match.seed, choices)
    assert list(again.result.winners) == match.result["winners"]
    assert match.all_steps.count() == match.steps
    with pytest.raises(NotRunning, match="over"):
        choose(visitor, match.key, match.version, "end")


def test_the_events_of_the_steps_are_the_log_of_the_game():
    visitor = a_visitor()
    match = play_on(visitor, hot_seat(visitor), 120)
    again = replay(setup_of(match.setup), match.seed, match.all_steps.values_list("choice", flat=True))
    kinds = [event["kind"] for step in match.all_steps.all() for event in step.events]
    assert kinds == [event.kind for event in again.log][-len(kinds) :]


def test_a_choice_for_an_older_version_changes_nothing():
    visitor = a_visitor()
    match = hot_seat(visitor)
    seen = match.version
    option = game_of(match).pending.options[0].id
    choose(visitor, match.key, seen, option)
    with pytest.raises(StaleChoice, match="gone on"):
        choose(visitor, match.key, seen, option)
    match.refresh_from_db()
    assert match.steps == 1


def test_what_is_not_offered_is_refused_with_a_sentence():
    visitor = a_visitor()
    match = hot_seat(visitor)
    with pytest.raises(NotOffered, match="fly"):
        choose(visitor, match.key, match.version, "fly")


def test_nobody_acts_for_another_seat():
    one, two = a_visitor(), a_visitor()
    match = open_match(one, "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK)
    assert match.is_open
    match = sit_down(two, match.key, 1, starter("demon"))
    asked, other = (one, two) if match.waiting_for == 0 else (two, one)
    option = game_of(match).pending.options[0].id
    with pytest.raises(NotYourDecision):
        choose(other, match.key, match.version, option)
    with pytest.raises(NotAtTheTable):
        choose(a_visitor(), match.key, match.version, option)
    with pytest.raises(NotAtTheTable):
        choose(Visitor(), match.key, match.version, option)
    assert choose(asked, match.key, match.version, option).steps >= 1


def test_nobody_takes_a_second_seat():
    one = a_visitor()
    match = open_match(one, "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK)
    with pytest.raises(SeatedAlready, match="already"):
        sit_down(one, match.key, 1, starter("demon"))
    assert match.seats.get(number=1).is_free


def test_a_seat_is_asked_at_windows_as_it_wishes():
    visitor = a_visitor()
    match = hot_seat(visitor)
    set_asking(visitor, match.key, Seat.Asking.ALWAYS)
    match = _at_a_window(visitor, match)
    assert len(game_of(match).pending.options) == 1
    before = match.steps
    match = set_asking(visitor, match.key, Seat.Asking.ABLE)
    assert match.steps > before
    assert match.all_steps.last().auto


def test_where_pauses_are_to_tell_nothing_nobody_passes_at_once_for_want_of_something_to_use():
    visitor = a_visitor()
    match = _at_a_window(visitor, hot_seat(visitor, more={"always_pause": True}))
    assert len(game_of(match).pending.options) == 1
    assert set(match.seats.values_list("asking", flat=True)) == {Seat.Asking.ABLE}
    assert not match.all_steps.filter(auto=True).exists()
    match = pass_this_turn(visitor, match.key)
    assert match.all_steps.last().auto


def test_a_seat_may_pass_until_the_turn_is_over():
    visitor = a_visitor()
    match = hot_seat(visitor)
    set_asking(visitor, match.key, Seat.Asking.ALWAYS)
    match = _at_a_window(visitor, match)
    match = pass_this_turn(visitor, match.key)
    turn = match.turn
    while match.turn == turn and match.is_running:
        assert game_of(match).pending.kind != "window"
        match = play_on(visitor, match, 1)


def _at_a_window(visitor: Visitor, match: Match) -> Match:
    """Play on until somebody is asked at a window without anything to use."""
    for _ in range(500):
        match.refresh_from_db()
        pending = game_of(match).pending
        if pending.kind == "window" and len(pending.options) == 1:
            return match
        match = play_on(visitor, match, 1)
    raise AssertionError("no window came")
