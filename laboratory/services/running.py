"""How an experiment is played: workers take batches, play them without holding a lock, and count each of them once.

A batch belongs to whoever holds its lease and gives signs of life. If its worker dies, the lease runs out, the batch is
queued again, and whoever plays it plays the same games. What two workers have played twice is stored once.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone

from decks.visitors import Visitor
from laboratory.games import CalledOff, play_all
from laboratory.limits import LIMITS
from laboratory.models import Batch, Experiment
from laboratory.recording import Sums, add
from laboratory.refusals import NotRunning
from laboratory.services.keeping import own_experiment
from matches.engine import RULES_VERSION

log = logging.getLogger("laboratory")

#: A worker gives a sign of life so often; without one for so long it counts as dead.
SIGN_SECONDS: Final = 4.0
LEASE: Final = timedelta(seconds=25)
#: A batch that nobody takes for so long, while nobody works at all, has fallen out of the queue.
LOST: Final = timedelta(minutes=5)
#: A batch whose workers died so often would kill the next one, too.
MOST_TRIES: Final = 5


def queue_batches(level: str, keys: Sequence[int]) -> None:
    """Queue batches once the transaction is through."""
    from laboratory.tasks import play

    task = play
    if play.get_backend().supports_priority:
        task = play.using(priority=LIMITS[level].priority)

    def enqueue() -> None:
        for key in keys:
            task.enqueue(key)

    transaction.on_commit(enqueue)


def play_batch(key: int) -> bool:
    """Play the games of a batch and count them; gives whether they were counted by this call."""
    batch = _claim(key)
    if batch is None:
        return False
    try:
        lines, sums = play_all(batch.experiment.plan, batch.numbers, _signs_of_life(batch))
    except CalledOff:
        return False
    return _store(batch, lines, sums)


@transaction.atomic
def _claim(key: int) -> Batch | None:
    """Take the lease of a batch, if it is still to be played and nobody else is at it."""
    locked = Batch.objects.select_for_update(of=("self",)).select_related("experiment")
    batch = locked.filter(pk=key, done=False, experiment__status=Experiment.Status.RUNNING).first()
    now = timezone.now()
    if batch is None or (batch.leased is not None and batch.leased > now - LEASE):
        return None
    if batch.experiment.rules != RULES_VERSION:
        # The games that are left would be games of other rules.
        _stop(batch.experiment)
        return None
    batch.holder, batch.leased, batch.tries = secrets.token_hex(16), now, batch.tries + 1
    batch.save(update_fields=["holder", "leased", "tries"])
    return batch


def _signs_of_life(batch: Batch) -> Callable[[], None]:
    """What is called all the time while the batch is played: it renews the lease, or calls the games off."""
    mine = Batch.objects.filter(
        pk=batch.pk, holder=batch.holder, done=False, experiment__status=Experiment.Status.RUNNING
    )
    last = time.monotonic()

    def look() -> None:
        nonlocal last
        if time.monotonic() - last < SIGN_SECONDS:
            return
        last = time.monotonic()
        try:
            still_mine = mine.update(leased=timezone.now())
        except DatabaseError as error:
            # No fault of the game: whoever finds the lease run out plays it again.
            log.warning("batch %s gave no sign of life: %s", batch, error)
            raise CalledOff from error
        if not still_mine:
            raise CalledOff

    return look


@transaction.atomic
def _store(batch: Batch, lines: Sequence[dict[str, Any]], sums: Sums) -> bool:
    """Count a batch, unless it was counted before or nobody wants it any more."""
    experiment = Experiment.objects.select_for_update().filter(pk=batch.experiment_id).first()
    if experiment is None or not experiment.is_running:
        return False
    counted = Batch.objects.filter(pk=batch.pk, done=False).update(done=True, games=lines, holder="", leased=None)
    if not counted:
        return False
    add(experiment.sums, sums)
    experiment.played += len(lines)
    if experiment.played >= experiment.games:
        experiment.status, experiment.finished = Experiment.Status.DONE, timezone.now()
    experiment.save(update_fields=["sums", "played", "status", "finished"])
    return True


@transaction.atomic
def cancel(visitor: Visitor, key: str) -> Experiment:
    """Call the rest of the games off; what was played stays."""
    experiment = own_experiment(visitor, key)
    if not experiment.is_running:
        raise NotRunning
    experiment.status, experiment.finished = Experiment.Status.CANCELLED, timezone.now()
    experiment.save(update_fields=["status", "finished"])
    return experiment


@transaction.atomic
def requeue_lost() -> int:
    """Queue batches again whose worker has died, or that fell out of the queue; gives how many."""
    now = timezone.now()
    waiting = Batch.objects.filter(done=False, experiment__status=Experiment.Status.RUNNING)
    lost = Q(leased__lt=now - LEASE)
    if not waiting.filter(leased__gte=now - LEASE).exists():
        lost |= Q(leased=None, queued__lt=now - LOST)
    found = list(
        waiting.select_for_update(of=("self",), skip_locked=True)
        .filter(lost)
        .select_related("experiment")
        .defer("games")
    )
    for batch in found:
        if batch.tries >= MOST_TRIES:
            log.error("batch %s was given up after %d tries", batch, batch.tries)
            _stop(batch.experiment)
            continue
        batch.holder, batch.leased, batch.queued = "", None, now
        batch.save(update_fields=["holder", "leased", "queued"])
        queue_batches(batch.experiment.level, [batch.pk])
    return len(found)


def _stop(experiment: Experiment) -> None:
    experiment.status, experiment.finished = Experiment.Status.STOPPED, timezone.now()
    experiment.save(update_fields=["status", "finished"])
