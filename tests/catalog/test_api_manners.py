"""The read API: refusals, conditional requests, bounds, schema and pages."""

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from rest_framework.throttling import AnonRateThrottle

from catalog.api.urls import RESOURCES
from catalog.models import Card, GameSystem, Half

pytestmark = pytest.mark.usefixtures("dawnfall")
API = "/api/v1/"
LISTS = [name for name, *_ in RESOURCES]


def refusal(client: Client, address: str) -> dict[str, list[str]]:
    response = client.get(f"{API}{address}")
    assert response.status_code == 400, response.content
    return dict(response.json())


def test_an_address_the_api_does_not_have_is_answered_in_json(client: Client):
    response = client.get(f"{API}cadrs/")
    assert response.status_code == 404
    assert response.json() == {"detail": "The API has no address /api/v1/cadrs/; /api/v1/ lists what there is."}
    assert client.get(f"{API}cards").status_code == 301


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (
            "cards/?cost=cheap",
            "cost is “cheap”; expected a whole number from 0 to 99, X, or none for a dash.",
        ),
        ("cards/?cost__lte=X", "cost__lte is “X”; expected a whole number from 0 to 99."),
        ("cards/?copies=-1", "copies is “-1”; expected a whole number from 0 to 99."),
        ("cards/?instant=maybe", "instant is “maybe”; expected true or false."),
        ("cards/?kind=spell", "kind is “spell”; expected one of action, enhancement, deployment, evolve."),
        ("cards/?squad=holly-knight", "squad is “holly-knight”; expected a known name, perhaps holy-knight."),
        ("cards/?system=chess", "system is “chess”; expected one of dawnfall."),
        ("cards/?retired=yes", "retired is “yes”; expected one of include, only."),
        ("squads/?tag=wizard", "tag is “wizard”; expected one of leader, elite, cavalry, boss."),
        ("cards/?page=zero", "page is “zero”; expected a whole number from 1 on."),
        ("cards/?page=0", "page is “0”; expected a whole number from 1 on."),
        ("cards/?page_size=201", "page_size is “201”; expected a whole number from 1 to 200."),
        ("rules/?page_size=many", "page_size is “many”; expected a whole number from 1 to 200."),
        ("rules/?system=chess", "system is “chess”; expected one of dawnfall."),
        ("cards/?faction=demon&faction=chapter", "faction is given 2 times; give it once."),
    ],
)
def test_a_bad_value_gets_a_sentence(client: Client, address: str, sentence: str) -> None:
    assert [sentence] in refusal(client, address).values()


def test_an_unknown_faction_gets_the_list_of_factions(client: Client) -> None:
    [sentence] = refusal(client, "cards/?faction=demn")["faction"]
    assert "chapter, darkness, demon" in sentence


def test_an_unknown_area_gets_the_nearest_one(client: Client) -> None:
    assert "perhaps" in refusal(client, "rules/?area=combatt")["area"][0]


def test_a_query_that_cannot_be_read_gets_the_searchs_own_sentence(client: Client) -> None:
    [sentence] = refusal(client, "cards/?q=cosst:1")["q"]
    assert "There is no field “cosst”" in sentence


@pytest.mark.parametrize("name", LISTS)
def test_an_unknown_parameter_is_refused_with_the_known_ones(client: Client, name: str) -> None:
    [sentence] = refusal(client, f"{name}/?hue=red")["hue"]
    assert sentence.startswith("There is no parameter “hue” here. Known are:")
    assert "page_size" in sentence


def test_details_take_no_filters(client: Client) -> None:
    assert "faction" in refusal(client, "cards/dawnfall/demon/fireball/?faction=demon")


@pytest.mark.parametrize(
    "address", ["cards/dawnfall/demon/firebal/", "cards/chess/demon/fireball/", "rules/dawnfall/DF-NO-01/"]
)
def test_what_does_not_exist_is_said_in_a_sentence(client: Client, address: str) -> None:
    response = client.get(f"{API}{address}")
    assert response.status_code == 404
    assert response.json()["detail"].startswith("There is no ")


def test_a_page_behind_the_last_one_is_not_there(client: Client) -> None:
    response = client.get(f"{API}cards/?page=99&page_size=200")
    assert response.status_code == 404
    assert response.json()["detail"].startswith("There is no page 99; the last one is ")


