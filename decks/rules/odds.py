"""Exact chances of holding cards, by the hypergeometric law in whole numbers and fractions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from decks.rules.deck_list import DeckList
from decks.rules.sentences import Sentence, count, ngettext_lazy

#: Strategic mode raises it to 4 or 5. DF-SETUP-51, DF-DECK-07, DF-OPT-14
HAND: Final = 3

#: The rules behind `cards_seen`.
RULES: Final = ("DF-SETUP-51", "DF-DECK-08", "DF-DECK-09", "Q-19")


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance to have held enough of the chosen cards by a turn."""

    turn: int
    seen: int
    chance: Fraction

    @property
    def percent(self) -> float:
        """The chance as a percentage for showing."""
        return float(self.chance * 100)


def exactly(wanted: int, *, chosen: int, seen: int, deck: int) -> Fraction:
    """The chance that exactly the wanted number of the chosen cards is among the seen ones of the shuffled deck."""
    if not (0 <= chosen <= deck and 0 <= seen <= deck):
        raise ValueError(f"Of {deck} cards, {chosen} cannot be chosen and {seen} seen.")
    if not max(0, seen + chosen - deck) <= wanted <= min(seen, chosen):
        return Fraction(0)
    return Fraction(comb(chosen, wanted) * comb(deck - chosen, seen - wanted), comb(deck, seen))


def at_least(wanted: int, *, chosen: int, seen: int, deck: int) -> Fraction:
    """The chance that at least the wanted number of the chosen cards is among the seen ones."""
    fewer = range(max(0, wanted))
    return 1 - sum((exactly(less, chosen=chosen, seen=seen, deck=deck) for less in fewer), Fraction(0))


def cards_seen(turn: int, *, played: int = 1, hand: int = HAND, deck: int | None = None) -> int:
    """How many cards have been in hand by an Active turn, the first being 1.

    The opening hand comes first (DF-SETUP-51). In the End Step of each Active turn, one's own or an opponent's, one
    draws back up to the hand (DF-DECK-08), from the top of the deck (DF-DECK-09), and never after a Passive turn
    (Q-19). So what is seen depends on how many cards one plays in each Active turn; more than the hand cannot be.
    """
    if turn < 1 or played < 0 or hand < 0:
        raise ValueError("Turns count from 1; cards played and hand size are not negative.")
    seen = hand + min(played, hand) * (turn - 1)
    return seen if deck is None else min(seen, deck)


def assumption(played: int = 1, hand: int = HAND) -> Sentence:
    """What the chances take for granted, to be shown beside them."""
    return count(
        ngettext_lazy(
            "Counted with an opening hand of %(hand)s cards and %(number)s card played, hence drawn again, in each "
            "Active turn.",
            "Counted with an opening hand of %(hand)s cards and %(number)s cards played, hence drawn again, in each "
            "Active turn.",
        ),
        min(played, hand),
        hand=hand,
    )


def chances(
    deck: DeckList, chosen: Collection[str], *, turns: int, wanted: int = 1, played: int = 1, hand: int = HAND
) -> list[Chance]:
    """The chance to have held at least the wanted number of the chosen cards by each turn from the first on."""
    size = sum(copies for copies in deck.cards.values() if copies > 0)
    copies = sum(max(0, deck.cards.get(slug, 0)) for slug in set(chosen))
    rows = []
    for turn in range(1, turns + 1):
        seen = cards_seen(turn, played=played, hand=hand, deck=size)
        rows.append(Chance(turn, seen, at_least(wanted, chosen=copies, seen=seen, deck=size)))
    return rows
