"""The last steps of matches as each seat was told them, kept by this process: a click adds a few and reads no others.

Only a cache, as services/at_hand.py is one. Steps come and go at the end alone: where the last one that is known is
still there, so are all before it.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any, Final

from django.utils.translation import get_language

from accounts.prepared import Prepared
from matches.models import Match, Step
from matches.naming import Names
from matches.showing.history import Moment, moment, moments

#: So many steps are told, however long the match is.
STEPS: Final = 80
MOST_KEPT: Final = 200

_kept: OrderedDict[Any, list[Moment]] = OrderedDict()
_lock = Lock()
_steps = Prepared(
    lambda match, first, last: (
        Step.objects.defer("thought").filter(match=match, number__gte=first, number__lt=last).order_by("number")
    )
)


def recent(match: Match, last: int, seat: int | None, names: Names) -> list[Moment]:
    """The last of so many steps as a seat may know them, oldest first."""
    place = (match.key, seat, get_language(), names.stamp)
    with _lock:
        known = _kept.get(place)
    told = (known and _gone_on(known, match, last, seat, names)) or moments(
        match, _steps(match.pk, max(0, last - STEPS), last), seat, names
    )
    with _lock:
        _kept[place] = told
        _kept.move_to_end(place)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return told


def _gone_on(known: list[Moment], match: Match, last: int, seat: int | None, names: Names) -> list[Moment] | None:
    """What is known with what came since; nothing if some of it was taken back, or is not to be told yet."""
    end = known[-1].step
    if end is None:
        return None
    since = _steps(match.pk, end.number, last)
    if not since or since[0].pk != end.pk:
        return None
    return [*known, *(moment(step, seat, names) for step in since[1:])][-STEPS:]


def forget() -> None:
    """Know no step any more."""
    with _lock:
        _kept.clear()
