"""What players settle among themselves: a draw, a step taken back, a bot for somebody who has left.

One seat proposes, all other people at the table agree or one declines. Bots have no say, and take back whatever they
are asked to. A proposal is gone as soon as people go on playing.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from decks.models import new_key
from decks.visitors import Visitor
from matches.engine.dawnfall.setup import MODES
from matches.models import Match, Seat
from matches.refusals import NoSuchOffer, NothingToTakeBack, OfferPending, OtherOffer, StillThere
from matches.services.keeping import announce, end, game_of, running_match, seats_of, store
from matches.services.playing import go_on
from matches.services.presence import absent_for
from matches.services.undoing import rewind
from matches.thinking.levels import USUAL_LEVEL, known_level

DRAW: Final = "draw"
TAKE_BACK: Final = "take_back"
REPLACE: Final = "replace"
KINDS: Final = (DRAW, TAKE_BACK, REPLACE)
#: Who has been away for so many seconds may be replaced by a bot, if the others agree.
PATIENCE: Final = 90


@transaction.atomic
def propose(visitor: Visitor, key: str, kind: str, level: str = "") -> Match:
    """Propose a draw, to take back one's last choice, or to give the seat that is waited for to a bot of a level."""
    match = running_match(key)
    own = [seat.number for seat in seats_of(match, visitor)]
    if kind not in KINDS:
        raise NoSuchOffer
    if match.offer is not None:
        raise OfferPending
    match.offer = {"id": new_key(), "kind": kind, "by": own[0], "agreed": own, **_terms(match, own, kind, level)}
    return _settle(match)


@transaction.atomic
def answer(visitor: Visitor, key: str, proposal: str, *, agrees: bool) -> Match:
    """Agree to the proposal with this id or decline it; whoever made it may withdraw it by declining."""
    match = running_match(key)
    own = seats_of(match, visitor)
    if match.offer is None:
        raise NoSuchOffer
    if match.offer["id"] != proposal:
        raise OtherOffer
    if not agrees:
        match.offer = None
        return _keep(match)
    match.offer["agreed"] = sorted({*match.offer["agreed"], *(seat.number for seat in own)})
    return _settle(match)


@transaction.atomic
def concede(visitor: Visitor, key: str) -> Match:
    """Give up the seat of one's page. The last side wins; as long as other people play, a bot goes on in the seat."""
    match = running_match(key)
    own = seats_of(match, visitor)
    seat = next((each for each in own if each.number == match.waiting_for), own[0])
    seat.conceded = True
    seat.save(update_fields=["conceded"])
    game, seats = game_of(match), list(match.seats.all())
    side_of = game.setup.team
    sides = {side_of(each.number) for each in seats if not _has_lost(each, game)}
    people = any(each.kind == Seat.Kind.PERSON and each.number != seat.number for each in seats)
    if len(sides) > 1 and people:
        return _give_to_bots(match, [seat])
    if not people:
        sides.discard(side_of(seat.number))
    return _finish(match, [each.number for each in seats if side_of(each.number) in sides], "conceded")


@transaction.atomic
def claim(visitor: Visitor, key: str) -> Match:
    """Win because the other side let the time for its decision run out, in a match of two sides."""
    match = running_match(key)
    seat = seats_of(match, visitor)[0]
    late = match.waiting_for
    if match.due is None or match.due > timezone.now() or late is None or match.mode in {"ffa3", "ffa4"}:
        raise StillThere(_name(match, late))
    setup = game_of(match).setup
    if setup.team(late) == setup.team(seat.number):
        raise StillThere(_name(match, late))
    winners = [number for number in range(MODES[match.mode][0]) if setup.team(number) == setup.team(seat.number)]
    return _finish(match, winners, "time")


def may_replace(match: Match, seat: Seat) -> bool:
    """Whether the seat that is waited for may be given to a bot: its time is over, or its player has long been away."""
    if seat.is_bot or seat.number != match.waiting_for:
        return False
    if match.due is not None:
        return match.due < timezone.now()
    return absent_for(seat, since=match.changed) >= PATIENCE


def _terms(match: Match, own: list[int], kind: str, level: str) -> dict[str, Any]:
    if kind == REPLACE:
        late = next((seat for seat in match.seats.all() if seat.number == match.waiting_for), None)
        if late is None or not may_replace(match, late):
            raise StillThere(_name(match, match.waiting_for))
        return {"seat": late.number, "level": known_level(level)}
    if kind == TAKE_BACK:
        last = match.all_steps.filter(seat__in=own, auto=False).order_by("-number").first()
        if last is None:
            raise NothingToTakeBack
        return {"step": last.number}
    return {}


def _settle(match: Match) -> Match:
    """Carry out what all have agreed to."""
    offer = match.offer
    silent = offer["seat"] if offer["kind"] == REPLACE else None
    if silent is not None and not may_replace(match, match.seats.get(number=silent)):
        match.offer = None
        return _keep(match)
    people = {seat.number for seat in match.seats.filter(kind=Seat.Kind.PERSON) if seat.number != silent}
    if not people <= set(offer["agreed"]):
        return _keep(match)
    if offer["kind"] == DRAW:
        return _finish(match, list(range(MODES[match.mode][0])), "draw")
    if offer["kind"] == TAKE_BACK:
        return rewind(match, offer["step"])
    return _give_to_bots(match, [seat for seat in match.seats.all() if seat.number == silent], offer["level"])


def _give_to_bots(match: Match, seats: list[Seat], level: str = USUAL_LEVEL) -> Match:
    for seat in seats:
        seat.kind, seat.bot = Seat.Kind.BOT, level
        seat.save(update_fields=["kind", "bot"])
    game = game_of(match)
    store(match, game, go_on(match, game))
    return match


def _has_lost(seat: Seat, game: Any) -> bool:
    return seat.conceded or game.table.state.eliminated[seat.number]


def _finish(match: Match, winners: list[int], reason: str) -> Match:
    points = game_of(match).view(None)["victory_points"]
    end(match, {"winners": winners, "reason": reason, "victory_points": points})
    match.version += 1
    return _keep(match)


def _keep(match: Match) -> Match:
    match.save()
    announce(match)
    return match


def _name(match: Match, number: int | None) -> str:
    return next((seat.name for seat in match.seats.all() if seat.number == number), "")
