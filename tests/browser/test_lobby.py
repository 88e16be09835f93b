"""The way to the table in a real browser: two clicks, hot seat, invitation, live, without scripts, on a phone."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from matches.models import Match
from matches.services import SeatPlan, concede, open_match, say
from tests.browser.conftest import Visitor, expect_to_fit
from tests.browser.deck_steps import PASSWORD, Arrive, log_in
from tests.factories import DeckFactory, UserFactory
from tests.matches.tables import QUICK, a_visitor, against_a_bot, starter

TABLE = re.compile(r"/matches/[0-9A-Za-z]{11}/")
PAGES = [
    "/matches/",
    "/matches/play/",
    "/matches/new/",
    "/matches/new/?mode=team&others=hot",
    "/matches/mine/",
    "/matches/OPEN/",
    "/matches/FREE/sit/1/",
]


def lay_the_table(page: Page) -> None:
    page.get_by_role("button", name="Lay the table").last.click()
    page.wait_for_url(TABLE)


def seat(page: Page, number: int) -> object:
    return page.get_by_role("group", name=re.compile(f"^Seat {number}"))


def choose_who(page: Page, number: int, who: str) -> None:
    seat(page, number).get_by_role("radio", name=who).check()


def someone(name: str = "Anna") -> object:
    user = UserFactory(username=name)
    user.set_password(PASSWORD)
    user.save()
    return user


def test_two_clicks_lead_from_the_home_page_into_a_running_duel(visitor: Visitor):
    page = visitor.visit("/")
    page.get_by_role("link", name="Play now").click()
    page.get_by_role("button", name=re.compile("^Demon")).click()
    page.wait_for_url(TABLE)
    expect(page.locator("#options button").first).to_be_visible()
    expect(page).to_have_title(re.compile("^● Your turn"))
    assert Match.objects.get().is_running
    assert visitor.complaints == []
    assert visitor.strangers == []


def test_two_play_at_one_device(visitor: Visitor):
    page = visitor.visit("/matches/")
    page.get_by_role("link", name="Hot seat").click()
    expect(seat(page, 2).get_by_label("Name at the table")).to_be_visible()
    seat(page, 2).get_by_label("Name at the table").fill("Bea")
    lay_the_table(page)
    expect(page.locator("#question")).to_be_visible()
    first = page.locator("#decision .eyebrow").inner_text()
    for _ in range(20):
        now = page.locator("#table").get_attribute("data-version")
        page.locator("#options button").first.dispatch_event("click")  # hexes are folded away; the board shows them
        expect(page.locator("#table")).not_to_have_attribute("data-version", now)
        if page.locator("#decision .eyebrow").inner_text() != first:
            break
    assert page.locator("#decision .eyebrow").inner_text() != first, "the other one is asked, too"
    assert visitor.complaints == []


def test_a_seat_asks_only_for_what_matters(visitor: Visitor):
    page = visitor.visit("/matches/new/")
    expect(seat(page, 2).get_by_label("Strength")).to_be_visible()
    choose_who(page, 2, "Open seat")
    expect(seat(page, 2).get_by_label("Deck", exact=True)).to_be_hidden()
    expect(seat(page, 2).get_by_label("Strength")).to_be_hidden()
    expect(seat(page, 2)).to_contain_text("Whoever comes first from the lobby")
    choose_who(page, 2, "Hot seat")
    expect(seat(page, 2).get_by_label("Deck code, link or list")).to_be_hidden()
    seat(page, 2).get_by_label("Deck", exact=True).select_option("paste")
    expect(seat(page, 2).get_by_label("Deck code, link or list")).to_be_visible()


def test_another_mode_brings_more_seats_and_loses_nothing(visitor: Visitor):
    page = visitor.visit("/matches/new/")
    seat(page, 1).get_by_label("Deck", exact=True).select_option("starter:reborn")
    page.get_by_label("Mulligan").check()
    page.get_by_role("button", name="Teams").click()
    expect(seat(page, 4)).to_be_visible()
    expect(seat(page, 1).get_by_label("Deck", exact=True)).to_have_value("starter:reborn")
    expect(page.get_by_label("Mulligan")).to_be_checked()
    page.get_by_label("Script").check()
    page.get_by_role("button", name="Lay the table").last.click()
    expect(page.get_by_role("alert")).to_contain_text("Switch either Script or Mulligan off.")
    page.get_by_label("Script").uncheck()
    lay_the_table(page)
    expect(page.locator("#question")).to_be_visible()


def test_an_invitation_is_taken_in_another_browser_and_both_see_it(new_visitor: Arrive):
    host, guest = new_visitor(), new_visitor()
    page = host.visit("/matches/new/?others=invited")
    seat(page, 1).get_by_label("Name at the table").fill("Hanna")
    lay_the_table(page)
    link = page.locator(".invite .copy-line a").get_attribute("href")
    expect(page.get_by_role("img", name="QR code of the invitation")).to_be_visible()
    other = guest.page
    other.goto(link)
    other.get_by_label("Name at the table").fill("Gustav")
    taken = Match.objects.get().seats.get(number=0).faction
    other.get_by_label("Deck", exact=True).select_option("starter:demon" if taken != "demon" else "starter:chapter")
    other.get_by_role("button", name="Sit down").click()
    other.wait_for_url(TABLE)
    expect(other.locator("#question")).to_be_visible()
    expect(page.locator("#question")).to_be_visible()  # the host's page went on by itself
    other.get_by_label("Say something").fill("Hello Hanna")
    other.get_by_role("button", name="Say").click()
    expect(other.locator("#chat-lines")).to_contain_text("Hello Hanna")
    expect(other.get_by_label("Say something")).to_have_value("")
    expect(page.locator("#chat-lines")).to_contain_text("Hello Hanna")
    expect(page.locator("#chat [data-presence='1']")).to_have_attribute("data-here", "yes")
    asked, waiting = (page, other) if page.locator("#table[data-mine]").count() else (other, page)
    expect(waiting).not_to_have_title(re.compile("Your turn"))
    seen = waiting.locator("#table").get_attribute("data-version")
    asked.locator("#options button").first.dispatch_event("click")
    expect(waiting.locator("#table")).not_to_have_attribute("data-version", seen)
    waiting.get_by_text("Draw, take back, give up").click()
    waiting.get_by_role("button", name="Offer a draw").click()
    expect(asked.locator("#agree")).to_contain_text("offers a draw.")
    asked.get_by_role("button", name="Agree", exact=True).click()
    expect(asked.locator("#after")).to_contain_text("Rematch, sides swapped")
    expect(waiting.locator("#after")).to_contain_text("Rematch, sides swapped")
    waiting.get_by_role("button", name="Rematch, sides swapped").click()
    expect(waiting.get_by_role("heading", name="Waiting for players")).to_be_visible()
    asked.get_by_role("button", name="Accept the rematch").click()
    expect(asked.locator("#question")).to_be_visible()
    expect(waiting.locator("#question")).to_be_visible()
    assert Match.objects.get(rematch_of__isnull=False).is_running
    assert host.complaints + guest.complaints == []


def test_an_open_table_appears_in_the_lobby_by_itself(new_visitor: Arrive):
    looker = new_visitor()
    page = looker.visit("/matches/")
    expect(page.locator("#lobby-lists")).to_contain_text("Nobody waits for a player right now.")
    open_match(a_visitor(username="Anna"), "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK)
    expect(page.locator("#lobby-lists")).to_contain_text("Anna")
    page.get_by_role("link", name="Sit down").click()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(TABLE)
    expect(page.locator("#question")).to_be_visible()
    assert looker.complaints == []


def test_the_header_says_where_it_is_ones_turn(visitor: Visitor):
    user = someone()
    match = against_a_bot(type(a_visitor())(user=user))
    log_in(visitor.page, visitor, "Anna")
    visitor.page.get_by_role("link", name="1 match waits").click()
    expect(visitor.page.locator("#asking-head")).to_be_visible()
    visitor.page.get_by_role("link", name=re.compile("^Play Anna")).click()
    visitor.page.wait_for_url(f"**{match.get_absolute_url()}")


def test_without_scripts_everything_is_there(new_visitor: Arrive):
    plain = new_visitor(java_script_enabled=False)
    page = plain.visit("/")
    page.get_by_role("link", name="Play now").click()
    page.get_by_role("button", name=re.compile("^Reborn")).click()
    page.wait_for_url(TABLE)
    expect(page.locator("#options button").first).to_be_visible()
    page.get_by_label("Say something").fill("Alone here")
    page.get_by_role("button", name="Say").click()
    expect(page.locator("#chat-lines")).to_contain_text("Alone here")
    page.get_by_text("Draw, take back, give up").click()
    page.get_by_text("Give up", exact=True).click()
    page.get_by_role("button", name="Yes, I give up").click()
    expect(page.locator("#after")).to_be_visible()
    plain.visit("/matches/new/?others=open")
    page.get_by_role("button", name="Free for all, 3").click()
    lay_the_table(page)
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    page.get_by_role("button", name="Let a bot sit here").first.click()
    page.get_by_role("button", name="Let a bot sit here").click()
    expect(page.locator("#question")).to_be_visible()


def at(visitor: Visitor, path: str) -> Page:
    """The page, for a player with decks and matches of all kinds."""
    user = someone()
    owner = type(a_visitor())(user=user)
    DeckFactory(owner=user, name="Fours", format="multiplayer")
    DeckFactory(owner=user, name="Fives")
    duel = [SeatPlan("person", starter("chapter")), SeatPlan("invited")]
    invited = open_match(owner, "duel", duel, QUICK)
    free = open_match(a_visitor(), "duel", [SeatPlan("person", starter("demon")), SeatPlan("open")], QUICK)
    running = against_a_bot(owner)
    say(owner, running.key, "w" * 120)
    over = against_a_bot(owner)
    concede(owner, over.key)
    log_in(visitor.page, visitor, "Anna")
    keys = {"OPEN": invited.key, "FREE": free.key, "RUNNING": running.key, "OVER": over.key}
    for name, key in keys.items():
        path = path.replace(name, key)
    return visitor.visit(path)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_quiet_and_keeps_to_itself(builder: Visitor, path: str):
    page = at(builder, path)
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()
    assert builder.complaints == []
    assert builder.strangers == []


@pytest.mark.parametrize("path", [*PAGES, "/matches/RUNNING/", "/matches/OVER/"])
def test_a_page_is_accessible_by_night_and_fits_a_phone(new_visitor: Arrive, path: str):
    phone = new_visitor(color_scheme="dark", viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page = at(phone, path)
    expect_to_fit(page)
    report = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert report.violations_count == 0, report.generate_report()
