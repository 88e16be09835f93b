"""Tokens that are not one faction's alone, and what happens to bearers and set-aside models by itself."""

from __future__ import annotations

from matches.engine.dawnfall import markers, wounds
from matches.engine.dawnfall.halves import token
from matches.engine.dawnfall.markers import Kind, define
from matches.engine.dawnfall.moments import WoundEvent
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.state import ASIDE
from matches.engine.kernel.decisions import Rule

define("fire", Kind("FIRE", price=1, counted=True))


@token("W-ACTIVE-END", last=True)
def burn_in_active_turn(play: Play) -> Rule[None]:
    """FIRE wounds the Active player's models at the end of the turn. R-FIRE"""
    yield from _burn(play)


@token("W-PASSIVE-END", last=True)
def burn_in_passive_turn(play: Play) -> Rule[None]:
    """FIRE wounds the player's models at the end of a Passive turn, too. R-FIRE"""
    yield from _burn(play)


def _burn(play: Play) -> Rule[None]:
    """1 Wound for each token, credited to who placed it, but to no model; then the tokens go. R-FIRE, R-DEALS"""
    burning = [model for model in play.models() if markers.on_model(play.table, model, "fire")]
    play.done = True

    def wound(model: int) -> Rule[None]:
        tokens = [marker for marker in play.table.state.markers[model] if marker.kind == "fire"]
        markers.take_off(play.table, model, "fire")
        for marker in tokens:
            if not play.over():
                yield from wounds.wound(play.table, WoundEvent(model, marker.number, marker.seat, cause="token"))

    yield from play.each(burning, wound, "Which burning model is next?")


@token("W-ACTIVATE")
def come_back(play: Play) -> Rule[None]:
    """Models set aside come back to any empty hexes when their Squad is Activated. R-SETASIDE"""
    play.done = True
    for model in play.table.squad(play.moment.model).models:
        if play.table.state.places[model] == ASIDE:
            yield from play.return_model(model)
