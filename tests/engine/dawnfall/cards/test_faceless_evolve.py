"""Evolve cards, and all that plays them: Absorption, the Banners, the Incubation Chamber. R-EVOLVE"""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, changing_mode, evolving, reasons
from matches.engine.dawnfall.explaining import explain
from matches.engine.dawnfall.moments import Death
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.setup import Options
from matches.engine.dawnfall.state import DEAD, GONE, Attached, Marker
from matches.engine.dawnfall.views import view
from matches.engine.dawnfall.wounds import kill
from matches.engine.kernel.decisions import Decision
from tests.engine.dawnfall.building import FIRST, TestTable, play
from tests.engine.dawnfall.cards.armies import faceless
from tests.engine.dawnfall.fielding import CALM, do, endurance, model_option, offers

BANNERS = [("faceless-banner", 1), ("alternative-faceless-banner", 0)]


def values(table: TestTable, name: str) -> list[int | None]:
    return [attributes.value(table, table.model(name), attribute) for attribute in attributes.NAMES]


# Playing the cards


@pytest.mark.parametrize(
    ("squad", "place", "card", "mode", "cost", "numbers"),
    [
        ("berserker", "0,0:0", "evolve-berserker", 2, 2, [3, 3, 1, 3]),
        ("fleshripper", "0,0:01", "evolve-fleshripper", 2, 2, [3, 4, 2, 3]),
        ("bladebreeder", "0,0:0", "evolve-bladebreeder", 2, 2, [3, 4, 2, 4]),
        ("harvester", "0,0:012", "evolve-harvester", 2, 2, [3, 4, 3, 8]),
        ("shatterer", "0,0:0123456", "evolve-shatterer-defensive", 2, 2, [3, 3, 4, 6]),
        ("shatterer", "0,0:0123456", "evolve-shatterer-assimilated", 3, 3, [4, 6, 0, 6]),
        ("shatterer", "0,0:0123456", "evolve-shatterer-ascended", 4, 4, [4, 6, 3, 12]),
    ],
)
@pytest.mark.parametrize("before", [0, 1])
def test_an_evolve_card_gives_its_squad_new_values(
    squad: str, place: str, card: str, mode: int, cost: int, numbers: list[int], before: int
) -> None:
    # faceless/evolve-berserker/lower, faceless/evolve-fleshripper/lower, faceless/evolve-bladebreeder/lower
    # faceless/evolve-harvester/lower, faceless/evolve-shatterer-defensive/lower
    # faceless/evolve-shatterer-assimilated/lower, faceless/evolve-shatterer-ascended/lower, R-EVOLVE
    table = faceless(squad, hand=[card], places={squad: place}, modes=[before, 0, 0])
    spots = table.state.places[:]
    do(table, f"play:{card}:lower")
    assert (table.state.modes[0], values(table, squad)) == (mode, numbers)
    assert (table.state.crystals[0], table.state.places) == (5 - cost, spots)
    assert (table.state.hands[0], table.state.discards[0]) == ((), ())
    assert table.events("squad_evolved") == [{"seat": 0, "squad": 0, "card": card, "mode": mode}]
    assert view(table, 1)["squads"][0]["mode_name"].startswith("Evolved")


def test_a_berserker_card_serves_either_squad_and_changes_nothing_else() -> None:
    # faceless/evolve-berserker/lower, R-EVOLVE
    table = faceless(
        "berserker", "berserker", hand=["evolve-berserker"], endurance=[1, 0, 1, 2],
        attached={"berserker@1": [Attached("breeding", 0)]}, places={"berserker": "0,0:0", "berserker@1": "0,0:1"},
    )  # fmt: skip
    number, token = table.squad_of("berserker@1"), (Marker("fire", 1, 1),)
    table.state.markers[table.model("berserker@1")] = token
    talk = do(table, "play:evolve-berserker:lower", f"squad:{number}")
    assert talk.options("squad") == [["Berserker", "Berserker", "Back"]]
    assert table.state.modes[:2] == [0, 2]
    assert (table.state.endurance[number], table.state.markers[table.model("berserker@1")]) == (0, token)
    assert table.state.attached[number] == (Attached("breeding", 0),)


