"""Paying, and Crystals on their ways. DF-PAY, DF-LIMIT, R-TEMP, R-GAIN, R-DESTROY, R-REFRESH"""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.engine.dawnfall import crystals, paying
from matches.engine.dawnfall.paying import StandIn, can_pay, means, pay
from matches.engine.dawnfall.state import DEAD
from matches.engine.kernel.decisions import Decision, Option
from tests.engine.dawnfall.building import TestTable, a_setup, a_squad, a_table, play

S1, S2 = a_squad("s1", endurance=2), a_squad("s2", endurance=1)
ENEMY = a_squad("enemy", 1, endurance=3)


def book_table(**state: Any) -> TestTable:
    """The table of the book's example: 3 Crystals, 2 + 1 Endurance tokens, the marker one slot on our side."""
    return a_table(S1, S2, ENEMY, **{"crystals": [3, 0], "marker": 1, **state})


def three_players(**state: Any) -> TestTable:
    setup = a_setup(S1, S2, ENEMY, a_squad("third", 2), mode="ffa3")
    return a_table(setup=setup, **{"crystals": [3, 0, 0], **state})


def pools(table: TestTable) -> tuple[int, int, list[int], int]:
    state = table.state
    return state.crystals[0], state.depleted[0], state.endurance[:2], state.marker


def total(table: TestTable) -> int:
    state = table.state
    return state.neutral_crystals + sum(state.crystals) + sum(state.depleted)


def test_four_crystals_as_one_crystal_two_endurance_and_a_victory_point():  # DF-PAY-01, -05, -06, -08, -09, SC-23
    table = book_table()
    units = ("crystals", "endurance:0", "endurance:1", "vp")
    play(pay(table, 0, 4, "an Action"), "mix", *units)
    assert pools(table) == (2, 1, [1, 0], 0)
    assert total(table) == 20


def test_both_tokens_may_come_from_one_squad():  # DF-PAY-08, SC-23
    table = book_table()
    play(pay(table, 0, 4, "an Action"), "mix", "endurance:0", "crystals", "endurance:0", "vp")
    assert pools(table) == (2, 1, [0, 1], 0)


def test_with_more_players_victory_points_pay_nothing():  # DF-PAY-10, SC-23, Q-32
    talk = play(pay(table := three_players(), 0, 4, "an Action"), "mix", "crystals", "endurance:0", "endurance:0",
                "endurance:1")  # fmt: skip
    assert not any(option.id.endswith("vp") for asked in talk.asked for option in asked.options)
    assert pools(table)[:3] == (2, 1, [0, 0])
    table = three_players()
    play(pay(table, 0, 4, "an Action"), "mix", "crystals", "crystals", "endurance:0", "endurance:0")
    assert pools(table)[:3] == (1, 2, [0, 1])


def test_what_cannot_be_covered_in_full_cannot_be_paid():  # DF-PAY-11
    table = three_players()
    assert means(table, 0) == 6
    assert can_pay(table, 0, 6)
    assert not can_pay(table, 0, 7)


def test_depleted_crystals_cannot_be_spent():  # DF-PAY-02
    table = three_players(crystals=[0, 0, 0], depleted=[5, 0, 0])
    assert means(table, 0) == 3


def test_there_is_no_quota_on_endurance_and_victory_points():  # DF-PAY-07, Q-36
    table = book_table(crystals=[0, 0])
    play(pay(table, 0, 14, "everything"))
    assert pools(table) == (0, 0, [0, 0], -10)


def test_a_victory_point_is_paid_only_while_the_marker_can_move():  # Q-36, DF-PAY-09
    table = book_table(marker=-10)
    assert means(table, 0) == 6
    assert means(table, 1) == 0 + 3 + 20
    play(pay(table, 0, 1, "a die"), {"pay": "crystals"})
    assert table.state.marker == -10


def test_paying_may_bring_the_marker_onto_the_token_and_the_end_begins():  # Q-36, DF-END-02
    table = book_table(marker=-9)
    play(pay(table, 0, 1, "a die"), "vp")
    assert table.state.marker == -10
    assert table.state.ending


def test_seat_1_moves_the_marker_the_other_way():  # DF-PAY-09
    table = book_table()
    play(pay(table, 1, 2, "two dice"), "vp")
    assert table.state.marker == 3


def test_a_dead_squad_pays_with_its_tokens_and_paying_kills_nobody():  # DF-PAY-12, Q-35
    table = book_table(crystals=[0, 0], marker=-10)
    table.state.places[0] = DEAD
    places = table.state.places[:]
    play(pay(table, 0, 3, "an Action"))
    assert table.state.endurance[:2] == [0, 0]
    assert table.state.places == places
    assert not table.events("model_killed")
    assert table.state.marker == -10


