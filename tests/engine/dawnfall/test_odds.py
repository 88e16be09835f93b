"""Chances shown before a die is chosen."""

from fractions import Fraction

from matches.engine.dawnfall.odds import chances, chances_to_hit, chances_to_withstand


def test_equal_attributes_favour_the_defender():  # DF-COMBAT-13
    even = chances(2, 2)
    assert even["yellow"]["yellow"] == Fraction(14, 36)
    assert even["red"]["red"] == Fraction(15, 36)
    assert even["red"]["yellow"] > even["yellow"]["yellow"] > even["yellow"]["red"]


def test_a_dash_for_def_is_beaten_by_anything_above_0():
    assert chances(0, None) == {
        "yellow": {"yellow": Fraction(4, 6), "red": Fraction(4, 6)},
        "red": {"yellow": Fraction(1), "red": Fraction(1)},
    }


def test_a_defender_knows_the_power_to_reach():  # DF-DICE-06
    assert chances_to_withstand(5, 1) == {"yellow": Fraction(1, 6), "red": Fraction(3, 6)}
    assert chances_to_withstand(9, 1) == {"yellow": 0, "red": 0}


def test_a_check_must_beat_ini():  # DF-SHOOT-03, -04
    assert chances_to_hit(2) == {"yellow": Fraction(2, 6), "red": Fraction(4, 6)}
    assert chances_to_hit(2, bonus=1) == {"yellow": Fraction(3, 6), "red": Fraction(5, 6)}
    assert chances_to_hit(None)["yellow"] == 1
