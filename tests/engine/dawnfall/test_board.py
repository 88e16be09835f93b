"""The board's tables. DF-BOARD, DF-LOS, Q-01, Q-02, Q-05"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.engine.dawnfall.board import DIRECTIONS, FITS, HEXES, SHAPES, WHOLE, Board, board
from tests.engine.dawnfall.building import footprint

BOARDS = ["T37", "B39", "B39x2"]


@pytest.fixture(params=BOARDS)
def tables(request: pytest.FixtureRequest) -> Board:
    return board(request.param)


def test_a_space_is_seven_hexes_and_no_hex_lies_in_two():  # DF-BOARD-01, Q-01
    for name, spaces in (("T37", 37), ("B39", 39), ("B39x2", 78)):
        tables = board(name)
        assert len(tables.places) == spaces
        assert len(tables.hex_touch) == 7 * spaces


def test_a_base_has_7_12_6_or_1_ways_to_stand_in_a_space():
    assert {size: len(ways[0]) for size, ways in FITS.items()} == {1: 7, 2: 12, 3: 6, 7: 1}
    assert all(mask & 1 for size, mask in SHAPES if size == 3)


def test_no_footprint_covers_hexes_of_two_spaces(tables: Board):  # DF-BOARD-04, SC-10
    for n, bits in enumerate(tables.footprint_bits):
        assert bits & ~tables.space_bits[tables.footprint_space[n]] == 0


def test_touching_hexes_across_a_border_are_those_of_the_fixture():  # DF-BOARD-08, SC-11, SC-13
    tables = board("T37")
    pairs = {
        (1, 0): ["14", "15", "24"], (0, 1): ["25", "26", "35"], (-1, 1): ["31", "36", "46"],
        (-1, 0): ["41", "42", "51"], (0, -1): ["52", "53", "62"], (1, -1): ["13", "63", "64"],
    }  # fmt: skip
    home = tables.number[0, 0]
    for step, expected in pairs.items():
        other = tables.number[step]
        found = [f"{a}{b}" for a in range(7) for b in range(7) if tables.hex_touch[7 * home + a] >> (7 * other + b) & 1]
        assert found == expected


def test_touch_is_mutual_and_never_with_oneself(tables: Board):  # DF-BOARD-07
    for one, around in enumerate(tables.hex_touch):
        assert not around >> one & 1
        for other in range(len(tables.hex_touch)):
            if around >> other & 1:
                assert tables.hex_touch[other] >> one & 1


def test_a_full_space_in_the_interior_has_twelve_touching_hexes_two_in_each_neighbour():
    tables = board("T37")
    touch = tables.space_touch[tables.number[0, 0]]
    assert touch.bit_count() == 12
    assert [(touch & tables.space_bits[tables.number[step]]).bit_count() for step in DIRECTIONS] == [2] * 6


def test_neighbours_by_touch_are_the_neighbours_of_the_grid(tables: Board):
    for n in tables.spaces:
        by_touch = {m for m in tables.spaces if tables.space_touch[n] & tables.space_bits[m]}
        assert by_touch == set(tables.neighbours[n])


def test_the_standard_board_has_22_edge_spaces_and_no_longer_way_than_8():  # R-EDGE
    tables = board("B39")
    assert len(tables.edge_spaces) == 22
    assert max(map(max, tables.distance)) == 8
    assert max(len(line) for lines in tables.lines for line in lines) + 1 == 7


def test_the_joined_boards_have_no_seam():  # Q-02, DF-SETUP-05
    tables = board("B39x2")
    assert sum(len(around) == 6 for around in tables.neighbours) == 44
    assert max(map(max, tables.distance)) == 14


def test_distance_counts_spaces():  # DF-BOARD-02, DF-BOARD-10, SC-43
    tables = board("T37")
    home = tables.number[0, 0]
    assert tables.distance[home][home] == 0
    assert tables.distance[home][tables.number[1, 0]] == 1
    assert tables.distance[home][tables.number[2, -1]] == 2
    assert sorted(tables.places[n] for n in tables.in_range(home, 1)) == sorted([(0, 0), *DIRECTIONS])


def test_a_line_of_fire_is_straight_and_ends_in_the_first_full_space():  # DF-LOS-01 to -05, -10, SC-44, SC-45
    tables = board("T37")
    home, full = tables.number[0, 0], tables.number[1, 0]
    seen = {tables.places[n] for n in tables.line_of_fire(home, None, tables.space_bits[full])}
    assert (1, 0) in seen
    assert (2, 0) not in seen
    assert (-3, 0) in seen
    assert (1, 1) not in seen
    partly = tables.space_bits[full] & ~(1 << 7 * full)
    assert (2, 0) in {tables.places[n] for n in tables.line_of_fire(home, None, partly)}


def test_range_cuts_the_line_and_the_own_space_is_always_in_it():  # DF-LOS-07 to -09, Q-42, Q-43
    tables = board("T37")
    home = tables.number[0, 0]
    full_home = tables.space_bits[home]
    assert {tables.places[n] for n in tables.line_of_fire(home, 1, full_home)} == {(0, 0), *DIRECTIONS}
    assert tables.line_of_fire(home, 0, full_home) == [home]


@given(st.integers(0, WHOLE), st.sampled_from([1, 2, 3, 7]))
def test_what_fits_stands_on_free_hexes_and_touches_itself(occupied: int, size: int):
    for n in FITS[size][occupied]:
        base, mask = SHAPES[n]
        assert base == size == mask.bit_count()
        assert mask & occupied == 0
        hexes = [HEXES[k] for k in range(7) if mask >> k & 1]
        if size in {2, 3}:
            assert all((b[0] - a[0], b[1] - a[1]) in HEXES for a in hexes for b in hexes)


def test_footprints_are_found_by_name():
    tables = board("T37")
    assert tables.describe(footprint("T37", "1,-1:012")) == {"space": (1, -1), "hexes": [0, 1, 2]}
