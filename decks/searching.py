"""The search of the public list: what was asked for, which decks fit, and what could not be understood."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
ORDERS: dict[str, Callable[[DeckQuerySet], DeckQuerySet]] = {
    "newest": DeckQuerySet.newest,
    "liked": DeckQuerySet.liked_first,
    "changed": DeckQuerySet.last_changed,
    "name": DeckQuerySet.by_name,
}
QUESTIONS: dict[str, Callable[[DeckQuerySet, str], DeckQuerySet]] = {
    "system": DeckQuerySet.of_system,
    "name": DeckQuerySet.named,
    "faction": DeckQuerySet.of_faction,
    "format": DeckQuerySet.in_format,
    "card": DeckQuerySet.containing_card,
    "squad": DeckQuerySet.containing_squad,
    "author": DeckQuerySet.by_author,
}
LONGEST_WORD = 80


def narrowed(
    decks: DeckQuerySet, asked: Mapping[str, str | None], *, sort: str, legal: bool
) -> tuple[DeckQuerySet, bool]:
    """The decks that fit what is asked, in order; and whether all were looked at, see decks/legality.py."""
    for question, value in asked.items():
        if value:
            decks = QUESTIONS[question](decks, value)
    ordered = ORDERS[sort](decks)
    if not legal:
        return ordered, True
    found = legal_among(ordered)
    return ordered.filter(pk__in=found.pks), found.complete


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
        if self.problems:
            return Deck.objects.none()
        facts = facts_of(self.system)
        asked = {
            "system": self.system.slug,
            "name": self.name,
            "faction": self.faction,
            "format": self.format,
            "card": _slug(self.card, _names(facts, "cards")),
            "squad": _slug(self.squad, _names(facts, "squads")),
            "author": self.author,
        }
        found, self.complete = narrowed(Deck.objects.public(), asked, sort=self.sort, legal=self.legal)
        return found.for_lists(visitor)


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
