"""Games at hand only speed up: they are those of the database, had by one at a time, and never ahead of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from matches.engine import load_game
from matches.models import Match
from matches.services import at_hand, choose, done_with, game_of
from matches.setting_up.setups import setup_of
from tests.matches.tables import a_visitor, hot_seat, play_on

pytestmark = pytest.mark.usefixtures("dawnfall")


def stored(match: Match) -> Any:
    """The game as the database alone knows it."""
    row = Match.objects.get(pk=match.pk)
    return load_game(setup_of(row.setup), row.seed, row.game)


def test_a_game_at_hand_is_the_stored_one(django_capture_on_commit_callbacks: Any):
    visitor = a_visitor()
    match = hot_seat(visitor)
    for _ in range(150):
        with django_capture_on_commit_callbacks(execute=True):
            match = play_on(visitor, match, 1)
        kept = at_hand.take(match.key, match.version)
        assert kept is not None
        fresh = stored(match)
        assert kept.pending == fresh.pending
        assert kept.to_json() == fresh.to_json()
        assert [kept.view(seat) for seat in (0, 1, None)] == [fresh.view(seat) for seat in (0, 1, None)]
        done_with(match, kept)


def test_a_game_is_had_by_one_at_a_time():
    match = hot_seat(a_visitor())
    game = game_of(match)
    done_with(match, game)
    assert game_of(match) is game
    assert game_of(match) is not game


def test_a_choice_that_was_not_stored_leaves_no_trace(django_capture_on_commit_callbacks: Any):
    visitor = a_visitor()
    match = hot_seat(visitor)
    game = game_of(match)
    option = game.pending.options[0].id
    done_with(match, game)
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        choose(visitor, match.key, match.version, option)
        transaction.set_rollback(True)
    match.refresh_from_db()
    assert game_of(match).to_json() == stored(match).to_json()
    assert at_hand.take(match.key, match.version + 1) is None


def test_only_so_many_games_are_kept(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(at_hand, "MOST_GAMES", 3)
    match = hot_seat(a_visitor())
    for version in range(5):
        at_hand.give_back(match.key, version, stored(match))
    assert [at_hand.take(match.key, version) is not None for version in range(5)] == [False, False, True, True, True]
    monkeypatch.setattr(at_hand, "LONGEST_LOG", 0)
    game = stored(play_on(a_visitor(), match, 0))
    game.log.append(None)
    at_hand.give_back(match.key, 9, game)
    assert at_hand.take(match.key, 9) is None
