"""Enhancements: attaching, charges, slots, copies, passive halves. DF-ENH"""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attaching, attributes, halves
from matches.engine.dawnfall.moments import Death, Fight, Moment
from matches.engine.dawnfall.state import DEAD, Attached
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import kill
from tests.engine.dawnfall.building import TestTable, a_setup, a_squad, a_table, play
from tests.engine.dawnfall.fielding import a_field, charges, do, offers
from tests.engine.dawnfall.made_up import Notes, a_card, a_half

CHARGE = {"currency": "charge"}


def e_card(slug: str = "e", squad: str = "s", **values: Any) -> Any:
    """The Enhancement of SC-52: Upper for 1 charge, Lower for 2 charges and Squad S."""
    halves_ = {
        "upper": a_half(cost=1, limit="1 per payment", **CHARGE),
        "lower": a_half(cost=2, limit="1 per payment", **CHARGE),
    }
    return a_card(slug, squad=squad, attach=True, **{**halves_, **values})


def a_board(notes: Notes, *cards: Any, hand: tuple[str, ...] = (), **values: Any) -> TestTable:
    """Squads S (two models) and T of seat 0; all halves of the cards do something."""
    for card in cards:
        for place in ("upper", "lower"):
            notes.teach("side-0", card.slug, place, lambda play: play.gain_temporary(1))
    squads = [a_squad("s", models=2), a_squad("t"), a_squad("enemy", seat=1)]
    setup = a_setup(*squads, cards={0: cards})
    places = {"s": "0,0:0", "s/1": "0,0:1", "t": "0,0:2", "enemy": "2,0:0"}
    return a_table(setup=setup, places=places, hands=[hand, ()], crystals=[5, 5], **values)


def s_use(table: TestTable, card: str, place: str, squad: str = "s") -> str:
    return f"use:{table.squad_of(squad)}:{card}:{place}"


def test_neither_half_can_be_used_from_hand(notes: Notes) -> None:  # DF-ENH-01, DF-ENH-02, SC-52
    table = a_board(notes, e_card(), hand=("e",))
    assert offers(table) == ["attach:e"]


def test_attaching_costs_one_unit_and_puts_one_charge_on_the_card(notes: Notes) -> None:  # DF-ENH-03, -04, -05, SC-52
    table = a_board(notes, e_card(), hand=("e",))
    talk = do(table, "attach:e", "S")
    assert talk.options("attach") == [["S", "T", "Back"]]
    assert table.state.attached[table.squad_of("s")] == (Attached("e", 1),)
    assert (table.state.crystals[0], table.state.depleted[0]) == (4, 1)
    assert table.state.neutral_charges == 19
    assert table.state.hands[0] == ()
    assert table.state.discards[0] == ()


@pytest.mark.parametrize("unit", ["crystals", "vp", "endurance"])
def test_the_unit_may_be_a_crystal_a_token_or_a_point(notes: Notes, unit: str) -> None:
    # DF-ENH-03, DF-ENH-05, DF-ENH-11
    table = a_board(notes, e_card(), hand=("e",), marker=1)
    answer = f"endurance:{table.squad_of('t')}" if unit == "endurance" else unit
    do(table, "attach:e", "T", {"pay": answer})
    assert charges(table, "t") == [1]
    assert table.state.marker == (0 if unit == "vp" else 1)
    assert table.state.endurance[table.squad_of("t")] == (0 if unit == "endurance" else 1)


def test_no_points_are_paid_for_attaching_in_multiplayer(notes: Notes) -> None:  # DF-ENH-03, Q-32
    cards = {0: [e_card()]}
    squads = [a_squad("s", endurance=0), *(a_squad(f"x{n}", seat=n) for n in (1, 2))]
    setup = a_setup(*squads, mode="ffa3", cards=cards)
    hands = [("e",), (), ()]
    assert offers(a_table(setup=setup, places={"s": "0,0:0"}, hands=hands, crystals=[0, 0, 0])) == []
    assert offers(a_table(setup=setup, places={"s": "0,0:0"}, hands=hands, crystals=[1, 0, 0])) == ["attach:e"]


