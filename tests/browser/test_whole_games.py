"""Whole games in a real browser: against a bot with its replay, by two people who hear of each other, by four."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from matches.models import Match
from tests.browser.conftest import Visitor
from tests.browser.table_steps import (
    BY_THE_RULES,
    CALM,
    MOST_CLICKS,
    OVER,
    TABLE,
    Arrive,
    after,
    asked,
    click_on,
    fill_seat,
    is_over,
    lay_the_table,
    sit,
    take_invitation,
    turn,
    version,
)
from tests.matches.tables import a_visitor, against_a_bot

#: Only the stream can tell such a page that something has changed.
NO_POLLING = """
const every = window.setInterval;
window.setInterval = (deed, pause, ...rest) => pause >= 3000 ? 0 : every(deed, pause, ...rest);
"""
#: All that stands on the table for everybody, and one's own hand; without what only the present decision adds.
STANDING = """() => {
  const words = (query) => [...document.querySelectorAll(query)].map((node) => node.textContent.replace(/\\s+/g, " "));
  const shapes = [...document.querySelectorAll("#board .model, #board .shrine, #board .source, #board .hex-token")];
  return {
    board: shapes.map((node) => node.innerHTML.replace(/ (pickable|activated|fighting|subject)/g, "")),
    pools: words(".seats .pools"),
    squads: words(".seats .squad"),
    discards: words(".seats .piles"),
    hand: words(".hand-card > h3"),
    points: words(".victory p"),
  };
}"""
#: A replay is looked at after every so many clicks of the play.
EVERY = 5


def test_a_whole_match_against_a_bot_by_clicking_and_its_replay_is_the_same(new_visitor: Arrive, site: str):
    visitor, player = new_visitor(**CALM), a_visitor()
    match = against_a_bot(player)
    page = sit(visitor, player, match)
    seen: dict[int, Any] = {}
    for click in range(MOST_CLICKS):
        if is_over(page):
            break
        before = version(page)
        click_on(page)
        after(page, before)
        if click % EVERY == 0:
            seen[Match.objects.values_list("steps", flat=True).get(pk=match.pk)] = page.evaluate(STANDING)
    expect(page.locator("#question")).to_have_text(OVER)
    expect(page.locator("#decision")).to_contain_text(BY_THE_RULES)
    expect(page.locator(".fairness")).to_contain_text("with hash")
    result, end = page.locator("#table h1").inner_text(), page.evaluate(STANDING)
    match = Match.objects.get(pk=match.pk)
    assert match.result["reason"] not in {"conceded", "draw", "time"}
    assert len(seen) > 5
    _replay(page, match, seen, end, result)
    assert visitor.complaints == []
    assert visitor.strangers == []


def _replay(page: Page, match: Match, seen: dict[int, Any], end: Any, result: str) -> None:
    """Every moment of the play is in the replay as it was, and stepping on from the last of them leads to the end."""
    where = page.locator(".where-we-are")
    address = page.url.partition("#")[0]
    for step, standing in seen.items():
        page.goto(f"{address}replay/{step}/?seat=0")
        expect(where).to_have_text(re.compile(f"After step {step} of {match.steps}"))
        assert page.evaluate(STANDING) == standing, f"after step {step}"
    for _ in range(MOST_CLICKS):
        now = where.inner_text()
        if f"step {match.steps} of" in now:
            break
        page.keyboard.press("ArrowRight")
        expect(where).not_to_have_text(now)
    expect(where).to_contain_text(f"After step {match.steps} of {match.steps}")
    assert page.evaluate(STANDING) == end
    expect(page.locator(".now-lines")).to_contain_text(BY_THE_RULES)
    reason = BY_THE_RULES.search(result)
    assert reason is not None
    expect(page.locator(".now-lines")).to_contain_text(reason.group())
    page.goto(f"{address}proof/")
    expect(page.get_by_role("heading", name="Proved: this match was fair")).to_be_visible()


def test_two_people_play_a_whole_match_and_see_each_other_at_once(new_player: Arrive):
    visitors = [new_player(NO_POLLING), new_player(NO_POLLING)]
    streams, loads = _streams(visitors[0]) + _streams(visitors[1]), _loads(visitors[0]) + _loads(visitors[1])
    host, guest = (visitor.page for visitor in visitors)
    visitors[0].visit("/matches/new/?others=invited")
    fill_seat(host, 1, "chapter", "Hanna")
    host.get_by_label("Quick setup").check()
    host.get_by_label("Short decks").check()
    lay_the_table(host)
    link = host.locator(".invite .copy-line a").get_attribute("href") or ""
    take_invitation(guest, link, "Gustav", "demon")
    expect(host.locator("#question")).to_be_visible()
    opened, pages = [len(stream) for stream in streams], [len(load) for load in loads]
    choices = _play(host, guest)
    for page in (host, guest):
        expect(page.locator("#question")).to_have_text(OVER)
        expect(page.locator("#decision")).to_contain_text(BY_THE_RULES)
    assert host.locator("#table h1").inner_text() == guest.locator("#table h1").inner_text()
    assert _shared(host) == _shared(guest)
    # All came through the one stream that each page had from the start, into the page that was there.
    assert [len(stream) for stream in streams] == opened
    assert [len(load) for load in loads] == pages
    assert all(stream[-1].endswith("/live/") for stream in streams)
    assert choices > 30
    assert visitors[0].complaints + visitors[1].complaints == []


def _play(host: Page, guest: Page) -> int:
    """To the end, each choice seen by the other one before the next; gives how many there were."""
    choices = 0
    for _ in range(2 * MOST_CLICKS):
        page = asked([host, guest])
        if page is None:
            assert is_over(host), "somebody is always asked"
            break
        other, before = guest if page is host else host, version(page)
        assert other.locator("button[name=option]").count() == 0
        expect(other.locator("#table")).to_have_attribute("data-version", before)
        click_on(page)
        expect(other.locator("#table")).not_to_have_attribute("data-version", before)
        choices += 1
        expect(page.locator("#table")).to_have_attribute("data-version", version(other))
    return choices


def _streams(visitor: Visitor) -> list[list[str]]:
    opened: list[str] = []
    visitor.page.on("request", lambda asks: asks.resource_type == "eventsource" and opened.append(asks.url))
    return [opened]


def _loads(visitor: Visitor) -> list[list[str]]:
    loaded: list[str] = []
    visitor.page.on("request", lambda asks: asks.is_navigation_request() and loaded.append(asks.url))
    return [loaded]


def _shared(page: Page) -> Any:
    """What both players see alike, in whatever order."""
    standing = page.evaluate(STANDING)
    return [sorted(re.sub(" you ", " ", words) for words in standing[part]) for part in ("board", "squads", "discards")]


def until_bots_are_done(page: Page, other: Page) -> None:
    """Wait until a person is asked, and until the other page knows it, too."""
    expect(page.locator("#question")).not_to_contain_text("is thinking")
    # For a moment htmx shows the new table with the attributes of the old one.
    expect(page.locator("#table.htmx-settling")).to_have_count(0)
    expect(other.locator("#table")).to_have_attribute("data-version", version(page))


def test_four_seats_two_people_and_two_bots(new_player: Arrive):
    visitors = [new_player(), new_player()]
    host, guest = (visitor.page for visitor in visitors)
    visitors[0].visit("/matches/new/?mode=ffa4")
    fill_seat(host, 1, "chapter", "Hanna")
    for number, deck in ((3, "faceless"), (4, "reborn")):
        fill_seat(host, number, deck)
    host.get_by_role("group", name=re.compile("^Seat 2")).get_by_role("radio", name="Invitation").check()
    host.get_by_label("Quick setup").check()
    lay_the_table(host)
    take_invitation(guest, host.locator(".invite .copy-line a").get_attribute("href") or "", "Gustav", "demon")
    expect(host).to_have_url(TABLE)
    expect(host.locator("#question")).to_be_visible()
    turns: set[str] = set()
    until_bots_are_done(host, guest)
    for _ in range(MOST_CLICKS):
        page = asked([host, guest])
        if page is None or len(turns) >= 4:
            break
        other, before = guest if page is host else host, version(page)
        click_on(page)
        after(page, before)
        until_bots_are_done(page, other)
        title = turn(page)
        turns |= {title} if title.startswith("Turn") else set()
    assert len(turns) >= 4, turns
    assert any("Hanna" in title for title in turns), turns
    assert any("Gustav" in title for title in turns), turns
    for page in (host, guest):
        expect(page.locator(".seat")).to_have_count(4)
        expect(page.locator(".seat.own")).to_have_count(1)
    assert visitors[0].complaints + visitors[1].complaints == []
