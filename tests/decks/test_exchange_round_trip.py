"""What is given out in any format comes back as the same deck."""

import io
import zipfile
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from decks.exchange import FORMS, export, read
from decks.exchange.imported import MOST, clean_name
from decks.rules.deck_list import DeckList
from decks.rules.facts import CardFacts, FactionFacts, Facts, SquadFacts
from decks.rules.formats import FORMATS
from tests.decks.pack_facts import dawnfall_facts, starter_decks

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "'=1+1", "''", "'", "|cmd", "＝1+1", '=HYPERLINK("http://x","y")', "#N/A"]
ODD_NAMES = [
    *FORMULAS, "", "-", "none", "Squads:", "# Cards", "2x Leap", "Deck: Deck", "Faction: Demon", "Leap",
    "E1AgdjaGFwdGVyBe4a",
    'Shields, "swords"; and\ttabs', "two\nlines ", "kind,count,name,id", "*bold* _and_ [link](x) \\* `code` <b>&amp;",
    "https://example.org/deck?cards=1,3&squads=6", '{"faction": 1}', "<?xml?>", "_x0041_",
    "naïve Ĳ ｆｕｌｌ 👩‍🚀 ß ł 龍",
    "\u202eevil", "\ufeffmark", "x" * 300, "// comment", "a  b", "TRUE", "1", "1e5", "🜂" * 90,
]  # fmt: skip

names = st.sampled_from(ODD_NAMES) | st.text(max_size=100)


@st.composite
def decks(draw: st.DrawFn) -> DeckList:
    """Any deck of the real catalogue, legal or not."""
    faction = draw(st.sampled_from(list(dawnfall_facts().factions.values())))
    return DeckList(
        faction.slug,
        draw(st.sampled_from([*FORMATS])),
        tuple(draw(st.lists(st.sampled_from([*faction.squads]), max_size=8))),
        draw(st.dictionaries(st.sampled_from([*faction.cards]), st.integers(1, MOST), max_size=30)),
        draw(st.sampled_from(["", *faction.banners])),
        draw(st.sampled_from(["", *faction.shrines])),
        clean_name(draw(names)),
    )


def comes_back(deck: DeckList, form: str, facts: Facts) -> None:
    exported = export(deck, facts, form)
    imported = read(exported.data, facts)
    assert imported.deck == deck
    assert imported.unmatched == ()
    assert imported.notes == ()
    assert imported.source == form
    assert not any(line.guess for line in imported.matched)


@pytest.mark.parametrize("form", ["text", "markdown", "json", "csv", "code"])
@given(deck=decks())
@settings(max_examples=300, deadline=None)
def test_every_deck_comes_back_from_a_text_format(form: str, deck: DeckList):
    comes_back(deck, form, dawnfall_facts())


@pytest.mark.parametrize("form", ["xlsx", "ods"])
@given(deck=decks())
@settings(max_examples=25, deadline=None)
def test_every_deck_comes_back_from_a_spreadsheet(form: str, deck: DeckList):
    comes_back(deck, form, dawnfall_facts())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_of_decks_come_back(form: str, name: str):
    comes_back(replace(starter_decks()[0], name=clean_name(name)), form, dawnfall_facts())


@pytest.mark.parametrize("form", [form for form in FORMS if form not in ("xlsx", "ods")])
@pytest.mark.parametrize("deck", starter_decks(), ids=lambda deck: f"{deck.faction}-{deck.format}")
def test_starter_decks_come_back_as_pasted_text(form: str, deck: DeckList):
    exported = export(deck, dawnfall_facts(), form)
    assert read(exported.data.decode(), dawnfall_facts()).deck == deck


@pytest.mark.parametrize("form", FORMS)
def test_every_card_squad_banner_and_shrine_comes_back(form: str):
    for faction in dawnfall_facts().factions.values():
        for banner, shrine in zip(faction.banners, faction.shrines, strict=True):
            cards = dict.fromkeys(faction.cards, 2)
            comes_back(
                DeckList(faction.slug, "duel", tuple(faction.squads), cards, banner, shrine), form, dawnfall_facts()
            )


@pytest.mark.parametrize("form", FORMS)
def test_home_made_factions_with_confusing_names_come_back(form: str):
    confusing = ["Cards", "Squads", "2x Leap", "Leap", "leap", "!!!", "x", "Leap [2]", "Leap (2)", "None", "Duel",
    "a, b",
                 "=1+1", "For fun:", "# x", "Deck: y", "Faction: z", "Leap - 2", "// x", "Lëap", "[x]", "- y", "3",
                 "Odd"]  # fmt: skip
    odd = FactionFacts(
        "dawnfall",
        "odd",
        "Odd",
        {f"s{at}": SquadFacts(f"s{at}", name, 1) for at, name in enumerate(confusing)},
        {
            f"c{at}": CardFacts(f"c{at}", name, 1, "action", upper="Leap", lower=name)
            for at, name in enumerate(confusing)
        },
        {f"b{at}": name for at, name in enumerate(confusing)},
        {f"r{at}": name for at, name in enumerate(confusing)},
    )
    twin = replace(odd, slug="twin")
    facts = Facts([odd, twin, *dawnfall_facts().factions.values()])
    for faction in ("odd", "twin"):
        for at in range(len(confusing)):
            deck = DeckList(faction, "short", (f"s{at}", f"s{at}"), {f"c{at}": 2}, f"b{at}", f"r{at}", "Name")
            comes_back(deck, form, facts)


@given(st.text())
@example("'=1+1")
@example("\u2028 x \x00 y")
def test_a_clean_name_stays_as_it_is(name: str):
    cleaned = clean_name(name)
    assert clean_name(cleaned) == cleaned
    assert len(cleaned) <= 80
    assert not set(cleaned) & set("\n\r\t\x00\u2028")


@pytest.mark.parametrize("name", FORMULAS)
def test_a_deck_called_like_a_formula_is_no_formula_in_any_table(name: str):
    deck = replace(starter_decks()[0], name=name)
    facts = dawnfall_facts()
    lines = export(deck, facts, "csv").data.decode().splitlines()
    assert not any(cell.strip('"')[:1] in tuple("=+@|＝") for line in lines for cell in line.split(","))
    book = load_workbook(io.BytesIO(export(deck, facts, "xlsx").data))
    assert {cell.data_type for row in book.worksheets[0].iter_rows() for cell in row} <= {"s", "inlineStr", "n"}
    content = zipfile.ZipFile(io.BytesIO(export(deck, facts, "ods").data)).read("content.xml").decode()
    assert "table:formula" not in content
    assert ">=1+1<" not in content
