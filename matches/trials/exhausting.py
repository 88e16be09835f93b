"""Plays games that go for what was used least, until every step of the rules and every card half has come up often.

A game that breaks or does not end is written down with setup, seed and choices, so that it can be played again.
"""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from matches.engine import Decision, Game, Options, Setup, new_game, replay
from matches.engine.dawnfall import halves, rules
from matches.engine.dawnfall.halves import ALWAYS
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.chance import Chance, SeededChance, shuffled
from matches.setting_up.playable import playable_cards
from matches.setting_up.setups import read_setup
from matches.setting_up.starters import dawnfall_factions, random_setup, seated_factions
from matches.trials.selfplay import PLAYERS
from matches.trials.steering import Player

ENDLESS: Final = 20_000
#: Facts that no game brings about, and why.
NEVER: Final = {"fault_noted": "only a fault of ours would"}
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
#: Steps that only some modes have: while one is rare, every third game is of its mode.
IN_MODE: Final = {"player_eliminated": "ffa3", "tokens_left": "ffa3", "tokens_captured": "ffa3"}
#: Steps that only one half brings about.
BROUGHT_BY: Final = {
    "crystal_left": "dvergar/energize/lower",
    "model_called": "reborn/call-of-the-wilds/lower",
    "source_overgrown": "reborn/overgrow/lower",
    "source_removed": "dvergar/crystal-breaker/lower",
    "wood_removed": "reborn/seed/lower",
}
WANTED_AT_ONCE: Final = 4
#: Halves that are used only, or hardly ever otherwise, while or after another is: that one is wanted as well.
DURING: Final = {
    "charged-shot:lower": "purging:lower",
    "drill:lower": "self-repair:upper",
    "refined-fuel:lower": "flamethrower:lower",
    "seed:lower": "overgrow:lower",
    "wild-charge:lower": "blitz:lower",
}
#: Halves that can be used only if another card, or the Squad on its band, has come along.
BESIDE: Final = {
    "absorption:lower": "evolve-berserker",
    "lycanthropy:lower": "bloodlust",
}


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
        wanted = _wanted(found, times, chance)
        lacking = [IN_MODE[name] for name in found.rare(times) if name in IN_MODE]
        mode, options = (lacking[0], Options()) if lacking and number % 3 == 0 else MIXES[number % len(MIXES)]
        game = new_game(_setup(mode, options, wanted, chance), f"{seed}-{number}")
        player = Player(wanted, fierce=number % 4 > 0, tried=tried, chance=chance)
        fault = play_out(game, partial(_choice_of, player))
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
    """The halves with behaviour that can be met in a match, as faction/card/place."""
    played = {(slug, card.slug) for slug in seated_factions() for card in playable_cards(dawnfall_factions()[slug])}
    for faction, slug, place in {**halves.HALVES, **halves.PASSIVES, **halves.ONGOING}:
        if (faction, slug) in played:
            yield f"{faction}/{slug}/{place}"


def read_dump(path: Path) -> Game[Setup]:
    """Play a dumped game up to the choice before its fault."""
    data = json.loads(path.read_text())
    return replay(read_setup(data["setup"]), data["seed"], data["choices"])


def _wanted(found: Exhaustion, times: int, chance: Chance) -> dict[str, set[str]]:
    """For each faction a few of the halves that have come up too seldom, as card:place."""
    wanted: dict[str, set[str]] = {name.split("/")[0]: set() for name in found.halves}
    rare = found.rare(times)
    # Any of them, not the rarest: a half that hardly ever can be played must not keep the others waiting.
    for name in shuffled(chance, [*(name for name in found.halves if name in rare), *_bringers(found, times)]):
        faction, half = name.split("/", 1)
        if len(wanted[faction]) < WANTED_AT_ONCE:
            wanted[faction].add(half.replace("/", ":"))
    return {faction: with_their_like(few) for faction, few in wanted.items()}


def with_their_like(halves: set[str]) -> set[str]:
    """The halves, and those during which some of them are used."""
    return halves | {DURING[half] for half in halves if half in DURING}


def cards_for(halves: set[str]) -> set[str]:
    """The cards that a deck needs so that these halves can be used."""
    return {half.split(":")[0] for half in halves} | {BESIDE[half] for half in halves if half in BESIDE}


def _bringers(found: Exhaustion, times: int) -> list[str]:
    return [half for step, half in BROUGHT_BY.items() if found.steps[step] < times and half in found.halves]


def _setup(mode: str, options: Options, wanted: dict[str, set[str]], chance: Chance) -> Setup:
    """Decks around the wanted cards; two games of three prefer the factions that have some."""
    factions = list(shuffled(chance, seated_factions()))
    if chance.below(3):
        factions.sort(key=lambda slug: not wanted.get(slug))
    cards = {faction: cards_for(few) for faction, few in wanted.items()}
    return random_setup(mode, shuffled(chance, factions[: PLAYERS[mode]]), options, chance, cards)


def _choice_of(player: Player, game: Game[Setup], decision: Decision) -> str:
    return player.choose(game.table, decision)


def play_out(game: Game[Setup], choose: Callable[[Game[Setup], Decision], str]) -> str:
    """Play to the end; gives what went wrong, and leaves the game at the decision before it."""
    while game.pending is not None:
        if len(game.choices) >= ENDLESS:
            return "the game does not end"
        if not game.pending.options:
            return f"nothing can be chosen at {game.pending.kind}"
        choice, made = choose(game, game.pending), len(game.choices)
        try:
            game.choose(choice)
        except Exception as broken:
            del game.choices[made:]
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
        if event.kind in {"enhancement_attached", "card_attached"}:
            found.halves.update(_always_on(game.table, event.data["seat"], event.data["card"], found))


def _always_on(table: Table, seat: int, slug: str, found: Exhaustion) -> list[str]:
    """The passive halves without a price: they are in use as soon as the card is attached."""
    army = table.roster.armies[seat]
    card = army.cards[slug]
    places = [("upper", card.upper), ("lower", card.lower)]
    on = [f"{army.faction}/{slug}/{place}" for place, half in places if half and half.window == ALWAYS]
    return [name for name in on if name in found.halves]


def _dump(game: Game[Setup], fault: str, dumps: Path) -> Path:
    dumps.mkdir(parents=True, exist_ok=True)
    path = dumps / f"{game.seed.decode()}.json"
    written = {"fault": fault, "setup": game.setup.to_json(), "seed": game.seed.decode(), "choices": game.choices}
    path.write_text(json.dumps(written))
    return path
