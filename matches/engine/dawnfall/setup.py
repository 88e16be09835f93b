"""What is agreed before a match: mode, optional rules, and who sits where with which decks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from catalog.packs.schema import FactionFile

#: Players, board and crystals (charges alike) of each mode. DF-SETUP-04, -05, -07 to -09
MODES: Final = {
    "duel": (2, "B39", 20),
    "ffa3": (3, "B39x2", 30),
    "ffa4": (4, "B39x2", 40),
    "team": (4, "B39x2", 40),
}


@dataclass(frozen=True)
class DeckChoice:
    """An army with its deck: catalogue slugs of one faction."""

    faction: str
    squads: tuple[str, ...]
    cards: Mapping[str, int]
    banner: str
    shrine: str
    #: Script mode: the deck from top to bottom. DF-OPT-13
    order: tuple[str, ...] = ()


@dataclass(frozen=True)
class Seat:
    """A place at the table. A seat that brings several decks picks one in setup. DF-SETUP-16"""

    name: str
    decks: tuple[DeckChoice, ...]


@dataclass(frozen=True)
class Options:
    """The optional modes, all off; and the rulings that a match may switch. DF-OPT-01"""

    more_crystals: bool = False
    handicaps: tuple[int, ...] = ()
    mulligan: bool = False
    buying_vp: bool = False
    alternative_setup: bool = False
    short_deck: bool = False
    reshuffle: bool = False
    script: bool = False
    hand_size: int = 3
    special_sources: bool = False
    #: What a Special Crystal Source may give; players may agree on others than the book's three. DF-OPT-19
    source_options: tuple[str, ...] = ("remove", "return", "restore")
    #: Shrines and Sources on the places of Q-14 instead of steps 11 and 12.
    quick_setup: bool = False
    #: A casual match: decks of any size with any number of copies, as long as all in them is known and playable.
    free_decks: bool = False
    #: Slots from the middle of the Victory track to a Faction token. Q-16
    track: int = 10
    #: Ask a seat also where only its hidden cards could answer, so that a pause tells nothing. R-ASK
    ask_always: bool = True
    #: R-STALEMATE; 0 switches a limit off.
    quiet_turns: int = 10
    max_turns: int = 300
    #: All have agreed to play with the cavalry of the expansions. Section 6.1
    expansions: bool = False


@dataclass(frozen=True)
class Setup:
    """Everything that decides a match apart from chance and choices."""

    mode: str
    seats: tuple[Seat, ...]
    factions: Mapping[str, FactionFile] = field(repr=False)
    options: Options = Options()
    #: Another board than the mode's, for tests.
    map: str = ""

    @property
    def board(self) -> str:
        """The name of the board."""
        return self.map or MODES[self.mode][1]

    @property
    def supply(self) -> int:
        """How many Crystals, and how many charges, there are in the match."""
        return MODES[self.mode][2]

    @property
    def multiplayer(self) -> bool:
        """Whether the boxes titled Multiplayer bind. DF-SETUP-01"""
        return self.mode != "duel"

    @cached_property
    def rosters(self) -> dict[tuple[int, ...], Any]:
        """The rosters by the decks that were picked: made once, shared by all tables of the match."""
        return {}

    @cached_property
    def veiled(self) -> dict[int, Setup]:
        """This setup without the deck lists of others than a seat: made once for each."""
        return {}

    @cached_property
    def hushed(self) -> Setup:
        """This setup without questions that can only be passed: nobody is to be misled. R-ASK"""
        return replace(self, options=replace(self.options, ask_always=False))

    def team(self, seat: int) -> int:
        """The side a seat is on; allies sit across. DF-SETUP-14"""
        return seat % 2 if self.mode == "team" else seat

    def to_json(self) -> dict[str, Any]:
        """The setup as JSON-able data, without the catalogue."""
        return {
            "mode": self.mode,
            "seats": [asdict(seat) for seat in self.seats],
            "options": asdict(self.options),
            "map": self.map,
        }
