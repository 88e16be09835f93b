"""With REDIS_URL several processes share one cache. Skipped without redis-server, unless REQUIRE_REDIS is set."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.test_settings import manage


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    path = shutil.which("redis-server")
    if path is None:
        reason = "redis-server is not installed; on Debian: apt-get install redis-server"
        pytest.fail(reason) if os.environ.get("REQUIRE_REDIS") else pytest.skip(reason)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [path, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.05)
        else:
            break
    yield f"redis://127.0.0.1:{port}/0"
    server.terminate()
    server.wait()


#: Counts an attempt and says whether it has to wait.
COUNT = (
    "shell",
    "-v",
    "0",
    "-c",
    "from accounts.attempts import Limit; print(Limit('log-in', 2, 60).take('anna') > 0)",
)


def test_what_one_process_counts_another_one_sees(redis_url: str, tmp_path: Path):
    waits = [manage(*COUNT, REDIS_URL=redis_url, VAR_DIR=str(tmp_path)).stdout.strip() for _ in range(3)]
    assert waits == ["False", "False", "True"]


def test_without_redis_each_process_counts_for_itself(tmp_path: Path):
    waits = [manage(*COUNT, VAR_DIR=str(tmp_path)).stdout.strip() for _ in range(3)]
    assert waits == ["False", "False", "False"]
