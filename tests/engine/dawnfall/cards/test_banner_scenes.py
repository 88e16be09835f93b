"""Window, turn, face and limit of every Banner option of Chapter, Demon and Reborn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matches.engine.dawnfall.moments import Moment, WoundEvent
from matches.engine.dawnfall.state import Attached
from tests.engine.dawnfall.building import TestTable
from tests.engine.dawnfall.cards.armies import angel, knights, son
from tests.engine.dawnfall.cards.scenes import check_banner
from tests.engine.dawnfall.cards.test_reborn import ORACLE, oracle, shrine_at
from tests.engine.dawnfall.fielding import faction


def healed_at_the_shrine() -> TestTable:
    table = angel(banners={"chapter": "alternative-chapter-banner"}, shrines={}, endurance=[2, 1, 1, 4])
    table.state.shrines[0] = table.board.number[-1, 0]
    return table


def planted_at_the_shrine() -> TestTable:
    table = oracle(banners={"reborn": "alternative-reborn-banner"}, places={ORACLE: "-3,0:012"})
    shrine_at(table, (3, -3))
    return table


def given_for_charges() -> TestTable:
    banners = {"reborn": "alternative-reborn-banner"}
    return oracle(banners=banners, thickets=["0,0:3"], attached={ORACLE: [Attached("blitz", 0)]})


TABLES: dict[str, Callable[[], TestTable]] = {
    "chapter/chapter-banner/0": lambda: angel(endurance=[0, 1, 1, 4]),
    "chapter/chapter-banner/1": knights,
    "chapter/alternative-chapter-banner/0": lambda: angel(banners={"chapter": "alternative-chapter-banner"}),
    "chapter/alternative-chapter-banner/1": healed_at_the_shrine,
    "demon/demon-banner/0": son,
    "demon/demon-banner/1": son,
    "demon/alternative-demon-banner/0": lambda: son(banners={"demon": "alternative-demon-banner"}),
    "demon/alternative-demon-banner/1": lambda: son(banners={"demon": "alternative-demon-banner"}),
    "reborn/reborn-banner/0": oracle,
    "reborn/reborn-banner/1": lambda: oracle(thickets=["-2,0:0"]),
    "reborn/alternative-reborn-banner/0": planted_at_the_shrine,
    "reborn/alternative-reborn-banner/1": given_for_charges,
}


@pytest.mark.parametrize("key", TABLES)
def test_a_banner_option_is_offered_at_its_window_in_the_own_turn_while_the_banner_is_up(key: str) -> None:
    # R-BANNER, R-LOOP
    table = TABLES[key]()
    moment = Moment("W-OWN")
    if key == "chapter/alternative-chapter-banner/0":
        wounds = WoundEvent(table.model("son-of-khyber"), 1, 0, table.model("angel-of-death"))
        moment = Moment("W-WOUND-DEAL", wounds=wounds)
    check_banner(table, int(key[-1]), moment)


def test_every_banner_option_of_the_three_has_its_table() -> None:
    options = [
        f"{side}/{banner.slug}/{number}"
        for side in ("chapter", "demon", "reborn")
        for banner in faction(side).banners
        for number in range(len(banner.options))
    ]
    assert sorted(TABLES) == sorted(options)
