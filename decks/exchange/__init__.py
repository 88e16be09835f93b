"""Brings decks in from anywhere and gives them out in every format. Knows no Django."""

from decks.exchange.exporting import FORMS, Exported, Form, export
from decks.exchange.imported import Entry, Imported, ImportRefused, Matched, Unmatched
from decks.exchange.importing import read

__all__ = ["FORMS", "Entry", "Exported", "Form", "ImportRefused", "Imported", "Matched", "Unmatched", "export", "read"]
