"""Everything that is wrong with a deck, all at once. An empty list means that the deck is legal.

The way a legal deck takes through these functions is short on purpose: whoever lists many decks checks each of them
against the present catalogue whenever it is read.
"""

from __future__ import annotations

from collections.abc import Iterator

from decks.rules.card_problems import card_problems
from decks.rules.companions import companions, notes
from decks.rules.deck_list import DeckList
from decks.rules.facts import Facts
from decks.rules.formats import FORMATS, Format
from decks.rules.near_misses import near_misses
from decks.rules.piece_problems import piece_problems
from decks.rules.problem import Problem
from decks.rules.sentences import count, gettext_noop, ngettext_lazy, say
from decks.rules.squad_problems import full_army, squad_problems

__all__ = ["Problem", "companions", "full_army", "notes", "problems"]

_SIZE_RULES = {"duel": ("DF-DECK-01",), "multiplayer": ("DF-DECK-02",), "short": ("DF-OPT-10",)}


def problems(deck: DeckList, facts: Facts) -> list[Problem]:
    """List every problem of the deck in the catalogue of the facts: deck, squads, cards, Banner, Shrine."""
    found: list[Problem] = []
    format_ = FORMATS.get(deck.format)
    faction = facts.factions.get(deck.faction)
    if format_ is None:
        found.append(_unknown_format(deck))
    if faction is None:
        found.append(_unknown_faction(deck, facts))
    elif faction.retired:
        found.append(_retired_faction(faction.name))
    found += squad_problems(deck, format_, faction, facts)
    if format_ is not None:
        found += _size_problems(deck, format_)
    if faction is not None:
        found += card_problems(deck, faction, facts)
        found += piece_problems(deck, faction, facts)
    return found


def _size_problems(deck: DeckList, format_: Format) -> Iterator[Problem]:
    """A deck has exactly as many cards as its format says. DF-DECK-01, DF-DECK-02, DF-OPT-10"""
    size = sum(copies for copies in deck.cards.values() if copies > 0)
    if size == format_.cards:
        return
    what = count(
        ngettext_lazy(
            "The deck has %(number)s card, exactly %(needed)s are needed.",
            "The deck has %(number)s cards, exactly %(needed)s are needed.",
        ),
        size,
        needed=format_.cards,
    )
    if size < format_.cards:
        fix = count(ngettext_lazy("Add %(number)s card.", "Add %(number)s cards."), format_.cards - size)
    else:
        fix = count(ngettext_lazy("Take out %(number)s card.", "Take out %(number)s cards."), size - format_.cards)
    yield Problem("DECK-SIZE", "deck", "", _SIZE_RULES.get(format_.slug, ()), what, fix)


def _unknown_format(deck: DeckList) -> Problem:
    names = {slug: format_.name for slug, format_ in FORMATS.items()}
    if deck.format:
        what = say(gettext_noop("The format “%(format)s” does not exist."), format=deck.format)
    else:
        what = say(gettext_noop("No format is chosen."))
    fix = say(gettext_noop("Choose one of %(formats)s."), formats=", ".join(names.values()))
    rules = ("DF-DECK-01", "DF-DECK-02", "DF-OPT-10")
    return Problem("FORMAT-UNKNOWN", "deck", "", rules, what, fix, near_misses(deck.format, names))


def _unknown_faction(deck: DeckList, facts: Facts) -> Problem:
    names = {slug: faction.name for slug, faction in facts.factions.items() if not faction.retired}
    if deck.faction:
        what = say(gettext_noop("The faction “%(faction)s” is not in the catalogue."), faction=deck.faction)
    else:
        what = say(gettext_noop("No faction is chosen."))
    fix = say(gettext_noop("Choose one of %(factions)s."), factions=", ".join(names.values()))
    return Problem("FACTION-UNKNOWN", "deck", "", ("DF-DECK-03",), what, fix, near_misses(deck.faction, names))


def _retired_faction(name: str) -> Problem:
    what = say(gettext_noop("%(name)s is no longer part of the catalogue."), name=name)
    return Problem("FACTION-RETIRED", "deck", "", (), what, say(gettext_noop("Choose another faction.")))
