"""The Passive turn, Control of Sources, and what happens when components run out."""

from __future__ import annotations

import pytest

from matches.engine.dawnfall import offering, passive, turns, windows
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.state import DEAD, Attached
from matches.setting_up.starters import starter_setup
from tests.engine.dawnfall.building import FIRST, TestTable, a_setup, a_squad, a_table, footprint, play
from tests.engine.dawnfall.running import an_enhancement, run_stage

SOURCES = {"A": (-2, 0), "B": (0, -2), "C": (0, 2), "D": (2, 0)}
GREEN = {"green/0": "-1,0:4", "green/1": "0,1:2", "green/2": "1,0:1"}
RED = {"red/0": "-2,1:5", "red/1": "1,1:3"}


def harvest_table(mode="duel", places=None, **state) -> TestTable:
    """The four Sources of the book's drawing, with the models beside them."""
    squads = [a_squad("green", models=3), a_squad("red", 1, models=3)]
    squads += [a_squad(f"other-{seat}", seat) for seat in range(2, {"duel": 2, "ffa3": 3, "team": 4}[mode])]
    setup = a_setup(*squads, mode=mode)
    table = a_table(setup=setup, stage="passive", **state)
    table.state.sources = [table.board.number[spot] for spot in SOURCES.values()]
    table.state.occupied = table.map_bits()
    for name, spot in (GREEN | RED if places is None else places).items():
        table.put(table.model(name), _spot(spot))
    return table


def _spot(spot: str) -> int:
    return footprint("T37", spot)


def controlled(table: TestTable, seat: int) -> list[str]:
    names = {table.board.number[spot]: name for name, spot in SOURCES.items()}
    return [names[space] for space in passive.controlled(table, seat)]


@pytest.mark.parametrize(("mode", "crystals"), [("duel", 1), ("ffa3", 2)])
def test_a_source_touched_by_one_side_alone_is_controlled(mode, crystals):
    # DF-PASSIVE-02, -03, -04, -05, -09, SC-20
    table = harvest_table(mode)
    before, neutral = table.state.crystals[0], table.state.neutral_crystals
    assert controlled(table, 0) == ["D"]
    assert controlled(table, 1) == []
    assert passive.harvest(table, 0) == crystals
    assert table.state.crystals[0] == before + crystals
    assert table.state.neutral_crystals == neutral - crystals
    assert table.state.crystals[1] == before


def test_majority_and_numbers_count_nothing():  # DF-PASSIVE-06, -07, SC-21
    crowd = {"green/0": "1,0:1", "green/1": "1,0:2", "green/2": "1,1:6"}
    table = harvest_table(places=crowd | {"red/0": "2,-1:2"})
    assert controlled(table, 0) == []
    assert controlled(table, 1) == []
    assert passive.harvest(table, 0) == 0
    table = harvest_table(places=crowd)
    assert controlled(table, 0) == ["D"]
    assert passive.harvest(table, 0) == 1


def test_others_gain_nothing_in_a_players_harvest():  # DF-PASSIVE-08, SC-21
    table = harvest_table(places={"red/0": "1,0:1"})
    assert controlled(table, 1) == ["D"]
    run_stage(table)
    assert table.state.crystals == [2, 2]


def test_allies_neither_contest_nor_give_control():  # DF-TEAM-10, Q-60, SC-57
    table = harvest_table("team", places={"green/0": "1,0:1", "other-2": "1,0:2"})
    assert controlled(table, 0) == ["D"]
    assert controlled(table, 2) == ["D"]
    table = harvest_table("team", places={"other-2": "1,0:2"})
    assert controlled(table, 0) == []


def enhanced_table(**state) -> TestTable:
    """Green Controls two Sources and has Enhancements on two living squads and a dead one."""
    squads = [a_squad("one"), a_squad("two"), a_squad("dead"), a_squad("red", 1)]
    cards = {0: [an_enhancement(slug) for slug in ("e1", "e2", "e3", "e4")]}
    table = a_table(setup=a_setup(*squads, cards=cards), stage="passive")
    table.state.sources = [table.board.number[SOURCES[name]] for name in "AD"]
    table.state.occupied = table.map_bits()
    for name, spot in {"one": "-1,0:4", "two": "1,0:1", "red": "0,-3:0"}.items():
        table.put(table.model(name), _spot(spot))
    table.state.places[table.model("dead")] = DEAD
    for name, value in state.items():
        setattr(table.state, name, value)
    return table


