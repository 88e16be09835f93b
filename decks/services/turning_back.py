"""Undo, redo and restore: each is a new version with old content, so that nothing is ever lost by turning back."""

from __future__ import annotations

from django.db import transaction

from decks.models import Deck, DeckVersion
from decks.refusals import NoSuchVersion, NothingToRedo, NothingToUndo
from decks.services.keeping import deck_to_change, keep_known, store
from decks.visitors import Visitor


@transaction.atomic
def undo(visitor: Visitor, key: str, version: int) -> Deck:
    """Take the last change back."""
    deck = deck_to_change(visitor, key, version)
    now = deck.versions.first()
    earlier = _version(deck, now.before if now else None)
    if now is None or earlier is None:
        raise NothingToUndo
    deck.take(earlier.content)
    return store(deck, "undo", before=earlier.before, after=now.number)


@transaction.atomic
def redo(visitor: Visitor, key: str, version: int) -> Deck:
    """Make the change again that was undone last."""
    deck = deck_to_change(visitor, key, version)
    now = deck.versions.first()
    undone = _version(deck, now.after if now else None)
    if now is None or undone is None:
        raise NothingToRedo
    deck.take(undone.content)
    return store(deck, "redo", before=now.number, after=undone.after)


@transaction.atomic
def restore_version(visitor: Visitor, key: str, version: int, number: int) -> Deck:
    """Make the deck what it was after an earlier change; that can be undone like any change."""
    deck = deck_to_change(visitor, key, version)
    wanted = _version(deck, number)
    if wanted is None:
        raise NoSuchVersion(number)
    return keep_known(deck, "restore_version", wanted.content)


def _version(deck: Deck, number: int | None) -> DeckVersion | None:
    return None if number is None else deck.versions.filter(number=number).first()
