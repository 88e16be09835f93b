"""The processes that do what no page waits for: each looks after one queue, and the server starts them again."""

from __future__ import annotations

import asyncio
import logging
import sys
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from matches.live.hub import hub

log = logging.getLogger("edge_site")

#: So long a stopped worker may finish what it is at; what a killed one leaves undone is done by the next.
GOING_SECONDS: Final = 5.0
#: A worker that dies at once is not started again at once.
RESTART_SECONDS: Final = 1.0
KEEP_TASKS: Final = timedelta(days=1)
KEEP_FAILED_TASKS: Final = timedelta(days=14)


class Workers:
    """The worker processes of one server. Everything here happens on its event loop."""

    def __init__(self) -> None:
        self.keepers: list[asyncio.Task[None]] = []
        self.processes: set[asyncio.subprocess.Process] = set()

    def start(self) -> None:
        """Start the processes, and again whichever of them dies."""
        for queue, count in settings.WORKERS.items():
            self.keepers += [asyncio.create_task(self._keep(queue)) for _ in range(count)]

    async def stop(self) -> None:
        """Let all of them go, and wait until they have gone."""
        for keeper in self.keepers:
            keeper.cancel()
        processes = list(self.processes)
        for process in processes:
            if process.returncode is None:
                process.terminate()
        going = [asyncio.create_task(process.wait()) for process in processes]
        if going:
            await asyncio.wait(going, timeout=GOING_SECONDS)
        for process in processes:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def _keep(self, queue: str) -> None:
        command = (sys.executable, str(settings.BASE_DIR / "manage.py"), "work", queue, "--beside-server")
        while True:
            # A session of its own: Ctrl+C stops the server, and the server stops its workers.
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                cwd=settings.BASE_DIR,
                start_new_session=True,
            )
            self.processes.add(process)
            await self._listen(process)
            code = await process.wait()
            self.processes.discard(process)
            log.warning("The worker of the queue %s ended with %s and is started again.", queue, code)
            await asyncio.sleep(RESTART_SECONDS)

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Pass on what a worker says has changed, until it says nothing any more."""
        assert process.stdout is not None  # noqa: S101
        async for line in process.stdout:
            match line.decode().split():
                case [key, what]:
                    hub.wake(key, what)


def forget_old_tasks() -> None:
    """Keep the table of tasks small: done ones are of no use, and whoever was at an old one is long dead."""
    from django_tasks_db.models import DBTaskResult

    now = timezone.now()
    rows = DBTaskResult.objects
    done = rows.successful() | rows.running()
    rows.filter(
        Q(pk__in=done.filter(started_at__lt=now - KEEP_TASKS).values("pk"))
        | Q(pk__in=rows.failed().filter(started_at__lt=now - KEEP_FAILED_TASKS).values("pk"))
    ).delete()