def test_attaching_can_be_taken_back_before_it_is_paid(notes: Notes) -> None:  # DF-ENH-04
    table = a_board(notes, e_card(), hand=("e",))
    do(table, "attach:e", "back")
    assert table.state.hands[0] == ("e",)
    assert table.state.crystals[0] == 5


def test_nothing_more_can_be_paid_for_further_charges(notes: Notes) -> None:  # DF-ENH-06, SC-52
    table = a_board(notes, e_card(), hand=("e",))
    talk = do(table, "attach:e", "S")
    assert talk.kinds() == ["attach", "pay"]
    assert charges(table, "s") == [1]
    assert offers(table) == [s_use(table, "e", "upper")]


def test_its_halves_may_be_used_at_once_and_take_charges_off_this_card(notes: Notes) -> None:  # DF-ENH-07, -08, SC-52
    table = a_board(notes, e_card(), hand=("e",))
    do(table, "attach:e", "S")
    do(table, s_use(table, "e", "upper"))
    assert charges(table, "s") == [0]
    assert table.state.neutral_charges == 20
    assert notes.made == ["0:e:upper"]


def test_charges_of_another_card_and_crystals_do_not_pay(notes: Notes) -> None:  # DF-ENH-09, DF-ENH-10, SC-52
    s_cards = (Attached("e", 1), Attached("f", 4))
    table = a_board(notes, e_card(), e_card("f"), attached=[s_cards, (), ()])
    assert table.state.crystals[0] == 5
    assert s_use(table, "e", "upper") in offers(table)
    assert s_use(table, "e", "lower") not in offers(table)


def test_using_never_discards_the_card(notes: Notes) -> None:  # DF-ENH-11, SC-52
    table = a_board(notes, e_card(), attached=[(Attached("e", 3),), (), ()])
    do(table, s_use(table, "e", "upper"))
    do(table, s_use(table, "e", "lower"))
    assert table.state.attached[table.squad_of("s")] == (Attached("e", 0),)
    assert table.state.discards[0] == ()


def test_both_halves_may_be_used_in_one_turn(notes: Notes) -> None:  # DF-ENH-15, SC-52
    table = a_board(notes, e_card(), attached=[(Attached("e", 3),), (), ()])
    do(table, s_use(table, "e", "lower"))
    do(table, s_use(table, "e", "upper"))
    assert notes.made == ["0:e:lower", "0:e:upper"]


def test_the_cards_of_a_dead_squad_stay_and_wait_for_a_model(notes: Notes) -> None:
    # DF-WOUND-07, -08, Q-28, R-CARRIER, SC-52
    table = a_board(notes, e_card(), attached=[(Attached("e", 3),), (), ()])
    spot = table.state.places[table.model("s")]
    for name in ("s", "s/1"):
        play(kill(table, Death(table.model(name), 1)))
    assert charges(table, "s") == [3]
    assert s_use(table, "e", "upper") not in offers(table)
    assert attaching.chargeable(table, [0]) == []
    table.put(table.model("s"), spot)
    assert s_use(table, "e", "upper") in offers(table)


def test_a_card_may_be_attached_to_a_dead_squad(notes: Notes) -> None:  # DF-ENH-04, Q-28
    table = a_board(notes, e_card(), hand=("e",))
    for name in ("s", "s/1"):
        table.lift(table.model(name), DEAD)
    do(table, "attach:e", "S")
    assert len(table.state.attached[table.squad_of("s")]) == 1


def test_a_squad_never_has_two_copies_another_squad_may_have_one(notes: Notes) -> None:  # DF-ENH-12, SC-53
    table = a_board(notes, e_card("f"), hand=("f",), attached=[(Attached("f", 1),), (), ()])
    talk = do(table, "attach:f", "T")
    assert talk.options("attach") == [["T", "Back"]]
    assert charges(table, "t") == [1]
    table.state.hands[0] = ("f",)
    assert "attach:f" not in offers(table)


def test_the_lower_half_works_only_on_the_squad_it_names(notes: Notes) -> None:  # DF-ENH-13, DF-ENH-14, SC-53
    table = a_board(notes, e_card("f"), attached=[(), (Attached("f", 4),), ()])
    assert offers(table) == [s_use(table, "f", "upper", "t")]


