"""What a deck brings along by itself, and what its player should know although nothing is wrong."""

from __future__ import annotations

from dataclasses import dataclass

from decks.rules.deck_list import DeckList
from decks.rules.facts import CardFacts, FactionFacts, Facts
from decks.rules.sentences import Sentence, gettext_noop, say


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth knowing about a legal deck."""

    code: str
    what: Sentence

    def sentence(self) -> str:
        """The note in English."""
        return self.what.text()


def companions(deck: DeckList, facts: Facts) -> tuple[CardFacts, ...]:
    """The Deployment cards and setup Enhancements of the fielded squads, outside the deck. R-CAVALRY, R-SETUP-ATTACH"""
    faction = facts.factions.get(deck.faction)
    if faction is None:
        return ()
    return tuple(
        card
        for card in faction.cards.values()
        if card.outside_the_deck and not card.retired and card.squad in deck.squads
    )


def notes(deck: DeckList, facts: Facts) -> list[Note]:
    """What the player should know: no matches for the faction yet, cards that come along, expansions to agree on."""
    faction = facts.factions.get(deck.faction)
    if faction is None:
        return []
    found: list[Note] = []
    if faction.unplayable:
        reason = say(
            gettext_noop("This deck can be built but not played on this site. %(reason)s"), reason=faction.unplayable
        )
        found.append(Note("FACTION-NOT-PLAYED", reason))
    found += _companion_notes(deck, faction, facts)
    expansions = [faction.squads[slug].name for slug in dict.fromkeys(deck.squads) if _is_expansion(slug, faction)]
    if expansions:
        agree = gettext_noop("%(squads)s: from an expansion, so all players have to agree before the match.")
        found.append(Note("EXPANSION", say(agree, squads=", ".join(expansions))))
    return found


def _companion_notes(deck: DeckList, faction: FactionFacts, facts: Facts) -> list[Note]:
    by_squad: dict[str, list[str]] = {}
    for card in companions(deck, facts):
        by_squad.setdefault(faction.squads[card.squad].name, []).append(card.name)
    template = gettext_noop("%(squad)s: these cards come along and stay outside the deck: %(cards)s.")
    return [Note("COMPANIONS", say(template, squad=squad, cards=", ".join(cards))) for squad, cards in by_squad.items()]


def _is_expansion(slug: str, faction: FactionFacts) -> bool:
    squad = faction.squads.get(slug)
    return squad is not None and squad.expansion
