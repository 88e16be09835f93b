"""Everything that the page of a deck shows, gathered in few queries however large the deck is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

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
class CountedSquad:
    """A squad of the army. `row` is missing where the catalogue has no such squad, or no longer."""

    slug: str
    name: str
    number: int
    row: Squad | None = None
    most: int = 0
    problems: list[ShownProblem] = field(default_factory=list)


@dataclass
class CountedCard:
    """A card of the deck. `row` is missing where the catalogue has no such card, or no longer."""

    slug: str
    name: str
    number: int
    row: Card | None = None
    most: int = 0
    problems: list[ShownProblem] = field(default_factory=list)


@dataclass
class Group:
    """The cards that serve one squad, or any, kind by kind."""

    name: str
    kinds: list[tuple[str, list[CountedCard]]] = field(default_factory=list)

    @property
    def cards(self) -> list[CountedCard]:
        """The cards of all kinds."""
        return [card for _, cards in self.kinds for card in cards]

    @property
    def number(self) -> int:
        """How many cards they are, copies counted."""
        return sum(card.number for card in self.cards)


@dataclass
class DeckSheet:
    """A deck with the rows of the catalogue it names, and everything that is wrong with it."""

    list: DeckList
    catalogue: FactionSheet
    format: Format
    army: int
    squads: list[CountedSquad]
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
    def cards(self) -> Iterable[CountedCard]:
        """All its cards in the order of the groups."""
        return [card for group in self.groups for card in group.cards]

    @property
    def size(self) -> int:
        """How many cards it has, copies counted."""
        return self.list.size

    @property
    def fielded(self) -> int:
        """How many squads it has, copies counted."""
        return len(self.list.squads)

    @property
    def deck_problems(self) -> list[ShownProblem]:
        """What is wrong with the deck as a whole, or with its Banner and Shrine: no row shows it."""
        return [problem for problem in self.problems if problem.kind not in {"squad", "card"}]


def deck_sheet(deck: DeckList, faction: Faction) -> DeckSheet:
    """Gather what the pages show of a deck."""
    facts = facts_of(faction.system)
    catalogue = faction_sheet(faction)
    shown = [in_words(problem) for problem in problems(deck, facts)]
    format_ = FORMATS.get(deck.format, DUEL)
    extra = {card.slug for card in companions(deck, facts)}
    return DeckSheet(
        list=deck,
        catalogue=catalogue,
        format=format_,
        army=full_army(format_, facts.factions.get(faction.slug)),
        squads=_squads(deck, catalogue, facts, shown),
        groups=_groups(_cards(deck, catalogue, facts, shown), catalogue),
        companions=[card for card in catalogue.cards if card.slug in extra],
        banner=_piece(catalogue, "banner", deck.banner),
        shrine=_piece(catalogue, "shrine", deck.shrine),
        problems=shown,
        notes=[in_language(note.what) for note in notes(deck, facts)],
    )


def in_words(problem: Problem) -> ShownProblem:
    """The problem in the visitor's language."""
    return ShownProblem(
        problem.code,
        problem.kind,
        problem.slug,
        problem.rules,
        in_language(problem.what),
        in_language(problem.fix),
    )


def in_language(sentence: Sentence) -> str:
    """The sentence in the visitor's language."""
    return sentence.text(gettext, ngettext)


def _squads(
    deck: DeckList, catalogue: FactionSheet, facts: Facts, shown: list[ShownProblem]
) -> list[CountedSquad]:
    rows = {squad.slug: squad for squad in catalogue.squads}
    order = sorted(dict.fromkeys(deck.squads), key=_place(list(rows)))
    return [
        CountedSquad(
            slug,
            rows[slug].name if slug in rows else _squad_name(facts, deck.faction, slug),
            deck.squads.count(slug),
            rows.get(slug),
            rows[slug].copies if slug in rows else 0,
            _about(shown, "squad", slug),
        )
        for slug in order
    ]


def _cards(deck: DeckList, catalogue: FactionSheet, facts: Facts, shown: list[ShownProblem]) -> list[CountedCard]:
    rows = {card.slug: card for card in catalogue.cards}
    order = sorted(deck.cards, key=_place(list(rows)))
    return [
        CountedCard(
            slug,
            rows[slug].name if slug in rows else _card_name(facts, deck.faction, slug),
            deck.cards[slug],
            rows.get(slug),
            rows[slug].copies if slug in rows else 0,
            _about(shown, "card", slug),
        )
        for slug in order
    ]


def _groups(cards: list[CountedCard], catalogue: FactionSheet) -> list[Group]:
    """Squad by squad as the catalogue lists them, then what any squad may use, then what is not in the catalogue."""
    names = [squad.name for squad in catalogue.squads]
    groups: dict[str, dict[str, list[CountedCard]]] = {}
    for card in cards:
        of, kind = _heading(card.row)
        groups.setdefault(of, {}).setdefault(kind, []).append(card)
    order = sorted(groups, key=_place([*names, gettext("Any squad")]))
    return [Group(name, list(groups[name].items())) for name in order]


def _heading(card: Card | None) -> tuple[str, str]:
    if card is None:
        return gettext("Not in the catalogue of the faction"), gettext("Cards")
    return card.squad.name if card.squad else gettext("Any squad"), str(card.get_kind_display())


def _place(order: list[str]) -> object:
    places = {slug: place for place, slug in enumerate(order)}
    return lambda slug: places.get(slug, len(places))


def _about(shown: list[ShownProblem], kind: str, slug: str) -> list[ShownProblem]:
    return [problem for problem in shown if problem.kind == kind and problem.slug == slug]


def _card_name(facts: Facts, faction: str, slug: str) -> str:
    own = facts.factions.get(faction)
    for each in [own, *facts.factions.values()]:
        if each is not None and slug in each.cards:
            return each.cards[slug].name
    return slug


def _squad_name(facts: Facts, faction: str, slug: str) -> str:
    own = facts.factions.get(faction)
    for each in [own, *facts.factions.values()]:
        if each is not None and slug in each.squads:
            return each.squads[slug].name
    return slug


def _piece(catalogue: FactionSheet, type_: str, slug: str) -> Piece | None:
    return next((piece for piece in catalogue.pieces_of(type_) if piece.slug == slug), None)
