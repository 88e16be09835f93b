"""Fixtures of the engine's tests."""

from tests.engine.dawnfall.watching import watch

__all__ = ["watch"]
