"""Chance that is the same on every machine for the same seed."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

_WHOLE: Final = 2**64


def luck(seed: str, *about: object) -> float:
    """A number from 0 up to but not including 1 that depends on nothing but the seed and what it is about."""
    words = "\x1f".join(map(str, (seed, *about))).encode("utf-8", "replace")
    return int.from_bytes(blake2b(words, digest_size=8).digest(), "big") / _WHOLE
