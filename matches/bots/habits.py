"""What an experienced hand does without thinking: a score for every option, by the kind of the question.

Quick enough for the many imagined games of those who think ahead. Scores are in Victory Points, roughly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from matches.bots.fighting import promise
from matches.bots.spending import die, pay, price, rolled
from matches.bots.stepping import NEVER, fighter, hexes, move_model, move_space, place_space, target
from matches.bots.weighing import BANNER, CRYSTAL, DEPLETED
from matches.engine import Decision, Game, Option, Setup
from matches.engine.dawnfall import passive
from matches.engine.dawnfall.attributes import value
from matches.engine.dawnfall.combat import targets
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.table import Table

Score = Callable[[Game[Setup], Decision], list[float]]
#: After so many choices since a checkpoint what was chosen before is chosen less: nobody walks in circles.
MANY: Final = 60
#: What an Instant is worth in hand.
KEPT: Final = 0.2
#: Windows in which a half may save a model, and in which it may help an Attack.
_SHIELDS: Final = frozenset({"W-BEFORE-DEF", "W-WOUND-TAKE", "W-DYING", "W-COMBAT"})
_BLOWS: Final = frozenset({"W-BEFORE-ATT", "W-BEFORE-INI", "W-DIE", "W-ROLLED", "W-WOUND-DEAL"})


def scores(game: Game[Setup], decision: Decision) -> list[float]:
    """How good each option looks at first sight."""
    score = _SCORES.get(decision.kind, _anything)
    found = score(game, decision)
    if len(game.since_checkpoint) > MANY:
        found = [it - game.since_checkpoint.count(o.id) for it, o in zip(found, decision.options, strict=True)]
    return found


def _anything(game: Game[Setup], decision: Decision) -> list[float]:
    return [NEVER if option.id == "back" else 0.0 for option in decision.options]


# Turns


def _declare(game: Game[Setup], decision: Decision) -> list[float]:
    """Passive if there is much to gather, Active if there is somebody to hit."""
    table, seat = game.table, decision.seat
    state = table.state
    harvest = len(passive.controlled(table, seat)) * passive.YIELD[table.setup.multiplayer]
    slots = sum(len(state.attached[squad.number]) for squad in table.roster.armies[seat].squads)
    rest = CRYSTAL * min(harvest, state.neutral_crystals) + (CRYSTAL - DEPLETED) * state.depleted[seat]
    rest += BANNER * (not state.banner_ready[seat]) + 0.1 * slots
    best = max((outlook(table, squad) for squad in table.roster.armies[seat].squads), default=0.0)
    active = 0.25 + best + 0.1 * (len(state.hands[seat]) < table.setup.options.hand_size)
    return [active if option.id == "active" else rest for option in decision.options]


def outlook(table: Table, squad: Squad) -> float:
    """What activating the Squad promises: the best fight at hand, or part of one within a Move."""
    best = 0.0
    hostile = [m for other in table.opponents(squad.seat) for m in table.army_on_board(other)]
    for model in table.standing(squad):
        near = targets(table, model)
        for enemy in near:
            best = max(best, promise(table, model, enemy))
        reach = value(table, model, "mov") or 0
        if reach and hostile:
            steps = table.board.distance[table.space(model)]
            found = min(hostile, key=lambda enemy: steps[table.space(enemy)])
            away = steps[table.space(found)]
            best = max(best, 0.7 * promise(table, model, found) if away <= reach + 1 else 0.2 / away)
    return best


def _free(game: Game[Setup], decision: Decision) -> list[float]:
    table = game.table
    return [_free_option(table, decision.seat, option) for option in decision.options]


def _free_option(table: Table, seat: int, option: Option) -> float:
    deed, _, rest = option.id.partition(":")
    if deed == "activate":
        return 0.3 + outlook(table, table.roster.squads[int(rest)])
    if deed == "fight":
        model = int(rest)
        return 0.5 + max(promise(table, model, enemy) for enemy in targets(table, model))
    if deed == "move":
        return 0.6
    if deed in ("finish", "show"):
        return 0.02
    if deed == "end":
        return 0.0
    if deed == "attach":
        return 0.4 - price(table, seat, option)
    if deed == "banner":
        return 0.35
    return 0.3 - price(table, seat, option) - (KEPT if _is_instant(table, seat, option) else 0.0)


def _is_instant(table: Table, seat: int, option: Option) -> bool:
    """Whether a use from hand could as well wait for the moment in which it helps."""
    card = table.roster.armies[seat].cards.get(option.data.get("card", ""))
    half = None if card is None else card.upper if option.data.get("half") == "upper" else card.lower
    return half is not None and half.instant and option.id.startswith("play:")


def _window(game: Game[Setup], decision: Decision) -> list[float]:
    """Instants are kept for the moment in which they help."""
    window = decision.data.get("window", "")
    worth = 0.7 if window in _SHIELDS else 0.5 if window in _BLOWS else 0.2 if window == "W-INSTANT" else 0.4
    return [
        0.0 if option.id == "pass" else worth - price(game.table, decision.seat, option) for option in decision.options
    ]


def _end_step(game: Game[Setup], decision: Decision) -> list[float]:
    """Cards of Squads that are gone make room for others."""
    table = game.table
    army = table.roster.armies[decision.seat]
    alive = {squad.slug for squad in army.squads if table.alive(squad)}
    found = []
    for option in decision.options:
        card = army.cards.get(option.data.get("card", ""))
        dead = card is not None and card.squad is not None and card.squad not in alive
        found.append(0.0 if card is None else 0.1 if dead else -0.1)
    return found


def _change_mode(game: Game[Setup], decision: Decision) -> list[float]:
    """The other side of the Squad card, if it is worth its price."""
    table = game.table
    found = []
    for option in decision.options:
        if option.id != "change":
            found.append(0.0)
            continue
        squad = table.roster.squads[option.data["squad"]]
        now = table.state.modes[squad.number]
        better = _quality(squad, 1 - now if len(squad.modes) > 1 else now) - _quality(squad, now)
        found.append(0.12 * better - price(table, decision.seat, option))
    return found


def _quality(squad: Squad, mode: int) -> float:
    side = squad.modes[mode]
    numbers = ((side.ini, 0.6), (side.att, 1.0), (side.defense, 1.0), (side.mov, 0.5))
    return sum(weight * number for number, weight in numbers if isinstance(number, int))


def _yes(game: Game[Setup], decision: Decision) -> list[float]:
    return [
        NEVER if option.id == "back" else 0.2 if option.id in ("yes", "strike") else 0.0 for option in decision.options
    ]


_SCORES: Final[dict[str, Score]] = {
    "declare": _declare,
    "free": _free,
    "window": _window,
    "end_step": _end_step,
    "change_mode": _change_mode,
    "pay": pay,
    "pay_unit": pay,
    "die": die,
    "rolled": rolled,
    "move_model": move_model,
    "move_space": move_space,
    "move_hexes": hexes,
    "place_space": place_space,
    "place_hexes": hexes,
    "target": target,
    "fighter": fighter,
    "counterattack": _yes,
    "wish": _yes,
}
