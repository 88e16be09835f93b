"""Armies that several tests of cards field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matches.engine.dawnfall.board import hex_of, hexes_of
from matches.engine.dawnfall.thickets import put
from tests.engine.dawnfall.building import TestTable, footprint
from tests.engine.dawnfall.fielding import a_field


def demons(*squads: str, places: dict[str, str] | None = None, **values: Any) -> TestTable:
    """The Demons have the turn; a Pilgrim of the Chapter stands far away."""
    where = {"pilgrim": "3,0:0", "pilgrim/1": "3,0:1", **(places or {})}
    enemies = values.pop("enemies", ["pilgrim", "holy-knight"])
    return a_field(*squads, enemies=enemies, sides=("demon", "chapter"), places=where, **values)


def knights(**values: Any) -> TestTable:
    places = {
        "holy-knight": "0,0:01", "holy-knight@1": "3,0:01", "holy-knight@2": "-3,0:01", "bloodsmith": "0,0:2",
        **values.pop("places", {}),
    }  # fmt: skip
    return a_field("holy-knight", "holy-knight", "holy-knight", enemies=["bloodsmith"], places=places, **values)


def angel(**values: Any) -> TestTable:
    squads = ("angel-of-death", "pilgrim")
    places = {"angel-of-death": "0,0:0123456", "pilgrim": "3,0:0", "bloodsmith": "1,0:4", **values.pop("places", {})}
    return a_field(*squads, enemies=["bloodsmith", "son-of-khyber"], places=places, **values)


def son(**values: Any) -> TestTable:
    places = {"son-of-khyber": "2,0:0123456", "pilgrim": "3,0:4", **values.pop("places", {})}
    return demons("son-of-khyber", places=places, **values)


def dvergar(*squads: str, places: dict[str, str] | None = None, **values: Any) -> TestTable:
    """The Dvergar have the turn, their Banner is face down; two Bloodsmiths of the Demons stand far away."""
    values.setdefault("banner_ready", [False, True])
    where = {"bloodsmith": "3,0:0", "bloodsmith/1": "3,0:1", **(places or {})}
    enemies = values.pop("enemies", ["bloodsmith", "son-of-khyber"])
    return a_field(*squads, enemies=enemies, sides=values.pop("sides", ("dvergar", "demon")), places=where, **values)


def reborn(
    *squads: str, places: dict[str, str] | None = None, thickets: Sequence[str] = (), **values: Any
) -> TestTable:
    """The Reborn have the turn; Pilgrims of the Chapter stand far away. `thickets` are hexes written as `q,r:hex`."""
    where = {"pilgrim": "3,0:0", "pilgrim/1": "3,0:1", **(places or {})}
    enemies = values.pop("enemies", ["pilgrim", "holy-knight"])
    table = a_field(*squads, enemies=enemies, sides=values.pop("sides", ("reborn", "chapter")), places=where, **values)
    for hexes in thickets:
        put(table, 0, hex_of(footprint("T37", hexes)))
    return table


def thickets_of(table: TestTable) -> set[str]:
    """The hexes of the Thickets, written as `q,r:hex`."""
    facts = (table.board.describe_hex(number) for number in hexes_of(table.state.thickets))
    return {f"{fact['space'][0]},{fact['space'][1]}:{fact['hex']}" for fact in facts}


def rhazack(*squads: str, places: dict[str, str] | None = None, **values: Any) -> TestTable:
    """Rha-Zack has the turn, its Banner is face down; two Bloodsmiths of the Demons stand far away."""
    values.setdefault("banner_ready", [False, True])
    where = {"bloodsmith": "3,0:0", "bloodsmith/1": "3,0:1", **(places or {})}
    enemies = values.pop("enemies", ["bloodsmith"])
    return a_field(*squads, enemies=enemies, sides=("rhazack", "demon"), places=where, **values)


def faceless(*squads: str, places: dict[str, str] | None = None, **values: Any) -> TestTable:
    """The Faceless have the turn; two Pilgrims of the Chapter stand far away."""
    where = {"pilgrim": "3,0:0", "pilgrim/1": "3,0:1", **(places or {})}
    enemies = values.pop("enemies", ["pilgrim", "holy-knight"])
    return a_field(*squads, enemies=enemies, sides=("faceless", "chapter"), places=where, **values)
