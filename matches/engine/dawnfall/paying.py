"""Paying: any mix of Crystals, Endurance tokens and, with two players, Victory Points. DF-PAY"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from matches.engine.dawnfall import ending, victory
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule, ask


class Purse(NamedTuple):
    """Something a seat can pay with: how many units it holds and how a choice of it is worded and drawn."""

    id: str
    units: int
    wording: str
    data: Mapping[str, Any]


class StandIn(NamedTuple):
    """Tokens that may be given in place of a certain price, such as those on the Factory."""

    id: str
    units: int
    wording: str
    take: Callable[[Table, int], None]


#: Functions of (table, seat, what is paid for) that Shrines and cards register.
Offers = Callable[[Table, int, str], Iterable[StandIn]]
STAND_INS: Final[list[Offers]] = []

Mix = dict[str, int]


def purses(table: Table, seat: int, what: str, keep: int = 0) -> list[Purse]:
    """All that a seat can pay with apart from Temporary Crystals: own pools, own Squads, own VP only.

    `keep` Crystals stay in the Crystal Pool to be destroyed. DF-PAY-02, -05, -08, -10, Q-35, Q-36, R-DESTROY
    """
    state = table.state
    found = []
    if state.crystals[seat] > keep:
        found.append(Purse("crystals", state.crystals[seat] - keep, "%(count)s from the Crystal Pool", {}))
    for squad in table.roster.armies[seat].squads:
        tokens = state.endurance[squad.number]
        if tokens:
            data = {"squad": squad.number, "name": squad.name}
            found.append(Purse(f"endurance:{squad.number}", tokens, "%(count)s with Endurance of %(name)s", data))
    if not table.setup.multiplayer and (points := victory.room(table, seat)) > 0:
        found.append(Purse("vp", points, "%(count)s with Victory Points", {}))
    for stand_in in _stand_ins(table, seat, what):
        found.append(Purse(stand_in.id, stand_in.units, stand_in.wording, {}))
    return found


def _stand_ins(table: Table, seat: int, what: str) -> list[StandIn]:
    return [offer for offers in STAND_INS for offer in offers(table, seat, what) if offer.units > 0]


def means(table: Table, seat: int, what: str = "") -> int:
    """The highest cost a seat could pay now."""
    state = table.state
    total = state.crystals[seat] + state.temporary[seat]
    for squad in table.roster.armies[seat].squads:
        total += state.endurance[squad.number]
    if not table.setup.multiplayer:
        total += victory.room(table, seat)
    if STAND_INS:
        total += sum(stand_in.units for stand_in in _stand_ins(table, seat, what))
    return total


def can_pay(table: Table, seat: int, cost: int, what: str = "", keep: int = 0) -> bool:
    """Whether a cost can be covered in full, with so many Crystals left to be destroyed. DF-PAY-11, R-DESTROY"""
    pool = table.state.crystals[seat]
    return pool >= keep and (cost <= pool - keep or cost <= means(table, seat, what) - keep)


def pay(table: Table, seat: int, cost: int, what: str, *, may_go_back: bool = False, keep: int = 0) -> Rule[bool]:
    """Pay a cost that can be paid; Temporary Crystals go first. No only if the seat went back. DF-PAY-06, R-TEMP"""
    temporary = min(cost, table.state.temporary[seat])
    mix = yield from _choose_mix(table, seat, cost - temporary, what, may_go_back, keep)
    if mix is None:
        return False
    _hand_over(table, seat, what, temporary, mix)
    return True


def _choose_mix(table: Table, seat: int, rest: int, what: str, may_go_back: bool, keep: int = 0) -> Rule[Mix | None]:
    """A ready-made mix, or one put together unit by unit."""
    if rest <= 0:
        return {}
    found = purses(table, seat, what, keep)
    if (only := _only_way(found, rest)) is not None:
        return only
    mixes = ready_mixes(found, rest)
    options = [_mix_option(found, mix) for mix in mixes]
    if count_mixes(found, rest) > len(mixes):
        options.append(Option("mix", "Choose unit by unit"))
    if may_go_back:
        options.append(Option("back", "Back"))
    data = {"what": what, "cost": rest}
    while True:
        chosen = yield from ask(seat, "pay", "How do you pay %(cost)s for %(what)s?", options, data)
        if chosen.id == "back":
            return None
        if chosen.id != "mix":
            return dict(chosen.data["mix"])
        mix = yield from _unit_by_unit(seat, found, rest, what)
        if mix is not None:
            return mix


def _only_way(found: list[Purse], rest: int) -> Mix | None:
    """The mix if there is just one."""
    if len(found) == 1:
        return {found[0].id: rest}
    if sum(purse.units for purse in found) == rest:
        return {purse.id: purse.units for purse in found}
    return None


def ready_mixes(found: list[Purse], rest: int) -> list[Mix]:
    """The mixes people ask for: all from one purse, or all Crystals there are and the rest from another purse."""
    mixes = [{purse.id: rest} for purse in found if purse.units >= rest]
    crystals = next((purse.units for purse in found if purse.id == "crystals"), 0)
    if 0 < crystals < rest:
        mixes[:0] = [
            {"crystals": crystals, purse.id: rest - crystals}
            for purse in found
            if purse.id != "crystals" and purse.units >= rest - crystals
        ]
    return mixes


def count_mixes(found: list[Purse], rest: int) -> int:
    """How many different mixes there are."""
    ways = [1] + [0] * rest
    for purse in found:
        ways = [sum(ways[max(0, n - purse.units) : n + 1]) for n in range(rest + 1)]
    return ways[rest]


def _mix_option(found: list[Purse], mix: Mix) -> Option:
    parts = [purse for purse in found if purse.id in mix]
    last = parts[-1]
    data: dict[str, Any] = {**last.data, "count": mix[last.id], "mix": mix}
    if len(parts) == 1:
        return Option(last.id, f"Pay {last.wording}", data)
    data["crystals"] = mix["crystals"]
    return Option(f"crystals+{last.id}", f"Pay %(crystals)s from the Crystal Pool and {last.wording}", data)


def _unit_by_unit(seat: int, found: list[Purse], rest: int, what: str) -> Rule[Mix | None]:
    """Each unit of a cost by itself; the last one can be taken back. DF-PAY-05, -06, -08"""
    given: list[str] = []
    while len(given) < rest:
        options = [
            Option(purse.id, f"Pay {purse.wording}", {**purse.data, "count": 1})
            for purse in found
            if given.count(purse.id) < purse.units
        ]
        options.append(Option("back", "Back"))
        data = {"what": what, "left": rest - len(given), "given": tuple(given)}
        chosen = yield from ask(seat, "pay_unit", "%(left)s more to pay for %(what)s: with what?", options, data)
        if chosen.id != "back":
            given.append(chosen.id)
        elif given:
            given.pop()
        else:
            return None
    return {purse.id: given.count(purse.id) for purse in found if purse.id in given}


def _hand_over(table: Table, seat: int, what: str, temporary: int, mix: Mix) -> None:
    """Crystals to the Depleted Pool, Endurance tokens to the supply, the marker a slot away for each VP.

    DF-PAY-01, -09, -12, Q-35, R-TEMP
    """
    state = table.state
    state.temporary[seat] -= temporary
    crystals = mix.get("crystals", 0)
    state.crystals[seat] -= crystals
    state.depleted[seat] += crystals
    for squad in table.roster.armies[seat].squads:
        if tokens := mix.get(f"endurance:{squad.number}", 0):
            table.take_endurance(squad.number, tokens)
    if STAND_INS:
        for stand_in in _stand_ins(table, seat, what):
            for _ in range(mix.get(stand_in.id, 0)):
                stand_in.take(table, seat)
    if temporary or mix:
        table.tell("paid", seat=seat, what=what, temporary=temporary, mix=mix)
    if points := mix.get("vp", 0):
        victory.move_marker(table, seat, -points)
        ending.after_points(table)
