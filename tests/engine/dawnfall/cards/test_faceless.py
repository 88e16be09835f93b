"""Common halves, Enhancements, Banners and Shrines of the Faceless, each as it is printed."""

from __future__ import annotations

import pytest

from matches.engine.dawnfall import attaching
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.state import DEAD, Attached
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import faceless
from tests.engine.dawnfall.fielding import CALM, do, endurance, fight, model_option, offers, use
from tests.engine.dawnfall.moving import to

# Move and Combat


@pytest.mark.parametrize("card", ["hell", "absorption", "back-to-source", "power"])
def test_move_lets_one_squad_move(card: str) -> None:
    # faceless/hell/upper, faceless/absorption/upper, faceless/back-to-source/upper, faceless/power/upper, R-MOVE
    table = faceless("bladebreeder", "berserker", hand=[card], places={"bladebreeder": "0,0:0", "berserker": "0,0:1"})
    do(table, f"play:{card}:upper", "Bladebreeder", *to(table, "2,0:0"))
    assert table.space(table.model("bladebreeder")) == table.board.number[2, 0]
    assert (table.state.crystals[0], table.state.discards[0]) == (5, (card,))


@pytest.mark.parametrize("card", ["craving-for-life", "osmosis", "lurch", "chosen-victim"])
def test_combat_lets_one_squad_fight(card: str) -> None:
    # faceless/craving-for-life/upper, faceless/osmosis/upper, faceless/lurch/upper, faceless/chosen-victim/upper
    # R-COMBAT
    table = faceless("berserker", hand=[card], places={"berserker": "3,0:2"}, rolls=[0, 0])
    do(table, f"play:{card}:upper", {**CALM, "fighter": FIRST, "target": FIRST})
    assert len(table.events("combat_declared")) == 1
    assert table.state.crystals[0] == 4
    apart = faceless("berserker", hand=[card], places={"berserker": "0,0:2"})
    assert f"play:{card}:upper" not in offers(apart)


# Autophagy and Regeneration


@pytest.mark.parametrize("card", ["swarm", "unstoppable", "tentacles"])
def test_autophagy_feeds_a_squad_that_was_in_contact(card: str) -> None:
    # faceless/swarm/upper, faceless/unstoppable/upper, faceless/tentacles/upper, R-SACRIFICE, R-RESTORE
    table = faceless(
        "shatterer", "berserker", "harvester", hand=[card], endurance=[1, 1, 0, 1, 2],
        places={"shatterer": "0,0:0123456", "berserker": "1,0:4", "harvester": "-3,0:012"},
    )  # fmt: skip
    do(table, f"play:{card}:upper", model_option(table, "berserker"), "number:2")
    assert table.state.places[table.model("berserker")] == DEAD
    assert (endurance(table, "shatterer"), endurance(table, "harvester")) == (3, 0)
    assert (table.state.marker, table.state.crystals[0]) == (0, 4)
    assert table.events("model_killed") == []


def test_autophagy_may_feed_the_own_squad_of_the_victim_up_to_its_print() -> None:
    # faceless/swarm/upper, R-RESTORE, R-OPTIONAL
    table = faceless("berserker", hand=["swarm"], places={"berserker": "0,0:0", "berserker/1": "0,0:1"},
                     endurance=[0, 1, 2])  # fmt: skip
    talk = do(table, "play:swarm:upper", model_option(table, "berserker"), "number:1")
    assert talk.options("number") == [["0", "1"]]
    assert endurance(table, "berserker") == 1


def test_autophagy_may_sacrifice_a_model_that_feeds_nobody() -> None:  # faceless/swarm/upper, R-PARTIAL
    table = faceless("berserker", "harvester", hand=["swarm"], endurance=[1, 0, 1, 2],
                     places={"berserker": "0,0:0", "harvester": "-3,0:012"})  # fmt: skip
    talk = do(table, "play:swarm:upper", model_option(table, "berserker"))
    assert talk.kinds() == ["pay", "model"]
    assert table.state.places[table.model("berserker")] == DEAD
    assert endurance(table, "harvester") == 0


