"""What several browser tests of the table do: sit down, see what is asked, choose, wait for the answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from django.test import Client
from playwright.sync_api import Locator, Page, expect

from decks.visitors import Visitor as Player
from matches.models import Match
from matches.services import game_of
from tests.browser.conftest import Visitor
from tests.matches.tables import play_on

Arrive = Callable[..., Visitor]
CALM = {"reduced_motion": "reduce"}
#: A whole match of a player who only thins the own deck is over long before.
MOST_CLICKS = 400
TABLE = re.compile(r"/matches/[0-9A-Za-z]{11}/")
OVER = re.compile("^(You have won|You have lost|The match is over)")
#: How a match ends by its rules, and not because somebody gave up or was late.
BY_THE_RULES = re.compile("the Victory track was full|a deck ran out|an army was wiped out|nothing happened any more")


def sit(visitor: Visitor, player: Player, match: Match) -> Page:
    """Show the match to somebody who is logged in as the player."""
    client = Client()
    client.force_login(player.user)
    cookie = client.cookies["sessionid"].value
    visitor.page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": visitor.address}])
    return visitor.visit(f"/matches/{match.key}/")


def until(player: Player, match: Match, kind: str) -> Match:
    """Let the player choose anything until such a question comes."""
    for _ in range(1_500):
        pending = game_of(match).pending
        if pending is None or pending.kind == kind:
            break
        match = play_on(player, match, 1)
    assert game_of(match).pending.kind == kind
    return match


def version(page: Page) -> str:
    return page.locator("#table").get_attribute("data-version") or ""


def after(page: Page, before: str) -> None:
    """Wait until the table shows a later version."""
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)


def options(page: Page) -> Locator:
    return page.locator("#options button[name=option]")


def is_over(page: Page) -> bool:
    return page.locator("#question", has_text=OVER).count() > 0


def turn(page: Page) -> str:
    """The title of the table: which turn it is, and whose."""
    return page.locator("#table h1").inner_text()


def quick_option(page: Page) -> Locator:
    """The button that ends the turn, passes, or discards, so that the deck runs out; else the first of all."""
    for value in ("active", "end", "pass"):
        button = page.locator(f'#options button[value="{value}"]')
        if button.count():
            return button
    discard = options(page).filter(has_text="Discard")
    return discard.first if discard.count() else options(page).first


def click_on(page: Page) -> None:
    """Choose on the board where one can, otherwise what ends the match soonest."""
    picks = page.locator("#board .pick.space, #board .pick.spot")
    if picks.count():
        picks.first.locator("use, circle").click()
    else:
        quick_option(page).click()


def asked(pages: Sequence[Page]) -> Page | None:
    """The page whose player is to decide."""
    return next((page for page in pages if page.locator("#table[data-mine]").count()), None)


# The way to the table, for tests without a hand in the database


def lay_the_table(page: Page) -> None:
    page.get_by_role("button", name="Lay the table").last.click()
    page.wait_for_url(TABLE)


def take_invitation(page: Page, link: str, name: str, deck: str) -> None:
    page.goto(link)
    page.get_by_label("Name at the table").fill(name)
    page.get_by_label("Deck", exact=True).select_option(f"starter:{deck}")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(TABLE)
    expect(page.locator("#question")).to_be_visible()


def fill_seat(page: Page, number: int, deck: str, name: str = "") -> None:
    seat = page.get_by_role("group", name=re.compile(f"^Seat {number}"))
    seat.get_by_label("Deck", exact=True).select_option(f"starter:{deck}")
    if name:
        seat.get_by_label("Name at the table").fill(name)
