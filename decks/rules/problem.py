"""One thing that is wrong with a deck."""

from __future__ import annotations

from dataclasses import dataclass

from decks.rules.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with which part of a deck, by which rules, and what would put it right.

    `kind` is deck, squad, card, banner or shrine; `slug` names the one meant and is empty for the deck itself.
    `suggestions` are slugs that may have been meant instead.
    """

    code: str
    kind: str
    slug: str
    rules: tuple[str, ...]
    what: Sentence
    fix: Sentence
    suggestions: tuple[str, ...] = ()

    def sentence(self) -> str:
        """What is wrong, in English."""
        return self.what.text()

    def remedy(self) -> str:
        """What would put it right, in English."""
        return self.fix.text()
