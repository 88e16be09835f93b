"""A legal deck to break, and a catalogue to change."""

from collections.abc import Callable
from dataclasses import replace

from decks.rules.deck_list import DeckList
from decks.rules.facts import FactionFacts, Facts
from decks.rules.problems import problems
from tests.decks.pack_facts import dawnfall_facts

LEGAL = DeckList(
    "demon",
    "duel",
    ("son-of-khyber", "master-of-elements", "bloodsmith", "gorehound", "dark-scholar"),
    {
        "horde": 2, "mist": 1, "resurrection": 2, "rage": 1, "war-fever": 1, "bloody-whirlwind": 2, "energy-source": 2,
        "crystal-aegis": 1, "fireball": 2, "freeze": 1, "ice-beam": 1, "infection": 1, "hijack": 1, "rush": 2,
        "mind-control": 1, "spectral-grasp": 1, "self-destruct": 1, "infernal-power": 2,
    },
    "demon-banner",
    "blood-altar",
)  # fmt: skip


WITHOUT_SCHOLARS = {"mind_control": None, "spectral_grasp": None, "self_destruct": None}


def cards(**changes: int | None) -> dict[str, int]:
    """The cards of the legal deck with other counts; None of a card takes it out."""
    changed = {**LEGAL.cards, **{slug.replace("_", "-"): copies for slug, copies in changes.items()}}
    return {slug: copies for slug, copies in changed.items() if copies is not None}


def squads(*fielded: str) -> tuple[str, ...]:
    """The first squads of the legal deck, replaced from the end by the given ones."""
    return (*LEGAL.squads[: 5 - len(fielded)], *fielded)


def found(deck: DeckList, facts: Facts | None = None) -> list[tuple[str, str, str]]:
    return [
        (problem.code, problem.sentence(), problem.remedy()) for problem in problems(deck, facts or dawnfall_facts())
    ]


def changed(**changes: Callable[[FactionFacts], FactionFacts]) -> Facts:
    """The real facts with some factions changed."""
    return Facts(changes.get(slug, lambda same: same)(faction) for slug, faction in dawnfall_facts().factions.items())


def with_card(faction: FactionFacts, slug: str, **values: object) -> FactionFacts:
    return replace(faction, cards={**faction.cards, slug: replace(faction.cards[slug], **values)})


def with_squad(faction: FactionFacts, slug: str, **values: object) -> FactionFacts:
    return replace(faction, squads={**faction.squads, slug: replace(faction.squads[slug], **values)})


def cavalry_alone() -> Facts:
    """The Succubus has neither Deployment card nor setup Enhancement."""
    return changed(
        demon=lambda demon: replace(
            demon, cards={slug: card for slug, card in demon.cards.items() if not card.outside_the_deck}
        )
    )
