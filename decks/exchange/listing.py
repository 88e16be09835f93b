"""Writes a deck as a list for people, in plain text and in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from decks.exchange.drafting import NONE_CHOSEN, format_called
from decks.exchange.imported import clean_name
from decks.exchange.lines import Item, read_line, with_slug
from decks.exchange.markdown import escape
from decks.exchange.names import Directory, Names, directory_of
from decks.exchange.text import meant
from decks.rules.deck_list import DeckList
from decks.rules.facts import Facts
from decks.rules.formats import FORMATS


@dataclass(frozen=True, slots=True)
class _Outline:
    """What a list says, line by line, before it is laid out."""

    name: str
    fields: list[tuple[str, str]]
    squads: list[str]
    cards: list[tuple[str, list[str]]]


def write_text(deck: DeckList, facts: Facts) -> str:
    """The deck as plain text: who it is, its squads, and its cards grouped by the squad that uses them."""
    outline = _outline(deck, facts)
    named = [("Deck", outline.name)] if outline.name else []
    lines = [f"{field}: {value}" for field, value in (*named, *outline.fields)]
    lines += ["", f"Squads ({len(deck.squads)})", *outline.squads, "", f"Cards ({deck.size})"]
    for heading, cards in outline.cards:
        lines += ["", f"{heading}:", *cards]
    return "\n".join(lines) + "\n"


def write_markdown(deck: DeckList, facts: Facts) -> str:
    """The same list in Markdown."""
    outline = _outline(deck, facts)
    lines = [f"# Deck: {escape(outline.name)}", ""] if outline.name else []
    lines += [f"- **{field}:** {escape(value)}" for field, value in outline.fields]
    lines += ["", f"## Squads ({len(deck.squads)})", "", *(f"- {escape(squad)}" for squad in outline.squads)]
    lines += ["", f"## Cards ({deck.size})"]
    for heading, cards in outline.cards:
        lines += ["", f"### {escape(heading)}", "", *(f"- {escape(card)}" for card in cards)]
    return "\n".join(lines) + "\n"


def _outline(deck: DeckList, facts: Facts) -> _Outline:
    directory = directory_of(facts)
    names = directory.factions.get(deck.faction)
    fields = [
        ("Faction", _faction(deck.faction, directory)),
        ("Format", FORMATS[deck.format].name if format_called(deck.format) == deck.format else deck.format),
        ("Banner", _piece(names, "banner", deck.banner)),
        ("Shrine", _piece(names, "shrine", deck.shrine)),
    ]
    squads = [_counted(names, "squad", slug, len(list(run))) for slug, run in groupby(deck.squads)]
    return _Outline(clean_name(deck.name), fields, squads, list(_card_groups(deck, names, facts)))


def _card_groups(deck: DeckList, names: Names | None, facts: Facts) -> Iterator[tuple[str, list[str]]]:
    """Cards under the squad that uses them, in the order of the army; what any squad uses comes first."""
    faction = facts.factions.get(deck.faction)
    users = {slug: faction.cards[slug].squad if faction and slug in faction.cards else "" for slug in deck.cards}
    for user in dict.fromkeys(("", *deck.squads, *sorted(users.values()))):
        cards = [slug for slug in sorted(deck.cards) if users[slug] == user and deck.cards[slug]]
        if cards:
            squad = faction.squads[user].name if faction and user in faction.squads else user or "any squad"
            yield f"For {squad}", [_counted(names, "card", slug, deck.cards[slug]) for slug in cards]


def _faction(slug: str, directory: Directory) -> str:
    names = directory.factions.get(slug)
    if names is None or directory.faction_called(names.faction.name) == slug:
        return names.faction.name if names else slug
    return with_slug(names.faction.name, slug)


def _piece(names: Names | None, kind: str, slug: str) -> str:
    return _certain(names, kind, slug, 1, str) if slug else NONE_CHOSEN


def _counted(names: Names | None, kind: str, slug: str, count: int) -> str:
    return _certain(names, kind, slug, count, lambda name: f"{count}x {name}")


def _certain(names: Names | None, kind: str, slug: str, count: int, written: Callable[[str], str]) -> str:
    """The shortest line that is read back as this very entry."""
    entry = names.entries.get((kind, slug)) if names else None
    if names is None or entry is None:
        return written(slug)
    lines = [written(name) for name in (entry.label, with_slug(entry.label, slug), with_slug(entry.name, slug))]
    for line in lines:
        reading = meant(names, line, (kind,)) if isinstance(read_line(line), Item) else None
        if reading and reading[1] == [entry] and reading[0].count == count:
            return line
    return lines[-1]
