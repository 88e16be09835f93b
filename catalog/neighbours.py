"""The cards that belong beside a card: before and after it, of its squad, with its upper action."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from catalog.models import Card, Half

#: More cards than this say nothing any more; only home-brew factions come near it.
MOST = 60


@dataclass
class Neighbours:
    """Cards of the same faction around one card."""

    previous: Card | None
    next: Card | None
    same_squad: list[Card]
    same_upper: list[Card]


def neighbours(card: Card, halves: list[Half]) -> Neighbours:
    """Find the neighbours of a card in one query."""
    current = Card.objects.filter(faction=card.faction, retired=False).exclude(pk=card.pk)
    before = current.filter(position__lt=card.position).order_by("-position").values("pk")[:1]
    after = current.filter(position__gt=card.position).order_by("position").values("pk")[:1]
    adjacent = Q(pk__in=before) | Q(pk__in=after)
    wanted = adjacent
    if card.squad_id:
        wanted |= Q(squad_id=card.squad_id)
    upper = next((half.name for half in halves if half.place == Half.Place.UPPER), None)
    sharing = Half.objects.filter(card__faction=card.faction, place=Half.Place.UPPER, name=upper).values("card")
    shares = Q(pk__in=sharing)
    if upper:
        wanted |= shares
    found = current.filter(wanted).annotate(adjacent=adjacent, shares_upper=shares)
    rows = sorted(found.order_by("-adjacent", "position")[:MOST], key=_position)
    for row in rows:
        row.faction = card.faction
    return Neighbours(
        previous=next((row for row in rows if row.adjacent and row.position < card.position), None),
        next=next((row for row in rows if row.adjacent and row.position > card.position), None),
        same_squad=[row for row in rows if card.squad_id and row.squad_id == card.squad_id],
        same_upper=[row for row in rows if row.shares_upper],
    )


def _position(card: Card) -> int:
    return card.position
