"""The admin site: the catalogue is looked at, users are edited."""

from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import User
from catalog import models
from catalog.admin import CatalogAdmin

pytestmark = pytest.mark.usefixtures("dawnfall")
CATALOGUE = [model for model, site in admin.site._registry.items() if isinstance(site, CatalogAdmin)]


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_user("Clerk", is_staff=True))
    return client


@pytest.fixture
def chief(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("Chief"))
    return client


def page(model: Any, name: str, *args: Any) -> str:
    return reverse(f"admin:catalog_{model._meta.model_name}_{name}", args=args)


def test_everything_of_the_catalogue_is_there() -> None:
    inlines = {inline.model for site in admin.site._registry.values() for inline in site.inlines}
    written = {models.GameSystem, models.Faction, models.Squad, models.Mode, models.Card, models.Half}
    written |= {models.Banner, models.Shrine, models.Token, models.StarterDeck}
    assert written == {*CATALOGUE, models.Mode, models.Half}
    assert {models.Mode, models.Half} <= inlines


@pytest.mark.parametrize("model", CATALOGUE)
def test_staff_can_list_search_and_open_everything(staff: Client, model: Any) -> None:
    row = model.objects.first()
    listing = staff.get(page(model, "changelist"), {"q": row.name})
    assert str(row) in listing.content.decode()
    detail = staff.get(page(model, "change", row.pk))
    assert "load_catalog" in listing.content.decode()
    assert "load_catalog" in detail.content.decode()


@pytest.mark.parametrize("model", CATALOGUE)
def test_nobody_can_change_the_catalogue_by_hand(chief: Client, model: Any) -> None:
    row = model.objects.first()
    assert chief.get(page(model, "add")).status_code == 403
    assert chief.post(page(model, "change", row.pk), {"name": "Changed"}).status_code == 403
    assert chief.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert model.objects.get(pk=row.pk).name == row.name


@pytest.mark.parametrize("model", CATALOGUE)
def test_lists_take_few_queries(staff: Client, model: Any, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(10):
        staff.get(page(model, "changelist"))


def test_halves_and_modes_stand_with_their_owner(staff: Client) -> None:
    half = models.Half.objects.select_related("card").first()
    mode = models.Mode.objects.select_related("squad").first()
    assert half
    assert mode
    assert half.rules in staff.get(page(models.Card, "change", half.card.pk)).content.decode()
    assert mode.name in staff.get(page(models.Squad, "change", mode.squad.pk)).content.decode()


def test_players_cannot_get_in(client: Client) -> None:
    client.force_login(User.objects.create_user("Anna"))
    assert client.get(page(models.Card, "changelist")).status_code == 302


def test_users_can_be_edited(chief: Client) -> None:
    user = User.objects.create_user("Anna", "anna@example.org")
    address = reverse("admin:accounts_user_change", args=[user.pk])
    form: Any = chief.get(address).context["adminform"].form
    data = {name: value for name, value in form.initial.items() if value not in (None, [])}
    data |= {"about": "Plays Demon.", "date_joined_0": "2026-01-01", "date_joined_1": "00:00:00"}
    assert chief.post(address, data).status_code == 302
    user.refresh_from_db()
    assert user.about == "Plays Demon."


def test_staff_without_the_right_cannot_edit_users(staff: Client) -> None:
    assert staff.get(reverse("admin:accounts_user_changelist")).status_code == 403
