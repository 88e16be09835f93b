"""Refusals: typed values with a code for programs, the rule that forbids, and a sentence for the player."""

from __future__ import annotations

from typing import Any, ClassVar


class Refusal:
    """Why something cannot be done now. `wording` has places for `data`, as the wording of an Option has.

    A kind of refusal is a class; its rule is the class's own, or is named where one kind serves several rules.
    """

    code: ClassVar[str] = "refused"
    wording: ClassVar[str] = "This cannot be done."
    rule: str = ""

    def __init__(self, rule: str | None = None, **data: Any) -> None:
        self.rule = rule or self.rule
        self.data = data

    def sentence(self) -> str:
        """What failed and what would be needed."""
        return self.wording % self.data

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        return (self.code, self.rule, self.data) == (other.code, other.rule, other.data)

    def __hash__(self) -> int:
        return hash((self.code, self.rule))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rule}: {self.sentence()})"


class MatchOver(Refusal):
    """Nothing is asked any more."""

    code = "match_over"
    wording = "The match is over; there is nothing to choose."


class NotAsked(Refusal):
    """Another seat is asked. What it is asked may be secret, so only its name is told."""

    code = "not_asked"
    wording = "It is not your choice now; %(name)s is asked."


class NotOffered(Refusal):
    """The seat is asked, but this is no answer to the question."""

    code = "not_offered"
    wording = "“%(option)s” is not among the choices now: %(prompt)s"


class IllegalChoice(Exception):  # noqa: N818
    """The choice is not offered now. It carries the refusal that also explains a greyed-out button."""

    def __init__(self, option_id: str, refusal: Refusal) -> None:
        self.option_id = option_id
        self.refusal = refusal
        super().__init__(refusal.sentence())

    @property
    def code(self) -> str:
        """What kind of refusal it is."""
        return self.refusal.code

    @property
    def rule(self) -> str:
        """The clause or ruling that forbids it."""
        return self.refusal.rule

    def sentence(self) -> str:
        """What failed and what would be needed."""
        return str(self)


class SetupRefused(Exception):  # noqa: N818
    """A match cannot start like this. `rule` names the clause that forbids it."""

    code: ClassVar[str] = "setup_refused"

    def __init__(self, rule: str, sentence: str) -> None:
        self.rule = rule
        super().__init__(sentence)

    def sentence(self) -> str:
        """What failed and what would be needed."""
        return str(self)
