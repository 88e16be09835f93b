"""The rules of a game as data: reading, finding, linking and printing them. Knows no Django."""

from catalog.reference.book import Reference
from catalog.reference.entries import Address, Entry, EntryKind, Page
from catalog.reference.reader import read_reference, reference

__all__ = ["Address", "Entry", "EntryKind", "Page", "Reference", "read_reference", "reference"]
