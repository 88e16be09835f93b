"""`make screenshots`: serves a fresh installation and takes the pictures of docs/screenshots with Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
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
SIZES = {"": (1280, 900), "-phone": (360, 740)}


def main() -> None:
    """Take every picture anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="edge-table-pictures-") as folder:
        environment = {**os.environ, "VAR_DIR": folder, "PORT": PORT, "DEBUG": "0", "HTTPS": "0"}
        prepare = [sys.executable, "manage.py", "prepare_site"]
        subprocess.run(prepare, env=environment, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        server = subprocess.Popen([sys.executable, "-m", "edge_site.serve"], env=environment)
        try:
            _wait()
            _take_pictures()
        finally:
            server.terminate()
            server.wait()


def _wait() -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://localhost:{PORT}/").close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the site did not come up within ten seconds")


def _take_pictures() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, path in PAGES.items():
            for suffix, (width, height) in SIZES.items():
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="dark")
                page.goto(f"http://localhost:{PORT}{path}")
                page.screenshot(path=FOLDER / f"{name}{suffix}.png")
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
