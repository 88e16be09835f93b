"""The own profile, the player page everybody sees, and deleting the account."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import PASSWORD

PROFILE = "/accounts/profile/"
DELETE = "/accounts/delete/"


def test_a_guest_is_asked_to_log_in(client: Client, db: None) -> None:
    assert client.get(PROFILE).headers["Location"] == f"/accounts/login/?next={PROFILE}"


def test_the_profile_shows_and_saves_email_and_about(client: Client, anna: User) -> None:
    client.force_login(anna)
    page = client.get(PROFILE).content.decode()
    assert "anna@example.org" in page
    assert "I play Chapter." in page
    response = client.post(PROFILE, {"email": "new@example.org", "about": "I play Demon."}, follow=True)
    assert "Your profile is saved." in response.content.decode()
    anna.refresh_from_db()
    assert (anna.email, anna.about) == ("new@example.org", "I play Demon.")


def test_a_wrong_email_address_or_too_long_a_text_is_refused(client: Client, anna: User) -> None:
    client.force_login(anna)
    response: Any = client.post(PROFILE, {"email": "nowhere", "about": "x" * 501})
    assert set(response.context["form"].errors) == {"email", "about"}
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"


def test_nobody_becomes_staff_through_the_profile(client: Client, anna: User) -> None:
    client.force_login(anna)
    client.post(PROFILE, {"email": "", "about": "", "is_staff": "on", "username": "Other"})
    anna.refresh_from_db()
    assert (anna.is_staff, anna.username) == (False, "Anna")


def test_the_player_page_shows_name_date_and_about_but_no_email(client: Client, anna: User) -> None:
    page = client.get("/accounts/players/Anna/").content.decode()
    assert "<h1>Anna</h1>" in page
    assert str(anna.date_joined.year) in page
    assert "I play Chapter." in page
    assert "example.org" not in page


def test_not_even_the_own_player_page_shows_the_email(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert "example.org" not in client.get(anna.get_absolute_url()).content.decode()


def test_what_a_player_writes_is_text_not_markup(client: Client, anna: User) -> None:
    User.objects.update(about="<script>alert(1)</script>")
    assert "<script>alert" not in client.get(anna.get_absolute_url()).content.decode()


def test_another_case_of_the_name_leads_to_the_page(client: Client, anna: User) -> None:
    assert client.get("/accounts/players/ANNA/").headers["Location"] == "/accounts/players/Anna/"


def test_unknown_and_switched_off_players_have_no_page(client: Client, anna: User) -> None:
    assert client.get("/accounts/players/nobody/").status_code == 404
    User.objects.update(is_active=False)
    assert client.get("/accounts/players/Anna/").status_code == 404


def test_deleting_says_what_goes_and_asks_for_the_password(client: Client, anna: User) -> None:
    client.force_login(anna)
    page = client.get(DELETE).content.decode()
    assert "your e-mail address" in page
    assert 'type="password"' in page
    assert User.objects.filter(pk=anna.pk).exists()


def test_deleting_removes_the_row_and_logs_out(client: Client, anna: User) -> None:
    client.force_login(anna)
    response = client.post(DELETE, {"password": PASSWORD})
    assert response.headers["Location"] == reverse("accounts:deleted")
    assert not User.objects.filter(pk=anna.pk).exists()
    assert "_auth_user_id" not in client.session
    assert "Log in" in client.get("/accounts/deleted/").content.decode()


def test_a_wrong_password_deletes_nothing(client: Client, anna: User) -> None:
    client.force_login(anna)
    response: Any = client.post(DELETE, {"password": "wrong"})
    assert "not deleted" in response.context["form"].errors["password"][0]
    assert User.objects.filter(pk=anna.pk).exists()
    assert "_auth_user_id" in client.session


def test_a_guest_deletes_nothing(client: Client, anna: User) -> None:
    assert client.post(DELETE, {"password": PASSWORD}).headers["Location"].startswith("/accounts/login/")
    assert User.objects.filter(pk=anna.pk).exists()


def test_a_deleted_players_name_is_free_again(client: Client, anna: User) -> None:
    client.force_login(anna)
    client.post(DELETE, {"password": PASSWORD})
    User.objects.create_user("anna")


POSTS = ["login", "logout", "signup", "profile", "password-change", "password-reset", "delete"]


@pytest.mark.parametrize("page", POSTS)
def test_every_form_is_protected_against_forged_posts(anna: User, page: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna)
    assert client.post(f"/accounts/{page}/", {"password": PASSWORD}).status_code == 403
    assert User.objects.filter(pk=anna.pk).exists()


PAGES = [
    *POSTS,
    "password-reset/sent",
    "password-reset/done",
    "deleted",
    "players/Anna",
    "password-reset/x/y",
]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("logged_in", [True, False])
def test_no_page_is_ever_cached(client: Client, anna: User, page: str, logged_in: bool) -> None:
    if logged_in:
        client.force_login(anna)
    control = client.get(f"/accounts/{page}/").headers["Cache-Control"]
    assert "no-store" in control
    assert "private" in control
