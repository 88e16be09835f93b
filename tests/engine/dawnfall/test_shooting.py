"""Shooting. DF-SHOOT, DF-LOS, Q-37, Q-42, Q-43, Q-47, R-CHECK, R-AREA"""

from typing import Any

import pytest

from matches.engine.dawnfall import shooting
from matches.engine.dawnfall.attributes import last
from matches.engine.dawnfall.moments import NOBODY, WoundEvent
from matches.engine.dawnfall.shooting import check_for_hit, models_in, on_line, spaces_in_reach
from matches.engine.dawnfall.state import Effect
from matches.engine.dawnfall.wounds import wound
from matches.engine.kernel.decisions import Rule
from tests.engine.dawnfall.building import TestTable, a_squad, a_table, play, red, yellow

YELLOW = {"die": "yellow", "rolled": "keep"}


def targets_with(*inis: int | str, rolls: tuple[int, ...] = (), **state: Any) -> TestTable:
    """A shooter (model 0) and one target for each INI beside it."""
    squads = [a_squad("shooter", att=5)] + [a_squad(f"t{n}", 1, ini=ini) for n, ini in enumerate(inis)]
    places = {"shooter": "0,0:0", **{f"t{n}": f"1,0:{n}" for n in range(len(inis))}}
    return a_table(*squads, places=places, rolls=rolls, **state)


def test_one_roll_is_compared_with_each_targets_own_ini():  # DF-SHOOT-02 to -05, SC-42
    table = targets_with(1, 2, 3, rolls=(yellow(2),))
    talk = play(check_for_hit(table, 0, 0, [1, 2, 3]), "yellow")
    assert talk.value == [1]
    assert len(table.events("die_rolled")) == 1


def test_a_shot_is_answered_neither_by_a_defense_roll_nor_by_a_counterattack():  # DF-SHOOT-11
    table = targets_with(1, rolls=(yellow(4),))
    talk = play(check_for_hit(table, 0, 0, [1]), "yellow")
    assert [(decision.seat, decision.kind) for decision in talk.asked] == [(0, "die")]


def test_att_adds_nothing_to_a_check_but_a_printed_bonus_does():  # DF-SHOOT-02, R-CHECK
    table = targets_with(3, rolls=(yellow(3), yellow(3)))
    assert play(check_for_hit(table, 0, 0, [1]), "yellow").value == []
    assert play(check_for_hit(table, 0, 0, [1], bonus=1), "yellow").value == [1]


def test_who_rolls_a_check_is_told_whom_it_is_for():  # DF-SHOOT-02
    table = targets_with(1, 2, rolls=(yellow(0), yellow(3)))
    talk = play(check_for_hit(table, 0, 0, [1, 2], bonus=1), "yellow", "pay_reroll", "crystals")
    known = {asked.kind: (asked.data["targets"], asked.data["bonus"]) for asked in talk.asked if asked.kind != "pay"}
    assert known == {"die": ([1, 2], 1), "rolled": ([1, 2], 1)}


def test_the_die_of_a_check_may_be_red():  # R-CHECK, DF-DICE-01
    table = targets_with(5, rolls=(red(6),))
    assert play(check_for_hit(table, 0, 0, [1]), "red", "crystals").value == [1]
    assert table.state.crystals[0] == 1


def test_a_dash_for_ini_is_hit_by_any_result():  # SC-39, Q-37
    table = targets_with("-", 0, rolls=(yellow(0),))
    assert play(check_for_hit(table, 0, 0, [1, 2]), YELLOW).value == [1]


def test_winning_initiative_automatically_protects_from_no_shot():  # R-AUTO-INI
    table = targets_with(1, rolls=(yellow(2),), effects=(Effect("wins_ini", 1, 1, "turn", "test"),))
    assert play(check_for_hit(table, 0, 0, [1]), YELLOW).value == [1]


def test_an_effect_needs_no_shooter():  # R-CHECK
    table = targets_with(1, rolls=(yellow(2),))
    assert play(check_for_hit(table, 1, NOBODY, [0, 1]), YELLOW).value == [0, 1]


def test_bonuses_for_one_check_end_with_it(watch):  # W-BEFORE-HIT, R-INI-CHECK
    watch.at("W-BEFORE-HIT", lambda table, moment: last(table, Effect("ini+", 1, 2, "ini", "test")))
    table = targets_with(1, rolls=(yellow(2), yellow(2)))
    assert play(check_for_hit(table, 0, 0, [1]), YELLOW).value == []
    assert play(check_for_hit(table, 0, 0, [1]), YELLOW).value == [1]
    assert watch.opened[:3] == ["W-BEFORE-HIT", "W-DIE", "W-ROLLED"]
    assert watch.seats["W-BEFORE-HIT"] is None


def test_a_target_that_left_before_the_roll_is_not_hit(watch):  # R-NEST
    watch.at("W-BEFORE-HIT", lambda table, moment: table.lift(1, -2))
    assert play(check_for_hit(targets_with(1, 1, rolls=(yellow(4),)), 0, 0, [1, 2]), YELLOW).value == [2]


def a_shot(table: TestTable) -> Any:
    def shot(shooter: int) -> Rule[None]:
        enemies = models_in(table, table.board.spaces, enemies_of=0)
        for model in (yield from check_for_hit(table, 0, shooter, enemies[:1])):
            yield from wound(table, WoundEvent(model, 1, 0, shooter, "shot"))

    return shot


