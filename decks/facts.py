"""The catalogue facts for deck building, read from the database once for each edition of the catalogue."""

from __future__ import annotations

from threading import Lock

from catalog.models import Card, Faction, GameSystem
from decks.rules.facts import CardFacts, FactionFacts, Facts, SquadFacts, cheapest

_facts: dict[str, tuple[int, Facts]] = {}
_reading = Lock()


def facts_of(system: GameSystem) -> Facts:
    """The facts of the system's present edition."""
    edition, facts = _facts.get(system.slug, (-1, None))
    if facts is None or edition != system.edition:
        with _reading:
            facts = Facts(map(_faction, _factions(system)))
            _facts[system.slug] = (system.edition, facts)
    return facts


def forget() -> None:
    """Drop all facts, for whoever puts the database back to an earlier edition."""
    _facts.clear()


def _factions(system: GameSystem) -> list[Faction]:
    parts = ("squads", "cards__squad", "cards__halves", "banners", "shrines")
    return list(system.factions.select_related("system").prefetch_related(*parts))


def _faction(faction: Faction) -> FactionFacts:
    banners = [banner for banner in faction.banners.all() if not banner.retired]
    shrines = [shrine for shrine in faction.shrines.all() if not shrine.retired]
    return FactionFacts(
        system=faction.system.slug,
        slug=faction.slug,
        name=faction.name,
        squads={
            squad.slug: SquadFacts(
                squad.slug,
                squad.name,
                squad.copies,
                cavalry="cavalry" in squad.tags,
                unplayable=squad.unplayable,
                retired=squad.retired,
                leader="leader" in squad.tags,
                boss="boss" in squad.tags,
                expansion=squad.expansion,
            )
            for squad in faction.squads.all()
        },
        cards={
            card.slug: CardFacts(
                card.slug,
                card.name,
                card.copies,
                card.kind,
                card.squad.slug if card.squad else "",
                *_half_names(card),
                in_setup=card.attach_in_setup,
                unplayable=card.unplayable,
                retired=card.retired,
                cost=cheapest(card.attach_cost, [half.cost for half in card.halves.all()]),
                instant=any(half.instant for half in card.halves.all()),
                expansion=card.expansion,
            )
            for card in faction.cards.all()
        },
        banners={banner.slug: banner.name for banner in banners},
        shrines={shrine.slug: shrine.name for shrine in shrines},
        standard_banner=next((banner.slug for banner in banners if banner.variant == "standard"), ""),
        standard_shrine=next((shrine.slug for shrine in shrines if shrine.variant == "standard"), ""),
        unplayable=faction.unplayable,
        retired=faction.retired,
        retired_banners={banner.slug: banner.name for banner in faction.banners.all() if banner.retired},
        retired_shrines={shrine.slug: shrine.name for shrine in faction.shrines.all() if shrine.retired},
    )


def _half_names(card: Card) -> tuple[str, str]:
    names = {half.place: half.name for half in card.halves.all()}
    return names.get("upper", ""), names["lower"]