def test_a_third_enhancement_needs_a_discard_that_loses_its_charges(notes: Notes) -> None:
    # DF-ENH-18, -19, Q-29, SC-53
    cards = [e_card("e"), e_card("f"), e_card("g")]
    table = a_board(notes, *cards, hand=("g",), attached=[(Attached("e", 2), Attached("f", 1)), (), ()])
    talk = do(table, "attach:g", "S", "Discard E")
    assert talk.options("discard_enhancement") == [["Discard E", "Discard F", "Back"]]
    assert table.state.attached[table.squad_of("s")] == (Attached("f", 1), Attached("g", 1))
    assert table.state.discards[0] == ("e",)
    assert table.state.neutral_charges == 20 - 2


def test_a_passive_half_is_paid_once_and_free_while_the_card_stays(notes: Notes) -> None:
    # DF-ENH-20, Q-31, R-INSTANT-PASSIVE, SC-53
    halves.ONGOING["side-0", "f", "lower"] = lambda table, model, name: [("+", 3)]
    card = e_card("f", lower=a_half(cost=2, passive=True, **CHARGE))
    table = a_board(notes, card, attached=[(Attached("f", 2),), (), ()])
    model = table.model("s")
    assert attributes.value(table, model, "defense") == 1
    do(table, s_use(table, "f", "lower"))
    assert table.state.attached[table.squad_of("s")] == (Attached("f", 0, on=True),)
    assert attributes.value(table, model, "defense") == 4
    table.state.attached[table.squad_of("s")] = (Attached("f", 5, on=True),)
    assert s_use(table, "f", "lower") not in offers(table)
    attaching.discard(table, (table.squad_of("s"), 0))
    assert attributes.value(table, model, "defense") == 1


def test_an_instant_passive_half_is_switched_on_in_an_opponents_turn_too() -> None:  # R-INSTANT-PASSIVE, R-LIGHTNING
    table = a_field(
        "bloodsmith", enemies=["pilgrim"], sides=("demon", "chapter"), attached={"pilgrim": [Attached("tactic", 1)]},
        places={"bloodsmith/0": "0,0:0", "pilgrim/0": "2,0:0"},
    )  # fmt: skip
    use = f"use:{table.squad_of('pilgrim')}:tactic:lower"
    play(open_window(table, Moment("W-INSTANT")), use)
    assert table.state.attached[table.squad_of("pilgrim")] == (Attached("tactic", 0, on=True),)


def test_an_enhancement_is_not_attached_to_an_allys_squad(notes: Notes) -> None:  # DF-ENH-21, SC-57
    squads = [a_squad("a1"), a_squad("b1", seat=1), a_squad("a2", seat=2), a_squad("b2", seat=3)]
    setup = a_setup(*squads, mode="team", cards={0: [e_card(squad="any")]})
    places = {name: f"{n - 2},0:0" for n, name in enumerate(("a1", "b1", "a2", "b2"))}
    table = a_table(setup=setup, places=places, hands=[("e",), (), (), ()])
    assert attaching.squads_for(table, 0, "e") == [table.squad_of("a1")]


@pytest.mark.parametrize(("limit", "uses"), [("1 per turn", 1), ("1 per payment", 3), (None, 1)])
def test_the_printed_limit_is_counted_in_the_own_turn(notes: Notes, limit: str | None, uses: int) -> None:
    # DF-ENH-16, R-LIMIT, R-NO-LIMIT
    printed = {"limit": limit} if limit else {}
    card = e_card(upper=a_half(cost=1, **printed, **CHARGE))
    table = a_board(notes, card, attached=[(Attached("e", 3),), (), ()])
    count = 0
    while s_use(table, "e", "upper") in offers(table):
        do(table, s_use(table, "e", "upper"))
        count += 1
    assert count == uses


def test_a_limit_per_turn_is_counted_for_each_card(notes: Notes) -> None:  # R-LIMIT
    card = e_card(squad="any", upper=a_half(cost=1, limit="1 per turn", **CHARGE))
    table = a_board(notes, card, attached=[(Attached("e", 3),), (Attached("e", 3),), ()])
    do(table, s_use(table, "e", "upper"))
    assert s_use(table, "e", "upper") not in offers(table)
    assert s_use(table, "e", "upper", "t") in offers(table)


