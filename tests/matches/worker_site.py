"""A site of its own with real worker processes: a database of the kind that the tests run on, and a folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO
from uuid import uuid4

import psycopg
from django.db import connection

from edge_site.settings import BASE_DIR

#: A match of two bots, of which one is to decide; prints its key.
OPEN_MATCH = """
from accounts.models import User
from decks.visitors import Visitor
from matches.services import SeatPlan, open_match
from tests.matches.tables import QUICK, starter
owner = Visitor(user=User.objects.create(username={name!r}))
print(open_match(owner, "duel", [SeatPlan("bot", starter(each)) for each in ("chapter", "demon")], QUICK).key)
"""
#: Calls the bots of a match a second and a third time.
CALL_AGAIN = """
from matches.models import Match
from matches.thinking.tasks import think
for _ in range(2):
    think.enqueue({key!r}, Match.objects.get(key={key!r}).version)
"""
#: What there is to know of a match.
LOOK = """
import json
from matches.models import Match
match = Match.objects.get(key={key!r})
steps = list(match.all_steps.order_by("number").values_list("number", "choice"))
told = dict(version=match.version, count=match.steps, status=match.status, steps=steps, thinking=bool(match.thinking))
print(json.dumps(told))
"""
#: A worker whose bots say that they think, and think for ever.
LOST_IN_THOUGHT = """
import sys
from datetime import timedelta
import django
django.setup()
from django.core.management import call_command
from matches.thinking import answering, calling
calling.PATIENCE = timedelta(0)
class Dreamer:
    def think(self, sight):
        print("thinking", flush=True)
        sys.stdin.read()
answering.make_bot = lambda level, seed: Dreamer()
call_command("work", "bots")
"""


class WorkerSite:
    """Runs commands, and workers that can be killed."""

    def __init__(self, folder: Path, database: str, queue: str = "") -> None:
        values = {"VAR_DIR": str(folder), "DATABASE_URL": database, "REDIS_URL": "", "QUEUE_URL": queue, "DEBUG": "0"}
        self.values = {**os.environ, **values, "DJANGO_SETTINGS_MODULE": "edge_site.settings"}

    def manage(self, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=BASE_DIR, env=self.values, check=False, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def prepare(self) -> WorkerSite:
        self.manage("migrate", "-v0")
        self.manage("load_catalog")
        return self

    def open_match(self, owner: str = "owner") -> str:
        return self.manage("shell", "-v0", "-c", OPEN_MATCH.format(name=owner)).strip()

    def call_again(self, key: str) -> None:
        self.manage("shell", "-v0", "-c", CALL_AGAIN.format(key=key))

    def look(self, key: str) -> dict[str, Any]:
        return dict(json.loads(self.manage("shell", "-v0", "-c", LOOK.format(key=key))))

    @contextmanager
    def process(self, *command: str) -> Iterator[subprocess.Popen[str]]:
        """A process that is killed at the end, if it has not gone before."""
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=BASE_DIR, env=self.values, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                pipe.close()

    @contextmanager
    def crew(self, count: int) -> Iterator[TextIO]:
        """So many workers at once, which say into one pipe what has changed."""
        reading, writing = os.pipe()
        command = [sys.executable, "manage.py", "work", "bots", "--beside-server"]
        processes = [
            subprocess.Popen(command, cwd=BASE_DIR, env=self.values, stdin=subprocess.PIPE, stdout=writing)
            for _ in range(count)
        ]
        os.close(writing)
        try:
            with os.fdopen(reading) as lines:
                yield lines
        finally:
            for process in processes:
                process.kill()
                process.wait()
                assert process.stdin is not None
                process.stdin.close()


@contextmanager
def a_database() -> Iterator[str]:
    """The address of an empty database: none for SQLite, where the folder is enough."""
    if connection.vendor == "sqlite":
        yield ""
        return
    address = os.environ["DATABASE_URL"]
    name = f"workers_{uuid4().hex}"
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"'.encode())
        yield f"{address.rpartition('/')[0]}/{name}"
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
