"""A real Chromium. Where there is none the browser tests are skipped, unless REQUIRE_BROWSER asks for a failure."""

import os
import shutil
from collections.abc import Callable, Generator, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from catalog.models import GameSystem
from tests.browser.server import Server

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
        if "production" in getattr(item, "fixturenames", ()):
            # One process of the tests starts the server for all of them.
            item.add_marker(pytest.mark.xdist_group("production"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    server = getattr(item, "funcargs", {}).get("production")
    if report.failed and server is not None:
        report.sections.append(("Log of the server", server.told()[-5_000:]))
    return report


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


# The site as it is in production, where a stream says that something has changed


@pytest.fixture(scope="session")
def production(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real server, with a database of its own that all tests share."""
    server = Server(tmp_path_factory.mktemp("production")).prepare().start()
    yield server
    server.stop()


@pytest.fixture
def new_player(chromium: Browser, production: Server) -> Iterator[Callable[..., Visitor]]:
    """Somebody in front of the real server."""
    contexts: list[BrowserContext] = []

    def arrive(script: str = "", **options: object) -> Visitor:
        context = chromium.new_context(
            **{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **options}
        )
        context.set_default_timeout(PATIENCE)
        if script:
            context.add_init_script(script)
        contexts.append(context)
        return Visitor(context, production.address)

    yield arrive
    for context in contexts:
        context.close()
