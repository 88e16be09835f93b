"""Completes a deck around what its player has chosen, and says how it chose.

Nothing the player chose is taken away. The same deck, catalogue and seed always give the same answer; another seed
gives another deck of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from decks.rules.deck_list import DeckList
from decks.rules.facts import FactionFacts, Facts
from decks.rules.filling_cards import choose_cards
from decks.rules.filling_squads import choose_squads
from decks.rules.formats import FORMATS
from decks.rules.problems import Problem, problems
from decks.rules.sentences import Sentence, gettext_noop, say


@dataclass(frozen=True, slots=True)
class Filling:
    """The completed deck, how its parts were chosen, and what still stands in the way of a legal one."""

    deck: DeckList
    steps: tuple[Sentence, ...]
    obstacles: tuple[Problem, ...] = ()

    def sentences(self) -> list[str]:
        """The steps in English."""
        return [step.text() for step in self.steps]


def fill(deck: DeckList, facts: Facts, seed: str | int) -> Filling:
    """Complete the deck: Banner and Shrine, squads, then cards that serve them."""
    faction = facts.factions.get(deck.faction)
    format_ = FORMATS.get(deck.format)
    if faction is None or format_ is None:
        return Filling(deck, (), tuple(problems(deck, facts)))
    steps: list[Sentence] = []
    deck = replace(deck, cards={slug: copies for slug, copies in deck.cards.items() if copies})
    deck = _choose_pieces(deck, faction, steps)
    deck = choose_squads(deck, format_, faction, str(seed), steps)
    deck = choose_cards(deck, format_, faction, str(seed), steps)
    obstacles = tuple(problems(deck, facts))
    steps += _obstacle_steps(obstacles)
    return Filling(deck, tuple(steps), obstacles)


def _choose_pieces(deck: DeckList, faction: FactionFacts, steps: list[Sentence]) -> DeckList:
    """The standard Banner and Shrine where none is chosen."""
    if not deck.banner and faction.banners:
        banner = faction.standard_banner or next(iter(faction.banners))
        steps.append(say(gettext_noop("Banner: %(name)s, the standard one."), name=faction.banners[banner]))
        deck = replace(deck, banner=banner)
    if not deck.shrine and faction.shrines:
        shrine = faction.standard_shrine or next(iter(faction.shrines))
        steps.append(say(gettext_noop("Shrine: %(name)s, the standard one."), name=faction.shrines[shrine]))
        deck = replace(deck, shrine=shrine)
    return deck


def _obstacle_steps(obstacles: tuple[Problem, ...]) -> Iterator[Sentence]:
    template = gettext_noop("This stands in the way of a legal deck: %(problem)s %(fix)s")
    for obstacle in obstacles:
        yield say(template, problem=obstacle.what, fix=obstacle.fix)
