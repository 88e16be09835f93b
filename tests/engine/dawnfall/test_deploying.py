"""Step 13: squads come to the board."""

from __future__ import annotations

from itertools import permutations

from matches.engine.dawnfall import deploying
from matches.engine.dawnfall.state import WAITING
from tests.engine.dawnfall.building import FIRST, TestTable, a_setup, a_squad, a_table, footprint
from tests.engine.dawnfall.running import run_stage

DUEL = ("chapter", "demon")


def ids(talk):
    return [option.id for option in talk.asked[-1].options]


# Step 13


def accepts(table: TestTable, slug: str, *spots: str) -> bool:
    """Whether the models of a squad may be deployed on these places, in some order."""
    squad = table.roster.squads[table.squad_number(slug)]
    size = table.base(squad.models[0])
    shut = deploying.closed_hexes(table, squad.seat)
    ways = [footprint("T37", spot) for spot in spots]
    for order in permutations(ways):
        placed: list[int] = []
        for way in order:
            legal = deploying.legal_ways(table.board, size, placed, squad.size, shut)
            if way not in legal(table.board.footprint_space[way]):
                break
            placed.append(way)
        if len(placed) == squad.size:
            return True
    return False


def fours(**more) -> TestTable:
    squads = (a_squad("green", models=4), a_squad("red", 1, models=4))
    return a_table(*squads, stage="deploy", **more)


def put_all(table: TestTable, slug: str, *spots: str) -> None:
    for number, spot in enumerate(spots):
        table.put(table.model(f"{slug}/{number}"), footprint("T37", spot))


def test_a_squad_without_contact_is_refused():  # DF-SETUP-45, SC-05
    assert not accepts(fours(), "green", "-3,1:1", "-3,1:3", "-3,1:5", "-3,2:0")


def test_a_squad_with_a_straggler_is_refused():  # DF-SETUP-45, SC-06
    assert not accepts(fours(), "green", "2,-3:0", "2,-3:1", "2,-3:2", "2,-2:0")


def test_a_squad_in_contact_with_the_enemy_is_refused():  # DF-SETUP-44, SC-07
    table = fours()
    put_all(table, "green", "1,0:0", "1,0:1", "1,0:2", "1,0:3")
    assert not accepts(table, "red", "2,0:4", "2,0:0", "2,0:1", "2,0:6")


def test_a_squad_at_the_enemy_and_at_the_source_is_refused():  # DF-SETUP-44, SC-08
    table = fours()
    table.state.sources = [table.board.number[0, 0]]
    put_all(table, "red", "2,0:4", "2,0:0", "2,0:1", "2,0:6")
    shut = deploying.closed_hexes(table, 0)
    bits = table.board.footprint_bits
    assert shut & bits[footprint("T37", "1,0:4")]
    assert shut & bits[footprint("T37", "1,0:1")]
    assert shut & bits[footprint("T37", "1,0:2")]
    assert not accepts(table, "green", "1,0:4", "1,0:0", "1,0:1", "1,0:2")


def test_two_squads_of_four_side_by_side_are_accepted():  # DF-SETUP-41, -42, -44, -45, SC-09
    table = fours()
    table.state.sources = [table.board.number[0, 0]]
    table.state.occupied = table.map_bits()
    assert accepts(table, "green", "1,0:0", "1,0:1", "1,0:2", "1,0:3")
    put_all(table, "green", "1,0:0", "1,0:1", "1,0:2", "1,0:3")
    assert accepts(table, "red", "2,0:0", "2,0:1", "2,0:2", "2,0:6")


def test_no_base_straddles_a_space_border():  # DF-SETUP-43, SC-10
    table = a_table(a_squad("two", base=2), a_squad("three", 1, base=3), stage="deploy")
    assert accepts(table, "two", "0,0:12")
    assert accepts(table, "three", "0,0:012")
    for size in (2, 3):
        legal = deploying.legal_ways(table.board, size, [], 1, 0)
        for space in table.board.spaces:
            assert all(not table.board.footprint_bits[way] & ~table.board.space_bits[space] for way in legal(space))


