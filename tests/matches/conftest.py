"""Matches of tests have the same luck every time."""

from __future__ import annotations

from itertools import count

import pytest

from matches.models import match


@pytest.fixture(autouse=True)
def known_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count(1)
    monkeypatch.setattr(match.secrets, "token_hex", lambda length: f"{next(numbers):0{2 * length}x}")
