"""The Faceless: the Anathema, with its tokens, Deployment card and setup Enhancement. Section 3.4 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attributes, cavalry, changing_mode, markers, placing
from matches.engine.dawnfall.cards.faceless_relics import FACELESS
from matches.engine.dawnfall.cavalry import APART, Arrival
from matches.engine.dawnfall.choosing import Choosing
from matches.engine.dawnfall.markers import Kind, define
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.pushing import Pushes
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

ANATHEMA = "anathema"
#: ANATHEMA tokens that there are. R-SUPPLY
SUPPLY = 6

define("anathema", Kind("ANATHEMA", counted=True))


def tokens_on(table: Table, model: int) -> int:
    """The ANATHEMA tokens on a model: the X of its Abomination mode."""
    return markers.count(table, model, "anathema")


attributes.PRINTED_X[ANATHEMA] = tokens_on


# Chrysalis


def _at_a_source(play: Choosing) -> Arrival:
    """Hexes b2b with any Crystal Source, in Basic mode."""
    touch = 0
    for space in play.table.state.sources:
        touch |= play.table.board.space_touch[space]
    return Arrival(cavalry.places(play, touching=touch))


@FACELESS.upper("chrysalis", can=cavalry.arrives(_at_a_source))
def phototaxis(play: Play) -> Rule[None]:
    """Put the Anathema in Basic mode on empty hexes b2b with a Crystal Source. R-DEPLOY, R-REPOSITION"""
    yield from cavalry.deploy(play, _at_a_source(play))


def _anywhere(play: Choosing, mode: int) -> Arrival:
    return Arrival(cavalry.places(play, mode=mode), mode, APART, Pushes())


@FACELESS.lower("chrysalis", squad=ANATHEMA, can=cavalry.arrives_in_some_mode(_anywhere))
def chrysalis(play: Play) -> Rule[None]:
    """Put the Anathema anywhere in either Mode, Pushing, with 2 ANATHEMA tokens. R-DEPLOY, R-CARD-PUSH"""
    yield from cavalry.deploy(play, (yield from cavalry.choose_mode(play, _anywhere)))
    play.put_token(play.carried()[0], "anathema", 2)


# Abomination


@FACELESS.passive("abomination", "upper", at="W-ACTIVE-START")
def rapid_mutation(play: Play) -> Rule[None]:
    """At the start of the own Active turn the Anathema may Change Mode for nothing. R-CHANGE-MODE"""
    if play.table.state.active != play.seat or not play.carried():
        return
    able = changing_mode.can_flip(play.table, play.seat, play.carrier)
    if able and (yield from play.wish("Does the Anathema Change Mode?", "Change Mode", "Keep the Mode")):
        yield from play.change_mode(play.carrier)


@FACELESS.passive("abomination", at="W-ACTIVE-END")
def abomination(play: Play) -> Rule[None]:
    """In Basic mode it gets 1 ANATHEMA token whenever an own Active turn ends. R-SUPPLY"""
    yield from ()
    if play.table.state.active == play.seat:
        for model in play.carried():
            if play.in_mode(model, "Basic") and tokens_on(play.table, model) < SUPPLY:
                play.put_token(model, "anathema")


# Cards of the Anathema


def _basic(play: Play) -> list[int]:
    """In Basic mode and with an enemy b2b. R-MODE-REQ"""
    return [model for model in play.models(ANATHEMA) if play.in_mode(model, "Basic") and play.in_contact([model])]


@FACELESS.lower("whack", squad=ANATHEMA, can=lambda play: bool(_basic(play)))
def whack(play: Play) -> Rule[None]:
    """Move an enemy b2b up to 1 Space, then check it for Hit with its tokens added. R-FORCED-MOVE, R-CHECK"""
    anathema = yield from play.choose_model(_basic(play))
    enemy = yield from play.choose_model(play.in_contact([anathema]), "%(of)s: which enemy?")
    yield from play.move([enemy], within=1)
    if play.table.on_board(enemy) and play.table.on_board(anathema) and not play.over():
        hit = yield from play.check_for_hit(anathema, [enemy], tokens_on(play.table, anathema))
        yield from play.wound_each(hit, anathema)


def _caught(play: Play, anathema: int) -> list[int]:
    """Models of any side within Range X whose base has fewer than 3 hexes, if there is room for them. R-RANGE"""
    table, near = play.table, play.within([anathema], tokens_on(play.table, anathema))
    return [
        model
        for model in table.roster.models
        if table.on_board(model)
        and table.base(model) < 3
        and table.space(model) in near
        and play.free_places(model, placing.touching(table, model, anathema))
    ]


def _reaching(play: Play) -> list[int]:
    """With tokens, which are also the price, and somebody to catch. R-COST-X"""
    models = [model for model in play.models(ANATHEMA) if tokens_on(play.table, model)]
    return [model for model in models if play.can_pay(tokens_on(play.table, model)) and _caught(play, model)]


@FACELESS.lower("tentacles", squad=ANATHEMA, can=lambda play: bool(_reaching(play)))
def tentacles(play: Play) -> Rule[None]:
    """For X Crystals up to X models within Range X are Teleported to b2b with the Anathema. R-COST-X, R-PULL"""
    anathema = yield from play.choose_model(_reaching(play))
    number = tokens_on(play.table, anathema)
    first = yield from play.choose_model(_caught(play, anathema), "%(of)s: which model?")
    yield from play.pay(number)
    caught: list[int] = []
    model: int | None = first
    while model is not None:
        caught.append(model)
        yield from play.reposition(model, placing.touching(play.table, model, anathema))
        left = [other for other in _caught(play, anathema) if other not in caught]
        more = left and len(caught) < number
        model = (yield from play.maybe_model(left, "%(of)s: which model is next?", "No more")) if more else None
