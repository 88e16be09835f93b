"""What an import gives back: the deck, what became of each line, and the one way to refuse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from decks.rules.deck_list import DeckList
from decks.rules.sentences import Sentence, say

#: The longest name that a deck keeps when it is brought in or given out.
LONGEST_NAME: Final = 80
#: The most copies of a card, and the most squads, that an import reads; far above what any deck may have.
MOST: Final = 99


class ImportRefused(Exception):  # noqa: N818, it is a refusal and reads as one
    """Nothing of what was handed in can be read: a sentence for the person who handed it in."""

    def __init__(self, template: str, **quoted: object) -> None:
        self.sentence: Sentence = say(template, **quoted)
        super().__init__(self.sentence.text())


@dataclass(frozen=True, slots=True)
class Entry:
    """A squad, card, Banner or Shrine (`kind`) that a name can mean. `label` names a card by both halves."""

    kind: str
    slug: str
    name: str
    label: str
    faction: str


class Matched(NamedTuple):
    """A line that was understood; a `guess` deserves a second look.

    `kind` is that of an entry, or faction or format, or name: then `slug` is the deck's name.
    """

    line: int
    text: str
    kind: str
    slug: str
    copies: int = 1
    guess: bool = False


class Unmatched(NamedTuple):
    """A line that is in the source and not in the deck, why, and what may have been meant."""

    line: int
    text: str
    reason: Sentence
    suggestions: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """A deck brought in from elsewhere. `notes` tell what the source left open and how it was settled."""

    deck: DeckList
    source: str
    matched: tuple[Matched, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    notes: tuple[Sentence, ...] = ()


def clean_name(name: str) -> str:
    """A deck's name on one line, without characters that no file format can carry, and of bounded length."""
    printable = "".join(char for char in " ".join(name.split()) if char.isprintable() or _joins_emoji(char))
    return " ".join(printable.split())[:LONGEST_NAME].rstrip()


def _joins_emoji(char: str) -> bool:
    return char in "\u200c\u200d"
