"""Plays games that go for what was used least, until every step of the rules and every card half has come up often.

A game that breaks or does not end is written down with setup, seed and choices, so that it can be played again.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from matches.engine import DeckChoice, Game, IllegalChoice, Options, Seat, Setup, new_game, replay
from matches.engine.dawnfall import halves, rules
from matches.engine.kernel.chance import Chance, SeededChance, shuffled
from matches.selfplay import PLAYERS
from matches.starters import dawnfall_factions, random_setup

ENDLESS: Final = 20_000
#: Facts that only a fault of ours would bring about.
NEVER: Final = {"fault_noted"}
MIXES: Final = (
    ("duel", Options()),
    ("duel", Options(quick_setup=True, more_crystals=True, hand_size=5)),
    ("duel", Options(mulligan=True, buying_vp=True, special_sources=True, more_crystals=True)),
    ("ffa3", Options()),
    ("duel", Options(reshuffle=True, max_turns=60)),
    ("team", Options()),
    ("duel", Options(alternative_setup=True, handicaps=(2, 0))),
    ("ffa4", Options(more_crystals=True)),
)
_NUMBERS = re.compile(r"\d+")


@dataclass
class Exhaustion:
    """How often each step and each half has come up, and what went wrong."""

    steps: Counter[str]
    halves: Counter[str]
    games: int = 0
    faults: list[Path] = field(default_factory=list)

    def rare(self, times: int) -> dict[str, int]:
        """What came up less often than that, with how often it did."""
        return {name: n for counts in (self.steps, self.halves) for name, n in counts.items() if n < times}


def exhaust(times: int, most_games: int, dumps: Path, seed: str = "exhaust") -> Exhaustion:
    """Play until everything has come up so often, or so many games are over."""
    found = Exhaustion(Counter(dict.fromkeys(known_steps(), 0)), Counter(dict.fromkeys(known_halves(), 0)))
    tried: Counter[str] = Counter()
    chance = SeededChance(seed.encode())
    for number in range(most_games):
        game = new_game(_setup(number, chance), f"{seed}-{number}")
        fault = _play(game, tried, chance)
        found.games += 1
        _count(game, found)
        if fault:
            found.faults.append(_dump(game, fault, dumps))
        if not found.rare(times):
            break
    return found


def known_steps() -> Iterator[str]:
    """The facts that the rules can tell, read from their source."""
    for file in sorted(Path(rules.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "tell" and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and first.value not in NEVER:
                    yield str(first.value)


def known_halves() -> Iterator[str]:
    """The core halves with behaviour, as faction/card/place."""
    for faction, slug, place in halves.HALVES:
        card = next((card for card in dawnfall_factions()[faction].cards if card.slug == slug), None)
        if card and not card.expansion:
            yield f"{faction}/{slug}/{place}"


def read_dump(path: Path) -> Game[Setup]:
    """Play a dumped game up to the choice before its fault."""
    data = json.loads(path.read_text())
    seats = tuple(
        Seat(seat["name"], tuple(DeckChoice(**_tuples(deck)) for deck in seat["decks"]))
        for seat in data["setup"]["seats"]
    )
    options = Options(**_tuples(data["setup"]["options"]))
    return replay(Setup(data["setup"]["mode"], seats, dawnfall_factions(), options), data["seed"], data["choices"])


def _setup(number: int, chance: Chance) -> Setup:
    """Random decks in all modes; every other duel is between the factions whose cards have behaviour."""
    mode, options = MIXES[number % len(MIXES)]
    known = sorted({faction for faction, _, _ in halves.HALVES})
    others = [slug for slug, file in dawnfall_factions().items() if file.starter_decks and slug not in known]
    factions = [*shuffled(chance, known), *shuffled(chance, others)]
    if number % 3 == 2:
        factions = list(shuffled(chance, factions))
    return random_setup(mode, factions[: PLAYERS[mode]], options, chance)


def _play(game: Game[Setup], tried: Counter[str], chance: Chance) -> str:
    """Play to the end, mostly taking what was tried least; gives what went wrong."""
    while game.pending is not None:
        if len(game.choices) >= ENDLESS:
            return "the game does not end"
        if not game.pending.options:
            return f"nothing can be chosen at {game.pending.kind}"
        options = [(f"{game.pending.kind} {_NUMBERS.sub('', option.id)}", option.id) for option in game.pending.options]
        start = chance.below(len(options))
        options = options[start:] + options[:start]
        key, choice = min(options, key=lambda pair: tried[pair[0]]) if chance.below(2) else options[0]
        tried[key] += 1
        try:
            game.choose(choice)
        except (IllegalChoice, LookupError, TypeError, ValueError, AttributeError, AssertionError) as broken:
            game.choices.pop()
            return f"{choice}: {broken!r}"
    return ""


def _count(game: Game[Setup], found: Exhaustion) -> None:
    factions = game.table.state.factions
    for event in game.log:
        if event.kind in found.steps:
            found.steps[event.kind] += 1
        if event.kind in {"half_played", "half_used"}:
            name = f"{factions[event.data['seat']]}/{event.data['card']}/{event.data['half']}"
            if name in found.halves:
                found.halves[name] += 1


def _dump(game: Game[Setup], fault: str, dumps: Path) -> Path:
    dumps.mkdir(parents=True, exist_ok=True)
    path = dumps / f"{game.seed.decode()}.json"
    written = {"fault": fault, "setup": game.setup.to_json(), "seed": game.seed.decode(), "choices": game.choices}
    path.write_text(json.dumps(written))
    return path


def _tuples(options: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
