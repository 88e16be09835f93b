"""Fixtures of the engine's tests."""

from tests.engine.dawnfall.made_up import notes
from tests.engine.dawnfall.watching import watch

__all__ = ["notes", "watch"]
