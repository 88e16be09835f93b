"""Logging in and out, and being refused after too many attempts."""

from typing import Any

import pytest
from django.dispatch import receiver
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.attempts import LOG_IN, Limit, client_address, how_long
from accounts.models import User
from accounts.signals import guest_became_user
from tests.accounts.conftest import PASSWORD

LOG_IN_PAGE = "/accounts/login/"


def log_in(client: Client, name: str = "Anna", password: str = PASSWORD, **more: str) -> Any:
    return client.post(LOG_IN_PAGE, {"username": name, "password": password, **more})


def refusal(response: HttpResponse) -> str:
    return str(response.context["form"].non_field_errors()[0])  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["Anna", "anna", "ANNA"])
def test_the_name_may_be_written_in_any_case(client: Client, anna: User, name: str) -> None:
    assert log_in(client, name).headers["Location"] == reverse("accounts:profile")
    assert client.session["_auth_user_id"] == str(anna.pk)


def test_the_password_may_not(client: Client, anna: User) -> None:
    assert "do not match" in refusal(log_in(client, password=PASSWORD.upper()))
    assert "_auth_user_id" not in client.session


def test_an_unknown_name_gets_the_same_sentence_as_a_wrong_password(client: Client, anna: User) -> None:
    assert refusal(log_in(client, "nobody")) == refusal(log_in(client, password="wrong"))


def test_one_goes_on_to_where_one_wanted_to_go(client: Client, anna: User) -> None:
    page = client.get("/accounts/delete/")
    assert page.headers["Location"] == f"{LOG_IN_PAGE}?next=/accounts/delete/"
    form = client.get(page.headers["Location"]).content.decode()
    assert '<input type="hidden" name="next" value="/accounts/delete/">' in form
    assert log_in(client, next="/accounts/delete/").headers["Location"] == "/accounts/delete/"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/x", "/\\evil.example", "javascript:alert(1)"]
)
def test_logging_in_never_leads_to_another_site(client: Client, anna: User, elsewhere: str) -> None:
    assert "evil" not in client.get(LOG_IN_PAGE, {"next": elsewhere}).context["next"]
    assert log_in(client, next=elsewhere).headers["Location"] == reverse("accounts:profile")


def test_who_is_logged_in_already_just_goes_on(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert client.get(LOG_IN_PAGE).headers["Location"] == reverse("accounts:profile")
    page = client.get(LOG_IN_PAGE, {"next": "/dawnfall/factions/"})
    assert page.headers["Location"] == "/dawnfall/factions/"


def test_logging_out_takes_a_post(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert client.get("/accounts/logout/").status_code == 405
    assert "_auth_user_id" in client.session
    assert client.post("/accounts/logout/").headers["Location"] == reverse("home")
    assert "_auth_user_id" not in client.session


def test_a_guest_who_logs_in_can_keep_things_too(client: Client, anna: User) -> None:
    seen: list[str] = []

    @receiver(guest_became_user)
    def keep(user: User, **_: Any) -> None:
        seen.append(user.username)

    log_in(client)
    guest_became_user.disconnect(keep)
    assert seen == ["Anna"]


def test_after_ten_failures_even_the_right_password_has_to_wait(client: Client, anna: User) -> None:
    for _ in range(10):
        assert "do not match" in refusal(log_in(client, password="wrong"))
    expected = "There were too many attempts to log in as “Anna”. Try again in 15 minutes."
    assert refusal(log_in(client)) == expected
    assert "_auth_user_id" not in client.session


def test_another_case_of_the_name_is_no_way_round(client: Client, anna: User) -> None:
    for number in range(10):
        log_in(client, "Anna" if number % 2 else "ANNA", "wrong")
    assert "too many attempts" in refusal(log_in(client, "anna"))


def test_others_can_go_on_meanwhile(client: Client, anna: User) -> None:
    User.objects.create_user("Berta", password=PASSWORD)
    for _ in range(11):
        log_in(client, password="wrong")
    assert log_in(client, "Berta").status_code == 302
    client.logout()
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    assert log_in(elsewhere).status_code == 302


def test_a_right_password_starts_the_count_anew(client: Client, anna: User) -> None:
    for _ in range(9):
        log_in(client, password="wrong")
    assert log_in(client).status_code == 302
    client.logout()
    for _ in range(9):
        log_in(client, password="wrong")
    assert log_in(client).status_code == 302


def test_after_a_quarter_of_an_hour_one_may_try_again(
    client: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1_000_000.0]
    monkeypatch.setattr("time.time", lambda: clock[0])
    for _ in range(11):
        log_in(client, password="wrong")
    clock[0] += 15 * 60 - 20
    assert "Try again in 20 seconds." in refusal(log_in(client))
    clock[0] += 21
    assert log_in(client).status_code == 302


def test_the_admins_log_in_counts_too(client: Client, db: None) -> None:
    User.objects.create_superuser("Chief", password=PASSWORD)
    page = "/admin/login/"
    for _ in range(10):
        client.post(page, {"username": "Chief", "password": "wrong"})
    response: Any = client.post(page, {"username": "Chief", "password": PASSWORD})
    assert "too many attempts" in refusal(response)


def test_a_limit_allows_so_many_and_not_one_more() -> None:
    limit = Limit("test", most=2, seconds=60)
    assert [limit.take("a"), limit.take("a")] == [0, 0]
    assert 0 < limit.take("a") <= 60
    assert limit.take("b") == 0
    limit.forget("a")
    assert limit.take("a") == 0


def test_counts_of_different_kinds_do_not_mix() -> None:
    one, other = Limit("one", most=1, seconds=60), Limit("other", most=1, seconds=60)
    one.take("a")
    assert other.take("a") == 0


def test_a_name_cannot_be_mistaken_for_an_address_with_a_name() -> None:
    limit = Limit("test", most=1, seconds=60)
    limit.take("ab", "c")
    assert limit.take("a", "bc") == 0


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (61, "2 minutes")]
)
def test_a_wait_is_said_in_words(seconds: int, words: str) -> None:
    assert how_long(seconds) == words


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "198.51.100.1", "192.0.2.1"),
        (1, "198.51.100.1", "198.51.100.1"),
        (1, "1.2.3.4, 198.51.100.1", "198.51.100.1"),
        (2, "1.2.3.4, 198.51.100.1, 10.0.0.1", "198.51.100.1"),
        (2, "198.51.100.1", "192.0.2.1"),
    ],
)
def test_only_our_own_proxies_are_believed(settings: Any, proxies: int, forwarded: str, expected: str) -> None:
    settings.PROXIES = proxies
    request = RequestFactory(REMOTE_ADDR="192.0.2.1").get("/", headers={"X-Forwarded-For": forwarded})
    assert client_address(request) == expected


def test_ten_attempts_in_a_quarter_of_an_hour_are_the_limit() -> None:
    assert (LOG_IN.most, LOG_IN.seconds) == (10, 900)
