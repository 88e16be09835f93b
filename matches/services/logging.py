"""Matches of the real table: written down, changed and deleted by their author, confirmed or left by those they name.

    match = log_match(visitor, Entry("duel", day, (EntrySeat("@anna", won=True), EntrySeat("Bert")), reason="track"))

A name with an @ before it is that of a user; any other is a plain name. `problems` lists everything that is wrong with
an entry, each with the field it belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from catalog.models import Faction
from decks.facts import facts_of
from decks.models import LONGEST_NAME
from decks.refusals import OnlyForStaff
from decks.rules.code import encode
from decks.visitors import Visitor
from matches.logged.entries import Draft, Entry, EntrySeat, draft_of, problems
from matches.logged.refusals import EntryRefused, LogInToLog, NoSuchLoggedMatch, NotNamed, NotYourLog, TooManyLogged
from matches.models import LoggedMatch, LoggedSeat
from matches.stats.recording import record_logged

MOST_LOGGED: Final = 5_000


@transaction.atomic
def log_match(visitor: Visitor, entry: Entry) -> LoggedMatch:
    """Write a match down."""
    if visitor.user is None:
        raise LogInToLog
    if LoggedMatch.objects.filter(author=visitor.user).count() >= MOST_LOGGED:
        raise TooManyLogged(MOST_LOGGED)
    return _write(LoggedMatch(author=visitor.user), entry)


@transaction.atomic
def edit_logged(visitor: Visitor, key: str, entry: Entry) -> LoggedMatch:
    """Change what was written down. Who had confirmed it is asked again if their part has changed."""
    return _write(_own(visitor, key), entry)


@transaction.atomic
def delete_logged(visitor: Visitor, key: str) -> None:
    """Take a match out of the log."""
    _own(visitor, key).delete()


@transaction.atomic
def take_down(staff: Visitor, key: str) -> LoggedMatch:
    """Make somebody's public or unlisted match private, as moderation. Its author keeps it."""
    if not staff.is_staff:
        raise OnlyForStaff
    shared = LoggedMatch.objects.select_for_update().exclude(visibility=LoggedMatch.Visibility.PRIVATE)
    match = shared.filter(key=key).first()
    if match is None:
        raise NoSuchLoggedMatch(key)
    match.visibility, match.changed = LoggedMatch.Visibility.PRIVATE, timezone.now()
    match.save(update_fields=["visibility", "changed"])
    return match


@transaction.atomic
def confirm(visitor: Visitor, key: str) -> LoggedMatch:
    """Say that one played this match as it is told; from now on it counts for one's own page."""
    match, user = _naming(visitor, key)
    match.seats.filter(user=user, confirmed=None).update(confirmed=timezone.now())
    record_logged(match)
    return match


@transaction.atomic
def withdraw(visitor: Visitor, key: str) -> LoggedMatch:
    """Take oneself out of a match: the name goes, and its author cannot put it in again."""
    match, user = _naming(visitor, key)
    match.seats.filter(user=user).update(user=None, name=_("A player"), confirmed=None)
    match.withdrawn.add(user)
    record_logged(match)
    return match


def logged_to_see(visitor: Visitor, key: str) -> LoggedMatch:
    """The match with its seats, if the visitor may know of it."""
    match = LoggedMatch.objects.visible_to(visitor).with_seats().filter(key=key).first()
    if match is None:
        raise NoSuchLoggedMatch(key)
    return match


def _own(visitor: Visitor, key: str) -> LoggedMatch:
    match = LoggedMatch.objects.select_for_update().filter(key=key).first()
    if match is None or not LoggedMatch.objects.visible_to(visitor).filter(pk=match.pk).exists():
        raise NoSuchLoggedMatch(key)
    if visitor.user is None or match.author_id != visitor.user.pk:
        raise NotYourLog
    return match


def _naming(visitor: Visitor, key: str) -> tuple[LoggedMatch, User]:
    match = LoggedMatch.objects.select_for_update().filter(key=key).first()
    if match is None or not LoggedMatch.objects.visible_to(visitor).filter(pk=match.pk).exists():
        raise NoSuchLoggedMatch(key)
    if visitor.user is None or not match.seats.filter(user=visitor.user).exists():
        raise NotNamed
    return match, visitor.user


def _write(match: LoggedMatch, entry: Entry) -> LoggedMatch:
    wrong = problems(entry, match if match.pk else None)
    if wrong:
        raise EntryRefused(wrong)
    draft = draft_of(entry, match if match.pk else None)
    for name in ("mode", "played_on", "reason", "first", "turns", "notes", "visibility"):
        setattr(match, name, getattr(entry, name))
    match.options, match.turn_notes = sorted(entry.options), [list(note) for note in sorted(entry.turn_notes)]
    match.changed = timezone.now()
    before = {seat.user_id: seat for seat in match.seats.all() if seat.user_id} if match.pk else {}
    match.save()
    match.seats.all().delete()
    LoggedSeat.objects.bulk_create(
        [_seat(match, number, seat, draft, before) for number, seat in enumerate(entry.seats)]
    )
    record_logged(match)
    return match


def _seat(
    match: LoggedMatch, number: int, said: EntrySeat, draft: Draft, before: Mapping[int, LoggedSeat]
) -> LoggedSeat:
    user = draft.user_of(said)
    seat = LoggedSeat(
        match=match, number=number, user=user, name=user.username if user else said.name.strip(),
        faction=said.deck.faction if said.deck else said.faction, deck_row=said.deck_row,
        deck_name=said.deck.name[:LONGEST_NAME] if said.deck else "", victory_points=said.victory_points, won=said.won,
    )  # fmt: skip
    if said.deck and said.starter:
        seat.starter = f"{said.deck.faction}:{said.deck.format}"
    elif said.deck and not said.deck_row:
        faction = Faction.objects.select_related("system").get(system__slug=match.system, slug=seat.faction)
        seat.deck_code = encode(said.deck, facts_of(faction.system))
    if user is not None and user.pk == match.author_id:
        seat.confirmed = timezone.now()
    elif user is not None and (known := before.get(user.pk)) and _same(known, seat):
        seat.confirmed = known.confirmed
    return seat


def _same(one: LoggedSeat, other: LoggedSeat) -> bool:
    names = ("number", "faction", "deck_row_id", "deck_code", "starter", "victory_points", "won")
    return all(getattr(one, name) == getattr(other, name) for name in names)
