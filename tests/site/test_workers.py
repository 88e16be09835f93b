"""The worker processes beside the server: started with it, started again when they die, gone with it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from time import monotonic, sleep

import pytest
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from edge_site.workers import forget_old_tasks
from tests.browser.server import Server

PATIENCE = 60
pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workers")
    Server(folder).prepare()
    return folder


@pytest.fixture
def server(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    server.values |= {"BOT_WORKERS": "1", "LABORATORY_WORKERS": "1"}
    server.start()
    yield server
    server.stop()


def workers_of(server: Server) -> dict[str, int]:
    """The queues that are looked after, with the process of each."""
    assert server.process is not None
    found = {}
    for child in Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split():
        command = Path(f"/proc/{child}/cmdline").read_text().split("\0")
        if "work" in command:
            found[command[command.index("work") + 1]] = int(child)
    return found


def eventually(holds: Callable[[], bool]) -> bool:
    end = monotonic() + PATIENCE
    while not holds() and monotonic() < end:
        sleep(0.05)
    return holds()


def is_there(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def test_workers_come_come_again_and_go_with_the_server(server: Server):
    assert eventually(lambda: set(workers_of(server)) == {"bots", "laboratory"})
    first = workers_of(server)
    assert eventually(lambda: os.getpriority(os.PRIO_PROCESS, first["laboratory"]) > 0)
    assert os.getpriority(os.PRIO_PROCESS, first["bots"]) == os.getpriority(os.PRIO_PROCESS, 0)
    os.kill(first["bots"], signal.SIGKILL)
    assert eventually(lambda: workers_of(server).get("bots", first["bots"]) != first["bots"])
    assert "The worker of the queue bots ended with -9 and is started again." in server.told()
    last = workers_of(server)
    server.stop()
    assert not any(is_there(process) for process in last.values())


def test_workers_end_even_if_the_server_is_killed(server: Server):
    assert eventually(lambda: set(workers_of(server)) == {"bots", "laboratory"})
    workers = workers_of(server)
    assert server.process is not None
    server.process.kill()
    server.process.wait()
    assert eventually(lambda: not any(is_there(process) for process in workers.values()))


def test_services_of_their_own_need_no_workers_beside_the_server(folder: Path):
    server = Server(folder)
    server.values |= {"BOT_WORKERS": "0", "LABORATORY_WORKERS": "0"}
    server.start()
    try:
        assert workers_of(server) == {}
    finally:
        server.stop()


def test_old_tasks_are_forgotten(db: None):
    now = timezone.now()

    def task(status: str, days: int) -> DBTaskResult:
        return DBTaskResult.objects.create(
            status=status, started_at=now - timedelta(days=days), run_after=now, args_kwargs={"args": [], "kwargs": {}},
            task_path="matches.thinking.tasks.think", queue_name="bots", backend_name="default",
            exception_class_path="", traceback="",
        )  # fmt: skip

    old = [task(TaskResultStatus.SUCCESSFUL, 2), task(TaskResultStatus.RUNNING, 2), task(TaskResultStatus.FAILED, 15)]
    kept = [task(TaskResultStatus.SUCCESSFUL, 0), task(TaskResultStatus.RUNNING, 0), task(TaskResultStatus.FAILED, 2)]
    kept.append(task(TaskResultStatus.READY, 30))
    forget_old_tasks()
    left = set(DBTaskResult.objects.values_list("pk", flat=True))
    assert left == {each.pk for each in kept}
    assert not left & {each.pk for each in old}
