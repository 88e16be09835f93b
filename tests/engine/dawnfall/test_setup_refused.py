"""What is refused before a match begins."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from matches.engine.dawnfall.refusing import check_setup
from matches.engine.dawnfall.setup import Seat
from matches.engine.kernel.refusals import SetupRefused
from matches.setting_up.starters import starter_setup

DUEL = ("chapter", "demon")


def ids(talk):
    return [option.id for option in talk.asked[-1].options]


# What is refused before a match begins


def refused(setup) -> str:
    with pytest.raises(SetupRefused) as refusal:
        check_setup(setup)
    assert refusal.value.sentence().endswith(".")
    return refusal.value.rule


def with_deck(mode="duel", options=None, **changes):
    factions = DUEL if mode == "duel" else ("chapter", "demon", "dvergar")
    setup = starter_setup(mode, factions, options)
    seat = setup.seats[0]
    return replace(setup, seats=(replace(seat, decks=(replace(seat.decks[0], **changes),)), *setup.seats[1:]))


def cards_of(setup):
    return dict(setup.seats[0].decks[0].cards)


@pytest.mark.parametrize("mode", ["duel", "ffa3", "ffa4", "team"])
def test_the_starter_decks_of_all_factions_are_accepted(mode):  # DF-SETUP-02, -20, -21, DF-DECK-01, -02
    count = {"duel": 2, "ffa3": 3, "ffa4": 4, "team": 4}[mode]
    factions = ("chapter", "demon", "dvergar", "faceless", "reborn", "rhazack")
    for first in range(len(factions)):
        check_setup(starter_setup(mode, [factions[(first + n) % 6] for n in range(count)]))


def test_the_number_of_players_must_fit_the_mode():  # DF-FFA-01, DF-TEAM-01
    assert refused(starter_setup("duel", ("chapter",))) == "DF-FFA-01"
    assert refused(starter_setup("ffa4", ("chapter", "demon", "dvergar"))) == "DF-FFA-01"
    assert refused(replace(starter_setup("duel", DUEL), mode="solo")) == "DF-SETUP-01"


def test_any_four_players_may_split_into_two_teams_that_sit_alternately():  # DF-SETUP-13, -14, SC-57
    for seats in permutations(("chapter", "demon", "dvergar", "reborn")):
        setup = starter_setup("team", seats)
        check_setup(setup)
        assert [setup.team(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_a_deck_has_25_cards_or_15_with_more_players():  # DF-DECK-01, -02, SC-14
    cards = cards_of(starter_setup("duel", DUEL))
    assert refused(with_deck(cards={**cards, "shoot": 3})) == "DF-DECK-01"
    assert refused(with_deck(cards={**cards, "bash": 2})) == "DF-DECK-01"
    cards = cards_of(starter_setup("ffa3", ("chapter", "demon", "dvergar")))
    assert refused(with_deck("ffa3", cards={**cards, "shoot": 3})) == "DF-DECK-02"


def test_only_cards_of_the_own_faction_are_allowed():  # DF-DECK-03
    cards = cards_of(starter_setup("duel", DUEL))
    assert refused(with_deck(cards={**cards, "fireball": 1})) == "DF-DECK-03"


def test_a_card_for_a_squad_that_is_not_fielded_is_refused():  # DF-DECK-04, SC-14, Q-10
    cards = cards_of(starter_setup("duel", DUEL))
    assert refused(with_deck(cards={**cards, "shoot": 3, "purging": 1})) == "DF-DECK-04"


def test_copies_are_allowed_up_to_what_the_faction_has():  # DF-DECK-05, SC-14, Q-10
    cards = cards_of(starter_setup("duel", DUEL))
    printed = next(card for card in starter_setup("duel", DUEL).factions["chapter"].cards if card.slug == "leap")
    fewer = {slug: count for slug, count in cards.items() if slug not in {"energy-drain", "shoot", "leap"}}
    spare = 25 - sum(fewer.values())
    check_setup(with_deck(cards={**fewer, "leap": printed.copies, "shoot": spare - printed.copies}))
    too_many = {**fewer, "leap": printed.copies + 1, "shoot": spare - printed.copies - 1}
    assert refused(with_deck(cards=too_many)) == "DF-DECK-05"


def test_five_squads_are_fielded_or_four_with_more_players_and_no_leader_is_needed():  # DF-SETUP-20, -21, -23, Q-08
    squads = starter_setup("duel", DUEL).seats[0].decks[0].squads
    assert refused(with_deck(squads=squads[:4])) in {"DF-SETUP-20", "DF-DECK-04"}
    assert refused(with_deck("ffa3", squads=squads)) == "DF-SETUP-21"
    assert refused(with_deck(squads=("holy-knight",) * 4 + ("ranger",))) == "DF-SETUP-20"
    assert refused(with_deck(squads=(*squads[:4], "gorehound"))) == "DF-SETUP-20"
    no_leader = ("holy-knight", "holy-knight", "holy-knight", "pilgrim", "ranger")
    cards: dict[str, int] = {}
    for card in starter_setup("duel", DUEL).factions["chapter"].cards:
        if sum(cards.values()) < 25 and card.squad in {None, *no_leader}:
            cards[card.slug] = min(card.copies, 25 - sum(cards.values()))
    check_setup(with_deck(squads=no_leader, cards=cards))


def test_bosses_and_cards_outside_of_the_deck_cannot_be_chosen():  # R-BOSS, R-SETUP-ATTACH
    setup = starter_setup("duel", DUEL)
    squads = setup.seats[0].decks[0].squads
    assert refused(with_deck(squads=(*squads[:4], "war-golem"))) == "R-BOSS"
    assert refused(with_deck(cards={**cards_of(setup), "gallop": 1})) == "R-SETUP-ATTACH"
    assert refused(with_deck(banner="no-banner")) == "DF-SETUP-19"
    assert refused(with_deck(shrine="no-shrine")) == "DF-SETUP-33"
    assert refused(with_deck(faction="darkness")) == "DF-SETUP-16"
    assert refused(with_deck(faction="nobody")) == "DF-SETUP-16"
    assert refused(replace(setup, seats=(Seat("Nobody", ()), setup.seats[1]))) == "DF-SETUP-16"
