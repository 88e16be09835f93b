"""Golden games: recorded games that must replay the same for as long as the rules have the same version."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from matches.engine import RULES_VERSION, Game, Options, Setup, replay
from matches.selfplay import play_game, random_bot
from matches.starters import starter_setup

#: What is recorded: a name, the mode, the factions and the options.
RECORDED: Final[dict[str, tuple[str, tuple[str, ...], Options]]] = {
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


def setup_of(name: str) -> Setup:
    """The setup of a recorded game."""
    mode, factions, options = RECORDED[name]
    return starter_setup(mode, factions, options)


def record(name: str) -> dict[str, Any]:
    """Play the game of that name anew and write down what is needed to replay it."""
    game = play_game(setup_of(name), name, random_bot(name)).game
    return {"rules": RULES_VERSION, "seed": name, "choices": game.choices, "state": fingerprint(game)}


def replayed(name: str, data: dict[str, Any]) -> Game[Setup]:
    """The recorded game, played again from its choices."""
    return replay(setup_of(name), data["seed"], data["choices"])


def fingerprint(game: Game[Setup]) -> str:
    """A short name for everything that is true at the end of a game."""
    written = json.dumps(game.table.state.to_json(), sort_keys=True)
    return sha256(written.encode()).hexdigest()


def write_all(folder: Path) -> None:
    """Record every game into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in RECORDED:
        (folder / f"{name}.json").write_text(json.dumps(record(name)) + "\n")
