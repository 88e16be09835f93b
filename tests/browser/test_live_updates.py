"""The real server under a match: two tabs at once, a restart in the middle of a turn, a second process."""

from __future__ import annotations

from collections.abc import Iterator
from time import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.server import Server
from tests.browser.table_steps import (
    Arrive,
    after,
    asked,
    click_on,
    fill_seat,
    lay_the_table,
    options,
    take_invitation,
    turn,
    version,
)

#: A page that hears nothing of what others do.
DEAF = "delete window.EventSource; window.setInterval = () => 0;"
#: Press the last option at a moment, in milliseconds since 1970: two tabs at the same one.
PRESS_AT = """(moment) => setTimeout(
  () => [...document.querySelectorAll("#options button[name=option]")].at(-1).click(), moment - Date.now())"""
STALE = "The match has gone on"
#: What must be the same before and after; the two see different hands.
EYES = """() => ["#question", "#options", ".hand-room", ".seats", "#board", "#log"].map((part) =>
  document.querySelector(part)?.textContent.replace(/\\s+/g, " "))"""


@pytest.fixture
def second(production: Server) -> Iterator[Server]:
    """Another process on the same database."""
    server = Server(production.folder).start()
    yield server
    server.stop()


def play_alone(visitor: Visitor) -> Page:
    """One person on both seats: nobody else goes on meanwhile."""
    page = visitor.visit("/matches/new/?others=hot")
    fill_seat(page, 1, "chapter")
    fill_seat(page, 2, "demon")
    page.get_by_label("Quick setup").check()
    lay_the_table(page)
    expect(options(page).first).to_be_visible()
    return page


def duel(new_player: Arrive) -> tuple[Page, Page]:
    """Two people in the middle of a turn with hands."""
    host, guest = new_player(), new_player()
    host.visit("/matches/new/?others=invited")
    fill_seat(host.page, 1, "chapter", "Hanna")
    host.page.get_by_label("Quick setup").check()
    lay_the_table(host.page)
    link = host.page.locator(".invite .copy-line a").get_attribute("href") or ""
    take_invitation(guest.page, link, "Gustav", "demon")
    expect(host.page.locator("#question")).to_be_visible()
    for _ in range(100):
        page = next_asked(host.page, guest.page)
        if turn(page).startswith("Turn") and page.locator('#options button[value="end"]').count():
            break
        choose(page, guest.page if page is host.page else host.page)
    expect(page.locator(".hand-card").first).to_be_visible()
    return page, guest.page if page is host.page else host.page


def next_asked(*pages: Page) -> Page:
    page = asked(pages)
    assert page is not None
    return page


def choose(page: Page, other: Page) -> None:
    before = version(page)
    click_on(page)
    after(page, before)
    expect(other.locator("#table")).to_have_attribute("data-version", version(page))


def test_two_tabs_choose_at_once_and_only_one_choice_counts(new_player: Arrive):
    visitor = new_player(DEAF)
    one = play_alone(visitor)
    two = one.context.new_page()
    two.goto(one.url)
    expect(options(two).first).to_be_attached()
    before = int(version(one))
    assert version(two) == str(before)
    moment = int(time() * 1000) + 700
    for page in (one, two):
        page.evaluate(PRESS_AT, moment)
    for page in (one, two):
        expect(page.locator("#table")).to_have_attribute("data-version", str(before + 1))
    told = [page.get_by_role("alert").all_inner_texts() for page in (one, two)]
    assert sorted(len(words) for words in told) == [0, 1], told
    assert any(STALE in words[0] for words in told if words)
    assert one.evaluate(EYES) == two.evaluate(EYES)
    # Who was refused goes on from the present state.
    loser, winner = (one, two) if told[0] else (two, one)
    options(loser).first.dispatch_event("click")
    expect(loser.locator("#table")).to_have_attribute("data-version", str(before + 2))
    expect(loser.get_by_role("alert")).to_have_count(0)
    options(winner).first.dispatch_event("click")
    expect(winner.get_by_role("alert")).to_contain_text(STALE)
    expect(winner.locator("#table")).to_have_attribute("data-version", str(before + 2))
    assert visitor.complaints == []


def test_a_double_click_is_one_choice(new_player: Arrive):
    visitor = new_player(DEAF)
    page = play_alone(visitor)
    before = int(version(page))
    # The same button twice before any answer can come.
    options(page).last.evaluate("(button) => { button.click(); button.click(); }")
    expect(page.locator("#table")).to_have_attribute("data-version", str(before + 1))
    page.reload()
    expect(page.locator("#table")).to_have_attribute("data-version", str(before + 1))
    assert visitor.complaints == []


def test_a_restart_in_the_middle_of_a_turn_changes_nothing(new_player: Arrive, production: Server):
    host, guest = page, other = duel(new_player)
    before = [each.evaluate(EYES) for each in (page, other)]
    seen = version(page)
    production.stop()
    # Without a server a choice is not lost in silence.
    click_on(page)
    expect(page.get_by_role("alert")).to_contain_text("The site did not answer.")
    assert version(page) == seen
    with page.expect_response("**/live/") as again, other.expect_response("**/live/") as heard:
        production.start()
    assert (again.value.status, heard.value.status) == (200, 200)
    with page.context.new_page() as fresh:
        fresh.goto(page.url)
        expect(fresh.locator("#table")).to_have_attribute("data-version", seen)
        assert fresh.evaluate(EYES) == before[0]
    assert other.evaluate(EYES) == before[1]
    # The pages that stood open all the time go on, and hear of each other again.
    choose(page, other)
    page = next_asked(host, guest)
    choose(page, guest if page is host else host)


def test_a_second_process_shows_and_takes_the_same(new_player: Arrive, production: Server, second: Server):
    page, other = duel(new_player)
    # A session is known by the name of the machine, whatever the port.
    beside = page.context.new_page()
    beside.goto(page.url.replace(production.address, second.address))
    expect(beside.locator("#table")).to_have_attribute("data-version", version(page))
    assert beside.evaluate(EYES) == page.evaluate(EYES)
    seen = version(page)
    click_on(beside)
    after(beside, seen)
    now = version(beside)
    # The first process has the older game at hand, and must not believe in it.
    other.reload()
    expect(other.locator("#table")).to_have_attribute("data-version", now)
    options(page).first.dispatch_event("click")
    expect(page.locator("#table")).to_have_attribute("data-version", now)
    assert page.evaluate(EYES) == beside.evaluate(EYES)
    # And back: what the first takes, the second shows, for each of them.
    page = next_asked(page, other)
    click_on(page)
    after(page, now)
    beside = page.context.new_page()
    beside.goto(page.url.replace(production.address, second.address))
    expect(beside.locator("#table")).to_have_attribute("data-version", version(page))
    assert beside.evaluate(EYES) == page.evaluate(EYES)
