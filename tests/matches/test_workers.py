"""Real worker processes: a bot's move survives kill -9, and is made once."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.matches.worker_site import LOST_IN_THOUGHT, WorkerSite, a_database
from tests.site.test_redis import redis_url

__all__ = ["redis_url"]

pytestmark = pytest.mark.xdist_group("workers")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerSite]:
    """One for all tests here; each has a match of its own."""
    with a_database() as database:
        yield WorkerSite(tmp_path_factory.mktemp("site"), database).prepare()


def wait_for(process: subprocess.Popen[str], word: str) -> str:
    """The next line of a process that holds the word."""
    assert process.stdout is not None
    for line in process.stdout:
        if word in line:
            return line.strip()
    raise AssertionError(f"the process ended without a word of {word}")


def check_steps(site: WorkerSite, key: str) -> list[tuple[int, str]]:
    told = site.look(key)
    assert [number for number, _choice in told["steps"]] == list(range(told["count"]))
    return [(number, choice) for number, choice in told["steps"]]


def test_a_killed_worker_loses_nothing_and_the_move_is_made_once(site: WorkerSite):
    key = site.open_match("kill")
    before = site.look(key)
    assert before["thinking"]
    with site.process("-c", LOST_IN_THOUGHT) as dreamer:
        wait_for(dreamer, "thinking")
        dreamer.kill()
        dreamer.wait()
    assert site.look(key) == before
    with site.process("manage.py", "work", "bots", "--beside-server") as worker:
        assert wait_for(worker, key) == f"{key} game"
    assert len(check_steps(site, key)) > before["count"]


def test_several_workers_called_several_times_make_each_move_once(site: WorkerSite):
    key = site.open_match("crew")
    site.call_again(key)
    with site.crew(3) as lines:
        own = (line for line in lines if line.strip() == f"{key} game")
        for _ in range(40):
            assert next(own)
    assert len(check_steps(site, key)) >= 40


def test_a_worker_ends_with_the_server_beside_which_it_works(site: WorkerSite):
    key = site.open_match("end")
    with site.process("manage.py", "work", "bots", "--beside-server") as worker:
        wait_for(worker, key)
        assert worker.stdin is not None
        worker.stdin.close()
        assert worker.wait(30) == 0


def test_the_queue_may_lie_in_redis(tmp_path: Path, redis_url: str):
    with a_database() as database:
        site = WorkerSite(tmp_path, database, redis_url).prepare()
        key = site.open_match()
        with site.process("manage.py", "work", "bots", "--beside-server") as worker:
            assert wait_for(worker, key) == f"{key} game"
        assert check_steps(site, key)
        assert site.manage("shell", "-v0", "-c", COUNT_ROWS).strip() == "0"


#: How many tasks lie in the database.
COUNT_ROWS = "from django_tasks_db.models import DBTaskResult; print(DBTaskResult.objects.count())"
