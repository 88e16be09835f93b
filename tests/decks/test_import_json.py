"""JSON is read where its meaning is plain; what is wrong in it is listed, a wrong whole refused."""

import json
from typing import Any

import pytest

from decks.exchange import Imported, ImportRefused, read
from tests.decks.pack_facts import dawnfall_facts


def imported(content: Any) -> Imported:
    return read(json.dumps(content), dawnfall_facts())


def test_slugs_and_names_are_both_understood():
    result = imported(
        {
            "faction": "Chapter",
            "format": "Short duel",
            "squads": ["Holy Knight", "ranger"],
            "cards": {"Dodge / Leap": 2, "guard": 1},
        }
    )
    assert (result.deck.faction, result.deck.format) == ("chapter", "short")
    assert (result.deck.squads, result.deck.cards) == (("holy-knight", "ranger"), {"leap": 2, "guard": 1})
    assert not result.unmatched


@pytest.mark.parametrize(
    "cards",
    [
        {"leap": 2},
        ["leap", "leap"],
        [{"slug": "leap", "count": 2}],
        [{"name": "Leap", "copies": 2}],
        [{"card": "leap"}, "Leap"],
    ],
)
def test_cards_come_as_an_object_or_a_list(cards: Any):
    assert imported({"faction": "chapter", "cards": cards}).deck.cards == {"leap": 2}


def test_slugs_with_the_same_name_stay_apart():
    squads = ["abyssal-empress", "abyssal-empress-alternative"]
    assert imported({"faction": "darkness", "squads": squads}).deck.squads == tuple(squads)


def test_the_faction_is_guessed_where_none_is_named():
    result = imported({"squads": ["gorehound"], "cards": {"fireball": 2}})
    assert result.deck.faction == "demon"
    assert any("fit Demon best" in note.text() for note in result.notes)


def test_wrong_types_are_listed_one_by_one():
    cards = {
        "leap": "two",
        "guard": 1.5,
        "bash": True,
        "trap": None,
        "tactic": 2,
        "leep": 1,
        "shoot": -1,
        "purging": 10**30,
    }
    result = imported({"faction": "chapter", "name": 7, "squads": "Ranger", "cards": cards, "colour": "red"})
    assert result.deck.cards == {"tactic": 2}
    listed = [miss.text for miss in result.unmatched]
    assert len(listed) == 10
    assert 'colour: "red"' in [text.replace('"colour"', "colour") for text in listed]
    assert 'cards: "leap": "two"' in listed


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"faction": "chapter",', "The JSON cannot be read at line 1, column 23."),
        ('{"cards": {"leap": NaN}}', "The JSON holds NaN, which is no number of copies."),
        ('{"cards": {"leap": -Infinity}}', "The JSON holds -Infinity, which is no number of copies."),
        ('{"cards": {"leap": 1, "leap": 2}}', 'The JSON has the key "leap" twice in one object.'),
        ('{"version": 2, "faction": "chapter"}', "This deck is of version 2 of the format; this site reads version 1."),
        ('{"hello": 1}', "The JSON is no deck: it has neither faction nor squads nor cards."),
        ('["leap"]', "The JSON is no deck: an object with faction, squads and cards was expected."),
        ('{"cards": ' + "[" * 50_000 + "]" * 50_000 + "}", "The JSON is nested more than 10 deep; no deck is."),
        ("[" * 400_000 + "]" * 400_000, "The JSON is nested more than 10 deep; no deck is."),
        ('{"cards": {"leap": ' + "9" * 100_000 + "}}", "The JSON holds a number that is far too large."),
        (json.dumps({"cards": ["leap"] * 1001}), "The JSON lists 1001 cards; at most 1000 can be read."),
    ],
)  # fmt: skip
def test_what_is_no_deck_is_refused_with_a_sentence(text: str, sentence: str):
    with pytest.raises(ImportRefused) as refused:
        read(text, dawnfall_facts())
    assert str(refused.value) == refused.value.sentence.text() == sentence


def test_brackets_in_a_name_are_not_depth():
    assert imported({"faction": "chapter", "name": '[[[[[[[[[[[[{{\\"[[', "cards": {}}).deck.name.startswith("[[[[")
