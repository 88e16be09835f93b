"""The timing windows of card halves, as the rules reference describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from catalog.models import Half
from catalog.reference import Entry, reference


def timing_windows(system: str, halves: Iterable[Half]) -> Iterator[Entry | None]:
    """For each half the entry on its window; None where the reference does not know it."""
    try:
        entries = reference(system).entries
    except KeyError:
        entries = {}
    for half in halves:
        yield entries.get(half.window)
