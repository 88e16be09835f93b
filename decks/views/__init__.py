"""Pages of decks. Each file holds one subject; this list is what the addresses may name."""

from decks.views.builder import build
from decks.views.choosing import new
from decks.views.deck import deck, from_code, short, starter
from decks.views.exporting import export_deck
from decks.views.importing import import_deck, keep_import
from decks.views.lists import DeckFeed, mine, public, starters
from decks.views.printing import print_proxies, print_sheet
from decks.views.sharing import delete, fork, history, notes, restore, share, take_down
from decks.views.talking import change_comment, comment, like

__all__ = [
    "DeckFeed",
    "build",
    "change_comment",
    "comment",
    "deck",
    "delete",
    "export_deck",
    "fork",
    "from_code",
    "history",
    "import_deck",
    "keep_import",
    "like",
    "mine",
    "new",
    "notes",
    "print_proxies",
    "print_sheet",
    "public",
    "restore",
    "share",
    "short",
    "starter",
    "starters",
    "take_down",
]
