"""Template tags of the rules: links from texts into the reference, and its words for people."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template.context import RequestContext
from django.utils.functional import Promise
from django.utils.html import escape, format_html
from django.utils.safestring import SafeData, SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from catalog.reference import Entry, EntryKind, reference
from catalog.reference.linking import Piece
from catalog.reference.schema import Decision, Kind, PlayMode, Source
from catalog.reference.searching import excerpt, highlighted
from catalog.rule_addresses import address_url

register = template.Library()

KINDS = {
    Kind.RULE: _("Rule"),
    Kind.CHOICE: _("Choice"),
    Kind.PROHIBITION: _("Prohibition"),
    Kind.DEFINITION: _("Definition"),
    Kind.COURTESY: _("Table courtesy"),
}
PLAY_MODES = {
    PlayMode.DUEL: _("Two players"),
    PlayMode.MULTIPLAYER: _("Multiplayer"),
    PlayMode.FREE_FOR_ALL: _("Free for all"),
    PlayMode.TEAMS: _("Teams"),
}
SOURCES = {
    Source.BOOK: _("From the rulebook"),
    Source.DERIVED: _("Our own example"),
}
ENTRY_KINDS = {
    EntryKind.AREA: _("Chapter"),
    EntryKind.TERM: _("Glossary"),
    EntryKind.CLAUSE: _("Rule"),
    EntryKind.RULING: _("Ruling"),
    EntryKind.QUESTION: _("Open question"),
    EntryKind.WINDOW: _("Timing window"),
    EntryKind.SCENARIO: _("Worked example"),
}
_WORDS: dict[Any, Promise] = {**KINDS, **PLAY_MODES, **SOURCES, **ENTRY_KINDS}

#: Parts of ready-made HTML in which nothing may be linked: links, tags and character references.
_MARKUP = re.compile(r"(<a\b.*?</a\s*>|<[^>]*>|&[#\w]+;)", re.DOTALL | re.IGNORECASE)


@register.filter
def terms(text: str, system: str = "dawnfall") -> SafeString:
    """Escape a text and link the rule ids and the words of the game in it, each word once."""
    if not isinstance(text, SafeData):
        return _linked(str(text), system)
    seen: set[str] = set()
    parts = _MARKUP.split(text)
    # Text and markup take turns, beginning with text. What is not markup is escaped already.
    parts[::2] = [_html(_pieces(part, system, seen), system, keep=True) for part in parts[::2]]
    return mark_safe("".join(parts))  # noqa: S308


@register.simple_tag(takes_context=True)
def rule_text(context: RequestContext, text: str, own: str = "") -> SafeString:
    """Like the filter `terms`, but links each word once on a page; the entry `own` never links to itself."""
    system = context["system"].slug
    return _html(_pieces(text, system, {own} if own else context["linked_terms"]), system)


@register.simple_tag(takes_context=True)
def rule_link(context: RequestContext, id: str) -> SafeString:
    """A link to a rule id or term: its id, and what it is called as the title."""
    entry = reference(context["system"].slug).entries[id]
    return _link(entry.title if entry.is_term else entry.id, entry, context["system"].slug)


@register.simple_tag(takes_context=True)
def entry_url(context: RequestContext, entry: Entry) -> str:
    """The address of an entry."""
    return address_url(context["system"].slug, entry.address)


@register.simple_tag(takes_context=True)
def decisions_on(context: RequestContext, kind: str, faction: str, slug: str) -> list[Decision]:
    """What was decided on a card, squad, Banner, Shrine or token whose text was open."""
    try:
        return reference(context["system"].slug).decisions_on(kind, faction, slug)
    except KeyError:
        return []


@register.filter
def in_words(value: Kind | PlayMode | Source | EntryKind) -> str:
    """The name of a kind of clause, mode of play, source or entry."""
    return str(_WORDS[value])


@register.filter
def highlight(text: str, query: str) -> SafeString:
    """Escape a text and mark the words of the query in it."""
    pieces = ((escape(piece), marked) for piece, marked in highlighted(text, query))
    return mark_safe("".join(f"<mark>{piece}</mark>" if marked else piece for piece, marked in pieces))  # noqa: S308


@register.filter
def excerpt_for(text: str, query: str) -> str:
    """Cut a long text to the part that fits the query."""
    return excerpt(text, query)


@lru_cache(maxsize=4096)
def _linked(text: str, system: str) -> SafeString:
    return _html(_pieces(text, system, set()), system)


def _pieces(text: str, system: str, seen: set[str]) -> Iterable[Piece]:
    try:
        linker = reference(system).linker
    except KeyError:
        return [(text, None)]
    return linker.pieces(text, seen)


def _html(pieces: Iterable[Piece], system: str, keep: bool = False) -> SafeString:
    plain = mark_safe if keep else escape
    parts = (_link(text, entry, system) if entry else plain(text) for text, entry in pieces)
    return mark_safe("".join(parts))  # noqa: S308, every part is escaped


def _link(text: str, entry: Entry, system: str) -> SafeString:
    url = address_url(system, entry.address)
    if not entry.is_term:
        return format_html('<a class="rule-id" href="{}" title="{}">{}</a>', url, entry.name, text)
    definition = reference(system).definitions[entry.id]
    return format_html('<a class="term" href="{}" title="{}">{}</a>', url, definition, text)
