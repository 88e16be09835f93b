"""The own hand as cards: each half with its text, and whether it can be played now or why not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from catalog.packs import schema
from matches.naming import Names, View


@dataclass(frozen=True, slots=True)
class HalfSheet:
    """A half of a card in hand. `option` plays it; without one it is grey, with a reason if one is known."""

    half: schema.Half
    place: str
    option: str
    reason: str


@dataclass(frozen=True, slots=True)
class CardSheet:
    """A card in hand. `attach` and `discard` are options about the whole card."""

    card: schema.Card
    band: str
    halves: Sequence[HalfSheet]
    attach: str
    attach_reason: str
    discard: str

    @property
    def playable(self) -> bool:
        """Whether anything can be done with the card now."""
        return bool(self.attach or self.discard or any(half.option for half in self.halves))


def hand_sheet(view: View, names: Names, offered: Collection[str], reasons: Mapping[str, str]) -> list[CardSheet]:
    """The cards in the hand of the view's seat."""
    if view["own"] is None:
        return []
    cards = (names.find_card(slug, view["seat"]) for slug in view["own"]["hand"])
    return [_card(card, names, view, offered, reasons) for card in cards if card is not None]


def _card(
    card: schema.Card, names: Names, view: View, offered: Collection[str], reasons: Mapping[str, str]
) -> CardSheet:
    def known(option: str) -> str:
        return option if option in offered else ""

    squads = {squad.slug: squad.name for squad in names.factions[names.faction(view["seat"])].squads}
    halves = [
        HalfSheet(half, place, known(f"play:{card.slug}:{place}"), reasons.get(f"play:{card.slug}:{place}", ""))
        for place, half in (("upper", card.upper), ("lower", card.lower))
        if half is not None
    ]
    attach = f"attach:{card.slug}"
    return CardSheet(
        card=card,
        band=squads.get(card.squad, card.squad) if card.squad else _("Any Squad"),
        halves=halves,
        attach=known(attach),
        attach_reason=reasons.get(attach, ""),
        discard=known(f"discard:{card.slug}"),
    )