def shooters(*rolls: int) -> TestTable:
    squads = (a_squad("shooter", models=3), a_squad("x", 1, endurance=0), a_squad("y", 1, endurance=0), a_squad("z", 1))
    places = {"shooter": "0,0:0", "shooter/1": "0,0:1", "shooter/2": "0,0:2", "x": "1,0:0", "y": "1,0:1", "z": "1,0:2"}
    return a_table(*squads, places=places, rolls=map(yellow, rolls))


def test_all_models_shoot_one_by_one_each_with_a_roll_and_target_of_its_own(watch):  # DF-SHOOT-08, -09, SC-42
    table = shooters(4, 4, 1)
    play(shooting.shoot_all(table, 0, [0, 1, 2], a_shot(table)), "model:2", "model:0", YELLOW)
    checks = table.events("hits_checked")
    assert [event["shooter"] for event in checks] == [2, 0, 1]
    assert [event["targets"] for event in checks] == [(3,), (4,), (5,)]
    assert watch.opened.count("W-INSTANT") == 3


def test_area_hits_use_up_tokens_in_the_order_the_player_chooses():  # Q-47, R-AREA
    squads = (a_squad("shooter"), a_squad("crowd", 1, models=3), a_squad("other", 1))
    places = {"shooter": "0,0:0", "crowd": "1,0:0", "crowd/1": "1,0:1", "crowd/2": "1,0:2", "other": "3,0:0"}
    table = a_table(*squads, places=places)
    talk = play(shooting.wound_each(table, 0, [1, 2, 3], dealer=0), "model:3", "model:1")
    assert [table.on_board(model) for model in (1, 2, 3)] == [False, False, True]
    assert table.state.endurance[1] == 0
    assert talk.kinds() == ["wound_order", "wound_order"]


def test_an_area_holds_the_players_own_models_too_unless_only_enemies_are_meant():  # DF-SHOOT-10, R-AREA
    table = targets_with(1, 1)
    spaces = [table.space(0), table.space(1)]
    assert models_in(table, spaces) == [0, 1, 2]
    assert models_in(table, spaces, enemies_of=0) == [1, 2]


# Range and Line of Fire


def reached(table: TestTable, reach: int | None, *, line_of_fire: bool) -> set[tuple[int, int]]:
    return {table.board.places[n] for n in spaces_in_reach(table, 0, reach, line_of_fire=line_of_fire)}


AROUND = {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}


@pytest.mark.parametrize("line_of_fire", [True, False])
def test_range_0_is_the_own_space_and_range_1_adds_the_adjacent_ones(line_of_fire):  # DF-LOS-08, -09, SC-43, Q-42
    table = targets_with()
    assert reached(table, 0, line_of_fire=line_of_fire) == {(0, 0)}
    assert reached(table, 1, line_of_fire=line_of_fire) == {(0, 0), *AROUND}


def test_without_limit_the_lines_run_to_the_edge():  # DF-LOS-10, SC-44
    assert len(reached(targets_with(), None, line_of_fire=True)) == 19
    assert len(reached(targets_with(), None, line_of_fire=False)) == 37


def crowded() -> TestTable:
    """SC-45: `2,0` is full of small models, six hexes of `0,-1` are taken."""
    squads = [a_squad("blue", endurance=0), a_squad("red", 1, models=3)]
    squads += [a_squad("wall", 1, models=7), a_squad("hedge", 0, models=7)]
    places = {"blue": "0,0:3", "red": "1,1:0", "red/1": "3,0:0", "red/2": "0,-3:0"}
    places |= {f"wall/{n}": f"2,0:{n}" for n in range(7)} | {f"hedge/{n}": f"0,-1:{n}" for n in range(6)}
    return a_table(*squads, places=places)


def test_a_full_space_ends_the_line_and_its_models_can_be_hit():  # DF-LOS-02 to -06, SC-45, Q-43
    table = crowded()
    seen = reached(table, 3, line_of_fire=True)
    assert (1, 1) not in seen
    assert (3, 0) not in seen
    assert {(2, 0), (0, -3)} <= seen


def test_the_seventh_hex_closes_a_space():  # DF-LOS-03, -04, SC-45
    table = crowded()
    table.put(table.model("hedge/6"), table.board.footprints(1, table.board.number[0, -1], table.state.occupied)[0])
    assert (0, -3) not in reached(table, 3, line_of_fire=True)


def test_the_shooters_own_full_space_blocks_nothing():
    squads = (a_squad("blue", base=7), a_squad("red", 1))
    table = a_table(*squads, places={"blue": "0,0:0123456", "red": "2,0:0"})
    assert (2, 0) in reached(table, None, line_of_fire=True)


def test_a_shrine_or_a_source_blocks_the_line():  # DF-LOS-04
    table = targets_with()
    table.state.occupied |= table.board.space_bits[table.board.number[1, 0]]
    assert (2, 0) not in reached(table, None, line_of_fire=True)


def test_all_models_on_a_line_are_checked_except_the_shooter():  # R-LINE-TARGETS, DF-LOS-05
    table = crowded()
    east, north_west = 0, 4
    assert on_line(table, 0, east, None) == list(table.roster.squads[3].models)
    hedge = [model for model in table.roster.squads[1].models if table.on_board(model)]
    assert on_line(table, 0, north_west, None) == [*hedge, table.model("red/2")]
    assert on_line(table, 0, north_west, 1) == hedge
