"""The two dice. DF-DICE, Q-33, Q-34, R-REROLL, R-ROLL-BONUS"""

from typing import Any

import pytest

from matches.engine.dawnfall import dice
from matches.engine.dawnfall.moments import Fight, Roll
from tests.engine.dawnfall.building import Talk, TestTable, a_setup, a_squad, a_table, play, red, yellow


def a_roller(*rolls: int, crystals: int = 2, depleted: int = 0, **values: Any) -> TestTable:
    """Seat 0 pays with Crystals only: no Endurance, and the marker cannot move."""
    squads = a_squad("alpha", endurance=0, **values), a_squad("beta", 1, endurance=0)
    return a_table(*squads, rolls=rolls, crystals=[crystals, 2], depleted=[depleted, 0], marker=-10)


def attack(table: TestTable, *answers: Any) -> Talk:
    return play(dice.roll(table, Roll(0, 0, "attack")), *answers)


def pools(table: TestTable) -> tuple[int, int]:
    return table.state.crystals[0], table.state.depleted[0]


def test_the_dice_have_the_faces_of_the_book():  # DF-DICE-02, -03
    assert dice.FACES == {"yellow": (0, 0, 1, 2, 3, 4), "red": (1, 2, 3, 4, 5, 6)}
    marked = {die: [face for face in faces if face <= dice.MARKED[die]] for die, faces in dice.FACES.items()}
    assert marked == {"yellow": [0, 0], "red": [1, 2]}


@pytest.mark.parametrize("purpose", ["attack", "defense", "check"])
def test_before_each_roll_the_roller_chooses_a_die(purpose):  # DF-DICE-01
    table = a_roller(yellow(3))
    talk = play(dice.roll(table, Roll(0, 0, purpose)), "yellow")
    assert talk.options("die") == [["Yellow Die, free", "Red Die for 1 Crystal"]]
    assert talk.value.face == 3
    assert pools(table) == (2, 0)


def test_the_red_die_is_paid_before_the_roll_and_anew_each_time():  # DF-DICE-04, SC-27
    table = a_roller(red(5), red(3))
    assert attack(table, "red").value.face == 5
    assert pools(table) == (1, 1)
    kinds = [event.kind for event in table.log]
    assert kinds.index("paid") < kinds.index("die_rolled")
    attack(table, "red")
    assert pools(table) == (0, 2)


def test_without_means_only_the_yellow_die_is_rolled():  # DF-DICE-04, DF-PAY-11
    table = a_roller(yellow(1), crystals=0)
    talk = attack(table)
    assert talk.asked == []
    assert talk.value.die == "yellow"


def test_the_red_die_may_be_paid_with_any_equivalent():  # DF-DICE-05, SC-23
    table = a_table(a_squad("alpha"), a_squad("beta", 1), rolls=[red(6), red(5)])
    attack(table, "red", "endurance:0")
    assert table.state.endurance[0] == 0
    attack(table, "red", "vp")
    assert table.state.marker == -1
    assert pools(table) == (2, 0)


def test_the_choice_of_the_red_die_can_be_taken_back_before_it_is_paid():  # DF-DICE-01
    table = a_table(a_squad("alpha"), a_squad("beta", 1), rolls=[yellow(4)])
    assert attack(table, "red", "back", "yellow").value.die == "yellow"
    assert pools(table) == (2, 0)


def test_a_paid_reroll_rolls_the_same_die_and_a_second_cogwheel_refreshes():  # DF-DICE-07 to -10, SC-27
    table = a_roller(red(2), red(1), red(4))
    talk = attack(table, "red", "pay_reroll")
    assert talk.value.face == 1
    assert (talk.value.die, talk.value.rerolled) == ("red", True)
    assert talk.kinds() == ["die", "rolled"]
    assert pools(table) == (1, 1)
    attack(table, "red")
    assert pools(table) == (0, 2)


def test_a_cogwheel_may_refresh_a_crystal_instead_and_the_result_stays():  # DF-DICE-07, -11, SC-28, Q-33
    table = a_roller(yellow(0), crystals=1, depleted=3)
    talk = attack(table, "yellow", "refresh")
    assert talk.value.face == 0
    assert pools(table) == (2, 2)


def test_a_crystal_just_spent_on_the_roll_can_be_refreshed():
    table = a_roller(red(1), crystals=1)
    attack(table, "red", "refresh")
    assert pools(table) == (1, 0)


def test_with_an_empty_depleted_pool_the_refresh_is_void():  # DF-DICE-11, SC-28
    talk = attack(a_roller(yellow(0)), "yellow", "keep")
    assert talk.options("rolled") == [["Keep it", "Reroll for 1 Crystal"]]


