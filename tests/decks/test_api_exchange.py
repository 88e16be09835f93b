"""The API for decks: checking, bringing in, giving out, and what is too much."""

import io
import json
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import User
from accounts.tokens import make_token
from catalog.models import StarterDeck
from decks.exchange import FORMS
from decks.models import Deck

pytestmark = pytest.mark.usefixtures("dawnfall")
API = "/api/v1/decks/"
JSON = "application/json"


@pytest.fixture
def annas(anna: User) -> dict[str, str]:
    """The header with Anna's token."""
    return {"Authorization": f"Bearer {make_token(anna, 'tests')[1]}"}


def check(client: Client, status: int = 200, **body: Any) -> Any:
    answer = client.post(f"{API}validate/", body, content_type=JSON)
    assert answer.status_code == status, answer.content
    return answer.json()


@pytest.fixture
def starter() -> dict[str, Any]:
    row = StarterDeck.objects.select_related("faction", "banner", "shrine").get(faction__slug="demon", format="duel")
    return {
        "faction": "demon",
        "format": "duel",
        "squads": row.squads,
        "cards": row.cards,
        "banner": row.banner.slug,
        "shrine": row.shrine.slug,
    }


def test_anybody_checks_a_deck_and_nothing_is_kept(client: Client, starter: dict[str, Any]):
    verdict = check(client, deck=starter)
    assert (verdict["legal"], verdict["problems"]) == (True, [])
    starter["cards"]["leap"] = 1
    starter["cards"]["moonwalk"] = 1
    starter["format"] = "huge"
    verdict = check(client, deck=starter)
    assert not verdict["legal"]
    about = {problem["slug"] for problem in verdict["problems"]}
    assert {"leap", "moonwalk"} <= about
    assert all(problem["sentence"].endswith(".") and problem["fix"] for problem in verdict["problems"])
    assert not Deck.objects.exists()


def test_code_and_text_are_checked_too(client: Client, starter: dict[str, Any]):
    verdict = check(client, deck=starter)
    again = check(client, code=verdict["code"])
    assert (again["legal"], again["deck"]) == (True, verdict["deck"])
    pasted = check(client, text="Faction: Demon\n2x Fireball\n3 Wizards of the coast")
    assert (pasted["legal"], pasted["deck"]["cards"]) == (False, {"fireball": 2})
    [line] = pasted["unmatched"]
    assert (line["line"], line["text"].strip()) == (3, "3 Wizards of the coast")
    assert line["reason"]
    assert pasted["remarks"]


def test_what_cannot_be_checked_gets_a_sentence(client: Client, starter: dict[str, Any]):
    assert check(client, 400) == {"non_field_errors": ["Send exactly one of deck, code and text."]}
    assert check(client, 400, deck=starter, code="E1")["non_field_errors"]
    assert check(client, 400, deck={})["deck"]["faction"] == ["This field is required."]
    assert check(client, 400, text="[]")["code"] == "unreadable"
    assert check(client, 400, deck={**starter, "system": "chess"})["system"]


def bring(client: Client, headers: dict[str, str], **body: Any) -> Any:
    return client.post(f"{API}import/", body, headers=headers)


def test_every_export_can_be_brought_in_again(client: Client, annas: dict[str, str], deck: Deck):
    for form in FORMS:
        out = client.get(f"{API}{deck.key}/export/?as={form}", headers={**annas, "Accept": "text/csv"})
        assert out.status_code == 200
        assert out.headers["Content-Type"] == FORMS[form].media_type
        assert out.headers["Content-Disposition"] == f'attachment; filename="fire.{FORMS[form].extension}"'
        file = SimpleUploadedFile(f"fire.{FORMS[form].extension}", out.content)
        answer = bring(client, annas, file=file)
        assert answer.status_code == 201, (form, answer.content)
        arrived = answer.json()
        assert answer.headers["Location"] == arrived["deck"]["url"]
        assert (arrived["deck"]["cards"], arrived["deck"]["squads"]) == (deck.cards, deck.squads), form
        assert (arrived["deck"]["name"], arrived["deck"]["legal"], arrived["unmatched"]) == ("Fire", True, [])
    assert Deck.objects.count() == len(FORMS) + 1


