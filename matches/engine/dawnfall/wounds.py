"""Wounds, deaths and Sacrifices, in the order of their windows. DF-WOUND, section 4.1 of the rulings"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matches.engine.dawnfall import attributes, ending, markers, victory
from matches.engine.dawnfall.moments import NOBODY, Death, Moment, WoundEvent
from matches.engine.dawnfall.state import DEAD
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.windows import open_window
from matches.engine.kernel.decisions import Rule
from matches.engine.kernel.events import Event


def wound(table: Table, event: WoundEvent) -> Rule[None]:
    """One Wound event: tokens of the Squad come off, and what is left kills the model. DF-WOUND-01 to -06, Q-48"""
    yield from wound_together(table, [event])


def wound_together(table: Table, events: Sequence[WoundEvent]) -> Rule[None]:
    """Wounds that one effect deals to several models at once: all are applied before a death is processed.

    R-SIMUL, DF-BACKSTAB-04
    """
    settled: list[tuple[WoundEvent, int]] = []
    for event in events:
        if (yield from _announce(table, event)):
            left = yield from _take_tokens(table, event)
            settled.append((event, left))
        if ending.over(table):
            return
    deaths = []
    for event, left in settled:
        if left and table.on_board(event.model):
            event.killed = True
            deaths.append(Death(event.model, event.seat, event.dealer, event.cause, event.fight))
    if deaths:
        yield from kill_together(table, deaths)
    for event, _ in settled:
        if not ending.over(table):
            yield from _aftermath(table, event)


def _announce(table: Table, event: WoundEvent) -> Rule[bool]:
    """More Wounds by the dealer, then fewer by the receiver; whether any is left to apply.

    R-EXTRA, R-CANCEL-WOUND, R-IMMUNE, W-WOUND-DEAL, W-WOUND-TAKE
    """
    if not _can_take(table, event):
        return False
    yield from _window(table, "W-WOUND-DEAL", event, event.seat)
    while _can_take(table, event):
        model = event.model
        yield from _window(table, "W-WOUND-TAKE", event, table.roster.seat_of[model])
        if event.model == model:
            return _can_take(table, event)
    return False


def move_wounds(event: WoundEvent, model: int) -> None:
    """Another model takes the Wounds instead; they keep their dealer and are not moved again. R-MOVED-WOUND"""
    if event.moved:
        raise ValueError("Wounds are moved at most once")
    event.model, event.moved, event.tokens_from = model, True, NOBODY


def _can_take(table: Table, event: WoundEvent) -> bool:
    """A model that is gone, dying or immune takes no Wounds. R-IMMUNE, R-NEST"""
    model = event.model
    if event.count <= 0 or ending.over(table) or not table.on_board(model) or model in table.dying:
        return False
    return not attributes.has(table, model, "immune")


def _take_tokens(table: Table, event: WoundEvent) -> Rule[int]:
    """Take Endurance tokens off, shared by the whole Squad; gives the Wounds that are left. DF-WOUND-04, -05"""
    tokens = table.state.endurance
    own = table.roster.squad_of[event.model]
    event.bits = table.bits(event.model)
    table.tell("model_wounded", model=event.model, count=event.count, dealer=event.dealer, seat=event.seat)
    left = event.count
    for squad in (own,) if event.tokens_from == NOBODY else (event.tokens_from, own):
        absorbed = min(left, tokens[squad])
        lost = absorbed - min(absorbed, event.spared)
        left -= absorbed
        event.spared -= absorbed - lost
        if lost:
            table.take_endurance(squad, lost)
            event.tokens_lost += lost
            event.off[squad] = lost
            table.tell("endurance_lost", squad=squad, count=lost)
    if event.tokens_lost:
        yield from _window(table, "W-TOKEN-LOST", event, table.roster.seat_of[event.model])
    return left


def _aftermath(table: Table, event: WoundEvent) -> Rule[None]:
    """First for the receiving, then for the dealing side; once for the whole event. R-WOUND-EVENT, R-DEALS"""
    yield from _window(table, "W-WOUND-TAKEN", event, table.roster.seat_of[event.model])
    if not ending.over(table):
        yield from _window(table, "W-WOUND-DEALT", event, event.seat)


def _window(table: Table, name: str, event: WoundEvent, seat: int) -> Rule[None]:
    moment = Moment(name, model=event.model, other=event.dealer, wounds=event, fight=event.fight, used=event.used)
    yield from open_window(table, moment, table.side(seat) if seat != NOBODY else ())


def dealt_by(events: Sequence[Event], model: int) -> int:
    """How many Wounds a model has applied in a part of the log: tokens it took and models it killed. R-DEALS, Q-48"""
    total, dealer = 0, NOBODY
    for event in events:
        if event.kind == "endurance_lost":
            total += event.data["count"] if dealer == model else 0
            continue
        dealer = event.data["dealer"] if event.kind == "model_wounded" else NOBODY
        total += event.kind == "model_killed" and event.data["killer"] == model
    return total


def kill(table: Table, death: Death) -> Rule[None]:
    """A model is killed, whatever tokens its Squad has. DF-WOUND-07, -09, R-KILLED"""
    yield from kill_together(table, [death])


def kill_together(table: Table, deaths: Iterable[Death]) -> Rule[None]:
    """All leave, all VP are booked and netted, then the end is checked once; only then anybody reacts.

    DF-VP-01, DF-END-01, R-LAST-MODEL, R-SIMULTANEOUS-END, W-DYING, W-KILLED
    """
    dying = [death for death in deaths if table.on_board(death.model) and death.model not in table.dying]
    for death in dying:
        death.vp, death.bits = victory.worth(table, death.model), table.bits(death.model)
    table.dying.extend(death.model for death in dying)
    for death in dying:
        yield from _death_window(table, "W-DYING", death, table.side(table.roster.seat_of[death.model]))
    for death in dying:
        table.dying.remove(death.model)
    if ending.over(table):
        return
    for death in dying:
        _remove(table, death.model)
        table.tell("model_killed", model=death.model, seat=death.seat, killer=death.killer, cause=death.cause)
    markers.sweep(table)
    yield from victory.award_all(table, dying)
    ending.after_removal(table)
    for death in dying:
        if not ending.over(table):
            yield from _death_window(table, "W-KILLED", death, None)


def _death_window(table: Table, name: str, death: Death, seats: list[int] | None) -> Rule[None]:
    yield from open_window(
        table, Moment(name, model=death.model, other=death.killer, death=death, fight=death.fight), seats
    )


def sacrifice(table: Table, model: int) -> Rule[None]:
    """Remove a model at once: it was not killed, Endurance does not protect it, nobody gets VP.

    DF-VP-08, SC-49, R-SACRIFICE, W-SACRIFICED
    """
    bits = table.bits(model)
    _remove(table, model)
    table.tell("model_sacrificed", model=model)
    markers.sweep(table)
    ending.after_removal(table)
    if not ending.over(table):
        seat = table.roster.seat_of[model]
        death = Death(model, seat, cause="sacrifice", bits=bits)
        yield from _death_window(table, "W-SACRIFICED", death, table.side(seat))


def _remove(table: Table, model: int) -> None:
    """The model frees its hexes; its tokens and effects end; Squad card and Enhancements stay.

    DF-WOUND-07, -09, R-STATUS
    """
    state = table.state
    table.lift(model, DEAD)
    state.markers[model] = ()
    if state.effects:
        state.effects = tuple(effect for effect in state.effects if effect.model != model)
    state.stirred = True
