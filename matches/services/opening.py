"""How a match comes about: somebody opens a table, others sit down, and with the last seat it begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog.models import GameSystem
from decks.facts import facts_of
from decks.models import Deck
from decks.refusals import NoPlaceToKeep
from decks.rules.deck_list import DeckList
from decks.rules.problems import problems
from decks.visitors import Visitor
from matches import engine
from matches.bots import LEVELS
from matches.engine import RULES_VERSION, DeckChoice, Options, SetupRefused, new_game
from matches.engine.dawnfall.setup import MODES
from matches.models import Match, Seat, Snapshot
from matches.refusals import (
    DeckRefused,
    NeedsInvitation,
    NotRunning,
    NotYourMatch,
    SeatTaken,
    SetupProblem,
    TooManyMatches,
)
from matches.services.keeping import announce, match_to_change, store
from matches.services.playing import go_on
from matches.setups import read_deck, read_options, setup_of
from matches.starters import dawnfall_factions

MOST_AT_ONCE = 50
MODE_FORMATS = {"duel": "duel", "ffa3": "multiplayer", "ffa4": "multiplayer", "team": "multiplayer"}


@dataclass(frozen=True)
class SeatPlan:
    """What the opener wants of a seat: who sits there, and with which deck if that is known already."""

    kind: str
    deck: DeckList | None = None
    deck_row: Deck | None = None
    bot: str = LEVELS[0]
    name: str = ""


def format_of(mode: str, options: Options) -> str:
    """The size of deck that a match asks for."""
    return "short" if mode == "duel" and options.short_deck else MODE_FORMATS[mode]


@transaction.atomic
def open_match(
    visitor: Visitor,
    mode: str,
    seats: Sequence[SeatPlan],
    options: Mapping[str, Any] | None = None,
    *,
    casual: bool = False,
    watching: str = Match.Watching.PUBLIC,
    rematch_of: Match | None = None,
) -> Match:
    """Open a table; if every seat is taken, the match begins at once."""
    check_room(visitor)
    if mode not in MODES or len(seats) != MODES[mode][0]:
        raise SetupProblem(_("A match of this mode has another number of seats."), "DF-FFA-01")
    match = Match.objects.create(
        mode=mode, options=dict(options or {}), casual=casual, watching=watching, rematch_of=rematch_of,
        owner=visitor.user, guest="" if visitor.user else visitor.guest,
    )  # fmt: skip
    for number, plan in enumerate(seats):
        seat = Seat(match=match, number=number, kind=plan.kind, bot=plan.bot if plan.kind == Seat.Kind.BOT else "")
        if plan.kind == Seat.Kind.PERSON:
            _seat_visitor(seat, visitor, plan.name)
        elif plan.kind == Seat.Kind.BOT:
            seat.name = plan.name or _("Bot %(number)d") % {"number": number + 1}
        if plan.deck is not None:
            bring_deck(match, seat, plan.deck, plan.deck_row)
        seat.save()
    begin_if_full(match)
    return match


@transaction.atomic
def sit_down(
    visitor: Visitor, key: str, number: int, deck: DeckList, deck_row: Deck | None = None, invitation: str = ""
) -> Match:
    """Take a free seat with a deck; with the last one the match begins."""
    if visitor.is_nobody:
        raise NoPlaceToKeep
    match = match_to_change(key)
    seat = match.seats.filter(number=number).first()
    if not match.is_open or seat is None or not seat.is_free:
        raise SeatTaken
    if seat.kind == Seat.Kind.INVITED and invitation != seat.invitation:
        raise NeedsInvitation
    check_room(visitor)
    _seat_visitor(seat, visitor)
    bring_deck(match, seat, deck, deck_row)
    seat.kind = Seat.Kind.PERSON
    seat.save()
    begin_if_full(match)
    announce(match)
    return match


@transaction.atomic
def cancel(visitor: Visitor, key: str) -> Match:
    """Take an open table away before it has begun."""
    match = match_to_change(key)
    if not match.is_opened_by(visitor):
        raise NotYourMatch
    if not match.is_open:
        raise NotRunning(match)
    match.status = Match.Status.CANCELLED
    match.save(update_fields=["status"])
    announce(match)
    return match


def bring_deck(match: Match, seat: Seat, deck: DeckList, deck_row: Deck | None = None) -> None:
    """Lay a deck before a seat. Only legal decks sit down, unless the match is casual."""
    options = read_options(match.options)
    deck = replace(deck, format=format_of(match.mode, options))
    wrong = [] if match.casual else problems(deck, facts_of(GameSystem.objects.get(slug=match.system)))
    if wrong:
        raise DeckRefused(f"{wrong[0].sentence()} {wrong[0].remedy()}".strip())
    order = tuple(slug for slug, copies in deck.cards.items() for _copy in range(copies)) if options.script else ()
    choice = DeckChoice(deck.faction, deck.squads, dict(deck.cards), deck.banner, deck.shrine, order)
    seat.deck, seat.faction, seat.deck_row = asdict(choice), deck.faction, deck_row
    seat.deck_name = deck.name


def begin_if_full(match: Match) -> None:
    """Start the match once everybody is there with a deck."""
    seats = list(match.seats.all())
    if any(seat.is_free or seat.deck is None for seat in seats):
        return
    setup = engine.Setup(
        match.mode,
        tuple(engine.Seat(seat.name, (read_deck(seat.deck),)) for seat in seats if seat.deck),
        dawnfall_factions(),
        read_options(match.options),
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
    seat.name = name or (visitor.user.username if visitor.user else _("Guest"))


def check_room(visitor: Visitor) -> None:
    """Refuse whoever has as many matches as one may have."""
    if visitor.is_nobody:
        raise NoPlaceToKeep
    unfinished = Match.objects.played_by(visitor).filter(status__in=(Match.Status.OPEN, Match.Status.RUNNING))
    if unfinished.count() >= MOST_AT_ONCE:
        raise TooManyMatches(MOST_AT_ONCE)
