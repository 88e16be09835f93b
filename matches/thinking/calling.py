"""Calling the bots of a match, and calling again where no answer came."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from matches.engine import RULES_VERSION
from matches.models import Match
from matches.thinking.tasks import think

#: Longer than any bot thinks about one decision. Whoever has not answered by then is called again.
PATIENCE: Final = timedelta(seconds=10)


def answer_by() -> datetime:
    """Until when an answer to a question of now is awaited."""
    return timezone.now() + PATIENCE


def call_bots(match: Match) -> None:
    """Have the bots of a match think about its present version, once that is stored."""
    key, version = match.key, match.version
    transaction.on_commit(lambda: think.enqueue(key, version))


def call_again() -> None:
    """Call for all matches whose bots were called and have not answered in time. A chore of the workers."""
    late = Match.objects.filter(status=Match.Status.RUNNING, rules=RULES_VERSION, thinking__lt=timezone.now())
    for key, version, thinking in late.values_list("key", "version", "thinking"):
        # Of several workers that look around at the same time one calls.
        if Match.objects.filter(key=key, version=version, thinking=thinking).update(thinking=answer_by()):
            think.enqueue(key, version)
