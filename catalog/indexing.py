"""The search index of each game system, built from the database once for each edition of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock

from catalog.models import Banner, Card, Faction, GameSystem, Shrine, Squad, Token
from catalog.search import Document, Face, Index, Value

_indexes: dict[str, tuple[int, Index]] = {}
_building = Lock()


def index_of(system: GameSystem) -> Index:
    """The index for the system's present edition."""
    edition, index = _indexes.get(system.slug, (-1, None))
    if index is None or edition != system.edition:
        with _building:
            edition, index = _indexes.get(system.slug, (-1, None))
            if index is None or edition != system.edition:
                factions = Faction.objects.current().filter(system=system)
                labels: dict[tuple[str, Value], str] = {("faction", faction.slug): faction.name for faction in factions}
                index = Index([*_documents(system.slug)], labels)
                _indexes[system.slug] = (system.edition, index)
    return index


def forget() -> None:
    """Drop all indexes, for whoever puts the database back to an earlier edition."""
    _indexes.clear()


def _documents(system: str) -> Iterator[Document]:
    """Everything searchable, in the order the catalogue lists it."""
    cards = Card.objects.current().of_system(system).select_related("squad").prefetch_related("halves")
    squads = Squad.objects.current().of_system(system).prefetch_related("modes")
    yield from map(_card, cards)
    yield from map(_squad, squads)
    for banner in Banner.objects.current().of_system(system):
        yield Document(
            "banner", banner.pk, banner.name, _shared(banner, "banner"), " ".join([*banner.options, banner.back])
        )
    for shrine in Shrine.objects.current().of_system(system):
        yield Document("shrine", shrine.pk, shrine.name, _shared(shrine, "shrine"), shrine.rules)
    for token in Token.objects.current().of_system(system):
        yield Document("token", token.pk, token.name, _shared(token, "token"), token.rules)


def _shared(entry: Card | Squad | Banner | Shrine | Token, type_: str) -> dict[str, tuple[Value, ...]]:
    expansion = getattr(entry, "expansion", False) or entry.faction.expansion
    return {
        "type": (type_,),
        "faction": (entry.faction.slug,),
        "set": ("expansion" if expansion else "core",),
        "playable": ("no" if entry.why_unplayable else "yes",),
    }


def _card(card: Card) -> Document:
    values = _shared(card, "card") | {
        "kind": (card.kind,),
        "squad": (card.squad.name if card.squad else "any",),
        "copies": (card.copies,),
    }
    if card.attach_cost is not None:
        values |= {"attach": (card.attach_cost,), "charges": (card.attach_charges,)}
    faces = tuple(
        Face(
            {
                "half": (half.place,),
                "cost": (half.cost,),
                "currency": (half.currency,),
                "timing": tuple(_timings(half.instant, half.passive)),
                "window": (half.window,),
                "limit": (half.limit,) if half.limit else (),
            },
            half.name,
            half.rules,
        )
        for half in card.halves.all()
    )
    return Document("card", card.pk, card.name, values, card.attach_terms, faces)


def _timings(instant: bool, passive: bool) -> Iterator[str]:
    yield "instant" if instant else "own-turn"
    if passive:
        yield "passive"


def _squad(squad: Squad) -> Document:
    values = _shared(squad, "squad") | {
        "squad": (squad.name,),
        "tag": tuple(squad.tags),
        "copies": (squad.copies,),
        "endurance": (squad.endurance,),
        "models": (squad.models_count,),
    }
    faces = tuple(
        Face(
            {
                "ini": (mode.ini,),
                "att": (mode.att,),
                "def": (mode.defense,),
                "mov": (mode.mov,),
                "base": (mode.base or squad.base,),
            },
            mode.name,
        )
        for mode in squad.modes.all()
    )
    return Document("squad", squad.pk, squad.name, values, squad.rules, faces)
