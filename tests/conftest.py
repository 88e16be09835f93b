"""Fixtures that all rooms share."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connections
from django.db.transaction import Atomic
from django_tasks import TaskResult, TaskResultStatus
from django_tasks.signals import task_finished
from hypothesis import HealthCheck, settings

from catalog import indexing
from catalog.loading import load_pack
from catalog.models import GameSystem
from catalog.packs import DAWNFALL, Pack, read_pack
from decks import facts
from matches.services import at_hand

# How fast the machine is must not decide about a test.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture(scope="session")
def dawnfall_pack() -> Pack:
    """The real catalogue files."""
    return read_pack(DAWNFALL)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: object, dawnfall_pack: Pack) -> None:
    """Every test database holds the real catalogue from the start; tests change it inside a transaction."""
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        load_pack(dawnfall_pack)


@pytest.fixture
def dawnfall(db: None, dawnfall_pack: Pack) -> GameSystem:
    """The real catalogue in the database, loaded again if a browser test has emptied it."""
    if not GameSystem.objects.exists():
        load_pack(dawnfall_pack)
    return GameSystem.objects.get(slug="dawnfall")


@pytest.fixture(autouse=True)
def _deeds_are_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a test's own transaction a deed of the site counts as committed when its outermost block ends.

    So what waits for a commit happens when it would on the site, and bots, called then, think at once.
    """
    leave = Atomic.__exit__

    def leave_and_go_on(self: Atomic, *error: Any) -> None:
        leave(self, *error)
        connection = connections[self.using or "default"]
        blocks = connection.atomic_blocks
        while blocks and all(block._from_testcase for block in blocks) and connection.run_on_commit:
            _savepoints, deed, _robust = connection.run_on_commit.pop(0)
            deed()

    monkeypatch.setattr(Atomic, "__exit__", leave_and_go_on)


@pytest.fixture(autouse=True)
def _tasks_succeed() -> Iterator[None]:
    """A task that fails in the background fails the test."""

    def complain(sender: object, task_result: TaskResult[Any], **kwargs: Any) -> None:
        assert task_result.status != TaskResultStatus.FAILED, task_result.errors[0].traceback

    task_finished.connect(complain)
    yield
    task_finished.disconnect(complain)


@pytest.fixture(autouse=True)
def _empty_caches() -> Iterator[None]:
    """No page rendered by one test may answer another."""
    yield
    for cache in caches.all():
        cache.clear()
    indexing.forget()
    facts.forget()
    at_hand.forget()
