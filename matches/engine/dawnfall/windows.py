"""Windows: the moments at which players may use halves, Banner options and tokens. docs/rules/windows.md"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from matches.engine.dawnfall import ending, halves, limits
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.repertoire import Repertoire, repertoires
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
    "W-MOVE": "A Move is about to begin. Use something?",
    "W-DIE": "A die is about to be chosen. Use something?",
    "W-WOUND-DEAL": "A Wound is about to be dealt. Use something?",
    "W-WOUND-TAKE": "A Wound is about to be taken. Use something?",
    "W-WOUND-TAKEN": "A Wound was taken. Use something?",
    "W-WOUND-DEALT": "A Wound was dealt. Use something?",
    "W-DYING": "A model is being killed. Use something?",
    "W-KILLED": "A model was killed. Use something?",
    "W-PLAY": "A card is being played. Use something?",
    "W-AFTER-PLAY": "The card has done its work. Use something?",
}
OTHER_WORDS: Final = "Use something now?"


def quiet(table: Table) -> bool:
    """Whether nobody plays anything: no Active turn, or a Combat without halves. DF-PASSIVE-15, R-QUIET, Q-17"""
    return table.state.stage not in ACTIVE_STAGES or any(fight.hushed for fight in table.fights)


def open_window(table: Table, moment: Moment, seats: Sequence[int] | None = None) -> Rule[None]:
    """Offer the window to the seats it belongs to (all, from the Active player on, if none are named).

    Passive effects come first, whoever owns them; then optional uses. R-ORDER, R-ORDER-AUTO, R-ORDER-SIDE
    """
    window = moment.window
    free = window == "W-INSTANT" and moment.fight is None
    if free and table.calm == len(table.log):
        return  # All have passed, and nothing has happened since: it is still the same moment.
    known = repertoires(table)
    yield from _react(table, moment, known)
    if not any(window in repertoire.windows for repertoire in known) or len(table.open) >= limits.DEPTH_CAP:
        return
    if quiet(table) or limits.worn_out(table):
        return
    asked = [seat for seat in table.clockwise(table.state.active) if seats is None or seat in seats]
    table.open.append(moment)
    try:
        for first in _steps(moment):
            yield from _offer(table, moment, asked, first)
    finally:
        table.open.pop()
    if free:
        table.calm = len(table.log)


def _steps(moment: Moment) -> tuple[bool | None, ...]:
    """Two windows have two steps, what comes first and what comes then; a Backstab can only be cancelled.

    R-ORDER-CANCEL, R-BACKSTAB, section 4.9 (Revenge before Worthless)
    """
    if moment.window == "W-DYING":
        return (True, False)
    if moment.window != "W-COMBAT":
        return (None,)
    if moment.step == "backstab":
        return (False,)
    if moment.step == "cancel" or (moment.fight is not None and moment.fight.kind == "backstab"):
        return (True,)
    return (True, False)


def _offer(table: Table, moment: Moment, seats: Sequence[int], first: bool | None) -> Rule[None]:
    """Ask round after round until all have passed in a row. R-ORDER, Q-24"""
    from matches.engine.dawnfall import playing

    passed = None
    if moment.window == "W-INSTANT" and moment.fight is None and not table.reacting:
        # A free moment of the Active player follows at once, unless somebody else could act before it.
        active = table.state.active
        if all(seat == active or _answers(table, moment, seat, first) is None for seat in seats):
            return
        # Who has just ended the turn has passed by that.
        passed = active if table.state.stage == "active_end" else None
    answered = True
    while answered:
        answered = False
        for seat in seats:
            if _closed(table, moment):
                return
            answers = _answers(table, moment, seat, first) if seat != passed else None
            if answers is None:
                continue
            chosen = yield _question(moment, seat, answers)
            if chosen is not PASS:
                yield from playing.use(table, seat, chosen, moment)
                answered, passed = True, None
                break


def _answers(table: Table, moment: Moment, seat: int, first: bool | None) -> list[Option] | None:
    """What a seat may use, or None if it is not asked: it has no use, and the match need not hide that. R-ASK"""
    from matches.engine.dawnfall import offering

    if table.state.eliminated[seat]:
        return None
    uses = offering.usable(table, seat, moment.window, moment)
    if first is not None:
        uses = [use for use in uses if offering.comes_first(table, seat, use, moment) == first]
    if uses or (table.setup.options.ask_always and offering.might_answer(table, seat, moment, first)):
        return uses
    return None


def _question(moment: Moment, seat: int, uses: list[Option]) -> Decision:
    told = {"window": moment.window, "model": moment.model, "other": moment.other}
    words = WORDS.get(moment.window, OTHER_WORDS)
    return Decision(seat, "window", words, (*uses, PASS), told)


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


def _react(table: Table, moment: Moment, known: tuple[Repertoire, ...]) -> Rule[None]:
    """Passive effects, Shrines and tokens: the Active player's first, then clockwise. R-ORDER-AUTO, R-PASSIVE-EFFECT"""
    window = moment.window
    if window not in halves.TOKENS and not any(window in one.passives or window in one.shrine for one in known):
        return
    from matches.engine.dawnfall import reacting

    for name, play in reacting.reactions(table, moment, known):
        if name in table.reacting or ending.over(table):
            continue
        with table.under_way(name):
            yield from play
