"""Armies that several tests of cards field."""

from __future__ import annotations

from typing import Any

from tests.engine.dawnfall.building import TestTable
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
