"""The optional rules that players agree on before a match, in words: what each does, and where it is written."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.engine import Options
from matches.engine.dawnfall.optional import EXTRAS

MODES: Final = {
    "duel": (_("Duel"), _("Two players, five squads and 25 cards each.")),
    "ffa3": (_("Free for all, 3"), _("Three players on the joined boards, each for themselves.")),
    "ffa4": (_("Free for all, 4"), _("Four players on the joined boards, each for themselves.")),
    "team": (_("Teams"), _("Two against two; allies sit across from each other.")),
}


@dataclass(frozen=True)
class OptionalRule:
    """A rule that is on or off."""

    name: str
    title: Promise
    sentence: Promise
    rule: str


RULES: Final = (
    OptionalRule(
        "quick_setup", _("Quick setup"),
        _("Shrines and Crystal Sources stand on fixed places, so that you begin with your squads."), "Q-14",
    ),
    OptionalRule(
        "more_crystals", _("More Crystals"),
        _("Everybody begins with 3 Crystals, and all get one whenever nobody controls a Source."), "DF-OPT-02",
    ),
    OptionalRule(
        "mulligan", _("Mulligan"),
        _("Once per match you may shuffle your hand back and draw a new one."), "DF-OPT-05",
    ),
    OptionalRule(
        "buying_vp", _("Buying Victory Points"),
        _("At the start of your turn you may pay 3 Crystals for a Victory Point. For two players."), "DF-OPT-06",
    ),
    OptionalRule(
        "alternative_setup", _("Alternative setup"),
        _("Sources are placed before Shrines, and hands are drawn before squads are deployed."), "DF-OPT-08",
    ),
    OptionalRule(
        "short_deck", _("Short decks"),
        _("A duel with decks of 20 cards instead of 25."), "DF-OPT-10",
    ),
    OptionalRule(
        "reshuffle", _("Reshuffle"),
        _("An empty deck does not end the match: its discards become a new deck."), "DF-OPT-12",
    ),
    OptionalRule(
        "script", _("Script"),
        _("Nobody shuffles: everybody lays their deck in order before the match, as they like."), "DF-OPT-13",
    ),
    OptionalRule(
        "special_sources", _("Special Crystal Sources"),
        _("A Source that you control gives an extra: remove, bring back or restore."), "DF-OPT-15",
    ),
    OptionalRule(
        "expansions", _("Expansions"),
        _("Squads of expansions, such as cavalry, may be fielded."), "R-CAVALRY",
    ),
)  # fmt: skip

HAND_SIZES: Final = ((3, _("3 cards")), (4, _("4 cards")), (5, _("5 cards")))
HANDICAPS: Final = ((0, _("none")), (1, "+1"), (2, "+2"), (3, "+3"))
SOURCES: Final = tuple((name, extra.option.label) for name, extra in EXTRAS.items())

#: What to change where the rules do not go together, by the rule that refuses.
WAYS_OUT: Final = {
    "Q-65": _("Switch Buying Victory Points off, or play a duel."),
    "Q-68": _("Switch either Script or Mulligan off."),
    "Q-14": _("Switch Quick setup off, or play with two or four."),
    "DF-OPT-19": _("Choose at least one of the extras, or switch Special Crystal Sources off."),
    "DF-SETUP-17": _("Choose decks of different factions."),
    "R-CAVALRY": _("Switch Expansions on, or choose another deck."),
}


def rules_here() -> list[OptionalRule]:
    """Those that the engine has."""
    known = {field.name for field in fields(Options)}
    return [rule for rule in RULES if rule.name in known]


def agreed_rules(options: dict[str, object]) -> list[OptionalRule]:
    """The rules that are on in a match."""
    return [rule for rule in RULES if options.get(rule.name)]
