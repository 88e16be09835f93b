"""The levels: whatever they are asked they answer, from what their seat may know alone, and they can say why."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

from matches import bots
from matches.bots import LEVELS, Budget, Sight, make_bot, warlord
from matches.engine import IllegalChoice, Options
from matches.trials.selfplay import PLAYERS, play_game
from tests.matches.bots.games import a_game, a_setup, moments
from tests.matches.bots.test_imagining import other_world

FEW = Budget(trials=4)


@pytest.mark.parametrize("mode", PLAYERS)
@pytest.mark.parametrize("level", ["recruit", "veteran"])
def test_a_level_plays_whole_games_of_every_mode(level: str, mode: str):
    setup = a_setup(mode, 7)
    played = play_game(setup, f"{level} {mode}", [make_bot(level, f"{seat}") for seat in range(PLAYERS[mode])])
    assert played.game.result is not None
    assert len(played.game.choices) < 20_000


@pytest.mark.parametrize("mode", PLAYERS)
def test_the_warlord_plays_every_mode(mode: str):
    game = a_game(mode, 3, Options(quick_setup=mode != "ffa3"))
    mind = make_bot("warlord", "w", FEW)
    quick = make_bot("veteran", "v")
    while game.pending is not None and game.table.state.turn < 4:
        bot = mind if game.pending.seat == 0 else quick
        game.choose(bot.think(Sight(game)).choice)
    assert game.table.state.turn == 4 or game.result is not None


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_thinks_the_same(level: str):
    for game in moments(a_game("duel", 2), "same", every=25):
        one, other = (make_bot(level, "seed", FEW).think(Sight(game)) for _ in range(2))
        assert one == other


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_gets_nothing_but_what_its_seat_may_know(level: str):
    """In a match with other hands, deck lists, deck orders and another seed it thinks the very same."""
    chance, compared = Random(level), 0
    for game in moments(a_game("duel", 4), "nothing else", every=7):
        if game.pending is None or game.since_checkpoint or not game.table.state.hands[0]:
            continue
        twin = other_world(game, game.pending.seat, chance)
        assert twin.pending == game.pending
        thoughts = [make_bot(level, "seed", FEW).think(Sight(world)) for world in (game, twin)]
        assert thoughts[0] == thoughts[1]
        compared += 1
    assert compared > 10


def test_a_sight_shows_the_view_the_decision_the_turn_and_what_could_be():
    shown = {name for name in dir(Sight) if not name.startswith("_")}
    assert shown == {"decision", "imagine", "seat", "turn", "view"}
    game = a_game()
    assert Sight(game).view == game.view(Sight(game).seat)


def test_no_bot_reaches_behind_its_sight():
    """Only the sight itself touches the game that it was made of."""
    for path in Path(bots.__file__).parent.glob("*.py"):
        names = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
        assert "_game" not in names or path.name == "sight.py", path.name


@pytest.mark.parametrize("level", ["veteran", "warlord"])
def test_it_can_say_what_it_considered(level: str):
    told = 0
    for game in moments(a_game("duel", 5), "why", every=11):
        assert game.pending is not None
        thought = make_bot(level, "why", FEW).think(Sight(game))
        if not thought.considered:
            continue
        told += 1
        offered = {option.id: option.label for option in game.pending.options}
        assert 1 <= len(thought.considered) <= 3
        assert thought.considered[0].option == thought.choice
        for considered in thought.considered:
            assert considered.label == offered[considered.option]
            assert 0 <= considered.estimate <= 1
            assert considered.reasons
    assert told > 10


def test_a_bot_takes_nothing_that_is_not_offered():
    for level in LEVELS:
        game = a_game("duel", 6)
        bot = make_bot(level, "offered", FEW)
        for _ in range(120):
            if game.pending is None:
                break
            try:
                game.choose(bot.think(Sight(game)).choice)
            except IllegalChoice as refused:
                pytest.fail(f"{level}: {refused.sentence()}")


def test_recruits_pay_with_crystals_and_never_turn_back():
    chosen = set()
    for number in range(6):
        game = a_game("duel", number)
        recruit = make_bot("recruit", f"{number}")
        while game.pending is not None:
            options = {option.id for option in game.pending.options}
            choice = recruit.think(Sight(game)).choice
            if game.pending.kind == "pay" and "crystals" in options:
                chosen.add(choice)
            assert choice != "back" or options == {"back"}
            game.choose(choice)
    assert chosen == {"crystals"}


class TestBudget:
    """The Warlord thinks as long as it may, and no longer."""

    def some_game(self):
        return next(game for game in moments(a_game("duel", 8), "budget") if self.is_hard(game))

    def is_hard(self, game) -> bool:
        return game.table.state.turn > 2 and game.pending.kind == "free" and len(game.pending.options) > 4

    def test_it_stops_when_its_time_is_over(self, monkeypatch: pytest.MonkeyPatch):
        clock = iter(range(1000))
        monkeypatch.setattr(warlord, "monotonic", lambda: float(next(clock)))
        mind = make_bot("warlord", "time", Budget(trials=500, seconds=5.0))
        thought = mind.think(Sight(self.some_game()))
        assert thought.considered[0].reasons[-1].endswith("of 6 trials")

    def test_it_makes_no_more_trials_than_it_may(self):
        thought = make_bot("warlord", "trials", Budget(trials=9)).think(Sight(self.some_game()))
        assert int(thought.considered[0].reasons[-1].split()[2]) <= 9

    def test_without_a_limit_of_time_no_clock_is_asked(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(warlord, "monotonic", lambda: pytest.fail("it looked at the clock"))
        assert make_bot("warlord", "no clock", FEW).think(Sight(self.some_game())).choice

    def test_its_own_budget_ends_before_three_seconds(self):
        assert 0 < warlord.BUDGET.seconds < 3

    def test_it_remembers_what_it_found_for_the_next_decision(self):
        game = self.some_game()
        mind = warlord.Warlord("memory", Budget(trials=40))
        choice = mind.think(Sight(game)).choice
        seat = game.pending.seat
        game.choose(choice)
        assert game.pending is not None
        assert game.pending.seat == seat
        question = warlord._question(game.pending)
        assert mind.after[question].visits > 0
