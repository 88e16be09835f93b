"""Experiments for tests."""

from __future__ import annotations

from typing import Any

from catalog.models import GameSystem
from decks.visitors import Visitor
from laboratory import services
from laboratory.models import Experiment
from laboratory.services.starting import all_starters
from matches.setting_up.deck_choices import Brought, starter
from tests.factories import UserFactory


def a_visitor(**values: Any) -> Visitor:
    return Visitor(user=UserFactory(**values))


def a_starter(faction: str) -> Brought:
    return Brought(starter(faction, "duel"))


def begin(visitor: Visitor | None = None, *, games: int = 10, **values: Any) -> Experiment:
    """The Chapter's starter deck against that of the Demons, among Recruits, with luck that is known."""
    wanted = {"tried": a_starter("chapter"), "met": [a_starter("demon")], "level": "recruit", "seed": "tests", **values}
    system = GameSystem.objects.get(slug="dawnfall")
    return services.start(visitor or a_visitor(), system, games=games, **wanted)


def begin_against_all(visitor: Visitor | None = None, **values: Any) -> Experiment:
    return begin(visitor, met=all_starters("chapter"), **values)
