"""Veteran: judges every option by rules of thumb, and takes the best."""

from __future__ import annotations

from typing import Final

from matches.bots.habits import scores
from matches.bots.recruit import sensible
from matches.bots.sight import Sight
from matches.bots.stepping import NEVER
from matches.bots.thoughts import MOST_CONSIDERED, Budget, Considered, Thought
from matches.bots.weighing import likely, weigh
from matches.engine.kernel.chance import SeededChance

#: Options that look alike are taken by chance: how much alike, in Victory Points.
WHIM: Final = 0.05
_FINE: Final = 1 << 20


class Veteran:
    """Looks at one match that could lie behind what it sees, and at every option once."""

    def __init__(self, seed: str, budget: Budget | None = None) -> None:
        self.seed = seed
        self.asked = 0

    def think(self, sight: Sight) -> Thought:
        """The option with the best score."""
        options = sight.decision.options
        if len(options) == 1:
            return Thought(options[0].id)
        self.asked += 1
        luck = f"veteran {self.seed} {self.asked}"
        chance = SeededChance(luck.encode())
        game = sight.imagine(luck)
        if game is None:
            likely_ones = sensible(sight.decision)
            return Thought(likely_ones[chance.below(len(likely_ones))].id)
        found = {
            option.id: score + WHIM * chance.below(_FINE) / _FINE
            for option, score in zip(options, scores(game, sight.decision), strict=True)
        }
        ranked = sorted(options, key=lambda option: -found[option.id])
        now = weigh(game.table, sight.seat).total
        return Thought(
            ranked[0].id,
            tuple(
                Considered(
                    option.id,
                    option.label,
                    round(likely(now + found[option.id]), 3),
                    (f"worth {found[option.id]:+.1f} Victory Points by rule of thumb",),
                )
                for option in ranked[:MOST_CONSIDERED]
                if found[option.id] > NEVER / 2 or option is ranked[0]
            ),
        )