def test_a_limit_per_combat_holds_for_the_counterattack_too(notes: Notes) -> None:  # R-LIMIT, DF-ENH-16
    card = e_card(upper=a_half(cost=1, limit="1 per combat", instant=True, window="W-BEFORE-ATT", **CHARGE))
    table = a_board(notes, card, attached=[(Attached("e", 3),), (), ()])
    fight = Fight(0, 3, attacker=0, target=3)
    use = s_use(table, "e", "upper")
    assert len(play(open_window(table, Moment("W-BEFORE-ATT", fight=fight)), use).asked) == 1
    assert play(open_window(table, Moment("W-BEFORE-ATT", fight=fight))).asked == []
    assert len(play(open_window(table, Moment("W-BEFORE-ATT", fight=Fight(0, 3))), use).asked) == 1


def test_a_half_without_lightning_waits_for_the_owners_turn_even_at_an_event(notes: Notes) -> None:  # R-LIGHTNING, Q-27
    card = e_card(upper=a_half(cost=1, window="W-BEFORE-ATT", **CHARGE))
    table = a_board(notes, card, attached=[(Attached("e", 3),), (), ()], active=1)
    assert play(open_window(table, Moment("W-BEFORE-ATT", fight=Fight(0, 3)))).asked == []
    table.state.active = 0
    assert play(open_window(table, Moment("W-BEFORE-ATT", fight=Fight(0, 3))), "pass").asked


def test_an_empty_pile_lets_a_charge_come_from_another_own_card(notes: Notes) -> None:  # DF-ENH-17, Q-29, Q-30, SC-25
    cards = [e_card("e"), e_card("f")]
    table = a_board(notes, *cards, hand=("e",), attached=[(), (Attached("f", 4),), ()])
    table.state.neutral_charges = 0
    do(table, "attach:e", "S", "F on T")
    assert (charges(table, "s"), charges(table, "t")) == ([1], [3])
    table.state.hands[0] = ("e",)
    attaching.discard(table, (table.squad_of("s"), 0))
    table.state.neutral_charges = 0
    do(table, "attach:e", "S", "Move none")
    assert charges(table, "s") == [0]


def test_too_few_charges_go_to_the_cards_the_player_names(notes: Notes) -> None:  # DF-LIMIT-12, DF-ENH-17, Q-30, SC-25
    cards = [e_card(slug) for slug in "efgh"]
    on = [(Attached("e", 0), Attached("f", 1)), (Attached("g", 2), Attached("h", 0)), ()]
    table = a_board(notes, *cards, attached=on)
    table.state.neutral_charges = 2
    s, t = table.squad_of("s"), table.squad_of("t")
    play(attaching.charge(table, 0, attaching.chargeable(table, [0])), f"slot:{s}:0", f"slot:{t}:1", "none", "none")
    assert (charges(table, "s"), charges(table, "t"), table.state.neutral_charges) == ([1, 1], [2, 1], 0)
    play(attaching.charge(table, 0, [(s, 0)]), f"slot:{t}:0")
    assert sum(charges(table, "s") + charges(table, "t")) == 5


def test_a_setup_enhancement_cannot_be_attached_by_hand_and_may_be_discarded() -> None:  # R-SETUP-ATTACH
    table = a_field(
        "holy-riders", enemies=["bloodsmith"], hand=["gallop"], attached={"holy-riders": [Attached("gallop", 1)]},
        places={"holy-riders/0": "0,0:01", "bloodsmith/0": "2,0:0"},
    )  # fmt: skip
    assert "attach:gallop" not in offers(table)
    attaching.discard(table, (table.squad_of("holy-riders"), 0))
    assert table.state.discards[0] == ()
    assert table.state.neutral_charges == 20


def test_a_dash_or_zero_beside_the_passive_symbol_is_always_on(notes: Notes) -> None:  # R-NO-COST
    halves.Faction("side-0").passive("f", at="W-INSTANT")(lambda play: _note(notes))
    card = e_card("f", lower=a_half(cost="-", passive=True, window="W-ALWAYS", **CHARGE))
    table = a_board(notes, card, attached=[(Attached("f", 1),), (), ()])
    assert s_use(table, "f", "lower") not in offers(table)
    play(open_window(table, Moment("W-INSTANT")))
    assert notes.made == ["on"]


def _note(notes: Notes) -> Any:
    yield from ()
    notes.made.append("on")
