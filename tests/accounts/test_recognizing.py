"""Who is asking: sessions and users are found with queries that are written once, as strictly as Django finds them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.prepared import Prepared
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def is_known(client: Client) -> bool:
    return client.get("/accounts/profile/").status_code == 200


@pytest.fixture
def anna(client: Client) -> Client:
    client.force_login(UserFactory(username="Anna"))
    return client


def test_a_session_is_recognized_until_it_is_over(anna: Client):
    assert is_known(anna)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_known(anna)


def test_who_logs_out_elsewhere_is_not_known_any_more(anna: Client):
    other = Client()
    other.cookies[settings.SESSION_COOKIE_NAME] = anna.cookies[settings.SESSION_COOKIE_NAME].value
    assert is_known(other)
    anna.post("/accounts/logout/")
    assert not is_known(other)


def test_a_closed_or_deleted_account_is_not_known(anna: Client):
    User.objects.update(is_active=False)
    assert not is_known(anna)
    User.objects.update(is_active=True)
    assert is_known(anna)
    User.objects.all().delete()
    assert not is_known(anna)


def test_a_made_up_session_is_nobodys(client: Client):
    client.cookies[settings.SESSION_COOKIE_NAME] = "x" * 32
    assert not is_known(client)


def test_a_prepared_query_asks_with_the_values_of_now():
    named = Prepared(lambda name: User.objects.defer("about").filter(username=name))
    one, two = UserFactory(username="One", about="first"), UserFactory(username="Two", about="second")
    assert (named("One"), named("Two"), named("Three")) == ([one], [two], [])
    UserFactory(username="Three")
    assert [user.about for user in (*named("Two"), *named("Three"))] == ["second", ""]


def test_a_query_whose_values_django_rewrites_cannot_be_prepared():
    with pytest.raises(ValueError, match="do not stand as they are"):
        Prepared(lambda name: User.objects.filter(username__icontains=name))("One")
    with pytest.raises(ValueError, match="do not stand as they are"):
        Prepared(lambda name, number: User.objects.filter(pk=number, username=name))("One", 1)
