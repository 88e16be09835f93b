"""Matches of tests have the same luck every time; a test may leave tasks in the queue."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from django_tasks import default_task_backend

from matches.models import match


@pytest.fixture(autouse=True)
def known_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count(1)
    monkeypatch.setattr(match.secrets, "token_hex", lambda length: f"{next(numbers):0{2 * length}x}")


@pytest.fixture
def nobody_works(settings: Any) -> list[Any]:
    """Tasks are only queued; the list of those that are."""
    backend = {"BACKEND": "django_tasks.backends.dummy.DummyBackend", "QUEUES": settings.QUEUES}
    settings.TASKS = {"default": backend}
    return default_task_backend.results
