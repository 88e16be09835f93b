"""The Succubi: their Deployment card, their setup Enhancement and their cards, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import Fight, Moment
from matches.engine.dawnfall.state import Attached
from matches.engine.dawnfall.views import view
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import demons
from tests.engine.dawnfall.fielding import CALM, a_field, at, charges, do, endurance, model_option, offers, use

CANTRIP, APPEARANCE = "deploy:0:appearance:upper", "deploy:0:appearance:lower"
KISS = [Attached("venomous-kiss", 2)]


def waiting(**values: Any) -> TestTable:
    """The Succubi wait; a Bloodsmith stands far from the two Pilgrims."""
    places = {"bloodsmith": "-3,0:0", **values.pop("places", {})}
    return demons("succubus", "bloodsmith", places=places, **values)


def succubi(mode: int = 0, **values: Any) -> TestTable:
    """One Succubus beside a Pilgrim in the middle."""
    places = {"succubus": "0,0:0", "pilgrim": "0,0:1", **values.pop("places", {})}
    values.setdefault("attached", {"succubus": KISS})
    table = waiting(places=places, **values)
    table.state.modes[0] = mode
    return table


# Appearance, the Deployment card


def test_cantrip_puts_the_squad_beside_one_enemy_as_illusions() -> None:  # demon/appearance/upper, R-DEPLOY
    table = waiting(places={"pilgrim": "0,0:0", "pilgrim/1": "3,0:1"})
    enemy = table.model("pilgrim")
    talk = do(table, CANTRIP, f"model:{enemy}", {"*": FIRST})
    one, two, three = table.roster.squads[0].models
    assert table.touching(one, enemy)
    assert table.touching(two, one)
    assert table.touching(three, one) or table.touching(three, two)
    assert (table.state.modes[0], table.state.crystals[0]) == (1, 4)
    assert talk.kinds()[:2] == ["pay", "model"]
    assert table.events("model_pushed") == []
    assert not {CANTRIP, APPEARANCE} & set(offers(table))


def test_cantrip_names_only_enemies_with_room_beside_them() -> None:  # demon/appearance/upper, R-REPOSITION
    table = waiting(places={"pilgrim": "-3,0:1", "pilgrim/1": "3,0:1"})
    for space in table.board.neighbours[table.space(table.model("pilgrim"))]:
        table.state.sources.append(space)
    table.state.occupied |= table.map_bits()
    for hex_ in ("2", "3", "4", "5", "6"):
        table.state.occupied |= table.board.footprint_bits[footprint("T37", f"-3,0:{hex_}")]
    talk = do(table, CANTRIP, {"*": FIRST})
    assert "model" not in talk.kinds()
    assert table.touching(table.model("succubus"), table.model("pilgrim/1"))


def test_the_enemy_chosen_for_cantrip_can_be_taken_back() -> None:  # demon/appearance/upper, R-CHOICE
    table = waiting(places={"pilgrim": "0,0:0", "pilgrim/1": "3,0:1"})
    do(table, CANTRIP, "back")
    assert table.state.crystals[0] == 5
    assert {CANTRIP, APPEARANCE} <= set(offers(table))
    assert table.log == []


def test_appearance_puts_the_squad_anywhere_in_basic_mode() -> None:  # demon/appearance/lower, R-DEPLOY
    table = waiting(modes=[1, 0, 0, 0])
    do(table, APPEARANCE, "space:15", {"*": FIRST})
    one, two, three = table.roster.squads[0].models
    assert table.space(one) == 15
    assert table.touching(two, one)
    assert table.touching(three, one) or table.touching(three, two)
    assert (table.state.modes[0], table.state.crystals[0]) == (0, 2)


def test_the_halves_of_appearance_need_their_price_and_the_own_turn() -> None:
    # demon/appearance/upper, demon/appearance/lower, DF-PAY-11, R-LIGHTNING
    poor = waiting(crystals=[2, 0], endurance=[0, 0, 1, 1], marker=-10)
    assert (CANTRIP in offers(poor), APPEARANCE in offers(poor)) == (True, False)
    assert offers(waiting(active=1)) == []


def test_everybody_sees_the_waiting_succubi_and_their_card() -> None:  # demon/appearance/upper, R-DEPLOY
    table = waiting(attached={"succubus": KISS})
    squad = view(table, 1)["squads"][0]
    assert (squad["deployment"], squad["attached"][0]["card"]) == ("appearance", "venomous-kiss")


# Venomous Kiss, the setup Enhancement


@pytest.mark.parametrize(("mode", "values"), [(0, [1, 1, 0, 2]), (1, [1, 0, 0, 1])])
def test_venomous_kiss_weakens_enemies_in_contact(mode: int, values: list[int]) -> None:
    # demon/venomous-kiss/lower, R-NO-COST, R-STACK
    table = succubi(mode, places={"succubus/1": "0,0:2"})
    pilgrim = table.model("pilgrim")
    assert [attributes.value(table, pilgrim, name) for name in attributes.NAMES] == values
    assert [attributes.value(table, table.model("pilgrim/1"), name) for name in attributes.NAMES] == [2, 1, 1, 2]
    assert attributes.value(table, table.model("succubus"), "ini") == (3 if mode else 2)
    table.put(pilgrim, footprint("T37", "2,0:0"))
    assert attributes.value(table, pilgrim, "ini") == 2


def test_venomous_kiss_spares_friends_and_ends_with_the_card() -> None:  # demon/venomous-kiss/lower, R-TARGET
    table = succubi(places={"bloodsmith": "0,0:2"})
    assert attributes.value(table, table.model("bloodsmith"), "ini") == 2
    table.state.attached[0] = ()
    assert attributes.value(table, table.model("pilgrim"), "ini") == 2


def test_venomous_kiss_costs_nothing_and_is_never_offered() -> None:  # demon/venomous-kiss/lower, R-NO-COST
    table = succubi(attached={"succubus": [Attached("venomous-kiss", 0)]})
    assert not any(option.endswith("venomous-kiss:lower") for option in offers(table))
    assert attributes.value(table, table.model("pilgrim"), "ini") == 1


def test_trickery_changes_the_mode_once_a_turn_in_any_turn() -> None:  # demon/venomous-kiss/upper, R-NO-LIMIT
    table = succubi(active=1)
    trickery = use(table, "succubus", "venomous-kiss", "upper")
    assert at(table, 0, Moment("W-INSTANT")) == [trickery]
    table.state.active = 0
    do(table, trickery)
    assert (table.state.modes[0], charges(table, "succubus")) == (1, [1])
    assert trickery not in offers(table)
    table.state.used = {}
    do(table, trickery)
    assert (table.state.modes[0], charges(table, "succubus")) == (0, [0])
    table.state.used = {}
    assert trickery not in offers(table)


def test_trickery_waits_for_succubi_on_the_board() -> None:  # demon/venomous-kiss/upper, R-BAND
    table = waiting(attached={"succubus": KISS})
    assert use(table, "succubus", "venomous-kiss", "upper") not in offers(table)


# Apparitions


def test_dark_power_of_apparitions_takes_a_token_of_any_squad() -> None:
    # demon/apparitions/upper, R-SACRIFICE-TOKEN, R-TEMP
    table = waiting(hand=["apparitions"])
    do(table, "play:apparitions:upper", "Succubus")
    assert (endurance(table, "succubus"), table.state.temporary[0], table.state.crystals[0]) == (0, 2, 5)
    empty = waiting(hand=["apparitions"], endurance=[0, 0, 1, 1])
    assert "play:apparitions:upper" not in offers(empty)


@pytest.mark.parametrize("kind", ["combat", "backstab"])
def test_apparitions_teleport_the_attacked_succubus_away(kind: str) -> None:
    # demon/apparitions/lower, R-TELEPORT, R-CANCEL, R-BACKSTAB
    table = succubi(hand=["apparitions"], active=1)
    succubus, pilgrim = table.model("succubus"), table.model("pilgrim")
    deed = combat_sequence if kind == "combat" else backstab
    talk = play(deed(table, pilgrim, succubus), "play:apparitions:lower", "crystals", "space:15", {"*": FIRST})
    assert table.space(succubus) == 15
    assert table.events("combat_cancelled")
    assert table.events("die_rolled") == []
    assert table.state.crystals[0] == 4
    beside = {o.id for o in next(d for d in talk.asked if d.kind == "move_space").options}
    assert f"space:{table.space(pilgrim)}" in beside  # not all hexes of its Space touch the Pilgrim


def test_apparitions_end_out_of_contact_with_the_attacker() -> None:  # demon/apparitions/lower, R-TELEPORT
    table = succubi(hand=["apparitions"], active=1)
    succubus, pilgrim = table.model("succubus"), table.model("pilgrim")
    home = f"space:{table.space(pilgrim)}"
    talk = play(combat_sequence(table, pilgrim, succubus), "play:apparitions:lower", "crystals", home, FIRST)
    hexes = next(decision for decision in talk.asked if decision.kind == "move_hexes")
    spots = {f"fp:{footprint('T37', f'0,0:{h}')}" for h in (3, 4, 5)}
    assert {option.id for option in hexes.options if option.id.startswith("fp")} == spots
    assert not table.touching(succubus, pilgrim)


def test_apparitions_answer_only_attacks_on_a_succubus_that_can_go() -> None:
    # demon/apparitions/lower, R-BLOCKED, R-DECLARED
    table = succubi(hand=["apparitions"], active=1, places={"bloodsmith": "0,0:2"})
    succubus, pilgrim, smith = (table.model(name) for name in ("succubus", "pilgrim", "bloodsmith"))
    assert at(table, 0, Moment("W-COMBAT", fight=Fight(pilgrim, succubus))) == ["play:apparitions:lower"]
    assert at(table, 0, Moment("W-COMBAT", fight=Fight(succubus, pilgrim))) == []
    assert at(table, 0, Moment("W-COMBAT", fight=Fight(pilgrim, smith))) == []
    assert at(table, 0, Moment("W-BEFORE-INI", fight=Fight(pilgrim, succubus))) == []
    markers.put(table, succubus, "trap", 1)
    assert at(table, 0, Moment("W-COMBAT", fight=Fight(pilgrim, succubus))) == []


def test_what_succubi_could_answer_is_not_told_by_a_pause() -> None:  # demon/apparitions/lower, R-ASK
    table = succubi(hand=["apparitions"], active=1)
    assert view(table, 1)["own"]["hand"] == []
    assert view(table, 1)["seats"][0]["hand_count"] == 1
    assert "apparitions" not in str(view(table, 1))


# Soul Steal


def test_charging_of_soul_steal_serves_the_players_own_enhancements_only() -> None:
    # demon/soul-steal/upper, R-CHARGE, R-YOUR
    table = a_field(
        "succubus", enemies=["pilgrim"], sides=("demon", "chapter", "chapter", "chapter"), mode="team",
        hand=["soul-steal"], places={"succubus": "0,0:0", "pilgrim": "1,0:0", "pilgrim@1": "0,1:0"},
        attached={"succubus": KISS, "pilgrim@1": [Attached("tactic", 0)]},
    )  # fmt: skip
    assert table.roster.squads[table.squad_of("pilgrim@1")].seat == 2
    do(table, "play:soul-steal:upper")
    assert (charges(table, "succubus"), charges(table, "pilgrim@1")) == ([3], [0])
    assert table.state.crystals[0] == 4
    table.state.attached[0] = ()
    table.state.hands[0] = ("soul-steal",)
    assert "play:soul-steal:upper" not in offers(table)


def test_soul_steal_moves_a_friend_to_the_enemy_and_makes_it_fight() -> None:  # demon/soul-steal/lower, R-REACH
    table = succubi(hand=["soul-steal"], places={"bloodsmith": "-1,0:4"}, rolls=[yellow(0), yellow(0)])
    smith, pilgrim = table.model("bloodsmith"), table.model("pilgrim")
    quiet = {**CALM, "window": "pass", "move_hexes": FIRST, "model": FIRST}
    do(table, "play:soul-steal:lower", f"space:{table.board.number[1, 0]}", quiet)
    assert table.touching(smith, pilgrim)
    assert [(e["starter"], e["opponent"]) for e in table.events("combat_declared")] == [(smith, pilgrim)]
    assert table.state.crystals[0] == 2


def test_soul_steal_takes_another_model_within_range_one_that_reaches_the_enemy() -> None:
    # demon/soul-steal/lower, R-RANGE, R-REACH, R-PARTIAL
    far = succubi(hand=["soul-steal"], places={"bloodsmith": "-2,0:0"})
    assert "play:soul-steal:lower" not in offers(far)
    alone = succubi(hand=["soul-steal"])
    assert "play:soul-steal:lower" not in offers(alone)
    sisters = succubi(hand=["soul-steal"], places={"succubus/1": "0,0:2"})
    assert "play:soul-steal:lower" in offers(sisters)
    stuck = succubi(hand=["soul-steal"], places={"bloodsmith": "-1,0:4"})
    markers.put(stuck, stuck.model("bloodsmith"), "trap", 1)
    assert "play:soul-steal:lower" not in offers(stuck)


def test_a_friend_beside_the_enemy_already_may_stay_and_fight() -> None:  # demon/soul-steal/lower, R-REACH, R-BLOCKED
    table = succubi(hand=["soul-steal"], places={"bloodsmith": "0,0:2"}, rolls=[yellow(0), yellow(0)])
    markers.put(table, table.model("bloodsmith"), "trap", 1)
    do(table, "play:soul-steal:lower", {**CALM, "window": "pass", "model": FIRST})
    assert len(table.events("combat_declared")) == 1
    assert table.events("model_moved") == []


def test_the_choice_of_soul_steal_lists_no_ally_and_not_the_succubus_alone() -> None:  # demon/soul-steal/lower, R-YOUR
    table = succubi(hand=["soul-steal"], places={"bloodsmith": "-1,0:4", "succubus/1": "0,0:4"})
    talk = do(table, "play:soul-steal:lower", model_option(table, "bloodsmith"), "done")
    chosen = next(decision for decision in talk.asked if decision.kind == "model")
    names = [option.id for option in chosen.options if option.id.startswith("model")]
    assert names == [model_option(table, "succubus/1"), model_option(table, "bloodsmith")]
