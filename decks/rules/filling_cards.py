"""Which cards complete a deck: every squad served, Instants and Enhancements mixed, little to pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from decks.rules.deck_list import DeckList
from decks.rules.facts import CardFacts, FactionFacts
from decks.rules.formats import Format
from decks.rules.luck import luck
from decks.rules.sentences import Sentence, count, gettext_noop, ngettext_lazy, say

#: How much of the deck should be for any squad, as parts of what one squad gets.
FOR_ANY_SQUAD: Final = 0.8
#: What a second squad of the same name adds to the share of its cards.
FOR_A_TWIN: Final = 0.5
#: Parts of the deck.
ENHANCEMENTS: Final = 0.28
INSTANTS: Final = 0.45
EVOLVE: Final = 0.12


@dataclass(frozen=True, slots=True)
class _Mix:
    """What the deck holds so far, and how large it will be."""

    size: int
    copies: Mapping[str, int]
    by_squad: Mapping[str, int]
    by_kind: Mapping[str, int]
    instants: int
    shares: Mapping[str, float]

    def wants(self, card: CardFacts) -> float:
        """How welcome one more copy of the card is."""
        served = self.by_squad.get(card.squad, 0) / (self.shares[card.squad] * self.size)
        welcome = 3 * (1 - served) - 1.1 * self.copies.get(card.slug, 0) - 0.5 * card.cost
        if card.kind == "enhancement":
            welcome += 0.6 if self.by_kind.get("enhancement", 0) < ENHANCEMENTS * self.size else -2.5
        if card.kind == "evolve":
            welcome -= 0.3 if self.by_kind.get("evolve", 0) < EVOLVE * self.size else 3
        if card.instant and self.instants < INSTANTS * self.size:
            welcome += 0.6
        return welcome


def choose_cards(deck: DeckList, format_: Format, faction: FactionFacts, seed: str, steps: list[Sentence]) -> DeckList:
    """Add the most welcome card, one copy at a time, until the deck is full."""
    shares = _shares(deck)
    allowed = [card for card in faction.cards.values() if _may_be_in(card, deck, faction)]
    cards = Counter(deck.cards)
    missing = format_.cards - sum(copies for copies in cards.values() if copies > 0)
    for _ in range(missing):
        left = [card for card in allowed if cards[card.slug] < card.copies]
        if not left:
            break
        mix = _mix(cards, faction, format_, shares)
        best = max(left, key=lambda card: (mix.wants(card) + luck(seed, "card", card.slug), card.slug))
        cards[best.slug] += 1
    steps += _card_steps(deck, cards, faction)
    return replace(deck, cards=dict(cards))


def _may_be_in(card: CardFacts, deck: DeckList, faction: FactionFacts) -> bool:
    """Whether the card may be added to the deck. DF-DECK-04, R-CAVALRY"""
    if card.retired or card.unplayable or card.outside_the_deck or deck.cards.get(card.slug, 1) < 1:
        return False
    return not card.squad or (card.squad in deck.squads and faction.squads[card.squad].selectable)


def _shares(deck: DeckList) -> dict[str, float]:
    """Which part of the deck should serve each fielded squad, and any squad."""
    weights = {slug: 1 + FOR_A_TWIN * (deck.squads.count(slug) - 1) for slug in deck.squads}
    weights[""] = FOR_ANY_SQUAD
    whole = sum(weights.values())
    return {slug: weight / whole for slug, weight in weights.items()}


def _mix(cards: Mapping[str, int], faction: FactionFacts, format_: Format, shares: Mapping[str, float]) -> _Mix:
    by_squad: Counter[str] = Counter()
    by_kind: Counter[str] = Counter()
    instants = 0
    for card, copies in _known(cards, faction):
        by_squad[card.squad] += copies
        by_kind[card.kind] += copies
        instants += copies * card.instant
    return _Mix(format_.cards, cards, by_squad, by_kind, instants, shares)


def _known(cards: Mapping[str, int], faction: FactionFacts) -> Iterator[tuple[CardFacts, int]]:
    for slug, copies in cards.items():
        if copies > 0 and slug in faction.cards:
            yield faction.cards[slug], copies


def _card_steps(before: DeckList, cards: Counter[str], faction: FactionFacts) -> Iterator[Sentence]:
    """What was added for each squad, and what the deck is like now."""
    added = {slug: copies - before.cards.get(slug, 0) for slug, copies in cards.items()}
    if not any(added.values()):
        return
    for squad in (*dict.fromkeys(before.squads), ""):
        own = [card for card in faction.cards.values() if card.squad == squad]
        new = ", ".join(f"{added[card.slug]} × {card.name}" for card in own if added.get(card.slug))
        if new:
            yield _added(faction.squads[squad].name if squad else "", new, sum(cards[card.slug] for card in own))
    known = [*_known(cards, faction)]
    yield say(
        gettext_noop(
            "Of %(size)s cards now %(enhancements)s are Enhancements and %(instants)s can be played as an Instant; "
            "a card costs %(cost)s on average in its cheaper half."
        ),
        size=sum(copies for _, copies in known),
        enhancements=sum(copies for card, copies in known if card.kind == "enhancement"),
        instants=sum(copies for card, copies in known if card.instant),
        cost=f"{sum(card.cost * copies for card, copies in known) / sum(copies for _, copies in known):.1f}",
    )


def _added(squad: str, new: str, number: int) -> Sentence:
    if squad:
        return count(
            ngettext_lazy(
                "%(squad)s: added %(cards)s, so that %(number)s card serves this squad.",
                "%(squad)s: added %(cards)s, so that %(number)s cards serve this squad.",
            ),
            number,
            squad=squad,
            cards=new,
        )
    return say(gettext_noop("For any squad: added %(cards)s."), cards=new)
