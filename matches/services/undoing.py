"""Taking back: the last step, or all steps of the turn, as long as nothing came to light."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from decks.visitors import Visitor
from matches.engine import Decision
from matches.models import Match, Seat, Step
from matches.refusals import NothingToTakeBack, StaleChoice
from matches.services.keeping import game_of, running_match, seats_of, store
from matches.services.replaying import game_at


def retractable(
    match: Match, own: Iterable[Seat], pending: Decision | None = None, latest: Iterable[Step] | None = None
) -> list[Step]:
    """The steps that a player may take back now, the latest first: own ones with nothing revealed by them or since.

    Who has read the latest steps, the last one first, is told which of these.
    """
    numbers = {seat.number for seat in own}
    if pending is not None and pending.kind == "window" and pending.seat not in numbers:
        # That another is asked tells of their hand: nobody tries one thing after the other to find out.
        return []
    steps: list[Step] = []
    passed: list[Step] = []
    if latest is None:
        latest = match.all_steps.defer("events", "thought").order_by("-number").iterator(chunk_size=50)
    for step in latest:
        if step.turn != match.turn or step.reveals or (step.seat not in numbers and not step.auto):
            break
        if step.auto:
            passed.append(step)
        else:
            steps += [*passed, step]
            passed = []
    return steps


@transaction.atomic
def take_back(visitor: Visitor, key: str, version: int, *, whole_turn: bool = False) -> Match:
    """Go back to before one's last choice, or as far as one may within the turn."""
    match = running_match(key)
    own = seats_of(match, visitor)
    if match.version != version:
        raise StaleChoice(match, version)
    steps = retractable(match, own, game_of(match).pending)
    if not steps:
        raise NothingToTakeBack
    last = steps[-1] if whole_turn else next(step for step in steps if not step.auto)
    return rewind(match, last.number)


def rewind(match: Match, number: int) -> Match:
    """Bring the match back to where it stood after so many steps."""
    game = game_at(match, number)
    match.all_steps.filter(number__gte=number).delete()
    match.snapshots.filter(number__gt=number).delete()
    match.steps, match.turn, match.thinking = number, game.table.state.turn, None
    store(match, game, [])
    return match
