"""Every end of a match and every tie-break. DF-END, DF-FFA, DF-TEAM

`after_removal` is called when models have left the board and their Victory Points are booked, `after_points` when
Victory Points moved in any other way, `deck_ran_out` when a last card was drawn, `end_of_turn` when a turn is over.
Rules that go on after such a moment ask `over` first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from matches.engine.dawnfall.state import WAITING
from matches.engine.dawnfall.table import Table

#: Captured tokens that win at once: from each opponent in free for all, from both together for a team.
FROM_EACH, FOR_A_TEAM = 4, 8
#: Whether undeployed cavalry keeps a player in the match to the end of the next own turn. FLAG cavalry.grace, R-CAVALRY
CAVALRY_GRACE: Final = True
#: Stages in which no army stands on the board yet. Q-56
_BEFORE = frozenset({"first_player", "factions", "decks", "armies", "roles", "shrines", "sources", "deploy"})


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. No winner means a draw, several a shared victory or a team's."""

    winners: tuple[int, ...]
    reason: str
    victory_points: tuple[int, ...]


def over(table: Table) -> bool:
    """Whether the match has been decided, so that nothing more may happen."""
    return table.state.winners is not None


def result(table: Table) -> Result | None:
    """The outcome, or None while the match goes on."""
    state = table.state
    if state.winners is None:
        return None
    return Result(state.winners, state.reason, victory_points(table))


def victory_points(table: Table) -> tuple[int, ...]:
    """The Victory Points of every seat: its part of the track, or its Captured tokens. Q-16"""
    state = table.state
    if table.setup.multiplayer:
        return tuple(sum(tokens) for tokens in state.captured)
    middle = table.setup.options.track
    return (middle + state.marker, middle - state.marker)


def has_models(table: Table, seat: int) -> bool:
    """Whether a seat has a model on the board, or undeployed cavalry to bring in. DF-END-01, Q-56, R-CAVALRY"""
    places = table.state.places
    return any(
        places[model] >= 0 or (CAVALRY_GRACE and squad.cavalry and places[model] == WAITING)
        for squad in table.roster.armies[seat].squads
        for model in squad.models
    )


def after_removal(table: Table) -> None:
    """Check all ends that a death, a Sacrifice or a Capture can bring, right after it. R-LAST-MODEL, Q-59"""
    state = table.state
    if state.winners is not None or state.stage in _BEFORE:
        return
    _check(table, [seat for seat in table.seats if not state.eliminated[seat] and not has_models(table, seat)])
    if state.winners is None:
        _watch_cavalry(table)


def after_points(table: Table) -> None:
    """Check the ends that Victory Points bring. DF-END-02, DF-FFA-03, -05, DF-TEAM-03, -04"""
    if table.state.winners is None and table.state.stage not in _BEFORE:
        _check(table, [])


def _check(table: Table, without_models: list[int]) -> None:
    """Wins by points come first; then all who lose at this moment lose together. Q-55, Q-59"""
    state = table.state
    lost = dict.fromkeys(without_models, "models")
    if not table.setup.multiplayer:
        if abs(state.marker) >= table.setup.options.track:
            begin_end(table, "track")
    elif wins := _wins_by_captures(table):
        both_teams = table.setup.mode == "team" and len(wins) == len(table.seats)
        finish(table, () if both_teams else wins, "captured")
        return
    else:
        for seat in table.seats:
            if not state.eliminated[seat] and not state.starting[seat]:
                lost.setdefault(seat, "tokens")
    _lost(table, lost)


def deck_ran_out(table: Table, seat: int) -> None:
    """A seat has drawn its last card: the turn is played to its end. DF-END-04, DF-FFA-06, DF-TEAM-05, Q-52"""
    table.tell("deck_ran_out", seat=seat)
    begin_end(table, "deck")


def begin_end(table: Table, reason: str) -> None:
    """The match ends with this turn; nothing takes that back. Q-53"""
    if not table.state.ending:
        table.state.ending = reason
        table.tell("end_begun", reason=reason)


def finish(table: Table, winners: Iterable[int], reason: str) -> None:
    """The match is decided here and now."""
    state = table.state
    state.winners, state.reason, state.stage = tuple(winners), reason, "over"
    table.tell("match_ended", winners=state.winners, reason=reason, victory_points=victory_points(table))


