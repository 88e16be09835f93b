"""The log in words: every event has a sentence, and nobody reads in it what they may not know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import matches.telling
from matches.engine import Event, Game, Setup
from matches.naming import Names
from matches.services.keeping import read_event, write_event
from matches.telling import line, sentence, tell
from matches.telling.special import SPECIAL
from matches.telling.words import SENTENCES
from matches.trials.exhausting import NEVER, known_steps
from tests.matches.test_drawing import a_game

GAMES = {
    "duel": {"mulligan": True, "buying_vp": True, "special_sources": True, "more_crystals": True},
    "ffa4": {"alternative_setup": False},
    "team": {"quick_setup": True},
}


def names_of(game: Game[Setup], seat: int | None = None) -> Names:
    return Names(game.view(seat), game.setup.factions)


def test_every_event_that_the_rules_tell_has_one_sentence():
    known = {*known_steps(), *NEVER, "shrine_placed", "source_placed"}
    assert known - {*SENTENCES, *SPECIAL} == set()
    assert not {*SENTENCES} & {*SPECIAL}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("mode", GAMES)
def test_whole_games_can_be_told_also_from_what_was_stored(mode: str, seed: int):
    game = a_game(mode, 3_000, seed=f"told {seed}", **GAMES[mode])
    names = names_of(game)
    assert game.result is not None
    for event in game.log:
        stored = read_event(json.loads(json.dumps(write_event(event))))
        text = line(event, names).text
        assert text == line(stored, names).text
        assert "%(" not in text
        assert text.endswith((".", "?"))


def test_who_comes_from_beside_the_board_has_no_place_to_come_from():
    names = names_of(a_game(choices=60, quick_setup=True))
    end = {"space": (0, 0), "hexes": [0]}
    assert (
        sentence("model_placed", {"model": 0, "start": None, "end": end}, names) == "Angel of Death is set down at D3."
    )


def test_an_event_of_later_rules_does_not_break_the_log():
    names = names_of(a_game(choices=60, quick_setup=True))
    assert sentence("moon_risen", {}, names) == "Moon risen."


def test_a_roll_is_told_with_all_its_parts():
    names = names_of(a_game(choices=60, quick_setup=True))
    rolled = {
        "seat": 0, "model": 0, "purpose": "attack", "die": "red", "face": 2, "marked": True, "bonus": 1, "result": 3,
        "reroll": False,
    }  # fmt: skip
    told = line(Event("die_rolled", rolled), names)
    assert told.text == "Angel of Death rolls the Red Die for the Attack: 2 (with +1: 3). The face bears a cogwheel."
    assert (told.die, told.face, told.tone) == ("red", 2, "dice")


def test_powers_are_told_with_who_is_hit():
    names = names_of(a_game(choices=60, quick_setup=True))
    compared = {"model": 0, "target": 1, "attack": 5, "defense": 3, "automatic": "", "hit": True}
    assert sentence("attack_compared", compared, names) == (
        "Attack Power 5 beats Defense Power 3: Holy Knight 1 is hit."
    )
    held = compared | {"attack": 3, "hit": False}
    assert sentence("attack_compared", held, names) == (
        "Attack Power 3 does not beat Defense Power 3: Holy Knight 1 withstands."
    )
    sure = compared | {"automatic": "won"}
    assert sentence("attack_compared", sure, names) == "Holy Knight 1 withstands without a roll."


def test_only_the_seat_itself_reads_which_cards_it_drew():
    game = a_game(choices=60, quick_setup=True)
    names = names_of(game)
    drawn = Event("cards_drawn", {"seat": 0, "cards": ("shoot",), "count": 1}, (0,), {"seat": 0, "count": 1})
    assert [told.text for told in tell([drawn], 0, names)] == ["Player 1 draws 1 card: Shoot."]
    for seat in (1, None):
        assert [told.text for told in tell([drawn], seat, names)] == ["Player 1 draws 1 card."]


def test_what_has_no_public_part_is_not_told_to_others():
    names = names_of(a_game(choices=60, quick_setup=True))
    secret = Event("card_discarded", {"seat": 0, "card": "shoot"}, (0,))
    assert tell([secret], 1, names) == []
    assert len(tell([secret], 0, names)) == 1


def test_a_payment_names_every_purse():
    names = names_of(a_game(choices=60, quick_setup=True))
    paid = {"seat": 0, "what": "the Red Die", "temporary": 1, "mix": {"crystals": 2, "endurance:0": 1, "vp": 1}}
    assert sentence("paid", paid, names) == (
        "Player 1 pays for the Red Die: 1 Temporary, 2 from the Crystal Pool, 1 Endurance of Angel of Death, "
        "1 Victory Point."
    )


@pytest.mark.parametrize(
    ("kind", "data", "one", "two"),
    [
        ("temporary_gained", {"seat": 0}, "gets 1 Temporary Crystal for", "gets 2 Temporary Crystals for"),
        ("temporary_vanished", {"seat": 0}, "1 unused Temporary Crystal of", "2 unused Temporary Crystals of"),
        ("tokens_captured", {"seat": 0, "owner": 1}, "1 Victory Point token of", "2 Victory Point tokens of"),
        ("tokens_left", {"owner": 1}, "1 Victory Point token to", "2 Victory Point tokens to"),
        ("enhancement_charged", {"squad": 0, "card": "x"}, "gets 1 charge.", "gets 2 charges."),
        ("crystals_destroyed", {"seat": 0}, "loses 1 Crystal for", "loses 2 Crystals for"),
        ("cards_returned", {"seat": 0}, "shuffles 1 card of", "shuffles 2 cards of"),
        ("deck_reshuffled", {"seat": 0}, "deck of 1 card.", "deck of 2 cards."),
    ],
)
def test_one_and_many_have_words_of_their_own(kind: str, data: dict[str, int], one: str, two: str):
    names = names_of(a_game(choices=60, quick_setup=True))
    assert one in sentence(kind, {**data, "count": 1}, names)
    assert two in sentence(kind, {**data, "count": 2}, names)


def test_no_sentence_leaves_the_plural_to_the_reader():
    room = Path(matches.telling.__file__).parent
    assert [file.name for file in room.glob("*.py") if "(s)" in file.read_text()] == []


def test_victory_points_are_paid_by_number():
    names = names_of(a_game(choices=60, quick_setup=True))
    paid = {"seat": 0, "what": "the Red Die", "temporary": 0, "mix": {"vp": 1}}
    assert sentence("paid", paid, names).endswith("the Red Die: 1 Victory Point.")
