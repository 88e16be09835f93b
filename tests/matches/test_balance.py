"""`manage.py balance`: winner rates of the starter decks against each other."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from matches.trials.balance import Balance, Pairing, Rate, balance, play_pair, table_lines


def command(**options: object) -> str:
    out = StringIO()
    call_command("balance", stdout=out, **{"processes": 1, "factions": "chapter,demon", **options})
    return out.getvalue()


@pytest.mark.parametrize(
    ("games", "wins", "low", "high"),
    # Worked by hand from Wilson's formula.
    [(10, 5, 0.2366, 0.7634), (100, 62, 0.5221, 0.7090), (20, 0, 0.0, 0.1611), (20, 20, 0.8389, 1.0)],
)
def test_the_interval_is_wilsons(games: int, wins: int, low: float, high: float):
    assert Rate(games, wins).interval() == pytest.approx((low, high), abs=5e-5)


def test_without_games_nothing_is_known():
    assert (Rate(0, 0).share, Rate(0, 0).interval()) == (0.0, (0.0, 1.0))


def test_both_seats_count_for_a_faction():
    found = Balance("random", ("one", "two"), (
        Pairing("one", "two", Rate(10, 7), 0), Pairing("two", "one", Rate(10, 4), 0),
    ))  # fmt: skip
    assert found.against("one", "two") == Rate(20, 7 + 6)
    assert found.against("two", "one") == Rate(20, 3 + 4)
    assert found.overall("one") == Rate(20, 13)
    assert found.first_seat() == Rate(20, 11)


def test_every_pair_plays_from_both_seats_and_the_wins_add_up():
    found = balance(2, "random", "seed", processes=1, factions=["chapter", "demon", "dvergar"])
    assert len(found.pairings) == 6
    assert all(pairing.rate.games == 2 for pairing in found.pairings)
    for one, other in (("chapter", "demon"), ("demon", "dvergar")):
        assert found.against(one, other).wins + found.against(other, one).wins == 4


def test_the_same_seed_gives_the_same_table_on_one_process_and_on_two():
    assert command(games=3) == command(games=3) == command(games=3, processes=2)
    assert command(games=3) != command(games=3, seed="other")


def test_a_game_is_scored_for_the_first_seat():
    scores = [play_pair(("chapter", "demon", "random", str(number), 0)) for number in range(6)]
    assert set(scores) <= {0.0, 0.5, 1.0}
    assert len(set(scores)) > 1


def test_the_table_has_a_row_for_each_faction_and_veterans_play():
    lines = command(games=1).splitlines()
    assert lines[0].split() == ["chapter", "demon", "all"]
    assert [line.split()[0] for line in lines[1:5:2]] == ["chapter", "demon"]
    assert lines[-1].endswith("bot: veteran.")


def test_the_table_prints_shares_with_their_intervals():
    found = Balance("random", ("one", "two"), (Pairing("one", "two", Rate(10, 5), 0),))
    lines = list(table_lines(found))
    assert lines[1].split() == ["one", ".", "50.0%", "50.0%"]
    assert lines[2].split() == ["24-76%", "24-76%"]


def test_json_holds_all_figures():
    data = json.loads(command(games=2, json=True))
    assert data["overall"]["chapter"]["games"] == 4
    assert [(pair["faction"], pair["other"]) for pair in data["pairs"]] == [("chapter", "demon")]
    assert {(row["first"], row["second"]) for row in data["seats"]} == {("chapter", "demon"), ("demon", "chapter")}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"factions": "chapter,darkness"}, "no starter deck of “darkness”"),
        ({"factions": "chapter"}, "two different factions"),
        ({"games": 0}, "At least one game"),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(options: dict[str, object], sentence: str):
    with pytest.raises(CommandError, match=sentence):
        command(**options)
