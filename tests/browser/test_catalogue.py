"""What a newcomer does first: find cards, read one, print a faction."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import Visitor, expect_to_fit

PAGES = [
    "/",
    "/dawnfall/factions/",
    "/dawnfall/factions/chapter/",
    "/dawnfall/squads/",
    "/dawnfall/squads/demon/gorehound/",
    "/dawnfall/cards/demon/fireball/",
    "/dawnfall/cards/faceless/evolve-berserker/",
    "/dawnfall/cards/chapter/winged-charge/",
    "/dawnfall/tokens/",
    "/dawnfall/search/?q=faction:demon",
    "/dawnfall/search/?q=cots:1",
    "/dawnfall/rules/",
    "/dawnfall/rules/push/",
    "/dawnfall/rules/glossary/",
    "/dawnfall/rules/timing/",
    "/dawnfall/rules/search/?q=push",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password-reset/",
]


def test_finding_the_cheap_instants_of_the_demons_and_reading_fireball(visitor: Visitor):
    page = visitor.visit("/")
    page.get_by_role("link", name="Cards", exact=True).first.click()
    page.get_by_label("Search words and conditions").press_sequentially("faction:demon timing:instant cost<=1")
    page.get_by_text("9 matches").wait_for()
    page.wait_for_url("**q=faction%3Ademon**")
    page.get_by_label("Search words and conditions").fill("fireball")
    page.get_by_text("1 match", exact=True).wait_for()
    page.wait_for_url("**q=fireball**")
    page.get_by_role("link", name="Fireball").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Fireball")
    expect(page.locator("main")).to_contain_text("Master of Elements")
    assert visitor.complaints == []


def test_refining_by_facets_updates_the_typed_query(visitor: Visitor):
    page = visitor.visit("/dawnfall/search/?q=faction:demon")
    page.locator(".facets").get_by_role("link", name="Enhancement").click()
    page.wait_for_url("**kind%3Aenhancement**")
    expect(page.get_by_label("Search words and conditions")).to_have_value("faction:demon kind:enhancement")
    page.locator(".facets").get_by_role("link", name="Enhancement").click()
    page.wait_for_url("**/search/?q=faction%3Ademon")
    assert visitor.complaints == []


def test_a_facet_chosen_by_keyboard_keeps_the_focus(visitor: Visitor):
    page = visitor.visit("/dawnfall/search/?q=faction:demon")
    page.locator(".facets").get_by_role("link", name="Enhancement").press("Enter")
    page.wait_for_url("**kind%3Aenhancement**")
    page.wait_for_function("document.activeElement.textContent.startsWith('Enhancement')")


def test_going_back_brings_back_the_typed_query(visitor: Visitor):
    page = visitor.visit("/dawnfall/search/")
    box = page.get_by_label("Search words and conditions")
    for word in ("fireball", "leap"):
        box.fill(word)
        page.wait_for_url(f"**q={word}**")
    page.go_back()
    page.wait_for_url("**q=fireball**")
    page.wait_for_function("document.getElementById('q').value === 'fireball'")


def test_a_near_miss_is_suggested_and_the_suggestion_works(visitor: Visitor):
    page = visitor.visit("/dawnfall/search/?q=firebull")
    page.get_by_role("link", name="fireball", exact=True).click()
    page.get_by_text("1 match", exact=True).wait_for()


def test_search_works_without_javascript(new_visitor):
    plain = new_visitor(java_script_enabled=False)
    page = plain.visit("/dawnfall/search/")
    page.get_by_label("Search words and conditions").fill("faction:demon timing:instant cost<=1")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("9 matches")).to_be_visible()
    page.get_by_label("Sort by").select_option("name")
    page.get_by_role("button", name="Sort").click()
    expect(page.locator(".hit-list .card").first).to_contain_text("Apparitions")


def test_the_faction_sheet_prints_without_navigation(visitor: Visitor):
    page = visitor.visit("/dawnfall/factions/chapter/")
    page.emulate_media(media="print")
    assert not page.locator(".site-header").is_visible()
    assert page.locator("main .card").count() == 28
    assert page.locator("main .card").first.is_visible()
    assert len(page.pdf(format="A4")) > 20_000


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_quiet_and_keeps_to_itself(visitor: Visitor, path: str):
    page = visitor.visit(path)
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()
    assert visitor.complaints == []
    assert visitor.strangers == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_by_night(new_visitor, path: str):
    page = new_visitor(color_scheme="dark").visit(path)
    report = Axe().run(page, options={"runOnly": ["color-contrast"]})
    assert report.violations_count == 0, report.generate_report()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone(phone: Visitor, path: str):
    page = phone.visit(path)
    expect_to_fit(page)


@pytest.mark.parametrize("path", ["/", "/dawnfall/cards/demon/fireball/", "/dawnfall/search/?q=leap"])
def test_the_first_tab_stop_skips_to_the_content(visitor: Visitor, path: str):
    page = visitor.visit(path)
    page.keyboard.press("Tab")
    expect(page.locator("a[href='#content']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
