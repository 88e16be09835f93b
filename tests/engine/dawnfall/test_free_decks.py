"""Decks of a casual match: any size and any number of copies, as long as all in them is known and playable."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from matches.engine import Options, new_game
from matches.engine.dawnfall.refusing import MOST_FREE_CARDS, MOST_FREE_SQUADS, check_setup
from matches.engine.kernel.refusals import SetupRefused
from matches.setting_up.starters import starter_setup

FREE = Options(free_decks=True, quick_setup=True)


def with_deck(options=FREE, **changes):
    setup = starter_setup("duel", ("chapter", "demon"), options)
    seat = setup.seats[0]
    return replace(setup, seats=(replace(seat, decks=(replace(seat.decks[0], **changes),)), *setup.seats[1:]))


def refused(setup) -> str:
    with pytest.raises(SetupRefused) as refusal:
        check_setup(setup)
    return refusal.value.rule


SMALL = {"squads": ("ranger",), "cards": {"shoot": 9}}


def test_counts_and_copies_do_not_matter():
    check_setup(with_deck(**SMALL))
    check_setup(with_deck(squads=("ranger",) * MOST_FREE_SQUADS, cards={"shoot": MOST_FREE_CARDS}))


def test_without_the_switch_the_same_deck_is_refused():
    assert refused(with_deck(Options(), **SMALL)) == "DF-SETUP-20"


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"squads": ()}, "DF-SETUP-20"),
        ({"squads": ("ranger",)}, "DF-DECK-04"),
        ({"squads": ("ranger",) * (MOST_FREE_SQUADS + 1)}, "DF-SETUP-20"),
        ({"squads": ("fireborn",)}, "DF-SETUP-20"),
        ({**SMALL, "cards": {"fireball": 1}}, "DF-DECK-03"),
        ({**SMALL, "cards": {}}, "DF-DECK-01"),
        ({**SMALL, "cards": {"shoot": 0}}, "DF-DECK-05"),
        ({**SMALL, "cards": {"shoot": -1}}, "DF-DECK-05"),
        ({**SMALL, "cards": {"shoot": MOST_FREE_CARDS + 1}}, "DF-DECK-05"),
        ({**SMALL, "banner": "nothing"}, "DF-SETUP-19"),
        ({"faction": "darkness"}, "DF-SETUP-16"),
    ],
)
def test_what_is_unknown_or_out_of_all_bounds_is_refused_all_the_same(changes, rule):
    assert refused(with_deck(**changes)) == rule


def army(setup, deck, squads):
    """So many times the squad that takes most room, with three of each card that it can use."""
    file = setup.factions[deck.faction]
    fielded = [squad for squad in file.squads if squad.slug in deck.squads]
    largest = max(fielded, key=lambda squad: squad.models * (squad.base or 1)).slug
    cards = {card.slug: 3 for card in file.cards if card.slug in deck.cards and card.squad in {None, largest}}
    return replace(deck, squads=(largest,) * squads, cards=cards)


@pytest.mark.parametrize("squads", [1, MOST_FREE_SQUADS])
def test_the_smallest_and_the_largest_army_can_be_played_to_the_end(squads):
    setup = starter_setup("duel", ("faceless", "dvergar"), FREE)
    seats = tuple(replace(seat, decks=(army(setup, seat.decks[0], squads),)) for seat in setup.seats)
    game = new_game(replace(setup, seats=seats), "casual")
    chance = Random(7)
    while game.pending is not None:
        game.choose(chance.choice(game.pending.options).id)
    assert game.result is not None