def test_each_player_pays_from_own_pools_and_squads():
    table = book_table()
    ids = {purse.id for purse in paying.purses(table, 1, "")}
    assert ids == {"endurance:2", "vp"}


def test_when_only_one_way_exists_nothing_is_asked():
    table = three_players(endurance=[0, 0, 0, 0])
    assert play(pay(table, 0, 2, "an Action")).asked == []
    assert pools(table)[:2] == (1, 2)


def test_ready_made_mixes_come_first():
    talk = play(pay(book_table(), 0, 4, "an Action"), "crystals+vp")
    assert talk.options("pay") == [[
        "Pay 3 from the Crystal Pool and 1 with Endurance of S1",
        "Pay 3 from the Crystal Pool and 1 with Endurance of S2",
        "Pay 3 from the Crystal Pool and 1 with Victory Points",
        "Pay 4 with Victory Points",
        "Choose unit by unit",
    ]]  # fmt: skip
    assert talk.asked[0].prompt == "How do you pay 4 for an Action?"


def test_a_single_crystal_needs_no_unit_by_unit_choice():
    talk = play(pay(book_table(), 0, 1, "the Red Die"), "vp")
    assert [option.id for option in talk.asked[0].options] == ["crystals", "endurance:0", "endurance:1", "vp"]


def test_a_unit_can_be_taken_back_and_so_can_the_mix():
    table = book_table()
    talk = play(pay(table, 0, 2, "an Action"), "mix", "back", "mix", "vp", "back", "crystals", "endurance:1")
    assert pools(table) == (2, 1, [2, 0], 1)
    assert talk.kinds() == ["pay", "pay_unit", "pay", "pay_unit", "pay_unit", "pay_unit", "pay_unit"]


def test_going_back_pays_nothing():
    table = book_table(temporary=[1, 0])
    before = pools(table)
    assert play(pay(table, 0, 2, "an Action", may_go_back=True), "back").value is False
    assert pools(table) == before
    assert table.state.temporary == [1, 0]


def test_temporary_crystals_go_first_and_vanish():  # R-TEMP
    table = book_table(temporary=[2, 0])
    play(pay(table, 0, 3, "an Action"), "crystals")
    assert table.state.temporary == [0, 0]
    assert pools(table)[:2] == (2, 1)
    assert total(table) == 20
    assert means(table, 0) == 2 + 3 + 11


def test_temporary_crystals_end_with_the_turn():  # R-TEMP
    table = book_table()
    crystals.gain_temporary(table, 0, 2)
    assert table.state.temporary == [2, 0]
    crystals.drop_temporary(table)
    assert table.state.temporary == [0, 0]
    assert total(table) == 20


@pytest.fixture
def factory() -> Iterator[list[int]]:
    """Tokens on a Factory that pay for dice."""
    tokens = [1]

    def offer(table: Any, seat: int, what: str) -> list[StandIn]:
        if what != "the Red Die" or seat != 0:
            return []
        return [
            StandIn(
                "factory", tokens[0], "%(count)s from the Factory", lambda table, seat: tokens.append(tokens.pop() - 1)
            )
        ]

    paying.STAND_INS.append(offer)
    yield tokens
    paying.STAND_INS.remove(offer)


def test_other_tokens_may_stand_in_for_a_certain_price(factory):  # W-PAY
    table = three_players(crystals=[0, 0, 0], endurance=[0, 0, 0, 0])
    assert can_pay(table, 0, 1, "the Red Die")
    assert not can_pay(table, 0, 1, "an Action")
    play(pay(table, 0, 1, "the Red Die"))
    assert factory == [0]
    assert not can_pay(table, 0, 1, "the Red Die")


def test_crystals_come_from_the_neutral_pile_and_from_an_empty_one_nothing_comes():  # DF-LIMIT-07, -08, -11, R-GAIN
    table = a_table(S1, ENEMY, crystals=[0, 18], depleted=[0, 1])
    assert crystals.gain(table, 0, 3) == 1
    assert crystals.gain(table, 0, 3) == 0
    assert table.state.crystals == [1, 18]
    assert total(table) == 20


def test_a_shortage_ends_when_crystals_return_to_the_pile():  # DF-LIMIT-10, R-DESTROY
    table = a_table(S1, ENEMY, crystals=[0, 20])
    crystals.destroy(table, 1, 2)
    assert crystals.gain(table, 0, 3, depleted=True) == 2
    assert (table.state.crystals, table.state.depleted) == ([0, 18], [2, 0])


