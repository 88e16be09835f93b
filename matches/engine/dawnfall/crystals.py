"""Crystals on their ways between neutral pile, Crystal Pools and Depleted Pools. None is made, none is lost."""

from __future__ import annotations

from matches.engine.dawnfall.table import Table


def gain(table: Table, seat: int, count: int, *, depleted: bool = False) -> int:
    """Crystals from the neutral pile, as far as it has some; gives how many came. DF-LIMIT-07, -10, R-GAIN"""
    state = table.state
    got = min(count, state.neutral_crystals)
    if got > 0:
        state.neutral_crystals -= got
        pool = state.depleted if depleted else state.crystals
        pool[seat] += got
        table.tell("crystals_gained", seat=seat, count=got, depleted=depleted)
    return max(got, 0)


def gain_temporary(table: Table, seat: int, count: int) -> None:
    """Temporary Crystals are none of the match's Crystals; they vanish when spent or with the turn. R-TEMP"""
    table.state.temporary[seat] += count
    table.tell("temporary_gained", seat=seat, count=count)


def drop_temporary(table: Table) -> None:
    """The turn in which they were gained is over. R-TEMP"""
    for seat, count in enumerate(table.state.temporary):
        if count:
            table.state.temporary[seat] = 0
            table.tell("temporary_vanished", seat=seat, count=count)


def refresh(table: Table, seat: int, count: int | None = None) -> int:
    """Depleted Crystals back to the Crystal Pool: all, or so many; gives how many moved. DF-PAY-03, R-REFRESH"""
    state = table.state
    moved = state.depleted[seat] if count is None else min(count, state.depleted[seat])
    if moved:
        state.depleted[seat] -= moved
        state.crystals[seat] += moved
        table.tell("crystals_refreshed", seat=seat, count=moved)
    return moved


def leave(table: Table, seat: int) -> None:
    """One Crystal of a Harvest stays in the neutral pile after all. Energize"""
    table.state.crystals[seat] -= 1
    table.state.neutral_crystals += 1
    table.tell("crystal_left", seat=seat)


def can_destroy(table: Table, seat: int, count: int = 1) -> bool:
    """Only real Crystals of the Crystal Pool can be destroyed. R-DESTROY"""
    return table.state.crystals[seat] >= count


def destroy(table: Table, seat: int, count: int = 1) -> None:
    """Crystals from the Crystal Pool back to the neutral pile. It is no payment. R-DESTROY"""
    if not can_destroy(table, seat, count):
        raise ValueError("no such Crystal to destroy")
    table.state.crystals[seat] -= count
    table.state.neutral_crystals += count
    table.tell("crystals_destroyed", seat=seat, count=count)


def take(table: Table, seat: int, victim: int, *, depleted: bool = False) -> bool:
    """One Crystal of another player, from the Crystal Pool before the Depleted Pool. R-TAKE"""
    state = table.state
    source = state.crystals if state.crystals[victim] else state.depleted
    if not source[victim]:
        return False
    source[victim] -= 1
    pool = state.depleted if depleted else state.crystals
    pool[seat] += 1
    table.tell("crystal_taken", seat=seat, victim=victim, depleted=depleted)
    return True
