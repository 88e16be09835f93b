"""A deck that is laid in order, as a list in which every card can go up, down or to a place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from matches.setting_up.starters import dawnfall_factions

UP, DOWN, TOP, BOTTOM = "up", "down", "top", "bottom"
_STEPS: Final = {UP: -1, DOWN: 1}


@dataclass(frozen=True)
class Laid:
    """A card in its place, counted from the top of the deck."""

    place: int
    slug: str
    name: str
    halves: str


def first_order(deck: Mapping[str, Any]) -> tuple[str, ...]:
    """The order that a deck of a seat has; at first that of its list."""
    listed = (slug for slug, copies in deck["cards"].items() for _copy in range(copies))
    return tuple(deck["order"] or listed)


def laid(faction: str, order: Iterable[str]) -> list[Laid]:
    """The cards as the page lists them; what is no card of the faction is left out."""
    cards = {card.slug: card for card in dawnfall_factions()[faction].cards}
    known = [cards[slug] for slug in order if slug in cards]
    return [
        Laid(place, card.slug, card.name, " / ".join(half.name for half in (card.upper, card.lower) if half))
        for place, card in enumerate(known, 1)
    ]


def moved(order: Sequence[str], wish: str) -> list[str]:
    """The order after one card has gone `up`, `down`, to the `top` or `bottom`; a wish is such as `4:up`."""
    place, _colon, way = wish.partition(":")
    at = int(place) - 1 if place.isascii() and place.isdigit() and len(place) <= len(str(len(order))) else -1
    if not 0 <= at < len(order):
        return list(order)
    ends = {TOP: 0, BOTTOM: len(order) - 1}
    to = ends[way] if way in ends else at + _STEPS.get(way, 0)
    return to_places(order, {at: to + 1})


def to_places(order: Sequence[str], wishes: Mapping[int, int]) -> list[str]:
    """The order after the cards at some indices have gone to the places wished for; all others keep theirs behind."""
    staying = [slug for index, slug in enumerate(order) if index not in wishes]
    for index in sorted(wishes, key=lambda index: (wishes[index], index)):
        staying.insert(max(0, min(wishes[index] - 1, len(staying))), order[index])
    return staying


def typed_places(places: Sequence[str]) -> dict[int, int]:
    """Which cards somebody wants elsewhere: those beside which another number stands than their own."""
    numbers = [int(text) if text.isascii() and text.isdigit() and len(text) <= len("999") else 0 for text in places]
    return {index: number for index, number in enumerate(numbers) if number and number != index + 1}
