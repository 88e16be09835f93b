"""Starts web servers for a measurement, each on a core of its own where the machine has two."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

SITE = ["-m", "uvicorn", "edge_site.asgi:application"]
BARE = ["-m", "uvicorn", "bench.bare:hybrid"]
BARE_ASGI = ["-m", "uvicorn", "bench.bare:asgi"]
BARE_GTHREAD = ["-m", "gunicorn", "-k", "gthread", "--threads", "4", "--keep-alive", "15", "bench.bare:application"]


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(command: list[str]) -> Iterator[int]:
    """Run a server on the first core and this process on the second; gives the port."""
    port = free_port()
    where = ["-b", f"127.0.0.1:{port}"] if "gunicorn" in command else ["--port", str(port), "--lifespan", "off",
                                                                       "--no-access-log"]  # fmt: skip
    server = subprocess.Popen(  # noqa: S603
        [sys.executable, *command, *where, "--log-level", "warning"], preexec_fn=lambda: _pin(0)
    )
    _pin(1)
    try:
        _wait_for(port)
        yield port
    finally:
        server.terminate()
        server.wait()


def _pin(core: int) -> None:
    """Keep this process on one core, so that client and server do not take turns on the same one."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core % (os.cpu_count() or 1)})


def _wait_for(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the server did not come up within ten seconds")
