"""The games of an experiment. A game is known by the experiment's seed and its number: whoever plays it, wherever and
whenever, plays the same one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from laboratory.limits import LIMITS
from laboratory.recording import Sums, add, record, result_of
from matches.bots import Bot, Sight, Thought, make_bot
from matches.engine import DeckChoice, Options, Seat, Setup
from matches.setting_up.starters import dawnfall_factions
from matches.trials.selfplay import play_game

log = logging.getLogger("laboratory")

#: The plain rules of a duel; whoever has built with an expansion may try it.
OPTIONS: Final = Options(expansions=True)


@dataclass(frozen=True)
class Plan:
    """Everything that decides the games: the deck that is tried and then those that it meets, the bots, the seed."""

    decks: tuple[DeckChoice, ...]
    level: str
    seed: str
    _setups: dict[tuple[int, int], Setup] = field(default_factory=dict, compare=False, repr=False)

    def seating(self, number: int) -> tuple[int, int]:
        """The seat of the deck that is tried in a game, and which deck it meets: everyone in turn, from both seats."""
        opponents = len(self.decks) - 1
        return number // opponents % 2, 1 + number % opponents

    def setup(self, seat: int, against: int) -> Setup:
        """The table of such a game; its tables are worked out once."""
        known = self._setups.get((seat, against))
        if known is None:
            pair = [self.decks[0], self.decks[against]]
            seats = tuple(Seat(f"Player {place + 1}", (pair[place ^ seat],)) for place in range(2))
            known = self._setups[seat, against] = Setup("duel", seats, dawnfall_factions(), OPTIONS)
        return known


class Watched:
    """A bot that lets somebody look after each of its thoughts, so that a long game can be called off."""

    def __init__(self, bot: Bot, look: Callable[[], None]) -> None:
        self.bot, self.look = bot, look

    def think(self, sight: Sight) -> Thought:
        self.look()
        return self.bot.think(sight)


def play(plan: Plan, number: int, look: Callable[[], None] = lambda: None) -> tuple[dict[str, Any], Sums]:
    """Play the game of that number; gives what happened in a line, and the counts."""
    seat, against = plan.seating(number)
    name = f"{plan.seed}-{number}"
    budget = LIMITS[plan.level].budget
    bots = [Watched(make_bot(plan.level, f"{name}-{place}", budget), look) for place in range(2)]
    played = play_game(plan.setup(seat, against), name, bots)
    line = {"number": number, "against": against, "seat": seat}
    told = played.summary()
    if played.game.result is None:
        return {**line, "result": "broken", "choices": told["choices"]}, {"broken": 1}
    points = told["victory_points"]
    return {
        **line,
        "result": result_of(played.game, seat),
        "reason": told["reason"],
        "turns": told["turns"],
        "first": played.game.table.state.countering == seat,
        "points": [points[seat], points[1 - seat]],
        "choices": told["choices"],
        "state": told["state"],
    }, record(played.game, seat, against)


def play_all(
    plan: Plan, numbers: Iterable[int], look: Callable[[], None] = lambda: None
) -> tuple[Sequence[dict[str, Any]], Sums]:
    """Play several games. One that breaks is told as broken and counts for nothing; the others go on."""
    lines, sums = [], Sums()
    for number in numbers:
        try:
            line, counts = play(plan, number, look)
        except CalledOff:
            raise
        except Exception:
            log.exception("game %d with the seed %s broke", number, plan.seed)
            seat, against = plan.seating(number)
            line = {"number": number, "against": against, "seat": seat, "result": "broken"}
            counts = {"broken": 1}
        lines.append(line)
        add(sums, counts)
    return lines, sums


class CalledOff(Exception):  # noqa: N818 - nobody has erred
    """Nobody wants the games any more, or somebody else plays them."""
