"""The deck laboratory: games in a second with one and with two worker processes, and how long a thousand games take."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Any

from django.conf import settings
from django_tasks_db.models import DBTaskResult

from accounts.models import User
from bench.figures import Figure
from catalog.models import GameSystem
from decks.visitors import Visitor
from laboratory.models import Experiment
from laboratory.services import start
from laboratory.services.starting import all_starters
from matches.setting_up.deck_choices import Brought, starter

ROUNDS = 3
GAMES, MANY = 300, 1_000
SECONDS_AT_MOST = 300
WORK = [sys.executable, "manage.py", "db_worker", "--queue-name", "laboratory", "--batch", "--no-startup-delay", "-v0"]

#: Plays games of the same kind, and says when it began and ended.
BARE = """
import time
import django
django.setup()
from catalog.packs.schema import DeckFormat
from laboratory.games import Plan, play_all
from matches.setting_up.starters import seated_factions, starter_deck
plan = Plan(tuple(starter_deck(faction, DeckFormat.DUEL) for faction in seated_factions()), "recruit", "bench")
begun = time.time()
play_all(plan, range({first}, {end}))
print(begun, time.time())
"""


@dataclass(frozen=True)
class Run:
    """One experiment: how long it took on the clock, and what it took of the processors."""

    games: int
    seconds: float
    cpu: float


def figures() -> Iterator[Figure]:
    """Recruits play the starter decks; one process and two in turn, in one run, as workers and without any database.

    The yardstick is what two bare processes gain over one: a machine with other work on it gives less than twice the
    speed to anybody. `load` tells how many processes wanted to run just before.
    """
    load = round(os.getloadavg()[0], 1)
    runs: dict[int, list[Run]] = {1: [], 2: []}
    bare: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for processes in (1, 2):
            bare[processes].append(_bare_seconds(processes))
            runs[processes].append(_run(processes, GAMES))
    for workers, found in runs.items():
        rate = median(run.games / run.seconds for run in found)
        yield Figure(f"laboratory.games_per_s_{workers}", rate, "games/s", {"workers": workers, "load": load})
    gained = [one.seconds / two.seconds for one, two in zip(runs[1], runs[2], strict=True)]
    possible = [one / two for one, two in zip(bare[1], bare[2], strict=True)]
    for name, ratios in (("two_workers_over_one", gained), ("two_bare_processes_over_one", possible)):
        more = {"cores": os.cpu_count(), "load": load, "rounds": [round(ratio, 2) for ratio in ratios]}
        yield Figure(f"laboratory.{name}", median(ratios), "ratio", more)
    starting = _cpu_of_crew(1)
    for workers, found in runs.items():
        cpu = median((run.cpu - workers * starting) / run.games for run in found) * 1000
        yield Figure(f"laboratory.cpu_ms_a_game_{workers}", cpu, "ms", {"workers": workers})
    load, began = round(os.getloadavg()[0], 1), time.perf_counter()
    _run(os.cpu_count() or 1, MANY)
    more = {"games": MANY, "at_most": SECONDS_AT_MOST, "workers": os.cpu_count(), "load": load}
    yield Figure("laboratory.thousand_games_s", time.perf_counter() - began, "s", more)


def _bare_seconds(processes: int) -> float:
    """The same games in processes that share nothing, from the first one's beginning to the last one's end."""
    share = GAMES // processes
    commands = [[sys.executable, "-c", BARE.format(first=n * share, end=(n + 1) * share)] for n in range(processes)]
    crew = [_begin(command, stdout=subprocess.PIPE) for command in commands]
    times = [[float(word) for word in process.communicate()[0].split()] for process in crew]
    return max(end for _begun, end in times) - min(begun for begun, _end in times)


def _begin(command: list[str], **values: Any) -> subprocess.Popen[bytes]:
    """A process in a session of its own, as the server starts its workers: some kernels share time by session."""
    return subprocess.Popen(command, cwd=settings.BASE_DIR, start_new_session=True, **values)  # noqa: S603


def _run(workers: int, games: int) -> Run:
    """From the first batch's beginning to the last one's end; starting the processes takes none of these seconds."""
    DBTaskResult.objects.all().delete()
    visitor = Visitor(user=User.objects.create_user(f"laboratory-{User.objects.count()}", password=None))
    system, tried = GameSystem.objects.get(slug="dawnfall"), Brought(starter("chapter", "duel"))
    experiment = start(visitor, system, tried, all_starters("chapter"), level="recruit", games=games, seed="bench")
    cpu = _cpu_of_crew(workers)
    if Experiment.objects.get(pk=experiment.pk).played != games:
        raise RuntimeError("not all games were played")
    begun, ended = zip(*DBTaskResult.objects.values_list("started_at", "finished_at"), strict=True)
    return Run(games, (max(ended) - min(begun)).total_seconds(), cpu)


def _cpu_of_crew(workers: int) -> float:
    """Let so many workers do what is queued; gives what they took of the processors, their start included."""
    before = getrusage(RUSAGE_CHILDREN)
    crew = [_begin(WORK) for _ in range(workers)]
    for process in crew:
        process.wait()
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
