"""Values of models: INI, ATT, DEF and MOV as they count now, and the traits that effects give. R-ATTR-ORDER

A lasting effect is an Effect in the state. Its kind is `att+` (add, the amount may be negative), `att*` (multiply),
`att=` (set), `att=dash`, or the name of a trait such as `wins_ini`. Passive halves, tokens and Shrines register a
function instead: in MODIFIERS it gives pairs such as ("+", 1) or ("=dash", 0), in TRAITS it says yes or no.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal

from matches.engine.dawnfall.state import Effect
from matches.engine.dawnfall.table import Table

Name = Literal["ini", "att", "defense", "mov"]
NAMES: Final[tuple[Name, ...]] = ("ini", "att", "defense", "mov")

Modifier = Callable[[Table, int, str], Iterable[tuple[str, int]]]
MODIFIERS: Final[list[Modifier]] = []

Trait = Callable[[Table, int, str], bool]
TRAITS: Final[list[Trait]] = []

_SYMBOLS: Final = {"att": "att_reroll", "defense": "def_reroll"}


def printed(table: Table, model: int, name: Name) -> int | None:
    """The value on the side of the Squad card that is up; an X counts 0 until something sets it. DF-SQUAD-04"""
    squad = table.squad(model)
    value: int | str | None = getattr(squad.modes[table.state.modes[squad.number]], name)
    return 0 if value == "X" else value  # type: ignore[return-value]


def value(table: Table, model: int, name: Name) -> int | None:
    """The value as it counts now: printed, set, doubled, added to, never below 0; a dash stays a dash.

    DF-SQUAD-05, -06, R-ATTR-ORDER, R-BASE-ATTR, R-DASH
    """
    number = printed(table, model, name)
    changes = _changes(table, model, name)
    if not changes:
        return number
    factor, added = 1, 0
    for kind, amount in changes:
        if kind == "+":
            added += amount
        elif kind == "=":
            number = amount
        elif kind == "=dash":
            number = None
        else:
            factor *= amount
    if number is None:
        return None
    return max(0, number * factor + added)


def _changes(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """What changes a value, the latest last."""
    changes: list[tuple[str, int]] = []
    for modifier in MODIFIERS:
        changes.extend(modifier(table, model, name))
    for effect in table.state.effects:
        if effect.model == model and effect.kind.startswith(name) and effect.kind[len(name)] in "+*=":
            changes.append((effect.kind[len(name) :], effect.amount))
    return changes


def has(table: Table, model: int, trait: str) -> bool:
    """Whether an effect or a passive gives the model a trait.

    Traits of fights and Wounds: wins_ini, wins_def, loses_def, no_combat, no_counter, immune, att_reroll, def_reroll.
    """
    if any(effect.model == model and effect.kind == trait for effect in table.state.effects):
        return True
    return any(gives(table, model, trait) for gives in TRAITS)


def rerolls(table: Table, model: int, name: Literal["att", "defense"]) -> bool:
    """Whether the model has the Reroll symbol beside ATT or DEF; a dash takes it away. DF-SQUAD-09, -10"""
    symbol = _SYMBOLS[name]
    if value(table, model, name) is None:
        return False
    return getattr(table.mode(table.squad(model)), symbol) or has(table, model, symbol)


def player_of(table: Table, model: int) -> int:
    """The seat that decides, rolls and pays for a model: its owner, unless somebody controls it. R-CONTROLLED"""
    for effect in reversed(table.state.effects):
        if effect.kind == "controlled" and effect.model == model:
            return effect.amount
    return table.roster.seat_of[model]


def last(table: Table, effect: Effect) -> None:
    """Let an effect begin. It lasts until its span ends: "roll", "attack", "ini", "combat", "shot", "turn", ..."""
    table.state.effects = (*table.state.effects, effect)


def end_span(table: Table, *spans: str, keep: tuple[Effect, ...] = ()) -> None:
    """End all effects that last for the spans, except those to keep (they belong to something around it). R-DURATION"""
    effects = table.state.effects
    if effects:
        table.state.effects = tuple(effect for effect in effects if effect.until not in spans or effect in keep)
