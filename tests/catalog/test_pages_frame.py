"""The frame around every page: navigation, account links, language switch, error pages."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.template.loader import render_to_string
from django.test import Client

from catalog.models import GameSystem
from tests.catalog.test_pages_factions import html


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("/dawnfall/factions/demon/", "Factions"),
        ("/dawnfall/squads/demon/gorehound/", "Squads"),
        ("/dawnfall/cards/demon/fireball/", "Cards"),
        ("/dawnfall/tokens/", "Tokens"),
        ("/dawnfall/rules/timing/", "Rules"),
    ],
)
def test_the_navigation_marks_where_the_visitor_is(client: Client, dawnfall: GameSystem, address: str, word: str):
    navigation = html(client, address).partition('class="site-nav"')[2].partition("</nav>")[0]
    assert re.findall(r'aria-current="true">(\w+)<', navigation) == [word]


def test_a_page_for_everybody_holds_nothing_of_one_visitor(client: Client, dawnfall: GameSystem):
    page = html(client, "/dawnfall/cards/demon/fireball/")
    assert "csrfmiddlewaretoken" not in page
    assert "Log in" in page
    assert "Log out" not in page


def test_a_signed_in_visitor_sees_name_and_way_out(client: Client, dawnfall: GameSystem):
    client.force_login(get_user_model().objects.create_user("khyber"))
    page = html(client, "/dawnfall/cards/demon/fireball/")
    assert "khyber" in page
    assert "csrfmiddlewaretoken" in page
    assert "Log out" in page


def test_the_language_switch_works_without_a_token_and_leads_back(dawnfall: GameSystem):
    visitor = Client(enforce_csrf_checks=True)
    page = html(visitor, "/dawnfall/tokens/?page=1")
    assert 'name="next" value="/dawnfall/tokens/?page=1"' in page
    response = visitor.post("/i18n/setlang/", {"language": "en", "next": "/dawnfall/tokens/"})
    assert response.status_code == 302
    assert response.headers["Location"] == "/dawnfall/tokens/"
    assert response.cookies["django_language"].value == "en"


def test_the_page_for_our_own_errors_needs_neither_request_nor_database():
    assert "broke on our side" in render_to_string("500.html")


@pytest.mark.parametrize("address", ["/", "/dawnfall/factions/", "/dawnfall/tokens/", "/dawnfall/squads/demon/ish/"])
def test_every_page_has_landmarks_a_title_and_one_heading(client: Client, dawnfall: GameSystem, address: str):
    page = html(client, address)
    assert page.count("<h1") == 1
    assert re.search(r"<title>[^<·]\S[^<]* · Edge Table</title>", page)
    for landmark in ("<header class=", "<nav class=", '<main id="content"', "<footer class="):
        assert landmark in page
