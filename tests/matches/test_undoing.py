"""Taking back: own steps of this turn, as long as no die fell, nothing hidden was seen and nobody else decided."""

from __future__ import annotations

import pytest

from decks.visitors import Visitor
from matches.engine import Event
from matches.engine.dawnfall import markers
from matches.engine.dawnfall.state import OnHex
from matches.models import Match, Step
from matches.refusals import NothingToTakeBack, StaleChoice
from matches.services import SeatPlan, game_of, open_match, retractable, sit_down, take_back
from matches.services.keeping import take_step
from tests.matches.tables import QUICK, a_visitor, against_a_bot, hot_seat, play_on, starter

pytestmark = pytest.mark.usefixtures("dawnfall")


def _with_steps_to_take_back(visitor: Visitor, match: Match, at_least: int) -> Match:
    for _ in range(800):
        if len(retractable(match, match.seats.all())) >= at_least:
            return match
        match = play_on(visitor, match, 1)
    raise AssertionError("no such moment came")


def test_a_step_taken_back_leaves_the_match_as_it_was():
    visitor = a_visitor()
    match = _with_steps_to_take_back(visitor, hot_seat(visitor), 1)
    last = next(step for step in retractable(match, match.seats.all()) if not step.auto)
    before, version = game_of(match), match.version
    match = take_back(visitor, match.key, match.version)
    assert match.steps == last.number
    assert match.version > version
    assert not match.all_steps.filter(number__gte=last.number).exists()
    game = game_of(match)
    assert game.pending.seat == last.seat
    for choice in [last.choice]:
        game.choose(choice)
    assert game.table.state.places == before.table.state.places


def test_the_whole_turn_is_taken_back_as_far_as_nothing_came_to_light():
    visitor = a_visitor()
    match = _with_steps_to_take_back(visitor, hot_seat(visitor), 4)
    first = retractable(match, match.seats.all())[-1]
    match = take_back(visitor, match.key, match.version, whole_turn=True)
    assert match.steps == first.number
    assert match.turn == first.turn


def test_what_was_revealed_is_not_taken_back():
    visitor = a_visitor()
    match = hot_seat(visitor)
    while not (last := match.all_steps.last()) or not last.reveals:
        match = play_on(visitor, match, 1)
    with pytest.raises(NothingToTakeBack):
        take_back(visitor, match.key, match.version)


def test_what_another_seat_decided_is_not_taken_back():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    while not (last := match.all_steps.last()) or last.seat == 0:
        match = play_on(visitor, match, 1)
    with pytest.raises(NothingToTakeBack):
        take_back(visitor, match.key, match.version)


def test_taking_back_answers_a_version_too():
    visitor = a_visitor()
    match = _with_steps_to_take_back(visitor, hot_seat(visitor), 1)
    with pytest.raises(StaleChoice):
        take_back(visitor, match.key, match.version - 1)
    assert Step.objects.filter(match=match).count() == match.steps


def test_a_face_down_token_that_was_turned_up_is_not_turned_back():
    visitor = a_visitor()
    match = hot_seat(visitor)
    game = game_of(match)
    dummy = OnHex("mine", 1 - game.pending.seat, 0, 0, face_down=True)
    game.table.state.hex_tokens = (dummy,)
    choose_as_ever = game.choose

    def enter(option: str) -> list[Event]:
        events = choose_as_ever(option)
        markers.take_away(game.table, dummy)
        return events

    game.choose = enter
    assert take_step(match, game, game.pending.options[0].id).reveals


def test_that_another_could_answer_is_news_which_is_not_asked_for_twice():
    one, two = a_visitor(), a_visitor()
    match = open_match(one, "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK)
    match = sit_down(two, match.key, 1, starter("demon"))
    for _ in range(800):
        pending, last = game_of(match).pending, match.all_steps.last()
        if pending.kind == "window" and last and last.seat != pending.seat and not last.auto:
            break
        match = play_on((one, two)[match.waiting_for], match, 1)
    other = (two, one)[match.waiting_for]
    with pytest.raises(NothingToTakeBack):
        take_back(other, match.key, match.version)
