"""The decks that somebody can sit down with: starter decks, their own, or one that they paste.

A choice is a short text of a form: `any`, `starter:demon`, `deck:<key>` or `paste`.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from catalog.models import GameSystem
from catalog.packs.schema import FactionFile
from decks.facts import facts_of
from decks.models import Deck
from decks.refusals import NoFactionFound, NoSuchDeck
from decks.rules.deck_list import DeckList
from decks.services import read_deck
from decks.visitors import Visitor
from matches.engine import Options
from matches.refusals import DeckRefused, NoDeckChosen
from matches.services import format_of, why_not
from matches.setting_up.starters import dawnfall_factions

ANY: Final = "any"
PASTE: Final = "paste"
#: So many of one's decks are offered, the last changed ones; all others can be brought as a code.
MOST_OWN: Final = 60

Choice = tuple[str, str | Sequence[tuple[str, str]]]
Choices = Sequence[Choice]


@dataclass(frozen=True)
class Brought:
    """A deck on its way to a seat."""

    deck: DeckList
    row: Deck | None = None
    #: Script mode: the cards in the order of a pasted list.
    order: tuple[str, ...] = ()


def playable() -> list[FactionFile]:
    """The factions that can be played, by name."""
    files = [file for file in dawnfall_factions().values() if file.starter_decks and not file.faction.unplayable]
    return sorted(files, key=lambda file: file.faction.name)


def starter(faction: str, deck_format: str) -> DeckList:
    """The starter deck of a faction in a format."""
    file = dawnfall_factions().get(faction)
    found = next((deck for deck in file.starter_decks if deck.format.value == deck_format), None) if file else None
    if found is None:
        raise NoDeckChosen
    return DeckList(faction, deck_format, tuple(found.squads), found.cards, found.banner, found.shrine, found.name)


def any_starter(deck_format: str, taken: Collection[str] = ()) -> DeckList:
    """The starter deck of any faction that is not at the table yet."""
    free = [file.faction.slug for file in playable() if file.faction.slug not in taken]
    if not free:
        raise NoDeckChosen
    return starter(secrets.choice(free), deck_format)


def deck_choices(system: GameSystem, visitor: Visitor, mode: str, options: Options, *, bot: bool = False) -> Choices:
    """All decks to choose from in groups; one's own that are not legal for the match come last, with the reason."""
    deck_format = format_of(mode, options)
    starters = [
        (f"starter:{file.faction.slug}", f"{file.faction.name}: {starter(file.faction.slug, deck_format).name}")
        for file in playable()
    ]
    choices: list[Choice] = [(ANY, _("Any starter deck")), (_("Starter decks"), starters)]
    if bot:
        return choices
    legal, illegal = own_decks(system, visitor, mode, options)
    if legal:
        choices.append((_("My decks"), [(f"deck:{deck.key}", f"{deck.name} · {deck.faction.name}") for deck in legal]))
    if illegal:
        rows = [(f"deck:{deck.key}", f"{deck.name} · {deck.faction.name}: {why}") for deck, why in illegal]
        choices.append((_("My decks that are not legal here"), rows))
    return [*choices, (PASTE, _("A deck code or list that I paste"))]


def own_decks(
    system: GameSystem, visitor: Visitor, mode: str, options: Options
) -> tuple[list[Deck], list[tuple[Deck, str]]]:
    """The visitor's decks: those that may sit down, and the others with what is wrong."""
    facts = facts_of(system)
    decks = Deck.objects.owned_by(visitor).of_system(system.slug).select_related("faction__system").defer("notes")
    told = [(deck, why_not(deck.list, mode, options, facts)) for deck in decks.last_changed()[:MOST_OWN]]
    return [deck for deck, why in told if not why], [(deck, why) for deck, why in told if why]


def bring(system: GameSystem, visitor: Visitor, choice: str, paste: str, deck_format: str) -> Brought | None:
    """The deck that was chosen; nothing where any will do. A refusal says why it cannot be had."""
    kind, _colon, slug = choice.partition(":")
    if kind == ANY:
        return None
    if kind == PASTE:
        return _pasted(system, paste)
    if kind == "starter":
        return Brought(starter(slug, deck_format))
    row = Deck.objects.owned_by(visitor).select_related("faction__system").filter(key=slug).first()
    if kind != "deck" or row is None:
        raise NoSuchDeck(slug)
    return Brought(row.list, row)


def _pasted(system: GameSystem, paste: str) -> Brought:
    if not paste.strip():
        raise DeckRefused(_("Paste a deck code, a link or a list first, or choose a deck above."))
    imported = read_deck(system, paste)
    if not imported.deck.faction:
        raise NoFactionFound(imported)
    if imported.unmatched:
        line = imported.unmatched[0].text.strip()[:80]
        raise DeckRefused(
            _("The line “%(line)s” names nothing in the catalogue. Correct it or take it out.") % {"line": line}
        )
    order = tuple(line.slug for line in imported.matched if line.kind == "card" for _copy in range(line.copies))
    name = imported.deck.name or _("Pasted deck")
    fits = sorted(order) == sorted(slug for slug, copies in imported.deck.cards.items() for _copy in range(copies))
    return Brought(replace(imported.deck, name=name), order=order if fits else ())
