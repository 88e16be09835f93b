"""Writes down what became of a match, once for statistics: derived rows that `manage.py rate_matches` makes anew."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, time

from django.db import transaction
from django.utils import timezone

from matches.engine.dawnfall.setup import MODES
from matches.models import LoggedMatch, Match, Outcome, RatedMatch, Seat, Standing


def side_of(mode: str, number: int) -> int:
    """The side a seat is on; allies sit across. DF-SETUP-14"""
    return number % 2 if mode == "team" else number


def sides_of(mode: str) -> int:
    """How many sides can win."""
    return 2 if mode == "team" else MODES[mode][0]


@transaction.atomic
def record(match: Match) -> Outcome | None:
    """Count a match of the site that is over, unless it began in the middle of another one."""
    if not match.is_over or match.continues_id is not None or match.mode not in MODES:
        return None
    seats = list(Seat.objects.filter(match=match))
    winners = match.result["winners"]
    over = match.over or timezone.now()
    outcome, _ = Outcome.objects.update_or_create(
        match=match,
        defaults={
            "source": _source(seats), "mode": match.mode, "casual": match.casual, "sides": sides_of(match.mode),
            "ranked": RatedMatch.objects.filter(match=match).exists(), "drawn": _is_draw(winners, seats),
            "reason": match.result["reason"][:20], "turns": match.turn, "day": over.date(), "at": over,
        },
    )  # fmt: skip
    first = _first_turn(match)
    points = match.result["victory_points"]
    rows = [
        Standing(
            number=seat.number, user_id=seat.user_id, name=seat.name, faction=seat.faction,
            deck_row_id=seat.deck_row_id, first=None if first is None else seat.number == first,
            victory_points=points[seat.number] if seat.number < len(points) else None,
        )
        for seat in seats
    ]  # fmt: skip
    # Who leaves the seat to a bot has lost, whatever becomes of the bot.
    left = {seat.number for seat in seats if seat.is_bot and seat.user_id}
    _write(outcome, rows, set(winners) - left)
    return outcome


@transaction.atomic
def record_logged(match: LoggedMatch) -> Outcome:
    """Count a match of the real table. It counts for a player who wrote it down or confirmed it."""
    seats = list(match.seats.all())
    winners = [seat.number for seat in seats if seat.won]
    outcome, _ = Outcome.objects.update_or_create(
        logged=match,
        defaults={
            "source": Outcome.Source.LOGGED, "mode": match.mode, "sides": sides_of(match.mode),
            "drawn": _is_draw(winners, seats), "reason": match.reason, "turns": match.turns, "day": match.played_on,
            "at": datetime.combine(match.played_on, time(12), UTC),
        },
    )  # fmt: skip
    rows = [
        Standing(
            number=seat.number, user_id=seat.user_id if seat.confirmed else None, name=seat.name, faction=seat.faction,
            deck_row_id=seat.deck_row_id, first=None if match.first is None else seat.number == match.first,
            victory_points=seat.victory_points,
        )
        for seat in seats
    ]  # fmt: skip
    _write(outcome, rows, winners)
    return outcome


@transaction.atomic
def record_all() -> int:
    """Count everything anew; answers how many matches there are."""
    Outcome.objects.all().delete()
    played = Match.objects.filter(status=Match.Status.OVER).order_by("pk")
    logged = LoggedMatch.objects.prefetch_related("seats").order_by("pk")
    known = sum(record(match) is not None for match in played.iterator(chunk_size=200))
    for entry in logged.iterator(chunk_size=200):
        record_logged(entry)
        known += 1
    return known


def _write(outcome: Outcome, rows: Sequence[Standing], winners: Collection[int]) -> None:
    for row in rows:
        row.outcome, row.side = outcome, side_of(outcome.mode, row.number)
        won = row.number in winners
        row.result = Standing.Result.DRAWN if outcome.drawn else Standing.Result.WON if won else Standing.Result.LOST
    for row in rows:
        row.mirror = bool(row.faction) and any(
            other.faction == row.faction and other.side != row.side for other in rows
        )
    outcome.standings.all().delete()
    Standing.objects.bulk_create(rows)


def _is_draw(winners: Collection[int], seats: Iterable[object]) -> bool:
    """The engine names nobody, players who agree name everybody."""
    return not winners or len(winners) == len(list(seats))


def _source(seats: Sequence[Seat]) -> str:
    # A seat that a bot took over when its player left was a person's seat.
    people = [seat for seat in seats if seat.user_id or seat.guest]
    if len(people) < len(seats):
        return Outcome.Source.BOTS
    holders = {(seat.user_id, "" if seat.user_id else seat.guest) for seat in people}
    return Outcome.Source.PEOPLE if len(holders) == len(seats) else Outcome.Source.HOT_SEAT


def _first_turn(match: Match) -> int | None:
    """Who had the first turn: the Countering player. Nobody had if the match ended before it. DF-SETUP-29 to -32"""
    return int(match.game["checkpoint"]["countering"]) if match.turn and match.game else None
