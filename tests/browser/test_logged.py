"""The log, the tracker and statistics in a real browser: on a phone, offline, without script, for everybody."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from decks.visitors import Visitor as Player
from matches.engine.dawnfall.setup import MODES
from matches.logged.entries import Entry, EntrySeat
from matches.logged.tracking import do, new_state
from matches.models import LoggedMatch, Match, Seat
from matches.ratings import rate
from matches.services import logging
from matches.stats.recording import record
from tests.browser.conftest import Visitor, expect_to_fit
from tests.browser.deck_steps import PASSWORD, Arrive, log_in
from tests.factories import UserFactory

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
PLAY = "/matches/tracker/play/?mode=duel&key=abc&name_0=Anna&deck_0=starter:demon&name_1=Bert"
PAGES = [
    "/matches/log/",
    "/matches/log/?mode=team",
    "/matches/logged/",
    "LOGGED",
    "LOGGEDedit/",
    "LOGGEDdelete/",
    "/matches/tracker/?mode=ffa4",
    PLAY,
    "/matches/tracker/play/?mode=ffa4&name_0=" + "w" * 40,
    "/matches/statistics/",
    "/matches/statistics/?mode=team",
    "/accounts/players/Anna/",
]


def a_user(name: str) -> User:
    user = UserFactory(username=name)
    user.set_password(PASSWORD)
    user.save()
    return user


def a_club(anna: User) -> LoggedMatch:
    """A season of rated duels, and a logged match with all there is."""
    bert = a_user("Bert")
    for number in range(24):
        match = Match.objects.create(
            mode="duel", status=Match.Status.OVER, over=timezone.now(), turn=10 + number,
            game={"checkpoint": {"countering": number % 2}},
            result={"winners": [int(number % 4 == 0)], "reason": "track", "victory_points": [14, 6]},
        )  # fmt: skip
        for place, (user, faction) in enumerate([(anna, "demon"), (bert, "chapter")]):
            Seat.objects.create(
                match=match, number=place, kind="person", user=user, name=user.username, faction=faction
            )
        rate(match)
        record(match)
    seats = (EntrySeat("@Anna", "demon", won=True, victory_points=14), EntrySeat("w" * 80, "chapter"))
    entry = Entry(
        "duel", timezone.now().date(), seats, "track", options=("mulligan",), notes="# Plan\n\n" + "x" * 200,
        turn_notes=((1, "y" * 200),), visibility="public",
    )  # fmt: skip
    return logging.log_match(Player(anna), entry)


def at(visitor: Visitor, path: str) -> Page:
    logged = a_club(a_user("Anna"))
    log_in(visitor.page, visitor, "Anna")
    return visitor.visit(path.replace("LOGGED", logged.get_absolute_url()))


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_quiet_and_keeps_to_itself(visitor: Visitor, path: str):
    page = at(visitor, path)
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()
    assert visitor.complaints == []
    assert visitor.strangers == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_by_night_and_fits_a_phone(new_visitor: Arrive, path: str):
    page = at(new_visitor(color_scheme="dark", **PHONE), path)
    expect_to_fit(page)
    report = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert report.violations_count == 0, report.generate_report()


def count(page: Page, player: str, label: str) -> object:
    return page.get_by_role("region", name=player).get_by_role("group", name=f"{label}, {player}")


def test_the_tracker_opens_again_without_the_net(phone: Visitor):
    page = phone.visit(PLAY)
    expect(page.locator("html")).to_have_attribute("data-kept", "yes")
    page.context.set_offline(True)
    page.get_by_role("region", name="Anna").get_by_role("button", name="Spend 1", exact=True).tap()
    expect(count(page, "Anna", "Depleted Pool").locator("output")).to_have_text("1")
    page.reload()
    expect(count(page, "Anna", "Depleted Pool").locator("output")).to_have_text("1")
    page.get_by_role("region", name="Anna").get_by_role("button", name="Spend 1", exact=True).tap()
    expect(count(page, "Anna", "Depleted Pool").locator("output")).to_have_text("2")
    expect(page.locator(".tracker-player").first).to_have_css("border-top-style", "solid")
    page.get_by_role("button", name="Log this match").tap()
    expect(page.locator("#tracker-status")).to_contain_text("There is no net just now.")
    page.get_by_role("link", name="Another match").tap()
    page.get_by_role("link", name="Go on with the last match").tap()
    expect(count(page, "Anna", "Depleted Pool").locator("output")).to_have_text("2")
    page.context.set_offline(False)
    page.get_by_role("button", name="Log this match").tap()
    page.wait_for_url("**/matches/log/**")


def test_the_worker_of_the_tracker_has_no_say_elsewhere(visitor: Visitor):
    page = visitor.visit(PLAY)
    expect(page.locator("html")).to_have_attribute("data-kept", "yes")
    visitor.visit("/matches/log/")
    assert page.evaluate("navigator.serviceWorker.controller") is None
    registrations = (
        "navigator.serviceWorker.getRegistrations().then(all => all.map(one => new URL(one.scope).pathname))"
    )
    assert page.evaluate(registrations) == ["/matches/tracker/"]


def test_the_tracker_counts_on_a_phone_without_the_net_and_remembers(phone: Visitor):
    page = phone.visit("/matches/tracker/")
    page.get_by_label("Name").first.fill("Anna")
    page.get_by_label("Deck").first.select_option("starter:demon")
    page.get_by_label("Name").last.fill("Bert")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/play/**")
    page.context.set_offline(True)
    anna = page.get_by_role("region", name="Anna")
    anna.get_by_role("button", name="Spend 1", exact=True).tap()
    expect(count(page, "Anna", "Depleted Pool").locator("output")).to_have_text("1")
    expect(count(page, "Anna", "Crystal Pool").locator("output")).to_have_text("1")
    anna.get_by_role("button", name="One Victory Point more").tap()
    expect(count(page, "Bert", "Victory Points").locator("output")).to_have_text("9")
    for _ in range(17):
        count(page, "Bert", "Crystal Pool").get_by_role("button", name="Crystal from the pile").tap()
    expect(page.locator("#tracker-status")).to_have_text(re.compile("All 20 Crystals of this match are in play"))
    expect(count(page, "Bert", "Crystal Pool").locator("output")).to_have_text("18")
    page.get_by_role("button", name="Undo").tap()
    expect(count(page, "Bert", "Crystal Pool").locator("output")).to_have_text("17")
    expect(page.locator("#tracker-status")).to_have_text("")
    page.context.set_offline(False)
    page.reload()
    expect(count(page, "Bert", "Crystal Pool").locator("output")).to_have_text("17")
    phone.visit("/matches/tracker/")
    page.get_by_role("link", name="Go on with the last match").click()
    expect(count(page, "Bert", "Crystal Pool").locator("output")).to_have_text("17")


def test_buttons_are_big_enough_for_thumbs(phone: Visitor):
    page = phone.visit(PLAY)
    sizes = page.locator("#tracker button").evaluate_all(
        "buttons => buttons.map(b => b.getBoundingClientRect()).map(r => Math.min(r.width, r.height))"
    )
    assert len(sizes) > 30
    assert min(sizes) >= 40


def test_the_end_of_a_match_is_carried_to_the_log(phone: Visitor):
    a_user("Anna")
    log_in(phone.page, phone, "Anna")
    page = phone.visit(PLAY)
    for _ in range(3):
        page.get_by_role("region", name="Bert").get_by_role("button", name="One Victory Point more").tap()
    expect(count(page, "Bert", "Victory Points").locator("output")).to_have_text("13")
    page.get_by_role("button", name="Log this match").tap()
    page.wait_for_url("**/matches/log/**")
    second = page.get_by_role("group", name="Player 2")
    expect(second.get_by_label("Name")).to_have_value("Bert")
    expect(second.get_by_label("Victory Points")).to_have_value("13")
    expect(second.get_by_label("Won")).to_be_checked()
    expect(page.get_by_role("group", name="Player 1").get_by_label("Deck", exact=True)).to_have_value("starter:demon")
    page.get_by_role("button", name="Log the match").tap()
    expect(page.get_by_text("The match is in the log.")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^Bert"))).to_contain_text("won")


def test_the_log_form_tells_what_is_wrong_on_a_phone(phone: Visitor):
    a_user("Anna")
    log_in(phone.page, phone, "Anna")
    page = phone.visit("/matches/log/")
    page.get_by_label("Name", exact=True).last.fill("@ghost")
    page.get_by_role("button", name="Log the match").tap()
    expect(page.get_by_text("Nobody here is called “ghost”")).to_be_visible()
    expect_to_fit(page)
    report = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert report.violations_count == 0, report.generate_report()
    page.get_by_label("Name", exact=True).last.fill("Grandma")
    page.get_by_role("button", name="Log the match").tap()
    expect(page.get_by_text("The match is in the log.")).to_be_visible()


def test_the_tracker_works_without_script(new_visitor: Arrive):
    page = new_visitor(java_script_enabled=False, **PHONE).visit(PLAY)
    page.get_by_role("region", name="Anna").get_by_role("button", name="Spend 1", exact=True).tap()
    expect(count(page, "Anna", "Depleted Pool").locator("output")).to_have_text("1")
    page.get_by_role("button", name="Undo").tap()
    expect(count(page, "Anna", "Depleted Pool").locator("output")).to_have_text("0")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#tracker-status")).to_have_text("There is nothing to undo.")


@pytest.mark.parametrize("mode", MODES)
def test_script_and_server_count_alike(visitor: Visitor, mode: str):
    page = visitor.visit(PLAY)
    chance = Random(mode)
    kinds = ("gain", "spend", "charge", "endurance", "points", "capture", "lose", "turn", "refresh", "fly")
    amounts = (1, 1, 2, -1, 12, 0)
    deeds = [
        "undo" if chance.random() < 0.1 else
        f"{chance.choice(kinds)}:{chance.randrange(-1, 5)}:{chance.choice(amounts)}:{chance.randrange(-1, 6)}"
        for _ in range(600)
    ]  # fmt: skip
    state = new_state(mode, [{"name": name} for name in "ABCD"[: MODES[mode][0]]])
    script = "([state, deeds]) => [deeds.map(deed => trackerDeed(state, deed)), state]"
    answers, after = page.evaluate(script, [json.loads(json.dumps(state)), deeds])
    assert answers == [do(state, deed) for deed in deeds]
    assert after == state
    assert "" in answers
    assert len(set(answers)) > 6
