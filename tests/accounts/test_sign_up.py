"""Making an account."""

from typing import Any

import pytest
from django.db import IntegrityError
from django.dispatch import receiver
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts import services
from accounts.forms import SignUpForm
from accounts.models import User
from accounts.names import RESERVED_NAMES
from accounts.signals import guest_became_user
from tests.accounts.conftest import PASSWORD

SIGN_UP = "/accounts/signup/"


def sign_up(client: Client, name: str = "Berta", **more: str) -> HttpResponse:
    data = {"username": name, "email": "", "password1": PASSWORD, "password2": PASSWORD, **more}
    return client.post(SIGN_UP, data)


def errors(response: Any) -> dict[str, list[str]]:
    return dict(response.context["form"].errors)


@pytest.mark.django_db
def test_signing_up_makes_an_account_and_logs_in(client: Client) -> None:
    response = sign_up(client, email="berta@example.org")
    assert response.headers["Location"] == reverse("accounts:profile")
    assert User.objects.get(username="Berta").email == "berta@example.org"
    assert "Welcome, Berta!" in client.get("/accounts/profile/").content.decode()


@pytest.mark.django_db
def test_an_account_needs_no_email_address(client: Client) -> None:
    assert sign_up(client).status_code == 302
    assert User.objects.get(username="Berta").email == ""


@pytest.mark.django_db
def test_a_password_typed_differently_the_second_time_is_refused(client: Client) -> None:
    response = sign_up(client, password2="another-one-entirely")
    assert "password2" in errors(response)
    assert not User.objects.filter(username="Berta").exists()


@pytest.mark.django_db
def test_a_weak_password_is_refused(client: Client) -> None:
    assert "password2" in errors(sign_up(client, password1="12345678", password2="12345678"))


def test_who_is_logged_in_gets_to_the_profile_instead(client: Client, anna: User) -> None:
    client.force_login(anna)
    for response in (client.get(SIGN_UP), sign_up(client)):
        assert response.headers["Location"] == reverse("accounts:profile")
    assert not User.objects.filter(username="Berta").exists()


def test_a_name_differing_only_in_case_is_taken(client: Client, anna: User) -> None:
    assert errors(sign_up(client, "aNNA"))["username"] == ["This name is taken. Choose another one."]
    assert User.objects.filter(username__iexact="anna").count() == 1


def test_the_database_itself_refuses_a_name_differing_only_in_case(anna: User) -> None:
    with pytest.raises(IntegrityError):
        User.objects.create_user("anna")


def test_a_name_taken_a_moment_ago_gets_the_same_sentence(
    client: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SignUpForm, "clean_username", lambda form: form.cleaned_data["username"])
    monkeypatch.setattr(SignUpForm, "validate_constraints", lambda form: None, raising=False)
    monkeypatch.setattr(User, "validate_constraints", lambda user, exclude=None: None)
    assert errors(sign_up(client, "anna"))["username"] == ["This name is taken. Choose another one."]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["admin", "Staff", "ROOT", "ad-min", "mode_rator"])
def test_names_of_the_sites_own_people_are_refused(client: Client, name: str) -> None:
    assert errors(sign_up(client, name))["username"] == [
        f"“{name}” is kept for the people who run the site. Choose another name."
    ]


def test_reserved_names_are_written_as_they_are_compared() -> None:
    assert {name for name in RESERVED_NAMES if not (name.isalnum() and name == name.lower())} == set()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["a", "-ab", "a b", "Бerta", "a/b", "a.b", "x" * 31])
def test_a_name_with_odd_signs_or_length_is_refused(client: Client, name: str) -> None:
    assert "username" in errors(sign_up(client, name))


@pytest.mark.django_db
def test_after_signing_up_one_goes_where_one_wanted_to_go(client: Client) -> None:
    assert sign_up(client, next="/dawnfall/factions/").headers["Location"] == "/dawnfall/factions/"


@pytest.mark.django_db
def test_signing_up_never_leads_to_another_site(client: Client) -> None:
    for number, elsewhere in enumerate(["https://evil.example/", "//evil.example", "javascript:alert(1)"]):
        response = sign_up(client, f"Berta{number}", next=elsewhere)
        assert response.headers["Location"] == reverse("accounts:profile")
        client.logout()


@pytest.mark.django_db
def test_what_a_guest_made_can_be_handed_over_before_the_session_changes(client: Client) -> None:
    session = client.session
    session["deck"] = "made as a guest"
    session.save()
    seen: list[tuple[str, str, str]] = []

    @receiver(guest_became_user)
    def keep(request: Any, user: User, **_: Any) -> None:
        seen.append((request.session.session_key, request.session["deck"], user.username))

    sign_up(client)
    assert seen == [(session.session_key, "made as a guest", "Berta")]
    assert client.session.session_key != session.session_key
    guest_became_user.disconnect(keep)


@pytest.mark.django_db
def test_no_account_is_made_when_the_guests_things_cannot_be_handed_over(client: Client) -> None:
    @receiver(guest_became_user)
    def fail(**_: Any) -> None:
        raise RuntimeError("no room")

    with pytest.raises(RuntimeError):
        sign_up(client)
    guest_became_user.disconnect(fail)
    assert not User.objects.filter(username="Berta").exists()


def test_a_registered_email_address_is_not_given_away(client: Client, anna: User) -> None:
    known = sign_up(client, "Berta", email=anna.email)
    client.logout()
    unknown = sign_up(client, "Clara", email="nobody@example.org")
    assert (known.status_code, known.headers["Location"]) == (
        unknown.status_code,
        unknown.headers["Location"],
    )


def test_the_typed_refusal_of_the_service_is_no_database_error() -> None:
    assert not issubclass(services.NameTakenError, IntegrityError)
