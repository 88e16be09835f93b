"""A real Chromium. Where there is none the browser tests are skipped, unless REQUIRE_BROWSER asks for a failure."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from catalog.models import GameSystem

# Playwright's synchronous door runs an event loop in this thread; Django would refuse the database beside it.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        reason = "Chromium is not installed; on Debian: apt-get install chromium"
        pytest.fail(reason) if os.environ.get("REQUIRE_BROWSER") else pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


# Many clicks in a row wait for one another, and other tests share the machine.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)
#: How wide the page is, once it is there: right after a click the new document may still be empty.
WIDTH = "() => document.readyState === 'complete' && document.documentElement.scrollWidth"


def expect_to_fit(page: Page, what: str = "", width: int = 360) -> None:
    """A phone shows the page without scrolling sideways."""
    assert page.wait_for_function(WIDTH).json_value() <= width, what


class Visitor:
    """Somebody in front of the site, with everything the browser complained about."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page: Page = context.new_page()
        self.address = address
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        self.page.on("console", lambda line: line.type == "error" and self.complaints.append(line.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._note_strangers)

    def _note_strangers(self, request: object) -> None:
        url = request.url  # type: ignore[attr-defined]
        if not url.startswith((self.address, "data:")):
            self.strangers.append(url)

    def visit(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page


@pytest.fixture
def site(live_server: object, dawnfall: GameSystem) -> str:
    """The address of a running site with the whole catalogue."""
    return live_server.url  # type: ignore[attr-defined]


@pytest.fixture
def new_visitor(chromium: Browser, site: str) -> Iterator[object]:
    contexts: list[BrowserContext] = []

    def arrive(**options: object) -> Visitor:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return Visitor(context, site)

    yield arrive
    for context in contexts:
        context.close()


@pytest.fixture
def visitor(new_visitor: object) -> Visitor:
    return new_visitor()  # type: ignore[operator]


@pytest.fixture
def phone(new_visitor: object) -> Visitor:
    return new_visitor(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)  # type: ignore[operator]


@pytest.fixture
def builder(new_visitor: object) -> Visitor:
    return new_visitor(reduced_motion="reduce")  # type: ignore[operator]
