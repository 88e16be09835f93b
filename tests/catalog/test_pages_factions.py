"""The front page, the list of factions, the faction sheets and the stylesheet of their colours."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from catalog.colours import DAY, NIGHT, contrast, shades
from catalog.models import Card, Faction, GameSystem, Squad

FACTIONS = ["chapter", "darkness", "demon", "dvergar", "faceless", "reborn", "rhazack"]
LARGEST_PAGE = 60_000


def html(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def test_the_front_page_leads_to_every_faction_and_to_the_search(client: Client, dawnfall: GameSystem):
    page = html(client, "/")
    for slug in FACTIONS:
        assert f'href="/dawnfall/factions/{slug}/"' in page
    assert 'action="/dawnfall/search/"' in page
    assert f"{Card.objects.count()} cards" in page


def test_the_front_page_says_so_where_no_catalogue_is_loaded(client: Client, dawnfall: GameSystem):
    GameSystem.objects.update(slug="other")
    response = client.get("/")
    assert response.status_code == 503
    assert "load_catalog" in response.content.decode()


def test_the_address_of_a_system_leads_to_its_factions(client: Client, dawnfall: GameSystem):
    assert client.get("/dawnfall/").headers["Location"] == "/dawnfall/factions/"


def test_the_list_shows_factions_with_tagline_and_leaves_out_retired_ones(client: Client, dawnfall: GameSystem):
    Faction.objects.filter(slug="demon").update(retired=True)
    page = html(client, "/dawnfall/factions/")
    assert "A swarm that eats its own to evolve" in page
    assert "/dawnfall/factions/demon/" not in page


@pytest.mark.parametrize("slug", FACTIONS)
def test_a_sheet_holds_everything_of_its_faction_within_the_size_limit(client: Client, dawnfall: GameSystem, slug: str):
    page = html(client, f"/dawnfall/factions/{slug}/")
    faction = Faction.objects.get(slug=slug)
    for entry in (*faction.cards.all(), *faction.squads.all()):
        assert f'href="{entry.get_absolute_url()}"' in page, entry
    for banner in faction.banners.all():
        assert f'id="{banner.slug}"' in page
    for shrine in faction.shrines.all():
        assert f'id="{shrine.slug}"' in page
    for token in faction.tokens.all():
        assert f"<h3>{token.name}</h3>" in page
    for deck in faction.starter_decks.all():
        assert deck.get_format_display() in page
    assert len(page.encode()) <= LARGEST_PAGE


def test_a_sheet_counts_the_cards_and_squads_of_a_starter_deck(client: Client, dawnfall: GameSystem):
    page = html(client, "/dawnfall/factions/chapter/")
    assert '<b>4</b> <a href="/dawnfall/cards/chapter/shoot/">Shoot</a>' in page
    assert '<b>2</b> <a href="/dawnfall/squads/chapter/holy-knight/">Holy Knight</a>' in page


def test_a_sheet_leaves_out_what_is_retired(client: Client, dawnfall: GameSystem):
    Card.objects.filter(slug="horde").update(retired=True)
    Squad.objects.filter(slug="ish").update(retired=True)
    page = html(client, "/dawnfall/factions/demon/")
    assert "/dawnfall/cards/demon/horde/" not in page
    assert 'id="ish"' not in page


def test_the_sheet_of_a_retired_faction_says_so(client: Client, dawnfall: GameSystem):
    Faction.objects.filter(slug="demon").update(retired=True)
    assert "no longer part of the catalogue" in html(client, "/dawnfall/factions/demon/")


@pytest.mark.parametrize("address", ["/dawnfall/factions/nobody/", "/chess/factions/", "/chess/"])
def test_an_unknown_faction_or_system_is_not_found(client: Client, dawnfall: GameSystem, address: str):
    response = client.get(address)
    assert response.status_code == 404
    assert "nothing in this Space" in response.content.decode()


def test_a_home_brew_faction_has_a_sheet_a_colour_and_an_emblem(client: Client, clockwork: Faction):
    page = html(client, "/dawnfall/factions/clockwork/")
    assert "faction-clockwork" in page
    assert "emblems/home-brew.svg" in page
    assert "Reroll X dice." in page
    assert ".faction-clockwork{--faction:#112233;" in html(client, "/dawnfall/colours.css")


@pytest.mark.parametrize("address", ["/", "/dawnfall/factions/", "/dawnfall/factions/reborn/", "/dawnfall/colours.css"])
def test_a_signed_in_visitor_costs_at_most_eight_queries(
    admin_client: Client,
    dawnfall: GameSystem,
    address: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
):
    with django_assert_max_num_queries(8 + 1):  # and one for the matches that wait, in the header
        html(admin_client, address)


@pytest.mark.parametrize("colour", ["#d8b04a", "#d6402f", "#000000", "#ffffff", "#112233", "#ffff00"])
def test_every_shade_of_a_faction_colour_is_readable_where_it_is_used(colour: str):
    tones = shades(colour)
    assert contrast(tones.bright, NIGHT) >= 4.5
    assert contrast(tones.ink, DAY) >= 4.5
    assert contrast(tones.deep, "#fff8e8") >= 7
