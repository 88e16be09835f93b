"""How likely a roll succeeds, for the table page. Rerolls and cards are left out of account."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from matches.engine.dawnfall.dice import FACES

_SIDES: Final = 6


def chances(attack: int, defense: int | None) -> dict[str, dict[str, Fraction]]:
    """The chance that an Attack succeeds, by the attacker's die and then the defender's.

    Both numbers are attributes with all bonuses; None is a DEF dash, which rolls nothing. DF-COMBAT-10 to -13, Q-37
    """
    return {
        die: {
            other: Fraction(
                sum(face + attack > _power(defense, reply) for face in faces for reply in FACES[other]), _SIDES * _SIDES
            )
            for other in FACES
        }
        for die, faces in FACES.items()
    }


def chances_to_withstand(attack_power: int, defense: int) -> dict[str, Fraction]:
    """The chance of each die to reach an Attack Power that lies on the table. DF-COMBAT-13, DF-DICE-06"""
    return {
        die: Fraction(sum(face + defense >= attack_power for face in faces), _SIDES) for die, faces in FACES.items()
    }


def chances_to_hit(ini: int | None, bonus: int = 0) -> dict[str, Fraction]:
    """The chance of each die to hit a model of that INI in a Check for Hit. DF-SHOOT-03, -04, Q-37"""
    return {
        die: Fraction(sum(ini is None or max(0, face + bonus) > ini for face in faces), _SIDES)
        for die, faces in FACES.items()
    }


def _power(defense: int | None, face: int) -> int:
    return 0 if defense is None else defense + face
