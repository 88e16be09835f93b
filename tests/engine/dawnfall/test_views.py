"""What a seat may know, and what it may not."""

from __future__ import annotations

import json
from random import Random

import pytest

from matches.engine import DAWNFALL, Game, IllegalChoice, Options, new_game
from matches.engine.dawnfall.state import State
from matches.starters import starter_setup

SETUP = starter_setup("duel", ("chapter", "demon"), Options(quick_setup=True, ask_always=True))


def some_game(seed: int, choices: int, setup=SETUP) -> Game:
    game, chance = new_game(setup, f"seed {seed}"), Random(seed)
    while game.pending and len(game.choices) < choices:
        game.choose(chance.choice(game.pending.options).id)
    return game


def as_bytes(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def test_a_view_is_json_and_the_same_for_equal_games():
    game = some_game(1, 150)
    for seat in (0, 1, None):
        assert as_bytes(game.view(seat)) == as_bytes(game.clone().view(seat))


def test_a_seat_sees_its_own_hand_and_only_counts_of_others():  # DF-DECK-06, Q-09
    game = some_game(2, 120)
    state = game.table.state
    for seat in (0, 1):
        view = game.view(seat)
        assert view["own"]["hand"] == list(state.hands[seat])
        other = view["seats"][1 - seat]
        assert other["hand_count"] == len(state.hands[1 - seat])
        assert other["deck_count"] == len(state.decks[1 - seat])
        assert not set(other) & {"hand", "deck", "cards", "order"}
    assert game.view(None)["own"] is None


def test_discard_piles_pools_and_squads_are_open_to_all():  # DF-BOARD-14, Q-09
    game = some_game(3, 200)
    spectator, state = game.view(None), game.table.state
    assert [seat["discard"] for seat in spectator["seats"]] == [list(pile) for pile in state.discards]
    assert [seat["crystals"] for seat in spectator["seats"]] == state.crystals
    assert len(spectator["squads"]) == 10
    assert [model["status"] == "board" for model in spectator["models"]] == [place >= 0 for place in state.places]


def test_a_view_holds_neither_the_seed_nor_a_list_of_cards_to_come():
    game = some_game(4, 100)
    hidden = ("seed", "decks", "hands", "picked", "counter", "order", "used")

    def keys(value: object):
        if isinstance(value, dict):
            for key, inner in value.items():
                yield key
                yield from keys(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from keys(inner)

    for seat in (0, 1, None):
        assert not set(keys(game.view(seat))) & set(hidden)


def test_decks_stay_secret_while_they_are_picked():
    game = new_game(SETUP, "seed")
    game.table.state.picked = [1, -1]
    assert game.view(0)["own"]["deck"] == 1
    assert as_bytes(game.view(1)).count('"deck": 1') == 0


def permuted(state: State, seat: int | None, chance: Random) -> State:
    """The state with everything mixed that the seat cannot know: other hands with their decks, and its own deck."""
    twin = state.copy()
    for other in range(len(twin.hands)):
        hand = () if other == seat else twin.hands[other]
        pile = [*hand, *twin.decks[other]]
        chance.shuffle(pile)
        if other != seat:
            twin.hands[other] = tuple(pile[: len(hand)])
        twin.decks[other] = tuple(pile[len(hand) :])
    return twin


CASES = [
    ("duel", ("chapter", "demon")),
    ("ffa3", ("demon", "chapter", "dvergar")),
    ("team", ("chapter", "demon", "reborn", "rhazack")),
]


def from_checkpoint(game: Game, state: State) -> Game | None:
    """The game from a checkpoint like its own, with the choices since, if they are possible there."""
    twin = Game(DAWNFALL, game.setup, game.seed, state)
    try:
        for choice in game.since_checkpoint:
            twin.choose(choice)
    except IllegalChoice:
        return None
    return twin


@pytest.mark.parametrize(("mode", "factions"), CASES)
def test_what_a_seat_cannot_know_changes_no_byte_of_what_it_sees(mode, factions):  # DF-DECK-06, Q-09, R-ASK
    setup = starter_setup(mode, factions, Options(ask_always=True))
    game, chance = new_game(setup, mode), Random(mode)
    compared = 0
    while game.pending and compared < 400:
        if game.table.roster.armies and game.checkpoint.places:
            seat = chance.choice([*game.table.seats, None])
            same = from_checkpoint(game, game.checkpoint.copy())
            twin = from_checkpoint(game, permuted(game.checkpoint, seat, chance))
            if same and twin:
                assert as_bytes(twin.view(seat)) == as_bytes(same.view(seat))
                assert (twin.pending.seat, twin.pending.kind) == (same.pending.seat, same.pending.kind)
                if same.pending.seat == seat:
                    assert twin.pending == same.pending
                assert [e.seen_by(seat) for e in twin.log] == [e.seen_by(seat) for e in same.log]
                compared += 1
        game.choose(chance.choice(game.pending.options).id)
    assert compared >= 150
