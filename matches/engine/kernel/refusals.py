"""Refusals: typed values with a rule and a sentence."""

from __future__ import annotations


class IllegalChoice(Exception):  # noqa: N818
    """The choice is not offered now. The text is a sentence for the player."""

    def __init__(self, option_id: str, sentence: str) -> None:
        self.option_id = option_id
        super().__init__(sentence)

    def sentence(self) -> str:
        """What failed and what would be needed."""
        return str(self)


class SetupRefused(Exception):  # noqa: N818
    """A match cannot start like this. `rule` names the clause that forbids it."""

    def __init__(self, rule: str, sentence: str) -> None:
        self.rule = rule
        super().__init__(sentence)

    def sentence(self) -> str:
        """What failed and what would be needed."""
        return str(self)
