"""The public list, its search and its feed; one's own decks."""

from xml.etree import ElementTree

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from catalog.models import GameSystem
from decks.models import Deck
from tests.factories import DeckFactory, LikeFactory, PublicDeckFactory, UserFactory

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def decks(anna: User) -> dict[str, Deck]:
    """Three public decks, one of them illegal, and a private one."""
    fire = PublicDeckFactory(owner=anna, name="Fire")
    shield = PublicDeckFactory(
        owner=UserFactory(username="Berta"), name="Shield", faction_slug="chapter", format="short"
    )
    broken = PublicDeckFactory(owner=anna, name="Broken", cards={"fireball": 9})
    LikeFactory(deck=shield)
    return {"fire": fire, "shield": shield, "broken": broken, "private": DeckFactory(owner=anna, name="Secret")}


def names(client: Client, query: str = "") -> list[str]:
    response = client.get(f"/decks/{query}")
    assert response.status_code == 200
    return [deck.name for deck in response.context["page"]]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["Broken", "Fire", "Shield"]),
        ("?faction=chapter", ["Shield"]),
        ("?format=duel", ["Broken", "Fire"]),
        ("?card=fireball", ["Broken", "Fire"]),
        ("?card=Storm+of+Blades", ["Shield"]),
        ("?squad=holy+KNIGHT", ["Shield"]),
        ("?author=berta", ["Shield"]),
        ("?legal=1", ["Fire", "Shield"]),
        ("?name=IRE", ["Fire"]),
        ("?legal=1&faction=demon&author=Anna", ["Fire"]),
        ("?card=frebal", []),
        ("?faction=orcs", []),
    ],
)
def test_the_list_is_narrowed(client: Client, decks: dict[str, Deck], query: str, expected: list[str]):
    assert sorted(names(client, query)) == expected


def test_the_list_is_sorted(client: Client, decks: dict[str, Deck]):
    assert names(client, "?sort=name") == ["Broken", "Fire", "Shield"]
    assert names(client, "?sort=liked")[0] == "Shield"
    assert names(client)[0] == "Broken"
    Deck.objects.filter(name="Fire").update(changed="2030-01-01T00:00Z")
    assert names(client, "?sort=changed")[0] == "Fire"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?card=frebal", "No card is called “frebal”."),
        ("?squad=gorhound", "Did you mean Gorehound?"),
        ("?faction=orcs", "There is no faction “orcs”; known are chapter, "),
        ("?sort=size", "There is no sort “size”"),
    ],
)
def test_what_is_not_understood_is_told(client: Client, decks: dict[str, Deck], query: str, sentence: str):
    assert sentence in client.get(f"/decks/{query}").content.decode()


def test_each_row_tells_whether_the_deck_is_legal(client: Client, decks: dict[str, Deck]):
    page = client.get("/decks/").content.decode()
    assert page.count('class="badge legal"') == 2
    assert page.count('class="badge illegal"') == 1


def test_many_decks_are_paginated_with_few_questions(
    client: Client, anna: User, django_assert_max_num_queries: DjangoAssertNumQueries
):
    PublicDeckFactory.create_batch(30, owner=anna)
    names(client)
    with django_assert_max_num_queries(12):
        assert len(names(client, "?legal=1")) == 24
    response = client.get("/decks/?legal=1")
    assert 'href="?legal=1&amp;page=2"' in response.content.decode()
    assert len(names(client, "?legal=1&page=2")) == 6


def test_htmx_gets_the_list_alone(client: Client, decks: dict[str, Deck]):
    piece = client.get("/decks/?faction=demon", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in piece
    assert "2 decks" in piece


def test_the_feed_is_atom_and_narrows_like_the_list(client: Client, decks: dict[str, Deck]):
    Deck.objects.filter(name="Fire").update(notes="**Burn** <script>")
    response = client.get("/decks/feed/?faction=demon&legal=1")
    assert response.headers["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(response.content)  # noqa: S314 - our own feed
    assert [entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")] == ["Fire"]
    assert "<strong>Burn</strong>" in feed.findtext(f".//{ATOM}summary", "")
    assert "<script>" not in feed.findtext(f".//{ATOM}summary", "")
    assert feed.findtext(f".//{ATOM}author/{ATOM}name") == "Anna"


def test_my_decks_are_mine_alone(client: Client, anna: User, decks: dict[str, Deck]):
    assert "No decks yet" in client.get("/decks/mine/").content.decode()
    client.force_login(anna)
    page = client.get("/decks/mine/").content.decode()
    assert "Secret" in page
    assert "Shield" not in page


def test_what_a_guest_built_is_theirs_after_signing_up(client: Client, dawnfall: GameSystem):
    client.post("/decks/new/", {"faction": "demon", "format": "duel"})
    password = "six-of-seven-hexes"
    client.post("/accounts/signup/", {"username": "Newcomer", "password1": password, "password2": password})
    assert "New Demon deck" in client.get("/decks/mine/").content.decode()
    assert Deck.objects.get().owner.username == "Newcomer"


@pytest.mark.parametrize(
    ("address", "door"),
    [
        ("/dawnfall/cards/demon/fireball/", "/decks/new/?faction=demon&amp;card=fireball"),
        ("/dawnfall/squads/demon/gorehound/", "/decks/new/?faction=demon&amp;squad=gorehound"),
        ("/dawnfall/factions/demon/", "/decks/new/?faction=demon"),
        ("/dawnfall/factions/demon/", "/decks/starters/demon/duel/"),
        ("/", "/decks/new/"),
    ],
)
def test_the_catalogue_leads_to_the_builder(client: Client, dawnfall: GameSystem, address: str, door: str):
    assert f'href="{door}"' in client.get(address).content.decode()
