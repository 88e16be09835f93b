"""The search of the public list: what was asked for, which decks fit, and what could not be understood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog.models import GameSystem
from decks.facts import facts_of
from decks.legality import legal_among
from decks.models import Deck, DeckQuerySet
from decks.rules.facts import Facts
from decks.rules.formats import FORMATS
from decks.rules.near_misses import near_misses
from decks.visitors import Visitor

SORTS: dict[str, Promise] = {
    "newest": _("Newest"),
    "liked": _("Most liked"),
    "changed": _("Last changed"),
    "name": _("Name"),
}
LONGEST_WORD = 80


@dataclass
class DeckSearch:
    """What a visitor asks the list for. Words that name nothing are told in `problems`, and narrow to nothing."""

    system: GameSystem
    name: str = ""
    faction: str = ""
    format: str = ""
    card: str = ""
    squad: str = ""
    author: str = ""
    legal: bool = False
    sort: str = "newest"
    problems: list[str] = field(default_factory=list)
    #: Whether all decks were looked at; legality is worked out for so many and no more.
    complete: bool = True

    @property
    def address(self) -> str:
        """The search as the end of an address, without what was not asked for."""
        words = {name: getattr(self, name) for name in ("name", "faction", "format", "card", "squad", "author")}
        asked = {name: word for name, word in words.items() if word}
        if self.legal:
            asked["legal"] = "1"
        if self.sort != "newest":
            asked["sort"] = self.sort
        return urlencode(asked)

    def decks(self, visitor: Visitor) -> DeckQuerySet:
        """The public decks that fit, with everything their rows show, in the wanted order."""
        found = self._fitting(Deck.objects.public().of_system(self.system.slug))
        order = {
            "newest": found.newest,
            "liked": found.liked_first,
            "changed": found.last_changed,
            "name": found.by_name,
        }
        ordered = order[self.sort]()
        if self.legal:
            legal = legal_among(ordered)
            self.complete = legal.complete
            ordered = ordered.filter(pk__in=legal.pks)
        return ordered.for_lists(visitor)

    def _fitting(self, decks: DeckQuerySet) -> DeckQuerySet:
        if self.problems:
            return decks.none()
        facts = facts_of(self.system)
        if self.name:
            decks = decks.named(self.name)
        if self.faction:
            decks = decks.of_faction(self.faction)
        if self.format:
            decks = decks.in_format(self.format)
        if self.card:
            decks = decks.containing_card(_slug(self.card, _names(facts, "cards")))
        if self.squad:
            decks = decks.containing_squad(_slug(self.squad, _names(facts, "squads")))
        return decks.by_author(self.author) if self.author else decks


def read_search(system: GameSystem, asked: Mapping[str, str]) -> DeckSearch:
    """Read a search from the fields of its form; whatever is not understood is told."""
    search = DeckSearch(system, legal=bool(asked.get("legal")))
    for field_ in ("name", "card", "squad", "author"):
        setattr(search, field_, " ".join(asked.get(field_, "").split())[:LONGEST_WORD])
    facts = facts_of(system)
    for field_, known in (("faction", facts.factions), ("format", FORMATS), ("sort", SORTS)):
        value = asked.get(field_, "")
        if value in known:
            setattr(search, field_, value)
        elif value:
            names = {"field": gettext(field_), "value": value[:LONGEST_WORD], "known": ", ".join(known)}
            search.problems.append(gettext("There is no %(field)s “%(value)s”; known are %(known)s.") % names)
    cards, squads = _names(facts, "cards"), _names(facts, "squads")
    if search.card and not _slug(search.card, cards):
        search.problems.append(_unknown(gettext("No card is called “%(name)s”."), search.card, cards))
    if search.squad and not _slug(search.squad, squads):
        search.problems.append(_unknown(gettext("No squad is called “%(name)s”."), search.squad, squads))
    return search


def _names(facts: Facts, kind: str) -> dict[str, str]:
    """The names of all cards or squads of all factions by slug."""
    return {slug: entry.name for faction in facts.factions.values() for slug, entry in getattr(faction, kind).items()}


def _slug(name: str, names: Mapping[str, str]) -> str:
    """The slug of what is called so, in any case; also for a slug itself."""
    wanted = slugify(name)
    by_name = {slugify(known): slug for slug, known in names.items()}
    return wanted if wanted in names else by_name.get(wanted, "")


def _unknown(sentence: str, name: str, names: Mapping[str, str]) -> str:
    near = [names[slug] for slug in near_misses(slugify(name), names)]
    told = sentence % {"name": name}
    return told + " " + gettext("Did you mean %(names)s?") % {"names": ", ".join(near)} if near else told
