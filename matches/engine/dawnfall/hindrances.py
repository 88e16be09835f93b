"""What keeps a half, a Deployment card or a Banner option from being used at a moment: a kind of refusal, or nothing.

Only the kind is named here, so that listing what may be used costs nothing; explaining.py makes the sentence of it.
"""

from __future__ import annotations

from catalog.packs import schema
from matches.engine.dawnfall import cavalry, limits, paying, reasons
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.repertoire import Use
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.state import Attached
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.refusals import Refusal


def in_play(table: Table, seat: int, use: Use, moment: Moment, squad: Squad | None = None) -> Play:
    """The half as it would be played by the seat at the moment; `squad` is the carrier of an attached one."""
    return Play(table, seat, use.card, use.place, use.half, moment, squad)


def hand_hindrance(table: Table, seat: int, use: Use, moment: Moment) -> type[Refusal] | None:
    """What keeps a half from being played from hand: its turn, its price, its Squad, or nothing to do.

    DF-CARD-02, -08, -11, DF-INSTANT-02, R-BAND, R-PARTIAL, R-DESTROY
    """
    half = use.half
    assert half is not None  # noqa: S101
    if not half.instant and seat != table.state.active:
        return reasons.NoLightning
    if isinstance(half.cost, int) and not paying.can_pay(table, seat, half.cost, half.name):
        return reasons.CannotPay
    play = in_play(table, seat, use, moment)
    if not play.has_band():
        return reasons.NoModel
    keep = use.behaviour.destroys
    if keep and isinstance(half.cost, int) and not paying.can_pay(table, seat, half.cost, half.name, keep):
        return reasons.NothingToDo
    return None if use.behaviour.can(play) else reasons.NothingToDo


def attached_hindrance(
    table: Table, squad: Squad, attached: Attached, use: Use, moment: Moment
) -> type[Refusal] | None:
    """What keeps an attached half from being used: its turn, charges, Squad, limit, or nothing to do.

    DF-ENH-07 to -10, -13, -15, R-LIGHTNING, R-CARRIER
    """
    half, card = use.half, use.card
    assert half is not None and isinstance(card, schema.Card)  # noqa: S101, PT018
    if not half.instant and squad.seat != table.state.active:
        return reasons.NoLightning
    if half.passive and attached.on:
        return reasons.SwitchedOn
    if use.place == "lower" and card.squad not in {None, squad.slug}:
        return reasons.OtherSquad
    if not table.alive(squad):
        return reasons.CarrierDead
    cost = half.cost if isinstance(half.cost, int) else 0
    if half.currency is schema.Currency.CRYSTAL:
        if not paying.can_pay(table, squad.seat, cost, half.name):
            return reasons.CannotPay
    elif attached.charges < cost:
        return reasons.TooFewCharges
    key = limits.half_key(squad.number, card.slug, use.place)
    if key in table.reacting:
        return reasons.OwnDoing
    if limits.used_up(table, moment, key, half, adds_up=use.behaviour.adds_up):
        return reasons.LimitReached
    return None if use.behaviour.can(in_play(table, squad.seat, use, moment, squad)) else reasons.NothingToDo


def deployment_hindrance(table: Table, squad: Squad, use: Use, moment: Moment) -> type[Refusal] | None:
    """What keeps a half of a Deployment card from being played: its turn, its one use, its price, or no room.

    R-CAVALRY, R-DEPLOY
    """
    half = use.half
    assert half is not None  # noqa: S101
    if squad.seat != table.state.active:
        return reasons.NotYourTurn
    if not cavalry.undeployed(table, squad):
        return reasons.Deployed
    if isinstance(half.cost, int) and not paying.can_pay(table, squad.seat, half.cost, half.name):
        return reasons.CannotPay
    return None if use.behaviour.can(in_play(table, squad.seat, use, moment, squad)) else reasons.NothingToDo


def banner_hindrance(table: Table, seat: int, use: Use, moment: Moment) -> type[Refusal] | None:
    """What keeps a Banner option from being used: its turn, its face, its limit, or nothing to do. R-BANNER"""
    if seat != table.state.active:
        return reasons.NotYourTurn
    if not table.state.banner_ready[seat]:
        return reasons.BannerDown
    if not limits.banner_allows(table, seat):
        return reasons.LimitReached
    return None if use.behaviour.can(in_play(table, seat, use, moment)) else reasons.NothingToDo
