"""Writes numbers and words into bytes and reads them back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

#: In bits. A number of a forged code that takes longer to print than to read would stop the page that shows it.
LONGEST_NUMBER: Final = 56


class UnreadableError(Exception):
    """The bytes end too early, go on too long or are no text."""


class Writer:
    """Puts one thing behind the other."""

    def __init__(self) -> None:
        self.data = bytearray()

    def number(self, number: int) -> None:
        """A number from 0 on: seven bits a byte, the eighth says that more follow."""
        while number > 0x7F:
            self.data.append(number & 0x7F | 0x80)
            number >>= 7
        self.data.append(number)

    def signed(self, number: int) -> None:
        """Any whole number; small ones, below 0 too, stay short."""
        self.number(number * 2 if number >= 0 else -number * 2 - 1)

    def pair(self, number: int) -> None:
        """A number below 65536 in two bytes."""
        self.data += number.to_bytes(2, "big")

    def text(self, text: str) -> None:
        """A text with its length before it."""
        words = text.encode("utf-8", "replace")
        self.number(len(words))
        self.data += words


class Reader:
    """Takes one thing after the other."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def number(self) -> int:
        """A number from 0 on."""
        number = shift = 0
        while True:
            (byte,) = self._take(1)
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
            shift += 7
            if shift > LONGEST_NUMBER:
                raise UnreadableError

    def signed(self) -> int:
        """Any whole number."""
        half, odd = divmod(self.number(), 2)
        return -half - 1 if odd else half

    def pair(self) -> int:
        """A number below 65536."""
        return int.from_bytes(self._take(2), "big")

    def text(self) -> str:
        """A text with its length before it."""
        try:
            return self._take(self.number()).decode()
        except UnicodeDecodeError as broken:
            raise UnreadableError from broken

    def several(self, read: Callable[[], T]) -> list[T]:
        """A list with its length before it; each part takes at least a byte, so a longer list is refused at once."""
        length = self.number()
        if length > len(self.data) - self.at:
            raise UnreadableError
        return [read() for _ in range(length)]

    def finish(self) -> None:
        """Nothing may be left."""
        if self.at != len(self.data):
            raise UnreadableError

    def _take(self, length: int) -> bytes:
        taken = self.data[self.at : self.at + length]
        if len(taken) != length:
            raise UnreadableError
        self.at += length
        return taken
