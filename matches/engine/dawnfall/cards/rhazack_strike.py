"""Rha-Zack: Lightning Strike, a Move that Pushes everybody on its way. Section 3.6 of the rulings"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from matches.engine.dawnfall import markers, reach, shooting
from matches.engine.dawnfall.cards.rhazack_relics import RHAZACK
from matches.engine.dawnfall.moments import Journey, Moment, MoveAction
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.pushing import Pushed, can_be_pushed, choose_places, room_for, settle, tell_pushes
from matches.engine.dawnfall.routes import spots, straight
from matches.engine.dawnfall.spots import number, space_options, spot_option
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.windows import open_window
from matches.engine.kernel.decisions import Option, Rule

JUMPSUIT = "jumpsuit"
#: Instead of MOV. R-MOVE
RANGE: Final = 3

_STOP: Final = Option("stop", "End here")


class Strike(NamedTuple):
    """The Jumpsuit with the Spaces of its route; it passes all but the last of them."""

    table: Table
    seat: int
    suit: int
    way: tuple[int, ...] = ()

    @property
    def end(self) -> int:
        """The Space in which the route ends so far."""
        return self.way[-1] if self.way else self.table.space(self.suit)

    def further(self) -> list[Strike]:
        """The route with one Space more, in every direction; it never comes back to where it was."""
        if len(self.way) == RANGE:
            return []
        been = {self.table.space(self.suit), *self.way}
        return [self._replace(way=(*self.way, n)) for n in self.table.board.neighbours[self.end] if n not in been]

    def crowd(self, spot: int) -> list[Pushed]:
        """All in the Spaces passed, and in the last Space those whose hexes the Jumpsuit takes."""
        table, board = self.table, self.table.board
        passed = [model for model in shooting.models_in(table, self.way[:-1]) if model != self.suit]
        covered = board.footprint_bits[spot]
        taken = [model for model in table.models_on(covered) if model != self.suit and model not in passed]
        homes = {model: table.space(model) for model in (*passed, *taken)}
        return [
            Pushed(model, table.base(model), (), (home, *board.neighbours[home]), table.state.places[model])
            for model, home in homes.items()
        ]

    def blocked(self, spot: int, crowd: list[Pushed]) -> int:
        """The hexes that are taken once the Jumpsuit stands and the Pushed models are lifted."""
        table = self.table
        blocked = table.state.occupied & ~table.bits(self.suit)
        for pushed in crowd:
            blocked &= ~table.bits(pushed.model)
        return blocked | table.board.footprint_bits[spot]

    def legal_ends(self) -> Iterator[int]:
        """The footprints in the last Space on which it can end, with room for all whom it Pushes. R-PUSH-ANY"""
        table = self.table
        if reach.closed(table, self.seat) >> self.end & 1 and self.way:
            return
        for spot in spots(table.board, table.base(self.suit))[self.end]:
            if spot != table.state.places[self.suit] and self.fits(spot):
                yield spot

    def fits(self, spot: int) -> bool:
        """Whether no map token lies there, and all whom it Pushes can go somewhere. R-PUSH-ANY, R-NO-PUSH"""
        table, crowd = self.table, self.crowd(spot)
        if table.board.footprint_bits[spot] & table.map_bits():
            return False
        gives_way = all(can_be_pushed(table, self.seat, pushed.model) for pushed in crowd)
        return gives_way and room_for(table.board, crowd, self.blocked(spot, crowd))

    def possible(self) -> bool:
        """Whether it can end here, or go on to where it can."""
        return any(True for _ in self.legal_ends()) or any(longer.possible() for longer in self.further())


def _strikes(play: Play) -> list[Strike]:
    move = MoveAction(play.seat, (), RANGE, through_obstacles=True)
    suits = [suit for suit in play.carried() if play.in_mode(suit, "Jump") and reach.can_move(play.table, move, suit)]
    return [strike for suit in suits if (strike := Strike(play.table, play.seat, suit)).possible()]


@RHAZACK.lower("lightning-strike", squad=JUMPSUIT, can=lambda play: bool(_strikes(play)))
def lightning_strike(play: Play) -> Rule[None]:
    """Jump mode: a Move up to Range 3 through obstacles; check all whom it Pushes, 1 Wound each. R-PUSH-ANY, R-CHECK"""
    strike = yield from _choose_way(play, _strikes(play)[0])
    ends = [spot_option(play.table.board, spot) for spot in strike.legal_ends()]
    spot = number((yield from play.ask("hexes", "%(of)s: on which hexes does it end?", ends)))
    play.done = True
    pushed = yield from _carry_out(play, strike, spot)
    targets = [model for model in pushed if play.table.on_board(model)]
    if targets and not play.over():
        hit = yield from play.check_for_hit(strike.suit, targets)
        yield from play.wound_each(hit, strike.suit)


def _choose_way(play: Play, strike: Strike) -> Rule[Strike]:
    """The route Space by Space."""
    while True:
        longer = {further.end: further for further in strike.further() if further.possible()}
        options = [space_options(play.table.board)[space] for space in longer]
        if any(True for _ in strike.legal_ends()):
            options.insert(0, _STOP)
        chosen = yield from play.ask("way", "%(of)s: which way?", options)
        if chosen is _STOP:
            return strike
        strike = longer[number(chosen)]


def _carry_out(play: Play, strike: Strike, spot: int) -> Rule[list[int]]:
    """It enters only its last Space; then all are set down at once. Gives the Pushed models. R-ENTER, Q-38"""
    table, suit, way = play.table, strike.suit, strike.way
    move = MoveAction(play.seat, (suit,), RANGE, through_obstacles=True, push_any=True)
    yield from open_window(table, Moment("W-MOVE", model=suit, move=move))
    if way:
        moment = Moment("W-ENTER", model=suit, move=move, space=way[-1])
        yield from open_window(table, moment)
        # What happened there may have left no room: then nobody moves.
        if moment.halt == "before" or not table.on_board(suit) or play.over() or not strike.fits(spot):
            return []
    crowd = strike.crowd(spot)
    chosen = yield from choose_places(table, play.seat, crowd, strike.blocked(spot, crowd), may_go_back=False)
    pushed, before = chosen or {}, table.state.places[:]
    settle(table, {suit: spot, **pushed})
    move.pushed = {model: before[model] for model in pushed}
    start = table.board.footprint_space[before[suit]]
    move.journeys.append(Journey(suit, before[suit], spot, way, way[-1:], straight(table.board, start, way)))
    describe, places = table.board.describe, table.board.places
    route = [places[space] for space in way]
    table.tell("model_moved", model=suit, start=describe(before[suit]), end=describe(spot), route=route)
    tell_pushes(table, pushed, before)
    markers.sweep(table)
    yield from open_window(table, Moment("W-AFTER-MOVE", model=suit, move=move))
    yield from open_window(table, Moment("W-INSTANT"))
    return list(pushed)
