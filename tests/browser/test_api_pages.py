"""The pages about the API, under the site's strict policy."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import Visitor, expect_to_fit


def test_a_developer_tries_a_request_on_the_documentation_page(visitor: Visitor) -> None:
    page = visitor.visit("/api/v1/docs/")
    cards = page.locator("#operations-cards-cards_retrieve")
    cards.locator(".opblock-summary-control").click()
    cards.get_by_role("button", name="Try it out").click()
    for name, value in {"system": "dawnfall", "faction": "demon", "slug": "fireball"}.items():
        cards.get_by_placeholder(name, exact=True).fill(value)
    cards.get_by_role("button", name="Execute").click()
    answer = cards.locator(".live-responses-table .response-col_description")
    answer.get_by_text("Master of Elements").first.wait_for()
    assert visitor.complaints == []
    assert visitor.strangers == []


def test_somebody_looks_around_in_the_api(visitor: Visitor) -> None:
    page = visitor.visit("/api/v1/")
    page.get_by_role("link", name="/api/v1/squads/").click()
    page.get_by_role("link", name="/api/v1/squads/dawnfall/chapter/angel-of-death/").click()
    expect(page.get_by_role("main").get_by_text('"name": "Angel of Death"')).to_be_visible()
    assert visitor.complaints == []
    assert visitor.strangers == []


@pytest.mark.parametrize("path", ["/api/v1/", "/api/v1/cards/?page_size=5", "/api/v1/docs/"])
def test_the_pages_fit_a_phone(phone: Visitor, path: str) -> None:
    page = phone.visit(path)
    page.wait_for_load_state("networkidle")
    expect_to_fit(page)


@pytest.mark.parametrize("path", ["/api/v1/", "/api/v1/cards/?page_size=5"])
def test_the_pages_are_accessible(visitor: Visitor, path: str) -> None:
    page = visitor.visit(path)
    results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert results.violations_count == 0, results.generate_report()
