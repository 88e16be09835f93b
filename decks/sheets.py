"""Everything that the page of a deck shows, gathered in few queries however large the deck is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from django.utils.translation import gettext, ngettext

from catalog.models import Card, Faction, Squad
from catalog.sheets import FactionSheet, Piece, faction_sheet
from decks.facts import facts_of
from decks.rules.companions import companions, notes
from decks.rules.deck_list import DeckList
from decks.rules.facts import Facts
from decks.rules.formats import DUEL, FORMATS, Format
from decks.rules.problems import Problem, full_army, problems
from decks.rules.sentences import Sentence

Row = TypeVar("Row", Squad, Card)


@dataclass(frozen=True)
class ShownProblem:
    """A problem in the visitor's language."""

    code: str
    kind: str
    slug: str
    rules: tuple[str, ...]
    sentence: str
    remedy: str


@dataclass
class Counted(Generic[Row]):
    """A squad or card of a deck. `row` is missing where the faction's catalogue does not have it, or no longer."""

    slug: str
    name: str
    number: int
    row: Row | None = None
    problems: list[ShownProblem] = field(default_factory=list)


@dataclass
class Group:
    """The cards that serve one squad, or any, kind by kind."""

    name: str
    kinds: list[tuple[str, list[Counted[Card]]]]

    @property
    def cards(self) -> list[Counted[Card]]:
        """The cards of all kinds."""
        return [card for _, cards in self.kinds for card in cards]

    @property
    def number(self) -> int:
        """How many cards they are, copies counted."""
        return sum(card.number for card in self.cards)


@dataclass
class DeckSheet:
    """A deck with the rows of the catalogue it names, and everything that is wrong with it."""

    deck: DeckList
    catalogue: FactionSheet
    format: Format
    army: int
    squads: list[Counted[Squad]]
    groups: list[Group]
    companions: list[Card]
    banner: Piece | None
    shrine: Piece | None
    problems: list[ShownProblem]
    notes: list[str]

    @property
    def faction(self) -> Faction:
        """The faction it is of."""
        return self.catalogue.faction

    @property
    def cards(self) -> list[Counted[Card]]:
        """All its cards in the order of the groups."""
        return [card for group in self.groups for card in group.cards]

    @property
    def size(self) -> int:
        """How many cards it has, copies counted."""
        return self.deck.size

    @property
    def fielded(self) -> int:
        """How many squads it has, copies counted."""
        return len(self.deck.squads)


def deck_sheet(deck: DeckList, faction: Faction) -> DeckSheet:
    """Gather what the pages show of a deck."""
    facts = facts_of(faction.system)
    catalogue = faction_sheet(faction)
    shown = [in_words(problem) for problem in problems(deck, facts)]
    format_ = FORMATS.get(deck.format, DUEL)
    extra = {card.slug for card in companions(deck, facts)}
    fielded = {slug: deck.squads.count(slug) for slug in dict.fromkeys(deck.squads)}
    squads: Iterable[Counted[Squad]] = _counted("squad", fielded, catalogue.squads, facts, shown)
    cards: Iterable[Counted[Card]] = _counted("card", deck.cards, catalogue.cards, facts, shown)
    return DeckSheet(
        deck=deck,
        catalogue=catalogue,
        format=format_,
        army=full_army(format_, facts.factions.get(faction.slug)),
        squads=list(squads),
        groups=_groups(cards, catalogue),
        companions=[card for card in catalogue.cards if card.slug in extra],
        banner=_piece(catalogue, "banner", deck.banner),
        shrine=_piece(catalogue, "shrine", deck.shrine),
        problems=shown,
        notes=[in_language(note.what) for note in notes(deck, facts)],
    )


def in_words(problem: Problem) -> ShownProblem:
    """The problem in the visitor's language."""
    what, fix = in_language(problem.what), in_language(problem.fix)
    return ShownProblem(problem.code, problem.kind, problem.slug, problem.rules, what, fix)


def in_language(sentence: Sentence) -> str:
    """The sentence in the visitor's language."""
    return sentence.text(gettext, ngettext)


def _counted(
    kind: str, copies: Mapping[str, int], rows: list[Row], facts: Facts, shown: list[ShownProblem]
) -> Iterable[Counted[Row]]:
    by_slug = {row.slug: row for row in rows}
    for slug in sorted(copies, key=_place(list(by_slug))):
        row = by_slug.get(slug)
        about = [problem for problem in shown if problem.kind == kind and problem.slug == slug]
        yield Counted(slug, row.name if row else _name(kind, slug, facts), copies[slug], row, about)


def _name(kind: str, slug: str, facts: Facts) -> str:
    """What an entry of another faction, or one that has been retired, is called."""
    for faction in facts.factions.values():
        known = faction.squads if kind == "squad" else faction.cards
        if slug in known:
            return known[slug].name
    return slug


def _groups(cards: Iterable[Counted[Card]], catalogue: FactionSheet) -> list[Group]:
    """Squad by squad as the catalogue lists them, then what any squad may use, then what is not in the catalogue."""
    groups: dict[str, dict[str, list[Counted[Card]]]] = {}
    for card in cards:
        name, kind = _heading(card.row)
        groups.setdefault(name, {}).setdefault(kind, []).append(card)
    order = [*(squad.name for squad in catalogue.squads), gettext("Any squad")]
    return [Group(name, list(groups[name].items())) for name in sorted(groups, key=_place(order))]


def _heading(card: Card | None) -> tuple[str, str]:
    if card is None:
        return gettext("Not in the faction's catalogue"), gettext("Cards")
    return card.squad.name if card.squad else gettext("Any squad"), str(card.get_kind_display())


def _place(order: list[str]) -> Callable[[str], int]:
    """Sorts as in that order, and what is not in it to the end."""
    places = {name: place for place, name in enumerate(order)}
    return lambda name: places.get(name, len(places))


def _piece(catalogue: FactionSheet, type_: str, slug: str) -> Piece | None:
    return next((piece for piece in catalogue.pieces_of(type_) if piece.slug == slug), None)
