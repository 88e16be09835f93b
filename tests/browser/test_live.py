"""Live updates under the server of production, where a stream says that something has changed."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from playwright.sync_api import Browser, Page, expect

from edge_site.settings import BASE_DIR
from tests.browser.conftest import PATIENCE

#: Beside a stream the page asks by itself only every 20 seconds; what comes sooner came by the stream.
SOON = 10_000


@pytest.fixture
def production(tmp_path: Path) -> Iterator[str]:
    """The address of a site with a database of its own, served as in production."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # With DEBUG the style sheets need not be collected first.
    values = {
        **os.environ,
        "VAR_DIR": str(tmp_path),
        "PORT": str(port),
        "DEBUG": "1",
        "DATABASE_URL": "",
        "REDIS_URL": "",
    }
    values |= {"DJANGO_SETTINGS_MODULE": "edge_site.settings"}
    for command in (["migrate", "-v0"], ["load_catalog"]):
        subprocess.run(
            [sys.executable, "manage.py", *command], cwd=BASE_DIR, env=values, check=True, capture_output=True
        )
    server = subprocess.Popen([sys.executable, "-m", "edge_site.serve"], cwd=BASE_DIR, env=values)
    address = f"http://localhost:{port}"
    try:
        _wait_for(port)
        yield address
    finally:
        server.terminate()
        server.wait()


def _wait_for(port: int) -> None:
    end = monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
            return
        except OSError:
            assert monotonic() < end, "the server did not come up"
            sleep(0.2)


def test_what_one_does_the_other_sees_at_once(chromium: Browser, production: str):
    pages: list[Page] = []
    complaints: list[str] = []
    for _ in range(2):
        context = chromium.new_context(base_url=production)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", lambda line: line.type == "error" and complaints.append(line.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        pages.append(page)
    host, guest = pages
    host.goto("/matches/new/?others=invited")
    with host.expect_response("**/pulse/"):  # the first word of the stream
        host.get_by_role("button", name="Lay the table").last.click()
    guest.goto(host.locator(".invite .copy-line a").get_attribute("href") or "")
    with guest.expect_response("**/pulse/"), host.expect_response("**/pulse/"):
        guest.get_by_role("button", name="Sit down").click()
    expect(host.locator("#question")).to_be_visible(timeout=SOON)
    expect(guest.locator("#question")).to_be_visible()
    asked, other = (host, guest) if host.locator("#table[data-mine]").count() else (guest, host)
    seen = other.locator("#table").get_attribute("data-version") or ""
    asked.locator("#options button").first.dispatch_event("click")
    expect(other.locator("#table")).not_to_have_attribute("data-version", seen, timeout=SOON)
    other.get_by_label("Say something").fill("Well chosen")
    other.get_by_role("button", name="Say").click()
    expect(asked.locator("#chat-lines")).to_contain_text("Well chosen", timeout=SOON)
    assert complaints == []
    for page in pages:
        page.context.close()
