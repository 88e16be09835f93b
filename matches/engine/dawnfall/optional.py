"""Optional modes that act during play: Mulligan, Buying VP, More Crystals, Special Crystal Sources. DF-OPT"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from matches.engine.dawnfall import crystals, drawing, ending, victory, wounds
from matches.engine.dawnfall.deploying import choose_footprint
from matches.engine.dawnfall.moments import Death
from matches.engine.dawnfall.state import DEAD
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.chance import shuffled
from matches.engine.kernel.decisions import Option, Rule, ask

#: What one Victory Point costs. DF-OPT-06
PRICE: Final = 3

_BUY: Final = Option("buy", "Buy 1 Victory Point for 3 Crystals")
_MULLIGAN: Final = Option("mulligan", "Shuffle your hand back and draw anew")
_GO: Final = Option("go", "Begin the turn")
_NONE: Final = Option("none", "Nothing more")


def start_effects(table: Table, *, active: bool) -> Rule[None]:
    """Buying VP, and a Mulligan if the turn is Active, in the player's order. DF-OPT-05 to -07, Q-18"""
    state, agreed = table.state, table.setup.options
    seat = state.active
    bought = False
    while True:
        options = []
        if agreed.buying_vp and not bought and state.crystals[seat] >= PRICE:
            options.append(_BUY)
        if agreed.mulligan and active and not state.mulligan_used[seat] and state.hands[seat]:
            options.append(_MULLIGAN)
        chosen = yield from ask(seat, "start", "Anything before the turn begins?", [*options, _GO])
        if chosen is _GO:
            return
        if chosen is _BUY:
            bought = True
            buy_point(table, seat)
        else:
            mulligan(table, seat)


def buy_point(table: Table, seat: int) -> None:
    """Three Crystals of the Crystal Pool back to the neutral pile for one VP. DF-OPT-06, -07, Q-65"""
    table.state.crystals[seat] -= PRICE
    table.state.neutral_crystals += PRICE
    table.tell("point_bought", seat=seat)
    victory.gain(table, seat, 1)


def mulligan(table: Table, seat: int) -> None:
    """Shuffle the whole hand into the deck and draw anew, once in the match. DF-OPT-05, Q-64"""
    state = table.state
    state.mulligan_used[seat] = True
    state.decks[seat] = shuffled(table.chance, (*state.decks[seat], *state.hands[seat]))
    state.hands[seat] = ()
    state.stirred = True
    table.tell("mulligan_taken", seat=seat)
    drawing.refill(table, seat)


def more_crystals(table: Table) -> None:
    """Nobody Controls a Source: everybody gets a Crystal, the Active player first. DF-OPT-03, Q-62"""
    for seat in table.clockwise(table.state.active):
        if crystals.gain(table, seat, 1):
            table.state.stirred = True


# Special Crystal Sources


def special_source(table: Table, seat: int, source: int) -> Rule[None]:
    """One extra option for a Controlled Source, whether or not it gave a Crystal. DF-OPT-15, -19, Q-70"""
    agreed = [EXTRAS[name] for name in table.setup.options.source_options]
    options = [extra.option for extra in agreed if extra.possible(table, seat)]
    data = {"source": table.board.places[source]}
    chosen = yield from ask(seat, "source", "What else does this Crystal Source give?", [*options, _NONE], data)
    for extra in agreed:
        if extra.option is chosen:
            yield from extra.run(table, seat)


def _removable(table: Table, seat: int) -> list[int]:
    """Enemy models on the board whose Squad has no Endurance tokens. DF-OPT-16, R-TOKENLESS"""
    return [
        model
        for enemy in table.opponents(seat)
        for squad in table.roster.armies[enemy].squads
        if not table.state.endurance[squad.number]
        for model in table.standing(squad)
    ]


def _remove(table: Table, seat: int) -> Rule[None]:
    """It counts as killed by the Harvesting player. DF-OPT-16, Q-70"""
    options = [
        Option(f"model:{model}", "Remove %(name)s", {"model": model, "name": table.squad(model).name})
        for model in _removable(table, seat)
    ]
    chosen = yield from ask(seat, "remove", "Which enemy model is removed?", options)
    yield from wounds.kill(table, Death(chosen.data["model"], seat, cause="source"))


def _returnable(table: Table, seat: int) -> list[int]:
    """One dead model of each own Squad that finds room. DF-OPT-17, DF-SQUAD-18"""
    places, board = table.state.places, table.board
    found = []
    for squad in table.roster.armies[seat].squads:
        dead = next((model for model in squad.models if places[model] == DEAD), None)
        if dead is not None and any(
            board.fits(table.base(dead), space, table.state.occupied) for space in board.spaces
        ):
            found.append(dead)
    return found


def _bring_back(table: Table, seat: int) -> Rule[None]:
    """Onto any empty hexes; no Endurance comes with it. DF-OPT-17, Q-70"""
    options = [
        Option(f"model:{model}", "Bring back a model of %(name)s", {"model": model, "name": table.squad(model).name})
        for model in _returnable(table, seat)
    ]
    chosen = yield from ask(seat, "return", "Which dead model comes back?", options)
    model: int = chosen.data["model"]
    size, occupied = table.base(model), table.state.occupied
    footprint = yield from choose_footprint(
        table, seat, model, lambda space: iter(table.board.footprints(size, space, occupied))
    )
    assert footprint is not None  # noqa: S101
    table.put(model, footprint)
    table.tell("model_returned", seat=seat, model=model, place=table.board.describe(footprint))


def _restorable(table: Table, seat: int) -> list[int]:
    endurance = table.state.endurance
    return [squad.number for squad in table.roster.armies[seat].squads if endurance[squad.number] < squad.endurance]


def _restore(table: Table, seat: int) -> Rule[None]:
    """One Endurance token, never above the printed value. DF-OPT-18, DF-SQUAD-16"""
    options = [
        Option(f"squad:{number}", "Restore 1 to %(name)s", {"squad": number, "name": table.roster.squads[number].name})
        for number in _restorable(table, seat)
    ]
    chosen = yield from ask(seat, "restore", "Which Squad gets an Endurance token?", options)
    table.state.endurance[chosen.data["squad"]] += 1
    table.tell("endurance_restored", squad=chosen.data["squad"], count=1)


def _refresh(table: Table, seat: int) -> Rule[None]:
    yield from ()
    crystals.refresh(table, seat, 1)


class Extra(NamedTuple):
    """Something a Special Crystal Source may give."""

    option: Option
    possible: Callable[[Table, int], object]
    run: Callable[[Table, int], Rule[None]]


#: The three of the book, and one more that players may agree on. DF-OPT-16 to -19
EXTRAS: Final = {
    "remove": Extra(Option("remove", "Remove an enemy model without Endurance"), _removable, _remove),
    "return": Extra(Option("return", "Bring back a dead model"), _returnable, _bring_back),
    "restore": Extra(Option("restore", "Restore an Endurance token"), _restorable, _restore),
    "refresh": Extra(Option("refresh", "Refresh a Crystal"), lambda table, seat: table.state.depleted[seat], _refresh),
}


def special_sources(table: Table, seat: int, sources: list[int]) -> Rule[None]:
    """One after the other, as long as the match goes on."""
    for source in sources:
        if not ending.over(table):
            yield from special_source(table, seat, source)
