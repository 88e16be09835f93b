"""The chances are exact: they agree with counting every hand."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.reference import reference
from decks.rules.deck_list import DeckList
from decks.rules.odds import RULES, Chance, assumption, at_least, cards_seen, chances, exactly


@pytest.mark.parametrize("deck", range(9))
def test_the_law_agrees_with_counting_every_hand(deck: int):
    for chosen in range(deck + 1):
        for seen in range(deck + 1):
            hands = [sum(card < chosen for card in hand) for hand in combinations(range(deck), seen)]
            for wanted in range(deck + 2):
                known = {"chosen": chosen, "seen": seen, "deck": deck}
                assert exactly(wanted, **known) == Fraction(sum(held == wanted for held in hands), len(hands))
                assert at_least(wanted, **known) == Fraction(sum(held >= wanted for held in hands), len(hands))


def test_known_values():
    # One of 4 copies in an opening hand of 3 from 25: 1 - (21 * 20 * 19) / (25 * 24 * 23).
    assert at_least(1, chosen=4, seen=3, deck=25) == Fraction(97, 230)
    assert at_least(1, chosen=1, seen=3, deck=25) == Fraction(3, 25)
    assert at_least(3, chosen=4, seen=3, deck=25) == Fraction(4, 2300)
    # Spades among 13 cards of a pack of 52: all four aces.
    assert exactly(4, chosen=4, seen=13, deck=52) == Fraction(11, 4165)


@given(st.integers(0, 60), st.data())
def test_all_cases_together_are_certain(deck: int, data: st.DataObject):
    chosen, seen = data.draw(st.integers(0, deck)), data.draw(st.integers(0, deck))
    assert sum(exactly(held, chosen=chosen, seen=seen, deck=deck) for held in range(deck + 1)) == 1
    assert at_least(0, chosen=chosen, seen=seen, deck=deck) == 1


@pytest.mark.parametrize(("chosen", "seen"), [(-1, 1), (6, 1), (1, -1), (1, 6)])
def test_more_cards_than_there_are_cannot_be_chosen_or_seen(chosen: int, seen: int):
    with pytest.raises(ValueError, match="Of 5 cards"):
        exactly(1, chosen=chosen, seen=seen, deck=5)


def test_the_opening_hand_is_seen_first_and_what_is_played_is_drawn_again():  # DF-SETUP-51, DF-DECK-08
    assert [cards_seen(turn) for turn in (1, 2, 3, 10)] == [3, 4, 5, 12]
    assert [cards_seen(turn, played=2) for turn in (1, 2, 3)] == [3, 5, 7]
    assert cards_seen(5, played=0) == 3


def test_nobody_plays_more_than_a_hand_or_sees_more_than_the_deck():  # DF-DECK-07
    assert cards_seen(3, played=7) == 9
    assert cards_seen(100, deck=25) == 25
    assert cards_seen(2, hand=5, played=4) == 9  # Strategic mode, DF-OPT-14


@pytest.mark.parametrize(("turn", "played", "hand"), [(0, 1, 3), (1, -1, 3), (1, 1, -1)])
def test_turns_count_from_one(turn: int, played: int, hand: int):
    with pytest.raises(ValueError, match="Turns count from 1"):
        cards_seen(turn, played=played, hand=hand)


def test_the_rules_behind_the_cards_seen_are_in_the_reference():
    assert set(RULES) <= set(reference("dawnfall").entries)


def test_the_chances_of_a_deck_turn_by_turn():
    deck = DeckList("demon", cards={"fireball": 3, "freeze": 1, "rush": 21})
    rows = chances(deck, ["fireball", "freeze", "fireball", "not-there"], turns=3)
    assert rows == [
        Chance(1, 3, Fraction(97, 230)),
        Chance(2, 4, at_least(1, chosen=4, seen=4, deck=25)),
        Chance(3, 5, at_least(1, chosen=4, seen=5, deck=25)),
    ]
    assert rows[0].percent == pytest.approx(42.17, abs=0.01)
    assert chances(deck, ["fireball"], turns=2, wanted=2, played=3)[1].seen == 6
    assert [row.chance for row in chances(deck, [], turns=2)] == [0, 0]


def test_an_empty_or_broken_deck_has_chances_too():
    assert chances(DeckList("demon"), ["fireball"], turns=1)[0].chance == 0
    assert chances(DeckList("demon", cards={"fireball": -2, "rush": 1}), ["fireball"], turns=9)[8].seen == 1


def test_the_assumption_is_said():
    assert str(assumption()) == (
        "Counted with an opening hand of 3 cards and 1 card played, hence drawn again, in each Active turn."
    )
    assert "3 cards played" in str(assumption(played=8))
