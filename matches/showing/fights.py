"""A Combat on the page: who is compared with whom, and what changes their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from matches.engine import Event
from matches.naming import Names, View
from matches.showing.sheets import SHOWN, Value, changes_of, values_of

COMPARED: Final = tuple(pair for pair in SHOWN if pair[0] != "mov")
_BEGINNINGS: Final = frozenset({"combat_declared", "backstab_declared", "counterattack_begun"})


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die on the table."""

    die: str
    face: int
    bonus: int
    purpose: str


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side of a Combat."""

    name: str
    label: str
    seat: int
    player: str
    faction: str
    role: str
    values: Sequence[Value]
    #: What changes them, by name.
    changes: Sequence[str]
    power: int | None
    rolls: Sequence[Rolled]


@dataclass(frozen=True, slots=True)
class FightSheet:
    """The Combat under way."""

    title: str
    fighters: tuple[Fighter, Fighter]


def fight_sheet(view: View, names: Names, events: Sequence[Event]) -> FightSheet | None:
    """The Combat or Backstab under way; `events` are the latest ones that may be seen, oldest first."""
    fight = view.get("fight")
    if fight is None:
        return None
    one, other = fight["starter"], fight["opponent"]
    if fight["attacker"] >= 0:
        one, other = fight["attacker"], fight["target"]
    title = _("Backstab") if fight["kind"] == "backstab" else _("Combat")
    if fight["counterattack"]:
        title = _("Counterattack")
    since = _since_beginning(events)
    attacking = fight["attacker"] >= 0
    roles = (_("attacks"), _("defends")) if attacking else (_("starts it"), _("is attacked"))
    powers = (fight["attack_power"] or None, fight["defense_power"] or None) if attacking else (None, None)
    fighters = (
        _fighter(view, names, one, roles[0], powers[0], since),
        _fighter(view, names, other, roles[1], powers[1], since),
    )
    return FightSheet(title, fighters)


def _since_beginning(events: Sequence[Event]) -> list[Event]:
    for place in range(len(events) - 1, -1, -1):
        if events[place].kind in _BEGINNINGS:
            return list(events[place:])
    return []


def _fighter(view: View, names: Names, model: int, role: str, power: int | None, since: Sequence[Event]) -> Fighter:
    seat = view["models"][model]["seat"]
    rolls = [
        Rolled(event.data["die"], event.data["face"], event.data["bonus"], event.data["purpose"])
        for event in since
        if event.kind == "die_rolled" and event.data["model"] == model
    ]
    return Fighter(
        name=names.model(model),
        label=names.label(model),
        seat=seat,
        player=names.seat(seat),
        faction=names.faction(seat),
        role=role,
        values=[value for value in values_of(view["models"][model]) if value.name != "mov"],
        changes=changes_of([view["models"][model]], COMPARED) if view["models"][model]["attributes"] else [],
        power=power,
        rolls=rolls,
    )
