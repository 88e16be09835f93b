"""What cannot be brought to matches yet is marked with the reason, and can still be browsed and built with."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.html import escape

from catalog.indexing import index_of
from catalog.models import Card, Faction, GameSystem, Squad
from catalog.search.finding import find
from tests.catalog.test_pages_factions import html

BOSSES = {
    "chapter": "war-golem", "demon": "ish", "dvergar": "bullgrim", "faceless": "metalgorger",
    "reborn": "uulsot-the-keeper", "rhazack": "destiny-titan",
}  # fmt: skip


def marked(page: str) -> int:
    return page.count(">Not playable<")


@pytest.mark.parametrize(("faction", "boss"), BOSSES.items())
def test_boss_and_cards_of_a_boss_are_marked_on_the_sheet_and_on_their_own_pages(
    client: Client, dawnfall: GameSystem, faction: str, boss: str
):  # R-BOSS
    squad = Squad.objects.get(faction__slug=faction, slug=boss)
    cards = Card.objects.filter(squad=squad)
    assert len(cards) == 4
    assert marked(html(client, f"/dawnfall/factions/{faction}/")) == 1 + len(cards)
    for address in (squad.get_absolute_url(), *(card.get_absolute_url() for card in cards)):
        assert f'<p class="notice">{escape(squad.unplayable)}</p>' in html(client, address)


def test_cavalry_is_marked_as_an_expansion_but_not_as_unplayable(client: Client, dawnfall: GameSystem):
    page = html(client, "/dawnfall/squads/chapter/holy-riders/")
    assert "Expansion" in page
    assert marked(page) == 0


def test_darkness_is_marked_in_the_list_on_its_sheet_and_on_all_that_belongs_to_it(
    client: Client, dawnfall: GameSystem
):
    reason = Faction.objects.get(slug="darkness").unplayable
    tiles = html(client, "/dawnfall/factions/")
    assert tiles.count("Not playable yet") == 1
    assert f'title="{escape(reason)}"' in tiles
    sheet = html(client, "/dawnfall/factions/darkness/")
    assert f'<p class="notice">{escape(reason)}</p>' in sheet
    assert "Build a deck" in sheet
    squads = Squad.objects.filter(faction__slug="darkness").count()
    assert marked(sheet) == squads + Card.objects.filter(faction__slug="darkness").count()
    assert escape(reason) in html(client, "/dawnfall/cards/darkness/bellower/")
    assert "Build a deck with this" in html(client, "/dawnfall/cards/darkness/bellower/")


def test_search_marks_them_and_finds_them_by_that(client: Client, dawnfall: GameSystem):
    assert marked(html(client, "/dawnfall/search/?q=smash+playable:no")) == 1
    assert marked(html(client, "/dawnfall/search/?q=leap+playable:yes")) == 0
    shrine = html(client, '/dawnfall/search/?q="Shadow+Gate"+type:shrine')
    assert marked(shrine) == 1


def test_the_search_counts_the_cards_of_bosses_among_the_unplayable(dawnfall: GameSystem):
    found = find(index_of(dawnfall), "type:card playable:no faction:chapter")
    assert found.total == 4


def test_a_cards_own_reason_comes_first_then_its_squads_then_its_factions(dawnfall: GameSystem):
    card = Card.objects.select_related("squad", "faction").get(slug="smash")
    card.faction.unplayable, squad_reason = "Faction.", card.squad.unplayable
    card.unplayable = "Own."
    assert card.why_unplayable == "Own."
    card.unplayable = ""
    assert card.why_unplayable == squad_reason
    card.squad.unplayable = ""
    assert card.why_unplayable == "Faction."
    card.squad, card.faction.unplayable = None, ""
    assert card.why_unplayable == ""


def test_the_api_gives_the_reason_for_the_cards_of_a_boss(client: Client, dawnfall: GameSystem):
    smash = client.get("/api/v1/cards/dawnfall/chapter/smash/").json()
    assert smash["unplayable"] == Squad.objects.get(slug="war-golem").unplayable


def test_a_deck_of_darkness_can_be_begun(client: Client, dawnfall: GameSystem):
    assert "Darkness" in html(client, "/decks/new/?faction=darkness")
