"""Which squads complete an army: those that chosen cards need, the leader, then variety."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import Final

from decks.rules.deck_list import DeckList
from decks.rules.facts import FactionFacts, SquadFacts
from decks.rules.formats import Format
from decks.rules.luck import luck
from decks.rules.sentences import Sentence, gettext_noop, say
from decks.rules.squad_problems import MOST_CAVALRY, full_army


class Why(IntEnum):
    """The reasons to field a squad, the strongest first."""

    NEEDED = 1
    LEADER = 2
    FRESH = 3
    AGAIN = 4
    EXPANSION = 5


_REASONS: Final = {
    Why.NEEDED: gettext_noop("Fielded %(squad)s: cards that you chose need this squad."),
    Why.LEADER: gettext_noop("Fielded %(squad)s: the leader comes first."),
    Why.FRESH: gettext_noop("Fielded %(squad)s for variety."),
    Why.AGAIN: gettext_noop("Fielded %(squad)s once more: no other squad was left."),
    Why.EXPANSION: gettext_noop("Fielded %(squad)s from an expansion: no other squad was left."),
}


def choose_squads(deck: DeckList, format_: Format, faction: FactionFacts, seed: str, steps: list[Sentence]) -> DeckList:
    """Field squads until the army is full, each with the reason why."""
    while len(deck.squads) < full_army(format_, faction):
        ready = [squad for squad in faction.squads.values() if _may_join(squad, deck, faction)]
        if not ready:
            break
        reasons = {squad.slug: _why(squad, deck, faction) for squad in ready}
        squad = min(ready, key=lambda squad: (reasons[squad.slug], luck(seed, "squad", squad.slug)))
        steps.append(say(_REASONS[reasons[squad.slug]], squad=squad.name))
        deck = replace(deck, squads=(*deck.squads, squad.slug))
    return deck


def _may_join(squad: SquadFacts, deck: DeckList, faction: FactionFacts) -> bool:
    """Whether the faction has another such squad to field, and cavalry stays within its limit. R-CAVALRY"""
    if squad.retired or not squad.selectable or deck.squads.count(squad.slug) >= squad.copies:
        return False
    cavalry = sum(slug in faction.squads and faction.squads[slug].cavalry for slug in deck.squads)
    return not squad.cavalry or cavalry < MOST_CAVALRY


def _why(squad: SquadFacts, deck: DeckList, faction: FactionFacts) -> Why:
    """The best reason to field the squad next."""
    fielded = squad.slug in deck.squads
    chosen = (faction.cards.get(slug) for slug in deck.cards)
    if not fielded and any(card is not None and card.squad == squad.slug for card in chosen):
        return Why.NEEDED
    if squad.expansion and not _has_expansion(deck, faction):
        return Why.EXPANSION
    if squad.leader and not fielded:
        return Why.LEADER
    return Why.AGAIN if fielded else Why.FRESH


def _has_expansion(deck: DeckList, faction: FactionFacts) -> bool:
    """A player who has chosen one squad of an expansion is ready for more."""
    return any(slug in faction.squads and faction.squads[slug].expansion for slug in deck.squads)
