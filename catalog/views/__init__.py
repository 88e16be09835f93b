"""Pages of the catalogue. Each file holds one subject; this list is what the addresses may name."""

from catalog.views.cards import card
from catalog.views.factions import colours, faction, factions
from catalog.views.home import home
from catalog.views.soon import rules, search, squads
from catalog.views.squad import squad
from catalog.views.tokens import tokens

__all__ = [
    "card",
    "colours",
    "faction",
    "factions",
    "home",
    "rules",
    "search",
    "squad",
    "squads",
    "tokens",
]