def test_autophagy_of_the_last_model_loses_the_match() -> None:  # faceless/swarm/upper, R-SACRIFICE, R-LAST-MODEL
    table = faceless("berserker", hand=["swarm"], places={"berserker": "0,0:0"}, endurance=[0, 1, 2])
    do(table, "play:swarm:upper")
    assert (table.state.winners, table.state.reason) == ((1,), "models")
    assert endurance(table, "berserker") == 0


def test_autophagy_can_be_taken_back_before_the_sacrifice() -> None:  # faceless/swarm/upper
    table = faceless("berserker", hand=["swarm"], places={"berserker": "0,0:0", "berserker/1": "0,0:1"})
    do(table, "play:swarm:upper", "back")
    assert (table.state.hands[0], table.state.crystals[0], table.log) == (("swarm",), 5, [])


def test_regeneration_restores_one_token_of_a_squad_that_lost_one() -> None:  # faceless/bladespit/upper, R-RESTORE
    table = faceless(
        "shatterer", "bladebreeder", hand=["bladespit"], endurance=[2, 1, 1, 2],
        places={"shatterer": "0,0:0123456", "bladebreeder": "1,0:4"},
    )  # fmt: skip
    do(table, "play:bladespit:upper")
    assert (endurance(table, "shatterer"), endurance(table, "bladebreeder")) == (3, 1)
    assert table.state.crystals[0] == 3
    whole = faceless("bladebreeder", hand=["bladespit"], places={"bladebreeder": "0,0:0"})
    assert "play:bladespit:upper" not in offers(whole)


# Any Squad


def swarming(*cards: str) -> TestTable:
    return faceless(
        "bladebreeder", "berserker", "berserker", "harvester", hand=cards, rolls=[0] * 8,
        places={"bladebreeder": "3,0:2", "berserker": "3,0:6", "berserker@1": "-3,0:4", "harvester": "-3,0:012"},
    )  # fmt: skip


def test_hell_lets_up_to_three_squads_fight_one_after_another() -> None:  # faceless/hell/lower, R-COMBAT
    table = swarming("hell")
    berserker = table.squad_of("berserker")
    talk = do(
        table, "play:hell:lower", f"squad:{berserker}", model_option(table, "berserker"), "target:9",
        "Bladebreeder", model_option(table, "bladebreeder"), "target:10", CALM,
    )  # fmt: skip
    assert [event["starter"] for event in table.events("combat_declared")] == [
        table.model("berserker"), table.model("bladebreeder")
    ]  # fmt: skip
    assert talk.options("squad") == [["Bladebreeder", "Berserker", "Back"], ["Bladebreeder", "No more"]]
    assert table.state.crystals[0] == 3


def test_hell_may_end_after_the_first_squad() -> None:  # faceless/hell/lower, R-OPTIONAL
    table = swarming("hell")
    do(table, "play:hell:lower", "Bladebreeder", "done", "No more", CALM)
    assert table.events("combat_declared") == []
    apart = faceless("berserker", hand=["hell"], places={"berserker": "0,0:0"})
    assert "play:hell:lower" not in offers(apart)


def test_swarm_moves_three_different_squads_and_no_fourth() -> None:  # faceless/swarm/lower, R-MOVE
    table = swarming("swarm")
    one, two = table.squad_of("berserker"), table.squad_of("berserker@1")
    talk = do(table, "play:swarm:lower", f"squad:{one}", *to(table, "2,0:0"), "Harvester", *to(table, "-2,0:012"),
              f"squad:{two}", "done")  # fmt: skip
    assert table.space(table.model("berserker")) == table.board.number[2, 0]
    assert table.space(table.model("harvester")) == table.board.number[-2, 0]
    assert [len(offered) for offered in talk.options("squad")] == [5, 4, 3]
    assert table.state.crystals[0] == 4


# Attaching costs flesh


