"""What bots imagine: the same match to the seat, and nothing in it that the seat may not know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from matches.engine import DAWNFALL, Game, Options, Setup
from matches.setting_up.playable import playable_cards
from tests.matches.bots.games import a_game, moments

MODES = ("duel", "ffa3", "ffa4", "team")


@pytest.mark.parametrize("mode", MODES)
def test_an_imagined_match_looks_the_same_to_the_seat_and_asks_the_same(mode: str):
    looked_at = 0
    for number in range(4):
        for game in moments(a_game(mode, number), f"look {number}", every=5):
            assert game.pending is not None
            seat = game.pending.seat
            imagined = game.imagine(seat, f"luck {looked_at}")
            if imagined is None:
                assert not game.table.roster.armies
                continue
            looked_at += 1
            assert imagined.pending == game.pending
            imagined.table.setup = game.setup  # Questions that can only be passed are not asked in it.
            assert imagined.view(seat) == game.view(seat)
    assert looked_at > 100


@pytest.mark.parametrize("options", [Options(script=True), Options(short_deck=True, reshuffle=True, mulligan=True)])
def test_optional_rules_can_be_imagined(options: Options):
    for game in moments(a_game("duel", 1, options), "options", every=4):
        assert game.pending is not None
        assert game.imagine(game.pending.seat, "any") is not None or not game.table.roster.armies


def test_it_can_be_played_to_its_end():
    for game in moments(a_game(), "end", every=60):
        assert game.pending is not None
        imagined = game.imagine(game.pending.seat, "end")
        if imagined is not None:
            assert list(moments(imagined, "to the end"))
            assert imagined.result is not None


def test_other_luck_deals_other_cards_and_other_dice():
    game = next(game for game in moments(a_game(), "luck") if game.table.state.turn > 2)
    assert game.pending is not None
    seat, other = game.pending.seat, 1 - game.pending.seat
    hands, decks, rolls = set(), set(), set()
    for luck in range(12):
        imagined = game.imagine(seat, str(luck))
        assert imagined is not None
        hands.add(tuple(sorted(imagined.table.state.hands[other])))
        decks.add(imagined.table.state.decks[seat])
        rolls.add(tuple(imagined.table.chance.below(6) for _ in range(8)))
        assert Counter(imagined.table.state.decks[seat]) == Counter(game.table.state.decks[seat])
        assert imagined.seed != game.seed
    assert len(hands) > 6
    assert len(decks) == len(rolls) == 12


def other_world(game: Game[Setup], seat: int, chance: Random) -> Game[Setup]:
    """The match at its last checkpoint with other cards for all others, from other deck lists, and another seed."""
    state = game.checkpoint.copy()
    seats = list(game.setup.seats)
    for other, place in enumerate(seats):
        if other == seat:
            deck = list(state.decks[seat])
            chance.shuffle(deck)
            state.decks[seat] = tuple(deck)
            continue
        fielded = {squad.slug for squad in game.table.roster.armies[other].squads}
        cards = [
            card.slug
            for card in playable_cards(game.setup.factions[place.decks[0].faction])
            if card.squad in fielded and not card.attach
        ]
        state.hands[other] = tuple(chance.choice(cards) for _ in state.hands[other])
        state.decks[other] = tuple(chance.choice(cards) for _ in state.decks[other])
        size = sum(place.decks[0].cards.values())
        seats[other] = replace(place, decks=(replace(place.decks[0], cards={cards[0]: size}),))
    return Game(DAWNFALL, replace(game.setup, seats=tuple(seats)), "another seed", state)


@pytest.mark.parametrize("mode", MODES)
def test_nothing_that_the_seat_may_not_know_goes_into_it(mode: str):
    """Hands, deck lists, deck orders and the seed are exchanged; what is imagined stays the same to the last byte."""
    compared = 0
    for number in range(3):
        chance = Random(f"worlds {mode} {number}")
        for game in moments(a_game(mode, number), f"worlds {number}", every=3):
            if game.pending is None or game.since_checkpoint or not game.table.state.hands[0]:
                continue
            seat = game.pending.seat
            twin = other_world(game, seat, chance)
            assert twin.view(seat) == game.view(seat)
            one, other = game.imagine(seat, "same"), twin.imagine(seat, "same")
            if one is None:
                continue
            assert other is not None
            assert one.table.state == other.table.state
            assert (one.seed, one.setup) == (other.seed, other.setup)
            compared += 1
    assert compared > 30
