"""A player for proofs: it goes for halves that are wanted and, if fierce, for fights. It looks at everything."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from matches.engine import Decision
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.chance import Chance

#: What a fierce player does first, by the kind of question.
FIERCE: Final = {
    "free": ("fight:", "move", "activate:"),
    "fighter": ("model:",),
    "target": ("target:",),
    "counterattack": ("strike",),
    "die": ("red",),
    "move_model": ("model:",),
    "move_hexes": ("fp:",),
    "pay": ("crystals",),
}
_NUMBERS = re.compile(r"\d+")


@dataclass
class Player:
    """Takes what uses a wanted half; fiercely, what leads to fights; else mostly what was tried least."""

    wanted: dict[str, set[str]]
    fierce: bool
    tried: Counter[str]
    chance: Chance
    attaching: str = ""

    def choose(self, table: Table, decision: Decision) -> str:
        """The id of an option. Now and then it is any that saves wanted cards, so that no game turns in a circle."""
        options = self._saving(table, decision, [option.id for option in decision.options])
        start = self.chance.below(len(options))
        options = options[start:] + options[:start]
        steered = self._steered(table, decision, options) if self.chance.below(8) else ""
        choice = steered or (min(options, key=lambda id_: self._times(decision, id_)) if start % 2 else options[0])
        self.tried[_key(decision, choice)] += 1
        self.attaching = choice.removeprefix("attach:") if choice.startswith("attach:") else self.attaching
        return choice

    def _times(self, decision: Decision, choice: str) -> int:
        return self.tried[_key(decision, choice)]

    def _saving(self, table: Table, decision: Decision, options: list[str]) -> list[str]:
        """Without those that would spend a wanted card for its other half or for nothing."""
        if not table.state.factions:
            return options
        wanted = self.wanted.get(table.state.factions[decision.seat], set())
        cards = {half.split(":")[0] for half in wanted}

        def wastes(option: str) -> bool:
            verb, *names = option.split(":")
            return (verb == "discard" and names[0] in cards) or (
                verb == "play" and names[0] in cards and ":".join(names) not in wanted
            )

        return [option for option in options if not wastes(option)] or options

    def _steered(self, table: Table, decision: Decision, options: list[str]) -> str:
        if not table.state.factions:
            return ""
        wanted = self.wanted.get(table.state.factions[decision.seat], set())
        for option in options:
            verb, *names = option.split(":")
            if (verb in {"play", "use", "deploy"} and ":".join(names[-2:]) in wanted) or (
                verb == "attach" and any(half.startswith(f"{names[0]}:") for half in wanted)
            ):
                return option
        if decision.kind == "attach":
            return self._own_squad(table, decision, options)
        return self._fiercest(table, decision, options) if self.fierce else ""

    def _own_squad(self, table: Table, decision: Decision, options: list[str]) -> str:
        """The Squad that the card names, if one lives."""
        user = table.roster.armies[decision.seat].cards[self.attaching].squad
        squads = {f"squad:{squad.number}" for squad in table.roster.squads if squad.slug == user and table.alive(squad)}
        return next((option for option in options if option in squads), "")

    def _fiercest(self, table: Table, decision: Decision, options: list[str]) -> str:
        """Towards the enemy, and at him."""
        if decision.kind == "move_space":
            enemies = [table.space(m) for seat in table.opponents(decision.seat) for m in table.army_on_board(seat)]
            spaces = [option for option in options if option.startswith("space:")]
            distance = table.board.distance
            return min(spaces, key=lambda id_: min((distance[int(id_[6:])][e] for e in enemies), default=0), default="")
        for deed in FIERCE.get(decision.kind, ()):
            for option in options:
                if option.startswith(deed):
                    return option
        return ""


def _key(decision: Decision, choice: str) -> str:
    return f"{decision.kind} {_NUMBERS.sub('', choice)}"