def test_an_evolved_squad_changes_mode_by_evolve_cards_only() -> None:
    # faceless/evolve-shatterer-ascended/lower, faceless/evolve-shatterer-defensive/lower, R-EVOLVE, R-CHANGE-MODE
    table = faceless("shatterer", hand=["evolve-shatterer-defensive"], places={"shatterer": "0,0:0123456"},
                     modes=[4, 0, 0])  # fmt: skip
    squad = table.roster.squads[0]
    assert (changing_mode.other_side(table, squad), changing_mode.cost(table, squad)) == (None, None)
    do(table, "play:evolve-shatterer-defensive:lower")
    assert table.state.modes[0] == 2
    assert table.state.discards[0] == ("evolve-shatterer-ascended",)
    assert evolving.card_on(table, squad) == "evolve-shatterer-defensive"


def test_an_evolve_card_needs_a_squad_on_the_board_that_it_would_change() -> None:
    # faceless/evolve-berserker/lower, R-EVOLVE, R-PARTIAL
    card = "play:evolve-berserker:lower"
    table = faceless("berserker", "bladebreeder", hand=["evolve-berserker"], places={"berserker": "0,0:0"},
                     banner_ready=[False, True])  # fmt: skip
    assert card in offers(table)
    table.state.active = 1
    assert card not in offers(table, 0)
    table.state.active, table.state.modes[0] = 0, 2
    assert card not in offers(table)
    table.state.modes[0] = 0
    table.lift(table.model("berserker"), DEAD)
    assert card not in offers(table)


def test_an_evolve_card_for_a_squad_that_has_its_mode_asks_for_no_other_side() -> None:
    # faceless/evolve-berserker/lower, R-PARTIAL
    table = faceless("berserker", hand=["evolve-berserker"], places={"berserker": "0,0:0"}, modes=[2, 0, 0])
    refused = explain(table, Decision(0, "free", "What do you do?", ()), 0)["play:evolve-berserker:lower"]
    assert refused.code == reasons.NothingToDo.code


def test_an_evolve_card_can_be_taken_back_until_it_is_paid() -> None:  # faceless/evolve-berserker/lower, DF-PAY-06
    table = faceless("berserker", hand=["evolve-berserker"], places={"berserker": "0,0:0"})
    do(table, "play:evolve-berserker:lower", {"pay": "back"})
    assert (table.state.hands[0], table.state.modes[0], table.log) == (("evolve-berserker",), 0, [])


# With the Banner


def brood(banner: str, *dead: str, **more: Any) -> TestTable:
    places = {"bladebreeder": "-3,0:0", "berserker": "0,0:0", "berserker/1": "0,0:1", "berserker/2": "0,0:2"}
    table = faceless("bladebreeder", "berserker", hand=["evolve-berserker"], banners={"faceless": banner},
                     places=places, **more)  # fmt: skip
    for name in dead:
        table.lift(table.model(name), DEAD)
    return table


@pytest.mark.parametrize(("banner", "option"), BANNERS)
def test_the_banner_returns_all_dead_models_of_the_squad_that_evolves(banner: str, option: int) -> None:
    # faceless/faceless-banner/1, faceless/alternative-faceless-banner/0, R-RETURN, R-EVOLVE
    table = brood(banner, "berserker/1", "berserker/2", endurance=[1, 0, 1, 2])
    assert f"banner:{option}" not in offers(table)
    do(table, "play:evolve-berserker:lower", f"banner:{option}", {"*": FIRST, "pay": "crystals"})
    assert len(table.standing(table.roster.squads[1])) == 3
    assert (table.state.modes[1], table.state.banner_ready[0], endurance(table, "berserker")) == (2, False, 0)
    assert table.state.crystals[0] == 3


@pytest.mark.parametrize(("banner", "option"), BANNERS)
def test_the_banner_lets_even_a_dead_squad_evolve(banner: str, option: int) -> None:
    # faceless/faceless-banner/1, faceless/alternative-faceless-banner/0, R-EVOLVE, R-GONE
    table = brood(banner, "berserker", "berserker/1", "berserker/2")
    table.state.places[table.model("berserker/2")] = GONE
    talk = do(table, "play:evolve-berserker:lower", {"*": FIRST, "pay": "crystals"})
    assert "window" not in talk.kinds()
    assert len(table.standing(table.roster.squads[1])) == 2
    assert (table.state.modes[1], table.state.banner_ready[0], table.state.marker) == (2, False, 0)
    assert table.events("banner_used") == [{"seat": 0, "option": option, "banner": banner}]


