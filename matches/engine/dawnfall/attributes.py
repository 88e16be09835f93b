"""Values of models: INI, ATT, DEF and MOV as they count now, and the traits that effects give. R-ATTR-ORDER

A lasting effect is an Effect in the state. Its kind is `att+` (add, the amount may be negative), `att*` (multiply),
`att=` (set), `att=dash`, or the name of a trait such as `wins_ini`. Passive halves, tokens and Shrines register a
function instead: one of MODIFIERS gives pairs such as ("+", 1) or ("=dash", 0), or ("fixed", 0) where nothing else
counts any more; one of TRAITS says yes or no. The pair ("with", 2) adds what a joined model has, to a dash too, as
R-JOINED says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Generic, Literal, TypeVar

from matches.engine.dawnfall.state import Effect
from matches.engine.dawnfall.table import Table

Name = Literal["ini", "att", "defense", "mov"]
NAMES: Final[tuple[Name, ...]] = ("ini", "att", "defense", "mov")

Modifier = Callable[[Table, int, str], Iterable[tuple[str, int]]]
Trait = Callable[[Table, int, str], bool]
Hook = TypeVar("Hook")


class Register(Generic[Hook]):
    """Functions by the attributes or traits they are about; a table meets only those of the factions at it."""

    def __init__(self) -> None:
        self.rules: list[tuple[Hook, tuple[str, ...], str]] = []

    def add(self, rule: Hook, *names: str, faction: str = "") -> None:
        """Make a function known: for these names (all if none), and with this faction (any if none) at the table."""
        self.rules.append((rule, names, faction))

    def at(self, table: Table, name: str) -> tuple[Hook, ...]:
        """What counts for a name at this table. The roster keeps it, since neither changes in a match."""
        kept = table.roster.kept
        if (self, name) not in kept:
            factions = {"", *(army.faction for army in table.roster.armies)}
            kept[self, name] = tuple(
                rule for rule, names, faction in self.rules if faction in factions and (not names or name in names)
            )
        return kept[self, name]


MODIFIERS: Final[Register[Modifier]] = Register()
TRAITS: Final[Register[Trait]] = Register()

#: Kinds of effects that end at once when their reason has gone, with what tells whether it is still there.
LASTS: Final[dict[str, Callable[[Table, Effect], bool]]] = {}

#: What an X on the card of a Squad, by its slug, stands for.
PRINTED_X: Final[dict[str, Callable[[Table, int], int]]] = {}

_SYMBOLS: Final = {"att": "att_reroll", "defense": "def_reroll"}


def printed(table: Table, model: int, name: Name) -> int | None:
    """The value on the side of the Squad card that is up; an X counts 0 until something sets it. DF-SQUAD-04"""
    squad = table.squad(model)
    value: int | str | None = getattr(squad.modes[table.state.modes[squad.number]], name)
    if value == "X":
        return PRINTED_X[squad.slug](table, model) if squad.slug in PRINTED_X else 0
    return value  # type: ignore[return-value]


def value(table: Table, model: int, name: Name, without: Modifier | None = None) -> int | None:
    """The value as it counts now: printed, set, doubled, added to, never below 0; a dash stays a dash.

    DF-SQUAD-05, -06, R-ATTR-ORDER, R-BASE-ATTR, R-DASH
    """
    number = printed(table, model, name)
    changes = _changes(table, model, name, without)
    if not changes:
        return number
    factor, added = 1, 0
    joined: int | None = None
    for kind, amount in changes:
        if kind == "+":
            added += amount
        elif kind == "=":
            number = amount
        elif kind == "=dash":
            number = None
        elif kind == "fixed":
            return amount
        elif kind == "with":
            joined = amount
        else:
            factor *= amount
    if number is None:
        return joined
    return max(0, number * factor + added) + (joined or 0)


def _changes(table: Table, model: int, name: str, without: Modifier | None) -> list[tuple[str, int]]:
    """What changes a value, the latest last."""
    changes: list[tuple[str, int]] = []
    for modifier in MODIFIERS.at(table, name):
        if modifier is not without:
            changes.extend(modifier(table, model, name))
    for effect in table.state.effects:
        if effect.model == model and effect.kind.startswith(name) and effect.kind[len(name)] in "+*=":
            changes.append((effect.kind[len(name) :], effect.amount))
    return changes


def has(table: Table, model: int, trait: str) -> bool:
    """Whether an effect or a passive gives the model a trait.

    Traits of fights and Wounds: wins_ini, wins_def, loses_def, no_combat, no_counter, immune, att_reroll, def_reroll.
    Of Moves: blocked, paralysed, no_push, no_enemy_push, never_pushes, through_obstacles, and inert, which takes no
    actions of its own any more. Cards have further ones for themselves, such as slam.
    """
    for effect in table.state.effects:
        if effect.model == model and effect.kind == trait:
            return True
    return any(gives(table, model, trait) for gives in TRAITS.at(table, trait))


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


def sweep(table: Table) -> None:
    """End the effects whose reason has gone."""
    effects = table.state.effects
    if any(effect.kind in LASTS and not LASTS[effect.kind](table, effect) for effect in effects):
        table.state.effects = tuple(e for e in effects if e.kind not in LASTS or LASTS[e.kind](table, e))


def end_span(table: Table, *spans: str, keep: tuple[Effect, ...] = ()) -> None:
    """End all effects that last for the spans, except those to keep (they belong to something around it). R-DURATION"""
    effects = table.state.effects
    if effects:
        table.state.effects = tuple(effect for effect in effects if effect.until not in spans or effect in keep)
