"""Every card plays: catalogue, engine and tests agree on what there is. `manage.py cards_coverage` lists the gaps.

The factions that can be played are complete with cavalry; bosses and Darkness wait (R-BOSS).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import matches.engine.dawnfall.cards  # noqa: F401
from matches.setting_up.starters import dawnfall_factions, seated_factions
from matches.trials.cards_coverage import CardsCoverage, cards_coverage

FACTIONS = seated_factions()


@cache
def coverage() -> CardsCoverage:
    return cards_coverage(dawnfall_factions(), Path(__file__).parents[2])


def listed(keys: tuple[str, ...], faction: str) -> str:
    return "\n".join(key for key in keys if key.split("/")[0] == faction)


def test_six_factions_are_played() -> None:
    assert FACTIONS == ["chapter", "demon", "dvergar", "faceless", "reborn", "rhazack"]
    assert {key.split("/")[0] for key in coverage().wanted} == set(FACTIONS)


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_playable_half_banner_option_and_shrine_has_behaviour(faction: str) -> None:  # R-PRINTED
    missing = listed(coverage().without_behaviour, faction)
    assert not missing, f"without behaviour:\n{missing}"


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_playable_half_banner_option_shrine_and_token_has_a_test(faction: str) -> None:
    missing = listed(coverage().without_test, faction)
    assert not missing, f"no test names these beside its def:\n{missing}"


def test_no_behaviour_lacks_a_catalogue_entry() -> None:  # R-PRINTED
    assert coverage().strange_behaviour == ()


def test_no_test_names_a_half_that_the_catalogue_does_not_list() -> None:
    assert coverage().strange_keys == ()
