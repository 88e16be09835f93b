"""A Combat on the page: who is compared with whom, what changes their values, and how the dice would fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _

from matches.engine import Decision, Event
from matches.engine.dawnfall.odds import chances, chances_to_withstand
from matches.naming import Names, View
from matches.showing.sheets import Value, values_of

_BEGINNINGS: Final = frozenset({"combat_declared", "backstab_declared", "counterattack_begun"})
Chances = dict[str, tuple[str, str]]


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


def die_chances(decision: Decision, view: View) -> Chances:
    """For the options of a roll: how likely the Attack succeeds or is withstood, in words.

    Nothing in it is secret: both values and both dice are public. Rerolls and cards are left out of account.
    """
    fight, data = view.get("fight"), decision.data
    if fight is None or decision.kind not in {"die", "rolled"} or fight["attacker"] < 0:
        return {}
    if data["purpose"] == "attack":
        return _attack_chances(decision, view, fight)
    if data["purpose"] == "defense":
        return _defense_chances(decision, view, fight)
    return {}


def _attack_chances(decision: Decision, view: View, fight: Mapping[str, Any]) -> Chances:
    att = _value(view, fight["attacker"], "att") or 0
    defense = _value(view, fight["target"], "defense")
    if decision.kind == "die":
        table = chances(att + decision.data.get("bonus", 0), defense)
        return {die: _attack_words(table[die]) for die in table}
    bonus = decision.data["result"] - decision.data["face"]
    kept = {die: 1 - withstood for die, withstood in _withstood(att + decision.data["result"], defense).items()}
    again = chances(att + bonus, defense)[decision.data["die"]]
    return {"keep": _attack_words(kept), "refresh": _attack_words(kept)} | dict.fromkeys(
        ("reroll", "pay_reroll"), _attack_words(again)
    )


def _defense_chances(decision: Decision, view: View, fight: Mapping[str, Any]) -> Chances:
    defense, power = _value(view, fight["target"], "defense") or 0, fight["attack_power"]
    if decision.kind == "die":
        table = chances_to_withstand(power, defense + decision.data.get("bonus", 0))
        return {die: (_percent(chance), _("to withstand")) for die, chance in table.items()}
    reached = defense + decision.data["result"]
    told = {"reached": reached, "power": power}
    stands = _("withstands: %(reached)s against %(power)s")
    if reached < power:
        stands = _("hit: %(reached)s against %(power)s")
    bonus = decision.data["result"] - decision.data["face"]
    again = chances_to_withstand(power, defense + bonus)[decision.data["die"]]
    words = dict.fromkeys(("keep", "refresh"), (stands % told, ""))
    return words | dict.fromkeys(("reroll", "pay_reroll"), (_percent(again), _("to withstand")))


def _withstood(power: int, defense: int | None) -> dict[str, Fraction]:
    if defense is None:
        return {"yellow": Fraction(0), "red": Fraction(0)}
    return chances_to_withstand(power, defense)


def _attack_words(by_reply: Mapping[str, Fraction]) -> tuple[str, str]:
    yellow, red = by_reply["yellow"], by_reply["red"]
    if yellow == red:
        return _percent(yellow), _("to hit")
    return _percent(yellow), _("to hit; %(red)s if they answer with Red") % {"red": _percent(red)}


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"


def _value(view: View, model: int, name: str) -> int | None:
    values = view["models"][model]["attributes"]
    return None if not values else values[name]["value"]


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
        power=power,
        rolls=rolls,
    )
