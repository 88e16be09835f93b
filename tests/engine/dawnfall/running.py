"""Matches for tests from their very beginning, run stage by stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalog.packs import schema
from matches.engine.dawnfall import setting_up
from matches.engine.dawnfall.rules import STAGES
from matches.engine.dawnfall.setup import Options, Setup
from tests.engine.dawnfall.building import Rolls, Talk, TestTable, a_setup, a_squad, play

PLAYERS = {"duel": 2, "ffa3": 3, "ffa4": 4, "team": 4}


def small_setup(mode: str = "duel", options: Options | None = None, **more: Any) -> Setup:
    """One squad of one model a seat: `squad-0`, `squad-1` ..."""
    squads = [a_squad(f"squad-{seat}", seat) for seat in range(PLAYERS[mode])]
    return a_setup(*squads, mode=mode, options=options, **more)


def fresh_table(setup: Setup, *rolls: int) -> TestTable:
    """A table before step 4; the rolls are the numbers chance will give."""
    return TestTable(setup, setting_up.begin(setup), Rolls(*rolls))


def run_stage(table: TestTable, *answers: str | Mapping[str, str]) -> Talk:
    """Run the stage that is next."""
    return play(STAGES[table.state.stage](table), *answers)


def run_until(table: TestTable, stage: str, *answers: str | Mapping[str, str]) -> list[Talk]:
    """Run stages until that one is next; the last answer, a mapping, serves all questions by kind."""
    talks = []
    waiting = list(answers)
    while table.state.stage != stage:
        standing = waiting[-1] if waiting and isinstance(waiting[-1], Mapping) else {}
        talks.append(play(STAGES[table.state.stage](table), standing))
    return talks


def a_card(slug: str, **values: Any) -> schema.Card:
    """A card that any squad may use; it does nothing."""
    half = {"name": slug, "cost": 0, "currency": "crystal", "window": "W-OWN", "rules": "Nothing."}
    record = {"slug": slug, "name": slug.capitalize(), "copies": 9, "squad": "any", "kind": "action"}
    return schema.Card.model_validate({**record, "upper": half, "lower": half, **values})


def an_enhancement(slug: str, **values: Any) -> schema.Card:
    """An Enhancement that any squad may carry."""
    return a_card(slug, kind="enhancement", attach={"cost": 1, "charges": 1, **values.pop("attach", {})}, **values)
