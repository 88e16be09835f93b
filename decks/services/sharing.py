"""Who may see a deck, and whose it is."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from decks.models import Deck
from decks.refusals import GuestsCannotPublish, NoSuchDeck, OnlyForStaff, Unknown
from decks.services.keeping import deck_to_change, log, step
from decks.visitors import Visitor


@transaction.atomic
def set_visibility(visitor: Visitor, key: str, version: int, visibility: str) -> Deck:
    """Make the deck private, unlisted or public. Likes and comments wait while it is not public."""
    if visibility not in Deck.Visibility.values:
        raise Unknown("visibility", visibility, ", ".join(Deck.Visibility.values))
    deck = deck_to_change(visitor, key, version)
    if deck.visibility != visibility:
        _show_as(deck, visibility)
    return deck


@transaction.atomic
def take_down(staff: Visitor, key: str) -> Deck:
    """Make somebody's public or unlisted deck private, as moderation. Its owner keeps it."""
    if not staff.is_staff:
        raise OnlyForStaff
    deck = Deck.objects.select_for_update().filter(key=key).exclude(visibility=Deck.Visibility.PRIVATE).first()
    if deck is None:
        raise NoSuchDeck(key)
    _show_as(deck, Deck.Visibility.PRIVATE)
    log.info("deck %s: taken down by %s", key, staff)
    return deck


@transaction.atomic
def hand_over(guest: str, user: User) -> int:
    """Make a guest's decks the user's, all of them, and say how many they are."""
    if not guest:
        return 0
    count = Deck.objects.filter(owner=None, guest=guest).update(owner=user, guest="")
    log.info("%d decks of a guest handed over to user %s", count, user.pk)
    return count


def _show_as(deck: Deck, visibility: str) -> None:
    if visibility == Deck.Visibility.PUBLIC and deck.owner_id is None:
        raise GuestsCannotPublish
    deck.visibility = visibility
    if deck.is_public and deck.published is None:
        deck.published = timezone.now()
    step(deck, ["visibility", "published"])
    log.info("deck %s: now %s", deck.key, visibility)