def test_a_squad_may_stretch_over_several_spaces():  # DF-SETUP-46, SC-11
    assert accepts(fours(), "green", "0,0:1", "1,0:5", "1,0:6", "2,-1:3")


def test_own_squads_and_in_teams_allies_may_be_touched():
    squads = [a_squad("one"), a_squad("two"), a_squad("foe", 1), a_squad("ally", 2), a_squad("other", 3)]
    table = a_table(setup=a_setup(*squads, mode="team"), places={"one": "0,0:0", "ally": "2,0:0", "foe": "-2,0:0"})
    table.state.stage = "deploy"
    assert accepts(table, "two", "0,0:1")
    assert accepts(table, "two", "2,0:1")
    assert not accepts(table, "two", "-2,0:1")


def test_players_take_turns_with_squads_and_who_has_more_goes_on_alone():  # DF-SETUP-40, Q-15
    squads = [a_squad("one"), a_squad("two", 1), a_squad("three", 1), a_squad("four", 1)]
    table = a_table(*squads, stage="deploy", step=0, countering=1)
    seats = []
    while table.state.stage == "deploy":
        talk = run_stage(table, {"*": FIRST})
        seats += [decision.seat for decision in talk.asked if decision.kind == "place_space"]
    assert seats == [0, 1, 1, 1]
    assert all(place >= 0 for place in table.state.places)


def test_models_are_placed_one_by_one_and_a_step_can_be_taken_back():  # DF-SETUP-41, -42
    squads = (a_squad("green", models=2), a_squad("blue"), a_squad("red", 1))
    table = a_table(*squads, stage="deploy", step=0, countering=1)
    here, there = (f"space:{table.board.number[spot]}" for spot in ((0, 0), (1, 0)))
    talk = run_stage(
        table, "squad:0", here, "back", here, f"fp:{footprint('T37', '0,0:1')}", "back",
        there, f"fp:{footprint('T37', '1,0:0')}", there, f"fp:{footprint('T37', '1,0:6')}",
    )  # fmt: skip
    assert talk.kinds()[0] == "deploy"
    assert [table.state.places[model] for model in (0, 1)] == [footprint("T37", "1,0:0"), footprint("T37", "1,0:6")]
    assert table.state.occupied.bit_count() == 2
    assert len(table.events("squad_deployed")) == 1


def test_the_choice_of_a_squad_can_be_taken_back():  # DF-SETUP-40
    squads = (a_squad("green"), a_squad("blue"), a_squad("red", 1))
    table = a_table(*squads, stage="deploy", step=0, countering=1)
    run_stage(table, "squad:0", "back", "squad:1", FIRST, FIRST)
    assert table.state.places[0] == WAITING
    assert table.state.places[1] >= 0


def test_only_places_from_which_the_squad_can_be_completed_are_offered():  # DF-SETUP-45
    table = fours()
    board = table.board
    room = board.footprint_bits[footprint("T37", "0,0:1")] | board.footprint_bits[footprint("T37", "0,0:2")]
    room |= board.space_bits[board.number[3, 0]]
    table.state.occupied = ((1 << 7 * len(board.spaces)) - 1) & ~room
    shut = deploying.closed_hexes(table, 0)
    legal = deploying.legal_ways(board, 1, [], 4, shut)
    assert [space for space in board.spaces if any(legal(space))] == [board.number[3, 0]]


def test_a_squad_that_finds_no_room_stays_undeployed_and_is_not_dead():
    table = a_table(a_squad("big", base=7), a_squad("red", 1), stage="deploy", step=0)
    board = table.board
    for space in board.spaces:
        table.state.occupied |= 1 << 7 * space
    assert deploying.squads_to_deploy(table, 0) == []
    while table.state.stage == "deploy":
        run_stage(table, {"*": FIRST})
    assert table.state.places[0] == WAITING
    assert table.alive(table.roster.squads[0])


def test_cavalry_is_not_deployed_in_setup():  # R-CAVALRY
    table = a_table(a_squad("riders", tags=["cavalry"]), a_squad("red", 1), stage="deploy", step=0)
    assert deploying.squads_to_deploy(table, 0) == []
    assert [squad.slug for squad in deploying.squads_to_deploy(table, 1)] == ["red"]
