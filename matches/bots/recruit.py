"""Recruit: takes anything, but nothing silly."""

from __future__ import annotations

from matches.bots.sight import Sight
from matches.bots.thoughts import Budget, Thought
from matches.engine import Decision, Option
from matches.engine.kernel.chance import SeededChance


class Recruit:
    """Chooses by chance among the options that are not plainly bad."""

    def __init__(self, seed: str, budget: Budget | None = None) -> None:
        self.chance = SeededChance(f"recruit {seed}".encode())

    def think(self, sight: Sight) -> Thought:
        """Any sensible option."""
        options = sensible(sight.decision)
        return Thought(options[self.chance.below(len(options))].id)


def sensible(decision: Decision) -> list[Option]:
    """The options without those that nobody would take: Crystals pay before all else, and nobody turns back."""
    options = [option for option in decision.options if option.id != "back"] or list(decision.options)
    if decision.kind in ("pay", "pay_unit"):
        ready = [option for option in options if option.id != "mix"] or options
        return [option for option in ready if option.id == "crystals"] or ready
    if decision.kind == "free":
        return [option for option in options if option.id not in ("end", "show")] or options
    return options
