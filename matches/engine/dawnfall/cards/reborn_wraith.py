"""The Reborn: their cavalry, the Forest Wraith, with its Deployment card. Section 3.5 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attributes, thickets
from matches.engine.dawnfall.cards.reborn_woods import (
    REBORN,
    WRAITH,
    around,
    at_space,
    choose_thicket,
    grow,
    shrines,
    things,
)
from matches.engine.dawnfall.cavalry import Arrival, arrives, deploy, mode_called, places
from matches.engine.dawnfall.choosing import Choosing
from matches.engine.dawnfall.moments import NOBODY
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

upper, lower = REBORN.upper, REBORN.lower


def may_grow(play: Play, hexes: int) -> Rule[bool]:
    """A new Thicket on one of the hexes if the player wants it; says whether there is one. R-OPTIONAL"""
    free = thickets.empty(play.table, hexes) if thickets.left(play.table) else 0
    if not free or not (yield from play.wish("%(of)s: put a Thicket there?", "Put a Thicket", "No Thicket")):
        return False
    yield from grow(play, free)
    return True


# Manifestation, the Deployment card


def _at_the_shrine(play: Choosing) -> Arrival:
    spaces = [play.table.board.space_bits[space] for space in shrines(play.table, play.seat)]
    return Arrival(places(play, touching=around(play.table, spaces)))


@upper("manifestation", can=arrives(_at_the_shrine))
def symbiosis(play: Play) -> Rule[None]:
    """The Wraith arrives b2b with the Reborn Shrine; a Thicket may be put b2b with it. R-DEPLOY, R-THORNHEART"""
    yield from deploy(play, _at_the_shrine(play))
    for wraith in play.carried():
        yield from may_grow(play, play.table.touch(wraith))


def _as_a_wraith(play: Choosing) -> Arrival:
    return Arrival(places(play), mode_called(play, "Wraith"))


@lower("manifestation", squad=WRAITH, can=arrives(_as_a_wraith))
def manifestation(play: Play) -> Rule[None]:
    """The Wraith arrives anywhere in Wraith mode, stronger by linked Thickets this turn, and may Backstab. R-DEPLOY"""
    yield from deploy(play, _as_a_wraith(play))
    for wraith in play.carried():
        play.until_end_of_turn(wraith, "manifest")
        yield from play.backstab(wraith)


def manifest(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """+1 ATT for each Thicket b2b that a chain of touching Thickets links to the Reborn Shrine. Manifestation"""
    if not any(e.kind == "manifest" and e.model == model for e in table.state.effects):
        return []
    return [("+", sum(1 for thing in linked(table, table.roster.seat_of[model]) if table.touch(model) & thing))]


attributes.MODIFIERS.add(manifest, "att", faction=REBORN.slug)


def linked(table: Table, seat: int) -> list[int]:
    """The Thickets that hang together with the Reborn Shrine."""
    edge = around(table, [table.board.space_bits[space] for space in shrines(table, seat)])
    waiting, found = things(table), []
    while reached := [thing for thing in waiting if thing & edge]:
        waiting = [thing for thing in waiting if thing not in reached]
        found += reached
        edge = around(table, reached)
    return found


# Thorn Beast, the setup Enhancement


def _wounds_at_the_shrine(play: Play) -> bool:
    dealer = play.event.dealer
    return play.of_carrier(dealer) and at_space(play.table, dealer, shrines(play.table, play.seat))


@upper("thorn-beast", can=_wounds_at_the_shrine)
def additional_wound(play: Play) -> Rule[None]:
    """A Wound that the Wraith deals while b2b with the Reborn Shrine becomes 1 Wound more. R-EXTRA"""
    yield from ()
    play.event.count += 1


@REBORN.passive("thorn-beast", at="W-KILLED")
def thorn_beast(play: Play) -> Rule[None]:
    """Where the Wraith has killed a model, a Thicket may be put b2b with the hexes it left. R-NO-COST"""
    if play.death.killer in play.carrier.models:
        play.done = True
        yield from may_grow(play, play.table.board.touch(play.death.bits))


# Its Action cards


@lower("spikes-explosion", squad=WRAITH)
def spikes_explosion(play: Play) -> Rule[None]:
    """The Wraith takes 1 Wound; then all b2b with where it stood are checked, 1 Wound each. R-CHECK, R-OWN-KILL"""
    wraith = yield from play.choose_model(play.models(WRAITH))
    touch = play.table.touch(wraith)
    yield from play.wound(wraith, wraith)
    targets = list(play.table.models_on(touch))
    if targets and not play.over():
        dealer = wraith if play.table.on_board(wraith) else NOBODY
        hit = yield from play.check_for_hit(dealer, targets)
        yield from play.wound_each(hit, dealer)


@lower("forest-elemental", squad=WRAITH, can=lambda play: play.table.state.thickets > 0)
def forest_elemental(play: Play) -> Rule[None]:
    """Up to 3 Thickets vanish, and up to as many grow b2b with the Wraith. R-THICKET"""
    wraith = yield from play.choose_model(play.models(WRAITH))
    removed = 0
    for no in ("", "No more", "No more"):
        left = play.table.state.thickets
        words = "%(of)s: which Thicket is removed?"
        thicket = (yield from choose_thicket(play, left, words, no)) if left else None
        if thicket is None:
            break
        play.done = True
        thickets.remove(play.table, play.seat, thicket)
        removed += 1
    while removed and (yield from may_grow(play, play.table.touch(wraith))):
        removed -= 1
