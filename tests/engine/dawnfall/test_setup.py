"""Setting up a match, step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalog.packs.schema import DeckFormat
from matches.engine import new_game
from matches.engine.dawnfall import setting_up, terrain
from matches.engine.dawnfall.board import board as a_board
from matches.engine.dawnfall.setup import Options, Seat
from matches.engine.dawnfall.state import WAITING
from matches.engine.kernel.refusals import SetupRefused
from matches.setting_up.starters import starter_deck, starter_setup
from tests.engine.dawnfall.building import FIRST, TestTable, a_setup, a_squad, a_table, footprint, red
from tests.engine.dawnfall.running import a_card, an_enhancement, fresh_table, run_stage, run_until, small_setup

DUEL = ("chapter", "demon")


def ids(talk):
    return [option.id for option in talk.asked[-1].options]


# Steps 1 to 5


def test_the_steps_run_in_the_order_of_the_book():  # DF-SETUP-03, Q-12
    table = fresh_table(small_setup(), red(5), red(3))
    seen = []
    while table.state.stage != "declare":
        seen.append(table.state.stage)
        run_stage(table, {"role": "positioning", "*": FIRST})
    order = list(dict.fromkeys(seen))
    assert order == [
        "first_player", "factions", "decks", "armies", "roles",
        "shrines", "sources", "deploy", "victory", "crystals", "hands", "dispersal",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("mode", "board", "spaces"), [("duel", "B39", 39), ("ffa3", "B39x2", 78), ("team", "B39x2", 78)]
)
def test_two_players_play_on_one_board_more_on_two(mode, board, spaces):  # DF-SETUP-04, -05
    table = fresh_table(small_setup(mode, map_name=""))
    assert (table.board.name, len(table.board.spaces)) == (board, spaces)


@pytest.mark.parametrize(
    ("mode", "supply", "each", "left"),
    [("duel", 20, 2, 16), ("ffa3", 30, 3, 21), ("ffa4", 40, 4, 24), ("team", 40, 4, 24)],
)
def test_the_piles_and_the_first_crystals(mode, supply, each, left):  # DF-SETUP-07 to -09, -49, -50, SC-01, SC-02
    table = fresh_table(small_setup(mode))
    assert (table.state.neutral_crystals, table.state.neutral_charges) == (supply, supply)
    table.state.stage = "crystals"
    run_stage(table)
    assert table.state.crystals == [each] * len(table.seats)
    assert table.state.depleted == [0] * len(table.seats)
    assert (table.state.neutral_crystals, table.state.neutral_charges) == (left, supply)


def test_the_highest_red_roll_is_first_player_and_holds_my_turn():  # DF-SETUP-11, SC-03
    table = fresh_table(small_setup(), red(3), red(5))
    run_stage(table)
    assert (table.state.first_player, table.state.active) == (1, 1)


def test_tied_highest_rollers_roll_again_and_nothing_is_paid():  # DF-SETUP-11, Q-06
    table = fresh_table(small_setup("ffa3"), red(6), red(2), red(6), red(1), red(4))
    run_stage(table)
    assert table.state.first_player == 2
    assert table.events("first_player_rolled") == [{"faces": {0: 6, 1: 2, 2: 6}}, {"faces": {0: 1, 2: 4}}]
    assert table.state.neutral_crystals == 30


def test_turns_and_picks_go_clockwise():  # DF-SETUP-12, -16, DF-TURN-04, Q-07, Q-11
    table = fresh_table(small_setup("ffa4"))
    assert table.clockwise(2) == [2, 3, 0, 1]


def _with_decks(*factions_by_seat):
    setup = starter_setup("duel", DUEL)
    seats = tuple(
        Seat(f"Player {n}", tuple(starter_deck(slug, DeckFormat.DUEL) for slug in factions))
        for n, factions in enumerate(factions_by_seat)
    )
    return replace(setup, seats=seats)


def test_the_first_player_picks_a_faction_and_it_is_gone_for_the_other():  # DF-SETUP-02, -16, -17, SC-03
    table = fresh_table(_with_decks(("chapter", "demon"), ("chapter", "demon", "reborn")), red(5), red(3))
    run_stage(table)
    talk = run_stage(table, "faction:chapter")
    assert (talk.asked[0].seat, ids(talk)) == (0, ["faction:chapter", "faction:demon"])
    talk = run_stage(table, "faction:demon")
    assert (talk.asked[0].seat, ids(talk)) == (1, ["faction:demon", "faction:reborn"])
    assert table.state.factions == ["chapter", "demon"]


def test_a_pick_that_would_leave_nothing_for_others_is_not_offered():  # DF-SETUP-17
    table = fresh_table(_with_decks(("chapter", "demon"), ("chapter",)), red(5), red(3))
    run_stage(table)
    assert run_stage(table).asked == []
    assert table.state.factions[0] == "demon"


def test_a_mirror_match_is_refused():  # DF-SETUP-17, Q-07
    with pytest.raises(SetupRefused) as refused:
        new_game(starter_setup("duel", ("demon", "demon")), "seed")
    assert refused.value.rule == "DF-SETUP-17"


def test_decks_are_picked_in_secret_and_shown_together():  # DF-SETUP-20, Q-09
    setup = _with_decks(("chapter",), ("demon",))
    deck = setup.seats[0].decks[0]
    other = replace(deck, squads=("angel-of-death", "holy-knight", "holy-knight", "holy-knight", "ranger"), cards={})
    setup = replace(setup, seats=(replace(setup.seats[0], decks=(deck, other)), setup.seats[1]))
    table = fresh_table(setup, red(5), red(3))
    run_until(table, "decks")
    talk = run_stage(table, "deck:1")
    assert (talk.asked[0].seat, ids(talk)) == (0, ["deck:0", "deck:1"])
    event = table.log[-1]
    assert event.seen_by(1).data == {"seat": 0}
    assert not table.roster.armies


# Steps 6 to 10


def test_squads_start_in_basic_mode_with_endurance_and_banners_ready():  # DF-SETUP-18, -19, -22, -25, -26, SC-54
    squads = [a_squad("alpha", endurance=3, models=2, modes=[{}]), a_squad("beta", 1, endurance=0)]
    table = fresh_table(a_setup(*squads), red(5), red(3))
    run_until(table, "roles")
    state = table.state
    assert (state.modes, state.endurance, state.banner_ready) == ([0, 0], [3, 0], [True, True])
    assert state.places == [WAITING] * 3
    assert len(table.roster.models) == 3


@pytest.mark.parametrize("options", [Options(), Options(quick_setup=True)], ids=["by hand", "quick"])
def test_every_squad_is_deployed_and_begins_the_match_in_basic_mode(options):  # DF-SQUAD-03
    game = new_game(starter_setup("duel", DUEL, options), "seed")
    while game.table.state.stage != "declare":
        game.choose(game.pending.options[0].id)
    table = game.table
    assert len(table.roster.squads) == 10
    assert all(table.standing(squad) for squad in table.roster.squads if not squad.cavalry)
    assert all(table.mode(squad) is squad.modes[0] for squad in table.roster.squads)
    assert {squad["mode"] for squad in game.view(None)["squads"]} == {0}


def test_each_deck_is_shuffled_and_nothing_else_takes_part():  # DF-SETUP-27, -28, DF-DECK-09
    cards = {0: [a_card("one"), a_card("two"), a_card("left-out")]}
    setup = a_setup(a_squad("alpha"), a_squad("beta", 1), cards=cards, decks={0: {"one": 2, "two": 1}})
    table = fresh_table(setup, red(5), red(3), 0, 0)
    run_until(table, "roles")
    assert table.state.decks[0] == ("one", "two", "one")
    assert table.state.decks[1] == ()


@pytest.mark.parametrize(("choice", "countering"), [("positioning", 1), ("countering", 0)])
def test_the_first_player_takes_a_role_and_my_turn_goes_to_the_countering_player(choice, countering):
    # DF-SETUP-29, -31, SC-03
    table = fresh_table(small_setup(), red(5), red(3))
    run_until(table, "roles")
    talk = run_stage(table, choice)
    assert talk.asked[0].seat == 0
    assert (table.state.countering, table.state.active) == (countering, countering)
    assert setting_up.order(table) == [1 - countering, countering]


def test_with_more_players_the_first_player_names_the_countering_player():  # DF-SETUP-32, Q-11, SC-56
    table = fresh_table(small_setup("ffa4"), red(5), red(3), red(1), red(1))
    run_until(table, "roles")
    talk = run_stage(table, "countering:1")
    assert ids(talk) == ["countering:0", "countering:1", "countering:2", "countering:3"]
    assert setting_up.order(table) == [2, 3, 0, 1]


def test_three_players_have_an_order_too_and_the_first_places_the_fourth_source():  # DF-SETUP-32, -37, Q-13, SC-56
    table = fresh_table(small_setup("ffa3"), red(5), red(3), red(1))
    run_until(table, "roles")
    run_stage(table, "countering:1")
    assert setting_up.order(table) == [2, 0, 1]
    table.state.stage = "sources"
    seats = []
    while table.state.stage == "sources":
        seats += [decision.seat for decision in run_stage(table, {"*": FIRST}).asked]
    assert seats == [2, 0, 1, 2]


# Steps 11 and 12


def _spaced(shrines=(-1, -1), sources=(), **more) -> TestTable:
    table = a_table(a_squad("alpha"), a_squad("beta", 1))
    number = table.board.number
    table.state.shrines = [number[s] if isinstance(s, tuple) else s for s in shrines]
    table.state.sources = [number[s] for s in sources]
    table.state.occupied = table.map_bits()
    for name, value in more.items():
        setattr(table.state, name, value)
    return table


def free(table: TestTable) -> set[tuple[int, int]]:
    return {table.board.places[space] for space in terrain.free_spaces(table)}


def test_shrines_keep_two_spaces_apart():  # DF-SETUP-34, -35, SC-04, Q-03
    table = _spaced([(0, 0), -1])
    assert (1, 0) not in free(table)
    assert (2, 0) in free(table)
    assert len(free(table)) == 37 - 7


def test_sources_keep_two_spaces_from_everything():  # DF-SETUP-38, SC-04
    table = _spaced([(0, 0), (2, 0)])
    assert (1, 1) not in free(table)
    assert (0, 2) in free(table)
    table = _spaced([(0, 0), (2, 0)], [(0, 2)])
    assert (0, 3) not in free(table)


def test_tokens_need_an_empty_space():  # DF-SETUP-34, -36, Q-04
    table = _spaced()
    table.put(table.model("alpha"), footprint("T37", "3,0:0"))
    assert (3, 0) not in free(table)
    assert len(free(table)) == 36


def test_everybody_places_a_shrine_the_positioning_player_first():  # DF-SETUP-30, -33, -36
    table = _spaced(stage="shrines", step=0, countering=1)
    talk = run_stage(table, f"space:{table.board.number[0, 0]}")
    assert talk.asked[0].seat == 0
    talk = run_stage(table, f"space:{table.board.number[2, 0]}")
    assert talk.asked[0].seat == 1
    assert table.state.occupied.bit_count() == 14
    assert table.state.stage == "sources"


def test_four_sources_are_placed_in_turns():  # DF-SETUP-37, Q-13
    table = _spaced([(0, 0), (2, 0)], stage="sources", step=0, countering=0)
    seats = []
    for spot in ((-2, 0), (0, 2), (0, -2), (-2, 3)):
        seats.append(run_stage(table, f"space:{table.board.number[spot]}").asked[0].seat)
    assert seats == [1, 0, 1, 0]
    assert (len(table.state.sources), table.state.stage) == (4, "deploy")


def test_without_room_the_rest_of_the_sources_is_not_placed():
    table = _spaced([(0, 0), -1], stage="sources", step=0)
    table.state.occupied = (1 << 7 * 37) - 1
    run_stage(table)
    assert (table.state.sources, table.state.stage) == ([], "deploy")


@pytest.mark.parametrize(
    ("mode", "factions"),
    [
        ("duel", DUEL),
        ("ffa3", ("chapter", "demon", "dvergar")),
        ("ffa4", ("chapter", "demon", "dvergar", "reborn")),
        ("team", ("chapter", "demon", "dvergar", "reborn")),
    ],
)
def test_the_quick_setup_has_places_of_its_own_that_are_legal_and_fair(mode, factions):  # DF-SETUP-39, Q-14
    setup = starter_setup(mode, factions, Options(quick_setup=True))
    game = new_game(setup, "seed")
    game.choose("countering" if mode == "duel" else "countering:0")
    state, board = game.table.state, game.table.board
    stands = [*state.shrines, *state.sources]
    assert len(state.sources) == 4
    assert all(board.distance[a][b] >= terrain.SPACING for a in stands for b in stands if a != b)
    profiles = {tuple(sorted(board.distance[shrine][source] for source in state.sources)) for shrine in state.shrines}
    assert len(profiles) == 1
    assert game.pending.kind == "deploy"


def test_the_quick_setup_for_three_puts_the_shrines_equally_far_apart():
    board, layout = a_board("B39x2"), terrain.LAYOUTS[3]
    shrines = [board.number[place] for place in layout.shrines]
    assert {board.distance[a][b] for a in shrines for b in shrines if a != b} == {6}


def test_the_quick_setup_is_labelled_as_our_own():
    game = new_game(starter_setup("duel", DUEL, Options(quick_setup=True)), "seed")
    assert game.view(None)["preset"] == {
        "name": "B39-first-game",
        "label": "First-game places of this site; the book's own drawing is lost.",
    }
    assert new_game(starter_setup("duel", DUEL), "seed").view(None)["preset"] is None


# Steps 14 to 18


def test_the_marker_starts_in_the_middle_with_two_and_ten_tokens_each_with_more():  # DF-SETUP-47, -48, Q-16
    for mode, starting in (("duel", [0, 0]), ("ffa3", [10, 10, 10])):
        table = fresh_table(small_setup(mode))
        table.state.stage = "victory"
        run_stage(table)
        assert (table.state.marker, table.state.starting) == (0, starting)


def test_everybody_draws_three_cards_from_the_top_of_their_own_deck():  # DF-SETUP-51, DF-DECK-06, -07, -09
    table = a_table(a_squad("alpha"), a_squad("beta", 1), stage="hands")
    table.state.decks = [("a", "b", "c", "d"), ("e", "f", "g", "h")]
    run_stage(table)
    assert table.state.hands == [("a", "b", "c"), ("e", "f", "g")]
    assert table.state.decks == [("d",), ("h",)]
    drawn = table.log[0]
    assert drawn.seen_by(0).data["cards"] == ("a", "b", "c")
    assert drawn.seen_by(1).data == {"seat": 0, "count": 3}
    assert drawn.seen_by(None).data == {"seat": 0, "count": 3}


def _before_dispersal(**more) -> TestTable:
    squads = [a_squad("alpha", mov=2, modes=[{}]), a_squad("gamma", mov="-"), a_squad("beta", 1)]
    places = {"alpha": "0,0:0", "gamma": "-1,0:0", "beta": "2,0:4"}
    table = a_table(*squads, places=places, stage="dispersal", step=0, countering=1, **more)
    table.state.sources = [table.board.number[2, -1]]
    table.state.occupied |= table.map_bits()
    return table


def test_dispersal_is_one_move_with_one_squad_and_may_touch_anything():  # DF-SETUP-52, SC-12, Q-17
    table = _before_dispersal()
    spot = footprint("T37", "1,0:1")
    talk = run_stage(table, "squad:0", f"space:{table.board.number[1, 0]}", f"fp:{spot}")
    assert ids(talk) != []
    assert [option.id for option in talk.asked[0].options] == ["pass", "squad:0"]
    assert table.state.places[0] == spot
    assert table.touching(0, table.model("beta"))
    assert table.state.stage == "declare"


def test_dispersal_may_be_passed_and_the_countering_player_has_none():  # DF-SETUP-52, -54, SC-12
    table = _before_dispersal()
    talk = run_stage(table, "pass")
    assert [decision.seat for decision in talk.asked] == [0]
    assert (table.state.stage, table.state.active, table.state.turn) == ("declare", 1, 1)


def test_nobody_plays_cards_or_changes_mode_in_a_dispersal():  # SC-12, Q-17
    from matches.engine.dawnfall import windows

    table = _before_dispersal()
    assert windows.quiet(table)
    talk = run_stage(table, "squad:0", {"move_space": FIRST, "move_hexes": FIRST})
    assert not {"change_mode", "window"} & set(talk.kinds())


def test_with_more_players_every_positioning_player_may_disperse():  # DF-SETUP-53, SC-56
    squads = [a_squad(f"s{seat}", seat) for seat in range(4)]
    places = {"s0": "0,0:0", "s1": "2,0:0", "s2": "-2,0:0", "s3": "0,2:0"}
    table = a_table(setup=a_setup(*squads, mode="ffa4"), places=places, stage="dispersal", step=0, countering=1)
    seats = []
    while table.state.stage == "dispersal":
        seats += [decision.seat for decision in run_stage(table, "pass").asked]
    assert seats == [2, 3, 0]


def test_the_countering_player_takes_the_first_turn_then_hands_on():  # DF-SETUP-55, SC-03
    table = _before_dispersal()
    run_stage(table, "pass")
    run_stage(table, "passive")
    run_stage(table)
    assert (table.state.active, table.state.turn) == (0, 2)


# Cards that come with setup


def test_a_setup_enhancement_lies_on_its_squad_with_its_charges():  # R-SETUP-ATTACH
    card = an_enhancement("gallop", squad="riders", attach={"cost": 0, "charges": 2, "timing": "setup"})
    setup = a_setup(a_squad("riders", tags=["cavalry"]), a_squad("red", 1), cards={0: [card]})
    table = fresh_table(setup, red(5), red(3))
    run_until(table, "roles")
    assert [(attached.card, attached.charges) for attached in table.state.attached[0]] == [("gallop", 2)]
    assert table.state.neutral_charges == 18
