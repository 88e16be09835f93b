"""What things are worth paying for: Crystals before Endurance, Endurance before Victory Points; dice and rerolls."""

from __future__ import annotations

from typing import Final

from matches.bots.fighting import stake, success
from matches.bots.stepping import NEVER
from matches.bots.weighing import CRYSTAL, DEPLETED, TOKEN
from matches.engine import Decision, Game, Option, Setup
from matches.engine.dawnfall.attributes import value
from matches.engine.dawnfall.dice import FACES
from matches.engine.dawnfall.table import Table

#: What a unit of each purse is worth; Endurance depends on the Squad.
_PRICES: Final = {"crystals": CRYSTAL, "vp": 1.1}
#: What a unit costs that the Crystal Pool cannot pay.
_DEAR: Final = 0.7


def price(table: Table, seat: int, option: Option) -> float:
    """What an option costs, at what is left to pay it with."""
    cost = option.data.get("cost", 0)
    if not isinstance(cost, int) or cost <= 0:
        return 0.0
    purse = table.state.crystals[seat] + table.state.temporary[seat]
    return CRYSTAL * min(cost, purse) + _DEAR * max(0, cost - purse)


def pay(game: Game[Setup], decision: Decision) -> list[float]:
    """Crystals before Endurance, Endurance before Victory Points."""
    found = []
    for option in decision.options:
        mix = option.data.get("mix") or ({option.id: 1} if option.id not in ("back", "mix") else None)
        if mix is None:
            found.append(NEVER if option.id == "back" else NEVER / 2)
            continue
        found.append(-sum(count * _unit(game.table, purse) for purse, count in mix.items()))
    return found


def _unit(table: Table, purse: str) -> float:
    kind, _, number = purse.partition(":")
    if kind != "endurance":
        return _PRICES.get(kind, 0.3)
    squad = table.roster.squads[int(number)]
    if not table.alive(squad):
        return 0.05
    return TOKEN + (0.3 * squad.endurance if table.state.endurance[squad.number] == 1 else 0.0)


def die(game: Game[Setup], decision: Decision) -> list[float]:
    """The Red Die where there is enough at stake and a Crystal for it."""
    table = game.table
    fight = table.fights[-1] if table.fights else None
    worth = 0.4
    if fight is not None and fight.attacker >= 0 and fight.target >= 0:
        attack, defense = value(table, fight.attacker, "att"), value(table, fight.target, "defense")
        if decision.data.get("purpose") == "attack" and attack is not None:
            better = success(attack, defense, "red") - success(attack, defense)
            worth = better * stake(table, fight.target)
        elif defense is not None:
            power = fight.attack_power
            worth = _held(power, defense, "red") - _held(power, defense, "yellow")
            worth *= stake(table, fight.target)
    price = CRYSTAL if table.state.crystals[decision.seat] + table.state.temporary[decision.seat] else TOKEN + 0.2
    return [worth - price if option.id == "red" else 0.0 for option in decision.options]


def _held(power: int, defense: int, die: str) -> float:
    return sum(face + defense >= power for face in FACES[die]) / 6


def rolled(game: Game[Setup], decision: Decision) -> list[float]:
    """A low face is rolled again, if that is to be had for little."""
    table, face = game.table, decision.data.get("face", 0)
    mean = 3.5 if decision.data.get("die") == "red" else 10 / 6
    better = 0.25 * (mean - face)
    if decision.data.get("purpose") == "defense" and table.fights:
        fight = table.fights[-1]
        defense = value(table, fight.target, "defense") if fight.target >= 0 else None
        if defense is not None and face + defense >= fight.attack_power:
            better = -1.0
    price = CRYSTAL if table.state.crystals[decision.seat] else TOKEN + 0.2
    worth = {"keep": 0.0, "reroll": better, "pay_reroll": better - price, "refresh": DEPLETED}
    return [worth.get(option.id, 0.0) for option in decision.options]
