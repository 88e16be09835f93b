"""Whether every card plays: each playable half, Banner option and Shrine has behaviour, and each has a test.

Tests name what they test beside their `def`, by key: `chapter/leap/lower` for a half, `chapter/chapter-banner/0` for an
option of a Banner, `chapter/sanctuary` for a Shrine and `chapter/trap` for a token.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from catalog.packs.schema import Card, FactionFile
from matches.engine.dawnfall import halves
from matches.setting_up.playable import playable_cards, playable_factions, playable_tokens
from matches.trials.rules_coverage import heads_of_tests

_KEY = re.compile(r"[a-z][a-z-]*(?:/[a-z0-9-]+){1,2}(?![\w/])")


@dataclass(frozen=True)
class CardsCoverage:
    """What is wanted, and what of it lacks behaviour or a test; and names of things that are not there."""

    wanted: tuple[str, ...]
    without_behaviour: tuple[str, ...]
    without_test: tuple[str, ...]
    #: Behaviour for something that the catalogue does not list.
    strange_behaviour: tuple[str, ...]
    #: Keys in tests that name nothing in the catalogue.
    strange_keys: tuple[str, ...]

    @property
    def lists(self) -> dict[str, tuple[str, ...]]:
        """What is wrong, by what it is."""
        return {
            "Without behaviour": self.without_behaviour,
            "Without a test": self.without_test,
            "Behaviour without a catalogue entry": self.strange_behaviour,
            "Tests of something that the catalogue does not list": self.strange_keys,
        }

    @property
    def complete(self) -> bool:
        """Whether nothing is missing and nothing is strange."""
        return not any(self.lists.values())


def cards_coverage(factions: Mapping[str, FactionFile], tests: Path) -> CardsCoverage:
    """Compare the catalogue with the engine's registers and with the tests below a folder."""
    known = {key for file in factions.values() for key in (*acting_keys(file), *token_keys(file))}
    played = [factions[slug] for slug in playable_factions(factions)]
    acting = [key for file in played for key in acting_keys(file, playable=True)]
    wanted = [*acting, *(key for file in played for key in token_keys(file, playable=True))]
    behaving, tested = registered_keys(), tested_keys(tests, factions)
    return CardsCoverage(
        wanted=tuple(wanted),
        without_behaviour=tuple(key for key in acting if key not in behaving),
        without_test=tuple(key for key in wanted if key not in tested),
        strange_behaviour=tuple(sorted(behaving - known)),
        strange_keys=tuple(sorted(tested - known)),
    )


def half_keys(faction: str, card: Card) -> Iterator[str]:
    """The keys of a card's halves."""
    if card.upper is not None:
        yield f"{faction}/{card.slug}/upper"
    yield f"{faction}/{card.slug}/lower"


def acting_keys(file: FactionFile, *, playable: bool = False) -> Iterator[str]:
    """The keys of all that does something: halves, Banner options and Shrines."""
    slug = file.faction.slug
    for card in playable_cards(file) if playable else file.cards:
        yield from half_keys(slug, card)
    for banner in file.banners:
        yield from (f"{slug}/{banner.slug}/{number}" for number in range(len(banner.options)))
    yield from (f"{slug}/{shrine.slug}" for shrine in file.shrines)


def token_keys(file: FactionFile, *, playable: bool = False) -> Iterator[str]:
    """The keys of a faction's tokens."""
    tokens = playable_tokens(file) if playable else file.tokens
    yield from (f"{file.faction.slug}/{token.slug}" for token in tokens)


def registered_keys() -> set[str]:
    """The keys of everything that has behaviour in the engine."""
    registers = (halves.HALVES, halves.PASSIVES, halves.ONGOING, halves.BANNERS, halves.SHRINES)
    return {"/".join(map(str, key)) for register in registers for key in register}


def tested_keys(tests: Path, factions: Mapping[str, FactionFile]) -> set[str]:
    """The keys that the tests below a folder name."""
    sources = (file.read_text() for file in sorted(tests.rglob("test_*.py")))
    return {key for source in sources for key in cited_keys(source) if key.split("/")[0] in factions}


def cited_keys(source: str) -> Iterator[str]:
    """The keys that a test file names in comments beside the `def` of its tests or right below."""
    for head in heads_of_tests(source):
        for comment in re.findall(r"#[^\n]*", head):
            yield from _KEY.findall(comment)
