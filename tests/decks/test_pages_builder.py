"""The builder without JavaScript and with htmx: one click a deed, nothing overwritten, nobody else's deck."""

import json
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from catalog.models import Faction, GameSystem
from decks.models import Deck
from tests.factories import DeckFactory, UserFactory

HTMX = {"HX-Request": "true"}
LARGEST_PAGE = 60_000
FACTIONS = ["chapter", "demon", "dvergar", "faceless", "reborn", "rhazack"]


@pytest.fixture
def annas(client: Client, anna: User) -> Client:
    client.force_login(anna)
    return client


def do(client: Client, deck: Deck, deed: str, version: int | None = None, **more: object):
    deck.refresh_from_db()
    data = {"do": deed, "version": deck.version if version is None else version, **more.pop("data", {})}
    return client.post(f"/decks/{deck.key}/build/", data, **more)


def test_a_guest_begins_a_deck_with_two_clicks(client: Client, dawnfall: GameSystem):
    factions = client.get("/decks/new/").content.decode()
    assert 'href="?faction=demon"' in factions
    formats = client.get("/decks/new/?faction=demon").content.decode()
    assert re.findall(r'name="format" value="(\w+)"', formats) == ["duel", "multiplayer", "short"]
    answer = client.post("/decks/new/", {"faction": "demon", "format": "short"})
    deck = Deck.objects.get()
    assert answer.headers["Location"] == f"/decks/{deck.key}/build/"
    assert (deck.format, deck.owner, deck.faction.slug) == ("short", None, "demon")
    assert client.get(answer.headers["Location"]).status_code == 200
    assert Client().get(answer.headers["Location"]).status_code == 404


def test_a_deck_begins_around_a_card_with_its_squad(client: Client, dawnfall: GameSystem):
    page = client.get("/decks/new/?faction=demon&card=fireball").content.decode()
    assert "Around Fireball" in page
    client.post("/decks/new/", {"faction": "demon", "format": "duel", "card": "fireball"})
    deck = Deck.objects.get()
    assert (deck.squads, deck.cards) == ({"master-of-elements": 1}, {"fireball": 1})


def test_a_deployment_card_brings_its_squad_and_stays_outside(client: Client, dawnfall: GameSystem):
    client.post("/decks/new/", {"faction": "chapter", "format": "duel", "card": "winged-charge"})
    deck = Deck.objects.get()
    assert (deck.squads, deck.cards) == ({"holy-riders": 1}, {})
    page = client.get(f"/decks/{deck.key}/build/").content.decode()
    assert "Come along outside the deck" in page


def test_an_unknown_faction_is_not_found_and_an_unknown_format_is_told(client: Client, dawnfall: GameSystem):
    assert client.post("/decks/new/", {"faction": "orcs", "format": "duel"}).status_code == 404
    answer = client.post("/decks/new/", {"faction": "demon", "format": "huge"}, follow=True)
    assert "There is no format “huge”." in answer.content.decode()
    assert not Deck.objects.exists()


def test_every_button_saves_and_leads_back_to_the_same_filter(annas: Client, deck: Deck):
    answer = annas.post(f"/decks/{deck.key}/build/?q=fireball", {"do": "remove-card fireball", "version": deck.version})
    assert answer.headers["Location"] == f"/decks/{deck.key}/build/?q=fireball"
    deck.refresh_from_db()
    assert deck.cards["fireball"] == 1
    do(annas, deck, "undo")
    deck.refresh_from_db()
    assert deck.cards["fireball"] == 2
    do(annas, deck, "redo")
    do(annas, deck, "add-squad gorehound")
    do(annas, deck, "remove-squad bloodsmith")
    do(annas, deck, "format short")
    do(annas, deck, "rename", data={"name": "Ash"})
    deck.refresh_from_db()
    assert deck.cards["fireball"] == 1
    assert deck.squads["gorehound"] == 2
    assert "bloodsmith" not in deck.squads
    assert (deck.format, deck.name) == ("short", "Ash")


def test_banner_and_shrine_are_one_click_each(annas: Client, deck: Deck):
    page = annas.get(f"/decks/{deck.key}/build/").content.decode()
    for kind in ("banner", "shrine"):
        slugs = re.findall(rf'value="{kind} ([\w-]+)" aria-pressed="(true|false)"', page)
        assert sorted(pressed for _, pressed in slugs) == ["false", "true"]
        other = next(slug for slug, pressed in slugs if pressed == "false")
        do(annas, deck, f"{kind} {other}")
        deck.refresh_from_db()
        assert getattr(deck, kind) == other


def test_htmx_gets_the_deck_the_counts_and_the_new_version(annas: Client, deck: Deck):
    answer = do(annas, deck, "add-card fireball", headers=HTMX)
    piece = answer.content.decode()
    deck.refresh_from_db()
    assert "<html" not in piece
    assert "<b>26</b> / 25" in piece
    assert re.search(rf'id="version"[^>]*value="{deck.version}" hx-swap-oob', piece)
    counts = json.loads(re.search(r'<script id="counts" type="application/json">(.*?)</script>', piece)[1])
    assert counts["card fireball"][0] == f"3/{deck.facts.cards['fireball'].copies}"
    assert "Take out 1 card." in piece


