"""Hints: what the Veteran would do and why, counted for all to see, and never where it would wrong somebody."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from decks.visitors import Visitor
from matches.bots import Considered, Sight, Thought
from matches.models import Match, Seat
from matches.refusals import NoAdvice, NoHintsHere, NotAtTheTable, NotRunning, NotYourDecision, StaleChoice
from matches.services import concede, game_of, hinting, may_take_hints, take_hint
from tests.matches.tables import a_visitor, against_a_bot, hot_seat, play_on
from tests.matches.test_agreeing import two_people
from tests.matches.test_table_page import client_of, page_of, post, until

pytestmark = pytest.mark.usefixtures("dawnfall")


class Adviser:
    """Weighs the last two options and takes the last one."""

    def think(self, sight: Sight) -> Thought:
        last = sight.decision.options[-2:][::-1]
        estimates = zip(last, (0.714, 0.302), strict=False)
        considered = (Considered(each.id, each.label, estimate, ("keeps a card",)) for each, estimate in estimates)
        return Thought(last[0].id, tuple(considered))


@pytest.fixture(autouse=True)
def adviser(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The levels that were asked for advice."""
    asked: list[str] = []

    def make(level: str, seed: str, budget: object = None) -> Adviser:
        asked.append(level)
        return Adviser()

    monkeypatch.setattr(hinting, "make_bot", make)
    return asked


def in_a_turn(visitor: Visitor, **values: Any) -> Match:
    match = against_a_bot(visitor, **values)
    return until(visitor, match, lambda game: game.pending.kind == "free" and game.pending.seat == 0)


def test_a_hint_says_what_the_veteran_would_do_and_changes_nothing_but_the_count(adviser: list[str]):
    visitor = a_visitor()
    match = in_a_turn(visitor)
    thought = take_hint(visitor, match.key, match.version)
    assert adviser == ["veteran"]
    assert thought.choice == game_of(match).pending.options[-1].id
    after = Match.objects.get(pk=match.pk)
    assert (after.version, after.steps, after.game) == (match.version, match.steps, match.game)
    assert [seat.hints for seat in after.seats.all()] == [1, 0]


def test_there_are_hints_in_casual_matches_and_against_bots_alone():
    one, two, match = two_people()
    assert not may_take_hints(one, match)
    assert may_take_hints(one, against_a_bot(one))
    assert may_take_hints(one, hot_seat(one))
    Match.objects.filter(pk=match.pk).update(casual=True)
    match.refresh_from_db()
    assert may_take_hints(two, match)


def test_a_match_that_counts_for_a_rating_has_no_hints_even_with_a_bot_in_the_others_seat():
    one, two, match = two_people()
    asked, other = (one, two) if match.waiting_for == 0 else (two, one)
    match.seats.filter(user=other.user).update(kind=Seat.Kind.BOT, bot="recruit")
    assert not may_take_hints(asked, Match.objects.get(pk=match.pk))
    with pytest.raises(NoHintsHere, match="only in casual matches"):
        take_hint(asked, match.key, match.version)
    assert not match.seats.filter(hints__gt=0).exists()


def test_who_is_not_asked_gets_no_hint():
    visitor = a_visitor()
    match = in_a_turn(visitor)
    with pytest.raises(StaleChoice):
        take_hint(visitor, match.key, match.version - 1)
    with pytest.raises(NotAtTheTable):
        take_hint(a_visitor(), match.key, match.version)
    Match.objects.filter(pk=match.pk).update(waiting_for=1)
    with pytest.raises(NotYourDecision, match="Bot 2"):
        take_hint(visitor, match.key, match.version)
    match = concede(visitor, match.key)
    with pytest.raises(NotRunning):
        take_hint(visitor, match.key, match.version)


def test_an_adviser_who_fails_says_so(monkeypatch: pytest.MonkeyPatch):
    def fail(level: str, seed: str, budget: object) -> Any:
        raise RuntimeError

    monkeypatch.setattr(hinting, "make_bot", fail)
    visitor = a_visitor()
    match = in_a_turn(visitor)
    with pytest.raises(NoAdvice, match="no advice"):
        take_hint(visitor, match.key, match.version)
    assert not match.seats.filter(hints__gt=0).exists()


# The page


def test_the_button_leads_back_to_the_table_with_the_advice():
    visitor = a_visitor()
    match = in_a_turn(visitor)
    client = client_of(visitor)
    assert "data-hint" in page_of(client, match)
    response = post(client, match, "hint")
    assert (response.status_code, response.url) == (302, f"/matches/{match.key}/#decision")
    page = page_of(client, match)
    choice = game_of(match).pending.options[-1].id
    assert "The Veteran would take" in page
    assert "71 %" in page
    assert "30 %" in page
    assert page.count("keeps a card") == 2
    assert f'value="{choice}" class="option quiet advised"' in page
    assert page.count(" advised") == 1
    assert "data-hint" not in page
    assert "1 hint taken" in page


def test_the_same_hint_is_counted_once_and_is_gone_with_the_question():
    visitor = a_visitor()
    match = in_a_turn(visitor)
    client = client_of(visitor)
    for _ in range(2):
        answer = post(client, match, "hint", headers={"HTTP_HX_REQUEST": "true"})
        assert "The Veteran would take" in answer.content.decode()
    assert match.seats.get(number=0).hints == 1
    match = play_on(visitor, match, 1)
    assert "The Veteran would take" not in page_of(client, match)


def test_what_is_advised_is_marked_on_the_board():
    visitor = a_visitor()
    match = hot_seat(visitor)
    match = until(visitor, match, lambda game: all("space" in each.data for each in game.pending.options))
    client = client_of(visitor)
    post(client, match, "hint")
    choice = game_of(match).pending.options[-1].id
    page = page_of(client, match)
    assert f'advised" data-pick="{choice}"' in page
    assert page.count('advised" data-pick=') == 1


def test_others_see_how_many_hints_were_taken():
    visitor = a_visitor()
    match = in_a_turn(visitor)
    assert "taken" not in page_of(Client(), match)
    match.seats.filter(number=0).update(hints=3)
    assert "3 hints taken" in page_of(Client(), match)
    assert "The Veteran would take" not in page_of(Client(), match)


def test_where_there_are_no_hints_the_page_offers_none_and_refuses_with_a_sentence():
    one, two, match = two_people()
    asked = one if match.waiting_for == 0 else two
    client = client_of(asked)
    assert "data-hint" not in page_of(client, match)
    response = post(client, match, "hint")
    assert response.status_code == 409
    assert "only in casual matches" in response.content.decode()


# The API


def api(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def test_programs_take_hints_too():
    visitor = a_visitor()
    match = in_a_turn(visitor)
    data = {"version": match.version}
    response = api(visitor.user).post(f"/api/v1/matches/{match.key}/hint/", data, content_type="application/json")
    assert response.status_code == 200
    told = response.json()
    assert told["level"] == "veteran"
    assert told["choice"] == game_of(match).pending.options[-1].id
    assert [each["estimate"] for each in told["considered"]] == [0.714, 0.302]
    seats = api(visitor.user).get(f"/api/v1/matches/{match.key}/").json()["seats"]
    assert [seat["hints"] for seat in seats] == [1, 0]
    one, two, other = two_people()
    asked = one if other.waiting_for == 0 else two
    refused = api(asked.user).post(
        f"/api/v1/matches/{other.key}/hint/", {"version": other.version}, content_type="application/json"
    )
    assert (refused.status_code, refused.json()["code"]) == (403, "no-hints")
