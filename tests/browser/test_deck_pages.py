"""Every page about decks: accessible, quiet, by night, on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from decks.models import Deck
from tests.browser.conftest import Visitor, expect_to_fit
from tests.browser.deck_steps import PASSWORD, Arrive, log_in
from tests.factories import CommentFactory, PublicDeckFactory, UserFactory

PAGES = [
    "/decks/",
    "/decks/?card=frebal",
    "/decks/mine/",
    "/decks/new/",
    "/decks/new/?faction=demon",
    "/decks/starters/",
    "/decks/starters/demon/duel/?card=fireball&turn=5",
    "/decks/import/",
    "/d/code/E1nonsense/",
    "KEY/",
    "KEY/build/",
    "KEY/notes/",
    "KEY/history/",
    "KEY/delete/",
    "KEY/print/",
    "KEY/proxies/",
]


def at(visitor: Visitor, path: str) -> Page:
    """The page, of a staff member's own public and illegal deck where it is one's own."""
    staff = UserFactory(username="Staff", is_staff=True)
    staff.set_password(PASSWORD)
    staff.save()
    deck = PublicDeckFactory(
        owner=staff, name="Blaze", notes="# Plan\n\n[Burn](https://example.org)", faction_slug="demon"
    )
    Deck.objects.filter(pk=deck.pk).update(cards={**deck.cards, "fireball": 9, "shoot": 1})
    CommentFactory(deck=deck)
    log_in(visitor.page, visitor, "Staff")
    return visitor.visit(path.replace("KEY", f"/decks/{deck.key}"))


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_quiet_and_keeps_to_itself(builder: Visitor, path: str):
    page = at(builder, path)
    if "nonsense" in path:
        builder.complaints.clear()  # the browser reports the 404 itself
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()
    assert builder.complaints == []
    assert builder.strangers == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_by_night_and_fits_a_phone(new_visitor: Arrive, path: str):
    phone = new_visitor(color_scheme="dark", viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page = at(phone, path)
    expect_to_fit(page)
    report = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert report.violations_count == 0, report.generate_report()


def test_whatever_people_write_fits_a_phone(new_visitor: Arrive):
    wide = f"{'| column ' * 12}|\n{'|---' * 12}|\n{'| value ' * 12}|\n\n{'w' * 120}\n\n```\n{'x' * 150}\n```"
    deck = PublicDeckFactory(notes=wide, name="n" * 80)
    CommentFactory(deck=deck, text="c" * 200)
    phone = new_visitor(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page = phone.visit(f"/decks/{deck.key}/")
    expect(page.locator("#notes table")).to_be_visible()
    expect_to_fit(page)
    for path in ("/decks/", f"/decks/{deck.key}/print/", f"/decks/{deck.key}/proxies/"):
        phone.visit(path)
        expect_to_fit(page, path)


def test_what_an_import_understood_is_accessible(new_visitor: Arrive):
    phone = new_visitor(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page = phone.visit("/decks/import/")
    page.get_by_label("Text, deck code or link").fill("Faction: Chapter\n2x holy knight\nLeep x2\n" + "wise " * 30)
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("heading", name="could not be matched")).to_be_visible()
    expect_to_fit(page)
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()
