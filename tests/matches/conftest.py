"""Matches of tests have the same luck every time."""

from __future__ import annotations

from itertools import count

import pytest

from matches import models


@pytest.fixture(autouse=True)
def known_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count(1)
    monkeypatch.setattr(models.secrets, "token_hex", lambda length: f"{next(numbers):0{2 * length}x}")
