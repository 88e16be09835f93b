"""Which names somebody may have meant who wrote one that does not exist."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rapidfuzz import fuzz, process, utils

ENOUGH_ALIKE: Final = 70
AT_MOST: Final = 3


def near_misses(wanted: str, slugs: Iterable[str]) -> tuple[str, ...]:
    """The slugs most like the wanted word, best first; a slug reads like its name with hyphens for blanks."""
    query = utils.default_process(wanted)
    if not query:
        return ()
    names = {slug: slug.replace("-", " ") for slug in slugs}
    hits = process.extract(query, names, scorer=fuzz.WRatio, score_cutoff=ENOUGH_ALIKE, limit=AT_MOST)
    return tuple(slug for _, _, slug in hits)
