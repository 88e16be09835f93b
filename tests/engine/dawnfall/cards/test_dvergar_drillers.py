"""The Drillers: their Deployment card, their setup Enhancement and their cards, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import Fight, Moment, WoundEvent
from matches.engine.dawnfall.state import WAITING, Attached
from matches.engine.dawnfall.views import view
from matches.engine.dawnfall.wounds import wound
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import dvergar
from tests.engine.dawnfall.fielding import CALM, at, charges, do, endurance, offers, use

EMERGE, STRIKE = "deploy:0:subterran-strike:upper", "deploy:0:subterran-strike:lower"
PUNCTURE = [Attached("puncture", 2)]


def waiting(**values: Any) -> TestTable:
    """The Drillers wait beside the board."""
    places = {"avenger": "-3,0:0123456", "son-of-khyber": "0,0:0123456", **values.pop("places", {})}
    return dvergar("drillers", "avenger", places=places, **values)


def drillers(mode: int = 0, **values: Any) -> TestTable:
    places = {"drillers": "0,-1:01", "drillers/1": "-2,0:01", **values.pop("places", {})}
    table = waiting(places=places, **values)
    table.state.modes[0] = mode
    return table


def spot(hexes: str) -> str:
    return f"fp:{footprint('T37', hexes)}"


# Subterran Strike, the Deployment card


def test_emerge_puts_both_drillers_side_by_side_on_any_empty_hexes() -> None:
    # dvergar/subterran-strike/upper, R-DEPLOY, R-REPOSITION
    table = waiting()
    goal = table.board.number[2, 0]
    talk = do(table, EMERGE, f"space:{goal}", spot("2,0:01"), {"*": FIRST})
    first, second = table.roster.squads[0].models
    assert (table.state.places[first], table.touching(first, second)) == (footprint("T37", "2,0:01"), True)
    assert (table.state.modes[0], table.state.crystals[0]) == (0, 4)
    spaces = {option.id for decision in talk.asked for option in decision.options}
    assert f"space:{table.board.number[0, 0]}" not in spaces
    assert table.events("model_pushed") == []
    assert not {EMERGE, STRIKE} & set(offers(table))


def test_subterran_strike_comes_up_anywhere_in_any_mode_and_pushes_any_base() -> None:
    # dvergar/subterran-strike/lower, R-PUSH-ANY, R-DEPLOY
    table = waiting()
    middle, far = table.board.number[0, 0], table.board.number[3, -3]
    do(
        table, STRIKE, "mode:1", f"space:{middle}", spot("0,0:01"), f"space:{far}", spot("3,-3:01"),
        {"*": FIRST, "push_hexes": FIRST},
    )  # fmt: skip
    first, second = table.roster.squads[0].models
    assert (table.space(first), table.space(second)) == (middle, far)
    assert (table.state.modes[0], table.state.crystals[0]) == (1, 3)
    khyber = table.model("son-of-khyber")
    assert table.space(khyber) != middle
    assert table.touching(khyber, first)


def test_subterran_strike_never_pushes_shrines_and_sources() -> None:  # dvergar/subterran-strike/lower, R-PUSH-ANY
    table = waiting()
    table.state.sources[:] = [table.board.number[2, 0]]
    table.state.shrines[0] = table.board.number[2, -2]
    table.state.occupied |= table.map_bits()
    talk = do(table, STRIKE, "mode:0", {"*": FIRST})
    offered = {option.id for decision in talk.asked for option in decision.options}
    assert not {f"space:{table.board.number[2, 0]}", f"space:{table.board.number[2, -2]}"} & offered


def test_the_drillers_come_once_in_the_own_turn_for_their_price() -> None:
    # dvergar/subterran-strike/upper, dvergar/subterran-strike/lower, R-CAVALRY, R-LIGHTNING
    table = waiting()
    assert {EMERGE, STRIKE} <= set(offers(table))
    poor = waiting(crystals=[1, 5], endurance=[0, 0, 1, 4], marker=-10)
    assert (EMERGE in offers(poor), STRIKE in offers(poor)) == (True, False)
    theirs = waiting(active=1)
    assert not {EMERGE, STRIKE} & {*offers(theirs), *at(theirs, 0, Moment("W-INSTANT"))}
    assert not {EMERGE, STRIKE} & set(offers(drillers()))
    assert view(table, 1)["models"][0]["status"] == "waiting"
    assert table.state.places[0] == WAITING


# Puncture, the setup Enhancement


def test_overheat_adds_two_to_an_attack_roll_as_often_as_it_is_paid() -> None:
    # dvergar/puncture/upper, R-ROLL-BONUS, R-ONCE, R-LIMIT
    table = drillers(attached={"drillers": PUNCTURE}, rolls=[yellow(0), yellow(4)], places={"bloodsmith": "0,-1:2"})
    upper = use(table, "drillers", "puncture", "upper")
    play(backstab(table, table.model("drillers"), table.model("bloodsmith")), upper, upper, CALM)
    assert table.events("attack_made")[0]["power"] == 2 + 0 + 4
    assert charges(table, "drillers") == [0]


def test_overheat_serves_drillers_that_attack_in_any_turn() -> None:  # dvergar/puncture/upper, R-CARRIER, R-LIGHTNING
    table = drillers(attached={"drillers": PUNCTURE}, active=1)
    upper = use(table, "drillers", "puncture", "upper")
    mine, other, smith = (table.model(name) for name in ("drillers", "avenger", "bloodsmith"))

    def asked(attacker: int, target: int) -> list[str]:
        return at(table, 0, Moment("W-BEFORE-ATT", fight=Fight(attacker, target, attacker=attacker, target=target)))

    assert (asked(mine, smith), asked(smith, mine), asked(other, smith)) == ([upper], [], [])


@pytest.mark.parametrize(
    ("mode", "target", "lost"), [(1, "son-of-khyber", 2), (0, "son-of-khyber", 1), (1, "gorehound", 1)]
)
def test_puncture_deals_one_more_to_big_bases_in_drill_mode(mode: int, target: str, lost: int) -> None:
    # dvergar/puncture/lower, R-EXTRA, R-MODE-REQ, R-NO-COST
    places = {"gorehound": "0,-1:45", "drillers": "0,-1:23"}
    enemies = ["bloodsmith", "son-of-khyber", "gorehound"]
    table = drillers(mode, attached={"drillers": [Attached("puncture", 0)]}, places=places, enemies=enemies,
                     rolls=[yellow(4), yellow(0)])  # fmt: skip
    table.state.endurance[table.squad_of(target)] = 4
    play(backstab(table, table.model("drillers"), table.model(target)), CALM)
    assert endurance(table, target) == 4 - lost


def test_puncture_counts_counterattacks_but_no_wounds_outside_of_attacks() -> None:  # dvergar/puncture/lower, R-EXTRA
    table = drillers(1, attached={"drillers": [Attached("puncture", 0)]}, active=1, places={"drillers": "0,-1:23"},
                     rolls=[yellow(0), yellow(4), yellow(4), yellow(0)])  # fmt: skip
    play(wound(table, WoundEvent(table.model("son-of-khyber"), 1, 0, table.model("drillers"), "shot")))
    assert endurance(table, "son-of-khyber") == 3
    calm = {**CALM, "counterattack": "strike"}
    play(combat_sequence(table, table.model("son-of-khyber"), table.model("drillers")), calm)
    assert endurance(table, "son-of-khyber") == 3 - 2


# Dynamite and Crystal Breaker


def test_crystal_repairs_destroy_crystals_for_tokens_of_one_squad() -> None:
    # dvergar/dynamite/upper, R-DESTROY, R-RESTORE
    table = drillers(hand=["dynamite"], endurance=[0, 1, 1, 4])
    avenger = f"squad:{table.squad_of('avenger')}"
    neutral = table.state.neutral_crystals
    talk = do(table, "play:dynamite:upper", avenger, "number:3")
    assert [option.id for option in talk.asked[1].options] == ["number:1", "number:2", "number:3", "back"]
    assert (endurance(table, "avenger"), table.state.crystals[0], table.state.depleted[0]) == (4, 2, 0)
    assert table.state.neutral_crystals == neutral + 3


@pytest.mark.parametrize("case", ["whole", "poor"])
def test_crystal_repairs_need_a_lost_token_and_a_crystal(case: str) -> None:  # dvergar/dynamite/upper, R-PARTIAL
    table = drillers(hand=["dynamite"])
    if case == "poor":
        table.state.endurance[1] = 1
        assert "play:dynamite:upper" in offers(table)
        table.state.crystals[0], table.state.temporary[0] = 0, 3
    assert "play:dynamite:upper" not in offers(table)


def mine(mode: int = 0, **values: Any) -> TestTable:
    """A Source at 1,-1 beside a Driller; a friend and enemies around it."""
    places = {"drillers": "0,-1:01", "enkindled": "1,0:6", "bloodsmith": "2,-1:4", "bloodsmith/1": "3,0:0",
              "avenger": "-3,0:0123456", **values.pop("places", {})}  # fmt: skip
    table = dvergar("drillers", "avenger", "enkindled", places=places, **values)
    table.state.modes[0] = mode
    table.state.sources[:] = [table.board.number[1, -1], table.board.number[-1, 2]]
    table.state.occupied |= table.map_bits()
    return table


def test_dynamite_checks_all_models_beside_a_source_near_a_driller() -> None:
    # dvergar/dynamite/lower, R-CHECK, R-AREA, R-RANGE
    table = mine(hand=["dynamite"], rolls=[yellow(3)])
    touching = set(table.models_on(table.board.space_touch[table.board.number[1, -1]]))
    assert {table.model("bloodsmith"), table.model("enkindled"), table.model("drillers")} == touching
    do(table, "play:dynamite:lower", {**CALM, "wound_order": FIRST})
    checked = table.events("hits_checked")[0]
    assert (set(checked["targets"]), set(checked["hit"]), len(table.events("die_rolled"))) == (touching, touching, 1)
    assert [endurance(table, name) for name in ("drillers", "enkindled", "bloodsmith")] == [1, 1, 0]
    assert {event["dealer"] for event in table.events("model_wounded")} == {table.model("drillers")}


@pytest.mark.parametrize("case", ["far", "nobody", "their turn"])
def test_dynamite_needs_a_source_within_range_one_with_somebody_beside_it(case: str) -> None:
    # dvergar/dynamite/lower, R-RANGE, R-PARTIAL
    table = mine(hand=["dynamite"])
    assert "play:dynamite:lower" in offers(table)
    if case == "far":
        table.put(table.model("drillers"), footprint("T37", "-1,-1:01"))
    elif case == "nobody":
        table.state.sources[:] = [table.board.number[0, -2]]
        table.put(table.model("drillers"), footprint("T37", "0,-1:23"))
    else:
        table.state.active = 1
        assert at(table, 0, Moment("W-INSTANT")) == []
        return
    assert "play:dynamite:lower" not in offers(table)


def test_refresh_crystals_of_crystal_breaker_costs_another_card() -> None:  # dvergar/crystal-breaker/upper, R-REFRESH
    table = mine(hand=["crystal-breaker"], depleted=[2, 0])
    assert "play:crystal-breaker:upper" not in offers(table)
    table.state.hands[0] = ("crystal-breaker", "slam")
    do(table, "play:crystal-breaker:upper")
    assert (table.state.crystals[0], table.state.depleted[0]) == (7, 0)
    assert (table.state.hands[0], table.state.discards[0]) == ((), ("slam", "crystal-breaker"))


def test_crystal_breaker_takes_a_source_off_for_two_depleted_crystals() -> None:
    # dvergar/crystal-breaker/lower, R-DESTROY, R-GAIN
    table = mine(1, hand=["crystal-breaker"])
    source = table.board.number[1, -1]
    do(table, "play:crystal-breaker:lower", f"space:{source}")
    assert table.state.sources == [table.board.number[-1, 2]]
    assert not table.state.occupied & table.board.space_bits[source]
    assert (table.state.crystals[0], table.state.depleted[0]) == (5 - 2 - 1, 2 + 2)


def test_crystal_breaker_destroys_its_crystal_even_if_the_source_stays() -> None:
    # dvergar/crystal-breaker/lower, R-OPTIONAL, R-DESTROY
    table = mine(1, hand=["crystal-breaker"])
    do(table, "play:crystal-breaker:lower", "none")
    assert (len(table.state.sources), table.state.crystals[0], table.state.depleted[0]) == (2, 2, 2)
    lonely = mine(1, hand=["crystal-breaker"], places={"drillers": "-1,-1:01"})
    assert "space" not in do(lonely, "play:crystal-breaker:lower").kinds()
    assert lonely.state.crystals[0] == 2


def test_crystal_breaker_needs_drill_mode_and_a_crystal_beyond_its_price() -> None:
    # dvergar/crystal-breaker/lower, R-MODE-REQ, R-DESTROY
    assert "play:crystal-breaker:lower" not in offers(mine(0, hand=["crystal-breaker"]))
    bare = {"endurance": [0, 0, 0, 1, 4], "marker": -10}
    poor = mine(1, hand=["crystal-breaker"], crystals=[2, 5], **bare)
    assert "play:crystal-breaker:lower" not in offers(poor)
    assert "play:crystal-breaker:lower" in offers(mine(1, hand=["crystal-breaker"], crystals=[3, 5], **bare))
