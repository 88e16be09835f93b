"""The Chapter: its cavalry, the Holy Riders, with their Deployment card. Section 3.1 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attributes, passive
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.chapter_relics import CHAPTER
from matches.engine.dawnfall.cavalry import ONE_SPACE, Arrival, arrives, deploy, places
from matches.engine.dawnfall.choosing import Choosing
from matches.engine.dawnfall.halves import token
from matches.engine.dawnfall.moments import NOBODY, MoveAction
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.pushing import Pushes
from matches.engine.kernel.decisions import Rule

RIDERS = "holy-riders"

upper, lower = CHAPTER.upper, CHAPTER.lower

upper("dying-breath", can=common.some_squad_can_fight)(common.combat)


# Winged Charge, the Deployment card


def _at_the_edge(play: Choosing) -> Arrival:
    return Arrival(places(play, play.table.board.edge_spaces), near=ONE_SPACE)


@upper("winged-charge", can=arrives(_at_the_edge))
def reinforcements(play: Play) -> Rule[None]:
    """The whole Squad into one edge Space. R-EDGE, R-DEPLOY"""
    yield from deploy(play, _at_the_edge(play))


def _from_above(play: Choosing) -> Arrival:
    pushes = Pushes(any_base=True, spared=passive.at_sources(play.table))
    return Arrival(places(play), near=ONE_SPACE, pushes=pushes)


@lower("winged-charge", squad=RIDERS, can=arrives(_from_above))
def winged_charge(play: Play) -> Rule[None]:
    """The whole Squad into any one Space, Pushing any base; one Check for Hit on all Pushed. R-PUSH-ANY, R-CHECK"""
    pushed = yield from deploy(play, _from_above(play))
    if pushed:
        hit = yield from play.check_for_hit(NOBODY, pushed)
        yield from play.wound_each(hit, NOBODY)


# Gallop, the setup Enhancement


def _own_move(play: Play) -> MoveAction | None:
    """The Move Action just announced, if all its models are the carrier's."""
    move = play.moment.move
    mine = move is not None and move.seat == play.seat and all(play.of_carrier(model) for model in move.models)
    return move if mine else None


def _by_its_mov(play: Play) -> bool:
    move = _own_move(play)
    return move is not None and move.reach is None and any(play.value(model, "mov") for model in move.models)


@upper("gallop", can=_by_its_mov)
def haste(play: Play) -> Rule[None]:
    """Double the MOV of the carrier for one Move Action. R-ATTR-ORDER, R-DURATION"""
    yield from ()
    for model in play.carried():
        play.lasting(model, "mov*", 2, "move")


@lower("gallop", squad=RIDERS, can=lambda play: _own_move(play) is not None)
def gallop(play: Play) -> Rule[None]:
    """For one Move Action any base may be Pushed, but none beside a Source, and nobody ends there. R-PUSH-ANY"""
    yield from ()
    play.done = True
    move = _own_move(play)
    assert move is not None  # noqa: S101
    move.push_any = True
    move.spared |= passive.at_sources(play.table)
    move.shunned |= passive.beside_sources(play.table)


# Trample


def _inspired(play: Play) -> list[int]:
    """Own models of the Combat that have friends b2b; in a Backstab only the one that rolls."""
    fight = play.fight
    models = [fight.attacker] if fight.kind == "backstab" else [fight.starter, fight.opponent]
    return [model for model in models if play.own(model) and _friends(play, model)]


def _friends(play: Play, model: int) -> int:
    return sum(play.table.touching(model, other) for other in play.models())


@upper("trample", can=lambda play: bool(_inspired(play)), also=("W-BACKSTAB",))
def inspire(play: Play) -> Rule[None]:
    """For this Combat one Chapter model has +1 ATT and +1 INI for each Chapter model b2b with it. R-CHOICE"""
    model = yield from play.choose_model(_inspired(play))
    friends = _friends(play, model)
    play.lasting(model, "att+", friends, "combat")
    play.lasting(model, "ini+", friends, "combat")


@lower("trample", squad=RIDERS, can=lambda play: play.can_move(play.models(RIDERS)))
def trample(play: Play) -> Rule[None]:
    """One Rider may Move; then one enemy in a Space it entered, not the last, is checked for Hit. R-ENTER, R-CHECK"""
    rider = yield from play.choose_model([r for r in play.models(RIDERS) if play.can_move([r])])
    move = MoveAction(play.seat, (rider,), watched=sum(1 << n for n in {play.table.space(e) for e in play.enemies()}))
    yield from play.perform(move)
    passed = {space for journey in move.journeys for space in journey.entered[:-1]}
    trampled = [enemy for enemy in play.enemies() if play.table.space(enemy) in passed]
    if trampled and not play.over():
        target = yield from play.choose_model(trampled, "%(of)s: which enemy is trampled?")
        hit = yield from play.check_for_hit(rider, [target])
        yield from play.wound_each(hit, rider)


# Dying Breath


@lower("dying-breath", squad=RIDERS, can=lambda play: play.can_fight(play.models(RIDERS)))
def dying_breath(play: Play) -> Rule[None]:
    """One Rider fights a Combat with great bonuses and extra Wounds, then it is killed. R-KILLED, R-OWN-KILL"""
    rider = yield from play.choose_model([r for r in play.models(RIDERS) if play.can_fight([r])])
    target = yield from play.choose_model(play.in_contact([rider]), "%(of)s: against whom?")
    bonus = 3 if play.in_mode(rider, "Charge") else 2
    for name in ("ini+", "att+", "defense+"):
        play.lasting(rider, name, bonus, "dying-breath")
    play.lasting(rider, "dying-breath", 0, "dying-breath")
    yield from play.fight_against(rider, target)
    attributes.end_span(play.table, "dying-breath")
    if play.table.on_board(rider) and not play.over():
        yield from play.kill(rider, killer=rider)


@token("W-WOUND-DEAL")
def last_strength(play: Play) -> Rule[None]:
    """Whenever the Rider of a Dying Breath Wounds, it deals 1 extra Wound. R-EXTRA"""
    yield from ()
    event = play.event
    if event.dealer != NOBODY and attributes.has(play.table, event.dealer, "dying-breath"):
        event.count += 1
