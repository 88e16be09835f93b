"""Tokens for the API."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import tokens
from accounts.models import ApiToken, User
from tests.accounts.conftest import PASSWORD

ADDRESS = "/api/v1/access-tokens/"
DECKS = "/api/v1/decks/"


@pytest.fixture
def at_home(client: Client, anna: User) -> Client:
    """Anna's browser, logged in."""
    client.force_login(anna)
    return client


def make(client: Client, name: str = "my spreadsheet") -> dict[str, Any]:
    answer = client.post(ADDRESS, {"name": name}, content_type="application/json")
    assert answer.status_code == 201, answer.content
    assert answer.headers["Cache-Control"] == "no-store"
    return dict(answer.json())


def bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


def test_a_token_is_shown_once_and_kept_as_a_digest(at_home: Client):
    made = make(at_home)
    assert made["token"].startswith("edge_")
    assert len(made["token"]) > 40
    [listed] = at_home.get(ADDRESS).json()
    assert "token" not in listed
    assert (listed["name"], listed["beginning"], listed["last_used"]) == ("my spreadsheet", made["token"][:10], None)
    row = ApiToken.objects.get()
    assert made["token"] not in str(vars(row))
    assert len(row.digest) == 64


def test_a_token_stands_for_its_user_and_its_use_is_noted(at_home: Client, dawnfall: object):
    text = make(at_home)["token"]
    answer = Client().get(f"{DECKS}?mine=true", headers=bearer(text))
    assert answer.status_code == 200
    assert ApiToken.objects.get().last_used
    assert tokens.token_for(text).user.username == "Anna"  # type: ignore[union-attr]


def test_use_is_noted_now_and_then_only(at_home: Client, django_assert_num_queries: Any):
    text = make(at_home)["token"]
    with django_assert_num_queries(2):
        tokens.token_for(text)
    with django_assert_num_queries(1):
        tokens.token_for(text)
    ApiToken.objects.update(last_used=timezone.now() - timedelta(minutes=11))
    with django_assert_num_queries(2):
        tokens.token_for(text)


def test_a_revoked_token_is_refused_even_for_what_everybody_may_read(at_home: Client, dawnfall: object):
    made = make(at_home)
    assert at_home.delete(f"{ADDRESS}{made['id']}/").status_code == 204
    answer = Client().get("/api/v1/cards/", headers=bearer(made["token"]))
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert answer.json()["detail"].startswith("This token is not known, or it was revoked.")


def test_tokens_of_a_closed_account_are_dead(at_home: Client, anna: User):
    text = make(at_home)["token"]
    User.objects.update(is_active=False)
    assert tokens.token_for(text) is None
    assert tokens.token_for("") is None


def test_a_token_makes_lists_and_revokes_no_tokens(at_home: Client):
    made = make(at_home)
    stranger = Client()
    for answer in (
        stranger.post(ADDRESS, {"name": "x"}, content_type="application/json", headers=bearer(made["token"])),
        stranger.get(ADDRESS, headers=bearer(made["token"])),
        stranger.delete(f"{ADDRESS}{made['id']}/", headers=bearer(made["token"])),
        stranger.get(ADDRESS),
    ):
        assert answer.status_code == 403
    assert ApiToken.objects.count() == 1


def test_nobody_revokes_somebody_elses_token(at_home: Client, db: None):
    made = make(at_home)
    berta = Client()
    berta.force_login(User.objects.create_user("Berta", password=PASSWORD))
    assert berta.get(ADDRESS).json() == []
    assert berta.delete(f"{ADDRESS}{made['id']}/").status_code == 404
    assert ApiToken.objects.count() == 1


def test_tokens_need_a_name_and_are_bounded(at_home: Client, monkeypatch: pytest.MonkeyPatch):
    assert at_home.post(ADDRESS, {}, content_type="application/json").json() == {"name": ["This field is required."]}
    monkeypatch.setattr(tokens, "MOST_TOKENS", 1)
    make(at_home)
    answer = at_home.post(ADDRESS, {"name": "two"}, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("You have 1 tokens")


def test_making_a_token_needs_the_pages_own_secret(anna: User):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(anna)
    assert strict.post(ADDRESS, {"name": "x"}, content_type="application/json").status_code == 403
    assert not ApiToken.objects.exists()


PAGE = "/accounts/tokens/"


def test_the_page_makes_a_token_and_shows_it_this_once(at_home: Client):
    page = at_home.post(PAGE, {"name": "my bot"}).content.decode()
    [found] = re.findall(r"edge_[\w-]{40,}", page)
    assert tokens.token_for(found)
    again = at_home.get(PAGE).content.decode()
    assert "my bot" in again
    assert found not in again
    assert found[:10] in again


def test_the_page_revokes_ones_own_tokens_only(at_home: Client, anna: User):
    mine, _text = tokens.make_token(anna, "mine")
    others, _text = tokens.make_token(User.objects.create_user("Berta"), "hers")
    answer = at_home.post(f"{PAGE}{mine.pk}/revoke/", follow=True)
    assert "The token “mine” is revoked." in answer.content.decode()
    assert at_home.post(f"{PAGE}{others.pk}/revoke/").status_code == 404
    assert at_home.get(f"{PAGE}{others.pk}/revoke/").status_code == 405
    assert list(ApiToken.objects.all()) == [others]


def test_the_page_says_what_is_wrong(at_home: Client, anna: User, monkeypatch: pytest.MonkeyPatch):
    assert "This field is required." in at_home.post(PAGE, {"name": ""}).content.decode()
    monkeypatch.setattr(tokens, "MOST_TOKENS", 0)
    assert "Revoke one first." in at_home.post(PAGE, {"name": "one"}).content.decode()


def test_the_page_is_for_those_who_are_logged_in(client: Client, db: None):
    assert client.get(PAGE).headers["Location"] == f"/accounts/login/?next={PAGE}"
