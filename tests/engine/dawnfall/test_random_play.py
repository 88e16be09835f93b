"""Games of random choices: whatever is offered can be chosen, nothing gets lost, and every game ends.

RANDOM_GAMES sets how many games of each kind are played; a nightly run takes hundreds.
"""

from __future__ import annotations

import json
import os
from random import Random

import pytest

from matches.engine import DAWNFALL, Game, IllegalChoice, Options, Setup, load_game, new_game, replay
from matches.setting_up.starters import starter_setup
from tests.engine.dawnfall import invariants

GAMES = int(os.environ.get("RANDOM_GAMES", "2"))
#: No random game comes near so many choices; one that does is endless.
ENOUGH = 20_000
PLAYERS = {"duel": 2, "ffa3": 3, "ffa4": 4, "team": 4}
FACTIONS = ("chapter", "demon", "dvergar", "faceless", "reborn", "rhazack")
OPTIONS = {
    "more-crystals": Options(more_crystals=True),
    "handicaps": Options(handicaps=(3, 0)),
    "mulligan": Options(mulligan=True),
    "buying-vp": Options(buying_vp=True, more_crystals=True),
    "alternative-setup": Options(alternative_setup=True),
    "short-deck": Options(short_deck=True),
    "reshuffle": Options(short_deck=True, reshuffle=True, max_turns=60),
    "script": Options(script=True),
    "strategic": Options(hand_size=5),
    "special-sources": Options(special_sources=True, source_options=("remove", "return", "restore", "refresh")),
    "quick-setup": Options(quick_setup=True, ask_always=True),
    "all": Options(
        more_crystals=True, handicaps=(0, 2), mulligan=True, buying_vp=True, alternative_setup=True, short_deck=True,
        reshuffle=True, hand_size=4, special_sources=True, quick_setup=True, max_turns=60,
    ),
}  # fmt: skip


def random_setup(mode: str, chance: Random, options: Options | None = None) -> Setup:
    return starter_setup(mode, chance.sample(FACTIONS, PLAYERS[mode]), options)


def play_at_random(setup: Setup, seed: str, chance: Random) -> Game:
    """Play a game to its end and check the invariants after every choice."""
    game = new_game(setup, seed)
    while game.pending:
        assert len(game.choices) < ENOUGH, "the game does not end"
        ids = [option.id for option in game.pending.options]
        assert len(ids) == len(set(ids)), game.pending
        assert len(ids) > 1 or game.pending.kind in {"window", "free"}, game.pending
        game.choose(chance.choice(ids))
        invariants.check(game)
        if chance.random() < 0.02:
            check_every_option(game)
            check_round_trip(game)
    return game


def check_every_option(game: Game) -> None:
    """Every option that is offered is accepted, and it can be worded."""
    if game.pending:
        assert game.pending.prompt
        for option in game.pending.options:
            assert option.label
            twin = game.clone()
            twin.choose(option.id)
            invariants.check(twin)


def check_round_trip(game: Game) -> None:
    """Written as JSON and read again, the game stands at the same decision."""
    twin = load_game(game.setup, game.seed, json.loads(json.dumps(game.to_json())))
    assert twin.pending == game.pending
    assert twin.table.state == game.table.state
    assert twin.table.chance.counter == game.table.chance.counter


def check_result(game: Game) -> None:
    result = game.result
    assert result.reason in {"models", "track", "deck", "stalemate", "captured", "tokens", "elimination"}
    assert set(result.winners) <= set(game.table.seats)
    twin = replay(game.setup, game.seed, game.choices)
    assert twin.table.state == game.table.state
    assert twin.log == game.log
    with pytest.raises(IllegalChoice, match="over"):
        game.choose("end")


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("mode", PLAYERS)
def test_random_games_of_every_mode(mode, number):
    chance = Random(f"{mode} {number}")
    check_result(play_at_random(random_setup(mode, chance), f"{number}", chance))


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("name", OPTIONS)
def test_random_games_with_every_option(name, number):  # DF-OPT-01
    chance = Random(f"{name} {number}")
    check_result(play_at_random(random_setup("duel", chance, OPTIONS[name]), f"{number}", chance))


@pytest.mark.parametrize("mode", ["ffa3", "team"])
def test_random_games_of_more_players_with_many_options(mode):
    chance = Random(mode)
    options = Options(more_crystals=True, mulligan=True, alternative_setup=True, special_sources=True, hand_size=4)
    check_result(play_at_random(random_setup(mode, chance, options), mode, chance))


@pytest.mark.parametrize("mode", ["duel", "ffa4"])
def test_a_game_rebuilt_from_json_after_every_choice_stays_equal(mode):
    chance = Random(mode)
    setup = random_setup(mode, chance)
    game, rebuilt = new_game(setup, mode), new_game(setup, mode)
    while game.pending and len(game.choices) < 400:
        choice = chance.choice(game.pending.options).id
        game.choose(choice)
        rebuilt = load_game(setup, mode, json.loads(json.dumps(rebuilt.to_json())))
        rebuilt.choose(choice)
        assert rebuilt.pending == game.pending
        assert rebuilt.table.state == game.table.state


def test_a_game_saved_under_other_rules_is_refused():
    game = new_game(starter_setup("duel", ("chapter", "demon")), "seed")
    with pytest.raises(ValueError, match="dawnfall-0"):
        load_game(game.setup, game.seed, {**game.to_json(), "rules": "dawnfall-0"})


def test_a_choice_that_is_not_offered_changes_nothing():
    game = new_game(starter_setup("duel", ("chapter", "demon")), "seed")
    before = game.to_json()
    with pytest.raises(IllegalChoice, match="not among the choices"):
        game.choose("fly")
    assert game.to_json() == before


def test_a_clone_goes_its_own_way():
    game = new_game(starter_setup("duel", ("chapter", "demon")), "seed")
    twin = game.clone()
    twin.choose(twin.pending.options[0].id)
    assert game.choices == []
    assert DAWNFALL.version == game.to_json()["rules"]
