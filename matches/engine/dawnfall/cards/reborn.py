"""The Reborn: cards of the Oracle of Wrath, and Paralysis. Section 3.5 of the rulings"""

from __future__ import annotations

from typing import Final

from matches.engine.dawnfall import attaching, attributes, combat, combat_action, markers, reach
from matches.engine.dawnfall.cards.reborn_woods import ORACLE, REBORN
from matches.engine.dawnfall.halves import token
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule, ask

upper, lower = REBORN.upper, REBORN.lower

_MOVE: Final = Option("move", "Move it")
_FIGHT: Final = Option("fight", "Let it fight")
_FINISH: Final = Option("finish", "Finish its Activation")
_BACK: Final = Option("back", "Back")


# Paralysis


def _markable(play: Play, models: list[int], kind: str) -> list[int]:
    """Enemies within Range 1 of the models that bear no such token. R-RANGE, R-STACK"""
    near = play.within(models, 1)
    return [e for e in play.enemies() if play.table.space(e) in near and markers.may_put(play.table, e, kind)]


@upper("overgrow", "underground-strike", can=lambda play: bool(_markable(play, play.models(), "paralysis")))
def paralysis(play: Play) -> Rule[None]:
    """A PARALYSIS token on an enemy within Range 1 of any Reborn model: it may not Move. R-NO-MOVE"""
    play.put_token((yield from play.choose_model(_markable(play, play.models(), "paralysis"))), "paralysis")


# Oracle of Wrath


@lower("weakening", squad=ORACLE)
def weakening(play: Play) -> Rule[None]:
    """One more WEAKENING token on this card, for as long as it is attached. R-STACK"""
    yield from ()
    attaching.put_token(play.table, play.slot())


@lower("call-of-the-wilds", squad=ORACLE, can=lambda play: bool(_markable(play, play.models(ORACLE), "call")))
def call_of_the_wilds(play: Play) -> Rule[None]:
    """A CALL token on an enemy within Range 1 of the Oracle. R-RANGE"""
    play.put_token((yield from play.choose_model(_markable(play, play.models(ORACLE), "call"))), "call")


def _called(table: Table, seat: int) -> list[int]:
    """The models with a CALL token of the seat that could Move or fight for it."""
    models = []
    for model in table.roster.models:
        mark = markers.on_model(table, model, "call")
        if mark is not None and mark.seat == seat and table.on_board(model):
            models.append(model)
    return [model for model in models if reach.can_act(table, seat, [model]) or _prey(table, seat, model)]


def _prey(table: Table, seat: int, model: int) -> list[int]:
    """Other enemies of the seat that the model could fight. R-CONTROLLED"""
    if attributes.value(table, model, "att") is None or attributes.has(table, model, "no_combat"):
        return []
    others = table.models_on(table.touch(model))
    return [other for other in others if table.hostile(seat, table.roster.seat_of[other])]


@token("W-ACTIVE-START")
def answer_the_call(play: Play) -> Rule[None]:
    """A model with CALL may be Activated with this turn's only Activation: Move, Combat, or both. R-CONTROLLED"""
    table = play.table
    called = _called(table, play.seat) if any(table.state.markers) else []
    if not called:
        return
    play.done = True
    words = "Activate a model with a CALL token in place of one of your Squads?"
    model = yield from play.maybe_model(called, words, "Activate none of them")
    if model is None:
        return
    table.state.activated += (table.roster.squad_of[model],)
    table.tell("model_called", seat=play.seat, model=model)
    play.lasting(model, "controlled", play.seat, "call")
    yield from _obey(play, model)
    attributes.end_span(table, "call")


def _obey(play: Play, model: int) -> Rule[None]:
    """One Move and one Combat in either order; nobody uses a half in that Combat. Call of the Wilds"""
    table = play.table
    moved = fought = False
    while table.on_board(model) and not play.over():
        options = [_MOVE] if not moved and reach.can_act(table, play.seat, [model]) else []
        prey = [] if fought else combat.targets(table, model)
        if prey:
            options.append(_FIGHT)
        if not options:
            return
        named = {"name": table.squad(model).name, "model": model}
        chosen = yield from ask(play.seat, "called", "What does %(name)s do?", [*options, _FINISH], named)
        if chosen is _FINISH:
            return
        if chosen is _MOVE:
            moved = bool((yield from play.move([model])))
            continue
        target = yield from combat_action.choose_target(table, play.seat, model, prey, _BACK)
        if target is not None:
            fought = True
            yield from combat.combat_sequence(table, model, target, hushed=True)


def _sources(play: Play) -> list[int]:
    touch = 0
    for oracle in play.models(ORACLE):
        touch |= play.table.touch(oracle)
    return [space for space in play.table.state.sources if play.table.board.space_bits[space] & touch]


@lower("overgrow", squad=ORACLE, can=lambda play: bool(_sources(play)))
def overgrow(play: Play) -> Rule[None]:
    """A Crystal Source b2b with the Oracle is a Thornheart Wood from now on and no Source any more. R-THORNHEART"""
    space = yield from play.choose_space(_sources(play), "%(of)s: which Crystal Source?")
    play.done = True
    state = play.table.state
    state.sources.remove(space)
    state.overgrown.append(space)
    play.table.tell("source_overgrown", seat=play.seat, space=play.table.board.places[space])
