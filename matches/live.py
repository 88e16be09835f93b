"""Live updates: who looks at a match hears at once that it has changed."""

from __future__ import annotations


def announce(key: str) -> None:
    """Wake everybody who looks at the match."""
