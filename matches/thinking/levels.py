"""What people are told about the levels of bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from matches.bots import LEVELS

#: The level of whoever has not chosen one.
USUAL_LEVEL: Final = "veteran"
LEVEL_NAMES: Final[Mapping[str, Promise]] = {
    "recruit": lazy("Recruit"),
    "veteran": lazy("Veteran"),
    "warlord": lazy("Warlord"),
}
LEVEL_WORDS: Final[Mapping[str, Promise]] = {
    "recruit": lazy("plays at random, but nothing silly; good for a first match"),
    "veteran": lazy("weighs every option by rules of thumb and answers at once"),
    "warlord": lazy("plays matches out in its head, up to three seconds for a decision"),
}
LEVEL_CHOICES: Final = tuple(LEVEL_WORDS.items())


def level_name(level: str) -> str:
    """The name of a level."""
    return str(LEVEL_NAMES.get(level, level.capitalize()))


def levels() -> list[tuple[str, str, str]]:
    """The levels, each with its name and a few words, weakest first."""
    return [(level, level_name(level), str(LEVEL_WORDS.get(level, ""))) for level in LEVELS]


def level_choices() -> list[tuple[str, str]]:
    """The same for a list to choose from."""
    return [(level, _("%(name)s: %(words)s") % {"name": name, "words": words}) for level, name, words in levels()]


def known_level(level: object) -> str:
    """The level that was asked for, or the usual one."""
    return level if isinstance(level, str) and level in LEVELS else USUAL_LEVEL
