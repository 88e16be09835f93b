"""Several at once: of two clicks on the same version one counts, and no game at hand is ahead of the database."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from catalog.models import GameSystem
from matches.engine import load_game
from matches.models import Match
from matches.refusals import NoSuchOffer, Refusal, StaleChoice
from matches.services import answer, choose, game_of, propose
from matches.setting_up.setups import setup_of
from tests.matches.tables import a_visitor, hot_seat
from tests.matches.test_agreeing import two_people

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite in memory has one connection for all threads"),
]


def at_once(*deeds: Callable[[], Any]) -> list[str]:
    """What became of deeds that begin at the same moment, each in a thread with a connection of its own."""
    told: list[str] = []
    start = threading.Barrier(len(deeds))

    def do(deed: Callable[[], Any]) -> None:
        try:
            start.wait()
            deed()
            told.append("done")
        except Refusal as refused:
            told.append(refused.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=do, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(told)


def check_kept_game(match: Match) -> None:
    match.refresh_from_db()
    stored = load_game(setup_of(match.setup), match.seed, match.game)
    assert game_of(match).to_json() == stored.to_json()
    assert match.all_steps.count() == match.steps


def test_of_clicks_at_once_one_counts(dawnfall: GameSystem):
    visitor = a_visitor()
    match = hot_seat(visitor)
    for _ in range(5):
        version, option = match.version, game_of(match).pending.options[0].id
        told = at_once(*[lambda: choose(visitor, match.key, version, option)] * 4)  # noqa: B023
        assert told == sorted(["done", *[StaleChoice.code] * 3])
        check_kept_game(match)


def test_a_choice_and_the_consent_to_a_draw_cannot_both_happen(dawnfall: GameSystem):
    one, two, match = two_people()
    asked, other = (one, two) if match.waiting_for == 0 else (two, one)
    proposal = propose(asked, match.key, "draw").offer["id"]
    option = game_of(match).pending.options[0].id
    told = at_once(
        lambda: choose(asked, match.key, match.version, option),
        lambda: answer(other, match.key, proposal, agrees=True),
    )
    match.refresh_from_db()
    assert told == sorted(["done", "not-running" if match.is_over else NoSuchOffer.code])
    assert match.steps == (0 if match.is_over else match.all_steps.count())
