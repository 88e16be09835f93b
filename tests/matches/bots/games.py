"""Games for tests of bots: played by chance, and looked at on the way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from matches.engine import Game, Options, Setup, new_game
from matches.setting_up.starters import seated_factions, starter_setup
from matches.trials.selfplay import PLAYERS


def a_setup(mode: str = "duel", number: int = 0, options: Options | None = None) -> Setup:
    factions = Random(f"{mode} {number}").sample(seated_factions(), PLAYERS[mode])
    return starter_setup(mode, factions, options)


def moments(game: Game[Setup], luck: str, every: int = 1) -> Iterator[Game[Setup]]:
    """The game at every so manieth of its decisions, while chance plays it to its end."""
    chance = Random(luck)
    for number in range(20_000):
        if game.pending is None:
            return
        if number % every == every - 1:
            yield game
        game.choose(chance.choice(game.pending.options).id)


def a_game(mode: str = "duel", number: int = 0, options: Options | None = None) -> Game[Setup]:
    return new_game(a_setup(mode, number, options), f"bots {mode} {number}")
