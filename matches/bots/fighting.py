"""What a fight promises, before any card is played: chances times stakes."""

from __future__ import annotations

from functools import lru_cache

from matches.bots.weighing import MODEL, PER_POINT, TOKEN
from matches.engine.dawnfall.attributes import value
from matches.engine.dawnfall.dice import FACES
from matches.engine.dawnfall.table import Table


@lru_cache(maxsize=4096)
def success(attack: int, defense: int | None, die: str = "yellow", other: str = "yellow") -> float:
    """The chance that an Attack succeeds with these dice. DF-COMBAT-10 to -13"""
    if defense is None:
        return sum(face + attack > 0 for face in FACES[die]) / 6
    return sum(face + attack > reply + defense for face in FACES[die] for reply in FACES[other]) / 36


def stake(table: Table, model: int) -> float:
    """What is lost if the model is Wounded once: a token, or its life. DF-SQUAD-17"""
    squad = table.squad(model)
    if table.state.endurance[squad.number] > 0:
        return TOKEN
    return squad.endurance * (1 + PER_POINT) + MODEL


def promise(table: Table, model: int, target: int) -> float:
    """What a Combat of the model with the target brings on average. DF-COMBAT-07 to -13, DF-COUNTER-01"""
    attack, defense = value(table, model, "att"), value(table, target, "defense")
    back, own_defense = value(table, target, "att"), value(table, model, "defense")
    gain = success(attack, defense) if attack is not None else 0.0
    loss = success(back, own_defense) if back is not None else 0.0
    won, lost = stake(table, target), stake(table, model)
    ini, other_ini = value(table, model, "ini") or 0, value(table, target, "ini") or 0
    if ini >= other_ini and attack is not None:
        return gain * won - (1 - gain) * loss * lost
    return (1 - loss) * gain * won - loss * lost
