"""Decks from elsewhere. What cannot be matched is told line by line and kept in the notes of the deck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from catalog.models import GameSystem
from decks.exchange import Imported, ImportRefused, Unmatched, read
from decks.facts import facts_of
from decks.models import LONGEST_NOTES, Deck
from decks.refusals import NoFactionFound, Unreadable
from decks.services.making import keep_list
from decks.visitors import Visitor


@dataclass(frozen=True)
class Arrived:
    """A deck kept from elsewhere, and what became of each line."""

    deck: Deck
    imported: Imported


def read_deck(system: GameSystem, data: str | bytes, filename: str = "") -> Imported:
    """Read a deck from text, a code, a link or a file, without keeping it."""
    try:
        return read(data, facts_of(system), filename)
    except ImportRefused as refused:
        raise Unreadable(refused.sentence.text(gettext, ngettext)) from refused


@transaction.atomic
def import_deck(visitor: Visitor, system: GameSystem, data: str | bytes, filename: str = "") -> Arrived:
    """Keep a deck from elsewhere; lines that are not in it stand in its notes."""
    imported = read_deck(system, data, filename)
    if not imported.deck.faction:
        raise NoFactionFound(imported)
    return Arrived(keep_list(visitor, imported.deck, notes=left_over(imported.unmatched)), imported)


def left_over(unmatched: Iterable[Unmatched]) -> str:
    """Lines that are not in the deck, as Markdown that shows them exactly."""
    lines = [f"    {' '.join(each.text.split())}" for each in unmatched]
    if not lines:
        return ""
    heading = _("These lines of the import are not in the deck:") + "\n\n"
    kept: list[str] = []
    room = LONGEST_NOTES - len(heading) - 200
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            rest = len(lines) - number
            kept.append("")
            kept.append(ngettext("… and %(count)d more line.", "… and %(count)d more lines.", rest) % {"count": rest})
            break
        kept.append(line)
    return heading + "\n".join(kept)
