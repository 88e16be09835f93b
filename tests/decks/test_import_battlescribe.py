"""BattleScribe rosters, plain and packed."""

import io
import zipfile
from xml.sax.saxutils import quoteattr

import pytest

from decks.exchange import Imported, read
from decks.exchange.foreign import battlescribe_names
from tests.decks.pack_facts import dawnfall_facts

ROSTER = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="1" name="Knights &amp; co" battleScribeVersion="2.03" gameSystemName="Edge: Dawnfall"
        xmlns="http://www.battlescribe.net/schema/rosterSchema">
  <forces>
    <force id="2" name="Duel" catalogueName={faction}>
      <selections>{selections}</selections>
    </force>
  </forces>
</roster>
"""


def roster(*selections: tuple[str, object], faction: str = "Chapter") -> str:
    inner = "".join(
        f'<selection id="x" name={quoteattr(name)} number="{number}" type="upgrade"><profiles/></selection>'
        for name, number in selections
    )
    return ROSTER.format(faction=quoteattr(faction), selections=inner)


def imported(data: str | bytes, filename: str = "") -> Imported:
    return read(data, dawnfall_facts(), filename)


def packed(**members: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("_", "."), content)
    return file.getvalue()


KNIGHTS = roster(("Holy Knight", 2), ("Dodge / Leap", 3), ("Chapter Banner", 1), ("Frontline Chapel", 1), ("Cards", 1))


@pytest.mark.parametrize(
    "data",
    [KNIGHTS, KNIGHTS.encode(), b"\xef\xbb\xbf" + KNIGHTS.encode(), packed(deck_ros=KNIGHTS), packed(Deck_ROS=KNIGHTS),
     KNIGHTS.replace("UTF-8", "UTF-16").encode("utf-16"), KNIGHTS.partition("?>")[2]],
)  # fmt: skip
def test_a_roster_is_read_plain_and_packed(data: str | bytes):
    result = imported(data)
    assert (result.deck.faction, result.deck.name) == ("chapter", "Knights & co")
    assert (result.deck.squads, result.deck.cards) == (("holy-knight", "holy-knight"), {"leap": 3})
    assert (result.deck.banner, result.deck.shrine) == ("chapter-banner", "frontline-chapel")
    assert not result.unmatched
    assert result.source == "battlescribe"


def test_selections_inside_selections_are_read():
    inner = (
        '<selection name="Army" number="1"><selections><selection name="Ranger" number="1"/></selections></selection>'
    )
    assert imported(ROSTER.format(faction='"Chapter"', selections=inner)).deck.squads == ("ranger",)


@pytest.mark.parametrize("faction", ["Edge - Rha-Zack", "Rha-Zack", "", "Unknown"])
def test_the_faction_comes_from_the_force_or_the_names(faction: str):
    result = imported(roster(("Source Blade", 1), ("Foresight / Source Blade", 2), faction=faction))
    assert (result.deck.faction, result.deck.squads, result.deck.cards) == (
        "rhazack",
        ("source-blade",),
        {"source-blade": 2},
    )
    assert [miss.text for miss in result.unmatched] == (["force: Unknown"] if faction == "Unknown" else [])


def test_selections_that_mean_nothing_are_listed():
    result = imported(roster(("Holy Knight", 1), ("Tank", 2), ("Dodge / Leap", "many"), ("Dark Power / Fireball", 1)))
    assert [(miss.line, miss.text) for miss in result.unmatched] == [
        (2, "2 Tank"),
        (3, "many Dodge / Leap"),
        (4, "1 Dark Power / Fireball"),
    ]
    assert result.unmatched[2].reason.text() == "“Dark Power / Fireball” belongs to Demon, not to Chapter."


def test_every_name_of_the_tool_is_understood_and_means_something_in_the_catalogue():
    facts = dawnfall_facts().factions
    kinds = {"squad": "squads", "card": "cards", "banner": "banners", "shrine": "shrines"}
    for kind, names in battlescribe_names().items():
        for name, (faction, slug) in names.items():
            assert slug in getattr(facts[faction], kinds[kind]), name
            deck = imported(roster((name, 1), faction=facts[faction].name)).deck
            found = {"squad": deck.squads, "card": deck.cards, "banner": [deck.banner], "shrine": [deck.shrine]}[kind]
            assert slug in found, name


def test_names_that_the_tool_misspells_are_no_guesses():
    result = imported(roster(("Charge / Gavitron Punch", 2), ("Energy Cloud", 1), faction="Rha-Zack"))
    assert result.deck.cards == {"gravitron-punch": 2}
    assert result.deck.shrine == "energy-cloud"
    assert not any(line.guess for line in result.matched)


def test_two_cards_with_the_same_upper_half_stay_apart():
    result = imported(roster(("Junk / Mechanism", 1), ("Prospecting / Detonation", 1), faction="Dvergar"))
    assert result.deck.cards == {"mechanism": 1, "detonation": 1}
