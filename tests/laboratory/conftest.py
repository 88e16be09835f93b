"""Tests of the laboratory play in batches that are quick to play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django_tasks import task_backends

from laboratory.limits import LIMITS


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "recruit", replace(LIMITS["recruit"], batch=4))


@pytest.fixture
def queue(settings: Any) -> Callable[[], list[int]]:
    """Nobody works: what is queued stays in the queue. Gives the batches that wait there."""
    backend = {"BACKEND": "django_tasks.backends.dummy.DummyBackend", "QUEUES": settings.QUEUES}
    settings.TASKS = {"default": backend}
    return lambda: [result.args[0] for result in task_backends["default"].results]
