"""Exports say everything about a deck, and say it readably."""

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace

import pytest

from decks.exchange import FORMS, export, read
from decks.rules.deck_list import DeckList
from tests.decks.pack_facts import dawnfall_facts

DECK = DeckList(
    "chapter",
    "duel",
    ("holy-knight", "holy-knight", "ranger"),
    {"leap": 3, "tactic": 2},
    "chapter-banner",
    "sanctuary",
    "Shield, and *Sky*",
)


def text_of(form: str, deck: DeckList = DECK) -> str:
    return export(deck, dawnfall_facts(), form).data.decode()


def test_the_text_is_a_list_for_people():
    assert text_of("text") == (
        "Deck: Shield, and *Sky*\n"
        "Faction: Chapter\n"
        "Format: Duel\n"
        "Banner: Chapter Banner\n"
        "Shrine: Sanctuary\n"
        "\n"
        "Squads (3)\n"
        "2x Holy Knight\n"
        "1x Ranger\n"
        "\n"
        "Cards (5)\n"
        "\n"
        "For any squad:\n"
        "2x Combat / Tactic\n"
        "\n"
        "For Holy Knight:\n"
        "3x Dodge / Leap\n"
    )


def test_markdown_shows_the_name_as_it_is():
    text = text_of("markdown")
    assert text.startswith("# Deck: Shield, and \\*Sky\\*\n\n- **Faction:** Chapter\n")
    assert "\n## Cards (5)\n" in text
    assert "\n- 3x Dodge / Leap\n" in text


def test_json_has_a_version_and_stable_keys():
    content = json.loads(text_of("json"))
    assert list(content) == [
        "schema", "version", "system", "name", "faction", "format", "banner", "shrine", "squads", "cards",
    ]  # fmt: skip
    assert content["version"] == 1
    turned = replace(DECK, cards={"tactic": 2, "leap": 3})
    assert text_of("json") == text_of("json", turned)


def test_csv_has_a_row_for_everything():
    rows = list(csv.reader(io.StringIO(text_of("csv"))))
    assert rows[0] == ["kind", "count", "name", "id"]
    assert ["card", "3", "Dodge / Leap", "leap"] in rows
    assert ["squad", "2", "Holy Knight", "holy-knight"] in rows
    assert ["format", "", "Duel", "duel"] in rows


@pytest.mark.parametrize("form", FORMS)
def test_a_file_is_named_after_the_deck(form: str):
    exported = export(DECK, dawnfall_facts(), form)
    assert exported.filename == f"shield-and-sky.{FORMS[form].extension}"
    assert export(replace(DECK, name="龍"), dawnfall_facts(), form).filename.startswith("chapter-duel.")


@pytest.mark.parametrize("form", FORMS)
def test_what_the_catalogue_no_longer_has_is_given_out_and_listed_on_the_way_back(form: str):
    deck = replace(DECK, cards={"leap": 3, "qqq-zzz": 2}, squads=("xxx-yyy",), banner="www-vvv")
    imported = read(export(deck, dawnfall_facts(), form).data, dawnfall_facts())
    assert imported.deck.cards == {"leap": 3}
    lost = " ".join(miss.text for miss in imported.unmatched)
    assert len(imported.unmatched) == 3
    assert all(slug in lost for slug in ("qqq-zzz", "xxx-yyy", "www-vvv"))


@pytest.mark.parametrize("form", FORMS)
def test_a_faction_that_the_catalogue_no_longer_has_can_still_be_given_out(form: str):
    assert export(replace(DECK, faction="atlantis"), dawnfall_facts(), form).data


def test_the_exchange_never_imports_django():
    code = "import sys, decks.exchange; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
