"""What several browser tests of decks do: begin one, add to it, log in."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor

PASSWORD = "six-of-seven-hexes"
CALM = {"reduced_motion": "reduce"}
#: A legal duel deck of the Chapter: five squads and 25 cards.
ARMY = ["Angel of Death", "Holy Knight", "Holy Knight", "Pilgrim", "Ranger"]
CARDS = {"Bash": 4, "Shoot": 4, "Guardian Angel": 4, "Storm of Blades": 4, "Energy Drain": 3, "Leap": 4, "Overwatch": 2}
Arrive = Callable[..., Visitor]


def begin(visitor: Visitor, faction: str = "Chapter", format_: str = "Duel 5 squads, 25 cards") -> Page:
    page = visitor.visit("/decks/")
    page.get_by_role("link", name="Build a deck").click()
    page.get_by_role("main").get_by_role("link", name=re.compile(f"^{faction}")).click()
    page.get_by_role("button", name=format_, exact=True).click()
    page.wait_for_url("**/build/")
    return page


def add(page: Page, name: str, times: int = 1) -> None:
    for _ in range(times):
        page.locator("#shelf").get_by_role("button", name=f"Add {name}", exact=True).click()


def counters(page: Page) -> object:
    return page.locator("#deck .counters")


def build_legal_deck(page: Page) -> None:
    for squad in ARMY:
        add(page, squad)
    for card, copies in CARDS.items():
        add(page, card, copies)
    expect(page.locator("#deck")).to_contain_text("Legal: nothing is wrong with this deck.")


def log_in(page: Page, visitor: Visitor, name: str) -> None:
    visitor.visit("/accounts/login/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.wait_for_url("**/accounts/profile/")
