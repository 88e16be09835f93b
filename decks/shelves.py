"""The builder's left side: what the faction has to choose from, found with the search language of the catalogue."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog.indexing import index_of
from catalog.models import Card, Squad
from catalog.search import Found, find, has_term, term, with_term, without_term
from catalog.sheets import FactionSheet
from decks.rules.deck_list import DeckList

#: One-click filters, beside those for each squad.
QUICK: dict[str, Promise] = {
    "kind:action": _("Actions"),
    "kind:enhancement": _("Enhancements"),
    "kind:evolve": _("Evolve"),
    "timing:instant": _("Instants"),
    "cost<=1": _("Costs 0 or 1"),
}


@dataclass
class OnShelf:
    """A card or squad to choose, and how often it is chosen."""

    row: Card | Squad
    number: int
    state: str = ""

    @property
    def kind(self) -> str:
        """What it is, as the builder's buttons name it."""
        return "card" if isinstance(self.row, Card) else "squad"


@dataclass
class Block:
    """A squad with the cards that only it uses; without a squad, the cards for any."""

    squad: OnShelf | None
    name: str
    cards: list[OnShelf] = field(default_factory=list)


@dataclass(frozen=True)
class Chip:
    """A link that switches a condition of the search on or off."""

    label: str
    href: str
    active: bool


@dataclass
class Shelf:
    """What the search leaves of the faction's squads and cards."""

    query: str
    blocks: list[Block]
    chips: list[Chip]
    problem: str = ""
    suggestions: list[Chip] = field(default_factory=list)


def shelf_for(deck: DeckList, catalogue: FactionSheet, query: str = "") -> Shelf:
    """The faction's squads, each with its cards, as far as they match the query."""
    system = catalogue.faction.system
    found = find(index_of(system), query)
    fitting = {
        (document.type, document.id)
        for document in found.documents
        if document.values["faction"] == (catalogue.faction.slug,)
    }
    blocks = [_block(deck, squad, catalogue, fitting, show_all=bool(query)) for squad in [*catalogue.squads, None]]
    return Shelf(
        query,
        [block for block in blocks if block.squad or block.cards],
        _chips(query, catalogue),
        gettext(found.problem.sentence) % found.problem.quoted if found.problem else "",
        _suggestions(found),
    )


def counts(deck: DeckList, catalogue: FactionSheet) -> dict[str, tuple[str, str]]:
    """What stands beside each squad and card of the faction, for the script that keeps the shelf up to date."""
    cards = [OnShelf(card, deck.cards.get(card.slug, 0), _card_state(deck, card)) for card in catalogue.cards]
    squads = [_fielded(deck, squad) for squad in catalogue.squads]
    return {f"{each.kind} {each.row.slug}": (f"{each.number}/{each.row.copies}", each.state) for each in squads + cards}


def _block(
    deck: DeckList, squad: Squad | None, catalogue: FactionSheet, fitting: Collection[tuple[str, int]], show_all: bool
) -> Block:
    """What cannot be chosen at all is shown only to those who look for it."""
    cards = [
        OnShelf(card, deck.cards.get(card.slug, 0), _card_state(deck, card))
        for card in catalogue.cards
        if card.squad_id == (squad.pk if squad else None)
        and ("card", card.pk) in fitting
        and (show_all or not (card.unplayable or (squad and squad.unplayable)))
    ]
    head = None
    if squad and ("squad", squad.pk) in fitting and (show_all or not squad.unplayable):
        head = _fielded(deck, squad)
    return Block(head, squad.name if squad else gettext("Any squad"), cards)


def _fielded(deck: DeckList, squad: Squad) -> OnShelf:
    number = deck.squads.count(squad.slug)
    return OnShelf(squad, number, _state(number, squad.copies))


def _card_state(deck: DeckList, card: Card) -> str:
    if card.kind == Card.Kind.DEPLOYMENT or card.attach_in_setup:
        return "outside"
    number = deck.cards.get(card.slug, 0)
    if card.squad and card.squad.slug not in deck.squads:
        return "unserved over" if number else "unserved"
    return _state(number, card.copies)


def _state(number: int, most: int) -> str:
    if number > most:
        return "over"
    return "full" if number == most else ""


def _chips(query: str, catalogue: FactionSheet) -> list[Chip]:
    kinds = {card.kind for card in catalogue.cards}
    quick = [
        _chip(query, condition, str(label))
        for condition, label in QUICK.items()
        if not condition.startswith("kind:") or condition.removeprefix("kind:") in kinds
    ]
    return quick + [
        _chip(query, term("squad", squad.name), squad.name) for squad in catalogue.squads if not squad.unplayable
    ]


def _chip(query: str, condition: str, label: str) -> Chip:
    active = has_term(query, condition)
    changed = without_term(query, condition) if active else with_term(query, condition)
    return Chip(label, "?" + urlencode({"q": changed}) if changed else "?", active)


def _suggestions(found: Found) -> list[Chip]:
    return [Chip(text, "?" + urlencode({"q": text}), False) for text in found.suggestions]
