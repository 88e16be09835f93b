"""Changing a password, and getting a new one by mail."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import PASSWORD

NEW = "all-of-seven-hexes"
RESET = "/accounts/password-reset/"


def change(client: Client, old: str = PASSWORD) -> Any:
    data = {"old_password": old, "new_password1": NEW, "new_password2": NEW}
    return client.post("/accounts/password-change/", data)


def test_the_password_can_be_changed_and_one_stays_logged_in(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert change(client).headers["Location"] == reverse("accounts:profile")
    anna.refresh_from_db()
    assert anna.check_password(NEW)
    assert "Your password is changed." in client.get("/accounts/profile/").content.decode()


def test_other_browsers_are_logged_out_by_it(client: Client, anna: User) -> None:
    other = Client()
    for browser in (client, other):
        browser.force_login(anna)
    change(client)
    assert other.get("/accounts/profile/").status_code == 302


def test_the_old_password_is_asked_for(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert "old_password" in change(client, old="wrong").context["form"].errors
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


def test_a_guest_cannot_change_a_password(client: Client, anna: User) -> None:
    assert change(client).headers["Location"].startswith("/accounts/login/")


def mailed_link() -> str:
    found = re.search(r"http://testserver(/accounts/password-reset/\S+)", str(mail.outbox[0].body))
    assert found
    return found[1]


@pytest.mark.parametrize("address", ["anna@example.org", "Anna@Example.org"])
def test_a_mailed_link_leads_to_a_new_password(client: Client, anna: User, address: str) -> None:
    client.post(RESET, {"email": address})
    assert mail.outbox[0].to == ["anna@example.org"]
    assert mail.outbox[0].subject == "A new password for Edge Table"
    form = client.get(mailed_link()).headers["Location"]
    response = client.post(form, {"new_password1": NEW, "new_password2": NEW})
    assert response.headers["Location"] == reverse("accounts:password_reset_complete")
    assert client.get(response.headers["Location"]).status_code == 200
    anna.refresh_from_db()
    assert anna.check_password(NEW)


def test_a_link_works_only_once(client: Client, anna: User) -> None:
    client.post(RESET, {"email": anna.email})
    client.post(client.get(mailed_link()).headers["Location"], {"new_password1": NEW, "new_password2": NEW})
    again = Client().get(mailed_link())
    assert "This link does not work any more" in again.content.decode()


def test_two_accounts_with_one_address_get_a_mail_each(client: Client, anna: User) -> None:
    User.objects.create_user("Berta", anna.email, PASSWORD)
    client.post(RESET, {"email": anna.email})
    assert sorted(str(message.body).splitlines()[0] for message in mail.outbox) == [
        "Hello Anna,",
        "Hello Berta,",
    ]


def test_the_answer_is_the_same_whether_the_address_is_known_or_not(client: Client, anna: User) -> None:
    def answers(address: str) -> list[tuple[int, str]]:
        first = client.post(RESET, {"email": address})
        pages = [first, client.get(first.headers["Location"])]
        return [(page.status_code, re.sub(r"\s+", " ", page.content.decode())) for page in pages]

    assert answers(anna.email) == answers("nobody@example.org")
    assert len(mail.outbox) == 1


def test_a_mailbox_cannot_be_flooded_and_the_refusal_tells_nothing(client: Client, anna: User) -> None:
    def sixth(address: str) -> list[str]:
        for _ in range(5):
            assert client.post(RESET, {"email": address}).status_code == 302
        response: Any = client.post(RESET, {"email": address})
        return list(response.context["form"].errors["email"])

    assert sixth(anna.email) == sixth("nobody@example.org")
    assert len(mail.outbox) == 5


@pytest.mark.django_db
def test_mail_goes_to_the_console_unless_told_otherwise() -> None:
    from edge_site import settings

    assert settings.EMAIL_BACKEND == "django.core.mail.backends.console.EmailBackend"
