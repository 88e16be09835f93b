"""The table in a real browser: by mouse, by keys, by touch, and without JavaScript."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from decks.visitors import Visitor as Player
from matches.services import SeatPlan, open_match
from tests.browser.conftest import Visitor, expect_to_fit
from tests.browser.table_steps import CALM, Arrive, after, options, sit, until, version
from tests.matches.tables import QUICK, a_visitor, against_a_bot, play_on, starter


@pytest.fixture
def player(site: str) -> Player:
    return a_visitor()


def test_a_whole_turn_without_javascript(new_visitor: Arrive, player: Player):
    match = until(player, against_a_bot(player), "declare")
    page = sit(new_visitor(java_script_enabled=False, **CALM), player, match)
    turn = match.turn
    page.get_by_role("button", name="Active turn").click()
    for _ in range(40):
        match.refresh_from_db()
        if match.turn != turn or not match.is_running:
            break
        expect(page.locator("#table")).to_have_attribute("data-version", str(match.version))
        end = page.get_by_role("button", name="End the turn")
        (end if end.count() else options(page).first).click()
    assert match.turn > turn
    assert page.url.endswith("#decision")


def test_a_stale_page_without_javascript_gets_the_sentence_and_the_present_state(new_visitor: Arrive, player: Player):
    match = until(player, against_a_bot(player), "deploy")
    page = sit(new_visitor(java_script_enabled=False, **CALM), player, match)
    match = play_on(player, match, 1)
    options(page).first.click()
    expect(page.get_by_role("alert")).to_contain_text("The match has gone on")
    expect(page.locator("#table")).to_have_attribute("data-version", str(match.version))


def test_two_tabs_one_wins_and_the_other_is_told(new_visitor: Arrive, player: Player):
    match = until(player, against_a_bot(player), "deploy")
    one = sit(new_visitor(**CALM), player, match)
    two = sit(new_visitor(**CALM), player, match)
    expect(options(two).first).to_be_visible()
    # The second tab hears nothing of what goes on.
    two.route("**/pulse/", lambda request: request.abort())
    before = version(one)
    options(one).first.click()
    after(one, before)
    now = version(one)
    options(two).first.click()
    expect(two.get_by_role("alert")).to_contain_text("Nothing was changed")
    expect(two.locator("#table")).to_have_attribute("data-version", now)


def test_the_keyboard_alone_is_enough(new_visitor: Arrive, player: Player):
    visitor = new_visitor(**CALM)
    page = sit(visitor, player, until(player, against_a_bot(player), "declare"))
    before = version(page)
    page.keyboard.press("1")
    after(page, before)
    expect(options(page).first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(options(page).first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(options(page).last).to_be_focused()
    before = version(page)
    page.keyboard.press("Enter")
    after(page, before)
    # Who walks by keys stays in the decision when the table is drawn anew.
    expect(page.locator("#decision :focus")).to_have_count(1)
    assert visitor.complaints == []


def test_what_can_be_taken_back_is_taken_back_by_button_and_key(new_visitor: Arrive, player: Player):
    page = sit(new_visitor(**CALM), player, until(player, against_a_bot(player), "deploy"))
    question = page.locator("#question")
    asked = question.inner_text()
    options(page).first.click()
    expect(question).not_to_have_text(asked)
    page.get_by_role("button", name="Take back", exact=True).click()
    expect(question).to_have_text(asked)
    options(page).first.click()
    expect(question).not_to_have_text(asked)
    page.keyboard.press("u")
    expect(question).to_have_text(asked)


def test_button_and_board_point_at_each_other(new_visitor: Arrive, player: Player):
    page = sit(new_visitor(**CALM), player, until(player, against_a_bot(player), "place_space"))
    folded = page.locator("#options summary")
    if folded.count():
        folded.click()
    button = options(page).first
    button.hover()
    value = button.get_attribute("value")
    expect(page.locator(f'#board .pick[data-pick="{value}"]')).to_have_class(re.compile(r"\bhot\b"))
    page.locator("#board .pick").last.locator("use").hover()
    other = page.locator("#board .pick").last.get_attribute("data-pick")
    expect(page.locator(f'#options button[value="{other}"]')).to_have_class(re.compile(r"\bhot\b"))


def test_the_board_zooms_and_stays_zoomed(new_visitor: Arrive, player: Player):
    page = sit(new_visitor(**CALM), player, until(player, against_a_bot(player), "declare"))
    board = page.locator("#board")
    whole = board.get_attribute("viewBox")
    page.get_by_role("button", name="Zoom in").click()
    expect(board).not_to_have_attribute("viewBox", whole)
    near = board.get_attribute("viewBox")
    before = version(page)
    options(page).first.click()
    after(page, before)
    expect(page.locator("#board")).to_have_attribute("viewBox", near)
    box = page.locator("#board").bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + 160, steps=4)
    page.mouse.up()
    expect(page.locator("#board")).not_to_have_attribute("viewBox", near)
    page.get_by_role("button", name="Show the whole board").click()
    expect(page.locator("#board")).to_have_attribute("viewBox", whole)


def test_a_phone_shows_board_and_decision_and_comes_near_for_hexes(phone: Visitor, player: Player):
    match = until(player, against_a_bot(player), "place_hexes")
    page = sit(phone, player, match)
    expect_to_fit(page, "table")
    board = page.locator("#board")
    expect(board).not_to_have_attribute("viewBox", board.get_attribute("data-box"))
    expect(page.locator("#question")).to_be_in_viewport()
    spot = page.locator("#board .pick.spot circle").first
    assert spot.bounding_box()["width"] >= 24
    before = version(page)
    spot.tap()
    after(page, before)
    assert phone.complaints == []


def test_four_players_fit_on_a_phone(phone: Visitor, player: Player):
    plans = [SeatPlan("person", starter("chapter", "multiplayer"))]
    plans += [SeatPlan("bot", starter(faction, "multiplayer")) for faction in ("demon", "faceless", "reborn")]
    match = until(player, open_match(player, "ffa4", plans, QUICK), "declare")
    page = sit(phone, player, match)
    expect_to_fit(page, "four players")
    expect(page.locator(".seat")).to_have_count(4)
    assert phone.complaints == []


def test_a_spectator_watches_without_hand_and_options(new_visitor: Arrive, player: Player):
    match = until(player, against_a_bot(player), "declare")
    visitor = new_visitor(**CALM)
    page = visitor.visit(f"/matches/{match.key}/")
    expect(page.locator("#question")).to_contain_text("decides.")
    expect(page.locator("button[name=option]")).to_have_count(0)
    expect(page.locator(".hand-card")).to_have_count(0)
    expect(page.get_by_text("You are watching this match.")).to_be_visible()
    assert visitor.complaints == []
