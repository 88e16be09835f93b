"""Luck that anyone can check: every number comes from SHA-256(seed || counter), without bias."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol, TypeVar

T = TypeVar("T")
_RANGE = 1 << 64


class Chance(Protocol):
    """Where dice and shuffles come from."""

    counter: int

    def below(self, limit: int) -> int:
        """A whole number from 0 up to, but not including, the limit."""


class SeededChance:
    """The chance of a real match: seed and counter decide every number, for ever and on every machine."""

    __slots__ = ("counter", "seed")

    def __init__(self, seed: bytes, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter

    def below(self, limit: int) -> int:
        fair = _RANGE - _RANGE % limit
        while True:
            digest = sha256(self.seed + self.counter.to_bytes(8, "big")).digest()
            self.counter += 1
            number = int.from_bytes(digest[:8], "big")
            if number < fair:
                return number % limit


def shuffled(chance: Chance, items: Sequence[T]) -> tuple[T, ...]:
    """The items in a fair random order (Fisher and Yates)."""
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        other = chance.below(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def seed_bytes(seed: bytes | str) -> bytes:
    """A seed as bytes; text is taken as UTF-8."""
    return seed.encode() if isinstance(seed, str) else seed
