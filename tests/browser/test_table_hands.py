"""Hands at the table: whose cards nobody else gets to see, and a turn by keys alone or by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from decks.visitors import Visitor as Player
from matches.models import Match
from matches.services import SeatPlan, game_of, open_match, sit_down
from tests.browser.conftest import Visitor, expect_to_fit
from tests.browser.table_steps import CALM, Arrive, after, click_on, options, quick_option, sit, turn, until, version
from tests.matches.tables import QUICK, a_visitor, against_a_bot, play_on, starter
from tests.matches.test_watching import Secrets, _own_words, context, found

LOOK = "document.dispatchEvent(new Event('visibilitychange'))"
#: As many choices are searched in the browser.
SEARCHED = 24


@pytest.fixture
def player(site: str) -> Player:
    return a_visitor()


class Ears:
    """Every answer that a page gets."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.heard: list[tuple[str, str]] = []
        self.page.route("**/*", self._hear)

    def _hear(self, route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        if "/static/" not in route.request.url:
            self.heard.append((route.request.url, f"{answer.headers} {answer.text()}"))
        route.fulfill(response=answer)

    def take(self) -> list[tuple[str, str]]:
        """What was heard since the last time, and what the page holds now."""
        heard, self.heard = self.heard, []
        return [*heard, ("the page", self.page.content())]


def test_neither_opponent_nor_spectator_gets_to_see_a_hand(new_visitor: Arrive, site: str):
    players = [a_visitor(username="Anna"), a_visitor(username="Bert")]
    match = _in_the_middle(players)
    ears = [Ears(new_visitor(**CALM)) for _ in range(3)]
    for number, player in enumerate(players):
        sit(ears[number].visitor, player, match)
    ears[2].page.goto(f"{site}/matches/{match.key}/")
    secrets, own, looked = Secrets(), 0, 0
    for _ in range(SEARCHED):
        match.refresh_from_db()
        game = game_of(match)
        if game.pending is None:
            break
        page = ears[game.pending.seat].page
        expect(page.locator("#table")).to_have_attribute("data-version", str(match.version))
        click_on(page)
        after(page, str(match.version))
        match.refresh_from_db()
        for ear in ears:
            ear.page.evaluate(LOOK)
            expect(ear.page.locator("#table")).to_have_attribute("data-version", str(match.version))
        secrets.note(match, game_of(match))
        for seat, ear in zip((0, 1, None), ears, strict=True):
            answers = ear.take()
            assert len(answers) > 1, "the page has asked for the change"
            hidden = _hidden_from(seat, match, secrets)
            for address, text in answers:
                assert match.seed not in text, address
                assert found(hidden, text) == [], (seat, address, context(hidden, text))
                looked += 1
            mine = secrets.of(game_of(match), seat) if seat is not None else set()
            own += any(found(mine, text) for _, text in answers)
    assert looked > 3 * SEARCHED
    assert own > SEARCHED, "the search finds what one may see oneself"
    expect(ears[2].page.locator(".hand-card")).to_have_count(0)
    expect(ears[2].page.locator("button[name=option]")).to_have_count(0)


def _in_the_middle(players: list[Player]) -> Match:
    seats = [SeatPlan("person", starter("chapter")), SeatPlan("open")]
    match = sit_down(players[1], open_match(players[0], "duel", seats, QUICK).key, 1, starter("demon"))
    while match.turn < 3:
        pending = game_of(match).pending
        assert pending is not None
        match = play_on(players[pending.seat], match, 1)
    return match


def _hidden_from(seat: int | None, match: Match, secrets: Secrets) -> set[str]:
    game = game_of(match)
    words = set().union(*(secrets.of(game, other) for other in (0, 1) if other != seat))
    if seat is not None:
        words -= set(found(words, _own_words(game.table.state.factions[seat])))
    assert len(words) > 5
    return words


def test_a_whole_turn_by_keys_alone(new_visitor: Arrive, player: Player):
    visitor = new_visitor(**CALM)
    page = sit(visitor, player, until(player, against_a_bot(player), "declare"))
    began = turn(page)
    for press in range(60):
        if turn(page) != began or page.locator("#options").count() == 0:
            break
        before = version(page)
        (_press_number if press % 2 else _press_arrows)(page)
        after(page, before)
    assert press > 1, "both ways were used"
    assert turn(page) != began
    assert visitor.complaints == []


def _press_number(page: Page) -> None:
    for digit in quick_option(page).get_attribute("data-number") or "":
        page.keyboard.press(digit)


def _press_arrows(page: Page) -> None:
    option = quick_option(page).get_attribute("value")
    for _ in range(options(page).count()):
        page.keyboard.press("ArrowUp")
        if page.evaluate("document.activeElement.value") == option:
            break
    expect(page.locator(f'#options button[value="{option}"]')).to_be_focused()
    page.keyboard.press("Enter")


def test_an_army_is_deployed_by_touch_alone(phone: Visitor, player: Player):
    page = sit(phone, player, until(player, against_a_bot(player), "deploy"))
    expect_to_fit(page)
    touched = 0
    for _ in range(60):
        if turn(page).startswith("Turn"):
            break
        before = version(page)
        spots = page.locator("#board .pick.spot circle, #board .pick.space use")
        if spots.count():
            _tap_in_view(page, spots.first)
            touched += 1
        else:
            options(page).first.tap()
        after(page, before)
        expect_to_fit(page)
    assert touched >= 6
    assert phone.complaints == []


def _tap_in_view(page: Page, spot: object) -> None:
    spot.scroll_into_view_if_needed()  # type: ignore[attr-defined]
    box = spot.bounding_box()  # type: ignore[attr-defined]
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_two_fingers_zoom_the_board_and_one_moves_it(phone: Visitor, player: Player):
    page = sit(phone, player, until(player, against_a_bot(player), "declare"))
    board, before = page.locator("#board"), version(page)
    whole = board.get_attribute("data-box") or ""
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = Fingers(page)
    fingers.go([(x - 20, y), (x + 20, y)], [(x - 90, y), (x + 90, y)])
    expect(board).not_to_have_attribute("viewBox", whole)
    near = board.get_attribute("viewBox") or ""
    assert float(near.split()[2]) < 0.6 * float(whole.split()[2])
    fingers.go([(x, y)], [(x + 60, y + 30)])
    expect(board).not_to_have_attribute("viewBox", near)
    assert (board.get_attribute("viewBox") or "").split()[2:] == near.split()[2:]
    page.wait_for_timeout(500)  # to the browser, a finger that comes back at once makes no click
    page.get_by_role("button", name="Show the whole board").tap()
    expect(board).to_have_attribute("viewBox", whole)
    page.get_by_role("button", name="Zoom in").tap()
    expect(board).not_to_have_attribute("viewBox", whole)
    assert version(page) == before, "moving fingers choose nothing"
    expect_to_fit(page)
    assert phone.complaints == []


class Fingers:
    """Fingers on the glass."""

    def __init__(self, page: Page) -> None:
        self.glass = page.context.new_cdp_session(page)

    def go(self, start: list[tuple[float, float]], end: list[tuple[float, float]], steps: int = 8) -> None:
        self._touch("touchStart", start)
        for step in range(1, steps + 1):
            part = step / steps
            spots = [(a + (c - a) * part, b + (d - b) * part) for (a, b), (c, d) in zip(start, end, strict=True)]
            self._touch("touchMove", spots)
        self._touch("touchEnd", [])

    def _touch(self, kind: str, spots: list[tuple[float, float]]) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(spots)]
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
