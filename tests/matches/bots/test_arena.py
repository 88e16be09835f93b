"""`manage.py arena`: how often one bot beats another."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from matches.trials import arena
from matches.trials.arena import Bout, fight


def command(**options: object) -> str:
    out = StringIO()
    call_command("arena", stdout=out, **{"processes": 1, **options})
    return out.getvalue()


def test_the_result_comes_with_its_interval():
    found = json.loads(command(a="recruit", b="random", games=20, json=True))
    assert found["games"] == 20
    assert 0 <= found["low"] <= found["a_win_rate"] <= found["high"] <= 1
    assert found["low"] < found["high"]


def test_the_same_seed_gives_the_same_games_on_one_process_and_on_two():
    def rates(**options: object) -> list[object]:
        found = json.loads(command(a="recruit", b="random", games=8, json=True, **options))
        return [found[name] for name in ("a_win_rate", "low", "high", "draws")]

    assert rates() == rates() == rates(processes=2)


def test_two_games_in_a_row_swap_the_seats(monkeypatch: pytest.MonkeyPatch):
    seen = []

    def play_game(setup, seed, bots):
        seen.append(
            ([deck.faction for seat in setup.seats for deck in seat.decks], seed, isinstance(bots[0], arena.Timed))
        )
        return real(setup, seed, bots)

    real = arena.play_game
    monkeypatch.setattr(arena, "play_game", play_game)
    scores = [fight((Bout("veteran", "recruit", "swap", 1), number)).score for number in range(4)]
    assert seen[0][:2] == seen[1][:2] != seen[2][:2] == seen[3][:2]
    assert [first for *_, first in seen] == [True, False, True, False]
    assert set(scores) <= {0.0, 0.5, 1.0}


def test_the_veteran_beats_the_recruit():
    """A small sample of what `manage.py arena` measures: far from the bar of 85 %, whatever the dice do."""
    found = json.loads(command(a="veteran", b="recruit", games=30, json=True))
    assert found["low"] > 0.7


def test_the_warlord_beats_the_recruit_from_both_seats():
    scores = [fight((Bout("warlord", "recruit", "small", 3), number)).score for number in range(2)]
    assert scores == [1.0, 1.0]


def test_in_words():
    assert command(a="veteran", b="recruit", games=2).startswith("veteran won ")


@pytest.mark.parametrize("wrong", [{"games": 0}, {"trials": 0}])
def test_nothing_to_play_is_refused(wrong: dict[str, int]):
    with pytest.raises(CommandError, match="At least one game and one trial"):
        command(**wrong)
