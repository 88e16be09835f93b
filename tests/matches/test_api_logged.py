"""The API of the log: the same checks as the form, every problem beside its field, and nothing private for others."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.tokens import make_token
from catalog.models import Faction
from decks.facts import facts_of
from decks.rules.code import encode
from decks.visitors import Visitor
from matches.models import LoggedMatch, Outcome
from matches.services import logging
from tests.factories import DeckFactory, PublicDeckFactory
from tests.matches.tables import a_visitor, starter

pytestmark = pytest.mark.usefixtures("dawnfall")
API = "/api/v1/logged-matches/"
SEATS = [
    {"name": "@anna", "faction": "demon", "victory_points": 14, "won": True},
    {"name": "@Bert", "faction": "chapter", "victory_points": 6},
]
ENTRY = {"mode": "duel", "played_on": "2026-03-01", "reason": "track", "visibility": "public", "seats": SEATS}


class Writer:
    """A program with somebody's token."""

    def __init__(self, visitor: Visitor | None = None) -> None:
        self.visitor = visitor
        token = make_token(visitor.user, "tests")[1] if visitor else ""
        self.headers = {"Authorization": f"Bearer {token}"} if visitor else {}

    def ask(self, method: str, path: str = "", body: Any = None, **parameters: Any) -> Any:
        send = getattr(Client(), method)
        if method == "get":
            return send(API + path, parameters, headers=self.headers)
        return send(API + path, body, content_type="application/json", headers=self.headers)

    def write(self, **values: Any) -> Any:
        made = self.ask("post", "", {**ENTRY, **values})
        assert made.status_code == 201, made.content
        return made.json()


@pytest.fixture
def anna() -> Writer:
    return Writer(a_visitor(username="Anna"))


@pytest.fixture
def bert() -> Writer:
    return Writer(a_visitor(username="Bert"))


