"""Catalogue pages are rendered once for each edition; nobody is shown another visitor's page."""

import pytest
from django.test import Client

from accounts.models import User
from catalog.models import Card, GameSystem

FIREBALL = "/dawnfall/cards/demon/fireball/"


def new_edition(dawnfall: GameSystem) -> None:
    GameSystem.objects.filter(pk=dawnfall.pk).update(edition=dawnfall.edition + 1)


def test_the_second_visitor_costs_one_query(dawnfall: GameSystem, django_assert_num_queries):
    first = Client().get(FIREBALL)
    with django_assert_num_queries(1):
        second = Client().get(FIREBALL)
    assert second.content == first.content


def test_a_new_edition_is_shown_at_once(dawnfall: GameSystem, client: Client):
    client.get(FIREBALL)
    Card.objects.filter(slug="fireball").update(name="Great Ball of Fire")
    new_edition(dawnfall)
    assert "Great Ball of Fire" in client.get(FIREBALL).text


def test_an_unchanged_page_is_not_sent_twice(dawnfall: GameSystem, client: Client):
    etag = client.get(FIREBALL).headers["ETag"]
    again = client.get(FIREBALL, headers={"If-None-Match": etag})
    assert again.status_code == 304
    assert again.content == b""
    Card.objects.filter(slug="fireball").update(name="Great Ball of Fire")
    new_edition(dawnfall)
    assert client.get(FIREBALL, headers={"If-None-Match": etag}).status_code == 200


def test_a_player_is_greeted_and_nobody_else_sees_it(dawnfall: GameSystem):
    player = Client()
    player.force_login(User.objects.create_user("khyber-fan"))
    assert "khyber-fan" in player.get(FIREBALL).text
    stranger = Client().get(FIREBALL)
    assert "khyber-fan" not in stranger.text
    assert "csrfmiddlewaretoken" not in stranger.text
    assert "khyber-fan" in player.get(FIREBALL).text


def test_what_htmx_asks_for_and_the_whole_page_are_kept_apart(dawnfall: GameSystem, client: Client):
    part = client.get("/dawnfall/search/?q=leap", headers={"HX-Request": "true"})
    whole = client.get("/dawnfall/search/?q=leap")
    back = client.get("/dawnfall/search/?q=leap", headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert "<html" not in part.text
    assert "<html" in whole.text
    assert "<html" in back.text


def test_messages_never_reach_a_page_for_everybody(dawnfall: GameSystem):
    leaving = Client()
    leaving.force_login(User.objects.create_user("anna", password="correct horse"))
    leaving.post("/accounts/profile/", {"email": "", "about": "New words"})
    assert "messages" not in leaving.cookies


def test_an_unknown_system_or_card_is_not_found(dawnfall: GameSystem, client: Client):
    for path in ("/chess/factions/", "/dawnfall/cards/demon/nothing/", "/dawnfall/factions/elves/"):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "query", ["", "?q=faction:demon", "?q=type:squad,banner,shrine,token,card", "?q=firebull", "?q=cots:1"]
)
def test_a_search_costs_at_most_eight_queries_and_sixty_kilobytes(
    dawnfall, client, django_assert_max_num_queries, query
):
    client.get("/dawnfall/search/?q=warm")
    with django_assert_max_num_queries(8):
        response = client.get(f"/dawnfall/search/{query}")
    assert response.status_code == 200
    assert len(response.content) <= 60_000


def test_the_search_page_shows_the_query_safely(dawnfall: GameSystem, client: Client):
    text = client.get("/dawnfall/search/", {"q": '"><script>alert(1)</script>'}).text
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


def test_a_bad_page_or_order_shows_the_nearest_good_one(dawnfall: GameSystem, client: Client):
    assert client.get("/dawnfall/search/?q=faction:demon&page=99").context["page"].number == 2
    assert client.get("/dawnfall/search/?q=faction:demon&page=x&sort=colour").context["sort"] == "relevance"
