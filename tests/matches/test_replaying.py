"""Any moment of a match can be seen again, proved, and played on from."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.models import Match
from matches.refusals import NoSuchMoment, NotOver
from matches.services import concede, continue_from, game_at, game_of, prove, seen_by_watchers
from tests.matches.tables import a_visitor, hot_seat, play_on

pytestmark = pytest.mark.usefixtures("dawnfall")


def test_every_moment_is_as_it_was_played():
    visitor = a_visitor()
    match = hot_seat(visitor)
    seen = {}
    for _ in range(60):
        match = play_on(visitor, match, 1)
        seen[match.steps] = [game_of(match).view(seat) for seat in (0, 1, None)]
    for number, views in seen.items():
        assert [game_at(match, number).view(seat) for seat in (0, 1, None)] == views
    with pytest.raises(NoSuchMoment, match=f"0 to {match.steps}"):
        game_at(match, match.steps + 1)


def test_a_match_that_is_over_is_proved_by_its_seed():
    visitor = a_visitor()
    match = play_on(visitor, hot_seat(visitor), 3_000)
    proof = prove(match)
    assert proof.holds
    assert proof.steps == match.steps
    Match.objects.filter(pk=match.pk).update(seed="another")
    match.refresh_from_db()
    assert not prove(match).holds
    assert prove(match).steps < match.steps


def test_a_match_given_up_is_proved_as_far_as_it_was_played():
    visitor = a_visitor()
    match = play_on(visitor, hot_seat(visitor), 50)
    with pytest.raises(NotOver):
        prove(match)
    assert prove(concede(visitor, match.key)).holds


def test_watchers_see_the_match_late_if_it_says_so():
    visitor = a_visitor()
    match = play_on(visitor, hot_seat(visitor), 30)
    assert seen_by_watchers(match) == match.steps
    match.delay = 60
    assert seen_by_watchers(match) == 0
    match.all_steps.filter(number__lt=10).update(at=timezone.now() - timedelta(minutes=2))
    assert seen_by_watchers(match) == 10


def test_a_match_goes_on_from_a_moment_with_luck_of_its_own():
    visitor, other = a_visitor(), a_visitor()
    match = play_on(visitor, hot_seat(visitor), 200)
    match = concede(visitor, match.key)
    new = continue_from(other, match, 150, bots=frozenset({1}))
    assert new.is_running
    assert new.seed != match.seed
    assert new.continues == match
    then, now = game_at(match, 150), game_at(new, 0)
    assert now.table.state.places == then.checkpoint.places
    new = play_on(other, new, 20)
    assert new.steps >= 20
