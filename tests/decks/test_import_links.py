"""Links of the community toolbox and this site's own codes and links."""

import pytest

from decks.exchange import Imported, ImportRefused, read
from decks.exchange.foreign import toolbox_ids
from decks.rules.code import encode
from decks.rules.deck_list import DeckList
from tests.decks.pack_facts import dawnfall_facts, starter_decks

LINK = "https://toolbox.example/deck?cards=1,3,3&squads=6,4,4,3,5&faction=chapter&deckname=My%20first+deck"


def imported(text: str) -> Imported:
    return read(text, dawnfall_facts())


def test_a_toolbox_link_is_read_with_its_ids():
    result = imported(LINK)
    assert result.deck == DeckList(
        "chapter",
        "duel",
        ("angel-of-death", "holy-knight", "holy-knight", "pilgrim", "ranger"),
        {"bash": 1, "energy-drain": 2},
        "chapter-banner",
        dawnfall_facts().factions["chapter"].standard_shrine,
        "My first deck",
    )
    assert not result.unmatched
    assert result.source == "toolbox"


@pytest.mark.parametrize(
    "text",
    [
        LINK.replace("https://toolbox.example", "http://localhost:3000"),
        f"  {LINK}\n",
        f"Look at {LINK}",
        LINK.replace("https://toolbox.example/", "https://toolbox.example/#/"),
        LINK.replace("https://toolbox.example", ""),
        LINK.replace(",", "%2C"),
        LINK.replace("&faction=chapter", ""),
    ],
)
def test_host_and_spelling_of_the_link_do_not_matter(text: str):
    deck = imported(text).deck
    assert (deck.faction, len(deck.squads), deck.cards) == ("chapter", 5, {"bash": 1, "energy-drain": 2})


def test_ids_of_two_digits_are_read_whole():
    assert imported("https://x.example/deck?squads=12,13&faction=demon").deck.squads == (
        "son-of-khyber",
        "master-of-elements",
    )


def test_unknown_ids_and_those_of_other_factions_are_listed():
    result = imported("https://x.example/deck?cards=1,999,abc,109,&squads=&faction=chapter")
    assert result.deck.cards == {"bash": 1}
    assert [(miss.text, miss.reason.text()) for miss in result.unmatched] == [
        ("cards=999", "Nothing is known here by the toolbox id 999."),
        ("cards=abc", "Nothing is known here by the toolbox id abc."),
        ("cards=109", "“Shoot” belongs to Rha-Zack, not to Chapter."),
    ]


def test_an_unknown_faction_in_the_link_is_listed_and_guessed():
    result = imported(LINK.replace("faction=chapter", "faction=atlantis"))
    assert result.deck.faction == "chapter"
    assert [miss.text for miss in result.unmatched] == ["faction=atlantis"]


def test_every_id_means_something_in_the_catalogue():
    facts = dawnfall_facts().factions
    for faction, slug in toolbox_ids()["squad"].values():
        assert slug in facts[faction].squads
    for faction, slug in toolbox_ids()["card"].values():
        assert slug in facts[faction].cards
    assert len(toolbox_ids()["squad"]) == 49
    assert len(toolbox_ids()["card"]) == 186


def test_too_many_ids_are_refused():
    with pytest.raises(ImportRefused, match="The link lists 501 ids; at most 500 can be read."):
        imported("https://x.example/deck?cards=" + ",".join(["1"] * 501))


@pytest.mark.parametrize(
    "around",
    ["{}", "  {}\n", "https://edge.example/d/{}", "http://localhost:8000/decks/code/{}/",
    "https://x.example/?deck={}#top", "my deck: https://x.example/decks#{}"],
)  # fmt: skip
def test_a_deck_code_is_found_bare_and_in_links(around: str):
    deck = starter_decks()[0]
    result = imported(around.format(encode(deck, dawnfall_facts())))
    assert (result.deck, result.source, result.notes) == (deck, "code", ())


def test_a_code_broken_over_lines_is_put_together():
    code = encode(starter_decks()[0], dawnfall_facts())
    assert imported(f"{code[:30]}\n{code[30:]}").deck == starter_decks()[0]


def test_a_damaged_code_is_refused():
    code = encode(starter_decks()[0], dawnfall_facts())
    with pytest.raises(ImportRefused, match="damaged or not complete"):
        imported(code[:-1] + ("A" if code[-1] != "A" else "B"))


def test_what_a_code_names_beyond_the_catalogue_is_listed():
    deck = DeckList(
        "chapter", "duel", ("ranger", "no-such"), {"leap": 2, "guard": -1, "bash": 0, "tactic": 10**6, "x y": 1}, "zzz"
    )
    result = imported(encode(deck, dawnfall_facts()))
    assert (result.deck.squads, result.deck.cards) == (("ranger",), {"leap": 2})
    assert len(result.unmatched) == 6
