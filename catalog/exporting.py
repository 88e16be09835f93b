"""Turns the database's catalogue back into the types of the catalogue files."""

from __future__ import annotations

from typing import Any

from catalog.models import Card, Faction, Half, Mode, Squad, StarterDeck
from catalog.packs import schema
from catalog.packs.schema import DASH, FactionFile


def export_faction(faction: Faction) -> FactionFile:
    """Everything of one faction that is not retired, as a catalogue file would say it."""
    current = {"retired": False}
    return FactionFile.model_validate(
        {
            "system": faction.system.slug,
            "faction": _values(faction, schema.FactionHead),
            "squads": [_squad(squad) for squad in faction.squads.filter(**current).prefetch_related("modes")],
            "cards": [
                _card(card)
                for card in faction.cards.filter(**current).select_related("squad").prefetch_related("halves")
            ],
            "banners": [_values(banner, schema.Banner) for banner in faction.banners.filter(**current)],
            "shrines": [_values(shrine, schema.Shrine) for shrine in faction.shrines.filter(**current)],
            "tokens": [_values(token, schema.Token) for token in faction.tokens.filter(**current)],
            "starter_decks": [
                _starter_deck(deck)
                for deck in faction.starter_decks.filter(**current).select_related("banner", "shrine")
            ],
        }
    )


def _values(row: Any, record: type[schema.Record], **given: Any) -> dict[str, Any]:
    """The row's columns under the record's field names; empty texts are left out as in a file."""
    values = {
        field.alias or name: given[name] if name in given else getattr(row, name)
        for name, field in record.model_fields.items()
    }
    return {name: value for name, value in values.items() if value != ""}


def _printed(value: int | str | None) -> int | str:
    return DASH if value is None else value


def _squad(squad: Squad) -> dict[str, Any]:
    modes = [_mode(mode) for mode in squad.modes.all()]
    base = squad.base or "unknown"
    return _values(squad, schema.Squad, models=squad.models_count, base=base, modes=modes)


def _mode(mode: Mode) -> dict[str, Any]:
    printed = {name: _printed(getattr(mode, name)) for name in ("ini", "att", "defense", "mov", "change_mode")}
    return _values(mode, schema.Mode, **printed, base=mode.base or "unknown")


def _card(card: Card) -> dict[str, Any]:
    halves = {half.place: _half(half) for half in card.halves.all()}
    attach = None
    if card.attach_cost is not None:
        attach = {
            "cost": card.attach_cost,
            "currency": card.attach_currency,
            "charges": card.attach_charges,
            "timing": "setup" if card.attach_in_setup else None,
        } | ({"terms": card.attach_terms} if card.attach_terms else {})
    squad = card.squad.slug if card.squad else "any"
    return _values(card, schema.Card, squad=squad, attach=attach, upper=halves.get("upper"), lower=halves["lower"])


def _half(half: Half) -> dict[str, Any]:
    return _values(half, schema.Half, cost=_printed(half.cost))


def _starter_deck(deck: StarterDeck) -> dict[str, Any]:
    return _values(deck, schema.StarterDeck, banner=deck.banner.slug, shrine=deck.shrine.slug)
