"""Decks in a real browser: share, open the code elsewhere, bring in, print."""

import io
import re
import zipfile

import pytest
from playwright.sync_api import expect

from decks.exchange import FORMS
from decks.models import Deck
from tests.browser.conftest import Visitor
from tests.browser.deck_steps import CALM, PASSWORD, Arrive, begin, log_in
from tests.decks.test_import_battlescribe import roster
from tests.factories import UserFactory


def test_a_deck_is_shared_and_its_code_opens_in_a_fresh_browser(builder: Visitor, new_visitor: Arrive):
    page = begin(builder, "Demon")
    page.locator("#deck").get_by_role("button", name="Fill the rest for me").click()
    expect(page.locator("#deck .problems")).to_contain_text("Legal")
    page.get_by_role("link", name="Deck page").click()
    private = new_visitor(**CALM)
    key = Deck.objects.get().key
    assert private.page.goto(f"{private.address}/d/{key}/").status == 404
    page.get_by_role("button", name="Unlisted").click()
    expect(page.get_by_role("status").first).to_contain_text("Everybody with the link can see this deck now.")
    assert private.page.goto(f"{private.address}/d/{key}/").status == 200

    link = page.get_by_role("link", name="Link with the code").get_attribute("href") or ""
    cards = page.locator("#cards .deck-cards").all_inner_texts()
    Deck.objects.all().delete()
    fresh = new_visitor(**CALM).page
    assert fresh.goto(link).status == 200
    assert fresh.locator("#cards .deck-cards").all_inner_texts() == cards
    expect(fresh.get_by_role("img", name="QR code that opens this deck")).to_be_visible()
    fresh.get_by_role("button", name="Save a copy").click()
    fresh.wait_for_url("**/build/")
    expect(fresh.locator("#deck .problems")).to_contain_text("Legal")
    assert builder.complaints == []


def test_a_player_publishes_and_another_likes_comments_and_copies(builder: Visitor, new_visitor: Arrive):
    for name in ("Anna", "Berta"):
        user = UserFactory(username=name)
        user.set_password(PASSWORD)
        user.save()
    page = builder.page
    log_in(page, builder, "Anna")
    builder.visit("/decks/starters/demon/duel/")
    page.get_by_role("button", name="Save a copy").click()
    page.get_by_role("link", name="Deck page").click()
    page.get_by_role("button", name="Public").click()
    page.get_by_role("link", name="Write notes").click()
    page.get_by_label("Your notes").fill("# Plan\n\nBurn **everything**.")
    page.get_by_role("button", name="Save the notes").click()
    expect(page.locator("#notes strong")).to_have_text("everything")

    other = new_visitor(**CALM)
    log_in(other.page, other, "Berta")
    other.visit("/decks/?faction=demon&legal=1")
    other.page.get_by_role("link", name="Blood and Embers").click()
    other.page.get_by_role("button", name="Like").click()
    expect(other.page.get_by_role("button", name="Like")).to_have_attribute("aria-pressed", "true")
    other.page.get_by_label("Your comment").fill("It burns!")
    other.page.get_by_role("button", name="Say it").click()
    expect(other.page.locator("#comments")).to_contain_text("It burns!")
    other.page.get_by_role("button", name="Make a copy").click()
    other.page.get_by_role("link", name="Deck page").click()
    expect(other.page.locator(".deck-head")).to_contain_text("A copy of “Blood and Embers” by Anna.")
    assert builder.complaints == []
    assert other.complaints == []


@pytest.mark.parametrize("form", FORMS)
def test_every_exported_format_is_brought_in_again(builder: Visitor, form: str):
    page = builder.visit("/decks/starters/chapter/duel/")
    with page.expect_download() as download:
        page.get_by_role("link", name=FORMS[form].name, exact=True).click()
    builder.visit("/decks/import/")
    page.get_by_label("Or a file").set_input_files(download.value.path())
    page.get_by_role("button", name="Read it").click()
    expect(page.locator("main .badge.legal")).to_be_visible()
    page.get_by_role("button", name="Save this deck").click()
    page.wait_for_url("**/build/")
    expect(page.locator("#deck .problems")).to_contain_text("Legal")
    expect(page.get_by_label("Name of the deck")).to_have_value("Shield and Sky")
    assert builder.complaints == []


def packed(text: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("deck.ros", text)
    return buffer.getvalue()


ROSTER = roster(("Holy Knight", 2), ("Ranger", 1))


@pytest.mark.parametrize(("name", "data"), [("deck.ros", ROSTER.encode()), ("deck.rosz", packed(ROSTER))])
def test_rosters_are_brought_in(builder: Visitor, name: str, data: bytes):
    page = builder.visit("/decks/import/")
    page.get_by_label("Or a file").set_input_files({"name": name, "mimeType": "application/xml", "buffer": data})
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("cell", name="2 × Holy Knight")).to_be_visible()


def test_pasted_text_and_links_are_brought_in_with_near_misses(builder: Visitor):
    page = builder.visit("/decks/import/")
    page.get_by_label("Text, deck code or link").fill("Faction: Chapter\n2x holy knight\nLeep x2\nThree wise men")
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("heading", name="lines could not be matched")).to_be_visible()
    page.get_by_label("It means").first.select_option(index=1)
    page.get_by_role("button", name="Save this deck").click()
    page.wait_for_url("**/build/")
    expect(page.locator("#deck")).to_contain_text("Leap")
    assert "Three wise men" in Deck.objects.get().notes

    builder.visit("/decks/import/")
    link = "https://toolbox.example/deck?cards=1,3,3&squads=6,4,4,3,5&faction=chapter&deckname=Sky"
    page.get_by_label("Text, deck code or link").fill(link)
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_label("Name of the deck")).to_have_value("Sky")
    assert builder.complaints == []


def test_cards_to_cut_out_are_as_large_as_playing_cards_nine_on_a_page(builder: Visitor):
    page = builder.visit("/decks/starters/faceless/duel/")
    page.get_by_role("link", name="Cards to cut out").click()
    expect(page.locator(".proxies .card")).to_have_count(25)
    page.wait_for_load_state()
    page.emulate_media(media="print")
    boxes = page.locator(".proxies .card").evaluate_all(
        "cards => cards.map(card => [card.getBoundingClientRect().width, card.getBoundingClientRect().height])"
    )
    assert len(boxes) == 25
    for width, height in boxes:
        assert (round(width * 25.4 / 96, 1), round(height * 25.4 / 96, 1)) == (63, 88)
    assert page.locator(".proxies .card").evaluate_all(
        "cards => cards.every(c => c.scrollHeight <= c.clientHeight + 1)"
    )
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format=paper, prefer_css_page_size=True))) == 3, paper
