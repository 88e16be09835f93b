"""Hands and Action decks: drawing, discarding, hand limits, and what happens when a deck runs out. DF-DECK"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from matches.engine.dawnfall import ending
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.chance import shuffled

#: Passive halves that raise a hand limit register here: by how many cards now.
HAND_LIMITS: Final[list[Callable[[Table, int], int]]] = []


def hand_limit(table: Table, seat: int) -> int:
    """How many cards the seat may hold. DF-DECK-07, DF-OPT-14, Q-22"""
    return table.setup.options.hand_size + sum(more(table, seat) for more in HAND_LIMITS)


def draw(table: Table, seat: int, count: int) -> int:
    """Draw from the top of one's own deck, up to the hand limit; gives how many came. DF-DECK-07, -09, Q-22"""
    state = table.state
    count = min(count, hand_limit(table, seat) - len(state.hands[seat]))
    drawn: list[str] = []
    while len(drawn) < count and (state.decks[seat] or reshuffle(table, seat)):
        drawn.append(state.decks[seat][0])
        state.decks[seat] = state.decks[seat][1:]
        if not state.decks[seat] and not reshuffle(table, seat) and not table.setup.options.reshuffle:
            ending.deck_ran_out(table, seat)
    if drawn:
        state.hands[seat] += tuple(drawn)
        state.stirred = True
        public = {"seat": seat, "count": len(drawn)}
        table.tell("cards_drawn", audience=(seat,), public=public, seat=seat, cards=tuple(drawn), count=len(drawn))
    return len(drawn)


def refill(table: Table, seat: int) -> int:
    """Draw back up to the hand limit. DF-DECK-08, DF-ACTIVE-16"""
    return draw(table, seat, hand_limit(table, seat))


def reshuffle(table: Table, seat: int) -> bool:
    """Where it was agreed, make a new deck of the Discard pile; gives whether there is one. DF-OPT-11, -12, Q-67"""
    state = table.state
    if not table.setup.options.reshuffle or not state.discards[seat]:
        return False
    state.decks[seat] = shuffled(table.chance, state.discards[seat])
    state.discards[seat] = ()
    table.tell("deck_reshuffled", seat=seat, count=len(state.decks[seat]))
    return True


def take_from_hand(table: Table, seat: int, card: str) -> None:
    """A card leaves the hand, wherever it goes."""
    hand = list(table.state.hands[seat])
    hand.remove(card)
    table.state.hands[seat] = tuple(hand)
    table.state.stirred = True


def discard(table: Table, seat: int, card: str) -> None:
    """Put a card from hand on one's own Discard pile, face up. DF-ACTIVE-15, DF-BOARD-13"""
    take_from_hand(table, seat, card)
    table.state.discards[seat] += (card,)
    table.tell("card_discarded", seat=seat, card=card)
