"""A rematch: the same people and decks, one seat further on."""

from __future__ import annotations

from collections import deque

from django.db import transaction

from decks.visitors import Visitor
from matches.models import Match, Seat
from matches.refusals import NotOver, SeatTaken
from matches.services.keeping import announce, match_to_change, seats_of
from matches.services.opening import begin_if_full


@transaction.atomic
def rematch(visitor: Visitor, key: str) -> Match:
    """Ask for a rematch, or accept it: the first opens the table, with the last one's consent it begins."""
    old = match_to_change(key)
    own = seats_of(old, visitor)
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
        mode=old.mode, options=old.options, casual=old.casual, watching=old.watching, hours=old.hours,
        rematch_of=old, owner=visitor.user, guest="" if visitor.user else visitor.guest,
    )  # fmt: skip
    seats = deque(old.seats.all())
    seats.rotate(1)
    for number, seat in enumerate(seats):
        # Whoever had the seat as a person is waited for; the row keeps their name and deck.
        kind = Seat.Kind.BOT if seat.is_bot and not seat.conceded else Seat.Kind.INVITED
        Seat.objects.create(
            match=new, number=number, kind=kind, bot=seat.bot if kind == Seat.Kind.BOT else "", user=seat.user,
            guest=seat.guest, name=seat.name, faction=seat.faction, deck=seat.deck, deck_name=seat.deck_name,
            deck_row=seat.deck_row, asking=seat.asking,
        )  # fmt: skip
    return new


def _sit_down_again(new: Match, own: list[Seat]) -> None:
    for seat in own:
        new.seats.filter(kind=Seat.Kind.INVITED, user=seat.user, guest=seat.guest).update(kind=Seat.Kind.PERSON)
