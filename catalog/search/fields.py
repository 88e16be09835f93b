"""The fields a search may name, and how a value typed for them is understood."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Kind(Enum):
    """How a field's values are compared."""

    CHOICE = "choice"
    NUMBER = "number"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Field:
    """A searchable field. `on_face`: conditions on such fields must hold on one and the same half or mode."""

    name: str
    kind: Kind
    on_face: bool
    example: str
    aliases: tuple[str, ...] = ()


_ENTRY, _FACE = False, True

FIELDS: Final = (
    Field("type", Kind.CHOICE, _ENTRY, "type:squad"),
    Field("faction", Kind.CHOICE, _ENTRY, "faction:demon", ("f",)),
    Field("squad", Kind.CHOICE, _ENTRY, 'squad:"holy knight"', ("s",)),
    Field("kind", Kind.CHOICE, _ENTRY, "kind:enhancement", ("k",)),
    Field("set", Kind.CHOICE, _ENTRY, "set:core"),
    Field("tag", Kind.CHOICE, _ENTRY, "tag:leader", ("class",)),
    Field("playable", Kind.CHOICE, _ENTRY, "playable:no"),
    Field("copies", Kind.NUMBER, _ENTRY, "copies>=4"),
    Field("attach", Kind.NUMBER, _ENTRY, "attach:0"),
    Field("charges", Kind.NUMBER, _ENTRY, "charges:1"),
    Field("endurance", Kind.NUMBER, _ENTRY, "endurance>=3", ("end",)),
    Field("models", Kind.NUMBER, _ENTRY, "models>1"),
    Field("name", Kind.WORDS, _ENTRY, "name:leap", ("n",)),
    Field("half", Kind.CHOICE, _FACE, "half:lower"),
    Field("cost", Kind.NUMBER, _FACE, "cost<=1", ("c",)),
    Field("currency", Kind.CHOICE, _FACE, "currency:charge", ("pays",)),
    Field("timing", Kind.CHOICE, _FACE, "timing:instant", ("t",)),
    Field("window", Kind.CHOICE, _FACE, "window:w-killed"),
    Field("limit", Kind.CHOICE, _FACE, 'limit:"1 per turn"'),
    Field("action", Kind.WORDS, _FACE, "action:dodge", ("mode",)),
    Field("text", Kind.WORDS, _FACE, 'text:"line of fire"', ("rules",)),
    Field("ini", Kind.NUMBER, _FACE, "ini>=3"),
    Field("att", Kind.NUMBER, _FACE, "att>=3"),
    Field("def", Kind.NUMBER, _FACE, "def>=3"),
    Field("mov", Kind.NUMBER, _FACE, "mov>=5"),
    Field("base", Kind.NUMBER, _FACE, "base:7"),
)

BY_NAME: Final = {name: field for field in FIELDS for name in (field.name, *field.aliases)}
