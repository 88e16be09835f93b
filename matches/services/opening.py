"""How a match comes about: somebody opens a table, others sit down, and with the last seat it begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from decks.models import Deck
from decks.refusals import NoPlaceToKeep
from decks.rules.deck_list import DeckList
from decks.visitors import Visitor
from matches import engine
from matches.bots import LEVELS
from matches.engine import RULES_VERSION, SetupRefused, new_game
from matches.engine.dawnfall.setup import MODES
from matches.models import Match, Seat, Snapshot, visitor_holds
from matches.refusals import (
    NameTaken,
    NeedsInvitation,
    NotAtTheTable,
    NotRunning,
    NotYourMatch,
    SeatedAlready,
    SeatTaken,
    SetupProblem,
    TooManyMatches,
)
from matches.services.bringing import bring_deck, check_options, options_of, to_arrange
from matches.services.keeping import announce, match_to_change, store
from matches.services.playing import go_on
from matches.setting_up.setups import read_deck, setup_of
from matches.setting_up.starters import dawnfall_factions

MOST_AT_ONCE = 50


@dataclass(frozen=True)
class SeatPlan:
    """What the opener wants of a seat: who sits there, and with which deck if that is known already."""

    kind: str
    deck: DeckList | None = None
    deck_row: Deck | None = None
    bot: str = LEVELS[0]
    name: str = ""
    #: In Script mode the deck from top to bottom; without it the table waits until its player has laid it in order.
    order: tuple[str, ...] = ()


@transaction.atomic
def open_match(
    visitor: Visitor,
    mode: str,
    seats: Sequence[SeatPlan],
    options: Mapping[str, Any] | None = None,
    *,
    casual: bool = False,
    watching: str = Match.Watching.PUBLIC,
    delay: int = 0,
    hours: int | None = None,
) -> Match:
    """Open a table; if every seat is taken, the match begins at once."""
    check_room(visitor)
    if mode not in MODES or len(seats) != MODES[mode][0]:
        raise SetupProblem(_("A match of this mode has another number of seats."), "DF-FFA-01")
    check_options(mode, options or {})
    match = Match.objects.create(
        mode=mode, options=dict(options or {}), casual=casual, watching=watching, delay=delay, hours=hours,
        owner=visitor.user, guest="" if visitor.user else visitor.guest,
    )  # fmt: skip
    for number, plan in enumerate(seats):
        check_name(visitor, plan.name)
        seat = Seat(match=match, number=number, kind=plan.kind)
        if plan.kind == Seat.Kind.PERSON:
            _seat_visitor(seat, visitor, plan.name)
        elif plan.kind == Seat.Kind.BOT:
            _seat_bot(seat, plan.bot, plan.name)
        if plan.deck is not None:
            bring_deck(match, seat, plan.deck, plan.deck_row, plan.order)
        seat.save()
    begin_if_full(match)
    return match


@transaction.atomic
def sit_down(
    visitor: Visitor,
    key: str,
    number: int,
    deck: DeckList,
    deck_row: Deck | None = None,
    invitation: str = "",
    *,
    name: str = "",
    order: tuple[str, ...] = (),
) -> Match:
    """Take a free seat with a deck; with the last one the match begins."""
    if visitor.is_nobody:
        raise NoPlaceToKeep
    match = match_to_change(key)
    seat = free_seat(match, number)
    if seat.kind == Seat.Kind.INVITED and invitation != seat.invitation:
        raise NeedsInvitation
    if match.seats.filter(visitor_holds(visitor), kind=Seat.Kind.PERSON).exists():
        raise SeatedAlready
    check_room(visitor)
    check_name(visitor, name)
    _seat_visitor(seat, visitor, name)
    bring_deck(match, seat, deck, deck_row, order)
    return _take(match, seat, Seat.Kind.PERSON)


@transaction.atomic
def seat_bot(visitor: Visitor, key: str, number: int, level: str, deck: DeckList) -> Match:
    """Give a free seat of one's own table to a bot, where nobody has come."""
    match = _own_open_match(visitor, key)
    seat = free_seat(match, number)
    _seat_bot(seat, level)
    bring_deck(match, seat, deck)
    return _take(match, seat, Seat.Kind.BOT)


