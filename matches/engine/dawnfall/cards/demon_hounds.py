"""The Demons: cards of the Gorehounds. Section 3.2 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import markers
from matches.engine.dawnfall.cards.demon_relics import DEMON
from matches.engine.dawnfall.moments import MoveAction
from matches.engine.dawnfall.play import Play
from matches.engine.kernel.decisions import Rule

HOUND = "gorehound"

upper, lower = DEMON.upper, DEMON.lower


# Gorehound


@upper("infection", can=lambda play: play.event.fight is not None and play.of_carrier(play.event.dealer))
def additional_wound(play: Play) -> Rule[None]:
    """A Wound that the carrier deals in Combat becomes 1 Wound more. R-EXTRA"""
    yield from ()
    play.event.count += 1


def _infected(play: Play) -> int | None:
    """The opponent of the carrier's model in this Combat, at the moments its player is asked."""
    fight, window = play.fight, play.moment.window
    pairs = {"W-BEFORE-ATT": ((fight.attacker, fight.target),), "W-BEFORE-DEF": ((fight.target, fight.attacker),)}
    both = ((fight.starter, fight.opponent), (fight.opponent, fight.starter))
    for model, other in pairs.get(window, both):
        if play.of_carrier(model) and not play.yours(other) and markers.may_put(play.table, other, "infection"):
            return other
    return None


@lower(
    "infection", squad=HOUND, can=lambda play: _infected(play) is not None,
    also=("W-BACKSTAB", "W-BEFORE-ATT", "W-BEFORE-DEF"),
)  # fmt: skip
def infection(play: Play) -> Rule[None]:
    """An INFECTION token on the opponent in a Combat of the carrier. R-STACK, R-ALL-ATTR"""
    yield from ()
    other = _infected(play)
    assert other is not None  # noqa: S101
    play.put_token(other, "infection")


def _carriers(play: Play) -> list[int]:
    return [hound for hound in play.models(HOUND) if play.in_contact([hound])]


@lower("hijack", squad=HOUND, can=lambda play: bool(_carriers(play)))
def hijack(play: Play) -> Rule[None]:
    """A Gorehound Moves with an enemy b2b; then Demons b2b with that enemy may fight it. R-MOVE"""
    hound = yield from play.choose_model(_carriers(play), "%(of)s: which Gorehound?")
    enemy = yield from play.choose_model(play.in_contact([hound]), "%(of)s: which enemy?")
    if play.can_move([hound]):
        yield from play.perform(MoveAction(play.seat, (hound,), carried=enemy))
    yield from play.fight_together(play.models(), enemy)


def _hideable(play: Play) -> list[int]:
    if len(play.models()) < 2:
        return []
    return [hound for hound in play.models(HOUND) if not play.blocked(hound)]


@lower("shadowzone", squad=HOUND, can=lambda play: bool(_hideable(play)))
def shadowzone(play: Play) -> Rule[None]:
    """Take one Gorehound off the board until its Squad is Activated. R-SETASIDE"""
    play.set_aside((yield from play.choose_model(_hideable(play))))


@lower("rush", squad=HOUND, can=lambda play: play.can_fight(play.models(HOUND)))
def rush(play: Play) -> Rule[None]:
    """One Gorehound makes a Backstab. R-BACKSTAB"""
    yield from play.backstab((yield from play.choose_model([h for h in play.models(HOUND) if play.can_fight([h])])))
