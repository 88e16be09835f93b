"""Collects an import line by line and settles at the end what the source left open."""

from __future__ import annotations

from typing import Final

from decks.exchange.imported import MOST, Entry, Imported, Matched, Unmatched, clean_name
from decks.exchange.names import Directory, Names, key
from decks.rules.deck_list import DeckList
from decks.rules.formats import DUEL, FORMATS, MULTIPLAYER, SHORT
from decks.rules.sentences import Sentence, gettext_noop, say

#: How a source says that a deck has no Banner or no Shrine.
NONE_CHOSEN: Final = "-"

_FORMAT_WORDS: Final = {
    key(word): format_.slug for format_ in FORMATS.values() for word in (format_.slug, format_.name)
}


def format_called(name: str) -> str:
    """The slug of the format of this name, or nothing."""
    return _FORMAT_WORDS.get(key(name), "")


def format_words() -> dict[str, str]:
    """How each format is written, with its slug."""
    return _FORMAT_WORDS


class Draft:
    """A deck in the making. Everything handed to it ends up in the deck or among the unmatched lines."""

    def __init__(self, directory: Directory, source: str) -> None:
        self.directory = directory
        self.source = source
        self.faction = ""
        self.format = ""
        self.name = ""
        self.squads: list[str] = []
        self.cards: dict[str, int] = {}
        self.pieces: dict[str, str] = {}
        self.matched: list[Matched] = []
        self.unmatched: list[Unmatched] = []
        self.notes: list[Sentence] = []

    @property
    def names(self) -> Names | None:
        """The names of the deck's faction once it is known."""
        return self.directory.factions.get(self.faction)

    def miss(self, line: int, text: str, reason: Sentence, suggestions: tuple[Entry, ...] = ()) -> None:
        """List a line that is not in the deck."""
        self.unmatched.append(Unmatched(line, text, reason, suggestions))

    def set_name(self, line: int, text: str, name: str) -> None:
        """Name the deck; a second name is listed."""
        if self.name:
            return self.miss(line, text, say(gettext_noop("The deck already has the name “%(name)s”."), name=self.name))
        self.name = clean_name(name)
        self.matched.append(Matched(line, text, "name", self.name))
        return None

    def set_faction(self, line: int, text: str, name: str) -> None:
        """Say whose deck it is; an unknown faction and a second one are listed."""
        slug = self.directory.faction_called(name)
        if not slug:
            known = ", ".join(names.faction.name for names in self.directory.factions.values())
            reason = say(gettext_noop("No faction is called “%(name)s”; there are %(known)s."), name=name, known=known)
            return self.miss(line, text, reason)
        if self.faction and slug != self.faction:
            return self.miss(line, text, say(_SECOND_FACTION, faction=self._faction_name()))
        self.faction = slug
        self.matched.append(Matched(line, text, "faction", slug))
        return None

    def set_format(self, line: int, text: str, name: str) -> None:
        """Say which format the deck is for; an unknown format is listed."""
        slug = format_called(name)
        if not slug:
            known = ", ".join(format_.name for format_ in FORMATS.values())
            reason = say(gettext_noop("No format is called “%(name)s”; there are %(known)s."), name=name, known=known)
            return self.miss(line, text, reason)
        if self.format and slug != self.format:
            reason = say(gettext_noop("The format is already %(format)s."), format=FORMATS[self.format].name)
            return self.miss(line, text, reason)
        self.format = slug
        self.matched.append(Matched(line, text, "format", slug))
        return None

    def choose_none(self, line: int, text: str, kind: str) -> None:
        """Say that the deck has no Banner or no Shrine."""
        self.pieces.setdefault(kind, "")
        self.matched.append(Matched(line, text, kind, "", copies=0))

    def take(self, line: int, text: str, name: str, count: int = 1, kinds: tuple[str, ...] = ()) -> None:
        """Put what the name means into the deck, or list the line."""
        entries = (self.names.with_slug(name, kinds) or self.names.exact(name, kinds)) if self.names else []
        if len(entries) == 1:
            return self.add(line, text, entries[0], count)
        near = self.names.near(name, kinds) if self.names and not entries else None
        if near and not self.directory.owners(name, self.faction):
            return self.add(line, text, near, count, guess=True)
        return self.miss(line, text, *self._why_not(name, kinds, entries))

    def add(self, line: int, text: str, entry: Entry, count: int = 1, guess: bool = False) -> None:
        """Put an entry into the deck, unless there are too many of it to be a deck."""
        kind, slug = entry.kind, entry.slug
        held = {"squad": len(self.squads), "card": self.cards.get(slug, 0)}.get(kind, 0)
        if not 1 <= count <= MOST - held:
            template = gettext_noop("%(count)s copies cannot be read; a deck holds from 1 to %(most)s of them.")
            return self.miss(line, text, say(template, count=count, most=MOST), (entry,))
        if kind == "squad":
            self.squads += [slug] * count
        elif kind == "card":
            self.cards[slug] = held + count
        elif self.pieces.get(kind, slug) != slug or count > 1:
            return self.miss(line, text, self._one_piece(kind), (entry,))
        else:
            self.pieces[kind] = slug
        self.matched.append(Matched(line, text, kind, slug, count, guess))
        return None

    def finish(self) -> Imported:
        """Settle what the source left open, and hand over the deck."""
        names = self.names
        if names is None:
            self.notes.append(
                say(gettext_noop("No faction could be recognised; name it in a line like Faction: Demon."))
            )
        else:
            self._settle("banner", names.faction.standard_banner, _STANDARD_BANNER)
            self._settle("shrine", names.faction.standard_shrine, _STANDARD_SHRINE)
        if not self.format:
            self._settle_format()
        deck = DeckList(
            faction=self.faction,
            format=self.format,
            squads=tuple(self.squads),
            cards=self.cards,
            banner=self.pieces.get("banner", ""),
            shrine=self.pieces.get("shrine", ""),
            name=self.name,
            system=names.faction.system if names else "dawnfall",
        )
        self.unmatched.sort(key=lambda miss: miss.line)
        return Imported(deck, self.source, tuple(self.matched), tuple(self.unmatched), tuple(self.notes))

    def _why_not(self, name: str, kinds: tuple[str, ...], entries: list[Entry]) -> tuple[Sentence, tuple[Entry, ...]]:
        if entries:
            return say(gettext_noop("“%(name)s” can mean more than one thing."), name=name), tuple(entries)
        faction = self._faction_name()
        if owners := self.directory.owners(name, self.faction):
            template = gettext_noop("“%(name)s” belongs to %(owners)s, not to %(faction)s.")
            return say(template, name=name, owners=", ".join(owners), faction=faction), ()
        if not self.names:
            return say(gettext_noop("Nothing is called “%(name)s”."), name=name), ()
        template = gettext_noop("Nothing of %(faction)s is called “%(name)s”.")
        return say(template, faction=faction, name=name), self.names.suggestions(name, kinds)

    def _faction_name(self) -> str:
        return self.names.faction.name if self.names else ""

    def _one_piece(self, kind: str) -> Sentence:
        if kind == "banner":
            return say(gettext_noop("An army has one Banner; the deck names another one already."))
        return say(gettext_noop("An army has one Shrine; the deck names another one already."))

    def _settle(self, kind: str, standard: str, template: str) -> None:
        if kind not in self.pieces and standard:
            self.pieces[kind] = standard
            entry = self.names.entries.get((kind, standard)) if self.names else None
            self.notes.append(say(template, name=entry.name if entry else standard))

    def _settle_format(self) -> None:
        squads, cards = len(self.squads), sum(self.cards.values())
        if cards == SHORT.cards:
            guessed = SHORT
        elif cards == MULTIPLAYER.cards or (squads == MULTIPLAYER.squads and cards < MULTIPLAYER.cards):
            guessed = MULTIPLAYER
        else:
            guessed = DUEL
        self.format = guessed.slug
        template = gettext_noop(
            "No format is named; with %(squads)s squads and %(cards)s cards it was read as %(format)s."
        )
        self.notes.append(say(template, squads=squads, cards=cards, format=guessed.name))


_SECOND_FACTION: Final = gettext_noop("The deck is already one of %(faction)s.")
_STANDARD_BANNER: Final = gettext_noop("No Banner is named; the deck got the standard one, %(name)s.")
_STANDARD_SHRINE: Final = gettext_noop("No Shrine is named; the deck got the standard one, %(name)s.")
