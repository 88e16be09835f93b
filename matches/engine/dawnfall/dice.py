"""The two dice: choosing and paying, cogwheels, and at most one reroll a roll. DF-DICE"""

from __future__ import annotations

from typing import Any, Final

from matches.engine.dawnfall import attributes, crystals, paying
from matches.engine.dawnfall.moments import Fight, Moment, Roll
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.windows import open_window
from matches.engine.kernel.decisions import Option, Rule, ask

#: The faces of each die, and the highest face that bears a cogwheel. DF-DICE-02, -03
FACES: Final = {"yellow": (0, 0, 1, 2, 3, 4), "red": (1, 2, 3, 4, 5, 6)}
MARKED: Final = {"yellow": 0, "red": 2}
#: What the Red Die and a cogwheel's reroll cost. DF-DICE-04, -08
PRICE: Final = 1
RED_DIE: Final = "the Red Die"
REROLL: Final = "a reroll"

_YELLOW = Option("yellow", "Yellow Die, free")
_RED = Option("red", "Red Die for 1 Crystal")
_FREE_RED = Option("red", "Red Die, free")
_SYMBOL = Option("reroll", "Reroll for free")
_COGWHEEL = Option("pay_reroll", "Reroll for 1 Crystal")
_REFRESH = Option("refresh", "Keep it and refresh 1 Crystal")
_KEEP = Option("keep", "Keep it")

_PROMPTS: Final = {
    "attack": "Which die do you roll for the Attack?",
    "defense": "Which die do you roll for the Defense?",
    "check": "Which die do you roll for the Check for Hit?",
}


def roll(table: Table, roll: Roll, fight: Fight | None = None) -> Rule[Roll]:
    """Choose a die, pay for it, roll it, and settle cogwheel and reroll before anything else happens.

    DF-DICE-01, -04 to -14, W-DIE, W-ROLLED
    """
    if table.state.eliminated[roll.seat]:  # no choices any more
        roll.die = "yellow"
        _throw(table, roll)
        return roll
    yield from open_window(table, Moment("W-DIE", model=roll.model, roll=roll, fight=fight), (roll.seat,))
    yield from _choose_die(table, roll, fight)
    _throw(table, roll)
    yield from open_window(table, Moment("W-ROLLED", model=roll.model, roll=roll, fight=fight), (roll.seat,))
    if not roll.rerolled:
        yield from _settle(table, roll, fight)
    return roll


def reroll(table: Table, roll: Roll) -> None:
    """Roll the same die again; the new face is binding, and its cogwheel refreshes a Crystal.

    DF-DICE-09, -10, -12, -13, Q-33
    """
    if roll.rerolled:
        raise ValueError("a die is rerolled at most once")
    roll.rerolled = True
    _throw(table, roll)
    if roll.marked:
        crystals.refresh(table, roll.seat, 1)


def _choose_die(table: Table, roll: Roll, fight: Fight | None) -> Rule[None]:
    """Yellow is free, Red costs 1 Crystal or equivalent each time. DF-DICE-01 to -06"""
    power = fight.attack_power if fight else 0
    data = {**_about(roll), "power": power}
    while not roll.die:
        options = [_YELLOW]
        if roll.free_red:
            options.append(_FREE_RED)
        elif paying.can_pay(table, roll.seat, PRICE, RED_DIE):
            options.append(_RED)
        chosen = yield from ask(roll.seat, "die", _PROMPTS[roll.purpose], options, data)
        if chosen is _RED and not (yield from paying.pay(table, roll.seat, PRICE, RED_DIE, may_go_back=True)):
            continue
        roll.die = chosen.id


def _about(roll: Roll) -> dict[str, Any]:
    return {"model": roll.model, "purpose": roll.purpose, "bonus": roll.bonus, "targets": list(roll.targets)}


def _throw(table: Table, roll: Roll) -> None:
    roll.face = FACES[roll.die][table.chance.below(6)]
    roll.marked = roll.face <= MARKED[roll.die]
    table.tell(
        "die_rolled",
        seat=roll.seat, model=roll.model, purpose=roll.purpose, die=roll.die, face=roll.face, marked=roll.marked,
        bonus=roll.bonus, result=roll.result, reroll=roll.rerolled,
    )  # fmt: skip


def _settle(table: Table, roll: Roll, fight: Fight | None) -> Rule[None]:
    """A Reroll symbol, or one of the two bonuses of a cogwheel, or neither. DF-DICE-07, -08, -11, Q-33"""
    options = [_KEEP]
    if _symbol_helps(table, roll, fight):
        options.append(_SYMBOL)
    if roll.marked:
        if paying.can_pay(table, roll.seat, PRICE, REROLL):
            options.append(_COGWHEEL)
        if table.state.depleted[roll.seat]:
            options.append(_REFRESH)
    data = {**_about(roll), "die": roll.die, "face": roll.face, "result": roll.result}
    while True:
        chosen = yield from ask(roll.seat, "rolled", "The die shows %(face)s. What do you do?", options, data)
        if chosen is _COGWHEEL and not (yield from paying.pay(table, roll.seat, PRICE, REROLL, may_go_back=True)):
            continue
        break
    if chosen is _REFRESH:
        crystals.refresh(table, roll.seat, 1)
    elif chosen is not _KEEP:
        reroll(table, roll)


def _symbol_helps(table: Table, roll: Roll, fight: Fight | None) -> bool:
    """ATT: any Attack roll. DEF: a Defense that has failed so far. Never a Check for Hit. DF-SQUAD-09, -10, Q-34"""
    if roll.purpose == "attack":
        return attributes.rerolls(table, roll.model, "att")
    if roll.purpose == "defense" and fight is not None and attributes.rerolls(table, roll.model, "defense"):
        return roll.result + (attributes.value(table, roll.model, "defense") or 0) < fight.attack_power
    return False