def test_the_banner_does_not_revive_a_squad_that_has_the_mode_already() -> None:
    # faceless/faceless-banner/1, faceless/evolve-berserker/lower, R-PARTIAL
    table = brood("faceless-banner", "berserker", "berserker/1", modes=[0, 2, 0, 0])
    assert "play:evolve-berserker:lower" not in offers(table)


def test_the_banner_may_be_kept_and_needs_somebody_dead() -> None:  # faceless/faceless-banner/1, R-OPTIONAL
    table = brood("faceless-banner", "berserker")
    do(table, "play:evolve-berserker:lower", "pass")
    assert (table.state.modes[1], table.state.banner_ready[0]) == (2, True)
    whole = brood("faceless-banner")
    assert "window" not in do(whole, "play:evolve-berserker:lower").kinds()
    assert whole.state.banner_ready[0]


# Absorption


def feast(*hand: str, **more: Any) -> TestTable:
    places = {"harvester": "0,0:012", "bladebreeder": "0,0:3", "pilgrim": "0,0:4", **more.pop("places", {})}
    return faceless("harvester", "bladebreeder", hand=hand, places=places, **more)


def slay(table: TestTable, victim: str, killer: str, *answers: Any) -> list[str]:
    """One model kills another; gives what was offered at the windows."""
    death = Death(table.model(victim), 0, table.model(killer))
    talk = play(kill(table, death), *answers, CALM)
    return [option.id for decision in talk.asked if decision.kind == "window" for option in decision.options]


@pytest.mark.parametrize("active", [0, 1])
def test_absorption_plays_an_evolve_card_of_any_squad_without_its_cost(active: int) -> None:
    # faceless/absorption/lower, R-EVOLVE, R-LIGHTNING
    table = feast("absorption", "evolve-bladebreeder", "evolve-harvester", active=active)
    slay(table, "pilgrim", "harvester", "play:absorption:lower", "evolve:evolve-bladebreeder")
    assert table.state.modes[:2] == [0, 2]
    assert (table.state.hands[0], table.state.discards[0]) == (("evolve-harvester",), ("absorption",))
    assert table.state.crystals[0] == 4
    assert [event["cost"] for event in table.events("half_played")] == [1, 0]


@pytest.mark.parametrize(
    ("hand", "victim", "killer"),
    [
        (("absorption",), "pilgrim", "harvester"),
        (("absorption", "evolve-berserker"), "pilgrim", "harvester"),
        (("absorption", "evolve-harvester"), "pilgrim", "bladebreeder"),
        (("absorption", "evolve-harvester"), "bladebreeder", "harvester"),
    ],
)
def test_absorption_needs_the_kill_and_a_card_that_could_be_played(
    hand: tuple[str, ...], victim: str, killer: str
) -> None:
    # faceless/absorption/lower, R-PARTIAL
    assert slay(feast(*hand), victim, killer) == []


def test_absorption_can_be_taken_back_and_tells_nobody() -> None:  # faceless/absorption/lower, DF-DECK-06
    table = feast("absorption", "evolve-harvester")
    slay(table, "pilgrim", "harvester", "play:absorption:lower", "back", "pass")
    assert (table.state.hands[0], table.state.crystals[0]) == (("absorption", "evolve-harvester"), 5)
    assert table.events("half_played") == []


def test_who_might_absorb_is_asked_whatever_the_hand() -> None:  # faceless/absorption/lower, R-ASK
    for hand in (("absorption",), ("evolve-harvester",), ("osmosis",)):
        table = feast(*hand, options=Options(ask_always=True))
        talk = play(kill(table, Death(table.model("pilgrim"), 0, table.model("harvester"))), "pass", {"*": "pass"})
        assert [decision.seat for decision in talk.asked if decision.data.get("window") == "W-KILLED"] == [0]


