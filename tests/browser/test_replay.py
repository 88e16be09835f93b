"""Replays in a real browser: by links, by keys, by playing, on a phone, and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from matches.models import Match
from matches.services import concede
from tests.browser.conftest import Visitor, expect_to_fit
from tests.matches.tables import a_visitor, hot_seat, play_on

Arrive = Callable[..., Visitor]


@pytest.fixture
def played(site: str) -> Match:
    player = a_visitor()
    return concede(player, play_on(player, hot_seat(player), 160).key)


def at(page: Page, number: int | str) -> None:
    expect(page.locator(".where-we-are")).to_have_text(re.compile(rf"After step {number} of"))


def step_of(page: Page) -> int:
    return int(re.findall(r"\d+", page.locator(".where-we-are").inner_text())[0])


def test_links_and_keys_lead_through_the_match(visitor: Visitor, played: Match):
    page = visitor.visit(f"/matches/{played.key}/replay/")
    at(page, 0)
    page.get_by_role("link", name="One event on").click()
    expect(page.locator(".where-we-are")).not_to_have_text(re.compile("After step 0 of"))
    first = step_of(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where-we-are")).not_to_have_text(re.compile(f"After step {first} of"))
    page.keyboard.press("ArrowLeft")
    at(page, first)
    page.keyboard.press("End")
    at(page, played.steps)
    expect(page).to_have_url(re.compile(rf"/replay/{played.steps}/\?seat="))
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".where-we-are")).not_to_have_text(re.compile(f"After step {played.steps} of"))
    page.keyboard.press("Home")
    at(page, 0)
    assert visitor.complaints == []
    assert visitor.strangers == []


def test_it_plays_by_itself_and_stops(visitor: Visitor, played: Match):
    page = visitor.visit(f"/matches/{played.key}/replay/{played.steps}/?seat=none")
    at(page, played.steps)
    for _ in range(4):
        step = step_of(page)
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".where-we-are")).not_to_have_text(re.compile(f"After step {step} of"))
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    at(page, played.steps)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.keyboard.press("Home")
    at(page, 0)
    page.locator("#question").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert visitor.complaints == []


def test_eyes_turns_and_going_on(visitor: Visitor, played: Match):
    page = visitor.visit(f"/matches/{played.key}/replay/120/?seat=none")
    expect(page.locator(".hand-room")).to_have_count(0)
    page.locator(".eyes").get_by_role("link", name="Two").click()
    expect(page.get_by_role("heading", name=re.compile("Hand of Two"))).to_be_visible()
    page.get_by_label("Turn", exact=True).fill("2")
    page.get_by_role("button", name="Go to the turn").click()
    at(page, played.snapshots.filter(turn__lte=2).latest("turn").number)
    page.get_by_text("Continue from here").click()
    page.get_by_role("button", name="I play all seats").click()
    expect(page.locator("#options button").first).to_be_visible()
    assert Match.objects.filter(continues=played).count() == 1
    assert visitor.complaints == []


def test_a_phone_shows_replay_and_proof_without_scrolling_sideways(phone: Visitor, played: Match):
    for path in ("replay/100/?seat=0", f"replay/{played.steps}/?seat=none", "proof/"):
        page = phone.visit(f"/matches/{played.key}/{path}")
        expect_to_fit(page, path)
    expect(page.get_by_role("heading", name="Proved: this match was fair")).to_be_visible()
    assert phone.complaints == []


def test_without_scripts_links_do_it_all(new_visitor: Arrive, played: Match):
    visitor = new_visitor(java_script_enabled=False)
    page = visitor.visit(f"/matches/{played.key}/replay/")
    page.get_by_role("link", name="One turn on").click()
    expect(page.locator(".where-we-are")).not_to_have_text(re.compile("After step 0 of"))
    page.get_by_role("link", name="The latest").click()
    at(page, played.steps)
    expect(page.get_by_role("button", name="Play")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == f"edge-table-{played.key}.json"