def test_a_match_is_written_read_changed_and_deleted(anna: Writer, bert: Writer):
    notes = [{"turn": 3, "text": "b"}, {"turn": 1, "text": "a"}]
    made = anna.write(turns=21, first=1, options=["short_deck"], notes="*Close*", turn_notes=notes)
    assert (made["author"], made["drawn"], made["turns"], made["first"]) == ("Anna", False, 21, 1)
    assert [(seat["user"], seat["confirmed"], seat["won"]) for seat in made["seats"]] == [
        ("Anna", True, True), ("Bert", False, False),
    ]  # fmt: skip
    assert made["turn_notes"] == notes[::-1]
    key = made["key"]
    assert Client().get(made["page"]).status_code == 200
    assert bert.ask("get", f"{key}/").json() == made

    seats = [{**SEATS[0], "won": False}, {**SEATS[1], "won": True}]
    changed = anna.ask("put", f"{key}/", {**ENTRY, "seats": seats}).json()
    assert [seat["won"] for seat in changed["seats"]] == [False, True]
    assert (changed["turns"], changed["turn_notes"]) == (None, [])
    assert Outcome.objects.get(logged__key=key).standings.get(number=1).result == "won"
    assert anna.ask("delete", f"{key}/").status_code == 204
    assert not LoggedMatch.objects.exists()


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"played_on": "1999-01-01"}, "played_on", "from 2015 until today"),
        ({"reason": "captured"}, "reason", "does not end like that"),
        ({"options": ["flying"]}, "options", "no optional rule"),
        ({"first": 2}, "first", "one of the players"),
        ({"turns": 0}, "turns", "from 1 to 300"),
        ({"seats": SEATS[:1]}, "mode", "2 players"),
        ({"turn_notes": [{"turn": 0, "text": "x"}]}, "turn_notes", "no turn 0"),
        ({"visibility": "secret"}, "visibility", "secret"),
        ({"photos": []}, "photos", "no field"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(anna: Writer, bert: Writer, values: Any, field: str, words: str):
    answer = anna.ask("post", "", {**ENTRY, **values})
    assert answer.status_code == 400
    assert words in " ".join(answer.json()[field])
    assert not LoggedMatch.objects.exists()


def test_what_is_wrong_with_players_stands_beside_each(anna: Writer):
    seats = [{"name": "@nobody", "faction": "elves", "won": True}, {"name": "Bert", "victory_points": 100, "won": True}]
    wrong = anna.ask("post", "", {**ENTRY, "seats": seats}).json()["seats"]
    assert "Nobody here is called" in wrong[0]["name"][0]
    assert "no faction" in wrong[0]["faction"][0]
    assert "from 0 to 99" in wrong[1]["victory_points"][0]
    assert "Only one can win" in wrong[1]["won"][0]


def test_decks_are_named_by_starter_code_or_own_key(anna: Writer, bert: Writer):
    deck = starter("demon")
    faction = Faction.objects.select_related("system").get(slug="demon")
    code = encode(deck, facts_of(faction.system))
    own = DeckFactory(owner=anna.visitor.user, visibility="private", faction=faction, name="Mine")

    def brought(wanted: Any) -> Any:
        return anna.write(seats=[{"name": "Anna", "won": True, "deck": wanted}, {"name": "Bert"}])["seats"][0]

    assert brought({"starter": "demon"})["deck_name"] == deck.name
    assert (brought({"code": code})["faction"], brought({"code": code})["deck_code"]) == ("demon", code)
    assert brought({"key": own.key})["deck"] == own.key
    logged = LoggedMatch.objects.get(seats__deck_row=own)
    assert bert.ask("get", f"{logged.key}/").json()["seats"][0]["deck"] is None


def test_nobody_logs_with_the_deck_of_somebody_else(anna: Writer, bert: Writer):
    other = PublicDeckFactory(owner=bert.visitor.user)
    seats = [{"name": "Anna", "deck": {"key": other.key}}, {"name": "Bert", "deck": {"starter": "chapter"}}]
    answer = anna.ask("post", "", {**ENTRY, "seats": seats})
    assert answer.status_code == 400
    assert other.key in answer.json()["seats"][0]["deck"][0]


def test_only_the_author_changes_and_strangers_see_nothing_private(anna: Writer, bert: Writer):
    made = anna.write(visibility="private", seats=[SEATS[0], {"name": "Bert"}])
    path = f"{made['key']}/"
    for stranger in (bert, Writer()):
        assert stranger.ask("get", path).json()["code"] == "no-such-logged-match"
        assert stranger.ask("get").json()["results"] == []
    assert bert.ask("put", path, ENTRY).status_code == 404
    assert bert.ask("delete", path).status_code == 404
    assert anna.ask("put", path, {**ENTRY, "visibility": "unlisted"}).status_code == 200
    assert Writer().ask("get", path).status_code == 200
    assert bert.ask("put", path, ENTRY).json()["code"] == "not-your-log"
    assert bert.ask("delete", path).json()["code"] == "not-your-log"
    assert Writer().ask("post", "", ENTRY).status_code == 401
    assert LoggedMatch.objects.count() == 1


def test_who_is_named_confirms_or_leaves(anna: Writer, bert: Writer):
    key = anna.write()["key"]
    assert [row["key"] for row in bert.ask("get", to_confirm="true").json()["results"]] == [key]
    assert bert.ask("get", mine="true").json()["results"] == []
    assert [row["key"] for row in anna.ask("get", mine="true", mode="duel").json()["results"]] == [key]
    assert Writer(a_visitor()).ask("post", f"{key}/confirm/").json()["code"] == "not-named"
    assert bert.ask("post", f"{key}/confirm/").json()["seats"][1]["confirmed"]
    assert bert.ask("get", to_confirm="true").json()["results"] == []
    assert bert.ask("post", f"{key}/withdraw/").status_code == 204
    seat = anna.ask("get", f"{key}/").json()["seats"][1]
    assert (seat["user"], seat["name"]) == (None, "A player")
    assert "cannot be named again" in anna.ask("put", f"{key}/", ENTRY).json()["seats"][1]["name"][0]


def test_the_log_is_full_at_some_time(anna: Writer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(logging, "MOST_LOGGED", 1)
    anna.write(seats=[SEATS[0], {"name": "Bert"}])
    answer = anna.ask("post", "", {**ENTRY, "seats": [SEATS[0], {"name": "Bert"}]})
    assert (answer.status_code, answer.json()["code"]) == (403, "too-many-logged")


def test_a_list_of_any_length_takes_the_same_queries(anna: Writer, django_assert_max_num_queries: Any):
    for _ in range(5):
        anna.write(seats=[SEATS[0], {"name": "Bert", "deck": {"starter": "chapter"}}])
    with django_assert_max_num_queries(6):
        assert len(anna.ask("get").json()["results"]) == 5