def test_an_unknown_form_gets_the_known_ones(client: Client, annas: dict[str, str], deck: Deck):
    answer = client.get(f"{API}{deck.key}/export/?as=pdf", headers=annas)
    assert answer.status_code == 400
    assert answer.json()["as"] == ["as is “pdf”; expected one of text, markdown, json, csv, xlsx, ods, code."]


def test_pasted_lines_that_cannot_be_matched_are_told_and_kept(client: Client, annas: dict[str, str]):
    body = {"text": "Faction: Demon\n2x Fireball\n3 Wizards of the coast"}
    answer = client.post(f"{API}import/", body, content_type=JSON, headers=annas).json()
    assert [line["text"].strip() for line in answer["unmatched"]] == ["3 Wizards of the coast"]
    assert "3 Wizards of the coast" in answer["deck"]["notes"]


def test_strangers_bring_in_nothing(client: Client):
    assert bring(client, {}, text="Faction: Demon\n2x Fireball").status_code == 401
    assert not Deck.objects.exists()


def test_an_import_needs_text_or_a_file(client: Client, annas: dict[str, str]):
    assert bring(client, annas).json() == {"non_field_errors": ["Send either text or a file."]}
    answer = bring(client, annas, text="9 Wizards of the coast")
    assert (answer.status_code, answer.json()["code"]) == (400, "no-faction-found")


def bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("deck.ros", b" " * 50_000_000)
    return packed.getvalue()


ENTITIES = b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa">]><roster>&a;</roster>'


@pytest.mark.parametrize(("name", "content"), [("bomb.rosz", bomb()), ("roster.ros", ENTITIES)])
def test_a_hostile_file_is_refused_in_a_sentence(client: Client, annas: dict[str, str], name: str, content: bytes):
    answer = bring(client, annas, file=SimpleUploadedFile(name, content))
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert answer.json()["detail"].endswith(".")
    assert not Deck.objects.exists()


@pytest.mark.parametrize("address", [API, f"{API}validate/", f"{API}import/"])
def test_what_is_too_large_is_refused_unread(client: Client, annas: dict[str, str], address: str):
    body = json.dumps({"text": "x" * 2_600_000})
    answer = client.post(address, body, content_type=JSON, headers=annas)
    assert answer.status_code == 413
    assert answer.json()["detail"] == "This is too large to be a deck; 2500000 bytes at most can be sent."


def test_whoever_writes_too_often_waits_and_everybody_still_reads(
    client: Client, annas: dict[str, str], monkeypatch: pytest.MonkeyPatch, starter: dict[str, Any]
):
    rates = {"anon": "9/min", "anon-writes": "1/min", "user-writes": "2/min"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    check(client, deck=starter)
    refused = client.post(f"{API}validate/", {"deck": starter}, content_type=JSON)
    assert refused.status_code == 429
    assert refused.json()["detail"].startswith("Too many requests")
    answers = [client.post(API, starter | {"name": "Fire"}, content_type=JSON, headers=annas) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert client.get(API).status_code == client.get(API, headers=annas).status_code == 200


def test_the_schema_describes_decks_without_a_warning(capsys: pytest.CaptureFixture[str]):
    call_command("spectacular", validate=True, fail_on_warn=True, format="openapi-json")
    paths = json.loads(capsys.readouterr().out)["paths"]
    assert set(paths[f"{API}{{key}}/"]) == {"get", "put", "patch", "delete"}
    assert {"409", "412", "428"} <= set(paths[f"{API}{{key}}/"]["patch"]["responses"])
    assert paths[API]["post"]["security"] == [{"token": []}, {"cookieAuth": []}]
    assert {} in paths[API]["get"]["security"]
    assert "security" not in paths["/api/v1/cards/"]["get"] or paths["/api/v1/cards/"]["get"]["security"] == [{}]