@transaction.atomic
def stand_up(visitor: Visitor, key: str) -> Match:
    """Leave a table before the match begins. The seat is free again, for everybody if everybody may watch."""
    match = match_to_change(key)
    if not match.is_open:
        raise NotRunning(match)
    seats = list(match.seats.filter(visitor_holds(visitor), kind=Seat.Kind.PERSON))
    if not seats:
        raise NotAtTheTable
    for seat in seats:
        seat.kind = Seat.Kind.OPEN if match.watching == Match.Watching.PUBLIC else Seat.Kind.INVITED
        seat.user = seat.deck = seat.deck_row = None
        seat.guest = seat.name = seat.faction = seat.deck_name = ""
        seat.save()
    announce(match)
    return match


@transaction.atomic
def cancel(visitor: Visitor, key: str) -> Match:
    """Take an open table away before it has begun."""
    match = _own_open_match(visitor, key)
    match.status = Match.Status.CANCELLED
    match.save(update_fields=["status"])
    announce(match)
    return match


def free_seat(match: Match, number: int) -> Seat:
    """The seat, if it can be taken."""
    seat = match.seats.filter(number=number).first()
    if not match.is_open or seat is None or not seat.is_free:
        raise SeatTaken
    return seat


def _own_open_match(visitor: Visitor, key: str) -> Match:
    match = match_to_change(key)
    if not match.is_opened_by(visitor):
        raise NotYourMatch
    if not match.is_open:
        raise NotRunning(match)
    return match


def _take(match: Match, seat: Seat, kind: str) -> Match:
    seat.kind = kind
    seat.save()
    begin_if_full(match)
    announce(match)
    return match


def begin_if_full(match: Match) -> None:
    """Start the match once everybody is there with a deck."""
    seats = list(match.seats.all())
    if any(seat.is_free or seat.deck is None or to_arrange(match, seat) for seat in seats):
        return
    setup = engine.Setup(
        match.mode,
        tuple(engine.Seat(seat.name, (read_deck(seat.deck),)) for seat in seats if seat.deck),
        dawnfall_factions(),
        options_of(match),
    )
    match.setup, match.rules = setup.to_json(), RULES_VERSION
    try:
        game = new_game(setup_of(match.setup), match.seed)
    except SetupRefused as refused:
        raise SetupProblem(refused.sentence(), refused.rule) from None
    match.status, match.started, match.turn = Match.Status.RUNNING, timezone.now(), game.table.state.turn
    Snapshot.objects.create(match=match, turn=match.turn, number=0, game=game.to_json())
    store(match, game, go_on(match, game))


def _seat_visitor(seat: Seat, visitor: Visitor, name: str = "") -> None:
    seat.user, seat.guest = visitor.user, "" if visitor.user else visitor.guest
    guest = _("Guest %(number)d") % {"number": seat.number + 1}
    seat.name = name or (visitor.user.username if visitor.user else guest)


def _seat_bot(seat: Seat, level: str, name: str = "") -> None:
    seat.user, seat.guest, seat.bot = None, "", level
    seat.name = name or _("Bot %(number)d") % {"number": seat.number + 1}


def check_name(visitor: Visitor, name: str) -> None:
    """Refuse a name at the table that is the account of somebody else."""
    own = visitor.user.username.lower() if visitor.user else ""
    if name and name.lower() != own and User.objects.filter(username__iexact=name).exists():
        raise NameTaken(name)


def check_room(visitor: Visitor) -> None:
    """Refuse whoever has as many matches as one may have."""
    if visitor.is_nobody:
        raise NoPlaceToKeep
    unfinished = Match.objects.played_by(visitor).filter(status__in=(Match.Status.OPEN, Match.Status.RUNNING))
    if unfinished.count() >= MOST_AT_ONCE:
        raise TooManyMatches(MOST_AT_ONCE)
