"""A deck in Markdown, for forums and notes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from decks.exchange.imported import Imported
from decks.exchange.text import read_text
from decks.rules.facts import Facts

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
_ESCAPED: Final = re.compile(r"\\([\\`*_{}\[\]<>#|~&!])")
_BOLD_FIELD: Final = re.compile(r"^(\s{0,9}[-*+]?\s{0,9})\*\*([^*]{1,30}):\*\*")
_OURS: Final = re.compile(r"^# Deck: |^- \*\*Faction:\*\* ", re.MULTILINE)


def is_markdown(text: str) -> bool:
    """Whether the text was written as Markdown by an export."""
    return _OURS.search(text) is not None


def escape(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _SPECIAL.sub(r"\\\1", text)


def read_markdown(text: str, facts: Facts) -> Imported:
    """The deck of a Markdown list: the same as a pasted text once the marks are taken away."""
    plain = "\n".join(_plain(line) for line in text.splitlines())
    return replace(read_text(plain, facts), source="markdown")


def _plain(line: str) -> str:
    return _ESCAPED.sub(r"\1", _BOLD_FIELD.sub(r"\1\2:", line, count=1))