def test_attaching_costs_an_endurance_token_of_a_squad_in_contact() -> None:  # R-FACELESS-ATTACH, R-SACRIFICE-TOKEN
    table = faceless(
        "shatterer", "berserker", "bladebreeder", hand=["impale"],
        places={"shatterer": "0,0:0123456", "berserker": "1,0:4", "bladebreeder": "-3,0:0"},
    )  # fmt: skip
    talk = do(table, "attach:impale", "Shatterer", "Give up an Endurance token of Berserker")
    assert talk.options("attach") == [["Shatterer", "Berserker", "Back"]]
    assert table.state.attached[table.squad_of("shatterer")] == (Attached("impale", 0),)
    assert (endurance(table, "berserker"), table.state.crystals[0], table.state.neutral_charges) == (0, 5, 20)
    assert table.events("model_wounded") == []


def test_without_a_token_the_touching_model_is_sacrificed() -> None:  # R-FACELESS-ATTACH, R-SACRIFICE
    table = faceless(
        "shatterer", "berserker", hand=["impale"], endurance=[4, 0, 1, 2],
        places={"shatterer": "0,0:0123456", "berserker": "1,0:4", "berserker/1": "1,0:5", "berserker/2": "3,-3:0"},
    )  # fmt: skip
    talk = do(table, "attach:impale", "Shatterer", model_option(table, "berserker/1"))
    assert len(talk.options("give_up")[0]) == 3
    assert table.state.places[table.model("berserker/1")] == DEAD
    assert table.state.marker == 0
    assert table.state.attached[table.squad_of("shatterer")] == (Attached("impale", 0),)


def test_a_squad_may_give_the_token_for_its_own_card_if_its_models_touch() -> None:  # R-FACELESS-ATTACH
    table = faceless("berserker", hand=["breeding"], places={"berserker": "0,0:0", "berserker/1": "0,0:1"})
    do(table, "attach:breeding", "Berserker", "Give up an Endurance token of Berserker")
    assert endurance(table, "berserker") == 0
    alone = faceless("berserker", hand=["breeding"], places={"berserker": "0,0:0", "berserker/1": "-3,0:1"})
    assert "attach:breeding" not in offers(alone)


def test_a_third_enhancement_costs_flesh_and_a_slot_and_can_be_taken_back() -> None:  # R-FACELESS-ATTACH, DF-ENH-19
    squads, places = ("harvester", "berserker"), {"harvester": "0,0:012", "berserker": "0,0:3"}
    table = faceless(*squads, hand=["breeding"], places=places)
    number = table.squad_of("harvester")
    table.state.attached[number] = (Attached("impale", 0), Attached("abomination", 0))
    do(table, "attach:breeding", "Harvester", "Back")
    do(table, "attach:breeding", "Harvester", "Give up an Endurance token of Berserker", "Back")
    assert (endurance(table, "berserker"), table.state.hands[0]) == (1, ("breeding",))
    do(table, "attach:breeding", "Harvester", "Give up an Endurance token of Berserker", "Discard Impale")
    assert [card.card for card in table.state.attached[number]] == ["abomination", "breeding"]
    assert endurance(table, "berserker") == 0


def test_nothing_is_attached_in_another_players_turn() -> None:  # R-FACELESS-ATTACH, DF-ENH-04
    places = {"shatterer": "0,0:0123456", "berserker": "1,0:4"}
    table = faceless("shatterer", "berserker", hand=["impale", "breeding"], places=places)
    wanted = {"attach:impale", "attach:breeding"}
    assert wanted <= set(offers(table))
    table.state.active = 1
    assert not wanted & set(offers(table, 0))


def test_faceless_enhancements_never_hold_charges() -> None:  # R-FACELESS-ATTACH, R-CHARGE
    table = faceless("harvester", attached={"harvester": [Attached("breeding", 0)]}, places={"harvester": "0,0:012"},
                     stage="passive")  # fmt: skip
    play(passive_turn(table))
    assert table.state.attached[table.squad_of("harvester")] == (Attached("breeding", 0),)
    assert attaching.chargeable(table, [0]) == []


