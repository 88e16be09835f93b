"""Turns: declared Active or Passive; the Active turn as a row of free moments, the Activation, the End Step.

Every free moment is a checkpoint: what has been done of an Activation is in the state. DF-TURN, DF-ACTIVE
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from matches.engine.dawnfall import (
    attributes,
    changing_mode,
    combat,
    combat_action,
    drawing,
    ending,
    movement,
    offering,
    optional,
    playing,
)
from matches.engine.dawnfall.crystals import drop_temporary
from matches.engine.dawnfall.moments import Moment, MoveAction
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.state import ASIDE, Activation
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.windows import open_window
from matches.engine.kernel.decisions import Decision, Option, Rule, ask

#: Passive halves that let a Squad be Activated besides the normal one register here. R-EXTRA-ACTIVATION
ADDITIONAL: Final[list[Callable[[Table, int], Iterable[int]]]] = []

_KINDS: Final = (Option("active", "Active turn"), Option("passive", "Passive turn"))
_MOVE: Final = Option("move", "Move the Squad")
_FINISH: Final = Option("finish", "Finish the Activation")
_END: Final = Option("end", "End the turn")
_SHOW: Final = Option("show", "Show your hand to your ally")
_BACK: Final = Option("back", "Back")


def declare(table: Table) -> Rule[None]:
    """The turn is Active or Passive; there is no third kind. DF-TURN-01, -05, Q-18"""
    state = table.state
    owed, state.extra_turn = state.extra_turn, ""
    kinds = _KINDS[:1] if owed == "active" else _KINDS
    chosen = yield from ask(state.active, "declare", "Is this turn Active or Passive?", kinds, {"turn": state.turn})
    table.tell("turn_declared", seat=state.active, turn=state.turn, declared=chosen.id)
    state.stage = "active_start" if chosen.id == "active" else "passive"


def start_active_turn(table: Table) -> Rule[None]:
    """Start effects, then whatever waits for the start of an Active turn. DF-ACTIVE-01, Q-18"""
    yield from optional.start_effects(table, active=True)
    yield from open_window(table, Moment("W-ACTIVE-START"))
    if not ending.over(table):
        yield from open_window(table, Moment("W-INSTANT"))
    _go_to(table, "free")


def free_moment(table: Table) -> Rule[None]:
    """One deed of the Active player, of any kind and in any order. DF-ACTIVE-01 to -06, -13

    Who holds cards is asked even if only the end of the turn is left: not to ask would tell about the cards.
    """
    seat = table.state.active
    options = free_options(table, seat)
    asked = len(options) > 1 or table.state.hands[seat]
    chosen = (yield Decision(seat, "free", "What do you do?", tuple(options))) if asked else _END
    deed, _, number = chosen.id.partition(":")
    if deed == "activate":
        yield from _activate(table, seat, table.roster.squads[int(number)])
    elif chosen is _MOVE:
        yield from _move(table, seat)
    elif deed == "fight":
        yield from _fight(table, seat, int(number))
    elif chosen is _FINISH:
        finish_activation(table)
    elif chosen is _SHOW:
        _show_hand(table, seat)
    elif chosen is _END:
        _go_to(table, "active_end")
    else:
        yield from playing.use(table, seat, chosen)


def free_options(table: Table, seat: int) -> list[Option]:
    """All that the Active player may do in a free moment."""
    state = table.state
    squads = squads_to_activate(table, seat)
    options = [Option(f"activate:{s.number}", "Activate %(name)s", {"squad": s.number, "name": s.name}) for s in squads]
    if state.activation is not None:
        options += _activation_options(table, state.activation)
    options += offering.free_uses(table, seat)
    if table.setup.mode == "team" and state.hands[seat] and not state.used.get("shown"):
        options.append(_SHOW)
    options.append(_END)
    return options


def squads_to_activate(table: Table, seat: int) -> list[Squad]:
    """One Squad a turn, and those that may be Activated besides; none twice. DF-ACTIVE-05, -14, Q-21, R-SETASIDE"""
    state = table.state
    besides = {number for more in ADDITIONAL for number in more(table, seat)}
    spent = any(number not in besides for number in state.activated)
    if spent and not besides:
        return []
    places = state.places
    return [
        squad
        for squad in table.roster.armies[seat].squads
        if squad.number not in state.activated
        and (not spent or squad.number in besides)
        and any(places[model] >= 0 or places[model] == ASIDE for model in squad.models)
    ]


def _can_move(table: Table, squad: Squad) -> bool:
    """Whether a Move is possible, or something might make it so when it is announced. DF-ACTIVE-07, W-MOVE"""
    models = table.standing(squad)
    if not models or movement.can_act(table, squad.seat, models):
        return bool(models)
    announced = Moment("W-MOVE", model=models[0], move=MoveAction(squad.seat, tuple(models)))
    return bool(offering.usable(table, squad.seat, "W-MOVE", announced))


def _activation_options(table: Table, activation: Activation) -> list[Option]:
    """One Move and one Combat Action, in either order, never mixed. DF-ACTIVE-07 to -09, Q-21"""
    squad = table.roster.squads[activation.squad]
    options = []
    if not activation.moved and _can_move(table, squad):
        options.append(_MOVE)
    if not (activation.moved and activation.first == "combat"):
        options += [
            Option(f"fight:{model}", "Fight with %(name)s", {"model": model, "name": squad.name})
            for model in table.standing(squad)
            if model not in activation.fought and combat.targets(table, model)
        ]
    options.append(_FINISH)
    return options


def _activate(table: Table, seat: int, squad: Squad) -> Rule[None]:
    """Declare, bring back models set aside, Change Mode. DF-ACTIVE-05, -10, DF-SQUAD-13, -15"""
    state = table.state
    finish_activation(table)
    state.activation = Activation(squad.number)
    state.activated += (squad.number,)
    table.tell("squad_activated", seat=seat, squad=squad.number)
    yield from open_window(table, Moment("W-ACTIVATE", model=squad.models[0]))
    if not ending.over(table):
        yield from changing_mode.offer(table, seat, squad)
    if not ending.over(table):
        yield from open_window(table, Moment("W-INSTANT"))


def _move(table: Table, seat: int) -> Rule[None]:
    """The Move Action of the Activation; if nobody moved, and nothing was used for it, it is still to be had.

    DF-ACTIVE-07 to -09
    """
    state = table.state
    activation = state.activation
    assert activation is not None  # noqa: S101
    move = MoveAction(seat, tuple(table.standing(table.roster.squads[activation.squad])))
    moved = yield from movement.carry_out(table, move)
    if (moved or move.answered) and state.activation is not None:
        state.activation = state.activation._replace(moved=True, first=activation.first or "move")
    if moved and not ending.over(table):
        yield from open_window(table, Moment("W-INSTANT"))


def _fight(table: Table, seat: int, model: int) -> Rule[None]:
    """One Combat Sequence of the Combat Action. DF-COMBAT-02 to -05, Q-46"""
    state = table.state
    activation = state.activation
    assert activation is not None  # noqa: S101
    found = combat.targets(table, model)
    opponent = found[0]
    if len(found) > 1:
        chosen = yield from combat_action.choose_target(table, seat, model, found, _BACK)
        if chosen is None:
            return
        opponent = chosen
    state.activation = activation._replace(
        fighting=True, first=activation.first or "combat", fought=(*activation.fought, model)
    )
    yield from combat.combat_sequence(table, model, opponent)


def finish_activation(table: Table) -> None:
    """The Activation is over; what it left undone is lost. Q-21"""
    if table.state.activation is not None:
        table.tell("activation_finished", squad=table.state.activation.squad)
        table.state.activation = None


def _show_hand(table: Table, seat: int) -> None:
    """Allies may show each other their cards. DF-TEAM-11"""
    ally = (seat + 2) % len(table.seats)
    table.state.used["shown"] = 1
    table.tell("hand_shown", audience=(seat, ally), public={"seat": seat}, seat=seat, cards=table.state.hands[seat])


def end_active_turn(table: Table) -> Rule[None]:
    """The last Instants, what waits for the end of the turn, then everything that lasts so long ends. R-DURATION"""
    finish_activation(table)
    yield from open_window(table, Moment("W-INSTANT"))
    if not ending.over(table):
        yield from open_window(table, Moment("W-ACTIVE-END"))
    attributes.end_span(table, "turn")
    drop_temporary(table)
    _go_to(table, "end_step")


def end_step(table: Table) -> Rule[None]:
    """The Active player may discard a card, then everybody draws. DF-ACTIVE-15 to -17, DF-DECK-08, Q-22"""
    state = table.state
    seat = state.active
    cards = table.roster.armies[seat].cards
    options = [
        Option(
            f"discard:{card}", "Discard %(name)s", {"card": card, "name": cards[card].name if card in cards else card}
        )
        for card in dict.fromkeys(state.hands[seat])
    ]
    chosen = yield from ask(seat, "end_step", "Discard a card before drawing?", [Option("keep", "Keep all"), *options])
    if chosen.id != "keep":
        drawing.discard(table, seat, chosen.data["card"])
    yield from open_window(table, Moment("W-DRAW"))
    for other in table.clockwise(seat):
        if not state.eliminated[other]:
            drawing.refill(table, other)
    next_turn(table)


def next_turn(table: Table) -> None:
    """The turn is over: judge the match, then hand on My Turn. DF-TURN-02 to -04, R-EXTRA-TURN"""
    state = table.state
    state.activation, state.activated, state.used = None, (), {}
    table.tell("turn_ended", seat=state.active, turn=state.turn)
    ending.end_of_turn(table)
    if ending.over(table):
        return
    state.in_extra_turn = bool(state.extra_turn)
    if not state.in_extra_turn:
        state.active = (state.active + 1) % len(table.seats)
    state.turn += 1
    state.stage = "declare"


def grant_extra_turn(table: Table, kind: str = "any") -> bool:
    """Owe the Active player one more turn; only one can be owed, and it brings no other. R-EXTRA-TURN"""
    state = table.state
    if state.extra_turn or state.in_extra_turn:
        return False
    state.extra_turn = kind
    table.tell("extra_turn_granted", seat=state.active)
    return True


def _go_to(table: Table, stage: str) -> None:
    if not ending.over(table):
        table.state.stage = stage
