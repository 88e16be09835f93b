"""What an experienced hand does without thinking: a score for every option, by the kind of the question.

Quick enough for the many imagined games of those who think ahead. Scores are in Victory Points, roughly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from matches.bots.fighting import promise, stake, success
from matches.bots.weighing import BANNER, CRYSTAL, DEPLETED, SOURCE, TOKEN
from matches.engine import Decision, Game, Option, Setup
from matches.engine.dawnfall import passive
from matches.engine.dawnfall.attributes import value
from matches.engine.dawnfall.combat import targets
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.table import Table

Score = Callable[[Game[Setup], Decision], list[float]]
#: Nobody does that without a reason.
NEVER: Final = -9.0
#: After so many choices since a checkpoint what was chosen before is chosen less: nobody walks in circles.
MANY: Final = 60
_PRICES: Final = {"crystals": CRYSTAL, "vp": 1.1}
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
        for target in near:
            best = max(best, promise(table, model, target))
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
        return 0.5 + max(promise(table, model, target) for target in targets(table, model))
    if deed == "move":
        return 0.6
    if deed in ("finish", "show"):
        return 0.02
    if deed == "end":
        return 0.0
    if deed == "attach":
        return 0.4 - _price(table, seat, option)
    if deed == "banner":
        return 0.35
    return 0.3 - _price(table, seat, option) - (0.2 if option.data.get("instant") else 0.0)


def _price(table: Table, seat: int, option: Option) -> float:
    cost = option.data.get("cost", 0)
    if not isinstance(cost, int) or cost <= 0:
        return 0.0
    purse = table.state.crystals[seat] + table.state.temporary[seat]
    return CRYSTAL * min(cost, purse) + 0.7 * max(0, cost - purse)


def _window(game: Game[Setup], decision: Decision) -> list[float]:
    """Instants are kept for the moment in which they help."""
    window = decision.data.get("window", "")
    worth = 0.7 if window in _SHIELDS else 0.5 if window in _BLOWS else 0.2 if window == "W-INSTANT" else 0.4
    return [
        0.0 if option.id == "pass" else worth - _price(game.table, decision.seat, option) for option in decision.options
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
        found.append(0.12 * better - _price(table, decision.seat, option))
    return found


def _quality(squad: Squad, mode: int) -> float:
    side = squad.modes[mode]
    numbers = ((side.ini, 0.6), (side.att, 1.0), (side.defense, 1.0), (side.mov, 0.5))
    return sum(weight * number for number, weight in numbers if isinstance(number, int))


# Paying and dice


def _pay(game: Game[Setup], decision: Decision) -> list[float]:
    """Crystals before Endurance, Endurance before Victory Points."""
    found = []
    for option in decision.options:
        mix = option.data.get("mix") or ({option.id: 1} if option.id not in ("back", "mix") else None)
        if mix is None:
            found.append(NEVER if option.id == "back" else NEVER / 2)
            continue
        found.append(-sum(count * _unit(game.table, purse) for purse, count in mix.items()))
    return found


def _unit(table: Table, purse: str) -> float:
    kind, _, number = purse.partition(":")
    if kind != "endurance":
        return _PRICES.get(kind, 0.3)
    squad = table.roster.squads[int(number)]
    if not table.alive(squad):
        return 0.05
    return TOKEN + (0.3 * squad.endurance if table.state.endurance[squad.number] == 1 else 0.0)


def _die(game: Game[Setup], decision: Decision) -> list[float]:
    """The Red Die where there is enough at stake and a Crystal for it."""
    table = game.table
    fight = table.fights[-1] if table.fights else None
    worth = 0.4
    if fight is not None and fight.attacker >= 0 and fight.target >= 0:
        attack, defense = value(table, fight.attacker, "att"), value(table, fight.target, "defense")
        if decision.data.get("purpose") == "attack" and attack is not None:
            better = success(attack, defense, "red") - success(attack, defense)
            worth = better * stake(table, fight.target)
        elif defense is not None:
            power = fight.attack_power
            worth = _held(power, defense, "red") - _held(power, defense, "yellow")
            worth *= stake(table, fight.target)
    price = CRYSTAL if table.state.crystals[decision.seat] + table.state.temporary[decision.seat] else TOKEN + 0.2
    return [worth - price if option.id == "red" else 0.0 for option in decision.options]


def _held(power: int, defense: int, die: str) -> float:
    faces = (1, 2, 3, 4, 5, 6) if die == "red" else (0, 0, 1, 2, 3, 4)
    return sum(face + defense >= power for face in faces) / 6


def _rolled(game: Game[Setup], decision: Decision) -> list[float]:
    """A low face is rolled again, if that is to be had for little."""
    table, face = game.table, decision.data.get("face", 0)
    mean = 3.5 if decision.data.get("die") == "red" else 10 / 6
    better = 0.25 * (mean - face)
    if decision.data.get("purpose") == "defense" and table.fights:
        fight = table.fights[-1]
        defense = value(table, fight.target, "defense") if fight.target >= 0 else None
        if defense is not None and face + defense >= fight.attack_power:
            better = -1.0
    price = CRYSTAL if table.state.crystals[decision.seat] else TOKEN + 0.2
    worth = {"keep": 0.0, "reroll": better, "pay_reroll": better - price, "refresh": DEPLETED}
    return [worth.get(option.id, 0.0) for option in decision.options]


# Moving


def _move_model(game: Game[Setup], decision: Decision) -> list[float]:
    """Everybody once, then go."""
    named = set(game.since_checkpoint)
    return [
        0.2 if option.id == "done" else NEVER if option.id in named or option.id == "back" else 0.5
        for option in decision.options
    ]


def _move_space(game: Game[Setup], decision: Decision) -> list[float]:
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
    return max(
        (strength * (1.0, 0.9, 0.45, 0.3, 0.2, 0.15, 0.1, 0.08)[min(steps[at], 7)] for at, strength in pulls),
        default=0.0,
    )


def _hexes(game: Game[Setup], decision: Decision) -> list[float]:
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


def _place_space(game: Game[Setup], decision: Decision) -> list[float]:
    """Where a model comes in: near what it wants."""
    table, model = game.table, decision.data.get("model")
    if model is None or table.roster.seat_of[model] != decision.seat:
        return [NEVER if option.id == "back" else 0.0 for option in decision.options]
    pulls = _pulls(table, decision.seat, model) or [(space, SOURCE) for space in table.state.sources]
    return [
        _pull(table, pulls, int(option.id[6:])) if option.id.startswith("space:") else _other_step(option)
        for option in decision.options
    ]


# Fighting


def _target(game: Game[Setup], decision: Decision) -> list[float]:
    table, model = game.table, decision.data.get("model")
    return [
        promise(table, model, option.data["model"])
        if model is not None and "model" in option.data
        else _other_step(option) + 0.6
        for option in decision.options
    ]


def _fighter(game: Game[Setup], decision: Decision) -> list[float]:
    table = game.table
    return [
        max((promise(table, option.data["model"], t) for t in targets(table, option.data["model"])), default=0.0) + 0.1
        if "model" in option.data
        else 0.0
        for option in decision.options
    ]


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
    "pay": _pay,
    "pay_unit": _pay,
    "die": _die,
    "rolled": _rolled,
    "move_model": _move_model,
    "move_space": _move_space,
    "move_hexes": _hexes,
    "place_space": _place_space,
    "place_hexes": _hexes,
    "target": _target,
    "fighter": _fighter,
    "counterattack": _yes,
    "wish": _yes,
}
