"""Figures and advice from counts: intervals, both points of view, and silence where the sample is small."""

from __future__ import annotations

from typing import Any

import pytest

from laboratory.advice import advise
from laboratory.figures import CardRow, Figures, SquadRow
from matches.stats.figures import Tally, wilson

SUMS: dict[str, Any] = {
    "against": {
        "1": {
            "won": 30, "drawn": 4, "lost": 10,
            "first": {"won": 20, "lost": 2}, "second": {"won": 10, "drawn": 4, "lost": 8},
            "turns": {"20": 40, "9": 4}, "ends": {"deck": {"won": 30, "drawn": 4}, "track": {"lost": 10}},
            "points": 500, "their_points": 380,
        },
        "2": {
            "won": 10, "lost": 6, "turns": {"31": 16}, "ends": {"deck": {"won": 10, "lost": 6}},
            "points": 100, "their_points": 220,
        },
    },
}  # fmt: skip


def card(name: str, seen: int, played: int, copies: int = 2) -> CardRow:
    return CardRow(name.lower(), name, copies, seen, seen, Tally(won=played), Tally(lost=seen - played))


def squad(name: str, fielded: int, points: int, given: int, squares: int) -> SquadRow:
    return SquadRow(name.lower(), name, 1, fielded, points=points, given=given, squares=squares)


def test_all_opponents_together_and_each_alone():
    figures = Figures(SUMS)
    assert (figures.overall.won, figures.overall.drawn, figures.overall.lost) == (40, 4, 16)
    assert (figures.against(2).won, figures.against(2).lost) == (10, 6)
    assert figures.overall.interval == wilson(40, 56)


def test_whoever_had_the_first_turn_is_either_deck():
    figures = Figures(SUMS)
    assert figures.with_first_turn == Tally(20, 0, 2)
    assert figures.first_turn == Tally(won=20 + 8, drawn=4, lost=2 + 10)


def test_lengths_ends_and_points():
    figures = Figures(SUMS)
    assert figures.lengths is not None
    assert (figures.lengths.least, figures.lengths.most, figures.lengths.matches) == (9, 31, 60)
    assert [(end.reason, end.tally.matches) for end in figures.ends] == [("deck", 50), ("track", 10)]
    assert figures.points == (10.0, 10.0)


def test_nothing_played_gives_nothing_and_breaks_nothing():
    figures = Figures({})
    assert figures.overall.matches == 0
    assert figures.lengths is None
    assert figures.ends == []
    assert figures.points == (0.0, 0.0)


def test_the_balance_of_a_squad_has_an_interval():
    row = squad("Rangers", fielded=100, points=120, given=80, squares=200)
    assert row.balance == pytest.approx(0.4)
    assert row.reach == pytest.approx(1.959964 * ((2.0 - 0.16) / 99) ** 0.5)


def test_a_card_that_is_never_played_is_named_with_its_sample():
    cards = [card("Leap", 100, 80), card("Bash", 100, 70), card("Mist", 60, 0)]
    [one] = advise(cards, [], "veteran")
    assert (one.kind, one.slug, one.games) == ("card", "mist", 60)
    assert one.sentence.startswith("Mist was never played among Veterans, though it was drawn in 60 games.")


def test_a_card_that_is_hardly_ever_played_is_named_with_its_share():
    cards = [card("Leap", 100, 80), card("Bash", 100, 70), card("Mist", 60, 6)]
    [one] = advise(cards, [], "recruit")
    assert "Mist was played among Recruits in only 6 of the 60 games in which it was drawn (10 %" in one.sentence


def test_a_small_sample_says_nothing_about_a_card():
    cards = [card("Leap", 100, 80), card("Mist", 29, 0)]
    assert advise(cards, [], "recruit") == []


def test_a_card_near_the_mean_is_not_named():
    cards = [card("Leap", 100, 80), card("Bash", 100, 60)]
    assert advise(cards, [], "recruit") == []


def test_a_card_that_comes_with_a_squad_is_not_advised_about():
    assert advise([card("Leap", 100, 80), card("Saddle", 60, 0, copies=0)], [], "recruit") == []


def test_a_squad_that_does_not_pay_is_named():
    squads = [squad("Rangers", 100, 150, 50, 300), squad("Pilgrims", 100, 20, 90, 150)]
    [one] = advise([], squads, "veteran")
    assert (one.kind, one.slug, one.games) == ("squad", "pilgrims", 100)
    assert "Pilgrims did not pay among Veterans: fielded 100 times, it earned 0.2 Victory Points a game" in one.sentence
    assert "balance -0.7" in one.sentence


def test_a_squad_whose_interval_leaves_a_doubt_is_not_named():
    squads = [squad("Rangers", 100, 150, 50, 300), squad("Pilgrims", 100, 20, 40, 900)]
    assert advise([], squads, "veteran") == []


def test_a_squad_that_earns_more_than_it_loses_is_not_named_though_others_earn_more():
    squads = [squad("Rangers", 100, 400, 50, 1500), squad("Pilgrims", 100, 90, 50, 150)]
    assert advise([], squads, "veteran") == []
