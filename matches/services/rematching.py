"""A rematch: the same people and decks, one seat further on."""

from __future__ import annotations

from collections import deque
from typing import Any

from django.db import transaction

from decks.visitors import Visitor
from matches.models import Match, Seat
from matches.refusals import NotAtTheTable, NotOver, SeatTaken
from matches.services.keeping import announce, match_to_change
from matches.services.opening import begin_if_full


@transaction.atomic
def rematch(visitor: Visitor, key: str) -> Match:
    """Ask for a rematch, or accept it: the first opens the table, with the last one's consent it begins."""
    old = match_to_change(key)
    own = [seat for seat in old.seats.all() if seat.belongs_to(visitor)]
    if not own:
        raise NotAtTheTable
    if not old.is_over:
        raise NotOver
    new = Match.objects.select_for_update().filter(rematch_of=old).first() or _set_up(old, visitor)
    if new.status == Match.Status.CANCELLED:
        raise SeatTaken
    if new.is_open:
        _sit_down_again(new, own)
        begin_if_full(new)
    announce(old)
    return new


def _set_up(old: Match, visitor: Visitor) -> Match:
    new = Match.objects.create(
        mode=old.mode, options=_rotated(old.options), casual=old.casual, watching=old.watching, delay=old.delay,
        hours=old.hours, rematch_of=old, owner=visitor.user, guest="" if visitor.user else visitor.guest,
    )  # fmt: skip
    seats = deque(old.seats.all())
    seats.rotate(1)
    for number, seat in enumerate(seats):
        # Whoever had the seat as a person is waited for, also if a bot went on; the row keeps their name and deck.
        person = seat.user_id is not None or bool(seat.guest) or not seat.is_bot
        kind = Seat.Kind.INVITED if person else Seat.Kind.BOT
        Seat.objects.create(
            match=new, number=number, kind=kind, bot="" if person else seat.bot, user=seat.user,
            guest=seat.guest, name=seat.name, faction=seat.faction, deck=seat.deck, deck_name=seat.deck_name,
            deck_row=seat.deck_row, asking=seat.asking,
        )  # fmt: skip
    return new


def _rotated(options: dict[str, Any]) -> dict[str, Any]:
    """What one seat has more than the others goes with its player."""
    handicaps = deque(options.get("handicaps", ()))
    handicaps.rotate(1)
    return {**options, "handicaps": list(handicaps)} if handicaps else dict(options)


def _sit_down_again(new: Match, own: list[Seat]) -> None:
    for seat in own:
        new.seats.filter(kind=Seat.Kind.INVITED, user=seat.user, guest=seat.guest).update(kind=Seat.Kind.PERSON)
