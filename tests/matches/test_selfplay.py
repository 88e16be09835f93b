"""`manage.py selfplay`: bots play, one line a game."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def selfplay(**options: object) -> str:
    out = StringIO()
    call_command("selfplay", stdout=out, **options)
    return out.getvalue()


def test_every_game_is_one_line_of_json_and_the_same_seed_plays_the_same_games():
    first, second = (selfplay(games=2, mode="ffa3", seed="7", json=True).splitlines() for _ in range(2))
    games, again = [json.loads(line) for line in first], [json.loads(line) for line in second]
    assert [game["choices"] for game in games] == [game["choices"] for game in again]
    assert [game["state"] for game in games] == [game["state"] for game in again]
    assert len(games) == 2
    assert all(game["reason"] != "unfinished" for game in games)


def test_factions_can_be_named():
    line = json.loads(selfplay(factions="reborn,faceless", json=True))
    assert line["factions"] == ["reborn", "faceless"]


def test_without_json_a_game_is_told_in_words():
    assert "choices" in selfplay()


@pytest.mark.parametrize(
    ("factions", "sentence"),
    [
        ("reborn,elves", "no starter deck of “elves”"),
        ("reborn", "needs 2 factions, 1 were named"),
        ("reborn,reborn", "No faction may be played twice"),
    ],
)
def test_wrong_factions_get_a_sentence(factions, sentence):
    with pytest.raises(CommandError, match=sentence):
        selfplay(factions=factions)
