"""The people at a table: what they propose to each other, what they say, who is there, and what comes after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from decks.visitors import Visitor
from matches.models import ChatLine, Match, Seat
from matches.services import chat_for, is_present, may_replace, seen_by_watchers, sees_late, to_arrange
from matches.services.agreeing import DRAW, PATIENCE, REPLACE, TAKE_BACK
from matches.services.presence import absent_for
from matches.stats.recording import side_of
from matches.thinking.levels import level_name

#: From so many seconds on an absent player is spoken of.
NOTICED: Final = 30
#: The stamp of proposals for who may not know of them yet.
LATE: Final = "late"


@dataclass(frozen=True)
class Agreement:
    """Proposals as one visitor sees them."""

    match: Match
    own: Sequence[Seat]
    stamp: str
    #: The pending proposal in words, and whether the visitor has still to answer it.
    proposal: str = ""
    words: str = ""
    to_answer: bool = False
    mine: bool = False
    waits_for: str = ""
    #: What can be proposed.
    others: bool = False
    may_claim: bool = False
    absent: Seat | None = None
    replaceable: bool = False
    patience: int = 0


def agreement(match: Match, visitor: Visitor) -> Agreement:
    """What can be proposed, and what is."""
    seats = list(match.seats.all())
    own = [seat for seat in seats if seat.is_held_by(visitor)]
    late = next((seat for seat in seats if seat.number == match.waiting_for and not seat.is_bot), None)
    late = None if late in own else late
    away = int(absent_for(late, since=match.changed)) if late else 0
    replaceable = late is not None and may_replace(match, late)
    absent = late if late is not None and (replaceable or (match.due is None and away >= NOTICED)) else None
    overdue = match.due is not None and match.due < timezone.now()
    two_sides = match.mode not in {"ffa3", "ffa4"}
    enemy = late is not None and all(
        side_of(match.mode, late.number) != side_of(match.mode, seat.number) for seat in own
    )
    common: dict[str, Any] = {
        "others": any(seat.kind == Seat.Kind.PERSON and seat not in own for seat in seats),
        "may_claim": bool(own) and overdue and enemy and two_sides,
        "absent": absent,
        "replaceable": replaceable,
        "patience": max(0, PATIENCE - away),
    }
    if sees_late(visitor, match):
        return Agreement(match, own, LATE)
    return Agreement(match, own, agree_stamp(match, visitor), **common, **_pending(match, seats, own))


def _pending(match: Match, seats: Sequence[Seat], own: Sequence[Seat]) -> dict[str, Any]:
    offer = match.offer
    if not offer:
        return {}
    names = {seat.number: seat.name for seat in seats}
    silent = offer.get("seat")
    asked = [seat for seat in seats if seat.kind == Seat.Kind.PERSON and seat.number != silent]
    missing = [seat for seat in asked if seat.number not in offer["agreed"]]
    words = {
        DRAW: _("%(name)s offers a draw."),
        TAKE_BACK: _("%(name)s asks to take the last choice back."),
        REPLACE: _("%(name)s proposes that a bot (%(level)s) goes on for %(late)s."),
    }[offer["kind"]]
    return {
        "proposal": offer["id"],
        "words": words
        % {
            "name": names.get(offer["by"], ""),
            "late": names.get(silent, ""),
            "level": level_name(offer.get("level", "")),
        },
        "to_answer": any(seat in missing for seat in own),
        "mine": offer["by"] in {seat.number for seat in own},
        "waits_for": ", ".join(seat.name for seat in missing),
    }


def agree_stamp(match: Match, visitor: Visitor) -> str:
    """A short text that changes with proposals and with somebody leaving who is waited for."""
    if sees_late(visitor, match):
        return LATE
    late = next((seat for seat in match.seats.all() if seat.number == match.waiting_for and not seat.is_bot), None)
    away = absent_for(late, since=match.changed) if late and match.is_running else 0
    offer = match.offer or {}
    overdue = match.due is not None and match.due < timezone.now()
    facts = (offer.get("id", "none"), len(offer.get("agreed", ())), away >= NOTICED, away >= PATIENCE, overdue)
    return " ".join(str(fact) for fact in facts)


@dataclass(frozen=True)
class Talk:
    """The chat as one visitor reads it."""

    lines: Sequence[ChatLine]
    may_speak: bool
    muted: bool
    people: Sequence[tuple[Seat, bool]]

    @property
    def stamp(self) -> str:
        """The last line."""
        return str(self.lines[-1].pk if self.lines else 0)


def talk(match: Match, visitor: Visitor) -> Talk:
    """What was said, and who is there to hear it."""
    seats = list(match.seats.all())
    own = [seat for seat in seats if seat.is_held_by(visitor)]
    people = [] if match.is_open else [(seat, seat in own or is_present(seat)) for seat in seats]
    return Talk(chat_for(visitor, match), bool(own), any(seat.muted for seat in own), people)


@dataclass(frozen=True)
class Aftermath:
    """What comes after a match."""

    own: bool
    rematch: Match | None
    #: The visitor has not yet said yes to it.
    to_accept: bool
    accepted: str
    stamp: str


def aftermath(match: Match, visitor: Visitor) -> Aftermath:
    """Whether there is a rematch, and who wants it."""
    own = any(seat.belongs_to(visitor) for seat in match.seats.all())
    new = Match.objects.for_lists().with_seats().filter(rematch_of=match).first() if match.is_over else None
    if new is None:
        return Aftermath(own, None, False, "", "")
    seats = list(new.seats.all())
    accepted = [seat for seat in seats if seat.kind == Seat.Kind.PERSON]
    held = any(seat.is_held_by(visitor) for seat in accepted)
    stamp = f"{new.status}{len(accepted)}"
    return Aftermath(own, new, own and not held, ", ".join(seat.name for seat in accepted), stamp)


def news_of(match: Match, visitor: Visitor) -> dict[str, Any]:
    """The stamps of all parts of a match page: whichever differs from the page's own is to be asked for again."""
    seats = list(match.seats.all())
    own = [seat for seat in seats if seat.is_held_by(visitor)]
    parts = {"game": game_stamp(match, visitor), "agree": agree_stamp(match, visitor)}
    parts["chat"] = talk(match, visitor).stamp
    if match.is_open:
        parts["room"] = room_stamp(match)
    if match.is_over:
        parts["after"] = aftermath(match, visitor).stamp
    return {
        "status": match.status,
        "parts": parts,
        "mine": match.is_running and any(seat.number == match.waiting_for for seat in own),
        "here": [seat.number for seat in seats if is_present(seat)],
    }


def room_stamp(match: Match) -> str:
    """A short text that changes when somebody sits down, stands up or has laid their deck in order."""
    return f"{match.status} {''.join(f'{seat.kind[0]}{to_arrange(match, seat):d}' for seat in match.seats.all())}"


def game_stamp(match: Match, visitor: Visitor) -> str:
    """The version that the visitor may know of; watchers of a delayed match know an older one."""
    if match.delay and not any(seat.is_held_by(visitor) for seat in match.seats.all()):
        return f"late {seen_by_watchers(match)}"
    return str(match.version)
