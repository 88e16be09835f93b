"""The Active turn: declared, free moments, the Activation, the End Step."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from matches.engine.dawnfall import changing_mode, drawing, turns
from matches.engine.dawnfall.setup import Options
from matches.engine.dawnfall.state import ASIDE, DEAD, WAITING, Effect, State
from matches.setting_up.starters import starter_setup
from tests.engine.dawnfall.building import FIRST, TestTable, a_setup, a_squad, a_table, footprint, yellow
from tests.engine.dawnfall.running import run_stage


def offered(table: TestTable) -> list[str]:
    """The deeds that a free moment offers."""
    return [option.id for option in turns.free_options(table, table.state.active)]


def duel(places=None, rolls=(), **state) -> TestTable:
    squads = [a_squad("alpha", models=3, mov=2, endurance=3), a_squad("gamma"), a_squad("beta", 1, models=2)]
    standing = {"alpha/0": "0,0:0", "alpha/1": "0,0:1", "alpha/2": "0,0:2", "gamma": "-3,0:0", "beta/0": "3,0:0"}
    return a_table(*squads, places=standing | (places or {}), rolls=rolls, **state)


# Turn order


def test_a_turn_is_declared_active_or_passive_and_there_is_no_third_kind():  # DF-TURN-01, Q-18
    table = duel(stage="declare")
    talk = run_stage(table, "active")
    assert [option.id for option in talk.asked[0].options] == ["active", "passive"]
    assert (talk.asked[0].seat, table.state.stage) == (0, "active_start")


def test_two_players_alternate_and_my_turn_is_handed_on():  # DF-TURN-02, -03, DF-SETUP-55
    table = duel(stage="declare", active=1, turn=1)
    seen = []
    for _ in range(4):
        seen.append(table.state.active)
        run_stage(table, "passive")
        run_stage(table)
    assert seen == [1, 0, 1, 0]
    assert table.state.turn == 5


def test_more_players_go_clockwise_from_the_countering_player():  # DF-TURN-04, SC-56
    squads = [a_squad(f"s{seat}", seat) for seat in range(4)]
    places = {f"s{seat}": f"{seat},0:0" for seat in range(4)}
    table = a_table(setup=a_setup(*squads, mode="ffa4"), places=places, stage="declare", active=1)
    seen = []
    for _ in range(5):
        seen.append(table.state.active)
        run_stage(table, "passive")
        run_stage(table)
    assert seen == [1, 2, 3, 0, 1]


def test_any_number_of_turns_of_one_kind_may_follow_each_other():  # DF-TURN-05, Q-20
    table = duel(stage="declare")
    for _ in range(6):
        talk = run_stage(table, "passive")
        assert [option.id for option in talk.asked[0].options] == ["active", "passive"]
        run_stage(table)


def test_an_additional_turn_follows_at_once_and_brings_no_other():  # R-EXTRA-TURN
    table = duel(stage="free")
    assert turns.grant_extra_turn(table, "active")
    assert not turns.grant_extra_turn(table, "active")
    turns.next_turn(table)
    assert (table.state.active, table.state.turn) == (0, 2)
    assert run_stage(table).asked == []
    assert table.state.stage == "active_start"
    assert not turns.grant_extra_turn(table)
    turns.next_turn(table)
    assert table.state.active == 1
    assert turns.grant_extra_turn(table)


# Free moments


def test_every_part_of_an_active_turn_is_optional():  # DF-ACTIVE-01
    table = duel()
    assert offered(table) == ["activate:0", "activate:1", "end"]
    run_stage(table, "end")
    assert table.state.stage == "active_end"


def test_who_holds_cards_is_asked_even_if_nothing_can_be_done():  # DF-DECK-06, R-ASK
    table = duel(activated=(0,))
    assert run_stage(table).asked == []
    table = duel(activated=(0,), hands=[("useless",), ()])
    assert [option.id for option in run_stage(table, "end").asked[0].options] == ["end"]


CHAPTER = {"holy-knight": "0,0:01", "angel-of-death": "-2,0:0123456", "ranger": "2,0:0", "pilgrim": "0,2:0"}


def chapter_table() -> TestTable:
    setup = starter_setup("duel", ("chapter", "demon"))
    places = CHAPTER | {"gorehound": "2,-2:01"}
    table = a_table(setup=setup, places=places, rolls=[yellow(4)] * 9, crystals=[8, 2])
    table.state.hands[0] = ("leap", "shoot", "bash")
    table.state.decks = [("tactic",) * 5, ("mist",) * 5]
    return table


@pytest.mark.parametrize("order", list(permutations(["play:leap:lower", "activate:0", "play:shoot:lower"])))
def test_cards_and_the_activation_come_in_any_order(order):
    # DF-ACTIVE-01 to -04, -06, DF-CARD-01, -06, -08, -14, SC-15
    table = chapter_table()
    for deed in order:
        assert deed in offered(table)
        run_stage(table, deed, {"pay": FIRST, "*": FIRST, "die": "yellow", "window": "pass"})
    assert sorted(table.state.discards[0]) == ["leap", "shoot"]
    assert table.state.hands[0] == ("bash",)
    assert table.state.activated == (0,)


def test_only_one_squad_is_activated_a_turn_and_the_same_one_again_next_turn():  # DF-ACTIVE-05, -14, SC-17
    table = duel()
    run_stage(table, "activate:0", {"*": "keep"})
    assert not any(deed.startswith("activate") for deed in offered(table))
    run_stage(table, "finish")
    assert not any(deed.startswith("activate") for deed in offered(table))
    turns.next_turn(table)
    turns.next_turn(table)
    assert table.state.active == 0
    table.state.stage = "free"
    assert "activate:0" in offered(table)


def test_only_squads_with_models_can_be_activated():  # R-SETASIDE
    table = duel()
    table.lift(table.model("gamma"), DEAD)
    assert "activate:1" not in offered(table)
    table.lift(table.model("gamma"), ASIDE)
    assert "activate:1" in offered(table)
    table.lift(table.model("gamma"), WAITING)
    assert "activate:1" not in offered(table)


def test_an_additional_activation_is_for_another_squad(monkeypatch):  # R-EXTRA-ACTIVATION
    monkeypatch.setattr(turns, "ADDITIONAL", [lambda table, seat: [1]])
    table = duel(activated=(0,))
    assert [deed for deed in offered(table) if deed.startswith("activate")] == ["activate:1"]
    table = duel(activated=(1,))
    assert [deed for deed in offered(table) if deed.startswith("activate")] == ["activate:0"]
    table = duel(activated=(0, 1))
    assert [deed for deed in offered(table) if deed.startswith("activate")] == []


# Move and Combat


def move_all(table: TestTable, model: int, spot: str) -> None:
    space = spot.partition(":")[0]
    number = table.board.number[tuple(map(int, space.split(",")))]
    run_stage(table, "move", f"model:{model}", f"space:{number}", f"fp:{footprint('T37', spot)}", "done")


def test_an_activation_has_one_move_and_one_combat_action():  # DF-ACTIVE-07, -09, SC-17
    table = duel({"beta/0": "1,0:0"})
    run_stage(table, "activate:0", {"*": "keep"})
    assert offered(table) == ["move", "finish", "end"]
    move_all(table, 0, "0,0:6")
    assert "move" not in offered(table)


def test_a_move_that_nobody_made_is_still_to_be_had():  # DF-ACTIVE-09
    table = duel()
    run_stage(table, "activate:0", {"*": "keep"})
    run_stage(table, "move", "done")
    assert "move" in offered(table)


def fights(table: TestTable, model: int) -> None:
    run_stage(table, f"fight:{model}", {"die": "yellow", "counterattack": "decline", "*": FIRST})


def touching(rolls) -> TestTable:
    """The three models of alpha stand around a model of beta, all in Space 0,0 but the third."""
    places = {"alpha/0": "0,0:1", "alpha/1": "0,0:2", "alpha/2": "0,0:3", "beta/0": "0,0:0", "beta/1": "3,-3:0"}
    return duel(places, rolls=rolls)


def test_moves_and_combats_are_not_mixed():  # DF-ACTIVE-08, SC-17, Q-21
    table = touching([yellow(1), yellow(4)])
    run_stage(table, "activate:0", {"*": "keep"})
    move_all(table, 0, "0,0:6")
    fights(table, 1)
    assert "move" not in offered(table)
    assert {"fight:0", "fight:2"} <= set(offered(table))
    assert "fight:1" not in offered(table)


def test_combat_first_then_the_move_ends_the_combats():  # DF-ACTIVE-07, -08, SC-17, Q-21
    table = touching([yellow(1), yellow(4)])
    run_stage(table, "activate:0", {"*": "keep"})
    fights(table, 0)
    assert "move" in offered(table)
    move_all(table, 1, "0,0:5")
    assert offered(table) == ["finish", "end"]


def test_each_model_picks_its_target_when_its_turn_comes():  # DF-ACTIVE-09, Q-46
    table = touching([yellow(1), yellow(4)])
    table.put(table.model("beta/1"), footprint("T37", "0,0:6"))
    run_stage(table, "activate:0", {"*": "keep"})
    talk = run_stage(table, "fight:0", "back")
    assert talk.kinds() == ["free", "target"]
    assert table.state.activation.fought == ()
    assert "fight:0" in offered(table)


# Change Mode


def two_sided(crystals=2, **state) -> TestTable:
    squad = a_squad("s", ini=2, att=2, mov=2, change_mode=1, endurance=0, modes=[{"ini": 3, "att": 2, "mov": 1}])
    foe = a_squad("foe", 1)
    return a_table(squad, foe, places={"s": "0,0:0", "foe": "3,0:0"}, crystals=[crystals, 2], **state)


def test_mode_changes_right_after_the_activation_is_declared_for_its_price():
    # DF-ACTIVE-10, -12, DF-SQUAD-13, -15, SC-16
    table = two_sided(marker=-10)
    talk = run_stage(table, "activate:0", "change")
    assert talk.kinds() == ["free", "change_mode"]
    assert (table.state.crystals[0], table.state.depleted[0], table.state.modes[0]) == (1, 1, 1)
    talk = run_stage(table, "move", {"*": "done"})
    spaces = {option.id for option in talk.asked[1].options if option.id.startswith("space")}
    far = table.board.number[2, 0]
    assert f"space:{far}" not in spaces
    assert len(spaces) == 7


def test_mode_cannot_be_changed_at_any_other_moment():  # DF-ACTIVE-11, SC-16
    table = two_sided(marker=-10)
    run_stage(table, "activate:0", "keep")
    assert not any("change" in deed for deed in offered(table))
    run_stage(table, "move", FIRST, FIRST)
    assert not any("change" in deed for deed in offered(table))


def test_without_the_price_the_activation_goes_on_in_basic_mode():  # DF-SQUAD-15, SC-16
    table = two_sided(crystals=0, marker=-10)
    talk = run_stage(table, "activate:0")
    assert talk.kinds() == ["free"]
    assert (table.state.modes[0], table.state.activation.squad) == (0, 0)


def test_a_squad_without_the_arrow_cannot_change_mode():  # DF-SQUAD-14
    squad = a_squad("s", change_mode="-", modes=[{}])
    table = a_table(squad, a_squad("foe", 1), places={"s": "0,0:0", "foe": "3,0:0"})
    assert run_stage(table, "activate:0").kinds() == ["free"]


def test_each_change_pays_what_stands_on_the_side_that_is_up():
    squad = a_squad("s", change_mode=0, modes=[{"change_mode": 2}])
    table = a_table(squad, a_squad("foe", 1), places={"s": "0,0:0", "foe": "3,0:0"})
    army = table.roster.squads[0]
    assert changing_mode.cost(table, army) == 0
    table.state.modes[0] = 1
    assert changing_mode.cost(table, army) == 2


def test_a_payment_for_a_mode_can_be_taken_back():  # DF-SQUAD-15
    table = two_sided(endurance=[0, 1], marker=0)
    talk = run_stage(table, "activate:0", "change", "back", "keep")
    assert talk.kinds() == ["free", "change_mode", "pay", "change_mode"]
    assert (table.state.modes[0], table.state.crystals[0]) == (0, 2)


def test_a_new_base_takes_its_place_at_once_and_without_room_the_change_is_not_offered():  # R-BASE-CHANGE
    squad = a_squad("s", base=1, modes=[{"base": 3}])
    foes = a_squad("foe", 1, base=2, models=3)
    table = a_table(squad, foes, places={"s": "0,0:1", "foe": "3,0:01"})
    run_stage(table, "activate:0", "change", FIRST)
    assert table.bits(0).bit_count() == 3
    assert table.touching(0, 0) is False
    crowd = a_squad("crowd", 1, base=3)
    table = a_table(squad, crowd, places={"s": "0,0:6", "crowd": "0,0:023"})
    assert run_stage(table, "activate:0").kinds() == ["free"]


# End of the turn


def test_effects_of_the_turn_and_temporary_crystals_end_with_it():  # R-DURATION, R-TEMP
    table = duel(stage="active_end", temporary=[2, 0])
    table.state.effects = (Effect("att+", 0, 1, "turn", "x"), Effect("att+", 0, 1, "match", "x"))
    run_stage(table)
    assert [effect.until for effect in table.state.effects] == ["match"]
    assert table.state.temporary == [0, 0]


def test_the_active_player_may_discard_then_everybody_draws_up_to_three():
    # DF-ACTIVE-15, -16, -17, DF-DECK-08, SC-18
    table = duel(stage="end_step")
    table.state.hands = [("old",), ("x", "y")]
    table.state.decks = [("a", "b", "c", "d"), ("e", "f")]
    talk = run_stage(table, "discard:old")
    assert [decision.seat for decision in talk.asked] == [0]
    assert table.state.hands == [("a", "b", "c"), ("x", "y", "e")]
    assert table.state.discards == [("old",), ()]
    assert [event["count"] for event in table.events("cards_drawn")] == [3, 1]


def test_who_discards_nothing_draws_less():  # DF-ACTIVE-15, SC-18
    table = duel(stage="end_step")
    table.state.hands = [("old",), ()]
    table.state.decks = [("a", "b", "c", "d"), ("e", "f", "g", "h")]
    run_stage(table, "keep")
    assert table.state.hands == [("old", "a", "b"), ("e", "f", "g")]


def test_draws_run_in_turn_order_from_the_active_player():
    table = duel(stage="end_step", active=1)
    run_stage(table)
    assert [event["seat"] for event in table.events("cards_drawn")] == [1, 0]


def test_a_draw_in_the_middle_of_a_turn_stops_at_the_hand_limit():  # DF-DECK-07, Q-22
    table = duel()
    table.state.hands[0] = ("x", "y")
    assert drawing.draw(table, 0, 5) == 1
    assert len(table.state.hands[0]) == 3


def test_a_raised_limit_that_falls_back_forces_no_discard(monkeypatch):  # DF-DECK-07, Q-22
    table = duel()
    monkeypatch.setattr(drawing, "HAND_LIMITS", [lambda table, seat: 1])
    assert drawing.refill(table, 0) == 4
    monkeypatch.setattr(drawing, "HAND_LIMITS", [])
    assert drawing.refill(table, 0) == 0
    assert len(table.state.hands[0]) == 4


def test_a_new_turn_begins_with_nothing_used():  # DF-ACTIVE-05
    table = duel(stage="end_step", activated=(0,), used={"half:0:x:upper": 1})
    run_stage(table)
    assert (table.state.activated, table.state.used, table.state.activation) == ((), {}, None)


def test_every_free_moment_can_be_saved_in_the_middle_of_an_activation():  # DF-ACTIVE-13
    table = touching([yellow(1), yellow(4)])
    run_stage(table, "activate:0", {"*": "keep"})
    fights(table, 0)
    twin = State.from_json(json.loads(json.dumps(table.state.to_json())))
    assert twin == table.state
    assert twin.activation.fought == (0,)


def test_an_option_of_the_setup_changes_the_size_of_the_hand():  # DF-OPT-14
    setup = a_setup(a_squad("alpha"), a_squad("beta", 1), options=Options(hand_size=4))
    table = a_table(setup=setup, places={"alpha": "0,0:0", "beta": "2,0:0"}, stage="end_step")
    run_stage(table)
    assert [len(hand) for hand in table.state.hands] == [4, 4]
