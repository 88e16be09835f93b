"""Recorded games replay to the last bit: a change that breaks running matches shows here."""

import json
from pathlib import Path

import pytest

from matches.engine import RULES_VERSION
from matches.trials.golden import RECORDED, fingerprint, replayed

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_game_replays_to_the_same_end(name: str):
    data = json.loads((FOLDER / f"{name}.json").read_text())
    assert data["rules"] == RULES_VERSION, "The rules have a new version: run manage.py record_golden_games."
    game = replayed(data)
    assert game.pending is None
    assert game.result is not None
    assert fingerprint(game) == data["state"]


def test_every_recorded_game_is_in_the_folder():
    assert {path.stem for path in FOLDER.glob("*.json")} == set(RECORDED)
