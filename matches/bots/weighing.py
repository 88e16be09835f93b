"""What a position is worth to a seat, in Victory Points: rules of thumb, each one line to change."""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from matches.engine.dawnfall import passive
from matches.engine.dawnfall.state import ASIDE, WAITING
from matches.engine.dawnfall.table import Table

#: A match that is won; nothing on the table weighs as much.
WON: Final = 20.0
#: So many Victory Points ahead mean about three matches won of four.
SURE: Final = 2.6

MODEL: Final = 0.3
PER_POINT: Final = 0.35
TOKEN: Final = 0.5
CRYSTAL: Final = 0.22
DEPLETED: Final = 0.11
CARD: Final = 0.12
ENHANCEMENT: Final = 0.2
CHARGE: Final = 0.12
BANNER: Final = 0.12
SOURCE: Final = 0.25
STEP: Final = 0.04
#: How much more a Victory Point counts when the shortest deck is empty.
LATE: Final = 0.8
FULL_DECK: Final = 25


class Weights(NamedTuple):
    """A position in parts, each as the difference between the own side and the others."""

    points: float
    army: float
    crystals: float
    cards: float
    sources: float
    reach: float

    @property
    def total(self) -> float:
        """All parts together."""
        return sum(self)


NOTHING: Final = Weights(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def likely(score: float) -> float:
    """A score as the chance to win."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, score / SURE))))


def weigh(table: Table, seat: int) -> Weights:
    """What the position is worth to a seat and its allies."""
    state = table.state
    if state.winners is not None:
        won = WON if seat in state.winners else -WON if state.winners else 0.0
        return NOTHING._replace(points=won)
    army = crystals = cards = 0.0
    controlled = [passive.controlled(table, other) for other in table.seats]
    enemies = len(table.opponents(seat)) or 1
    sources = 0.0
    for other in table.seats:
        share = 1.0 if not table.hostile(seat, other) else -1.0 / enemies
        army += share * _army(table, other)
        crystals += share * (
            CRYSTAL * (state.crystals[other] + state.temporary[other])
            + DEPLETED * state.depleted[other]
            + BANNER * state.banner_ready[other]
        )
        cards += share * CARD * len(state.hands[other])
        sources += share * SOURCE * len(controlled[other])
    shortest = min((len(deck) for deck in state.decks), default=FULL_DECK)
    late = 1 + LATE * max(0.0, 1 - shortest / FULL_DECK)
    return Weights(late * points(table, seat), army, crystals, cards, sources, _reach(table, seat))


def points(table: Table, seat: int) -> float:
    """How many Victory Points the seat is ahead."""
    state = table.state
    if not table.setup.multiplayer:
        return float(state.marker if seat == 0 else -state.marker)
    enemies = table.opponents(seat)
    own = sum(sum(state.captured[other]) + 0.5 * state.starting[other] for other in table.seats if other not in enemies)
    theirs = [sum(state.captured[other]) + 0.5 * state.starting[other] for other in enemies]
    return own - (sum(theirs) if table.setup.mode == "team" else max(theirs, default=0.0))


def _army(table: Table, seat: int) -> float:
    """Models, what protects them, and what they carry."""
    state, total = table.state, 0.0
    places = state.places
    for squad in table.roster.armies[seat].squads:
        alive = sum(places[model] >= 0 or places[model] in (ASIDE, WAITING) for model in squad.models)
        if alive:
            total += alive * (MODEL + PER_POINT * squad.endurance) + TOKEN * state.endurance[squad.number]
            for attached in state.attached[squad.number]:
                total += ENHANCEMENT + CHARGE * attached.charges
    return total


def _reach(table: Table, seat: int) -> float:
    """How near the own models are to the enemy: who stays away wins nothing."""
    board, spaces = table.board, table.board.footprint_space
    places, seat_of = table.state.places, table.roster.seat_of
    own, enemy = [], set()
    for model, place in enumerate(places):
        if place >= 0:
            if seat_of[model] == seat:
                own.append(spaces[place])
            elif table.hostile(seat, seat_of[model]):
                enemy.add(spaces[place])
    if not own or not enemy:
        return 0.0
    return -STEP * sum(min(board.distance[space][other] for other in enemy) for space in own) / len(own)
