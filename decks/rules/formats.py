"""The sizes of deck the game knows, as data. DF-DECK-01, DF-DECK-02, DF-OPT-10, DF-SETUP-20, DF-SETUP-21"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from decks.rules.sentences import gettext_noop


@dataclass(frozen=True, slots=True)
class Format:
    """How many squads an army has and how many cards its deck."""

    slug: str
    name: str
    squads: int
    cards: int


DUEL: Final = Format("duel", gettext_noop("Duel"), squads=5, cards=25)
MULTIPLAYER: Final = Format("multiplayer", gettext_noop("Multiplayer"), squads=4, cards=15)
SHORT: Final = Format("short", gettext_noop("Short duel"), squads=5, cards=20)

FORMATS: Final = {format_.slug: format_ for format_ in (DUEL, MULTIPLAYER, SHORT)}
