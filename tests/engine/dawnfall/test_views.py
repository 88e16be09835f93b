"""What a seat may know, and what it may not."""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from matches.engine import DAWNFALL, Game, IllegalChoice, Options, new_game
from matches.engine.dawnfall import attaching
from matches.engine.dawnfall.state import Activation, Attached, Effect, Marker, State
from matches.starters import starter_setup
from tests.engine.dawnfall.building import a_setup, a_squad, a_table
from tests.engine.dawnfall.fielding import do
from tests.engine.dawnfall.made_up import Notes, a_card

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


def test_used_and_discarded_cards_lie_face_up_in_their_owners_pile(notes: Notes):  # DF-BOARD-13
    notes.teach("side-0", "deed", "upper")
    cards = [a_card("deed"), a_card("relic", attach=True)]
    setup = a_setup(a_squad("alpha"), a_squad("beta", seat=1), cards={0: cards, 1: cards})
    places = {"alpha": "0,0:0", "beta": "2,0:0"}
    table = a_table(setup=setup, places=places, hands=[("deed",), ("deed",)], crystals=[2, 2])
    table.state.attached[table.roster.armies[1].squads[0].number] = (Attached("relic", 1),)
    do(table, "play:deed:upper")
    attaching.discard(table, (table.roster.armies[1].squads[0].number, 0))
    for seat in (0, 1, None):
        assert [other["discard"] for other in DAWNFALL.view(table, seat)["seats"]] == [["deed"], ["relic"]]


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


#: Every field of the state: open to all, known to one seat or nobody, or the engine's own book-keeping.
PUBLIC = {
    "stage", "turn", "active", "first_player", "countering", "factions", "neutral_crystals", "neutral_charges",
    "crystals", "depleted", "temporary", "discards", "banner_ready", "mulligan_used", "marker", "starting", "captured",
    "modes", "endurance", "attached", "squad_markers", "places", "markers", "shrines", "sources", "shrine_tokens",
    "effects", "activation", "activated", "extra_turn", "in_extra_turn", "ending", "eliminated", "winners", "reason",
}  # fmt: skip
SECRET = {"counter", "hands", "decks", "picked"}
INTERNAL = {"step", "occupied", "used", "grace", "quiet", "stirred"}
#: Values to put where a field is empty.
FILLED = {
    "discards": ("leap",),
    "attached": (Attached("leap", 1),),
    "squad_markers": (Marker("trap", 0),),
    "markers": (Marker("trap", 0),),
    "shrine_tokens": (Marker("blessing", 0, 3),),
    "effects": (Effect("att+", 0, 1, "turn", "leap"),),
    "activation": Activation(0),
    "activated": (0, 1, 2),
    "winners": (0,),
    "used": {"leap": 1},
}


def other_value(name: str, value: Any) -> Any:
    """Another value for a field, of the same kind and, for piles of cards, of the same size."""
    if isinstance(value, list):
        return [other_value(name, value[0]), *value[1:]]
    if name in FILLED:
        return FILLED[name]
    if isinstance(value, tuple):
        return (other_value(name, value[0]), *value[1:])
    if isinstance(value, bool):
        return not value
    return value + (1 if isinstance(value, int) else "x")


def test_every_field_of_the_state_is_public_secret_or_internal():
    names = [*PUBLIC, *SECRET, *INTERNAL]
    assert sorted(names) == sorted(entry.name for entry in fields(State))


@pytest.mark.parametrize("name", [entry.name for entry in fields(State)])
def test_a_view_shows_every_public_field_and_no_other(name):  # DF-DECK-06, Q-09
    mode, factions = ("duel", ("chapter", "demon")) if name == "marker" else ("ffa3", ("demon", "chapter", "dvergar"))
    game = some_game(5, 150, starter_setup(mode, factions))
    state = game.table.state
    state.winners = (1,) if name == "reason" else state.winners
    before = as_bytes(game.view(None))
    setattr(state, name, other_value(name, getattr(state, name)))
    assert (as_bytes(game.view(None)) != before) == (name in PUBLIC)


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
