"""The read API: what it answers."""

from typing import Any

import pytest
from django.test import Client

from catalog.api.urls import RESOURCES
from catalog.models import Card, Faction, GameSystem, Half, Squad

pytestmark = pytest.mark.usefixtures("dawnfall")
API = "/api/v1/"
LISTS = [name for name, *_ in RESOURCES]


def get(client: Client, path: str, status: int = 200, **parameters: Any) -> Any:
    response = client.get(f"{API}{path}", parameters)
    assert response.status_code == status, response.content
    return response.json()


def slugs(client: Client, path: str, **parameters: Any) -> list[str]:
    return [row["slug"] for row in get(client, path, page_size=200, **parameters)["results"]]


def test_the_first_page_names_every_list(client: Client) -> None:
    others = ["decks", "matches", "logged-matches", "ratings", "statistics", "experiments"]
    assert list(get(client, "")) == [*LISTS, *others]


@pytest.mark.parametrize("name", LISTS)
def test_every_row_of_a_list_leads_to_the_same_row_alone(client: Client, name: str) -> None:
    rows = get(client, f"{name}/", page_size=3)["results"]
    assert rows
    for row in rows:
        assert client.get(row["url"]).json() == row


@pytest.mark.parametrize("name", [name for name in LISTS if name != "starter-decks"])
def test_every_row_knows_its_page_on_the_site(client: Client, name: str) -> None:
    row = get(client, f"{name}/", page_size=1)["results"][0]
    assert client.get(row["page"]).status_code == 200


def test_a_card_is_found_under_system_faction_and_name(client: Client) -> None:
    card = get(client, "cards/dawnfall/demon/fireball/")
    assert (card["name"], card["squad"], card["kind"]) == ("Fireball", "master-of-elements", "action")
    assert [half["place"] for half in card["halves"]] == ["upper", "lower"]
    assert card["halves"][1]["cost"] == 2


def test_an_enhancement_says_what_attaching_takes_and_others_say_null(client: Client) -> None:
    enhancement = Card.objects.filter(kind="enhancement").select_related("faction").first()
    assert enhancement
    attach = get(client, f"cards/dawnfall/{enhancement.faction.slug}/{enhancement.slug}/")["attach"]
    assert attach["cost"] == enhancement.attach_cost
    assert get(client, "cards/dawnfall/demon/fireball/")["attach"] is None


def test_printed_numbers_are_numbers_x_or_null(client: Client) -> None:
    modes = get(client, "squads/dawnfall/demon/master-of-elements/")["modes"]
    assert [(mode["name"], mode["ini"], mode["att"]) for mode in modes] == [
        ("Basic", 2, 1),
        ("Focus", 0, None),
    ]
    half = Half.objects.filter(cost="X").select_related("card__faction").first()
    assert half
    card = get(client, f"cards/dawnfall/{half.card.faction.slug}/{half.card.slug}/")
    assert "X" in [shown["cost"] for shown in card["halves"]]


def test_what_stands_in_an_expansion_faction_is_expansion_content(client: Client) -> None:
    Faction.objects.filter(slug="chapter").update(expansion=True, unplayable="Not yet.")
    squad = get(client, "squads/dawnfall/chapter/angel-of-death/")
    assert (squad["expansion"], squad["unplayable"]) == (True, "Not yet.")
    assert "angel-of-death" in slugs(client, "squads/", expansion="true")
    assert "angel-of-death" not in slugs(client, "squads/", expansion="false")


def test_lists_come_in_pages(client: Client) -> None:
    first = get(client, "cards/", page_size=10)
    assert (len(first["results"]), first["count"]) == (10, Card.objects.current().count())
    second = client.get(first["next"]).json()
    assert second["previous"]
    assert first["results"][0] not in second["results"]


def test_instant_cards_of_the_demons_for_at_most_one(client: Client) -> None:
    found = slugs(client, "cards/", faction="demon", instant="true", cost__lte=1)
    fitting = Half.objects.filter(
        card__faction__slug="demon", card__retired=False, instant=True, cost__lte=1, cost__gte=0
    )
    assert set(found) == set(fitting.values_list("card__slug", flat=True))
    assert found


def test_filters_on_halves_hold_on_one_and_the_same_half(client: Client) -> None:
    card = Card.objects.get(faction__slug="demon", slug="fireball")
    card.halves.filter(place="upper").update(instant=True, cost=5)
    card.halves.filter(place="lower").update(instant=False, cost=0)
    assert "fireball" not in slugs(client, "cards/", faction="demon", instant="true", cost=0)
    assert "fireball" in slugs(client, "cards/", faction="demon", instant="true", cost=5)
    assert "fireball" in slugs(client, "cards/", faction="demon", half="lower", cost=0)
    assert "fireball" not in slugs(client, "cards/", faction="demon", half="upper", cost=0)


