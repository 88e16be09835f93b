"""What a bot weighed, as people read it: beside their own options as a hint, and in replays as an explanation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from matches.engine import Decision
from matches.naming import Names
from matches.showing.options import Offer, label_of
from matches.thinking.levels import level_name


@dataclass(frozen=True, slots=True)
class Weighed:
    """An option that a bot looked at."""

    id: str
    label: str
    #: How likely the bot thinks to win with it.
    percent: int
    reasons: Sequence[str]
    taken: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """What a bot takes and why."""

    by: str
    choice: str
    label: str
    options: Sequence[Weighed]


def advice(thought: Mapping[str, Any], choice: str, decision: Decision, names: Names) -> Advice:
    """A stored thought about a decision, in words; the names are those of the seat that decides."""
    labels = {option.id: label_of(option, names) for option in decision.options}
    weighed = [
        Weighed(
            each["option"],
            labels.get(each["option"], each["label"]),
            round(100 * each["estimate"]),
            [_(reason) for reason in each["reasons"] if reason],
            each["option"] == choice,
        )
        for each in thought["considered"]
    ]
    return Advice(level_name(thought["level"]), choice, labels.get(choice, choice), weighed)


def mark(offer: Offer, choice: str) -> Offer:
    """The offer with one of its options marked, among the buttons and on the board."""
    groups = tuple(
        replace(group, choices=[replace(each, advised=each.id == choice) for each in group.choices])
        for group in offer.groups
    )
    picks = tuple(replace(pick, advised=pick.option.id == choice) for pick in offer.picks)
    return Offer(groups, picks)
