"""Games of random choices with every pair of factions and with random legal decks, cavalry among them.

RANDOM_GAMES sets how many games of each kind are played; a nightly run takes hundreds.
"""

from __future__ import annotations

import os
from itertools import permutations
from random import Random

import pytest

from matches.engine import Game, Options, SetupRefused, new_game
from matches.engine.kernel.chance import SeededChance
from matches.setting_up.starters import random_setup, seated_factions, starter_setup
from tests.engine.dawnfall.test_random_play import PLAYERS, check_result, play_at_random

GAMES = int(os.environ.get("RANDOM_GAMES", "1"))
FACTIONS = seated_factions()
PAIRS = list(permutations(FACTIONS, 2))


def play_random_decks(mode: str, factions: list[str], seed: str, *, cavalry: bool) -> Game:
    setup = random_setup(mode, factions, Options(), SeededChance(seed.encode()), cavalry=cavalry)
    game = play_at_random(setup, seed, Random(seed))
    check_result(game)
    return game


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_starter_decks_of_every_pair_of_factions_play_to_the_end(first: str, second: str, number: int) -> None:
    seed = f"{first} {second} {number}"
    check_result(play_at_random(starter_setup("duel", (first, second)), seed, Random(seed)))


@pytest.mark.parametrize("faction", FACTIONS)
def test_no_faction_plays_against_itself(faction: str) -> None:  # DF-SETUP-17
    with pytest.raises(SetupRefused, match="No faction may be played twice"):
        new_game(starter_setup("duel", (faction, faction)), "seed")


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_random_decks_of_every_pair_of_factions_play_to_the_end(first: str, second: str, number: int) -> None:
    """In turn without and with cavalry."""
    rides = (PAIRS.index((first, second)) + number) % 2 == 1
    game = play_random_decks("duel", [first, second], f"decks {first} {second} {number}", cavalry=rides)
    assert any(squad.cavalry for squad in game.table.roster.squads) is rides


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("cavalry", [False, True])
@pytest.mark.parametrize("mode", [mode for mode in PLAYERS if mode != "duel"])
def test_random_decks_of_more_players_play_to_the_end(mode: str, cavalry: bool, number: int) -> None:
    seed = f"{mode} {cavalry} {number}"
    play_random_decks(mode, Random(seed).sample(FACTIONS, PLAYERS[mode]), seed, cavalry=cavalry)
