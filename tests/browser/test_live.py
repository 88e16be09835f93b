"""Live updates under the server of production, where a stream says that something has changed."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.server import Server

#: Beside a stream the page asks by itself only every 20 seconds; what comes sooner came by the stream.
SOON = 10_000


def test_what_one_does_the_other_sees_at_once(chromium: Browser, production: Server):
    pages: list[Page] = []
    complaints: list[str] = []
    for _ in range(2):
        context = chromium.new_context(base_url=production.address)
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
