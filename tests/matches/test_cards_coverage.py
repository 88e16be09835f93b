"""How catalogue, engine and tests are compared, card by card."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from matches.engine.dawnfall import halves
from matches.setting_up.starters import dawnfall_factions
from matches.trials.cards_coverage import acting_keys, cards_coverage, cited_keys, token_keys


def test_keys_are_read_from_the_comments_at_a_def_and_from_nowhere_else():
    source = (
        "def test_one():  # chapter/leap/lower, R-MOVE, demon/demon-banner/0\n    x = 1  # chapter/bash/upper\n"
        "def helper():  # chapter/trap/lower\n"
        "def test_two(one: str) -> None:  # dvergar/factory.\n    # rhazack/mine and reborn/call/upper\n"
        "    y = 'demon/fire'\n"
    )
    assert list(cited_keys(source)) == [
        "chapter/leap/lower", "demon/demon-banner/0", "dvergar/factory", "rhazack/mine", "reborn/call/upper",
    ]  # fmt: skip


def test_bosses_and_their_tokens_are_not_wanted_but_cavalry_is(tmp_path: Path):
    wanted = set(cards_coverage(dawnfall_factions(), tmp_path).wanted)
    assert {"chapter/leap/lower", "chapter/winged-charge/upper", "chapter/gallop/lower", "chapter/trap"} <= wanted
    assert {"chapter/chapter-banner/1", "chapter/sanctuary", "dvergar/energize"} <= wanted
    assert not {"chapter/smash/lower", "chapter/discharge", "rhazack/beacon", "darkness/shadow-gate"} & wanted
    assert "faceless/evolve-berserker/lower" in wanted
    assert "faceless/evolve-berserker/upper" not in wanted


def test_every_key_of_the_catalogue_names_one_thing():
    for file in dawnfall_factions().values():
        keys = [*acting_keys(file), *token_keys(file)]
        assert len(keys) == len(set(keys))


def test_what_lacks_a_test_is_listed_and_a_wrong_name_too(tmp_path: Path):
    (tmp_path / "test_leap.py").write_text(
        "def test_it():  # chapter/leap/lower, chapter/leep/lower, and/or\n    pass\n"
    )
    coverage = cards_coverage(dawnfall_factions(), tmp_path)
    assert set(coverage.wanted) - set(coverage.without_test) == {"chapter/leap/lower"}
    assert coverage.strange_keys == ("chapter/leep/lower",)
    assert not coverage.complete


def test_what_lacks_behaviour_is_listed_and_behaviour_of_nothing_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert "chapter/leap/lower" not in cards_coverage(dawnfall_factions(), tmp_path).without_behaviour
    leap = halves.HALVES["chapter", "leap", "lower"]
    monkeypatch.delitem(halves.HALVES, ("chapter", "leap", "lower"))
    monkeypatch.setitem(halves.HALVES, ("chapter", "leep", "lower"), leap)
    coverage = cards_coverage(dawnfall_factions(), tmp_path)
    assert "chapter/leap/lower" in coverage.without_behaviour
    assert coverage.strange_behaviour == ("chapter/leep/lower",)


def test_the_command_lists_what_is_missing_and_fails(settings, tmp_path: Path):
    settings.BASE_DIR = tmp_path
    out = StringIO()
    with pytest.raises(CommandError, match="Not every card plays yet"):
        call_command("cards_coverage", stdout=out)
    lines = out.getvalue().splitlines()
    assert "Tests of something that the catalogue does not list: 0" in lines
    assert "  chapter/leap/lower" in lines
