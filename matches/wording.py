"""Words for people: modes, and how matches end on the site and at the real table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.setting_up.optional_rules import MODES

_ALWAYS: Final[Mapping[str, Promise]] = {
    "models": _("an army was wiped out"),
    "deck": _("a deck ran out"),
    "conceded": _("somebody gave up"),
    "agreed": _("the players agreed on it"),
    "time": _("time was up"),
    "other": _("in another way"),
}
DUEL_ENDS: Final[Mapping[str, Promise]] = {"track": _("the Victory track was full"), **_ALWAYS}
MULTIPLAYER_ENDS: Final[Mapping[str, Promise]] = {
    "captured": _("enough Victory Point tokens were captured"),
    "elimination": _("all others were eliminated"),
    "tokens": _("all Victory Point tokens were lost"),
    **_ALWAYS,
}
ENDS: Final[Mapping[str, Promise]] = {
    **DUEL_ENDS,
    **MULTIPLAYER_ENDS,
    "draw": _("the players agreed on a draw"),
    "stalemate": _("nothing happened any more"),
}


def ends_of(mode: str) -> Mapping[str, Promise]:
    """How a match of the mode can end at the real table."""
    return DUEL_ENDS if mode == "duel" else MULTIPLAYER_ENDS


def mode_words(mode: str) -> str:
    """The name of a mode."""
    return str(MODES[mode][0]) if mode in MODES else mode


def end_words(reason: str) -> str:
    """Why a match ended, on the site or at a real table."""
    return str(ENDS.get(reason, reason))
