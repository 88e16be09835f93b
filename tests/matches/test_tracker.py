"""The tracker for the real table: what it counts, what it refuses, and how it works without script."""

from __future__ import annotations

import json
import re
from html import unescape
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from matches.engine.dawnfall.setup import MODES
from matches.logged.tracking import SENTENCES, charges_left, crystals_left, do, leaders, new_state, points, read_state
from tests.factories import DeckFactory, UserFactory

DEEDS = ("gain", "spend", "charge", "endurance", "points", "capture", "lose", "turn")


def a_table(mode: str = "duel") -> dict:
    return new_state(mode, [{"name": name} for name in "ABCD"[: MODES[mode][0]]])


def state_of(page: str) -> dict:
    return json.loads(unescape(re.search(r'name="state" value="([^"]*)"', page)[1]))


def test_a_match_begins_as_the_rules_say():
    assert crystals_left(a_table()) == 16
    assert crystals_left(a_table("ffa3")) == 21
    assert crystals_left(a_table("team")) == 24
    assert charges_left(a_table("ffa4")) == 40
    assert points(a_table(), 1) == 10


def test_crystals_go_from_the_pile_to_the_pool_to_the_depleted_pool_and_back():
    state = a_table()
    player = state["players"][0]
    for deed in ("gain:0:1", "spend:0:1", "spend:0:1"):
        assert do(state, deed) == ""
    assert (player["crystals"], player["depleted"], crystals_left(state)) == (1, 2, 15)
    do(state, "refresh:0")
    assert (player["crystals"], player["depleted"]) == (3, 0)
    do(state, "undo")
    assert (player["crystals"], player["depleted"]) == (1, 2)


@pytest.mark.parametrize(("mode", "supply"), [("duel", 20), ("ffa3", 30), ("ffa4", 40), ("team", 40)])
def test_there_are_no_more_crystals_and_charges_than_in_the_box(mode: str, supply: int):
    state = a_table(mode)
    while not (refused := do(state, "gain:0:1")):
        pass
    assert refused == "pile-empty"
    assert sum(player["crystals"] for player in state["players"]) == supply
    while not (refused := do(state, "charge:1:1")):
        pass
    assert (refused, state["players"][1]["charges"]) == ("charges-out", supply)


