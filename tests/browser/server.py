"""The site as `make run` serves it: a process of its own with its own data folder, which can be stopped and started."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

from edge_site.settings import BASE_DIR

UP = "Edge Table is at"
#: A stopped server may finish what it is at, but must not wait for pages that stay open.
PATIENCE = 60
GOING = 20


class Server:
    """`python -m edge_site.serve` on a free port. Several may share one folder, and so one database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _free_port()
        self.log = folder / f"server-{self.port}.log"
        # With DEBUG the style sheets need not be collected first.
        self.values = {
            **os.environ,
            "VAR_DIR": str(folder), "PORT": str(self.port), "DEBUG": "1", "HTTPS": "0",
            "ALLOWED_HOSTS": "localhost", "DATABASE_URL": "", "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "edge_site.settings",
        }  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def prepare(self) -> Server:
        """Make the database and load the catalogue."""
        for command in (["migrate", "-v0"], ["load_catalog"]):
            subprocess.run(
                [sys.executable, "manage.py", *command], cwd=BASE_DIR, env=self.values, check=True, capture_output=True
            )
        return self

    def start(self) -> Server:
        """Serve; returns once the server has said where."""
        said = self.told().count(UP)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "edge_site.serve"], cwd=BASE_DIR, env=self.values, stdout=log, stderr=log
            )
        end = monotonic() + PATIENCE
        while self.told().count(UP) == said:
            here = self.process.poll() is None and monotonic() < end
            assert here, f"the server did not come up: {self.told()}"
            sleep(0.05)
        return self

    def stop(self) -> None:
        """Ask it to go, as Ctrl+C and every supervisor do; it must not need to be killed."""
        if self.process is None:
            return
        process, self.process = self.process, None
        process.terminate()
        try:
            process.wait(GOING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise

    def told(self) -> str:
        """All that the server has written."""
        return self.log.read_text() if self.log.exists() else ""


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
