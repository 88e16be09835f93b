"""Even pauses in a real browser: a window passes by itself after its time, unless its player wants to think."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from decks.visitors import Visitor as Player
from matches.showing.pausing import PAUSE
from tests.browser.table_steps import CALM, Arrive, after, sit, until, version
from tests.matches.tables import a_visitor, hot_seat


@pytest.fixture
def player(site: str) -> Player:
    return a_visitor()


def at_a_window(arrive: Arrive, player: Player, **options: bool) -> Page:
    visitor = arrive(**CALM, **options)
    visitor.page.clock.install()
    return sit(visitor, player, until(player, hot_seat(player, more={"always_pause": True}), "window"))


def test_a_window_passes_by_itself_when_its_time_is_over(new_visitor: Arrive, player: Player):
    page = at_a_window(new_visitor, player)
    expect(page.locator(".pause")).to_contain_text("Passes by itself in")
    before = version(page)
    page.clock.run_for(1000 * (PAUSE - 2))
    expect(page.locator("#table")).to_have_attribute("data-version", before)
    page.clock.run_for(3000)
    after(page, before)


def test_who_wants_to_think_stops_the_clock(new_visitor: Arrive, player: Player):
    page = at_a_window(new_visitor, player)
    before = version(page)
    page.get_by_role("button", name="Let me think").click()
    expect(page.locator(".pause")).to_be_hidden()
    page.clock.run_for(1000 * 3 * PAUSE)
    expect(page.locator("#table")).to_have_attribute("data-version", before)


def test_who_never_wants_to_be_passed_for_has_no_clock(new_visitor: Arrive, player: Player):
    page = at_a_window(new_visitor, player)
    page.get_by_text("Settings and keys").click()
    page.get_by_role("button", name="Never pass for me").click()
    expect(page.locator(".pause")).to_have_count(0)


def test_without_javascript_nothing_passes_by_itself(new_visitor: Arrive, player: Player):
    visitor = new_visitor(java_script_enabled=False, **CALM)
    page = sit(visitor, player, until(player, hot_seat(player, more={"always_pause": True}), "window"))
    expect(page.locator(".pause")).to_be_hidden()
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
