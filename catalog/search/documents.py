"""What is searched: entries of the catalogue, each with the faces (halves or modes) it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

#: A field's value: a number, a word, or None where a card prints a dash.
Value = int | str | None


@dataclass(frozen=True, slots=True)
class Face:
    """A half of a card or a mode of a squad; conditions on it must hold on one and the same face."""

    values: Mapping[str, tuple[Value, ...]]
    name: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """An entry of the catalogue as the search sees it."""

    type: str
    id: int
    name: str
    values: Mapping[str, tuple[Value, ...]]
    text: str = ""
    faces: tuple[Face, ...] = (Face({}),)