@pytest.mark.parametrize(
    ("mode", "deed", "sentence"),
    [
        ("duel", "spend:0:3", "pool-empty"),
        ("duel", "gain:0:-3", "pool-empty"),
        ("duel", "spend:0:-1", "none-depleted"),
        ("duel", "refresh:1", "none-depleted"),
        ("duel", "charge:0:-1", "no-charge"),
        ("duel", "endurance:0:-1:4", "no-endurance"),
        ("duel", "endurance:0:1:5", "unknown"),
        ("duel", "points:0:11", "track-end"),
        ("duel", "capture:0:1:1", "unknown"),
        ("duel", "turn:0:-1", "first-turn"),
        ("duel", "undo", "nothing-to-undo"),
        ("ffa3", "points:0:1", "unknown"),
        ("ffa3", "capture:0:11:1", "no-tokens"),
        ("ffa3", "capture:0:-1:1", "none-captured"),
        ("ffa3", "capture:0:1:0", "unknown"),
        ("ffa3", "lose:0:-1", "all-tokens"),
        ("team", "capture:0:1:2", "unknown"),
        ("duel", "gain:7:1", "unknown"),
        ("duel", "gain:-1:1", "unknown"),
        ("duel", "fly:0:1", "unknown"),
        ("duel", "gain:0:many", "unknown"),
        ("duel", "gain:0:1000", "unknown"),
        ("duel", "", "unknown"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_changes_nothing(mode: str, deed: str, sentence: str):
    state = a_table(mode)
    assert do(state, deed) == sentence
    assert state == a_table(mode)
    assert str(SENTENCES[sentence]).endswith(".")


@pytest.mark.parametrize("mode", MODES)
def test_undoing_everything_leads_back_to_the_beginning(mode: str):
    chance, state = Random(mode), a_table(mode)
    done = 0
    while done < 150:
        deed = f"{chance.choice(DEEDS)}:{chance.randrange(4)}:{chance.choice((1, 1, -1))}:{chance.randrange(5)}"
        done += not do(state, deed)
        assert crystals_left(state) >= 0
        assert read_state(json.dumps(state)) == state
    while state["past"]:
        assert do(state, "undo") == ""
    assert state == a_table(mode)


def test_the_leader_by_points_is_carried_over_and_a_tie_is_nobodys():
    state = a_table("team")
    assert leaders(state) == []
    do(state, "capture:2:1:1")
    assert leaders(state) == [0, 2]
    state = a_table()
    do(state, "points:1:1")
    assert leaders(state) == [1]


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "null", "{}", "x" * 40_000, "[" * 5_000, json.dumps({**a_table(), "mode": "chess"}),
        json.dumps({**a_table(), "supply": 99}), json.dumps({**a_table(), "marker": 99}),
        json.dumps({**a_table(), "marker": True}), json.dumps({**a_table(), "turn": "1"}),
        json.dumps({**a_table(), "players": []}), json.dumps({**a_table(), "past": [1]}),
        json.dumps({**a_table(), "players": [{**a_table()["players"][0], "crystals": 30}, a_table()["players"][1]]}),
    ],
)  # fmt: skip
def test_what_is_no_state_is_not_read(text: str):
    assert read_state(text) is None


@pytest.mark.usefixtures("dawnfall")
class TestPages:
    def test_it_counts_without_script(self, client: Client):
        start = "/matches/tracker/play/?mode=duel&name_0=Anna&deck_0=starter:demon"
        page = client.get(start).content.decode()
        state = state_of(page)
        assert state["players"][0]["name"] == "Anna"
        assert all(name and endurance >= 0 for name, endurance in state["players"][0]["squads"])
        assert any(endurance for _, endurance in state["players"][0]["squads"])
        assert state["players"][1]["name"] == "Player 2"
        page = client.post("/matches/tracker/play/", {"state": json.dumps(state), "do": "spend:0:1"}).content.decode()
        assert state_of(page)["players"][0]["depleted"] == 1
        page = client.post("/matches/tracker/play/", {"state": json.dumps(state), "do": "gain:0:17"}).content.decode()
        assert "All 20 Crystals of this match are in play" in page

    def test_posts_need_no_token_and_nonsense_leads_to_the_start(self):
        client = Client(enforce_csrf_checks=True)
        sent = {"state": json.dumps(a_table()), "do": "gain:0:1"}
        assert client.post("/matches/tracker/play/", sent).status_code == 200
        answer = client.post("/matches/tracker/play/", {"state": "nonsense"})
        assert answer.headers["Location"] == "/matches/tracker/"
        assert client.post("/matches/tracker/finish/", {"state": "nonsense"}).headers["Location"] == "/matches/log/"

    def test_names_are_text(self, client: Client):
        page = client.get("/matches/tracker/play/", {"name_0": "<b>x</b>"}).content.decode()
        assert "<b>x" not in page

    @pytest.mark.parametrize("mode", MODES)
    def test_the_start_asks_for_as_many_players_as_the_mode_has(self, client: Client, mode: str):
        page = client.get(f"/matches/tracker/?mode={mode}").content.decode()
        assert len(re.findall(r'name="name_\d"', page)) == MODES[mode][0]
        assert client.get(f"/matches/tracker/play/?mode={mode}").status_code == 200

    def test_own_decks_are_offered_and_somebody_elses_is_not_read(self, client: Client):
        user = UserFactory()
        own, other = DeckFactory(owner=user, name="Mine"), DeckFactory()
        client.force_login(user)
        assert f"deck:{own.key}" in client.get("/matches/tracker/").content.decode()
        state = state_of(client.get(f"/matches/tracker/play/?deck_0=deck:{other.key}").content.decode())
        assert state["players"][0]["deck"] == ""
        assert [name for name, _ in state["players"][0]["squads"]] == [""] * 5

    def test_the_end_carries_the_result_to_the_log(self, client: Client):
        client.force_login(UserFactory())
        state = new_state("duel", [{"name": "Anna", "deck": "starter:demon"}, {"name": "Bert", "faction": "chapter"}])
        for deed in ("points:1:3", "turn:0:1"):
            do(state, deed)
        address = client.post("/matches/tracker/finish/", {"state": json.dumps(state)}).headers["Location"]
        told = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert told == {
            "mode": "duel", "turns": "2", "name_0": "Anna", "name_1": "Bert", "victory_points_0": "7",
            "victory_points_1": "13", "deck_0": "starter:demon", "faction_1": "chapter", "won_1": "on",
        }  # fmt: skip
        form = client.get(address).context["form"]
        assert form["name_1"].value() == "Bert"
        assert form["won_1"].value()
        assert not form["won_0"].value()


def test_the_worker_is_a_script_below_the_tracker(client: Client):
    answer = client.get("/matches/tracker/worker.js")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert "no-cache" in answer["Cache-Control"]
    assert b"addEventListener" in answer.content