def test_filters_on_modes_hold_on_one_and_the_same_mode(client: Client) -> None:
    assert "master-of-elements" in slugs(client, "squads/", ini=0, att="none")
    assert "master-of-elements" not in slugs(client, "squads/", ini=0, att=1)


@pytest.mark.parametrize(
    ("cost", "found"),
    [({"cost": "X"}, True), ({"cost": 0}, False), ({"cost__lte": 9}, False), ({"cost__gte": 0}, False)],
)
def test_x_is_neither_more_nor_less_than_a_number(client: Client, cost: dict[str, Any], found: bool) -> None:
    Half.objects.filter(card__slug="fireball", card__faction__slug="demon").update(cost="X")
    assert ("fireball" in slugs(client, "cards/", faction="demon", **cost)) is found


@pytest.mark.parametrize(
    ("parameters", "fits"),
    [
        ({"squad": "master-of-elements"}, lambda card: card["squad"] == "master-of-elements"),
        ({"squad": "any"}, lambda card: card["squad"] is None),
        ({"kind": "enhancement"}, lambda card: card["kind"] == "enhancement"),
        ({"copies__gte": 4}, lambda card: card["copies"] >= 4),
        ({"attach_cost__lte": 1}, lambda card: card["attach"] and card["attach"]["cost"] <= 1),
        ({"currency": "charge"}, lambda card: any(half["currency"] == "charge" for half in card["halves"])),
        ({"passive": "yes"}, lambda card: any(half["passive"] for half in card["halves"])),
        ({"window": "w-own"}, lambda card: any(half["window"] == "W-OWN" for half in card["halves"])),
    ],
)
def test_cards_are_narrowed_down_to_all_that_fit(client: Client, parameters: dict[str, Any], fits: Any) -> None:
    everything = get(client, "cards/", page_size=200)["results"]
    expected = [card["slug"] for card in everything if fits(card)]
    assert expected
    assert sorted(slugs(client, "cards/", **parameters)) == sorted(expected)


def test_squads_are_narrowed_down_by_tag(client: Client) -> None:
    leaders = slugs(client, "squads/", tag="leader")
    assert sorted(leaders) == sorted(squad.slug for squad in Squad.objects.current() if "leader" in squad.tags)


def test_starter_decks_are_narrowed_down_by_their_format(client: Client) -> None:
    decks = get(client, "starter-decks/", deck_format="duel", faction="demon")["results"]
    assert [(deck["faction"], deck["format"]) for deck in decks] == [("demon", "duel")]


def test_retired_entries_are_left_out_unless_asked_for(client: Client) -> None:
    Card.objects.filter(faction__slug="demon", slug="fireball").update(retired=True)
    assert "fireball" not in slugs(client, "cards/", faction="demon")
    assert "fireball" in slugs(client, "cards/", faction="demon", retired="include")
    assert slugs(client, "cards/", faction="demon", retired="only") == ["fireball"]
    assert get(client, "cards/dawnfall/demon/fireball/")["retired"] is True


def test_entries_of_a_retired_faction_are_left_out_too(client: Client) -> None:
    Faction.objects.filter(slug="demon").update(retired=True)
    assert "fireball" not in slugs(client, "cards/")
    assert "demon" not in slugs(client, "factions/")


def test_the_sites_search_language_works_here(client: Client) -> None:
    query = "faction:demon cost<=1 timing:instant"
    by_filters = slugs(client, "cards/", faction="demon", cost__lte=1, instant="true")
    assert slugs(client, "cards/", q=query) == by_filters
    assert "fireball" in slugs(client, "cards/", q="name:fireball")
    assert slugs(client, "squads/", q="name:fireball") == []


def test_rules_can_be_searched_and_narrowed_down(client: Client) -> None:
    clauses = get(client, "rules/", area="push", page_size=200)["results"]
    assert clauses
    assert {clause["area"] for clause in clauses} == {"push"}
    assert get(client, "glossary/", q="push")["results"][0]["id"] == "push"
    assert get(client, "rules/dawnfall/DF-PUSH-01/")["id"] == "DF-PUSH-01"


def test_a_system_without_rules_has_none(client: Client) -> None:
    GameSystem.objects.create(slug="maelstrom", name="Maelstrom")
    assert get(client, "rules/", system="maelstrom")["count"] == 0
    assert get(client, "rules/maelstrom/DF-PUSH-01/", status=404)["detail"].startswith("There is no clause")


@pytest.mark.parametrize("name", LISTS)
def test_nothing_can_be_written(client: Client, name: str) -> None:
    for method in (client.post, client.put, client.patch, client.delete):
        assert method(f"{API}{name}/").status_code == 405
