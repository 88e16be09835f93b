"""What a seat may know, and what it may not."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from matches.engine import DAWNFALL, Game, Options, new_game
from matches.engine.dawnfall import attaching, playing
from matches.engine.dawnfall.setup import Setup
from matches.engine.dawnfall.state import Activation, Attached, Effect, Marker, OnHex, State
from matches.setting_up.starters import starter_setup
from tests.engine.dawnfall.building import a_setup, a_squad, a_table
from tests.engine.dawnfall.fielding import a_field, do, offered
from tests.engine.dawnfall.made_up import Notes, a_card
from tests.engine.dawnfall.twins import Twins

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


def test_others_see_nothing_of_a_use_that_can_still_be_taken_back():  # DF-DECK-06, R-CHOICE
    places = {"holy-knight": "0,0:01", "holy-knight@1": "1,0:01", "bloodsmith/0": "3,0:0"}
    table = a_field("holy-knight", "holy-knight", enemies=["bloodsmith"], hand=["leap"], places=places)
    before = {seat: as_bytes(DAWNFALL.view(table, seat)) for seat in (0, 1, None)}
    rule = playing.use(table, 0, offered(table, "play:leap:lower"))
    choice = next(rule)
    choice = rule.send(next(option for option in choice.options if option.id == "crystals"))
    assert choice.kind == "model"
    assert [as_bytes(DAWNFALL.view(table, seat)) == before[seat] for seat in (0, 1, None)] == [False, True, True]
    rule.send(choice.options[0])
    assert DAWNFALL.view(table, 1)["seats"][0]["hand_count"] == 0
    assert DAWNFALL.view(table, 1)["seats"][0]["crystals"] == table.state.crystals[0] < 5


def test_what_was_taken_back_leaves_every_view_as_it_was():  # DF-DECK-06
    places = {"holy-knight": "0,0:01", "holy-knight@1": "1,0:01", "bloodsmith/0": "3,0:0"}
    table = a_field("holy-knight", "holy-knight", enemies=["bloodsmith"], hand=["leap"], places=places)
    before = [as_bytes(DAWNFALL.view(table, seat)) for seat in (0, 1, None)]
    do(table, "play:leap:lower", "back")
    assert [as_bytes(DAWNFALL.view(table, seat)) for seat in (0, 1, None)] == before
    assert table.before is None


@pytest.mark.parametrize("hand", [("slam", "slam"), ("slam", "rocket")])
def test_a_card_to_discard_is_asked_for_even_if_all_are_alike(hand: tuple[str, ...]) -> None:  # DF-DECK-06
    table = a_field("avenger", enemies=["pilgrim"], sides=("dvergar", "chapter"), hand=["fury", *hand], depleted=[2, 0],
                    places={"avenger": "0,0:0123456", "pilgrim": "3,0:0"})  # fmt: skip
    assert "discard" in do(table, "play:fury:upper", "discard:slam").kinds()


#: Every field of the state: open to all, known to one seat or nobody, or the engine's own book-keeping.
PUBLIC = {
    "stage", "turn", "active", "first_player", "countering", "factions", "neutral_crystals", "neutral_charges",
    "crystals", "depleted", "temporary", "discards", "banner_ready", "mulligan_used", "marker", "starting", "captured",
    "modes", "endurance", "attached", "squad_markers", "places", "markers", "shrines", "sources", "shrine_tokens",
    "overgrown", "thickets", "hex_tokens",
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
    "hex_tokens": (OnHex("strike", 0, 8),),
    "effects": (Effect("att+", 0, 1, "turn", "leap"),),
    "activation": Activation(0),
    "activated": (0, 1, 2),
    "winners": (0,),
    "used": {"leap": 1},
}


def other_value(name: str, value: Any) -> Any:
    """Another value for a field, of the same kind and, for piles of cards, of the same size."""
    if isinstance(value, list):
        return [other_value(name, value[0] if value else 0), *value[1:]]
    if name in FILLED:
        return FILLED[name]
    if isinstance(value, tuple):
        return (other_value(name, value[0]), *value[1:])
    if isinstance(value, bool):
        return not value
    if name == "modes":
        return 1 - value
    return value + (1 if isinstance(value, int) else "x")


def test_every_field_of_the_state_is_public_secret_or_internal():
    names = [*PUBLIC, *SECRET, *INTERNAL]
    assert sorted(names) == sorted(entry.name for entry in fields(State))


@pytest.mark.parametrize("name", [entry.name for entry in fields(State)])
def test_a_view_shows_every_public_field_and_no_other(name):  # DF-DECK-06, Q-09
    mode, factions = ("duel", ("chapter", "demon")) if name == "marker" else ("ffa3", ("demon", "chapter", "dvergar"))
    game = some_game(5, 150, starter_setup(mode, factions))
    game.table.release()
    state = game.table.state
    state.winners = (1,) if name == "reason" else state.winners
    before = as_bytes(game.view(None))
    setattr(state, name, other_value(name, getattr(state, name)))
    assert (as_bytes(game.view(None)) != before) == (name in PUBLIC)


#: Choices that are taken more often than others, since they show more, and above all those about hidden things.
USES = ("play:", "use:", "attach:", "banner:")
SECRET_USES = ("minelayer:lower", "drill:upper", "source-blade:upper", "fury:upper", "absorption:lower")
#: Decks full of cards that have to do with hidden things.
SECRETIVE = {
    "rhazack": {
        "minelayer": 4,
        "source-blade": 4,
        "drill": 3,
        "jump": 4,
        "friction": 5,
        "energy-transfer": 4,
        "ray": 1,
    },
    "faceless": {"absorption": 4, "hell": 5, "swarm": 6, "evolve-harvester": 2, "evolve-berserker": 4, "osmosis": 4},
}
CASES = [
    ("duel", ("chapter", "demon")),
    ("duel", ("rhazack", "demon")),
    ("duel", ("chapter", "faceless")),
    ("duel", ("dvergar", "rhazack")),
    ("ffa3", ("demon", "chapter", "dvergar")),
    ("team", ("chapter", "demon", "reborn", "rhazack")),
]


def with_secrets(setup: Setup) -> Setup:
    """The same match with other decks in a duel."""
    seats = []
    for seat in setup.seats:
        deck = seat.decks[0]
        cards = SECRETIVE.get(deck.faction, deck.cards) if setup.mode == "duel" else deck.cards
        seats.append(replace(seat, decks=(replace(deck, cards=cards),)))
    return replace(setup, seats=tuple(seats))


@pytest.mark.parametrize(("mode", "factions"), CASES)
def test_what_a_seat_cannot_know_changes_no_byte_of_what_it_sees(mode, factions):  # DF-DECK-06, Q-09, R-ASK
    setup = with_secrets(starter_setup(mode, factions, Options(ask_always=True)))
    seed = f"{mode} {factions}"
    game, chance = new_game(setup, seed), Random(seed)
    compared = 0
    while game.pending and compared < 400:
        start, since = game.checkpoint, list(game.since_checkpoint)
        choice = telling_choice([option.id for option in game.pending.options], chance)
        game.choose(choice)
        if start.places:
            assert_twins_alike(Twins(game, start, [*since, choice], chance.choice([*game.table.seats, None]), chance))
            compared += 1
    assert compared >= 150


def telling_choice(offered: list[str], chance: Random) -> str:
    uses = [choice for choice in offered if choice.startswith(USES)]
    secret = [choice for choice in uses if choice.endswith(SECRET_USES)]
    return chance.choice((secret or uses or offered) if chance.random() < 0.5 else offered)


def assert_twins_alike(twins: Twins) -> None:
    """Everything that the seat sees, is asked, is refused and hears is the same."""
    same, twin, seat = twins.same, twins.twin, twins.seat
    assert as_bytes(twin.view(seat)) == as_bytes(same.view(seat))
    asked, other = same.pending, twin.pending
    assert (asked is None) == (other is None)
    if asked and other:
        assert (other.seat, other.kind) == (asked.seat, asked.kind)
        assert asked.seat != seat or other == asked
    if seat is not None:
        assert twin.explain(seat) == same.explain(seat)
    assert [event.seen_by(seat) for event in twin.log] == [event.seen_by(seat) for event in same.log]
