"""Setups of matches between the database and the engine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any

from matches.engine import DeckChoice, Options, Seat, Setup
from matches.setting_up.starters import dawnfall_factions


def read_setup(data: Mapping[str, Any]) -> Setup:
    """The setup that `Setup.to_json` has written."""
    seats = tuple(Seat(seat["name"], tuple(read_deck(deck) for deck in seat["decks"])) for seat in data["seats"])
    return Setup(data["mode"], seats, dawnfall_factions(), read_options(data["options"]), data.get("map", ""))


def read_deck(data: Mapping[str, Any]) -> DeckChoice:
    """The deck that was written as JSON."""
    return DeckChoice(**_with_tuples(data))


def read_options(data: Mapping[str, Any]) -> Options:
    """The options that were written as JSON; what is not named is as the rules have it."""
    known = {field.name for field in fields(Options)}
    return Options(**{name: value for name, value in _with_tuples(data).items() if name in known})


def _with_tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def setup_of(data: Mapping[str, Any]) -> Setup:
    """The same, but the tables of a setup are worked out once in a process, not with every click."""
    return _known(json.dumps(data))


@lru_cache(maxsize=2_000)
def _known(text: str) -> Setup:
    return read_setup(json.loads(text))
