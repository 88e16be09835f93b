"""What to say of a name that the deck's faction does not have: whose it is, or what may have been meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from decks.rules.facts import CardFacts, FactionFacts, Facts, SquadFacts
from decks.rules.near_misses import near_misses
from decks.rules.problem import Problem
from decks.rules.sentences import gettext_noop, say

_RULES: Final = {
    "squad": ("DF-SETUP-18", "DF-SETUP-20"),
    "card": ("DF-DECK-03",),
    "banner": ("DF-SETUP-18", "DF-SETUP-19"),
    "shrine": ("DF-SETUP-18", "DF-SETUP-33"),
}
_FOREIGN: Final = {
    "squad": gettext_noop("%(name)s: this squad belongs to %(owner)s, the army is of %(faction)s."),
    "card": gettext_noop("%(name)s: this card belongs to %(owner)s, the deck is of %(faction)s."),
    "banner": gettext_noop("%(name)s: this Banner belongs to %(owner)s, the army is of %(faction)s."),
    "shrine": gettext_noop("%(name)s: this Shrine belongs to %(owner)s, the army is of %(faction)s."),
}
_UNKNOWN: Final = {
    "squad": gettext_noop("“%(slug)s”: the catalogue has no such squad."),
    "card": gettext_noop("“%(slug)s”: the catalogue has no such card."),
    "banner": gettext_noop("“%(slug)s”: the catalogue has no such Banner."),
    "shrine": gettext_noop("“%(slug)s”: the catalogue has no such Shrine."),
}
_INSTEAD: Final = {
    "squad": gettext_noop("Field a squad of %(faction)s instead."),
    "card": gettext_noop("Take it out, or choose a card of %(faction)s instead."),
    "banner": gettext_noop("Choose a Banner of %(faction)s: %(choice)s."),
    "shrine": gettext_noop("Choose a Shrine of %(faction)s: %(choice)s."),
}
_MEANT: Final = gettext_noop("Did you mean %(suggestions)s?")


def stranger(kind: str, slug: str, faction: FactionFacts, facts: Facts) -> Problem:
    """The problem of a squad, card, Banner or Shrine that the faction does not have. DF-DECK-03"""
    known = names_of(faction, kind)
    instead = say(_INSTEAD[kind], faction=faction.name, choice=", ".join(known.values()))
    owners = [other for other in facts.factions.values() if _has(other, kind, slug)]
    if owners:
        name = names_of(owners[0], kind)[slug]
        whose = ", ".join(owner.name for owner in owners)
        what = say(_FOREIGN[kind], name=name, owner=whose, faction=faction.name)
        return Problem(f"{kind.upper()}-FACTION", kind, slug, _RULES[kind], what, instead)
    suggestions = near_misses(slug, known)
    meant = ", ".join(known[suggestion] for suggestion in suggestions)
    what = say(_UNKNOWN[kind], slug=slug)
    fix = say(_MEANT, suggestions=meant) if suggestions else instead
    return Problem(f"{kind.upper()}-UNKNOWN", kind, slug, _RULES[kind], what, fix, suggestions)


def names_of(faction: FactionFacts, kind: str) -> Mapping[str, str]:
    """The names of all that the faction has of one kind and that is not retired, by slug."""
    if kind == "banner":
        return faction.banners
    if kind == "shrine":
        return faction.shrines
    entries = _entries(faction, kind)
    return {slug: entry.name for slug, entry in entries.items() if not entry.retired}


def _has(faction: FactionFacts, kind: str, slug: str) -> bool:
    if kind in {"banner", "shrine"}:
        return slug in names_of(faction, kind)
    entry = _entries(faction, kind).get(slug)
    return entry is not None and not entry.retired


def _entries(faction: FactionFacts, kind: str) -> Mapping[str, SquadFacts | CardFacts]:
    return faction.squads if kind == "squad" else faction.cards
