"""Cavalry: Squads that wait beside the board until their Deployment card brings them in. R-CAVALRY, R-DEPLOY

An undeployed Squad is alive and pays with its Endurance, but stands nowhere (its models are WAITING). Its Deployment
card lies open beside it for just as long, so the state needs no word about the card.

A faction writes each half of a Deployment card as terms (where, in which Mode, how close together, whom it may Push)
and a half that carries them out. `play.carrier` is the Squad; cost and window are printed:

    def _at_the_edge(play):
        return Arrival(places(play, play.table.board.edge_spaces), near=ONE_SPACE)

    @chapter.upper("winged-charge", can=arrives(_at_the_edge))
    def reinforcements(play):
        \"""Put the whole Squad into one edge Space. R-EDGE, R-DEPLOY\"""
        yield from deploy(play, _at_the_edge(play))

Models stand Base to Base with one another and Push nobody unless the terms say otherwise. `deploy` gives the models
that were Pushed. Where the player picks the Mode, the terms take it as a second argument:

    def _anywhere(play, mode):
        return Arrival(places(play, mode=mode), mode, near=APART, pushes=Pushes(any_base=True))

    @dvergar.lower("subterran-strike", squad="drillers", can=arrives_in_some_mode(_anywhere))
    def subterran_strike(play):
        yield from deploy(play, (yield from choose_mode(play, _anywhere)))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple

from catalog.packs import schema
from matches.engine.dawnfall import placing
from matches.engine.dawnfall.choosing import Choosing
from matches.engine.dawnfall.planning import make_plan
from matches.engine.dawnfall.plans import Ground, Plan
from matches.engine.dawnfall.pushing import NO_PUSHING, Pushes
from matches.engine.dawnfall.roster import Army, Squad
from matches.engine.dawnfall.routes import spots
from matches.engine.dawnfall.state import WAITING
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule

#: Where the other models of the Squad stand: Base to Base with it, in one Space with it, or anywhere in the area.
TOGETHER, ONE_SPACE, APART = "together", "one space", "apart"
#: Cavalry Squads that one player may field. Section 6.1
MOST: Final = 1


class Arrival(NamedTuple):
    """How a Squad comes in: the footprints for its first model, its Mode, and what holds for the others. R-DEPLOY"""

    area: Sequence[int]
    mode: int = 0
    near: str = TOGETHER
    pushes: Pushes = NO_PUSHING


Terms = Callable[[Choosing], Arrival]
TermsInMode = Callable[[Choosing, int], Arrival]


def undeployed(table: Table, squad: Squad) -> bool:
    """Whether a cavalry Squad still waits beside the board, its Deployment card open beside it. R-CAVALRY"""
    return squad.cavalry and table.state.places[squad.models[0]] == WAITING


def deployment_card(army: Army, squad: Squad) -> schema.Card | None:
    """The Deployment card that belongs to a Squad. R-DEPLOY"""
    deployments = (card for card in army.cards.values() if card.kind is schema.CardKind.DEPLOYMENT)
    return next((card for card in deployments if card.squad == squad.slug), None)


# Terms: footprints of the waiting Squad's base


def places(play: Choosing, spaces: Iterable[int] | None = None, *, mode: int = 0, touching: int = -1) -> list[int]:
    """Footprints in some Spaces (everywhere if none are named) that cover at least one hex of `touching`."""
    board = play.table.board
    by_space = spots(board, play.carrier.bases[mode])
    bits = board.footprint_bits
    return [
        spot
        for space in sorted(board.spaces if spaces is None else spaces)
        for spot in by_space[space]
        if bits[spot] & touching
    ]


def mode_called(play: Choosing, name: str) -> int:
    """The number of the Squad's Mode of that name."""
    return next(number for number, mode in enumerate(play.carrier.modes) if mode.name == name)


def arrives(terms: Terms) -> Callable[[Choosing], bool]:
    """For `can=`: the whole Squad finds room on these terms. R-DEPLOY"""
    return lambda play: finds_room(play, terms(play))


def arrives_in_some_mode(terms: TermsInMode) -> Callable[[Choosing], bool]:
    """For `can=`: the whole Squad finds room in a Mode of the player's choice."""
    return lambda play: bool(_modes(play, terms))


def choose_mode(play: Choosing, terms: TermsInMode) -> Rule[Arrival]:
    """The terms for the Mode that the player picks. R-DEPLOY"""
    modes = play.carrier.modes
    options = [Option(f"mode:{n}", "%(mode)s mode", {"mode": modes[n].name, "number": n}) for n in _modes(play, terms)]
    chosen = yield from play.ask("mode", "%(of)s: in which Mode?", options)
    return terms(play, chosen.data["number"])


def _modes(play: Choosing, terms: TermsInMode) -> list[int]:
    return [number for number in range(len(play.carrier.modes)) if finds_room(play, terms(play, number))]


# Coming in


class _Muster(Ground):
    """The ground for a Squad that comes in: after the first model the others stand as the terms say."""

    __slots__ = ("near",)

    def __init__(self, play: Choosing, arrival: Arrival) -> None:
        by_space: dict[int, list[int]] = {}
        for spot in arrival.area:
            by_space.setdefault(play.table.board.footprint_space[spot], []).append(spot)
        squad = play.carrier
        sizes = dict.fromkeys(squad.models, squad.bases[arrival.mode])
        super().__init__(play.table, play.seat, lambda model, lifted: by_space.items(), arrival.pushes, sizes)
        self.near = arrival.near

    def spots(self, plan: Plan, model: int) -> Iterable[tuple[int, Sequence[int]]]:
        """Where the next model may stand: in the area, or linked with those that are down. R-DEPLOY"""
        if not plan.down or self.near == APART:
            return super().spots(plan, model)
        board, down = self.board, [spot for _, spot in plan.down]
        everywhere = spots(board, self.size(model))
        if self.near == ONE_SPACE:
            space = board.footprint_space[down[0]]
            return [(space, _linked(self, everywhere[space], down))]
        homes = {board.footprint_space[spot] for spot in down}
        around = sorted(homes.union(*(board.neighbours[space] for space in homes)))
        return [(space, linked) for space in around if (linked := _linked(self, everywhere[space], down))]


def _linked(ground: Ground, candidates: Iterable[int], down: Collection[int]) -> list[int]:
    """The footprints that are Base to Base with one of those that are down."""
    bits, touch = ground.board.footprint_bits, 0
    for spot in down:
        touch |= ground.board.footprint_touch[spot]
    return [spot for spot in candidates if bits[spot] & touch]


def finds_room(play: Choosing, arrival: Arrival) -> bool:
    """Whether the whole Squad can come in on these terms."""
    return _Muster(play, arrival).completable(Plan(air=tuple(play.carrier.models)))


def deploy(play: Choosing, arrival: Arrival) -> Rule[list[int]]:
    """The player puts the whole Squad on the board; gives the models it Pushed. R-CAVALRY, R-DEPLOY"""
    table, squad = play.table, play.carrier
    play.done = True
    plan, pushed = yield from make_plan(_Muster(play, arrival), Plan(air=tuple(squad.models)))
    table.state.modes[squad.number] = arrival.mode
    placing.put_all(table, dict(plan.down), pushed)
    table.tell("cavalry_deployed", seat=play.seat, squad=squad.number, mode=arrival.mode)
    return list(pushed)