# Impale


def armed(**values: object) -> TestTable:
    places = {"shatterer": "2,0:0123456", "pilgrim": "3,0:4"}
    return faceless("shatterer", attached={"shatterer": [Attached("impale", 0)]}, places=places, **values)


def test_combat_of_impale_is_paid_with_crystals_again_and_again() -> None:  # faceless/impale/upper, R-LIMIT, R-LOOP
    table = armed(rolls=[yellow(0), yellow(4)] * 10, crystals=[15, 0])
    upper = use(table, "shatterer", "impale", "upper")
    for spent in range(1, 11):
        do(table, upper, {**CALM, "fighter": FIRST, "target": FIRST})
        assert table.state.crystals[0] == 15 - spent
    assert upper not in offers(table)


def test_combat_of_impale_needs_means_and_an_enemy() -> None:  # faceless/impale/upper, DF-PAY-11
    table = armed(crystals=[0, 5], endurance=[0, 1, 2], marker=-10)
    assert use(table, "shatterer", "impale", "upper") not in offers(table)
    table.state.endurance[0] = 1
    assert use(table, "shatterer", "impale", "upper") in offers(table)
    table.put(table.model("pilgrim"), footprint("T37", "3,0:0"))
    assert use(table, "shatterer", "impale", "upper") not in offers(table)


def test_a_payment_for_an_attached_half_can_be_taken_back() -> None:  # faceless/impale/upper, DF-PAY-06
    table = armed()
    do(table, use(table, "shatterer", "impale", "upper"), {"pay": "back"})
    assert (table.state.crystals[0], table.state.depleted[0], table.log) == (5, 0, [])


@pytest.mark.parametrize(("face", "result"), [(4, 2), (1, 0)])
def test_impale_lowers_the_roll_and_doubles_the_wound(face: int, result: int) -> None:
    # faceless/impale/lower, R-WOUND-EVENT, R-ROLL-BONUS
    table = armed(rolls=[yellow(face), yellow(2)], modes=[1, 0, 0])
    impale = use(table, "shatterer", "impale", "lower")
    assert impale not in offers(table)
    fight(table, "shatterer", "pilgrim", impale)
    compared = table.events("attack_compared")[0]
    assert (compared["attack"], compared["defense"], compared["hit"]) == (4 + result, 1 + 2, True)
    assert table.events("model_wounded") == [{"model": table.model("pilgrim"), "count": 2, "dealer": 0, "seat": 0}]
    assert table.state.places[table.model("pilgrim")] == DEAD
    assert table.state.crystals[0] == 4


def test_impale_is_used_once_a_combat_in_any_turn_and_not_by_others() -> None:  # faceless/impale/lower, R-LIMIT
    table = armed(rolls=[yellow(0), yellow(4), yellow(4), yellow(0)], active=1, modes=[1, 0, 0])
    impale = use(table, "shatterer", "impale", "lower")
    sequence = combat_sequence(table, table.model("pilgrim"), table.model("shatterer"))
    talk = play(sequence, impale, {**CALM, "counterattack": "strike"})
    windows = [[option.id for option in decision.options] for decision in talk.asked if decision.kind == "window"]
    assert windows == [[impale, "pass"]]


def test_impale_serves_each_backstab_of_the_shatterer() -> None:  # faceless/impale/lower, R-LIMIT, R-BACKSTAB
    table = armed(rolls=[yellow(4), yellow(4), yellow(4), yellow(0)], modes=[1, 0, 0])
    impale = use(table, "shatterer", "impale", "lower")
    for wounds in (0, 2):
        table.state.modes[0] = int(wounds > 0)
        play(backstab(table, table.model("shatterer"), table.model("pilgrim")), impale, CALM)
        assert sum(event["count"] for event in table.events("model_wounded")) == wounds
    assert table.state.crystals[0] == 3
