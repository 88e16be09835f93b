"""Words for tests of Combat: two models in contact, and what came of their fight."""

from typing import Any

from matches.engine.dawnfall.combat import combat_sequence
from tests.engine.dawnfall.building import (
    Talk,
    TestTable,
    a_squad,
    a_table,
    play,
    yellow,
)

YELLOW = {"die": "yellow", "rolled": "keep"}
DECLINE = {**YELLOW, "counterattack": "decline"}
STRIKE = {**YELLOW, "counterattack": "strike"}
#: Models of the table `duel`: seat by seat.
ALPHA, BETA = 0, 2


def duel(
    alpha: dict[str, Any] | None = None, beta: dict[str, Any] | None = None, rolls: tuple[int, ...] = (), **state: Any
) -> TestTable:
    """Alpha of seat 0 touches beta of seat 1; both have far-away friends so that no death ends the match."""
    squads = (
        a_squad("alpha", **(alpha or {})), a_squad("beta", 1, **(beta or {})), a_squad("friend"), a_squad("foe", 1),
    )  # fmt: skip
    places = {"alpha": "0,0:0", "beta": "0,0:1", "friend": "-3,0:0", "foe": "3,0:0"}
    return a_table(*squads, places=places, rolls=map(yellow, rolls), **state)


def fight(table: TestTable, *answers: Any, starter: str = "alpha", opponent: str = "beta") -> Talk:
    return play(combat_sequence(table, table.model(starter), table.model(opponent)), *answers)


def attackers(table: TestTable) -> list[str]:
    return [table.squad(event["model"]).slug for event in table.events("attack_made")]


def powers(table: TestTable) -> list[tuple[int, int]]:
    return [(event["attack"], event["defense"]) for event in table.events("attack_compared")]


def wounded(table: TestTable) -> list[str]:
    return [table.squad(event["model"]).slug for event in table.events("model_wounded")]


def pair(*rolls: int) -> TestTable:
    return duel({"ini": 3, "att": 2, "def": 1}, {"att": 1, "def": 2}, rolls)
