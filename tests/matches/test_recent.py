"""What a process keeps to draw tables quickly is never anything else than what a fresh process would draw."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from decks.visitors import Visitor
from matches.models import Match, Seat, Step
from matches.naming import Names
from matches.services import at_hand, choose, game_of, retractable, set_asking, take_back
from matches.showing import recent
from matches.showing.hands import CardSheet
from matches.showing.sheets import SeatSheet
from matches.telling import Line
from tests.matches.tables import a_visitor, hot_seat, play_on

pytestmark = pytest.mark.usefixtures("dawnfall")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')


@pytest.fixture
def player() -> Visitor:
    return a_visitor(username="Anna")


def drawn(visitor: Visitor | None, match: Match, *, fresh: bool = False) -> str:
    """The table as htmx gets it; `fresh` as from a process that has just begun."""
    if fresh:
        at_hand.forget()
        recent.forget()
        caches["template_fragments"].clear()
    client = Client()
    if visitor:
        client.force_login(visitor.user)
    response = client.get(f"/matches/{match.key}/", headers={"HX-Request": "true"})
    assert response.status_code == 200
    return TOKEN.sub("", response.content.decode())


def test_what_is_kept_and_what_is_drawn_anew_are_the_same(player: Visitor):
    match = play_on(player, hot_seat(player), 90)
    for _ in range(12):
        match = play_on(player, match, 1)
        for visitor in (player, None):
            assert drawn(visitor, match) == drawn(visitor, match, fresh=True)


def test_after_taking_back_the_log_tells_only_what_stands(player: Visitor):
    match = hot_seat(player)
    taken = 0
    while taken < 3:
        match = play_on(player, match, 1)
        drawn(player, match)
        if not retractable(match, match.seats.all(), game_of(match).pending):
            continue
        match = take_back(player, match.key, match.version)
        assert drawn(player, match) == drawn(player, match, fresh=True)
        other = game_of(match).pending.options[-1].id
        match = choose(player, match.key, match.version, other)
        match.refresh_from_db()
        assert drawn(player, match) == drawn(player, match, fresh=True)
        taken += 1


def test_a_click_reads_no_step_that_is_known(player: Visitor, monkeypatch: pytest.MonkeyPatch):
    match = play_on(player, hot_seat(player), 60)
    game = game_of(match)
    names, known, read = Names(game.view(0), game.setup.factions), match.steps, recent._steps
    recent.recent(match, known, 0, names)
    asked: list[tuple[int, int]] = []

    def noting(pk: int, first: int, last: int) -> list[Step]:
        asked.append((first, last))
        return read(pk, first, last)

    monkeypatch.setattr(recent, "_steps", noting)
    match = play_on(player, match, 1)
    told = recent.recent(match, match.steps, 0, names)
    assert asked == [(known - 1, match.steps)]
    assert [moment.step.number for moment in told if moment.step] == list(range(max(0, match.steps - 80), match.steps))


def test_a_name_that_is_gone_is_gone_from_the_log(player: Visitor):
    match = play_on(player, hot_seat(player), 30)
    assert "One" in drawn(player, match)
    Match.objects.filter(pk=match.pk).update(
        setup={**match.setup, "seats": [{**seat, "name": "A player"} for seat in match.setup["seats"]]},
        version=match.version + 1,
    )
    match.seats.update(name="A player")
    page = drawn(player, match)
    assert page == drawn(player, match, fresh=True)
    assert ">One<" not in page
    assert "One " not in page.partition('id="log"')[2].partition("</section>")[0]


def test_the_last_steps_say_the_same_about_taking_back_as_all_of_them(player: Visitor):
    match = hot_seat(player)
    several = 0
    for _ in range(120):
        match = play_on(player, match, 1)
        if not match.is_running:
            break
        own, pending = list(match.seats.all()), game_of(match).pending
        read = retractable(match, own, pending)
        known = retractable(match, own, pending, match.all_steps.order_by("-number")[:80])
        assert known == read[:80]
        assert all(step.turn == match.turn for step in read)
        several += len(read) > 1
    assert several


def test_a_deed_is_answered_with_the_match_as_it_stands_after_it(player: Visitor):
    match = hot_seat(player)
    client = Client()
    client.force_login(player.user)
    for _ in range(3):
        body = {"version": match.version, "option": game_of(match).pending.options[0].id}
        # Another process has the game, or the cache was full: it is read as it was stored.
        at_hand.forget()
        answer = client.post(f"/matches/{match.key}/choose/", body, headers={"HX-Request": "true"})
        match.refresh_from_db()
        assert f'data-version="{match.version}"' in answer.content.decode()
        assert TOKEN.sub("", answer.content.decode()) == drawn(player, match, fresh=True)
    answer = client.post(f"/matches/{match.key}/asking/", {"asking": "always"}, headers={"HX-Request": "true"})
    assert set(match.seats.values_list("asking", flat=True)) == {Seat.Asking.ALWAYS}
    assert TOKEN.sub("", answer.content.decode()) == drawn(player, match, fresh=True)


def test_a_stored_match_is_read_as_it_was_stored(player: Visitor):
    match = hot_seat(player)
    changed = choose(player, match.key, match.version, game_of(match).pending.options[0].id)
    assert "game" in changed.get_deferred_fields()
    assert changed.game == Match.objects.get().game
    asked = set_asking(player, match.key, Seat.Asking.ALWAYS)
    assert [seat.asking for seat in asked.seats.all()] == [Seat.Asking.ALWAYS] * 2


@pytest.mark.parametrize("sheet", [SeatSheet, CardSheet, Line])
def test_pieces_are_kept_under_everything_they_show(sheet: Any):
    """{% cache %} names a piece by the text of its sheet, so no field may be left out of that text."""
    seen, todo = set(), [sheet]
    while todo:
        kind = todo.pop()
        if kind in seen or not is_dataclass(kind):
            continue
        seen.add(kind)
        assert kind.__str__ is object.__str__
        assert all(field.repr for field in fields(kind))
        names = re.findall(r"\w+Sheet|Value", " ".join(str(field.type) for field in fields(kind)))
        module = __import__(kind.__module__, fromlist=["_"])
        todo += [getattr(module, name) for name in names if hasattr(module, name)]
    assert sheet in seen
