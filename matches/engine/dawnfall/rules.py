"""The Dawnfall rules as one object: how a match begins, runs from stage to stage, looks from a seat, and ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from matches.engine.dawnfall import cards as cards
from matches.engine.dawnfall import deploying, ending, explaining, imagining, passive, setting_up, terrain, turns
from matches.engine.dawnfall.refusing import check_setup
from matches.engine.dawnfall.setup import Setup
from matches.engine.dawnfall.state import State
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.views import view
from matches.engine.kernel.chance import Chance
from matches.engine.kernel.decisions import Decision, Rule
from matches.engine.kernel.game import Game
from matches.engine.kernel.refusals import Refusal

RULES_VERSION: Final = "dawnfall-2"

#: What runs next, by the name that the state holds. Every stage begins at a checkpoint.
STAGES: Final[dict[str, Callable[[Table], Rule[None]]]] = {
    "first_player": setting_up.roll_for_first_player,
    "factions": setting_up.pick_factions,
    "decks": setting_up.pick_decks,
    "armies": setting_up.raise_armies,
    "roles": setting_up.give_roles,
    "shrines": terrain.place_shrines,
    "sources": terrain.place_sources,
    "deploy": deploying.deploy,
    "victory": setting_up.set_victory,
    "crystals": setting_up.hand_out_crystals,
    "hands": setting_up.draw_hands,
    "dispersal": setting_up.disperse,
    "declare": turns.declare,
    "active_start": turns.start_active_turn,
    "free": turns.free_moment,
    "active_end": turns.end_active_turn,
    "end_step": turns.end_step,
    "passive": passive.passive_turn,
}


class Dawnfall:
    """The rules of The Edge: Dawnfall, in the form the kernel's Game asks for."""

    version = RULES_VERSION

    def begin(self, setup: Setup) -> State:
        """The state before anything happened."""
        return setting_up.begin(setup)

    def read_state(self, data: dict[str, Any]) -> State:
        """The state that was written as JSON."""
        return State.from_json(data)

    def lay(self, setup: Setup, state: State, chance: Chance) -> Table:
        """A table on which a match in this state can go on."""
        return Table(setup, state, chance)

    def run(self, table: Table) -> Rule[None]:
        """Play on from the state's stage to the end of the match."""
        while not ending.over(table):
            table.checkpoint()
            yield from STAGES[table.state.stage](table)
        table.checkpoint()

    def view(self, table: Table, seat: int | None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may know."""
        return view(table, seat)

    def result(self, table: Table) -> ending.Result | None:
        """The outcome, or None while the match goes on."""
        return ending.result(table)

    def why_not(self, table: Table, pending: Decision | None, seat: int | None, option_id: str) -> Refusal:
        """Why a seat cannot choose what is not offered to it."""
        return explaining.why_not(table, pending, seat, option_id)

    def explain(self, table: Table, pending: Decision | None, seat: int) -> dict[str, Refusal]:
        """Why a seat cannot use what it holds and is not offered."""
        return explaining.explain(table, pending, seat)

    def imagine(self, game: Game[Setup], seat: int, luck: str) -> Game[Setup] | None:
        """A match that a seat could be in as far as it knows."""
        return imagining.imagine(game, seat, luck)


DAWNFALL: Final = Dawnfall()


def new_game(setup: Setup, seed: bytes | str) -> Game[Setup]:
    """A match that is about to begin. A setup against the rules is refused."""
    check_setup(setup)
    return Game(DAWNFALL, setup, seed)


def replay(setup: Setup, seed: bytes | str, choices: Iterable[str]) -> Game[Setup]:
    """The match that these choices give."""
    check_setup(setup)
    return Game.replay(DAWNFALL, setup, seed, choices)


def load_game(setup: Setup, seed: bytes | str, data: dict[str, Any]) -> Game[Setup]:
    """The match that `to_json` has written."""
    return Game.from_json(DAWNFALL, setup, seed, data)
