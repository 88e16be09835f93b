"""Dice and shuffles: fair, and the same for ever."""

from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from matches.engine.kernel.chance import SeededChance, seed_bytes, shuffled

#: Upper 0.1 % points of the chi-square law, by degrees of freedom.
CRITICAL = {5: 20.515, 23: 49.728}


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((count - expected) ** 2 / expected for count in counts.values()) + (kinds - len(counts)) * expected


def test_the_same_seed_gives_the_same_numbers_on_every_machine():
    chance = SeededChance(b"edge")
    assert [chance.below(6) for _ in range(12)] == [4, 2, 5, 2, 2, 4, 1, 5, 1, 4, 5, 5]
    assert chance.counter == 12


def test_going_on_from_a_counter_gives_the_following_numbers():
    whole = SeededChance(b"edge")
    numbers = [whole.below(6) for _ in range(10)]
    rest = SeededChance(b"edge", counter=4)
    assert [rest.below(6) for _ in range(6)] == numbers[4:]


def test_text_and_bytes_of_a_seed_are_one_seed():
    assert seed_bytes("edge") == seed_bytes(b"edge") == b"edge"


def test_dice_are_uniform_over_many_seeds():  # DF-DICE-15
    counts = Counter(SeededChance(f"seed {n}".encode()).below(6) for n in range(60_000))
    assert chi_square(counts, 6) < CRITICAL[5]


def test_dice_are_uniform_within_one_match():
    chance = SeededChance(b"one long match")
    counts = Counter(chance.below(6) for _ in range(60_000))
    assert chi_square(counts, 6) < CRITICAL[5]


def test_every_order_of_a_shuffle_is_as_likely():
    chance = SeededChance(b"cards")
    counts = Counter(shuffled(chance, "abcd") for _ in range(24_000))
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts, 24) < CRITICAL[23]


@given(st.binary(max_size=40), st.integers(1, 1000), st.lists(st.integers(), max_size=30))
def test_numbers_stay_below_their_limit_and_a_shuffle_loses_nothing(seed: bytes, limit: int, items: list[int]):
    chance = SeededChance(seed)
    assert 0 <= chance.below(limit) < limit
    assert sorted(shuffled(chance, items)) == sorted(items)