ADDRESSES = [
    "",
    *(f"{name}/" for name in LISTS),
    "cards/dawnfall/demon/fireball/",
    "rules/dawnfall/DF-PUSH-01/",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_who_has_the_answer_already_gets_none_for_a_single_query(
    client: Client, address: str, django_assert_num_queries: Any
) -> None:
    etag = client.get(f"{API}{address}").headers["ETag"]
    with django_assert_num_queries(1) as queries:
        again = client.get(f"{API}{address}", headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    assert "catalog_gamesystem" in queries[0]["sql"]


def test_who_has_the_schema_already_gets_none(client: Client) -> None:
    etag = client.get(f"{API}schema/").headers["ETag"]
    assert client.get(f"{API}schema/", headers={"If-None-Match": etag}).status_code == 304


def test_a_new_edition_makes_new_answers(client: Client) -> None:
    etag = client.get(f"{API}cards/").headers["ETag"]
    GameSystem.objects.update(edition=F("edition") + 1)
    again = client.get(f"{API}cards/", headers={"If-None-Match": etag})
    assert again.status_code == 200
    assert again.headers["ETag"] != etag


def test_new_rules_make_new_answers_with_the_same_edition(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    etag = client.get(f"{API}rules/").headers["ETag"]
    monkeypatch.setattr("catalog.api.rules._digest", lambda system: "other rules")
    assert client.get(f"{API}rules/", headers={"If-None-Match": etag}).status_code == 200


def test_another_systems_edition_does_not_matter(client: Client) -> None:
    GameSystem.objects.create(slug="maelstrom", name="Maelstrom")
    for address in ("cards/?system=dawnfall", "cards/dawnfall/demon/fireball/"):
        etag = client.get(f"{API}{address}").headers["ETag"]
        GameSystem.objects.filter(slug="maelstrom").update(edition=F("edition") + 1)
        assert client.get(f"{API}{address}", headers={"If-None-Match": etag}).status_code == 304


def test_address_and_format_have_etags_of_their_own(client: Client) -> None:
    answers = [
        client.get(f"{API}cards/"),
        client.get(f"{API}cards/?page=2"),
        client.get(f"{API}cards/", headers={"Accept": "text/html"}),
        client.get(f"{API}squads/"),
    ]
    assert len({answer.headers["ETag"] for answer in answers}) == 4


def test_refusals_carry_no_etag(client: Client) -> None:
    assert "ETag" not in client.get(f"{API}cards/?cost=cheap").headers


@pytest.mark.parametrize("name", LISTS)
def test_a_list_takes_few_queries(client: Client, name: str, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(5):
        client.get(f"{API}{name}/?page_size=200")


def test_many_cards_and_filters_take_no_more_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    faction = Card.objects.first().faction  # type: ignore[union-attr]
    cards = Card.objects.bulk_create(
        Card(faction=faction, slug=f"made-{n}", name=f"Made {n}", position=n, kind="action", copies=1)
        for n in range(300)
    )
    Half.objects.bulk_create(
        Half(card=card, place="lower", name="Go", cost=0, currency="crystal", window="W-OWN", rules="Go.")
        for card in cards
    )
    address = f"{API}cards/?page_size=200&faction={faction.slug}&cost__lte=1&half=lower&system=dawnfall"
    with django_assert_max_num_queries(7):
        assert len(client.get(address).json()["results"]) == 200


def test_who_asks_too_often_is_told_when_to_go_on(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": "2/min"})
    assert [client.get(API).status_code for _ in range(2)] == [200, 200]
    refused = client.get(API)
    assert refused.status_code == 429
    sentence = r"Too many requests from your address\. Try again in \d+ seconds\."
    assert re.fullmatch(sentence, refused.json()["detail"])


def test_six_hundred_requests_a_minute_are_served() -> None:
    assert AnonRateThrottle().rate == "600/min"


def test_passwords_cannot_be_tried_through_the_api(client: Client) -> None:
    response = client.get(API, headers={"Authorization": "Basic YTpi"})
    assert response.status_code == 200


def test_the_schema_is_valid_and_complete(tmp_path: Any) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yml"))


def test_the_schema_says_what_printed_numbers_can_be(client: Client) -> None:
    schema = client.get(f"{API}schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).json()
    cost = schema["components"]["schemas"]["Half"]["properties"]["cost"]
    assert cost["oneOf"] == [
        {"type": "integer", "minimum": 0},
        {"type": "string", "enum": ["X"]},
        {"type": "null"},
    ]
    assert {f"/api/v1/{name}/" for name in LISTS} <= set(schema["paths"])
    assert {"200", "304", "400", "404", "429"} == set(schema["paths"]["/api/v1/cards/"]["get"]["responses"])


INLINE = re.compile(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)|javascript:", re.IGNORECASE)


@pytest.mark.parametrize("address", ["docs/", "", "cards/", "cards/dawnfall/demon/fireball/", "cards/?cost=cheap"])
def test_pages_for_people_hold_nothing_that_the_policy_forbids(client: Client, address: str) -> None:
    response = client.get(f"{API}{address}", headers={"Accept": "text/html"})
    assert response.headers["Content-Type"].startswith("text/html")
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert not INLINE.search(response.content.decode())


def test_a_page_shows_the_answer_with_links(client: Client) -> None:
    page = client.get(f"{API}cards/?faction=demon&page_size=5", headers={"Accept": "text/html"}).content.decode()
    assert '<a href="http://testserver/api/v1/cards/dawnfall/demon/' in page
    assert 'rel="next"' in page
    assert "format=json" in page


def test_a_page_is_not_kept_for_another_reader(client: Client, django_user_model: Any) -> None:
    etag = client.get(API, headers={"Accept": "text/html"}).headers["ETag"]
    client.force_login(django_user_model.objects.create_user("Anna"))
    response = client.get(API, headers={"Accept": "text/html", "If-None-Match": etag})
    assert response.status_code == 200
    assert "Anna" in response.content.decode()
    assert "Cookie" in response.headers["Vary"]


def test_programs_get_json_unless_they_ask_for_a_page(client: Client) -> None:
    for accept in ("*/*", "application/json"):
        assert client.get(API, headers={"Accept": accept}).headers["Content-Type"] == "application/json"
