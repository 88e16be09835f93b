"""How often: printed limits of attached halves, and the guards that end every loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from zlib import crc32

from catalog.packs import schema
from matches.engine.dawnfall.moments import Fight, Moment
from matches.engine.dawnfall.state import State
from matches.engine.dawnfall.table import Table

#: Uses of one attached half, and of a Banner, in one turn. R-LOOP
HALF_CAP: Final = 10
BANNER_CAP: Final = 5
#: Uses of any kind in one turn, and windows inside windows. R-DEPTH
STEP_CAP: Final = 1000
DEPTH_CAP: Final = 100

#: Windows that wait for no event. R-INTERRUPT
FREE: Final = frozenset({"W-OWN", "W-INSTANT", "W-DEPLOY"})

_STEPS: Final = "steps"


def half_key(squad: int, card: str, place: str) -> str:
    """The name under which uses of an attached half are counted: limits are counted per card. R-LIMIT"""
    return f"half:{squad}:{card}:{place}"


def used_up(table: Table, moment: Moment, key: str, half: schema.Half, *, adds_up: bool) -> str:
    """The rule that forbids one more use of a half, or nothing. DF-ENH-16, R-LIMIT, R-NO-LIMIT, R-ONCE, R-LOOP"""
    used = table.state.used
    times = used.get(key, 0)
    if times >= HALF_CAP:
        return "R-LOOP"
    if f"barred:{key}" in used:
        return "R-REPEAT"
    if half.limit == "1 per turn":
        return "R-LIMIT" if times else ""
    if half.limit == "1 per combat":
        fight = _fight(moment)
        return "R-LIMIT" if key in (fight.used if fight else moment.used) else ""
    if moment.window in FREE:
        return "" if half.limit or times == 0 else "R-NO-LIMIT"
    return "" if adds_up or key not in moment.used else "R-ONCE"


def note_use(table: Table, moment: Moment, key: str) -> list[set[str]]:
    """Remember that a half was used, for its turn, its Combat and its event; gives where it was noted anew."""
    used = table.state.used
    used[key] = used.get(key, 0) + 1
    fight = _fight(moment)
    spans = [moment.used] if fight is None else [moment.used, fight.used]
    anew = [span for span in spans if key not in span]
    for span in anew:
        span.add(key)
    return anew


def forget_use(key: str, noted: list[set[str]]) -> None:
    """The use was taken back."""
    for span in noted:
        span.remove(key)


def move_counts(table: Table, moves: Sequence[tuple[int, int, str]]) -> None:
    """What was counted for attached cards goes with them from Squad to Squad: limits are counted per card. R-LIMIT"""
    used = table.state.used
    keys = [
        (prefix + half_key(old, card, place), prefix + half_key(new, card, place))
        for old, new, card in moves
        for place in ("upper", "lower")
        for prefix in ("", "barred:")
    ]
    counts = {new: used[old] for old, new in keys if old in used}
    for old, _ in keys:
        used.pop(old, None)
    used.update(counts)


def banner_allows(table: Table, seat: int) -> bool:
    """Whether the Banner may be used: it is face up, and was not used too often this turn. DF-BANNER-03, R-LOOP"""
    return table.state.banner_ready[seat] and table.state.used.get(f"banner:{seat}", 0) < BANNER_CAP


def note_banner(table: Table, seat: int) -> None:
    """Count a use of the Banner."""
    used = table.state.used
    used[f"banner:{seat}"] = used.get(f"banner:{seat}", 0) + 1


def worn_out(table: Table) -> bool:
    """Whether the turn has gone on for so long that optional uses are over; the case is logged. R-DEPTH"""
    return table.state.used.get(_STEPS, 0) >= STEP_CAP


def note_step(table: Table) -> None:
    """Count one use of any kind; the last one allowed is logged as a fault. R-DEPTH"""
    used = table.state.used
    used[_STEPS] = used.get(_STEPS, 0) + 1
    if used[_STEPS] == STEP_CAP:
        table.tell("fault_noted", rule="R-DEPTH", turn=table.state.turn)


def bar_repeats(table: Table, key: str, before: int) -> None:
    """Refuse a use for the rest of the turn if it brought back a state already seen in it. R-REPEAT"""
    used = table.state.used
    used.setdefault(f"seen:{before}", 1)
    after = fingerprint(table.state)
    if f"seen:{after}" in used:
        used[f"barred:{key}"] = 1
    used[f"seen:{after}"] = 1


def fingerprint(state: State) -> int:
    """A number for board, tokens, pools and cards; the same on every machine."""
    seen = (
        state.places, state.modes, state.endurance, state.attached, state.markers, state.squad_markers,
        state.crystals, state.depleted, state.temporary, state.hands, state.discards, state.banner_ready,
        state.marker, state.starting, state.captured, state.effects, state.shrines, state.sources, state.activation,
        state.overgrown, state.thickets, state.hex_tokens, state.shrine_tokens,
    )  # fmt: skip
    return crc32(repr(seen).encode())


def _fight(moment: Moment) -> Fight | None:
    if moment.fight is not None:
        return moment.fight
    if moment.wounds is not None:
        return moment.wounds.fight
    return moment.death.fight if moment.death is not None else None
