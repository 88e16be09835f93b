"""How the dice would fall, in words beside the buttons of a roll."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from matches.engine import Decision
from matches.engine.dawnfall.dice import FACES
from matches.engine.dawnfall.odds import chances, chances_to_hit, chances_to_withstand
from matches.naming import Names, View

Chances = dict[str, tuple[str, str]]


def die_chances(decision: Decision, view: View, names: Names) -> Chances:
    """For the options of a roll: how likely it hits, or the Attack is withstood, in words.

    Nothing in it is secret: all values and both dice are public. Rerolls and cards are left out of account.
    """
    if decision.kind not in {"die", "rolled"}:
        return {}
    if decision.data["purpose"] == "check":
        return _check_chances(decision, view, names)
    fight = view.get("fight")
    if fight is None or fight["attacker"] < 0:
        return {}
    if decision.data["purpose"] == "attack":
        return _attack_chances(decision, view, fight)
    return _defense_chances(decision, view, fight)


def _check_chances(decision: Decision, view: View, names: Names) -> Chances:
    """One roll counts for all targets that are still on the board; the easiest comes first."""
    data = decision.data
    standing = [model for model in data["targets"] if view["models"][model]["attributes"]]
    if not standing:
        return {}
    inis = {model: _value(view, model, "ini") for model in standing}
    likely = {model: chances_to_hit(ini, data["bonus"]) for model, ini in inis.items()}
    if decision.kind == "die":
        return {die: _hit_words(names, {model: likely[model][die] for model in standing}) for die in FACES}
    hit = [model for model, ini in inis.items() if ini is None or data["result"] > ini]
    kept = _("hits %(models)s") % {"models": names.models(hit)} if hit else _("misses")
    again = _hit_words(names, {model: likely[model][data["die"]] for model in standing})
    return dict.fromkeys(("keep", "refresh"), (kept, "")) | dict.fromkeys(("reroll", "pay_reroll"), again)


def _hit_words(names: Names, likely: Mapping[int, Fraction]) -> tuple[str, str]:
    best, *others = sorted(set(likely.values()), reverse=True)
    whom = {chance: names.models(m for m in likely if likely[m] == chance) for chance in (best, *others)}
    words = [_("to hit %(models)s") % {"models": whom[best]}]
    words += [_("%(chance)s %(models)s") % {"chance": _percent(c), "models": whom[c]} for c in others]
    return _percent(best), "; ".join(words)


def _attack_chances(decision: Decision, view: View, fight: Mapping[str, Any]) -> Chances:
    att = _value(view, fight["attacker"], "att") or 0
    defense = _value(view, fight["target"], "defense")
    if decision.kind == "die":
        table = chances(att + decision.data["bonus"], defense)
        return {die: _attack_words(table[die]) for die in table}
    kept = {die: 1 - withstood for die, withstood in _withstood(att + decision.data["result"], defense).items()}
    again = chances(att + decision.data["bonus"], defense)[decision.data["die"]]
    return {"keep": _attack_words(kept), "refresh": _attack_words(kept)} | dict.fromkeys(
        ("reroll", "pay_reroll"), _attack_words(again)
    )


def _defense_chances(decision: Decision, view: View, fight: Mapping[str, Any]) -> Chances:
    defense, power = _value(view, fight["target"], "defense") or 0, fight["attack_power"]
    if decision.kind == "die":
        table = chances_to_withstand(power, defense + decision.data["bonus"])
        return {die: (_percent(chance), _("to withstand")) for die, chance in table.items()}
    reached = defense + decision.data["result"]
    told = {"reached": reached, "power": power}
    stands = _("withstands: %(reached)s against %(power)s")
    if reached < power:
        stands = _("hit: %(reached)s against %(power)s")
    again = chances_to_withstand(power, defense + decision.data["bonus"])[decision.data["die"]]
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
