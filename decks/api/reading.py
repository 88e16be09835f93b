"""From what was sent to what the services take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from catalog.models import GameSystem
from decks.facts import facts_of
from decks.models import Content, Deck
from decks.rules.deck_list import DeckList
from decks.rules.facts import FactionFacts


def system_called(slug: str) -> GameSystem:
    """The game system of this name."""
    system = GameSystem.objects.filter(slug=slug).first()
    if system is None:
        known = ", ".join(GameSystem.objects.values_list("slug", flat=True))
        sentence = _("system is “%(slug)s”; expected one of %(known)s.") % {"slug": slug[:50], "known": known}
        raise ValidationError({"system": [sentence]})
    return system


def list_from(wanted: Mapping[str, Any]) -> DeckList:
    """A list as it was sent, with the standard Banner and Shrine where none is named."""
    facts = facts_of(system_called(wanted["system"])).factions.get(wanted["faction"])
    return DeckList(
        faction=wanted["faction"],
        format=wanted["format"],
        squads=tuple(slug for slug, copies in wanted["squads"].items() for _copy in range(copies)),
        cards=wanted["cards"],
        banner=wanted.get("banner", facts.standard_banner if facts else ""),
        shrine=wanted.get("shrine", facts.standard_shrine if facts else ""),
        name=wanted["name"],
        system=wanted["system"],
    )


def parts_from(wanted: Mapping[str, Any], deck: Deck, whole: bool) -> dict[str, Any]:
    """What of a sent deck is to change; all of it where a whole deck was sent."""
    for field, present in (("system", deck.system.slug), ("faction", deck.faction.slug)):
        if wanted.get(field, present) != present:
            sentence = _("The %(field)s of a deck stays what it is (%(present)s); make a new deck instead.")
            raise ValidationError({field: [sentence % {"field": field, "present": present}]})
    parts = {part: wanted[part] for part in Content.__annotations__ if part in wanted}
    return {**_standard(deck.facts), **parts} if whole else parts


def _standard(facts: FactionFacts) -> dict[str, str]:
    return {"banner": facts.standard_banner, "shrine": facts.standard_shrine}
