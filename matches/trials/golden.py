"""Golden games: recorded games that must replay the same for as long as the rules have the same version."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from matches.engine import RULES_VERSION, Game, Options, Setup, replay
from matches.engine.kernel.chance import SeededChance
from matches.setting_up.setups import read_setup
from matches.setting_up.starters import random_setup, starter_setup
from matches.trials.selfplay import play_randomly

#: Games of starter decks: a name, the mode, the factions and the options.
_STARTERS: Final[dict[str, tuple[str, tuple[str, ...], Options]]] = {
    "duel-chapter-demon": ("duel", ("chapter", "demon"), Options()),
    "duel-demon-chapter-quick": ("duel", ("demon", "chapter"), Options(quick_setup=True)),
    "duel-dvergar-faceless": ("duel", ("dvergar", "faceless"), Options()),
    "duel-reborn-rhazack-options": (
        "duel",
        ("reborn", "rhazack"),
        Options(more_crystals=True, mulligan=True, buying_vp=True, special_sources=True, hand_size=4),
    ),
    "duel-chapter-demon-short": ("duel", ("chapter", "demon"), Options(short_deck=True, reshuffle=True, max_turns=40)),
    "ffa3": ("ffa3", ("chapter", "demon", "dvergar"), Options()),
    "ffa4": ("ffa4", ("chapter", "demon", "faceless", "reborn"), Options()),
    "team": ("team", ("chapter", "demon", "reborn", "rhazack"), Options()),
}


#: The same with random decks and cavalry.
_CAVALRY: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "cavalry-chapter-demon": ("duel", ("chapter", "demon")),
    "cavalry-dvergar-faceless": ("duel", ("dvergar", "faceless")),
    "cavalry-reborn-rhazack": ("duel", ("reborn", "rhazack")),
}
RECORDED: Final = (*_STARTERS, *_CAVALRY)


def new_setup(name: str) -> Setup:
    """The setup for a game that is to be recorded."""
    if name in _CAVALRY:
        mode, factions = _CAVALRY[name]
        return random_setup(mode, factions, Options(), SeededChance(name.encode()), cavalry=True)
    mode, factions, options = _STARTERS[name]
    return starter_setup(mode, factions, options)


def record(name: str) -> dict[str, Any]:
    """Play the game of that name anew and write down what is needed to replay it."""
    game = play_randomly(new_setup(name), name).game
    setup = game.setup.to_json()
    return {"rules": RULES_VERSION, "setup": setup, "seed": name, "choices": game.choices, "state": fingerprint(game)}


def replayed(data: dict[str, Any]) -> Game[Setup]:
    """The recorded game, played again from its choices."""
    return replay(read_setup(data["setup"]), data["seed"], data["choices"])


def fingerprint(game: Game[Setup]) -> str:
    """A short name for everything that is true at the end of a game."""
    written = json.dumps(game.table.state.to_json(), sort_keys=True)
    return sha256(written.encode()).hexdigest()


def write_all(folder: Path) -> None:
    """Record every game into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in RECORDED:
        (folder / f"{name}.json").write_text(json.dumps(record(name)) + "\n")
