"""Tables with the real Chapter and Demons for tests of cards, on the board T37.

table = a_field("holy-knight", "holy-knight", enemies=["bloodsmith"], places={"holy-knight": "0,0:01"}, hand=["leap"])
do(table, "play:leap:lower", ...)

Seat 0 is the Chapter unless `sides` says otherwise. `holy-knight@1` is the second Squad of that name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import matches.engine.dawnfall.cards  # noqa: F401
from catalog.packs.files import read_file
from catalog.packs.reader import DAWNFALL
from catalog.packs.schema import FactionFile
from matches.engine.dawnfall import offering, playing
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.setup import DeckChoice, Options, Seat, Setup
from matches.engine.dawnfall.state import Attached
from matches.engine.kernel.decisions import Option
from tests.engine.dawnfall.building import QUIET, Talk, TestTable, a_table, play

BANNERS = {
    "chapter": "chapter-banner",
    "demon": "demon-banner",
    "dvergar": "dvergar-banner",
    "faceless": "faceless-banner",
    "reborn": "reborn-banner",
    "rhazack": "rhazack-banner",
}
SHRINES = {
    "chapter": "frontline-chapel",
    "demon": "blood-altar",
    "dvergar": "junkyard",
    "faceless": "hatchery",
    "reborn": "thornheart-wood",
    "rhazack": "energy-cloud",
}


@cache
def faction(slug: str) -> FactionFile:
    """The catalogue's file of a faction."""
    return read_file(DAWNFALL / f"{slug}.yaml", FactionFile)


def a_field(
    *squads: str,
    enemies: Sequence[str] = (),
    sides: Sequence[str] = ("chapter", "demon"),
    hand: Iterable[str] = (),
    enemy_hand: Iterable[str] = (),
    attached: Mapping[str, Sequence[Attached]] | None = None,
    banners: Mapping[str, str] | None = None,
    shrines: Mapping[str, str] | None = None,
    mode: str = "duel",
    options: Options | None = None,
    **values: Any,
) -> TestTable:
    """A table of two sides (of more seats, the others have the enemies' squads, too)."""
    seats = []
    for number, side in enumerate(sides):
        banner, shrine = ({**BANNERS, **(banners or {})}[side], {**SHRINES, **(shrines or {})}[side])
        fielded = tuple(squads if number == 0 else enemies)
        seats.append(Seat(f"Player {number}", (DeckChoice(side, fielded, {}, banner, shrine),)))
    setup = Setup(mode, tuple(seats), {side: faction(side) for side in sides}, options or QUIET, map="T37")
    hands = [tuple(hand), tuple(enemy_hand), *[()] * (len(sides) - 2)]
    table = a_table(setup=setup, **{"hands": hands, "crystals": [5] * len(sides), **values})
    for name, cards in (attached or {}).items():
        table.state.attached[table.squad_of(name)] = tuple(cards)
        table.state.neutral_charges -= sum(card.charges for card in cards)
    return table


def offers(table: TestTable, seat: int = 0) -> list[str]:
    """What the player could use in a free moment: the ids of the options."""
    return [option.id for option in offering.free_uses(table, seat)]


def at(table: TestTable, seat: int, moment: Moment) -> list[str]:
    """What a seat could use at a window."""
    return [option.id for option in offering.usable(table, seat, moment.window, moment)]


def do(table: TestTable, use: str, *answers: str | Mapping[str, str]) -> Talk:
    """Use something in a free moment of the Active player; costs are paid from the Crystal Pool."""
    return play(playing.use(table, table.state.active, offered(table, use)), *paying(answers))


def paying(answers: tuple[str | Mapping[str, str], ...]) -> list[str | Mapping[str, str]]:
    """The answers, with the standing one that costs are paid from the Crystal Pool."""
    given = list(answers)
    standing = given.pop() if given and isinstance(given[-1], Mapping) else {}
    return [*given, {"pay": "crystals", **standing}]  # type: ignore[dict-item]


def offered(table: TestTable, use: str) -> Option:
    """The option of that id, which must be offered now."""
    options = offering.free_uses(table, table.state.active)
    found = [option for option in options if option.id == use]
    assert found, f"{use} is not offered, but {[option.id for option in options]}"
    return found[0]


def model_option(table: TestTable, name: str) -> str:
    """The answer that names a model."""
    return f"model:{table.model(name)}"


def charges(table: TestTable, squad: str) -> list[int]:
    """The charges on a Squad's cards."""
    return [card.charges for card in table.state.attached[table.squad_of(squad)]]


CALM = {"rolled": "keep", "counterattack": "decline", "die": "yellow", "pay": "crystals"}


def use(table: TestTable, squad: str, card: str, place: str) -> str:
    """The id of using an attached half."""
    return f"use:{table.squad_of(squad)}:{card}:{place}"


def fight(table: TestTable, one: str, other: str, *answers: Any) -> Any:
    """A Combat Sequence between two models, quiet where the test says nothing."""
    return play(combat_sequence(table, table.model(one), table.model(other)), *answers, CALM)


def endurance(table: TestTable, squad: str) -> int:
    """The Endurance tokens of a squad."""
    return table.state.endurance[table.squad_of(squad)]
