"""What can be wrong with the choice of Banner and Shrine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from decks.rules.deck_list import DeckList
from decks.rules.facts import FactionFacts, Facts
from decks.rules.problem import Problem
from decks.rules.sentences import gettext_noop, say
from decks.rules.strangers import names_of, stranger

_MISSING: Final = {
    "banner": (gettext_noop("No Banner is chosen, exactly 1 is needed."), ("DF-SETUP-18", "DF-SETUP-19")),
    "shrine": (gettext_noop("No Shrine is chosen, exactly 1 is needed."), ("DF-SETUP-18", "DF-SETUP-33")),
}


def piece_problems(deck: DeckList, faction: FactionFacts, facts: Facts) -> Iterator[Problem]:
    """An army has one Banner and one Shrine of its faction, each the standard or the alternative one."""
    if deck.banner not in faction.banners:
        yield from _wrong("banner", deck.banner, faction, facts)
    if deck.shrine not in faction.shrines:
        yield from _wrong("shrine", deck.shrine, faction, facts)


def _wrong(kind: str, slug: str, faction: FactionFacts, facts: Facts) -> Iterator[Problem]:
    choice = names_of(faction, kind)
    retired = faction.retired_banners if kind == "banner" else faction.retired_shrines
    fix = say(gettext_noop("Choose one: %(choice)s."), choice=", ".join(choice.values()))
    if slug in retired:
        what = say(gettext_noop("%(name)s is no longer part of the catalogue."), name=retired[slug])
        yield Problem(f"{kind.upper()}-RETIRED", kind, slug, (), what, fix, tuple(choice))
    elif slug:
        yield stranger(kind, slug, faction, facts)
    elif choice:  # a home-brew faction may have none at all
        template, rules = _MISSING[kind]
        yield Problem(f"{kind.upper()}-MISSING", kind, "", rules, say(template), fix, tuple(choice))
