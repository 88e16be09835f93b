"""Change Mode: flipping the Squad card, by Activation or by an effect. DF-ACTIVE-10 to -12, R-CHANGE-MODE, Q-23"""

from __future__ import annotations

from typing import Final

from catalog.packs import schema
from matches.engine.dawnfall import paying, placing
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule, ask

_KEEP: Final = Option("keep", "Keep the Mode")


def other_side(table: Table, squad: Squad) -> int | None:
    """The side that a flip would show; an Evolved Squad has none. DF-SQUAD-02, R-EVOLVE"""
    up = table.state.modes[squad.number]
    if up > 1 or len(squad.modes) < 2 or squad.modes[1].evolve_card:
        return None
    return 1 - up


def cost(table: Table, squad: Squad) -> int | None:
    """What stands beside the arrow of the side that is up; None without an arrow. DF-SQUAD-13 to -15, Q-23"""
    mode = table.mode(squad)
    if mode.change_mode_currency is not schema.Currency.CRYSTAL or not isinstance(mode.change_mode, int):
        return None
    return mode.change_mode


def can_flip(table: Table, seat: int, squad: Squad) -> bool:
    """Whether there is another side, and every model has room for the base it shows. R-BASE-CHANGE"""
    side = other_side(table, squad)
    return side is not None and placing.can_change_base(table, seat, squad, side)


def offer(table: Table, seat: int, squad: Squad) -> Rule[bool]:
    """At the start of its Activation a Squad with the arrow may Change Mode, for its price. DF-ACTIVE-10, -11"""
    price = cost(table, squad)
    if price is None or not paying.can_pay(table, seat, price) or not can_flip(table, seat, squad):
        return False
    side = other_side(table, squad)
    assert side is not None  # noqa: S101
    data = {"squad": squad.number, "name": squad.name, "mode": squad.modes[side].name, "cost": price}
    words = "Change to %(mode)s for %(cost)s" if price else "Change to %(mode)s"
    change = Option("change", words, data)
    while True:
        chosen = yield from ask(seat, "change_mode", "Does %(name)s Change Mode?", [_KEEP, change], data)
        if chosen is _KEEP:
            return False
        if (yield from paying.pay(table, seat, price, "Change Mode", may_go_back=True)):
            yield from flip(table, seat, squad)
            return True


def flip(table: Table, seat: int, squad: Squad) -> Rule[None]:
    """Turn the card; the new side counts at once, its base included. DF-ACTIVE-12, R-BASE-CHANGE"""
    side = other_side(table, squad)
    assert side is not None  # noqa: S101
    yield from placing.change_base(table, seat, squad, side)
    table.state.modes[squad.number] = side
    table.tell("mode_changed", squad=squad.number, mode=side)
