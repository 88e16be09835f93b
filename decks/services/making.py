"""How decks come and go: from nothing, from a list, from another deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import Faction, StarterDeck
from decks.models import LONGEST_NAME, Deck
from decks.refusals import NoPlaceToKeep, TooManyDecks, Unknown
from decks.rules.deck_list import DeckList
from decks.services.keeping import checked, deck_to_change, deck_to_read, line, log, store
from decks.visitors import Visitor

MOST_DECKS_OF_A_USER = 500
MOST_DECKS_OF_A_GUEST = 20


@transaction.atomic
def create_deck(visitor: Visitor, faction: Faction, format_: str = "duel", name: str = "") -> Deck:
    """Begin a deck with nothing in it but the standard Banner and Shrine."""
    name = name if line(name) else _("New %(faction)s deck") % {"faction": faction.name}
    return _create(visitor, faction, "create_deck", checked(faction, {"format": format_, "name": name}))


@transaction.atomic
def keep_list(visitor: Visitor, deck_list: DeckList, notes: str = "") -> Deck:
    """Make a deck of a list that came from somewhere: a code, a form, the API. Illegal lists are kept, too."""
    faction = faction_of(deck_list)
    return _create(visitor, faction, "keep_list", checked(faction, {**_parts(deck_list), "notes": notes}))


@transaction.atomic
def fork(visitor: Visitor, key: str) -> Deck:
    """Make a private copy of a deck, with credit to who built it."""
    original = deck_to_read(visitor, key)
    parts = dict(original.content)
    credit = {"source_name": original.name, "source_author": original.author}
    if visitor.owns(original):
        # Among one's own decks names have to tell apart, and whoever had the idea first keeps the credit.
        parts["name"] = (_("Copy of %(name)s") % {"name": original.name})[:LONGEST_NAME]
        credit = {"source_name": original.source_name, "source_author": original.source_author}
    return _create(visitor, original.faction, "fork", {**parts, **credit, "forked_from": original})


@transaction.atomic
def copy_starter(visitor: Visitor, starter: StarterDeck) -> Deck:
    """Make a starter deck one's own, to play it or to build on it."""
    parts = _parts(starter_list(starter))
    return _create(visitor, starter.faction, "copy_starter", {**parts, "source_name": starter.name})


@transaction.atomic
def delete_deck(visitor: Visitor, key: str, version: int | None = None) -> None:
    """Delete a deck with its history, likes and comments. Copies of it keep their credit."""
    deck = deck_to_change(visitor, key, version)
    deck.delete()
    log.info("deck %s: deleted by %s", key, visitor)


def starter_list(starter: StarterDeck) -> DeckList:
    """A starter deck as the rules see it."""
    return DeckList(
        faction=starter.faction.slug,
        format=starter.format,
        squads=tuple(starter.squads),
        cards=starter.cards,
        banner=starter.banner.slug,
        shrine=starter.shrine.slug,
        name=starter.name,
        system=starter.faction.system.slug,
    )


def faction_of(deck_list: DeckList) -> Faction:
    """The row of the list's faction."""
    wanted = {"system__slug": deck_list.system, "slug": deck_list.faction}
    faction = Faction.objects.select_related("system").filter(**wanted).first()
    if faction is None:
        known = Faction.objects.current().filter(system__slug=deck_list.system).values_list("slug", flat=True)
        raise Unknown("faction", deck_list.faction, ", ".join(known))
    return faction


def _parts(deck_list: DeckList) -> dict[str, Any]:
    """What of a list is the content of a deck. A name from elsewhere is cut where it does not fit."""
    return {
        "name": line(deck_list.name)[:LONGEST_NAME].strip() or _("Unnamed deck"),
        "format": deck_list.format,
        "squads": dict(Counter(deck_list.squads)),
        "cards": dict(deck_list.cards),
        "banner": deck_list.banner,
        "shrine": deck_list.shrine,
    }


def _create(visitor: Visitor, faction: Faction, deed: str, parts: Mapping[str, Any]) -> Deck:
    _check_room(visitor)
    deck = Deck(owner=visitor.user, guest="" if visitor.user else visitor.guest, faction=faction, version=0)
    deck.banner, deck.shrine = deck.facts.standard_banner, deck.facts.standard_shrine
    deck.take(parts)
    deck.save()
    return store(deck, deed)


def _check_room(visitor: Visitor) -> None:
    if visitor.is_nobody:
        raise NoPlaceToKeep
    most = MOST_DECKS_OF_A_USER if visitor.user else MOST_DECKS_OF_A_GUEST
    if Deck.objects.owned_by(visitor).count() >= most:
        raise TooManyDecks(most, guest=visitor.user is None)
