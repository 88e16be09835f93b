"""What changes a value of a model, by name: for pages and people. What counts is worked out in attributes.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from matches.engine.dawnfall import attributes, halves, markers
from matches.engine.dawnfall.attributes import NAMES, Name
from matches.engine.dawnfall.table import Table


class Change(NamedTuple):
    """One change of a value: where it comes from, whether it adds, multiplies or sets, and by how much."""

    name: str
    kind: str
    amount: int


def described(table: Table, model: int) -> dict[str, dict[str, Any]]:
    """All values of a model as JSON-able data: as printed, as they count now, and what lies between."""
    return {
        name: {
            "value": attributes.value(table, model, name),
            "printed": attributes.printed(table, model, name),
            "modifiers": [change._asdict() for change in changes(table, model, name)],
        }
        for name in NAMES
    }


def changes(table: Table, model: int, name: Name) -> Iterator[Change]:
    """The changes of one value in the order in which they count. R-ATTR-ORDER"""
    for modifier in attributes.MODIFIERS.at(table, name):
        if modifier is markers.changes:
            yield from _of_tokens(table, model, name)
            yield from _of_passives(table, model, name)
        else:
            source = modifier.__name__.replace("_", " ").capitalize()
            yield from (Change(source, *pair) for pair in modifier(table, model, name))
    for effect in table.state.effects:
        if effect.model == model and effect.kind.startswith(name) and effect.kind[len(name)] in "+*=":
            yield Change(effect.source, effect.kind[len(name) :], effect.amount)


def _of_tokens(table: Table, model: int, name: Name) -> Iterator[Change]:
    for marker in (*table.state.markers[model], *table.state.squad_markers[table.roster.squad_of[model]]):
        kind = markers.KINDS[marker.kind]
        if kind.changes is not None:
            yield from (Change(kind.name, *pair) for pair in kind.changes(table, model, marker, name))


def _of_passives(table: Table, model: int, name: Name) -> Iterator[Change]:
    army = table.roster.armies[table.roster.seat_of[model]]
    for attached in table.state.attached[table.roster.squad_of[model]]:
        ongoing = halves.ONGOING.get((army.faction, attached.card, "lower")) if attached.on else None
        if ongoing is not None:
            yield from (Change(army.cards[attached.card].name, *pair) for pair in ongoing(table, model, name))
