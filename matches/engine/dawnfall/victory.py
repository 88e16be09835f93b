"""Victory Points: who is credited with a death, the marker of two players, captured tokens of more. DF-VP"""

from __future__ import annotations

from collections.abc import Sequence

from matches.engine.dawnfall import ending
from matches.engine.dawnfall.moments import NOBODY, Death
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule, ask


def worth(table: Table, model: int) -> int:
    """The Endurance printed on the Squad card, whatever tokens are left. DF-SQUAD-17, DF-VP-01, -02"""
    return table.squad(model).endurance


def award(table: Table, death: Death) -> Rule[None]:
    """Book the VP of one death. DF-VP-01, -04 to -07"""
    yield from award_all(table, [death])


def award_all(table: Table, deaths: Sequence[Death]) -> Rule[None]:
    """Book the VP of deaths that happen together; on the track only the difference shows. Q-45, R-SIMULTANEOUS-END"""
    if table.setup.multiplayer:
        for death in deaths:
            yield from _captured(table, death)
        return
    slots = sum(death.vp if table.roster.seat_of[death.model] else -death.vp for death in deaths)
    if slots:
        move_marker(table, 0, slots)


def _captured(table: Table, death: Death) -> Rule[None]:
    """The killer Captures; without an enemy's part nobody does, or an enemy whom the owner names.

    DF-VP-04 to -07, Q-49, Q-51, Q-61, R-OWN-KILL
    """
    owner = table.roster.seat_of[death.model]
    if not death.vp or not table.state.starting[owner]:
        return
    if death.seat != NOBODY and table.hostile(death.seat, owner):
        capture(table, death.seat, owner, death.vp)
    elif table.setup.mode == "team":
        captor = yield from _captor(table, owner, death.vp)
        capture(table, captor, owner, death.vp)
    else:
        forfeit(table, owner, death.vp)


def _captor(table: Table, owner: int, vp: int) -> Rule[int]:
    options = [
        Option(f"seat:{seat}", "%(name)s captures them", {"seat": seat, "name": table.setup.seats[seat].name})
        for seat in table.opponents(owner)
    ]
    chosen = yield from ask(
        owner,
        "captor",
        "No enemy had a part in this death. Who captures your %(vp)s Victory Point tokens?",
        options,
        {"vp": vp},
    )
    return int(chosen.data["seat"])


def capture(table: Table, captor: int, owner: int, count: int) -> int:
    """Tokens of the Starting pile join the captor's Captured pile, as far as there are some. DF-VP-05, Q-51"""
    state = table.state
    count = min(count, state.starting[owner])
    if count:
        state.starting[owner] -= count
        piles = list(state.captured[captor])
        piles[owner] += count
        state.captured[captor] = tuple(piles)
        state.stirred = True
        table.tell("tokens_captured", seat=captor, owner=owner, count=count)
    return count


def forfeit(table: Table, owner: int, count: int) -> int:
    """Tokens of the Starting pile leave the game, as far as there are some. DF-VP-06, R-VP"""
    state = table.state
    count = min(count, state.starting[owner])
    if count:
        state.starting[owner] -= count
        state.stirred = True
        table.tell("tokens_left", owner=owner, count=count)
    return count


def room(table: Table, seat: int) -> int:
    """How many slots the marker can still move towards the opponent of a seat. Q-36"""
    track, marker = table.setup.options.track, table.state.marker
    return track + marker if seat == 0 else track - marker


def move_marker(table: Table, seat: int, slots: int) -> int:
    """Move the marker towards a seat's own Faction token (or away from it), as far as the track goes.

    DF-VP-03, DF-PAY-09, Q-16
    """
    state, track = table.state, table.setup.options.track
    before = state.marker
    state.marker = max(-track, min(track, before + (slots if seat == 0 else -slots)))
    if state.marker != before:
        state.stirred = True
        table.tell("marker_moved", before=before, now=state.marker)
    return abs(state.marker - before)


def gain(table: Table, seat: int, count: int, victim: int = NOBODY) -> int:
    """VP outside of a kill; with more players they are Captured from the opponent it concerns. Q-51, R-VP"""
    if not table.setup.multiplayer:
        got = move_marker(table, seat, count)
    else:
        got = capture(table, seat, victim, count) if victim != NOBODY else 0
    ending.after_points(table)
    return got


def lose(table: Table, seat: int, count: int) -> int:
    """VP lost by an effect, as many as can be. R-VP"""
    got = forfeit(table, seat, count) if table.setup.multiplayer else move_marker(table, seat, -count)
    ending.after_points(table)
    return got
