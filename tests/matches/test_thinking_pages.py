"""What a page says while a bot thinks."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.services import choose, game_of
from matches.thinking.answering import answer
from tests.matches.tables import a_visitor, against_a_bot
from tests.matches.test_table_page import client_of, page_of
from tests.matches.test_thinking import bots_first

pytestmark = pytest.mark.usefixtures("dawnfall")


def test_the_page_says_that_a_bot_thinks(nobody_works: list[Any]):
    visitor = a_visitor()
    match = bots_first(visitor)
    match.seats.filter(number=match.waiting_for).update(bot="warlord")
    name = match.seats.get(number=match.waiting_for).name
    page = page_of(client_of(visitor), match)
    assert f"{name} (Warlord) is thinking" in page
    assert "See what it did" in page
    assert "is thinking" in page_of(Client(), match)
    answer(match.key, match.version)
    assert "is thinking" not in page_of(client_of(visitor), match)


def test_the_answer_to_a_click_shows_the_table_before_the_bot_has_moved(nobody_works: list[Any]):
    visitor = a_visitor()
    match = against_a_bot(visitor)
    client = client_of(visitor)
    for _ in range(50):
        option = game_of(match).pending.options[0].id
        data = {"version": match.version, "option": option}
        response = client.post(f"/matches/{match.key}/choose/", data, HTTP_HX_REQUEST="true")
        match.refresh_from_db()
        if match.thinking:
            break
    assert "is thinking" in response.content.decode()


def test_a_person_who_is_asked_is_not_said_to_think():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    assert "is thinking" not in page_of(Client(), match)
    choose(visitor, match.key, match.version, game_of(match).pending.options[0].id)