def end_of_turn(table: Table) -> None:
    """Count quiet turns, look for cavalry that never came, and judge the match if an end is pending."""
    state = table.state
    if state.winners is not None:
        return
    since = state.grace[state.active]
    if 0 <= since < state.turn and not table.army_on_board(state.active):
        _lost(table, {state.active: "models"})
    _count_quiet_turns(table)
    if state.winners is None and state.ending:
        judge(table)


def judge(table: Table) -> None:
    """Compare the Victory Points and finish. DF-END-03, -06, DF-FFA-04, -06, DF-TEAM-05"""
    mode = table.setup.mode
    reason = table.state.ending
    if mode == "duel":
        marker = table.state.marker
        finish(table, () if not marker else (0,) if marker > 0 else (1,), reason)
    elif mode == "team":
        best = _best(table, [(0, 2), (1, 3)])
        finish(table, best[0] if len(best) == 1 else (), reason)
    else:
        survivors: list[tuple[int, ...]] = [(seat,) for seat in table.seats if not table.state.eliminated[seat]]
        finish(table, (seat for side in _best(table, survivors) for seat in side), reason)


def _best(table: Table, sides: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The sides that lead after all tie-breaks. DF-FFA-07, -08, DF-TEAM-06, -07, Q-58"""
    state = table.state
    measures: tuple[Callable[[int], int], ...] = (
        lambda seat: sum(state.captured[seat]),
        lambda seat: state.starting[seat],
        lambda seat: strength(table, seat),
    )
    for measure in measures:
        totals = {side: sum(measure(seat) for seat in side) for side in sides}
        sides = [side for side in sides if totals[side] == max(totals.values())]
    return sides


def strength(table: Table, seat: int) -> int:
    """Endurance tokens plus models on the board. DF-FFA-08, Q-58"""
    squads = table.roster.armies[seat].squads
    return sum(table.state.endurance[squad.number] + len(table.standing(squad)) for squad in squads)


def _wins_by_captures(table: Table) -> tuple[int, ...]:
    captured = table.state.captured
    if table.setup.mode == "team":
        totals = [sum(sum(captured[seat]) for seat in team) for team in ((0, 2), (1, 3))]
        return tuple(seat for seat in table.seats if totals[seat % 2] >= FOR_A_TEAM)
    return tuple(
        seat
        for seat in table.seats
        if all(captured[seat][other] >= FROM_EACH for other in table.seats if other != seat)
    )


def _lost(table: Table, seats: dict[int, str]) -> None:
    """Seats have lost all models, or all Starting tokens. DF-END-01, DF-FFA-02, -03, DF-TEAM-02, -04, Q-55, Q-57"""
    if not seats:
        return
    state, mode = table.state, table.setup.mode
    if mode != "duel" and mode != "team":
        for seat, reason in sorted(seats.items()):
            state.eliminated[seat] = True
            table.tell("player_eliminated", seat=seat, reason=reason)
        begin_end(table, "elimination")
        if state.eliminated[state.active]:
            judge(table)
        return
    sides = {table.setup.team(seat) for seat in seats}
    winners = () if len(sides) > 1 else tuple(seat for seat in table.seats if table.setup.team(seat) not in sides)
    finish(table, winners, next(iter(seats.values())))


def _watch_cavalry(table: Table) -> None:
    """Note in which turn a seat was left with nothing but undeployed cavalry. R-CAVALRY"""
    state = table.state
    for seat in table.seats:
        if table.army_on_board(seat):
            state.grace[seat] = -1
        elif state.grace[seat] < 0:
            state.grace[seat] = state.turn


def _count_quiet_turns(table: Table) -> None:
    """End a match in which nothing happens any more, as if a deck had run out. R-STALEMATE"""
    state, options = table.state, table.setup.options
    state.quiet = 0 if state.stirred else state.quiet + 1
    state.stirred = False
    quiet = options.quiet_turns and state.quiet >= options.quiet_turns * len(table.seats)
    if quiet or (options.max_turns and state.turn >= options.max_turns):
        begin_end(table, "stalemate")
