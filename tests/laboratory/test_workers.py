"""Real worker processes: the same games however many play them, and nothing lost or counted twice by kill -9."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from laboratory.games import Plan, play_all
from matches.setting_up.setups import read_deck
from tests.matches.worker_site import WorkerSite, a_database

GAMES = 40
#: An experiment of ten batches, with the same seed for everybody.
BEGIN = """
from dataclasses import replace
from laboratory.limits import LIMITS
from tests.laboratory.trials import a_visitor, begin, begin_against_all
LIMITS["recruit"] = replace(LIMITS["recruit"], batch=4)
print(begin_against_all(a_visitor(username={name!r}), games=40).key)
"""
#: All that is known of an experiment.
LOOK = """
import json
from laboratory.models import Experiment
experiment = Experiment.objects.get(key={key!r})
games = [line for batch in experiment.batches.all() for line in batch.games]
decks = [contender.deck for contender in experiment.contenders.all()]
tries = [batch.tries for batch in experiment.batches.all()]
told = dict(status=experiment.status, played=experiment.played, sums=experiment.sums, games=games, tries=tries)
print(json.dumps(dict(told, decks=decks)))
"""
#: How many processes have played batches since the last count.
COUNT_WORKERS = """
from django_tasks_db.models import DBTaskResult
rows = DBTaskResult.objects.all()
print(len({worker for row in rows for worker in row.worker_ids}), set(row.status for row in rows))
rows.delete()
"""
WORK = ("manage.py", "db_worker", "--queue-name", "laboratory", "--batch", "--no-startup-delay", "-v0")
#: A worker that says so when it is in the middle of its second batch, and gets no further.
STUCK = """
import sys
import django
django.setup()
from django.core.management import call_command
from laboratory.services import running
real, begun = running.play_all, []
def play_all(plan, numbers, look):
    begun.append(numbers)
    if len(begun) < 2:
        return real(plan, numbers, look)
    real(plan, numbers[:2], look)
    print("playing", flush=True)
    sys.stdin.read()
running.play_all = play_all
call_command("db_worker", queue_name="laboratory", batch=True, startup_delay=False, verbosity=0)
"""
#: What a worker does when it starts, with leases that are over at once.
GO_ON = """
from datetime import timedelta
from laboratory.services import requeue_lost, running
running.LEASE = timedelta(0)
print(requeue_lost())
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[WorkerSite]:
    with a_database() as database:
        yield WorkerSite(tmp_path, database).prepare()


def shell(site: WorkerSite, code: str) -> str:
    return site.manage("shell", "-v0", "-c", code).strip()


def look(site: WorkerSite, key: str) -> dict[str, Any]:
    return dict(json.loads(shell(site, LOOK.format(key=key))))


def work(site: WorkerSite, workers: int, *more: str) -> None:
    """So many processes at once, until the queue is empty."""
    with ExitStack() as crew:
        for process in [crew.enter_context(site.process(*WORK, *more)) for _ in range(workers)]:
            assert process.wait() == 0


def expected(told: dict[str, Any]) -> tuple[Any, Any]:
    """The games, played here one after another."""
    decks = tuple(read_deck(deck) for deck in told["decks"])
    lines, sums = play_all(Plan(decks, "recruit", "tests"), range(GAMES))
    return json.loads(json.dumps([lines, sums]))


def test_one_and_three_workers_play_the_same_games(site: WorkerSite):
    alone = shell(site, BEGIN.format(name="alone"))
    work(site, 1)
    assert shell(site, COUNT_WORKERS) == "1 {'SUCCESSFUL'}"
    together = shell(site, BEGIN.format(name="together"))
    # Four batches each and no more: three have to help to get through ten.
    work(site, 3, "--max-tasks", "4")
    assert shell(site, COUNT_WORKERS) == "3 {'SUCCESSFUL'}"
    one, other = look(site, alone), look(site, together)
    assert one == other
    assert (one["status"], one["played"]) == ("done", GAMES)
    assert [one["games"], one["sums"]] == expected(one)


def test_a_killed_worker_loses_nothing_and_nothing_is_counted_twice(site: WorkerSite):
    key = shell(site, BEGIN.format(name="unlucky"))
    with site.process("-c", STUCK) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "playing\n"
        worker.kill()
        worker.wait()
    before = look(site, key)
    assert (before["status"], before["played"]) == ("running", 4)
    assert before["tries"][:3] == [1, 1, 0]
    assert shell(site, GO_ON) == "1"
    work(site, 2)
    told = look(site, key)
    assert (told["status"], told["played"]) == ("done", GAMES)
    assert told["tries"][:3] == [1, 2, 1]
    assert [told["games"], told["sums"]] == expected(told)


def test_a_batch_that_was_queued_twice_is_counted_once(site: WorkerSite):
    key = shell(site, BEGIN.format(name="twice"))
    shell(site, "from laboratory.models import Batch; from laboratory.tasks import play\n"
                "for batch in Batch.objects.all(): play.enqueue(batch.pk)")  # fmt: skip
    work(site, 3)
    told = look(site, key)
    assert told["played"] == GAMES
    assert [told["games"], told["sums"]] == expected(told)
