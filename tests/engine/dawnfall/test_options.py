"""The optional modes, alone and together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from matches.engine import new_game
from matches.engine.dawnfall import drawing, optional
from matches.engine.dawnfall.refusing import check_setup
from matches.engine.dawnfall.setup import Options
from matches.engine.dawnfall.state import DEAD, Attached
from matches.engine.kernel.refusals import SetupRefused
from matches.setting_up.starters import starter_setup
from tests.engine.dawnfall.building import FIRST, TestTable, a_setup, a_squad, a_table, footprint, red
from tests.engine.dawnfall.running import fresh_table, run_stage, run_until, small_setup

DUEL = ("chapter", "demon")
THREE = ("chapter", "demon", "dvergar")


def duel(options: Options, places=None, **state) -> TestTable:
    squads = [a_squad("alpha", models=2, endurance=2), a_squad("beta", 1, models=2, endurance=2)]
    standing = {"alpha/0": "-3,0:0", "alpha/1": "-3,1:0", "beta/0": "3,0:0", "beta/1": "3,-1:0"}
    table = a_table(setup=a_setup(*squads, options=options), places=standing | (places or {}), **state)
    table.state.sources = [table.board.number[0, 0], table.board.number[0, -2]]
    table.state.occupied |= table.map_bits()
    return table


def refused(setup) -> str:
    with pytest.raises(SetupRefused) as refusal:
        check_setup(setup)
    return refusal.value.rule


def asked(talk, kind) -> list[str]:
    return [option.id for decision in talk.asked if decision.kind == kind for option in decision.options]


def test_every_optional_mode_is_off_unless_agreed():  # DF-OPT-01
    table = duel(Options(), stage="active_start", crystals=[9, 2])
    assert run_stage(table).asked == []


# More Crystals, Handicaps


@pytest.mark.parametrize(("mode", "each", "left"), [("duel", 3, 14), ("ffa3", 3, 21), ("ffa4", 4, 24)])
def test_more_crystals_at_the_start(mode, each, left):  # DF-OPT-02, SC-64, Q-62
    table = fresh_table(small_setup(mode, Options(more_crystals=True)))
    table.state.stage = "crystals"
    run_stage(table)
    assert set(table.state.crystals) == {each}
    assert table.state.neutral_crystals == left


def test_without_any_control_everybody_gets_a_crystal():  # DF-OPT-03, SC-64
    table = duel(Options(more_crystals=True), stage="passive", crystals=[3, 3])
    run_stage(table)
    assert (table.state.crystals, table.state.neutral_crystals) == ([4, 4], 12)


def test_if_anybody_controls_a_source_nobody_gets_the_bonus():  # DF-OPT-03, SC-64
    table = duel(Options(more_crystals=True), {"beta/0": "1,0:4"}, stage="passive", crystals=[3, 3])
    run_stage(table)
    assert table.state.crystals == [3, 3]


def test_the_active_player_is_served_first():  # DF-OPT-03, SC-64, Q-62
    table = duel(Options(more_crystals=True), stage="passive", crystals=[3, 3], active=1)
    table.state.neutral_crystals = 1
    run_stage(table)
    assert table.state.crystals == [3, 4]


def test_a_handicap_gives_more_crystals_from_the_neutral_pile():  # DF-OPT-04, SC-65, Q-63
    table = fresh_table(small_setup("duel", Options(handicaps=(2, 0))))
    table.state.stage = "crystals"
    run_stage(table)
    assert (table.state.crystals, table.state.neutral_crystals) == ([4, 2], 14)


@pytest.mark.parametrize("handicaps", [(4, 0), (1,), (-1, 0)])
def test_a_handicap_is_one_two_or_three(handicaps):  # DF-OPT-04
    assert refused(starter_setup("duel", DUEL, Options(handicaps=handicaps))) == "DF-OPT-04"
    check_setup(starter_setup("duel", DUEL, Options(handicaps=(3, 0))))


# Mulligan and Buying VP


def mulligan_table(stage="active_start") -> TestTable:
    table = duel(Options(mulligan=True), stage=stage)
    table.state.hands[0] = ("x", "y", "z")
    table.state.decks[0] = ("spare",) * 15
    table.chance.numbers = [0] * 17
    return table


def test_a_mulligan_shuffles_the_whole_hand_back_once_in_the_match():  # DF-OPT-05, SC-66, Q-64
    table = mulligan_table()
    talk = run_stage(table, "mulligan")
    assert asked(talk, "start") == ["mulligan", "go"]
    assert (len(table.state.decks[0]), len(table.state.hands[0])) == (15, 3)
    assert sorted(table.state.decks[0] + table.state.hands[0]) == sorted(["x", "y", "z", *["spare"] * 15])
    assert table.chance.numbers == []
    table.state.stage = "active_start"
    assert run_stage(table).asked == []


def test_no_mulligan_in_a_passive_turn_or_later_in_the_turn():  # DF-OPT-05, SC-66
    assert run_stage(mulligan_table("passive")).asked == []
    table = mulligan_table()
    run_stage(table, "go")
    talk = run_stage(table, "end")
    assert "mulligan" not in asked(talk, "free")


def buying(stage, **state) -> TestTable:
    return duel(Options(buying_vp=True), stage=stage, crystals=[4, 2], depleted=[2, 0], **state)


def test_three_crystals_buy_one_point_before_the_passive_steps():  # DF-OPT-06, SC-65, Q-18
    table = buying("passive")
    neutral = table.state.neutral_crystals
    talk = run_stage(table, "buy")
    assert asked(talk, "start") == ["buy", "go"]
    assert (table.state.marker, table.state.neutral_crystals) == (1, neutral + 3)
    assert (table.state.crystals[0], table.state.depleted[0]) == (3, 0)


def test_only_one_point_a_turn_and_only_from_the_pool():  # DF-OPT-07, SC-65
    table = duel(Options(buying_vp=True), stage="active_start", crystals=[7, 2], depleted=[3, 0])
    talk = run_stage(table, "buy")
    assert talk.kinds() == ["start"]
    assert (table.state.crystals[0], table.state.marker) == (4, 1)
    table = duel(Options(buying_vp=True), stage="active_start", crystals=[2, 2], depleted=[3, 0])
    assert run_stage(table).asked == []


def test_the_second_player_moves_the_marker_the_other_way():  # DF-OPT-06
    table = duel(Options(buying_vp=True), stage="active_start", crystals=[2, 3], active=1)
    run_stage(table, "buy")
    assert table.state.marker == -1


def test_start_effects_come_in_the_players_order():
    table = mulligan_table()
    table.setup = replace(table.setup, options=Options(mulligan=True, buying_vp=True))
    table.state.crystals[0] = 3
    talk = run_stage(table, "buy", "mulligan")
    assert asked(talk, "start") == ["buy", "mulligan", "go", "mulligan", "go"]


def test_buying_is_for_two_players():
    assert refused(starter_setup("ffa3", THREE, Options(buying_vp=True))) == "Q-65"


# Alternative Setup


def test_alternative_setup_turns_the_order_around():  # DF-OPT-08, DF-OPT-09, SC-66
    table = fresh_table(small_setup("duel", Options(alternative_setup=True)), red(5), red(3))
    seen = []
    while table.state.stage != "declare":
        seen.append(table.state.stage)
        run_stage(table, {"*": FIRST})
    order = list(dict.fromkeys(seen))
    assert order[5:] == ["sources", "shrines", "hands", "deploy", "victory", "crystals", "dispersal"]


def test_a_shrine_beside_a_source_is_refused_in_either_order():  # SC-66, Q-66
    table = fresh_table(small_setup("duel", Options(alternative_setup=True)), red(5), red(3))
    run_until(table, "shrines", {"*": FIRST})
    talk = run_stage(table, {"*": FIRST})
    spaces = {int(option.id.split(":")[1]) for option in talk.asked[0].options}
    distance = table.board.distance
    assert all(distance[space][source] >= 2 for space in spaces for source in table.state.sources)


# Decks and hands


def test_a_short_deck_has_twenty_cards():  # DF-OPT-10, SC-66, Q-67
    setup = starter_setup("duel", DUEL, Options(short_deck=True))
    check_setup(setup)
    assert refused(replace(starter_setup("duel", DUEL), options=Options(short_deck=True))) == "DF-OPT-10"
    deck = setup.seats[0].decks[0]
    fewer = replace(setup.seats[0], decks=(replace(deck, cards={**deck.cards, "shoot": 3}),))
    assert refused(replace(setup, seats=(fewer, setup.seats[1]))) == "DF-OPT-10"
    check_setup(starter_setup("ffa3", THREE, Options(short_deck=True)))


def test_a_reshuffle_makes_a_new_deck_in_the_middle_of_a_draw():  # DF-OPT-11, DF-OPT-12, SC-66, Q-67
    table = duel(Options(reshuffle=True))
    table.chance.numbers = [0] * 8
    table.state.hands[0] = ("held",)
    table.state.decks[0] = ("last",)
    table.state.discards[0] = tuple(f"old-{n}" for n in range(9))
    table.state.attached[0] = (Attached("attached", 0),)
    assert drawing.refill(table, 0) == 2
    assert len(table.state.hands[0]) == 3
    assert len(table.state.decks[0]) == 8
    assert (table.state.discards[0], table.state.ending) == ((), "")
    assert table.state.attached[0] == (Attached("attached", 0),)


def test_with_an_empty_discard_pile_the_reshuffle_is_tried_again_at_the_next_draw():
    table = duel(Options(reshuffle=True))
    table.state.decks[0] = ("last",)
    assert drawing.refill(table, 0) == 1
    assert (table.state.decks[0], table.state.ending) == ((), "")
    table.state.discards[0] = ("old",)
    assert drawing.refill(table, 0) == 1
    assert table.state.hands[0] == ("last", "old")


def test_without_reshuffle_an_empty_deck_begins_the_end():  # DF-OPT-11, DF-END-04
    table = duel(Options())
    table.state.decks[0] = ("last",)
    table.state.discards[0] = ("old",)
    drawing.refill(table, 0)
    assert table.state.ending == "deck"


def test_a_reshuffle_shuffles_even_in_script_mode():
    table = duel(Options(reshuffle=True, script=True))
    table.chance.numbers = [0, 0]
    table.state.discards[0] = ("a", "b", "c")
    table.state.decks[0] = ()
    drawing.reshuffle(table, 0)
    assert table.state.decks[0] == ("b", "c", "a")


def test_in_script_mode_the_deck_is_drawn_in_the_order_submitted():  # DF-OPT-13, SC-66
    setup = starter_setup("duel", DUEL, Options(script=True, quick_setup=True))
    table = fresh_table(setup, red(5), red(3))
    run_until(table, "roles")
    assert table.state.decks[0] == setup.seats[0].decks[0].order


def test_a_script_must_name_every_card_and_excludes_a_mulligan():  # DF-OPT-13, Q-68
    setup = starter_setup("duel", DUEL, Options(script=True))
    deck = setup.seats[0].decks[0]
    short = replace(setup.seats[0], decks=(replace(deck, order=deck.order[1:]),))
    assert refused(replace(setup, seats=(short, setup.seats[1]))) == "DF-OPT-13"
    assert refused(replace(setup, options=Options())) == "DF-OPT-13"
    assert refused(starter_setup("duel", DUEL, Options(script=True, mulligan=True))) == "Q-68"


@pytest.mark.parametrize("size", [4, 5])
def test_strategic_mode_raises_hand_and_refill(size):  # DF-OPT-14, SC-66, Q-69
    table = duel(Options(hand_size=size), stage="hands")
    run_stage(table)
    assert [len(hand) for hand in table.state.hands] == [size, size]
    table.state.stage, table.state.hands[0] = "end_step", ("x",)
    run_stage(table, "keep")
    assert len(table.state.hands[0]) == size


def test_other_sizes_of_hands_are_refused():  # DF-OPT-14
    assert refused(starter_setup("duel", DUEL, Options(hand_size=6))) == "DF-OPT-14"


# Special Crystal Sources


def special(options=("remove", "return", "restore"), **state) -> TestTable:
    """Alpha Controls both Sources."""
    places = {"alpha/0": "-1,0:1", "alpha/1": "0,-1:6"}
    agreed = Options(special_sources=True, source_options=options)
    table = duel(agreed, places, stage="passive", **state)
    return table


def test_each_controlled_source_gives_a_crystal_and_one_pick():  # DF-OPT-15, -16, -18, SC-63
    table = special(endurance=[1, 0])
    talk = run_stage(table, "remove", f"model:{table.model('beta/1')}", "restore")
    assert talk.kinds().count("source") == 2
    assert table.state.crystals[0] == 4
    assert table.state.places[table.model("beta/1")] == DEAD
    assert table.state.endurance == [2, 0]


def test_a_squad_with_endurance_is_safe_and_a_full_one_gets_nothing():  # DF-OPT-16, -18, DF-SQUAD-16, -18, SC-63
    table = special(endurance=[2, 1])
    assert run_stage(table).asked == []
    assert table.state.crystals[0] == 4


def test_the_removed_model_counts_as_killed():  # DF-OPT-16, Q-70
    table = special(endurance=[2, 0])
    run_stage(table, "remove", f"model:{table.model('beta/0')}", "none")
    assert table.state.marker == 2


def test_a_dead_model_comes_back_onto_any_empty_hexes():  # DF-OPT-17, DF-SQUAD-18, SC-63, Q-70
    table = special(endurance=[2, 1])
    table.state.sources = table.state.sources[:1]
    table.lift(table.model("alpha/1"))
    spot = footprint("T37", "3,0:1")
    talk = run_stage(table, "return", f"space:{table.board.number[3, 0]}", f"fp:{spot}")
    assert asked(talk, "source") == ["return", "none"]
    assert table.state.places[table.model("alpha/1")] == spot
    assert table.state.endurance[0] == 2


def test_a_pick_does_not_need_a_crystal_to_be_left():
    table = special(endurance=[1, 1])
    table.state.neutral_crystals = 0
    run_stage(table, "restore")
    assert (table.state.crystals[0], table.state.endurance[0]) == (2, 2)


def test_the_last_model_removed_ends_the_match_and_nothing_more_is_asked():  # DF-OPT-16, DF-END-01
    table = special(endurance=[1, 0])
    table.lift(table.model("beta/1"))
    talk = run_stage(table, "remove")
    assert talk.kinds() == ["source"]
    assert table.state.winners == (0,)


def test_players_may_agree_on_other_options():  # DF-OPT-19
    table = special(("refresh",), endurance=[1, 0], depleted=[2, 0])
    talk = run_stage(table, "refresh", "refresh")
    assert asked(talk, "source") == ["refresh", "none", "refresh", "none"]
    wrong = Options(special_sources=True, source_options=("rain",))
    assert refused(starter_setup("duel", DUEL, wrong)) == "DF-OPT-19"
    assert set(Options().source_options) < set(optional.EXTRAS)


def test_modes_are_independent_of_each_other():  # DF-OPT-01
    options = Options(
        more_crystals=True, handicaps=(1, 0), mulligan=True, buying_vp=True, alternative_setup=True, short_deck=True,
        reshuffle=True, hand_size=4, special_sources=True, quick_setup=True,
    )  # fmt: skip
    game = new_game(starter_setup("duel", DUEL, options), "seed")
    while game.table.state.stage != "declare":
        game.choose(game.pending.options[0].id)
    assert [len(hand) for hand in game.table.state.hands] == [4, 4]
    assert game.table.state.crystals == [4, 3]
    assert game.table.state.neutral_crystals == 13


def test_without_limits_a_reshuffle_is_refused():  # R-STALEMATE
    options = Options(reshuffle=True, quiet_turns=0, max_turns=0)
    assert refused(starter_setup("duel", DUEL, options)) == "R-STALEMATE"
