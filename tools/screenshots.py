"""`make screenshots`: serves a fresh installation and takes the pictures of docs/screenshots with Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
PORT = "8763"
PAGES = {
    "home": "/",
    "card": "/dawnfall/cards/demon/fireball/",
    "faction": "/dawnfall/factions/chapter/",
    "search": "/dawnfall/search/?q=faction:demon+timing:instant+cost%3C%3D1",
    "rules": "/dawnfall/rules/combat/",
    "deck": "/decks/starters/demon/duel/",
}
DESKTOP, PHONE = ("", (1280, 900)), ("-phone", (360, 740))
#: Pages that are shown on a phone, too, and those that are made for it.
ON_BOTH, ON_PHONES = {"home", "card", "search", "deck", "table"}, {"tracker"}
#: JPEG takes a third of a PNG, and the words in it can still be read.
QUALITY = 70


def main() -> None:
    """Take every picture anew, or only those that are named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="edge-table-pictures-") as folder:
        os.environ.update(VAR_DIR=folder, PORT=PORT, DEBUG="0", HTTPS="0", DJANGO_SETTINGS_MODULE="edge_site.settings")
        os.environ.pop("DATABASE_URL", None)
        scenes, session = _prepare()
        pages = {name: path for name, path in (PAGES | scenes).items() if name in sys.argv[1:] or not sys.argv[1:]}
        server = subprocess.Popen([sys.executable, "-m", "edge_site.serve"])
        try:
            _wait()
            _take_pictures(pages, session, set(scenes))
        finally:
            server.terminate()
            server.wait()


def _prepare() -> tuple[dict[str, str], str]:
    subprocess.run([sys.executable, "manage.py", "prepare_site"], check=True, stdout=subprocess.DEVNULL)
    import django

    django.setup()
    from django.conf import settings
    from django.test import override_settings

    from tools import scenes

    # No worker runs yet: bots think where they are called.
    at_once = {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend", "QUEUES": settings.QUEUES}
    with override_settings(TASKS={"default": at_once}):
        return scenes.lay()


def _sizes(name: str) -> tuple[tuple[str, tuple[int, int]], ...]:
    if name in ON_PHONES:
        return (PHONE,)
    return (DESKTOP, PHONE) if name in ON_BOTH else (DESKTOP,)


def _wait() -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://localhost:{PORT}/").close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the site did not come up within ten seconds")


def _take_pictures(pages: Mapping[str, str], session: str, of_player: set[str]) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, path in pages.items():
            for suffix, (width, height) in _sizes(name):
                page = browser.new_page(
                    viewport={"width": width, "height": height}, color_scheme="dark", reduced_motion="reduce"
                )
                if name in of_player:
                    page.context.add_cookies(
                        [{"name": "sessionid", "value": session, "url": f"http://localhost:{PORT}/"}]
                    )
                page.goto(f"http://localhost:{PORT}{path}")
                page.wait_for_timeout(300)
                page.screenshot(path=FOLDER / f"{name}{suffix}.jpg", type="jpeg", quality=QUALITY)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
