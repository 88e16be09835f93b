"""The API of the laboratory: beginning, looking on, reading results, and what it refuses in which words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.tokens import make_token
from laboratory import services
from laboratory.api.serializers import ExperimentResultSerializer
from laboratory.models import Experiment
from tests.factories import DeckFactory, PublicDeckFactory, UserFactory
from tests.laboratory.trials import begin

Queue = Callable[[], list[int]]
pytestmark = pytest.mark.usefixtures("dawnfall")
API = "/api/v1/laboratory/"
BODY = {"deck": {"starter": "chapter"}, "against": {"starter": "demon"}, "games": 10, "seed": "tests"}


class Program:
    """A client with somebody's token."""

    def __init__(self, name: str = "") -> None:
        self.client = Client()
        self.user = UserFactory(username=name) if name else None
        self.headers = {"Authorization": f"Bearer {make_token(self.user, 'tests')[1]}"} if self.user else {}

    def get(self, path: str = "", **parameters: Any) -> Any:
        return self.client.get(API + path, parameters, headers=self.headers)

    def post(self, path: str = "", body: Any = None) -> Any:
        return self.client.post(API + path, body or {}, content_type="application/json", headers=self.headers)

    def delete(self, path: str) -> Any:
        return self.client.delete(API + path, headers=self.headers)


@pytest.fixture
def anna() -> Program:
    return Program("Anna")


def refused(answer: Any, status: int, code: str) -> str:
    assert (answer.status_code, answer.json().get("code")) == (status, code), answer.content
    return answer.json()["detail"]


def test_an_experiment_is_begun_followed_and_read(anna: Program, queue: Queue):
    made = anna.post("", BODY)
    assert made.status_code == 201, made.content
    data = made.json()
    assert made.headers["Location"] == data["url"]
    assert (data["status"], data["played"], data["games"], data["visibility"]) == ("running", 0, 10, "private")
    assert [(deck["number"], deck["faction"]) for deck in data["decks"]] == [(0, "chapter"), (1, "demon")]
    for batch in queue():
        services.play_batch(batch)
    key = data["key"]
    assert anna.get(f"{key}/").json()["status"] == "done"
    result = anna.get(f"{key}/result/").json()
    assert sum(result["overall"][name] for name in ("won", "drawn", "lost")) == 10
    assert result["advice"] == []
    assert {card["card"] for card in result["decks"][0]["cards"]} >= {"leap", "shoot"}


def test_the_schema_names_all_that_a_result_holds(anna: Program):
    key = anna.post("", BODY).json()["key"]
    result = anna.get(f"{key}/result/").json()

    def compare(data: Any, serializer: Any) -> None:
        fields = serializer.fields
        assert {name for name, field in fields.items() if field.required} <= set(data) <= set(fields)
        for name, value in data.items():
            child = getattr(fields[name], "child", fields[name])
            if hasattr(child, "fields"):
                for each in value if isinstance(value, list) else [value]:
                    compare(each, child)

    compare(result, ExperimentResultSerializer())


def test_without_an_opponent_all_starter_decks_are_met(anna: Program, queue: Queue):
    body = {name: value for name, value in BODY.items() if name != "against"}
    data = anna.post("", {**body, "games": 11, "visibility": "unlisted"}).json()
    assert (len(data["decks"]), data["games"], data["visibility"]) == (6, 20, "unlisted")


def test_decks_are_named_by_key_or_code(anna: Program, queue: Queue):
    deck = PublicDeckFactory(faction_slug="demon")
    made = anna.post("", {**BODY, "against": {"key": deck.key}})
    assert made.status_code == 201
    assert Experiment.objects.get().contenders.get(number=1).deck_row == deck


def test_what_is_refused(anna: Program, queue: Queue):
    assert Program().post("", BODY).status_code == 401
    refused(anna.post("", {**BODY, "against": {"starter": "chapter"}}), 400, "same-faction")
    refused(anna.post("", {**BODY, "level": "veteran", "games": 4_000}), 400, "wrong-number-of-games")
    assert anna.post("", {**BODY, "games": 5_001}).status_code == 400
    assert anna.post("", {**BODY, "level": "general"}).status_code == 400
    assert anna.post("", {**BODY, "speed": 3}).status_code == 400
    refused(anna.post("", {**BODY, "deck": {"key": DeckFactory().key}}), 404, "no-such-deck")
    half = PublicDeckFactory(cards={"fireball": 1})
    refused(
        anna.post("", {**BODY, "deck": {"key": half.key}, "against": {"starter": "chapter"}}), 400, "deck-not-legal"
    )
    assert not Experiment.objects.exists()
    anna.post("", BODY)
    refused(anna.post("", BODY), 409, "one-at-a-time")


def test_cancelling_and_deleting(anna: Program, queue: Queue):
    key = anna.post("", BODY).json()["key"]
    refused(anna.delete(f"{key}/"), 409, "still-running")
    assert anna.post(f"{key}/cancel/").json()["status"] == "cancelled"
    refused(anna.post(f"{key}/cancel/"), 409, "not-running")
    assert anna.delete(f"{key}/").status_code == 204
    refused(anna.get(f"{key}/"), 404, "no-such-experiment")


def test_others_see_what_is_shared_and_change_nothing(anna: Program, queue: Queue):
    bert = Program("Bert")
    key = anna.post("", BODY).json()["key"]
    refused(bert.get(f"{key}/"), 404, "no-such-experiment")
    refused(bert.post(f"{key}/cancel/"), 404, "no-such-experiment")
    Experiment.objects.update(visibility="public")
    assert Program().get(f"{key}/result/").status_code == 200
    refused(bert.post(f"{key}/cancel/"), 403, "not-your-experiment")
    assert Program().post(f"{key}/cancel/").status_code == 401


def test_the_list_has_public_ones_and_ones_own(anna: Program, queue: Queue, django_assert_max_num_queries: Any):
    own, shared, _hidden = anna.post("", BODY).json()["key"], begin(), begin()
    Experiment.objects.filter(pk=shared.pk).update(visibility="public")
    with django_assert_max_num_queries(8):
        rows = anna.get().json()["results"]
    assert {row["key"] for row in rows} == {own, shared.key}
    assert [row["key"] for row in Program().get().json()["results"]] == [shared.key]
    assert anna.get(sort="name").status_code == 400


def test_the_first_page_of_the_api_names_the_laboratory(client: Client):
    assert client.get(reverse("api:root")).json()["experiments"].endswith(API)
