"""`manage.py card_report`: how often each half was offered, played and refused."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from matches.engine.dawnfall import halves
from matches.trials import exhausting
from matches.trials.card_report import Row, Tally, card_report, play_and_count, report_keys, table_lines


def test_every_playable_half_enhancement_and_banner_option_has_a_row():
    keys = list(report_keys())
    assert len(keys) == len(set(keys))
    assert {"chapter/leap/upper", "chapter/judgment/attach", "chapter/chapter-banner/1"} <= set(keys)
    assert {"chapter/winged-charge/lower", "chapter/gallop/attach"} <= set(keys)
    assert not {"chapter/smash/lower", "chapter/leap/attach"} & set(keys)


def test_the_same_seed_gives_the_same_report_on_one_process_and_on_two():
    alone, together = card_report(4, "one", processes=1), card_report(4, "one", processes=2)
    assert alone == together
    assert alone != card_report(4, "two", processes=1)
    assert alone.faults == []


def test_what_was_played_least_stands_on_top_and_a_half_without_behaviour_above_all(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(halves.HALVES, ("chapter", "formation", "upper"))
    report = card_report(6, "top", processes=1)
    played = [row.played for row in report.rows]
    assert played == sorted(played)
    assert played[-1] > 0
    formation = next(row for row in report.rows if row.half == "chapter/formation/upper")
    assert (formation.offered, formation.played) == (0, 0)
    assert formation.not_offered > 0


def test_offers_plays_and_refusals_agree_with_one_another():
    tally = Tally()
    for number in range(8):
        tally.add(play_and_count(("agree", number)))
    assert tally.faults == []
    assert set(tally.offered) <= set(report_keys())
    assert set(tally.played) <= set(report_keys())
    assert sum(tally.played.values()) > 50
    assert all(tally.chosen[key] <= tally.offered[key] for key in tally.chosen)
    assert sum(tally.chosen.values()) >= sum(count for key, count in tally.played.items() if key in tally.chosen)


def test_a_refusal_is_a_use_taken_back_or_a_half_not_offered():
    row = Row("chapter/leap/lower", offered=5, played=2, taken_back=1, not_offered=3)
    assert row.refused == 4
    assert row.to_json() == {
        "half": "chapter/leap/lower", "offered": 5, "played": 2, "taken_back": 1, "not_offered": 3, "refused": 4,
    }  # fmt: skip
    assert list(table_lines([row]))[1].split() == ["chapter/leap/lower", "5", "2", "4", "1", "3"]


def test_the_command_prints_a_table_or_lines_of_json():
    out = StringIO()
    call_command("card_report", games=2, processes=1, stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0].split() == ["half", "offered", "played", "refused", "taken", "back", "not", "offered"]
    assert lines[-1].startswith("2 games, ")
    out = StringIO()
    call_command("card_report", games=2, processes=1, json=True, stdout=out)
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    assert {row["half"] for row in rows} == set(report_keys())


def test_a_game_that_does_not_end_is_named_and_the_command_fails(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(exhausting, "ENDLESS", 30)
    with pytest.raises(CommandError, match="report-0: the game does not end, after 30 choices"):
        call_command("card_report", games=1, processes=1, stdout=StringIO())