def test_a_whole_passive_turn():  # DF-PASSIVE-01, -09 to -13, DF-PAY-03, SC-19, SC-54
    table = enhanced_table(
        crystals=[0, 2], depleted=[4, 0], neutral_crystals=14, neutral_charges=19, banner_ready=[False, False],
        attached=[(Attached("e1", 0),), (Attached("e2", 1),), (Attached("e3", 0),), ()],
    )  # fmt: skip
    table.state.hands = [(), ()]
    talk = run_stage(table)
    state = table.state
    assert talk.asked == []
    assert (state.crystals[0], state.depleted[0], state.neutral_crystals) == (6, 0, 12)
    assert [cards[0].charges for cards in state.attached[:3]] == [1, 2, 0]
    assert state.neutral_charges == 17
    assert state.banner_ready == [True, False]
    assert state.hands == [(), ()]
    kinds = [event.kind for event in table.log]
    order = ["crystals_gained", "enhancement_charged", "crystals_refreshed", "banner_refreshed", "turn_ended"]
    assert [kind for kind in dict.fromkeys(kinds) if kind in order] == order


def test_the_enhancements_of_a_dead_squad_are_not_charged():  # DF-PASSIVE-11, SC-19
    table = enhanced_table(attached=[(), (), (Attached("e3", 0),), ()])
    run_stage(table)
    assert table.state.attached[2] == (Attached("e3", 0),)


@pytest.mark.parametrize(("left", "got"), [(0, 0), (1, 1), (5, 2)])
def test_from_an_empty_pile_nothing_comes(left, got):  # DF-LIMIT-07, -08, -10, -11, SC-24
    table = enhanced_table(neutral_crystals=left)
    assert passive.harvest(table, 0) == got
    assert table.state.neutral_crystals == left - got


def short_of_charges() -> TestTable:
    attached = [(Attached("e1", 0), Attached("e2", 1)), (Attached("e3", 2), Attached("e4", 0)), (), ()]
    return enhanced_table(neutral_charges=2, attached=attached)


def test_with_too_few_charges_the_player_names_the_cards():  # DF-LIMIT-08, -12, DF-PASSIVE-10, SC-25, Q-30
    table = short_of_charges()
    talk = run_stage(table, "slot:0:0", "slot:1:1", {"move_charge": "none"})
    assert talk.kinds() == ["charge", "charge", "move_charge", "move_charge"]
    assert [[card.charges for card in cards] for cards in table.state.attached[:2]] == [[1, 1], [2, 1]]
    assert table.state.neutral_charges == 0


def test_a_card_left_without_may_get_a_token_from_another_own_card():  # DF-ENH-17, SC-25, Q-30
    table = short_of_charges()
    run_stage(table, "slot:0:0", "slot:1:1", "slot:1:0", "none")
    charges = [card.charges for cards in table.state.attached[:2] for card in cards]
    assert charges == [1, 2, 1, 1]
    assert sum(charges) == 5


def test_helper_markers_never_run_out():  # DF-LIMIT-09, Q-31
    table = enhanced_table(neutral_charges=0, attached=[(Attached("e1", 0, on=True),) * 2] * 3 + [()])
    run_stage(table, {"*": "none"})
    assert all(card.on for cards in table.state.attached for card in cards)


def test_nobody_plays_cards_in_a_passive_turn():  # DF-PASSIVE-14, -15, DF-CARD-02, SC-22
    setup = starter_setup("duel", ("chapter", "demon"))
    table = a_table(setup=setup, places={"ranger": "0,0:0", "gorehound": "0,0:12"}, stage="passive", active=1)
    table.state.hands = [("energy-drain", "trap", "shoot"), ("mist", "rush", "freeze")]
    table.state.attached[4] = (Attached("trap", 3),)
    assert windows.quiet(table)
    assert play(windows.open_window(table, Moment("W-INSTANT"))).asked == []
    talk = run_stage(table)
    assert talk.asked == []
    assert [len(hand) for hand in table.state.hands] == [3, 3]
    assert (table.state.active, table.state.stage) == (0, "declare")


def test_there_is_no_end_step_after_a_passive_turn():  # DF-PASSIVE-14, Q-19
    table = enhanced_table()
    table.state.hands = [("x",), ("y",)]
    table.state.decks = [("a",) * 5, ("b",) * 5]
    run_stage(table)
    assert table.state.hands == [("x",), ("y",)]
    assert table.state.discards == [(), ()]


def test_a_banner_is_used_once_until_the_owners_passive_turn():  # DF-BANNER-02 to -04, DF-PASSIVE-13, SC-54
    setup = starter_setup("duel", ("chapter", "demon"))
    table = a_table(setup=setup, places={"ranger": "0,0:0", "pilgrim": "0,1:0", "gorehound": "3,0:01"})
    assert banners(table)
    run_stage(table, "banner:1", {"*": FIRST})
    assert not table.state.banner_ready[0]
    assert banners(table) == []
    turns.next_turn(table)
    assert banners(table) == []
    turns.next_turn(table)
    assert (table.state.active, banners(table)) == (0, [])
    table.state.stage = "passive"
    run_stage(table)
    turns.next_turn(table)
    assert table.state.active == 0
    assert banners(table)


def banners(table: TestTable) -> list[str]:
    """The uses of seat 0's Banner that are possible now."""
    table.state.stage = "free"
    return [option.id for option in offering.usable(table, 0, "W-OWN", Moment("W-OWN")) if "banner" in option.id]
