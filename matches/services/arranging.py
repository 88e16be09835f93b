"""Script mode: everybody lays their own deck in order before the match begins. DF-OPT-13"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.db import transaction

from decks.visitors import Visitor
from matches.models import Match, Seat
from matches.refusals import NotAtTheTable, NothingToArrange, WrongScript
from matches.services.keeping import announce, match_to_change
from matches.services.opening import begin_if_full
from matches.setting_up.starters import dawnfall_factions


@transaction.atomic
def arrange(visitor: Visitor, key: str, number: int, order: Sequence[str]) -> Match:
    """Lay the deck of one's seat in this order, from top to bottom; with the last one the match begins."""
    match = match_to_change(key)
    seat = seat_to_arrange(visitor, match, number)
    _check(seat, order)
    seat.deck = {**seat.deck, "order": list(order)}  # type: ignore[dict-item]
    seat.save(update_fields=["deck"])
    begin_if_full(match)
    announce(match)
    return match


def seat_to_arrange(visitor: Visitor, match: Match, number: int) -> Seat:
    """The visitor's own seat, if there is an order to choose: nobody else sees or changes it."""
    seat = next((seat for seat in match.seats.all() if seat.number == number and seat.is_held_by(visitor)), None)
    if seat is None:
        raise NotAtTheTable
    if not match.is_open or not match.options.get("script") or seat.deck is None:
        raise NothingToArrange
    return seat


def _check(seat: Seat, order: Sequence[str]) -> None:
    """An order holds every card of the deck as often as the deck does."""
    assert seat.deck is not None  # noqa: S101
    named, held = Counter(order), Counter(seat.deck["cards"])
    names = {card.slug: card.name for card in dawnfall_factions()[seat.faction].cards}
    for slug in (*held, *named):
        if named[slug] != held[slug]:
            raise WrongScript(names.get(slug, slug), named[slug], held[slug])