def test_a_stale_click_changes_nothing_and_shows_the_present_deck(annas: Client, deck: Deck):
    do(annas, deck, "add-card fireball")
    answer = do(annas, deck, "add-card fireball", version=1, headers=HTMX)
    piece = answer.content.decode()
    assert "was changed in the meantime" in piece
    assert "<b>26</b> / 25" in piece
    plain = do(annas, deck, "rename", version=1, data={"name": "Lost?"}, follow=True).content.decode()
    assert "The name you typed: “Lost?”." in plain
    deck.refresh_from_db()
    assert deck.size == 26
    assert deck.name == "Fire"


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 30, "²"])
def test_a_version_that_is_none_is_stale(annas: Client, deck: Deck, version: str):
    annas.post(f"/decks/{deck.key}/build/", {"do": "add-card fireball", "version": version})
    deck.refresh_from_db()
    assert deck.size == 25


@pytest.mark.parametrize("deed", ["", "add-card", "add-card no-such", "banner no-such", "explode", "remove-card shoot"])
def test_a_deed_that_cannot_be_done_changes_nothing(annas: Client, deck: Deck, deed: str):
    assert do(annas, deck, deed).status_code == 302
    deck.refresh_from_db()
    assert deck.version == 1


def test_filling_says_how_it_chose_and_makes_the_deck_legal(client: Client, dawnfall: GameSystem):
    client.post("/decks/new/", {"faction": "rhazack", "format": "duel", "card": "shoot"})
    deck = Deck.objects.get()
    piece = do(client, deck, "fill", headers=HTMX).content.decode()
    deck.refresh_from_db()
    assert not deck.problems()
    assert "This is how it was chosen" in piece
    assert "Legal: nothing is wrong with this deck." in piece


def test_every_problem_stands_in_the_panel_and_beside_its_row(annas: Client, deck: Deck):
    do(annas, deck, "remove-squad master-of-elements")
    page = annas.get(f"/decks/{deck.key}/build/").content.decode()
    sentence = "Fireball: its lower action belongs to Master of Elements, which is not fielded."
    assert page.count(sentence) == 2
    assert "Field Master of Elements, or take the card out." in page
    assert "4 squads are fielded, exactly 5 are needed." in page


def test_the_search_language_narrows_the_shelf_to_the_faction(annas: Client, deck: Deck):
    page = annas.get(f"/decks/{deck.key}/build/", {"q": "timing:instant cost<=1"}, headers=HTMX).content.decode()
    assert "<html" not in page
    on_shelf = set(re.findall(r'value="add-card ([\w-]+)"', page))
    assert on_shelf
    assert on_shelf < set(deck.facts.cards)
    assert "fireball" not in on_shelf


def test_a_search_that_cannot_be_read_is_explained(annas: Client, deck: Deck):
    page = annas.get(f"/decks/{deck.key}/build/", {"q": "cots:1"}).content.decode()
    assert "did you mean cost?" in page


def test_a_near_miss_is_suggested(annas: Client, deck: Deck):
    page = annas.get(f"/decks/{deck.key}/build/", {"q": "firebull"}).content.decode()
    assert 'href="?q=fireball"' in page


def test_what_cannot_be_chosen_is_on_the_shelf_only_for_who_looks_for_it(annas: Client, deck: Deck):
    boss = next(slug for slug, squad in deck.facts.squads.items() if not squad.selectable)
    assert f"add-squad {boss}" not in annas.get(f"/decks/{deck.key}/build/").content.decode()
    assert f"add-squad {boss}" in annas.get(f"/decks/{deck.key}/build/?q=playable:no").content.decode()


def test_somebody_elses_private_deck_does_not_exist(client: Client, deck: Deck):
    client.force_login(UserFactory())
    assert client.get(f"/decks/{deck.key}/build/").status_code == 404
    assert client.post(f"/decks/{deck.key}/build/", {"do": "add-card fireball", "version": 1}).status_code == 404


def test_somebody_elses_shared_deck_is_shown_but_not_built(client: Client, deck: Deck):
    Deck.objects.update(visibility="unlisted")
    answer = client.get(f"/decks/{deck.key}/build/", follow=True)
    assert answer.redirect_chain == [(f"/decks/{deck.key}/", 302)]
    assert "somebody else&#x27;s deck. Make a copy to change it." in answer.content.decode()
    do(client, deck, "add-card fireball")
    deck.refresh_from_db()
    assert deck.size == 25


@pytest.mark.parametrize("faction", FACTIONS)
def test_the_builder_is_small_and_asks_few_questions(
    annas: Client,
    anna: User,
    faction: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
):
    deck = DeckFactory(owner=anna, faction_slug=faction)
    row = Faction.objects.get(slug=faction)
    # The worst case: one copy of everything.
    Deck.objects.filter(pk=deck.pk).update(
        cards={card.slug: 1 for card in row.cards.all()}, squads={squad.slug: 1 for squad in row.squads.all()}
    )
    annas.get(f"/decks/{deck.key}/build/")
    with django_assert_max_num_queries(12):
        page = annas.get(f"/decks/{deck.key}/build/").content
    assert len(page) <= LARGEST_PAGE
    with django_assert_max_num_queries(20):  # the change itself writes the deck, its version and the session
        do(annas, deck, "undo", headers=HTMX)
