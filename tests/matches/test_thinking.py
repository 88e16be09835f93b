"""Bots think in the background: called once, answering once, whatever happens meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from decks.visitors import Visitor
from matches.bots import Considered, Sight, Thought, make_bot
from matches.models import Match
from matches.services import SeatPlan, at_hand, concede, open_match, propose
from matches.thinking import answering, calling
from matches.thinking.answering import answer
from matches.thinking.calling import call_again
from tests.matches.tables import QUICK, a_visitor, against_a_bot, hot_seat, play_on, starter

pytestmark = pytest.mark.usefixtures("dawnfall")


class Mind:
    """A bot as a test wants it."""

    def __init__(self, think: Callable[[Sight], Thought]) -> None:
        self.think = think


def first_option(sight: Sight) -> Thought:
    return Thought(sight.decision.options[0].id)


@pytest.fixture
def waiting(nobody_works: list[Any]) -> Match:
    """A match in which a bot has been called and has not answered."""
    match = bots_first(a_visitor())
    assert match.thinking is not None
    return match


def bots_first(visitor: Visitor) -> Match:
    """A match of a person and a bot, in which the bot is to decide."""
    match = against_a_bot(visitor)
    for _ in range(50):
        if match.thinking is not None:
            return match
        match = play_on(visitor, match, 1)
    raise AssertionError("the bot was never asked")


def calls(queued: list[Any]) -> list[tuple[Any, ...]]:
    return [tuple(result.args) for result in queued]


def minds(monkeypatch: pytest.MonkeyPatch, think: Callable[[Sight], Thought]) -> None:
    """All bots think so."""
    monkeypatch.setattr(answering, "make_bot", lambda level, seed: Mind(think))


def test_whoever_leaves_a_bot_to_decide_calls_it_once_and_does_not_wait(waiting: Match, nobody_works: list[Any]):
    assert calls(nobody_works) == [(waiting.key, waiting.version)]
    assert waiting.seats.get(number=waiting.waiting_for).is_bot
    assert nobody_works[0].task.queue_name == "bots"


def test_nobody_is_called_where_people_decide(nobody_works: list[Any]):
    visitor = a_visitor()
    match = play_on(visitor, hot_seat(visitor), 30)
    assert match.thinking is None
    assert nobody_works == []


def test_the_bot_answers_until_a_person_is_to_decide(waiting: Match, nobody_works: list[Any]):
    nobody_works.clear()
    answer(waiting.key, waiting.version)
    assert nobody_works == []
    after = Match.objects.get(pk=waiting.pk)
    assert after.steps > waiting.steps
    assert after.thinking is None
    assert not after.seats.get(number=after.waiting_for).is_bot


def test_every_choice_of_a_bot_is_stored_by_itself(waiting: Match, monkeypatch: pytest.MonkeyPatch):
    stored = []

    def look(sight: Sight) -> Thought:
        stored.append(Match.objects.get(pk=waiting.pk).version)
        return first_option(sight)

    minds(monkeypatch, look)
    answer(waiting.key, waiting.version)
    assert stored == list(range(waiting.version, waiting.version + len(stored)))
    assert Match.objects.get(pk=waiting.pk).version == waiting.version + len(stored)


def test_of_two_tasks_for_the_same_question_one_makes_the_move(waiting: Match, monkeypatch: pytest.MonkeyPatch):
    left: list[tuple[int, int, Any]] = []

    def think_while_another_answers(sight: Sight) -> Thought:
        monkeypatch.setattr(answering, "make_bot", make_bot)
        answer(waiting.key, waiting.version)
        left.append(where_it_stands())
        return first_option(sight)

    def where_it_stands() -> tuple[int, int, Any]:
        now = Match.objects.get(pk=waiting.pk)
        return now.version, now.steps, now.game

    minds(monkeypatch, think_while_another_answers)
    answer(waiting.key, waiting.version)
    assert left == [where_it_stands()]
    assert left[0][0] > waiting.version


def test_a_proposal_outlives_what_bots_do(nobody_works: list[Any], monkeypatch: pytest.MonkeyPatch):
    visitor = a_visitor()
    match = bots_first(visitor)
    proposed = {"id": "draw", "kind": "draw", "by": 0, "agreed": [0]}
    Match.objects.filter(pk=match.pk).update(offer=proposed)
    minds(monkeypatch, first_option)
    answer(match.key, match.version)
    match.refresh_from_db()
    assert match.waiting_for == 0
    assert match.offer == proposed
    assert play_on(visitor, match, 1).offer is None


def test_a_call_for_an_older_version_does_nothing(waiting: Match):
    answer(waiting.key, waiting.version - 1)
    assert Match.objects.get(pk=waiting.pk).version == waiting.version
    answer("nosuchkey12", 1)


def test_a_match_that_ends_while_a_bot_thinks_stays_as_it_ended(nobody_works: list[Any], monkeypatch: Any):
    visitor = a_visitor()
    match = bots_first(visitor)

    def think_until_given_up(sight: Sight) -> Thought:
        concede(visitor, match.key)
        return first_option(sight)

    minds(monkeypatch, think_until_given_up)
    answer(match.key, match.version)
    after = Match.objects.get(pk=match.pk)
    assert after.is_over
    assert after.steps == match.steps
    assert after.thinking is None


def test_a_bot_thinks_outside_of_any_transaction(waiting: Match, monkeypatch: pytest.MonkeyPatch):
    own_blocks = []

    def look(sight: Sight) -> Thought:
        own_blocks.append([block for block in connection.atomic_blocks if not block._from_testcase])
        return first_option(sight)

    minds(monkeypatch, look)
    answer(waiting.key, waiting.version)
    assert own_blocks
    assert not any(own_blocks)


def test_the_same_move_is_made_after_a_restart(waiting: Match, monkeypatch: pytest.MonkeyPatch):
    taken: list[list[str]] = []
    real = answering._take

    def forget(match: Match, game: Any, seat: Any, thought: Thought, *, last: bool) -> None:
        taken[-1].append(thought.choice)

    monkeypatch.setattr(answering, "_take", forget)
    for _ in range(2):
        at_hand.forget()
        taken.append([])
        answer(waiting.key, waiting.version)
    monkeypatch.setattr(answering, "_take", real)
    answer(waiting.key, waiting.version)
    assert taken[0] == taken[1] == [waiting.all_steps.get(number=waiting.steps).choice]


def test_a_bot_that_fails_leaves_the_choice_to_a_recruit(
    waiting: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail(sight: Sight) -> Thought:
        raise RuntimeError("lost my mind")

    monkeypatch.setattr(
        answering, "make_bot", lambda level, seed: Mind(fail) if level != "recruit" else make_bot("recruit", seed)
    )
    waiting.seats.filter(number=waiting.waiting_for).update(bot="veteran")
    with caplog.at_level(logging.ERROR, "matches"):
        answer(waiting.key, waiting.version)
    assert Match.objects.get(pk=waiting.pk).steps > waiting.steps
    assert "The veteran failed in match" in caplog.text
    assert "lost my mind" in caplog.text


def test_what_is_not_offered_is_not_taken(waiting: Match, monkeypatch: pytest.MonkeyPatch, caplog: Any):
    real = make_bot
    waiting.seats.filter(number=waiting.waiting_for).update(bot="veteran")
    monkeypatch.setattr(
        answering,
        "make_bot",
        lambda level, seed: Mind(lambda sight: Thought("fly")) if level != "recruit" else real(level, seed),
    )
    answer(waiting.key, waiting.version)
    assert "fly is not offered" in caplog.text
    assert Match.objects.get(pk=waiting.pk).steps > waiting.steps


def test_after_a_while_other_matches_have_their_turn(
    waiting: Match, nobody_works: list[Any], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(answering, "STRETCH_SECONDS", -1.0)
    version = waiting.version
    while Match.objects.get(pk=waiting.pk).thinking is not None:
        nobody_works.clear()
        answer(waiting.key, version)
        version += 1
        still = Match.objects.get(pk=waiting.pk)
        assert still.version == version
        assert calls(nobody_works) == ([(waiting.key, version)] if still.thinking else [])


@pytest.mark.parametrize("level", ["warlord", "veteran"])
def test_a_warlord_remembers_what_it_thought_before_others_had_their_turn(
    level: str, waiting: Match, monkeypatch: pytest.MonkeyPatch
):
    made: list[str] = []

    def make(level: str, seed: str) -> Mind:
        made.append(level)
        return Mind(first_option)

    monkeypatch.setattr(answering, "make_bot", make)
    monkeypatch.setattr(answering, "STRETCH_SECONDS", -1.0)
    waiting.seats.update(kind="bot", bot=level)
    asked = []
    for version in range(waiting.version, waiting.version + 8):
        asked.append(Match.objects.get(pk=waiting.pk).waiting_for)
        answer(waiting.key, version)
    assert len(made) == (len(set(asked)) if level == "warlord" else len(asked))


def test_a_bot_that_goes_round_in_circles_gets_another_mind(waiting: Match, monkeypatch: pytest.MonkeyPatch):
    levels: list[str] = []

    def note(level: str, seed: str) -> Any:
        levels.append(level)
        return make_bot("recruit", seed)

    monkeypatch.setattr(answering, "make_bot", note)
    monkeypatch.setattr(answering, "LONGEST_TURN", 0)
    waiting.seats.filter(number=waiting.waiting_for).update(bot="veteran")
    answer(waiting.key, waiting.version)
    assert set(levels) == {"recruit"}


# Calling again


def overdue(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(thinking=timezone.now() - timedelta(seconds=1))


def test_who_does_not_answer_in_time_is_called_again_once(waiting: Match, nobody_works: list[Any]):
    nobody_works.clear()
    call_again()
    assert nobody_works == []
    overdue(waiting)
    call_again()
    call_again()
    assert calls(nobody_works) == [(waiting.key, waiting.version)]


def test_of_two_workers_that_look_around_at_once_one_calls(
    waiting: Match, nobody_works: list[Any], monkeypatch: pytest.MonkeyPatch
):
    nobody_works.clear()
    overdue(waiting)
    real = calling.answer_by

    def another_looks_around() -> Any:
        monkeypatch.setattr(calling, "answer_by", real)
        call_again()
        return real()

    monkeypatch.setattr(calling, "answer_by", another_looks_around)
    call_again()
    assert len(nobody_works) == 1


def test_whoever_begins_to_think_is_waited_for_anew(waiting: Match, nobody_works: list[Any], monkeypatch: Any):
    nobody_works.clear()
    overdue(waiting)

    def look(sight: Sight) -> Thought:
        call_again()
        return first_option(sight)

    minds(monkeypatch, look)
    answer(waiting.key, waiting.version)
    assert nobody_works == []


def test_matches_under_other_rules_or_over_call_nobody(waiting: Match, nobody_works: list[Any]):
    nobody_works.clear()
    overdue(waiting)
    Match.objects.filter(pk=waiting.pk).update(rules="of old")
    call_again()
    answer(waiting.key, waiting.version)
    assert nobody_works == []
    assert Match.objects.get(pk=waiting.pk).version == waiting.version


def test_a_step_taken_back_calls_nobody(nobody_works: list[Any]):
    visitor = a_visitor()
    match = bots_first(visitor)
    answer(match.key, match.version)
    match.refresh_from_db()
    while match.thinking is None:
        match = play_on(visitor, match, 1)
    nobody_works.clear()
    match = propose(visitor, match.key, "take_back")
    assert match.thinking is None
    assert nobody_works == []
    assert match.seats.get(number=match.waiting_for).is_held_by(visitor)


def test_bots_alone_play_a_whole_match():
    seats = [SeatPlan("bot", starter("chapter")), SeatPlan("bot", starter("demon"))]
    match = open_match(a_visitor(), "duel", seats, QUICK)
    match.refresh_from_db()
    assert match.is_over
    assert match.all_steps.count() == match.steps


# What a bot weighed is kept


def test_what_a_bot_weighed_is_kept_with_its_step(waiting: Match, monkeypatch: pytest.MonkeyPatch):
    def weigh(sight: Sight) -> Thought:
        option = sight.decision.options[0]
        return Thought(option.id, (Considered(option.id, option.label, 0.62519, ("takes a Source",)),))

    minds(monkeypatch, weigh)
    answer(waiting.key, waiting.version)
    step = waiting.all_steps.get(number=waiting.steps)
    assert step.thought["choice"] == step.choice
    assert step.thought["level"] == "recruit"
    assert step.thought["considered"][0]["estimate"] == 0.625
    assert step.thought["considered"][0]["reasons"] == ["takes a Source"]
