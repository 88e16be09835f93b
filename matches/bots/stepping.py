"""Where models go by habit, and whom they fight: towards fights that pay, and Crystal Sources."""

from __future__ import annotations

from typing import Final

from matches.bots.fighting import promise
from matches.bots.weighing import SOURCE
from matches.engine import Decision, Game, Option, Setup
from matches.engine.dawnfall import passive
from matches.engine.dawnfall.combat import targets
from matches.engine.dawnfall.table import Table

#: Nobody does that without a reason.
NEVER: Final = -9.0
#: How much of a pull is left at so many Spaces.
_FADING: Final = (1.0, 0.9, 0.45, 0.3, 0.2, 0.15, 0.1, 0.08)


def move_model(game: Game[Setup], decision: Decision) -> list[float]:
    """Everybody once, then go."""
    named = set(game.since_checkpoint)
    return [
        0.2 if option.id == "done" else NEVER if option.id in named or option.id == "back" else 0.5
        for option in decision.options
    ]


def move_space(game: Game[Setup], decision: Decision) -> list[float]:
    """Towards a fight that pays, or a Crystal Source."""
    table, model = game.table, decision.data["model"]
    pulls = _pulls(table, decision.seat, model)
    return [
        _pull(table, pulls, int(option.id[6:])) if option.id.startswith("space:") else _other_step(option)
        for option in decision.options
    ]


def _other_step(option: Option) -> float:
    return -0.6 if option.id == "done" else NEVER if option.id == "back" else -1.0


def _pulls(table: Table, seat: int, model: int) -> list[tuple[int, float]]:
    """What draws a model to a Space, and how strongly."""
    enemies = [m for other in table.opponents(seat) for m in table.army_on_board(other)]
    pulls = [(table.space(enemy), max(0.1, 0.3 + promise(table, model, enemy))) for enemy in enemies]
    pulls += [(space, SOURCE) for space in table.state.sources]
    return pulls


def _pull(table: Table, pulls: list[tuple[int, float]], space: int) -> float:
    steps = table.board.distance[space]
    last = len(_FADING) - 1
    return max((strength * _FADING[min(steps[at], last)] for at, strength in pulls), default=0.0)


def hexes(game: Game[Setup], decision: Decision) -> list[float]:
    """Beside the best opponent, or a Source."""
    table, model = game.table, decision.data.get("model")
    own = model is not None and table.roster.seat_of[model] == decision.seat
    board = table.board
    around = passive.beside_sources(table)
    found = []
    for option in decision.options:
        if not option.id.startswith("fp:"):
            found.append(_other_step(option))
            continue
        bits = board.footprint_bits[int(option.id[3:])]
        score = SOURCE * bool(bits & around)
        if own and model is not None:
            touch = board.touch(bits)
            for other in table.models_on(touch):
                if table.hostile(decision.seat, table.roster.seat_of[other]):
                    score = max(score, 0.1 + promise(table, model, other))
        found.append(score)
    return found


def place_space(game: Game[Setup], decision: Decision) -> list[float]:
    """Where a model comes in: near what it wants."""
    table, model = game.table, decision.data.get("model")
    if model is None or table.roster.seat_of[model] != decision.seat:
        return [NEVER if option.id == "back" else 0.0 for option in decision.options]
    pulls = _pulls(table, decision.seat, model) or [(space, SOURCE) for space in table.state.sources]
    return [
        _pull(table, pulls, int(option.id[6:])) if option.id.startswith("space:") else _other_step(option)
        for option in decision.options
    ]


def target(game: Game[Setup], decision: Decision) -> list[float]:
    """Whom to fight."""
    table, model = game.table, decision.data.get("model")
    return [
        promise(table, model, option.data["model"])
        if model is not None and "model" in option.data
        else _other_step(option) + 0.6
        for option in decision.options
    ]


def fighter(game: Game[Setup], decision: Decision) -> list[float]:
    """Who fights next."""
    table = game.table
    return [
        max((promise(table, option.data["model"], t) for t in targets(table, option.data["model"])), default=0.0) + 0.1
        if "model" in option.data
        else 0.0
        for option in decision.options
    ]
