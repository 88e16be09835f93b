"""Laying a deck in order in a real browser: by buttons, numbers and dragging, with and without JavaScript."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from decks.visitors import Visitor as Player
from matches.models import Match
from matches.services import SeatPlan, open_match
from tests.browser.conftest import Visitor, expect_to_fit
from tests.browser.table_steps import CALM, Arrive, sit
from tests.matches.tables import QUICK, a_visitor, starter

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def player(site: str) -> Player:
    return a_visitor()


def laying(visitor: Visitor, player: Player) -> Page:
    """The page on which the player lays the deck of the Chapter in order, against a bot."""
    seats = [SeatPlan("person", starter("chapter")), SeatPlan("bot", starter("demon"))]
    page = sit(visitor, player, open_match(player, "duel", seats, {**QUICK, "script": True}))
    page.get_by_role("link", name="Lay your deck in order").click()
    expect(cards(page)).to_have_count(25)
    return page


def cards(page: Page) -> Locator:
    return page.locator(".script-card")


def names(page: Page) -> list[str]:
    return cards(page).locator("b").all_inner_texts()


def kept(page: Page) -> list[str]:
    """Keep the order; gives the deck with which the match has begun."""
    page.get_by_role("button", name="Keep this order").click()
    expect(page.locator("#question")).to_be_visible()
    order: list[str] = Match.objects.get().setup["seats"][0]["decks"][0]["order"]
    return order


def slugs(page: Page) -> list[str]:
    return [card.get_attribute("value") or "" for card in cards(page).locator("[name=card]").all()]


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_buttons_and_numbers_move_cards(new_visitor: Arrive, player: Player, java_script_enabled: bool):
    page = laying(new_visitor(java_script_enabled=java_script_enabled, **CALM), player)
    first, second, third = names(page)[:3]
    cards(page).nth(0).get_by_role("button", name="down").click()
    expect(cards(page).nth(0)).to_contain_text(second)
    expect(cards(page).nth(1)).to_contain_text(first)
    last = names(page)[-1]
    cards(page).nth(24).get_by_role("button", name="to the top").click()
    expect(cards(page).nth(0)).to_contain_text(last)
    cards(page).nth(0).get_by_role("spinbutton").fill("3")
    page.get_by_role("button", name="Sort by the numbers").last.click()
    expect(cards(page).nth(2)).to_contain_text(last)
    assert names(page)[:4] == [second, first, last, third]
    order = slugs(page)
    assert kept(page) == order


def test_a_card_is_dragged_to_its_place(new_visitor: Arrive, player: Player):
    visitor = new_visitor(**CALM)
    page = laying(visitor, player)
    first = names(page)[0]
    grip, target = cards(page).nth(0).locator(".grip"), cards(page).nth(3)
    grip.hover()
    page.mouse.down()
    target.hover()
    page.mouse.up()
    expect(cards(page).nth(3)).to_contain_text(first)
    expect(cards(page).nth(3).get_by_role("spinbutton")).to_have_value("4")
    order = slugs(page)
    assert kept(page) == order
    assert visitor.complaints == []


def test_the_page_is_accessible_and_fits_a_phone(new_visitor: Arrive, player: Player):
    page = laying(new_visitor(**PHONE, **CALM), player)
    expect_to_fit(page)
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()
