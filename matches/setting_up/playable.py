"""What may sit down at a table: which factions, Squads and cards of the catalogue are played here, and why others not.

Everything can be browsed and built with; bosses and factions whose rules the engine does not have stay away from
matches. The catalogue gives the reasons.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from catalog.packs.schema import Card, FactionFile, Squad, Tag, Token
from matches.engine import DeckChoice

NO_FACTION: Final = "DF-SETUP-16"
NO_SQUAD: Final = "DF-SETUP-20"
NO_CARD: Final = "DF-DECK-03"
BOSS: Final = "R-BOSS"


@dataclass(frozen=True, slots=True)
class NotPlayable:
    """Something that cannot be brought to a match, with the rule and the reason as a sentence."""

    kind: Literal["faction", "squad", "card"]
    faction: str
    slug: str
    rule: str
    reason: str

    def sentence(self) -> str:
        """Why it cannot be brought."""
        return self.reason


def faction_problem(file: FactionFile) -> NotPlayable | None:
    """Why a faction cannot be played, if so."""
    head = file.faction
    return NotPlayable("faction", head.slug, head.slug, NO_FACTION, head.unplayable) if head.unplayable else None


def squad_problem(file: FactionFile, squad: Squad) -> NotPlayable | None:
    """Why a Squad cannot be fielded, if so: bosses, backs of Banners, and Squads of such factions. R-BOSS"""
    boss = Tag.BOSS in squad.tags
    if not (squad.unplayable or boss):
        return faction_problem(file)
    reason = squad.unplayable or f"{squad.name} is a boss, and bosses take no part in matches."
    return NotPlayable("squad", file.faction.slug, squad.slug, BOSS if boss else NO_SQUAD, reason)


def card_problem(file: FactionFile, card: Card) -> NotPlayable | None:
    """Why a card cannot be brought, if so: its own reason, or that of the Squad on its band. R-BOSS"""
    if card.unplayable:
        return NotPlayable("card", file.faction.slug, card.slug, NO_CARD, card.unplayable)
    squad = next((squad for squad in file.squads if squad.slug == card.squad), None)
    problem = squad_problem(file, squad) if squad else faction_problem(file)
    if problem is None or problem.kind == "faction":
        return problem
    return NotPlayable("card", file.faction.slug, card.slug, problem.rule, problem.reason)


def deck_problems(deck: DeckChoice, factions: Mapping[str, FactionFile]) -> list[NotPlayable]:
    """Everything in a deck that cannot be brought to a match; empty where all of it can."""
    file = factions.get(deck.faction)
    if file is None:
        sentence = f"There is no faction “{deck.faction}” that could be played here."
        return [NotPlayable("faction", deck.faction, deck.faction, NO_FACTION, sentence)]
    found = [
        faction_problem(file),
        *(squad_problem(file, squad) for squad in file.squads if squad.slug in deck.squads),
        *(card_problem(file, card) for card in file.cards if card.slug in deck.cards),
    ]
    return list(dict.fromkeys(problem for problem in found if problem))


def playable_factions(factions: Mapping[str, FactionFile]) -> list[str]:
    """The slugs of the factions that can be played."""
    return [slug for slug, file in factions.items() if faction_problem(file) is None]


def playable_squads(file: FactionFile) -> list[Squad]:
    """The Squads of a faction that can be fielded, cavalry among them."""
    return [squad for squad in file.squads if squad_problem(file, squad) is None]


def playable_cards(file: FactionFile) -> list[Card]:
    """The cards of a faction that can be met in a match, those that come with cavalry among them."""
    return [card for card in file.cards if card_problem(file, card) is None]


def playable_tokens(file: FactionFile) -> list[Token]:
    """The tokens of a faction that can be met in a match: all that do not belong to cards of a boss alone."""
    if faction_problem(file):
        return []
    played = playable_cards(file)
    ours = " ".join([*_card_texts(played), *_other_texts(file)])
    theirs = " ".join(_card_texts(card for card in file.cards if card not in played))
    return [token for token in file.tokens if _names(ours, token) or not _names(theirs, token)]


def _names(text: str, token: Token) -> bool:
    return re.search(rf"\b{re.escape(token.name)}\b", text) is not None


def _card_texts(cards: Iterable[Card]) -> list[str]:
    return [half.rules for card in cards for half in (card.upper, card.lower) if half]


def _other_texts(file: FactionFile) -> list[str]:
    options = [option for banner in file.banners for option in banner.options]
    return [*options, *(shrine.rules for shrine in file.shrines), *(squad.rules for squad in playable_squads(file))]