def test_only_crystals_of_the_pool_are_destroyed():  # R-DESTROY, R-TEMP
    table = a_table(S1, ENEMY, crystals=[0, 1], depleted=[4, 0], temporary=[1, 0])
    assert not crystals.can_destroy(table, 0)
    with pytest.raises(ValueError, match="no such Crystal"):
        crystals.destroy(table, 0)
    crystals.destroy(table, 1)
    assert table.state.crystals[1] == 0
    assert total(table) == 20


def test_crystals_that_are_to_be_destroyed_cannot_be_paid_with():  # R-DESTROY
    table = book_table()
    kept = table.state.crystals[0]
    assert can_pay(table, 0, 1, keep=kept)
    assert not can_pay(table, 0, 0, keep=kept + 1)
    talk = play(pay(table, 0, 1, "an Action", keep=kept), "endurance:0")
    assert "crystals" not in [option.id for option in talk.asked[0].options]
    assert table.state.crystals[0] == kept
    assert not can_pay(table, 0, means(table, 0), keep=1)


def test_refreshing_moves_all_depleted_crystals_or_as_many_as_a_card_says():  # DF-PAY-03, R-REFRESH
    table = a_table(S1, ENEMY, crystals=[1, 0], depleted=[3, 2])
    assert crystals.refresh(table, 0, 1) == 1
    assert (table.state.crystals, table.state.depleted) == ([2, 0], [2, 2])
    assert crystals.refresh(table, 0) == 2
    assert (table.state.crystals, table.state.depleted) == ([4, 0], [0, 2])
    assert crystals.refresh(table, 0) == 0


def test_a_crystal_is_taken_from_the_pool_before_the_depleted_ones():  # R-TAKE
    table = a_table(S1, ENEMY, crystals=[0, 1], depleted=[0, 1])
    assert crystals.take(table, 0, 1)
    assert crystals.take(table, 0, 1, depleted=True)
    assert not crystals.take(table, 0, 1)
    assert (table.state.crystals, table.state.depleted) == ([1, 0], [1, 0])


@st.composite
def payments(draw: st.DrawFn) -> tuple[TestTable, int]:
    own = draw(st.integers(0, 5))
    state = {
        "crystals": [own, draw(st.integers(0, 5))],
        "depleted": [draw(st.integers(0, 5)), 0],
        "temporary": [draw(st.integers(0, 2)), 0],
        "marker": draw(st.integers(-10, 10)),
        "endurance": [draw(st.integers(0, 2)), draw(st.integers(0, 1)), 3],
    }
    table = book_table(**state) if draw(st.booleans()) else three_players(
        **{**state, "crystals": [own, 0, 0], "depleted": [*state["depleted"], 0], "temporary": [*state["temporary"], 0],
           "endurance": [*state["endurance"], 1]}
    )  # fmt: skip
    return table, draw(st.integers(0, min(8, means(table, 0))))


@given(payments(), st.data())
def test_every_offered_way_pays_exactly_the_cost_and_nothing_goes_missing(payment, data):  # DF-PAY-04, -06
    table, cost = payment
    state = table.state
    before = (wealth(table), total(table), state.crystals[1:], state.endurance[2:])
    poor = before[0]

    def answer(decision: Decision) -> Option:
        ids = [option.id for option in decision.options]
        assert len(ids) == len(set(ids)) > 1
        assert wealth(table) == poor, "nothing is given before the mix is complete"
        forward = [option for option in decision.options if option.id != "back"]
        return data.draw(st.sampled_from(forward if len(talk) > 12 else decision.options))

    talk: list[Option] = []
    rule = pay(table, 0, cost, "a test")
    paid = None
    try:
        decision = next(rule)
        while True:
            talk.append(answer(decision))
            decision = rule.send(talk[-1])
    except StopIteration as done:
        paid = done.value
    assert paid is True
    assert before[0] - wealth(table) == cost
    assert (total(table), state.crystals[1:], state.endurance[2:]) == before[1:]
    assert min([*state.crystals, *state.depleted, *state.temporary, *state.endurance]) >= 0
    assert abs(state.marker) <= 10


def wealth(table: TestTable) -> int:
    return means(table, 0)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5), st.integers(1, 6))
def test_mixes_are_counted_and_ready_ones_are_among_them(units, rest):
    found = [paying.Purse("crystals" if n == 0 else f"endurance:{n}", count, "", {}) for n, count in enumerate(units)]
    every = {()}
    for purse in found:
        every = {(*mix, n) for mix in every for n in range(purse.units + 1)}
    every = {mix for mix in every if sum(mix) == rest}
    assert paying.count_mixes(found, rest) == len(every)
    ready = [tuple(mix.get(purse.id, 0) for purse in found) for mix in paying.ready_mixes(found, rest)]
    assert len(ready) == len(set(ready))
    assert set(ready) <= every
