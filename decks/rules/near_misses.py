"""Which names somebody may have meant who wrote one that does not exist."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rapidfuzz import fuzz, process, utils

ENOUGH_ALIKE: Final = 70
AT_MOST: Final = 3


def near_misses(wanted: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """The slugs whose slug or name is most like the wanted word, best first."""
    query = utils.default_process(wanted)
    if not query:
        return ()
    scores: dict[str, float] = {}
    for words in (names, {slug: slug for slug in names}):
        hits = process.extract(
            query, words, scorer=fuzz.WRatio, processor=utils.default_process, score_cutoff=ENOUGH_ALIKE, limit=AT_MOST
        )
        for _, score, slug in hits:
            scores[slug] = max(score, scores.get(slug, 0))
    return tuple(sorted(scores, key=lambda slug: (-scores[slug], slug))[:AT_MOST])
