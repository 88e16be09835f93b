"""Windows: the moments at which players may use halves, Banner options and tokens. docs/rules/windows.md"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from matches.engine.dawnfall import ending, halves, limits
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.state import ACTIVE_STAGES
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Decision, Option, Rule

PASS: Final = Option("pass", "Pass")

#: What a window is about, for the question.
WORDS: Final = {
    "W-INSTANT": "Play an Instant now?",
    "W-COMBAT": "A Combat was declared. Answer it?",
    "W-BACKSTAB": "A Backstab was declared. Answer it?",
    "W-BEFORE-INI": "Initiative is about to be compared. Use something?",
    "W-BEFORE-ATT": "An Attack roll is about to be made. Use something?",
    "W-BEFORE-DEF": "A Defense roll is about to be made. Use something?",
    "W-BEFORE-HIT": "A Check for Hit is about to be made. Use something?",
    "W-WOUND-DEAL": "A Wound is about to be dealt. Use something?",
    "W-WOUND-TAKE": "A Wound is about to be taken. Use something?",
    "W-WOUND-TAKEN": "A Wound was taken. Use something?",
    "W-WOUND-DEALT": "A Wound was dealt. Use something?",
    "W-DYING": "A model is being killed. Use something?",
    "W-KILLED": "A model was killed. Use something?",
}
OTHER_WORDS: Final = "Use something now?"


def quiet(table: Table) -> bool:
    """Whether this is no Active turn: nobody plays anything. DF-PASSIVE-15, R-QUIET, Q-17"""
    return table.state.stage not in ACTIVE_STAGES


def open_window(table: Table, moment: Moment, seats: Sequence[int] | None = None) -> Rule[None]:
    """Offer the window to the seats it belongs to (all, from the Active player on, if none are named).

    Passive effects come first, whoever owns them; then optional uses. R-ORDER, R-ORDER-AUTO, R-ORDER-SIDE
    """
    if any(table.state.markers):
        from matches.engine.dawnfall import markers

        markers.sweep(table)
    window = moment.window
    known = halves.repertoires(table)
    yield from _react(table, moment, known)
    if not any(window in repertoire.windows for repertoire in known) or table.depth >= limits.DEPTH_CAP:
        return
    if quiet(table) or limits.worn_out(table):
        return
    asked = [seat for seat in table.clockwise(table.state.active) if seats is None or seat in seats]
    table.depth += 1
    try:
        for cancelling in _steps(moment):
            yield from _offer(table, moment, asked, cancelling)
    finally:
        table.depth -= 1


def _steps(moment: Moment) -> tuple[bool, ...]:
    """Halves that cancel the Combat come before those that act on it; a Backstab can only be cancelled.

    R-ORDER-CANCEL, R-BACKSTAB
    """
    if moment.window != "W-COMBAT":
        return (False,)
    if moment.step == "backstab":
        return (False,)
    if moment.step == "cancel" or (moment.fight is not None and moment.fight.kind == "backstab"):
        return (True,)
    return (True, False)


def _offer(table: Table, moment: Moment, seats: Sequence[int], cancelling: bool) -> Rule[None]:
    """Ask round after round until all have passed in a row. R-ORDER, Q-24"""
    from matches.engine.dawnfall import playing

    # In a free moment the Active player has just acted, or is about to, without being asked here.
    free = moment.window == "W-INSTANT" and moment.fight is None and not table.reacting
    skipped = table.state.active if free else None
    answered = True
    while answered:
        answered = False
        for seat in seats:
            if _closed(table, moment):
                return
            if seat == skipped or table.state.eliminated[seat]:
                continue
            uses = playing.usable(table, seat, moment.window, moment)
            if moment.window == "W-COMBAT":
                uses = [use for use in uses if playing.cancels(table, seat, use) == cancelling]
            chosen = yield from _ask(table, moment, seat, uses)
            if chosen is not PASS:
                yield from playing.use(table, seat, chosen, moment)
                answered, skipped = True, None
                break


def _ask(table: Table, moment: Moment, seat: int, uses: list[Option]) -> Rule[Option]:
    """A seat without a use is not asked, unless the match hides that. R-ASK"""
    from matches.engine.dawnfall import playing

    if not uses and not (table.setup.options.ask_always and playing.might_answer(table, seat, moment.window, moment)):
        return PASS
    told = {"window": moment.window, "model": moment.model, "other": moment.other}
    words = WORDS.get(moment.window, OTHER_WORDS)
    return (yield Decision(seat, "window", words, (*uses, PASS), told))


def _closed(table: Table, moment: Moment) -> bool:
    """Whether there is nothing left to answer: the event was cancelled, decided, or the match is over. R-NEST"""
    if ending.over(table):
        return True
    fight = moment.fight
    if fight is not None:
        decided = {"W-BEFORE-ATT": fight.outcome, "W-BEFORE-DEF": fight.automatic}
        if fight.cancelled or decided.get(moment.window):
            return True
    event = moment.wounds
    return event is not None and moment.window in _WOUNDS and (event.count <= 0 or event.model != moment.model)


_WOUNDS: Final = frozenset({"W-WOUND-DEAL", "W-WOUND-TAKE"})


def _react(table: Table, moment: Moment, known: tuple[halves.Repertoire, ...]) -> Rule[None]:
    """Passive effects, Shrines and tokens: the Active player's first, then clockwise. R-ORDER-AUTO, R-PASSIVE-EFFECT"""
    window = moment.window
    if not any(window in repertoire.passives or window in repertoire.shrine for repertoire in known) and all(
        reaction.window != window for reaction in halves.TOKENS
    ):
        return
    from matches.engine.dawnfall import playing

    for name, play in playing.reactions(table, moment, known):
        if name in table.reacting or ending.over(table):
            continue
        with table.under_way(name):
            yield from play
