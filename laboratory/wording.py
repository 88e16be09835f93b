"""Words of the laboratory for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LEVELS: Final[Mapping[str, Promise]] = {
    "recruit": _("Recruits"),
    "veteran": _("Veterans"),
    "warlord": _("Warlords"),
}
AMONG: Final[Mapping[str, Promise]] = {
    "recruit": _("among Recruits"),
    "veteran": _("among Veterans"),
    "warlord": _("among Warlords"),
}
ABOUT: Final[Mapping[str, Promise]] = {
    "recruit": _("Recruits: quick, and little better than chance. Good for a first look at a deck."),
    "veteran": _("Veterans: play by rules of thumb. Slower; say more about how a deck plays."),
    "warlord": _(
        "Warlords: search for the best choice, for a shorter time than at the table. Still a game takes minutes, so "
        "only a few can be had."
    ),
}


def level_words(level: str) -> str:
    """The bots of a level."""
    return str(LEVELS.get(level, level))


def among(level: str) -> str:
    """In whose games something was found."""
    return str(AMONG.get(level, level))