def test_the_banner_answers_an_evolve_card_of_absorption_in_the_own_turn_only() -> None:
    # faceless/absorption/lower, faceless/faceless-banner/1, R-BANNER
    for active, asked in ((0, True), (1, False)):
        table = feast("absorption", "evolve-bladebreeder", active=active)
        table.state.places[table.model("bladebreeder/1")] = DEAD
        offered = slay(table, "pilgrim", "harvester", "play:absorption:lower", "evolve:evolve-bladebreeder",
                       *(["pass"] if asked else []))  # fmt: skip
        assert ("banner:1" in offered) == asked
        assert table.state.modes[1] == 2


# Incubation Chamber


def chamber(*hand: str, **more: Any) -> TestTable:
    """The Chamber in the middle; a Berserker and a Bladebreeder touch it."""
    places = {"berserker": "1,0:4", "bladebreeder": "1,0:5", "harvester": "-3,0:012", **more.pop("places", {})}
    squads = more.pop("squads", ("berserker", "bladebreeder", "harvester"))
    table = faceless(*squads, hand=hand, places=places, stage="passive",
                     shrines={"faceless": "incubation-chamber"}, **more)  # fmt: skip
    table.state.shrines[0] = table.board.number[0, 0]
    table.state.occupied |= table.board.space_bits[table.board.number[0, 0]]
    return table


def test_the_chamber_evolves_a_squad_anywhere_for_a_sacrifice() -> None:
    # faceless/incubation-chamber, R-SHRINE-PASSIVE, R-SACRIFICE
    table = chamber("evolve-harvester", "evolve-berserker")
    talk = play(passive_turn(table), "evolve:evolve-harvester", model_option(table, "berserker"))
    assert [option.id for option in talk.asked[0].options] == [
        "mode", "evolve:evolve-harvester", "evolve:evolve-berserker", "pass"
    ]  # fmt: skip
    assert table.state.places[table.model("berserker")] == DEAD
    assert (table.state.modes[2], table.state.hands[0], table.state.crystals[0]) == (2, ("evolve-berserker",), 5)
    assert (table.state.marker, table.state.banner_ready[0]) == (0, True)


def test_the_chamber_does_not_eat_the_last_model_of_the_squad_that_shall_evolve() -> None:
    # faceless/incubation-chamber, R-EVOLVE
    table = chamber("evolve-berserker")
    talk = play(passive_turn(table), "evolve:evolve-berserker")
    assert table.state.places[table.model("bladebreeder")] == DEAD
    assert (talk.kinds(), table.state.modes[0]) == (["window"], 2)


def test_the_chamber_changes_a_mode_for_a_sacrifice_without_an_arrow() -> None:
    # faceless/incubation-chamber, R-CHANGE-MODE, R-EVOLVE
    table = chamber(modes=[0, 2, 1, 0, 0], crystals=[0, 0])
    play(passive_turn(table), "mode", model_option(table, "berserker"))
    assert table.state.modes[:3] == [0, 2, 0]
    declined = chamber()
    play(passive_turn(declined), "pass")
    assert declined.on_board(declined.model("berserker"))


def test_the_chamber_needs_food_and_the_own_passive_turn() -> None:  # faceless/incubation-chamber, R-SHRINE-PASSIVE
    apart = chamber("evolve-harvester", places={"berserker": "2,0:0", "bladebreeder": "2,0:1"})
    assert play(passive_turn(apart)).asked == []
    other = chamber("evolve-harvester", active=1)
    assert play(passive_turn(other)).asked == []


def test_the_chamber_does_not_revive_with_the_banner() -> None:  # faceless/incubation-chamber, R-BANNER, R-QUIET
    table = chamber("evolve-harvester", modes=[2, 2, 1, 0, 0])
    table.lift(table.model("harvester"), DEAD)
    assert play(passive_turn(table)).asked == []
    hidden = chamber("evolve-harvester", modes=[2, 2, 1, 0, 0], options=Options(ask_always=True))
    hidden.lift(hidden.model("harvester"), DEAD)
    talk = play(passive_turn(hidden), "pass")
    assert [option.id for option in talk.asked[0].options] == ["pass"]
    twins = chamber("evolve-berserker", squads=("berserker", "bladebreeder", "harvester", "berserker"))
    for model in twins.roster.squads[3].models:
        twins.state.places[model] = DEAD
    talk = play(passive_turn(twins), "evolve:evolve-berserker")
    assert (talk.kinds(), twins.state.modes[:4], twins.state.banner_ready[0]) == (["window"], [2, 0, 0, 0], True)
