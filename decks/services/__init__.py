"""What can be done with decks: one function a deed.

Each checks who asks and what they saw, acts inside one transaction, and logs. A deed that changes a deck gets the
`version` it was made on and returns the changed deck; on any other version it is refused with `StaleDeck`. Refusals
are `decks.refusals.Refusal`, each with a code and a sentence.

    deck = services.create_deck(visitor, faction, "duel")
    deck = services.add_card(visitor, deck.key, deck.version, "fireball", copies=2)
    deck = services.undo(visitor, deck.key, deck.version)
"""

from decks.services.building import (
    Filled,
    add_card,
    add_squad,
    change_deck,
    change_format,
    choose_banner,
    choose_shrine,
    fill_rest,
    remove_card,
    remove_squad,
    rename,
    set_card_copies,
    set_squad_copies,
    write_notes,
)
from decks.services.importing import Arrived, import_deck, read_deck
from decks.services.making import copy_starter, create_deck, delete_deck, fork, keep_list, starter_list
from decks.services.sharing import hand_over, set_visibility, take_down
from decks.services.talking import comment, delete_comment, hide_comment, like, show_comment, unlike
from decks.services.turning_back import redo, restore_version, undo

__all__ = [
    "Arrived",
    "Filled",
    "add_card",
    "add_squad",
    "change_deck",
    "change_format",
    "choose_banner",
    "choose_shrine",
    "comment",
    "copy_starter",
    "create_deck",
    "delete_comment",
    "delete_deck",
    "fill_rest",
    "fork",
    "hand_over",
    "hide_comment",
    "import_deck",
    "keep_list",
    "like",
    "read_deck",
    "redo",
    "remove_card",
    "remove_squad",
    "rename",
    "restore_version",
    "set_card_copies",
    "set_squad_copies",
    "set_visibility",
    "show_comment",
    "starter_list",
    "take_down",
    "undo",
    "unlike",
    "write_notes",
]
