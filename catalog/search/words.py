"""Words as the search compares them: lower case, without accents, apostrophes and punctuation."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """Lower case, accents and apostrophes removed."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char)).replace("'", "").replace("’", "")


def words(text: str) -> list[str]:
    """The words of a text in order."""
    return _WORD.findall(fold(text))


def phrase(text: str) -> str:
    """The words of a text with single spaces, and one at each end so that whole words can be looked up."""
    return f" {' '.join(words(text))} "
