"""Where things stand in a real browser: one row of navigation, a log that stays, a board that no panel covers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from decks.visitors import Visitor as Player
from matches.services import concede
from tests.browser.conftest import Visitor, expect_to_fit
from tests.browser.table_steps import CALM, Arrive, sit, until
from tests.matches.tables import a_visitor, against_a_bot, hot_seat

PHONE = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
#: Where the middle of each of these lies, from the top of the page.
MIDDLES = "nodes => nodes.map(node => { const box = node.getBoundingClientRect(); return (box.top + box.bottom) / 2 })"


@pytest.fixture
def player(site: str) -> Player:
    return a_visitor()


def one_below_the_other(page: Page) -> float:
    """How far the parts of the header are from standing in one row."""
    middles = page.locator(".brand, .site-nav, .site-search, .account-nav").evaluate_all(MIDDLES)
    return max(middles) - min(middles)


def test_the_header_of_somebody_whom_a_match_waits_for_is_one_row(new_visitor: Arrive, player: Player):
    match = until(player, against_a_bot(player), "deploy")
    visitor = new_visitor(**CALM)
    sit(visitor, player, match)
    page = visitor.visit("/matches/mine/")
    expect(page.locator(".turns")).to_contain_text("1")
    assert one_below_the_other(page) < 4
    page.set_viewport_size({"width": 1000, "height": 700})
    assert one_below_the_other(page) > 20
    expect_to_fit(page, "narrow", 1000)
    page.set_viewport_size({"width": 360, "height": 740})
    expect_to_fit(page, "phone")


@pytest.mark.parametrize("kind", ["deploy", "free", "die"])
def test_the_newest_line_of_the_log_stays_in_sight(new_visitor: Arrive, player: Player, kind: str):
    page = sit(new_visitor(**CALM), player, until(player, hot_seat(player), kind))
    expect(page.locator("#log li").last).to_be_in_viewport()
    expect(page.locator("#question")).to_be_in_viewport()


def test_no_space_of_the_board_is_out_of_reach_behind_the_question(new_visitor: Arrive, player: Player):
    page = sit(new_visitor(**PHONE, **CALM), player, until(player, hot_seat(player), "deploy"))
    board, decision = page.locator("#board"), page.locator("#decision")
    expect(board).to_be_visible()
    board.scroll_into_view_if_needed()
    lowest, panel = board.bounding_box(), decision.bounding_box()
    assert lowest is not None
    assert panel is not None
    assert lowest["y"] + lowest["height"] <= panel["y"] + 1


def test_the_replay_begins_with_the_roll_for_the_first_player(new_visitor: Arrive, player: Player):
    match = concede(player, until(player, hot_seat(player), "deploy").key)
    visitor = new_visitor(**CALM)
    sit(visitor, player, match)
    page = visitor.visit(f"/matches/{match.key}/replay/")
    expect(page.locator(".now-lines li").first).to_contain_text("Rolled for the First Player")
    expect(page.locator("#log li").first).to_contain_text("Rolled for the First Player")


def test_the_home_page_says_what_the_site_is_for(visitor: Visitor):
    page = visitor.visit("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Play, build and study at one table.")
    page.get_by_role("link", name="Play now").click()
    page.locator(".sides button").first.click()
    expect(page.locator("#question")).to_be_visible()


def test_a_starter_deck_has_no_dangling_dot(visitor: Visitor):
    page = visitor.visit("/decks/starters/demon/duel/")
    expect(page.locator(".deck-by")).to_have_text("Starter deck")
