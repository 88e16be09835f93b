"""How many decks one process checks in a second."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

from bench.figures import Figure
from catalog.models import GameSystem, StarterDeck
from decks.facts import facts_of
from decks.rules.deck_list import DeckList
from decks.rules.facts import Facts
from decks.rules.filling import fill
from decks.rules.problems import problems

CHECKS = 10_000
ROUNDS = 9
AT_LEAST = 20_000


def checks() -> Iterator[Figure]:
    """Checks a second of legal 25-card decks and of one that is broken; filling an empty deck."""
    facts = facts_of(GameSystem.objects.get(slug="dawnfall"))
    starters = StarterDeck.objects.filter(format="duel").select_related("faction", "banner", "shrine")
    legal = [_deck_list(starter) for starter in starters]
    legal.append(fill(DeckList("demon", squads=("succubus",)), facts, "cavalry").deck)
    assert not any(problems(deck, facts) for deck in legal)  # noqa: S101
    illegal = _illegal(legal[0])
    rate = _rate(legal, facts)
    yield Figure("decks.problems_per_s", rate, "checks/s", {"deck": "legal", "cards": 25, "at_least": AT_LEAST})
    wrong = len(problems(illegal, facts))
    yield Figure("decks.problems_illegal_per_s", _rate([illegal], facts), "checks/s", {"problems": wrong})
    start = time.perf_counter()
    for seed in range(100):
        fill(DeckList("chapter"), facts, seed)
    yield Figure("decks.fill_ms", (time.perf_counter() - start) * 10, "ms", {"cards": 25})


def _rate(decks: list[DeckList], facts: Facts) -> float:
    """The median of some rounds, so that a busy moment of the machine does not count."""
    rates = []
    rounds = CHECKS // len(decks)
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(rounds):
            for deck in decks:
                problems(deck, facts)
        rates.append(rounds * len(decks) / (time.perf_counter() - start))
    return median(rates)


def _deck_list(starter: StarterDeck) -> DeckList:
    return DeckList(
        starter.faction.slug,
        starter.format,
        tuple(starter.squads),
        starter.cards,
        starter.banner.slug,
        starter.shrine.slug,
        starter.name,
    )


def _illegal(deck: DeckList) -> DeckList:
    """The deck with several faults: a squad missing, a card far too often, one misspelt, no Banner."""
    (first, *others), misspelt = deck.cards, "firebal"
    cards = {first: 30, misspelt: 1, **{slug: deck.cards[slug] for slug in others}}
    return DeckList(deck.faction, deck.format, deck.squads[:4], cards, "", deck.shrine)
