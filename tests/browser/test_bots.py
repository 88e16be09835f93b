"""Bots in a real browser: their moves arrive by themselves, their advice can be taken, their reasons can be read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from matches.services import concede, hinting
from matches.thinking import answering
from tests.browser.conftest import Visitor, expect_to_fit
from tests.browser.table_steps import TABLE, Arrive, after, options, sit, until, version
from tests.matches.tables import a_visitor, against_a_bot, play_on
from tests.matches.test_explanations import Talker
from tests.matches.test_hints import Adviser

#: Without a clock only the stream can bring news.
NO_CLOCK = "window.setInterval = () => 0;"
BOT_DID = re.compile("^Bot 2 ")


def play_now(visitor: Visitor, level: str) -> Page:
    page = visitor.visit("/matches/play/")
    page.get_by_role("radio", name=re.compile(f"^{level}")).check()
    page.get_by_role("button", name=re.compile("^Chapter")).click()
    page.wait_for_url(TABLE)
    return page


def choose_any(page: Page) -> None:
    """The first option that leads on; many Spaces are folded away."""
    folded = page.locator("#options details:not([open]) summary")
    if folded.count():
        folded.first.click()
    onward = page.locator("#options button[name=option]:not(.quiet)")
    (onward if onward.count() else options(page)).first.click()


def test_the_moves_of_a_bot_arrive_while_a_worker_thinks(new_player: Arrive):
    visitor = new_player(NO_CLOCK)
    page = play_now(visitor, "Veteran")
    expect(page.locator(".seat", has_text="Bot 2")).to_contain_text("Veteran")
    for _ in range(12):
        expect(page.locator("#table[data-mine]")).to_be_visible()
        before = version(page)
        choose_any(page)
        after(page, before)
    expect(page.locator("#table[data-mine]")).to_be_visible()
    expect(page.locator("#log li", has_text=BOT_DID).first).to_be_attached()
    assert visitor.complaints == []


def test_without_javascript_one_looks_again(new_player: Arrive):
    page = play_now(new_player(java_script_enabled=False), "Recruit")
    again = page.get_by_role("link", name="See what it did")
    chosen = 0
    while chosen < 8:
        expect(page.locator("#table[data-mine]").or_(again)).to_be_visible()
        if again.is_visible():
            expect(page.locator("#question")).to_contain_text("Bot 2 (Recruit) is thinking")
            again.click()
        else:
            choose_any(page)
            chosen += 1
    expect(page.locator("#log li", has_text=BOT_DID).first).to_be_attached()


@pytest.mark.parametrize("arrives", ["visitor", "phone"])
def test_a_hint_shows_the_options_with_reasons_and_can_be_taken(
    arrives: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
):
    visitor = request.getfixturevalue(arrives)
    monkeypatch.setattr(hinting, "make_bot", lambda level, seed, budget: Adviser())
    player = a_visitor()
    match = until(player, against_a_bot(player), "free")
    page = sit(visitor, player, match)
    page.get_by_role("button", name="Hint").click()
    advice = page.get_by_role("complementary", name="The Veteran would take")
    expect(advice).to_be_visible()
    expect(advice.locator("li")).to_have_count(2)
    expect(advice).to_contain_text("71 %")
    expect(advice).to_contain_text("keeps a card")
    expect(page.locator(".option.advised")).to_have_count(1)
    expect(page.locator(".seat.own")).to_contain_text("1 hint taken")
    if arrives == "phone":
        expect_to_fit(page, "the table with a hint")
    before = version(page)
    advice.get_by_role("button", name="Take it").click()
    after(page, before)
    expect(advice).to_be_hidden()
    assert visitor.complaints == []


def test_the_replay_tells_what_a_bot_considered(visitor: Visitor, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(answering, "make_bot", lambda level, seed: Talker())
    player = a_visitor()
    match = concede(player, play_on(player, against_a_bot(player), 30).key)
    steps = match.all_steps.filter(seat=1, auto=False)
    step = next(step for step in steps if len(step.thought["considered"]) == 3)
    page = visitor.visit(f"/matches/{match.key}/replay/{step.number + 1}/")
    why = page.get_by_text("Why? What the Recruit considered")
    expect(page.locator(".weighed li").first).to_be_hidden()
    why.click()
    expect(page.locator(".weighed li")).to_have_count(3)
    expect(page.locator(".weighed li.taken")).to_contain_text("60 %")
    expect(page.locator(".weighed li.taken")).to_contain_text("reason 0")
    assert visitor.complaints == []
