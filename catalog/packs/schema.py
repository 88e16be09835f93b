"""What a catalogue file may say, as types. One file describes one faction.

Everything that needs catalogue facts (database, engine, tests) reads them through these types.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
COLOUR = re.compile(r"#[0-9a-f]{6}")
WINDOW = re.compile(r"W(-[A-Z]+)+")

#: The game systems a catalogue file may belong to.
SYSTEMS = {"dawnfall": "The Edge: Dawnfall"}

#: How a file writes an attribute or cost that the card prints as a dash.
DASH = "-"


def _slug(value: str) -> str:
    if not SLUG.fullmatch(value):
        raise ValueError("expected lower-case letters, digits and single hyphens, like holy-knight")
    return value


def _system(value: str) -> str:
    if value not in SYSTEMS:
        raise ValueError(f"expected {' or '.join(SYSTEMS)}")
    return value


def _colour(value: str) -> str:
    if not COLOUR.fullmatch(value):
        raise ValueError("expected a colour like #d6402f")
    return value


def _window(value: str) -> str:
    if not WINDOW.fullmatch(value):
        raise ValueError("expected the id of a timing window, like W-OWN")
    return value


def _line(value: str) -> str:
    if not value.strip():
        raise ValueError("expected some text")
    return " ".join(value.split())


def _dash_to_none(value: Any) -> Any:
    if value == DASH:
        return None
    if value == "X" or (type(value) is int and 0 <= value <= 99):
        return value
    raise ValueError('expected a whole number from 0 to 99, "X", or "-" for a dash')


def _unknown_to_none(value: Any) -> Any:
    if value is None:
        raise ValueError("expected 1, 2, 3, 7 or unknown")
    return None if value == "unknown" else value


Slug = Annotated[str, AfterValidator(_slug)]
Colour = Annotated[str, AfterValidator(_colour)]
Window = Annotated[str, AfterValidator(_window)]
Text = Annotated[str, AfterValidator(_line)]
Count = Annotated[int, Field(ge=0, le=99)]
#: A number, "X", or None where the card prints a dash.
Printed = Annotated[Count | Literal["X"] | None, BeforeValidator(_dash_to_none)]
#: Hexes covered by a base; None where no source tells.
Base = Annotated[Literal[1, 2, 3, 7] | None, BeforeValidator(_unknown_to_none)]


class Currency(StrEnum):
    """What a cost is paid with."""

    CRYSTAL = "crystal"
    CHARGE = "charge"
    DARK_POINT = "dp"
    WOUND = "wound"


class CardKind(StrEnum):
    """The four kinds of card."""

    ACTION = "action"
    ENHANCEMENT = "enhancement"
    DEPLOYMENT = "deployment"
    EVOLVE = "evolve"


class Variant(StrEnum):
    """A faction has a standard and an alternative Banner and Shrine."""

    STANDARD = "standard"
    ALTERNATIVE = "alternative"


class DeckFormat(StrEnum):
    """The three sizes of deck."""

    DUEL = "duel"
    MULTIPLAYER = "multiplayer"
    SHORT = "short"


class Tag(StrEnum):
    """Classes of squads."""

    LEADER = "leader"
    ELITE = "elite"
    CAVALRY = "cavalry"
    BOSS = "boss"


class Record(BaseModel):
    """Base of all records: unknown keys are refused, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class FactionHead(Record):
    """Who the faction is."""

    slug: Slug
    name: Text
    colour: Colour
    tagline: Text
    about: Text
    expansion: bool = False
    unplayable: Text = ""


class Mode(Record):
    """One side of a Squad card."""

    name: Text
    ini: Printed
    att: Printed
    defense: Printed = Field(alias="def")
    mov: Printed
    att_reroll: bool = False
    def_reroll: bool = False
    through_obstacles: bool = False
    base: Base = None
    change_mode: Printed = None
    change_mode_currency: Annotated[Currency, Field(strict=False)] = Currency.CRYSTAL
    evolve_card: Slug | None = None


class Squad(Record):
    """A Squad card with all its modes."""

    slug: Slug
    name: Text
    copies: Annotated[int, Field(ge=1, le=9)]
    tags: list[Annotated[Tag, Field(strict=False)]] = []
    models: Annotated[int, Field(ge=1, le=9)]
    endurance: Count
    base: Base
    modes: Annotated[list[Mode], Field(min_length=1)]
    rules: Text = ""
    rulings: list[Text] = []
    expansion: bool = False
    unplayable: Text = ""


class Attach(Record):
    """What it takes to attach an Enhancement."""

    cost: Count
    currency: Annotated[Currency, Field(strict=False)] = Currency.CRYSTAL
    charges: Count
    timing: Literal["setup"] | None = None
    terms: Text = ""


class Half(Record):
    """The upper or lower action of a card."""

    name: Text
    cost: Printed
    currency: Annotated[Currency, Field(strict=False)]
    instant: bool = False
    passive: bool = False
    limit: Text = ""
    window: Window
    rules: Text


class Card(Record):
    """An Action card. `squad` is None where any squad may use the lower half."""

    slug: Slug
    name: Text
    copies: Annotated[int, Field(ge=1, le=20)]
    squad: Annotated[Slug | None, BeforeValidator(lambda v: None if v == "any" else v)]
    kind: Annotated[CardKind, Field(strict=False)]
    attach: Attach | None = None
    upper: Half | None = None
    lower: Half
    rulings: list[Text] = []
    expansion: bool = False
    unplayable: Text = ""


class Banner(Record):
    """A Banner card: one of its options a use."""

    slug: Slug
    name: Text
    variant: Annotated[Variant, Field(strict=False)]
    options: Annotated[list[Text], Field(min_length=1)]
    back: Text = ""
    rulings: list[Text] = []


class Shrine(Record):
    """A Shrine and its power."""

    slug: Slug
    name: Text
    variant: Annotated[Variant, Field(strict=False)]
    rules: Text
    rulings: list[Text] = []


class Token(Record):
    """A token of the faction's own."""

    slug: Slug
    name: Text
    rules: Text
    rulings: list[Text] = []


class StarterDeck(Record):
    """A ready-made deck."""

    format: Annotated[DeckFormat, Field(strict=False)]
    name: Text
    about: Text
    squads: list[Slug]
    cards: dict[Slug, Annotated[int, Field(ge=1)]]
    banner: Slug
    shrine: Slug


class FactionFile(Record):
    """Everything of one faction: the content of one catalogue file."""

    system: Annotated[str, AfterValidator(_system)]
    faction: FactionHead
    squads: list[Squad]
    cards: list[Card]
    banners: list[Banner] = []
    shrines: list[Shrine] = []
    tokens: list[Token] = []
    starter_decks: list[StarterDeck] = []