def test_both_bonuses_of_a_cogwheel_are_optional():  # DF-DICE-07, Q-33
    table = a_roller(yellow(0), depleted=1)
    talk = attack(table, "yellow", "keep")
    assert talk.options("rolled") == [["Keep it", "Reroll for 1 Crystal", "Keep it and refresh 1 Crystal"]]
    assert pools(table) == (2, 1)


def test_an_unmarked_face_offers_nothing():  # DF-DICE-07
    assert attack(a_roller(yellow(1)), "yellow").kinds() == ["die"]
    assert attack(a_roller(red(3)), "red").kinds() == ["die"]


def test_the_att_symbol_rerolls_for_free_and_the_new_result_is_binding():  # DF-SQUAD-09, DF-DICE-12, -13, SC-28
    table = a_roller(yellow(1), yellow(0), depleted=1, att_reroll=True)
    talk = attack(table, "yellow", "reroll")
    assert talk.value.face == 0
    assert talk.kinds() == ["die", "rolled"]
    assert pools(table) == (3, 0)


def test_the_att_symbol_serves_good_results_too():
    assert attack(a_roller(yellow(4), yellow(1), att_reroll=True), "yellow", "reroll").value.face == 1


def test_symbol_and_cogwheel_together_give_one_reroll():  # DF-DICE-10, -12, R-REROLL
    table = a_roller(yellow(0), yellow(0), att_reroll=True)
    talk = attack(table, "yellow", "pay_reroll")
    assert talk.options("rolled") == [["Keep it", "Reroll for free", "Reroll for 1 Crystal"]]
    assert pools(table) == (2, 0)
    with pytest.raises(ValueError, match="at most once"):
        dice.reroll(table, talk.value)


def test_a_refreshed_crystal_makes_the_result_final():
    table = a_roller(yellow(0), depleted=1, att_reroll=True)
    assert attack(table, "yellow", "refresh").value.rerolled is False


@pytest.mark.parametrize(("power", "offered"), [(5, True), (4, False), (3, False)])
def test_the_def_symbol_serves_a_failed_defense_only(power, offered):  # DF-SQUAD-10, Q-34
    table = a_roller(yellow(2), def_reroll=True, **{"def": 2})
    fight = Fight(1, 0, attacker=1, target=0, attack_power=power)
    talk = play(dice.roll(table, Roll(0, 0, "defense"), fight), "yellow", {"rolled": "keep"})
    assert ("rolled" in talk.kinds()) is offered


def test_no_symbol_serves_a_check_for_hit():
    table = a_roller(yellow(2), att_reroll=True, def_reroll=True)
    assert play(dice.roll(table, Roll(0, 0, "check")), "yellow").kinds() == ["die"]


def test_a_bonus_adds_to_the_result_but_not_to_the_face():  # R-ROLL-BONUS
    table = a_roller(yellow(0))
    talk = play(dice.roll(table, Roll(0, 0, "attack", bonus=3)), "yellow", "keep")
    assert (talk.value.face, talk.value.marked, talk.value.result) == (0, True, 3)


def test_a_penalty_takes_no_result_below_0():  # R-ROLL-BONUS
    assert Roll(0, 0, "attack", bonus=-2, face=1).result == 0


def test_the_windows_of_a_die_belong_to_the_roller(watch):  # R-ORDER-SIDE, R-REROLL
    attack(a_roller(yellow(3)), "yellow")
    assert watch.opened == ["W-DIE", "W-ROLLED"]
    assert watch.seats == {"W-DIE": (0,), "W-ROLLED": (0,)}


def test_a_reroll_by_a_card_is_the_only_one(watch):  # DF-DICE-12, R-REROLL
    watch.at("W-ROLLED", lambda table, moment: dice.reroll(table, moment.roll))
    table = a_roller(yellow(1), yellow(0), depleted=1, att_reroll=True)
    talk = attack(table, "yellow")
    assert talk.value.face == 0
    assert talk.kinds() == ["die"]
    assert pools(table) == (3, 0)


def test_a_card_may_give_the_red_die_for_nothing(watch):  # W-DIE
    watch.at("W-DIE", lambda table, moment: setattr(moment.roll, "free_red", True))
    table = a_roller(red(6), crystals=0)
    talk = attack(table, "red")
    assert talk.options("die") == [["Yellow Die, free", "Red Die, free"]]
    assert pools(table) == (0, 0)


def test_an_eliminated_player_chooses_nothing_and_rolls_yellow():
    setup = a_setup(a_squad("alpha"), a_squad("beta", 1), a_squad("gamma", 2), mode="ffa3")
    table = a_table(setup=setup, rolls=[yellow(0)], eliminated=[True, False, False])
    talk = attack(table)
    assert talk.asked == []
    assert (talk.value.die, talk.value.face) == ("yellow", 0)
