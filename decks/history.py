"""The history of a deck as people read it: one entry a sitting, each with what changed.

for entry in history(deck):
    entry.ended, entry.changes    # ["+2 Leap", "-1 Bash", "format: Duel → Short duel"]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from django.utils.translation import gettext as _

from decks.models import Content, Deck, DeckVersion
from decks.rules.facts import FactionFacts
from decks.rules.formats import FORMATS

#: A longer pause ends a sitting.
PAUSE = timedelta(minutes=30)
#: Deeds that change much at once and begin a sitting, so that what was there before them can be restored.
BIG_DEEDS = {"fill_rest", "restore_version", "change_deck"}


@dataclass(frozen=True)
class HistoryEntry:
    """A sitting: the changes from its beginning to its end taken together. `number` is the version to restore."""

    number: int
    began: datetime
    ended: datetime
    changes: list[str]
    is_first: bool
    is_present: bool

    @property
    def is_beginning(self) -> bool:
        """Whether the deck was begun here, rather than that older versions are no longer kept."""
        return self.number == 1


@dataclass(frozen=True)
class Turns:
    """Whether undo and redo have somewhere to lead."""

    undo: bool
    redo: bool


def history(deck: Deck) -> list[HistoryEntry]:
    """The sittings of a deck, newest first, in one query. Sittings that left everything as it was are left out.

    The oldest version stands alone: what the first sitting added to it can be read, and taken back.
    """
    versions = list(deck.versions.order_by("number"))
    sittings = [versions[:1], *_sittings(versions[1:])] if versions else []
    entries = [
        _entry(deck, sitting, difference(before[-1].content, sitting[-1].content, deck.facts))
        for before, sitting in pairwise(sittings)
    ]
    if sittings:
        entries.insert(0, _entry(deck, sittings[0], [], is_first=True))
    shown = [entry for entry in entries if entry.changes or entry.is_first]
    if shown:
        shown[-1] = HistoryEntry(**{**vars(shown[-1]), "is_present": True})
    return shown[::-1]


def turns(deck: Deck) -> Turns:
    """Whether there is something to undo and to redo, in one query."""
    kept = {number: ways for number, *ways in deck.versions.values_list("number", "before", "after")}
    before, after = kept[max(kept)] if kept else (None, None)
    return Turns(undo=before in kept, redo=after in kept)


def difference(before: Content, after: Content, facts: FactionFacts) -> list[str]:
    """What is different, in the fewest words: more and fewer squads and cards first."""
    squads = {slug: squad.name for slug, squad in facts.squads.items()}
    cards = {slug: card.name for slug, card in facts.cards.items()}
    return [
        *_counts(before["squads"], after["squads"], squads),
        *_counts(before["cards"], after["cards"], cards),
        *_choice(_("Banner"), before["banner"], after["banner"], facts.banners),
        *_choice(_("Shrine"), before["shrine"], after["shrine"], facts.shrines),
        *_choice(
            _("format"), before["format"], after["format"], {slug: _(each.name) for slug, each in FORMATS.items()}
        ),
        *_choice(_("name"), before["name"], after["name"], {}),
        *([_("notes changed")] if before["notes"] != after["notes"] else []),
    ]


def _counts(before: Mapping[str, int], after: Mapping[str, int], names: Mapping[str, str]) -> Iterator[str]:
    more = {slug: after.get(slug, 0) - before.get(slug, 0) for slug in {**before, **after}}
    for slug, number in sorted(more.items(), key=lambda item: (item[1] < 0, names.get(item[0], item[0]))):
        if number:
            yield f"{'+' if number > 0 else '−'}{abs(number)} {names.get(slug, slug)}"


def _choice(what: str, before: str, after: str, names: Mapping[str, str]) -> Iterator[str]:
    if before != after:
        old, new = (names.get(slug, slug) or _("none") for slug in (before, after))
        yield _("%(what)s: %(before)s → %(after)s") % {"what": what, "before": old, "after": new}


def _sittings(versions: list[DeckVersion]) -> Iterator[list[DeckVersion]]:
    """Cut versions, oldest first, where somebody paused or changed much at once."""
    sitting: list[DeckVersion] = []
    for version in versions:
        if sitting and (version.deed in BIG_DEEDS or version.made - sitting[-1].made > PAUSE):
            yield sitting
            sitting = []
        sitting.append(version)
    if sitting:
        yield sitting


def _entry(deck: Deck, sitting: list[DeckVersion], changes: list[str], is_first: bool = False) -> HistoryEntry:
    return HistoryEntry(sitting[-1].number, sitting[0].made, sitting[-1].made, changes, is_first, is_present=False)
