"""Matches for tests: two people or a person and a bot with starter decks."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from decks.rules.deck_list import DeckList
from decks.visitors import Visitor
from matches.models import Match
from matches.services import SeatPlan, choose, game_of, open_match
from matches.setting_up.starters import dawnfall_factions
from tests.factories import UserFactory

QUICK = {"quick_setup": True}


def a_visitor(**values: Any) -> Visitor:
    return Visitor(user=UserFactory(**values))


def starter(faction: str, format_: str = "duel") -> DeckList:
    deck = next(deck for deck in dawnfall_factions()[faction].starter_decks if deck.format.value == format_)
    return DeckList(faction, format_, tuple(deck.squads), deck.cards, deck.banner, deck.shrine, deck.name)


def against_a_bot(visitor: Visitor, **values: Any) -> Match:
    """The visitor plays the Chapter against a bot with the Demons."""
    seats = [SeatPlan("person", starter("chapter")), SeatPlan("bot", starter("demon"))]
    match = open_match(visitor, "duel", seats, QUICK, **values)
    # The bot has decided since.
    match.refresh_from_db()
    return match


def hot_seat(visitor: Visitor, more: Mapping[str, Any] = MappingProxyType({}), **values: Any) -> Match:
    """The visitor decides for both sides; `more` are options of the match."""
    seats = [SeatPlan("person", starter("chapter"), name="One"), SeatPlan("person", starter("demon"), name="Two")]
    return open_match(visitor, "duel", seats, {**QUICK, **more}, **values)


def play_on(visitor: Visitor, match: Match, steps: int) -> Match:
    """So many choices of the visitor, any of the options."""
    match.refresh_from_db()
    chance = Random(f"{match.seed} {match.steps}")
    for _ in range(steps):
        pending = game_of(match).pending
        if pending is None:
            break
        match = choose(visitor, match.key, match.version, chance.choice(pending.options).id)
        match.refresh_from_db()
    return match
