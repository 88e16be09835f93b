"""The games of an experiment, and what is remembered of them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from catalog.packs.schema import DeckFormat
from laboratory import games
from laboratory.games import CalledOff, Plan, play, play_all
from laboratory.limits import LIMITS, rounded
from laboratory.recording import Sums, add
from matches.setting_up.starters import seated_factions, starter_deck

DECKS = tuple(starter_deck(faction, DeckFormat.DUEL) for faction in seated_factions())
PAIR = Plan(DECKS[:2], "recruit", "tests")


def test_every_opponent_is_met_equally_often_from_both_seats():
    plan = Plan(DECKS, "recruit", "tests")
    met = Counter(plan.seating(number) for number in range(40))
    assert set(met.values()) == {4}
    assert set(met) == {(seat, other) for seat in (0, 1) for other in range(1, 6)}


def test_the_deck_that_is_tried_sits_where_the_game_says():
    for number in (0, 1):
        seat, against = PAIR.seating(number)
        setup = PAIR.setup(seat, against)
        assert [place.decks[0].faction for place in setup.seats][seat] == DECKS[0].faction
        assert [place.decks[0].faction for place in setup.seats][1 - seat] == DECKS[1].faction


def test_a_game_is_known_by_seed_and_number_alone():
    one = play(PAIR, 3)
    play(PAIR, 0)
    again = play(Plan(DECKS[:2], "recruit", "tests"), 3)
    assert one == again
    assert play(PAIR, 4)[0]["state"] != one[0]["state"]
    assert play(Plan(DECKS[:2], "recruit", "others"), 3)[0]["state"] != one[0]["state"]


def test_sums_are_the_same_in_any_order_of_games():
    numbers = list(range(6))
    _lines, forth = play_all(PAIR, numbers)
    Random(1).shuffle(numbers)
    parts = [play_all(PAIR, [number])[1] for number in numbers]
    total: Sums = {}
    for part in parts:
        add(total, part)
    assert total == forth


def test_counts_agree_with_one_another():
    lines, sums = play_all(PAIR, range(8))
    counted = sums["against"]["1"]
    results = Counter(line["result"] for line in lines)
    assert {name: counted[name] for name in results} == dict(results)
    assert sum(counted["turns"].values()) == 8
    assert sum(count for end in counted["ends"].values() for count in end.values()) == 8
    firsts = sum(counted["first"].values())
    assert firsts == sum(line["first"] for line in lines)
    assert firsts + sum(counted["second"].values()) == 8
    assert counted["points"] + counted["their_points"] == 8 * 20
    for side, deck in (("0", DECKS[0]), ("1", DECKS[1])):
        squads = sums["squads"][side]
        assert {slug: squad["fielded"] for slug, squad in squads.items()} == {
            slug: 8 * copies for slug, copies in Counter(deck.squads).items()
        }
        for card in sums["cards"][side].values():
            ended = [sum(card.get(name, {}).values()) for name in ("played", "held")]
            assert sum(ended) == card["seen"]
            assert bool(ended[0]) == any(card.get(place) for place in ("upper", "lower", "attach"))


def test_what_one_side_earns_by_kills_the_other_has_given():
    _lines, sums = play_all(PAIR, range(12))
    earned = {side: sum(squad.get("points", 0) for squad in sums["squads"][side].values()) for side in ("0", "1")}
    given = {side: sum(squad.get("given", 0) for squad in sums["squads"][side].values()) for side in ("0", "1")}
    assert 0 < earned["0"] <= given["1"]
    assert 0 < earned["1"] <= given["0"]


def test_a_broken_game_is_told_and_counts_for_nothing(monkeypatch: pytest.MonkeyPatch):
    real = games.make_bot

    def make_bot(level: str, seed: str, budget: object) -> object:
        if seed.startswith("tests-1-"):
            raise ValueError("a bot that breaks")
        return real(level, seed, budget)  # type: ignore[arg-type]

    monkeypatch.setattr(games, "make_bot", make_bot)
    lines, sums = play_all(PAIR, range(3))
    assert [line["result"] == "broken" for line in lines] == [False, True, False]
    assert sums["broken"] == 1
    assert sum(sums["against"]["1"]["turns"].values()) == 2


def test_games_can_be_called_off_in_the_middle():
    seen = []

    def look() -> None:
        seen.append(1)
        if len(seen) == 50:
            raise CalledOff

    with pytest.raises(CalledOff):
        play_all(PAIR, range(3), look)
    assert len(seen) == 50


def test_games_are_rounded_to_whole_rounds_within_the_limit():
    assert rounded(10, 5, "recruit") == 10
    assert rounded(11, 5, "recruit") == 20
    assert rounded(25, 1, "recruit") == 26
    assert rounded(LIMITS["recruit"].most, 3, "recruit") <= LIMITS["recruit"].most
    assert rounded(LIMITS["recruit"].most, 3, "recruit") % 6 == 0


@pytest.mark.parametrize("level", ["recruit", "veteran"])
def test_the_bots_of_a_game_choose_the_same_again(level: str):
    assert play(Plan(DECKS[:2], level, "tests"), 1) == play(Plan(DECKS[:2], level, "tests"), 1)


def test_no_bot_of_the_laboratory_is_bounded_by_time():
    assert LIMITS["warlord"].budget is not None
    assert all(limit.budget is None or limit.budget.seconds == 0 for limit in LIMITS.values())
