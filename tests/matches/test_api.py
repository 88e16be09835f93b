"""The API of matches: opening, joining, choosing, agreeing, and what it refuses in which words."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from django.test import Client

from accounts.tokens import make_token
from catalog.models import Faction
from decks.visitors import Visitor
from edge_site.settings import BASE_DIR
from matches.api.manners import Deeds
from matches.models import Match, Seat
from matches.services import choose, concede, done_with, game_of, sit_down, verify
from tests.factories import PublicDeckFactory
from tests.matches.tables import QUICK, a_visitor, hot_seat, play_on, starter

pytestmark = pytest.mark.usefixtures("dawnfall")
API = "/api/v1/matches/"
SEATS = [{"kind": "person", "deck": {"starter": "chapter"}}, {"kind": "bot", "deck": {"starter": "demon"}}]
OPEN = [{"kind": "person", "deck": {"starter": "chapter"}}, {"kind": "open"}]


class Program:
    """A client with somebody's token."""

    def __init__(self, visitor: Visitor | None = None) -> None:
        self.visitor = visitor
        self.client = Client()
        self.headers = {}
        if visitor is not None:
            self.headers = {"Authorization": f"Bearer {make_token(visitor.user, 'tests')[1]}"}

    def get(self, path: str = "", **parameters: Any) -> Any:
        return self.client.get(API + path, parameters, headers=self.headers)

    def post(self, path: str = "", body: Any = None) -> Any:
        return self.client.post(API + path, body or {}, content_type="application/json", headers=self.headers)

    def open(self, seats: Any = SEATS, **values: Any) -> Any:
        made = self.post("", {"mode": "duel", "seats": seats, "options": QUICK, **values})
        assert made.status_code == 201, made.content
        return made.json()


@pytest.fixture
def anna() -> Program:
    return Program(a_visitor(username="Anna"))


@pytest.fixture
def bert() -> Program:
    return Program(a_visitor(username="Bert"))


def refused(answer: Any, status: int, code: str) -> str:
    assert (answer.status_code, answer.json().get("code")) == (status, code), answer.content
    return answer.json()["detail"]


def test_a_match_is_opened_read_and_played(anna: Program):
    match = anna.open()
    assert (match["status"], match["my_seats"], match["seed"]) == ("running", [0], None)
    assert match["seats"][0]["name"] == "Anna"
    decision = match["decision"]
    pending = game_of(Match.objects.get()).pending
    assert [option["id"] for option in decision["options"]] == [option.id for option in pending.options]
    assert all(option["label"] for option in decision["options"])

    body = {"version": match["version"], "option": decision["options"][0]["id"]}
    answer = anna.post(f"{match['key']}/choose/", body)
    assert answer.status_code == 200, answer.content
    assert answer.json()["version"] > match["version"]
    assert Match.objects.get().all_steps.filter(seat=0).exists()
    assert anna.get(f"{match['key']}/").json()["decision"] == answer.json()["decision"]


def test_a_stale_choice_is_told_the_present_version_and_changes_nothing(anna: Program):
    match = anna.open()
    body = {"version": match["version"], "option": match["decision"]["options"][0]["id"]}
    now = anna.post(f"{match['key']}/choose/", body).json()
    again = anna.post(f"{match['key']}/choose/", body)
    assert "has gone on" in refused(again, 409, "stale")
    assert again.json()["version"] == now["version"] == Match.objects.get().version


def test_somebody_sits_down_at_an_open_table(anna: Program, bert: Program):
    match = anna.open(OPEN)
    assert (match["status"], match["decision"]) == ("open", None)
    assert [row["key"] for row in bert.get("", free="true").json()["results"]] == [match["key"]]
    refused(anna.get(f"{match['key']}/view/"), 409, "not-running")
    deck = PublicDeckFactory(owner=bert.visitor.user, **_columns("demon"))
    answer = bert.post(f"{match['key']}/seats/1/", {"deck": {"key": deck.key}})
    assert answer.status_code == 200, answer.content
    assert (answer.json()["status"], answer.json()["my_seats"]) == ("running", [1])
    assert Seat.objects.get(number=1).deck_row == deck
    refused(Program(a_visitor()).post(f"{match['key']}/seats/1/", {"deck": {"starter": "demon"}}), 409, "seat-taken")
    assert bert.get("", free="true").json()["results"] == []


def _columns(faction: str) -> dict[str, Any]:
    deck = starter(faction)
    return {
        "faction": Faction.objects.get(slug=faction), "squads": dict(Counter(deck.squads)), "cards": dict(deck.cards),
        "banner": deck.banner, "shrine": deck.shrine, "format": "duel",
    }  # fmt: skip


def test_an_invited_seat_needs_its_link_which_only_the_opener_is_told(anna: Program, bert: Program):
    match = anna.open([OPEN[0], {"kind": "invited"}])
    invitation = match["seats"][1]["invitation"]
    assert invitation == Seat.objects.get(number=1).invitation
    assert bert.get(f"{match['key']}/").json()["seats"][1]["invitation"] is None
    refused(bert.post(f"{match['key']}/seats/1/", {"deck": {"starter": "demon"}}), 403, "needs-invitation")
    body = {"deck": {"starter": "demon"}, "invitation": invitation}
    assert bert.post(f"{match['key']}/seats/1/", body).json()["status"] == "running"


def test_the_opener_takes_an_open_table_away(anna: Program, bert: Program):
    match = anna.open(OPEN)
    refused(bert.post(f"{match['key']}/cancel/"), 403, "not-your-match")
    assert anna.post(f"{match['key']}/cancel/").json()["status"] == "cancelled"
    refused(anna.post(f"{match['key']}/cancel/"), 409, "not-running")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"mode": "chess", "seats": SEATS}, "mode"),
        ({"mode": "duel", "seats": [{"kind": "person"}]}, "needs a deck"),
        ({"mode": "duel", "seats": [{"kind": "open", "deck": {"starter": "demon"}}]}, "brings the deck"),
        ({"mode": "duel", "seats": SEATS[:1]}, "number of seats"),
        ({"mode": "duel", "seats": SEATS, "options": {"quick": True}}, "no option “quick”"),
        ({"mode": "duel", "seats": SEATS, "options": {"hand_size": "3"}}, "something like 3"),
        ({"mode": "duel", "seats": SEATS, "options": {"hand_size": 9}}, "3, 4 or 5"),
        ({"mode": "duel", "seats": SEATS, "options": {"handicaps": ["a", 1]}}, "something like [0]"),
        ({"mode": "duel", "seats": SEATS, "options": {"track": 100000}}, "something like 10"),
        ({"mode": "duel", "seats": [{"kind": "person", "deck": {"starter": "elf"}}] * 2}, "expected one of"),
        ({"mode": "duel", "seats": [{"kind": "person", "deck": {}}] * 2}, "exactly one of"),
        ({"mode": "duel", "seats": [{"kind": "person", "deck": {"code": "?"}}] * 2}, ""),
        ({"mode": "duel", "seats": [{"kind": "person", "deck": {"list": {"faction": "demon"}}}] * 2}, ""),
        ({"mode": "duel", "seats": SEATS, "colour": "red"}, "no field “colour”"),
    ],
)
def test_what_cannot_be_opened_is_refused_in_a_sentence(anna: Program, body: Any, said: str):
    answer = anna.post("", body)
    assert answer.status_code == 400, answer.content
    assert said in answer.content.decode().replace('\\"', '"')
    assert not Match.objects.exists()


def test_only_players_act_and_only_for_their_own_seats(anna: Program, bert: Program):
    match = anna.open()
    body = {"version": match["version"], "option": match["decision"]["options"][0]["id"]}
    for deed, sent in [
        ("choose", body), ("take-back", {"version": match["version"]}), ("concede", {}), ("claim", {}),
        ("propose", {"kind": "draw"}), ("answer", {"proposal": "1", "agrees": True}), ("chat", {"text": "Hi"}),
        ("pass", {}), ("asking", {"asking": "always"}), ("rematch", {}),
    ]:  # fmt: skip
        refused(bert.post(f"{match['key']}/{deed}/", sent), 403, "not-at-the-table")
        assert Program().post(f"{match['key']}/{deed}/", sent).status_code == 401
    assert Match.objects.get().version == match["version"]
    assert bert.get(f"{match['key']}/").json()["decision"] is None


def test_the_other_player_cannot_answer_my_decision(anna: Program, bert: Program):
    match = anna.open(OPEN)
    bert.post(f"{match['key']}/seats/1/", {"deck": {"starter": "demon"}})
    row = Match.objects.get()
    asked, other = (anna, bert) if row.waiting_for == 0 else (bert, anna)
    decision = asked.get(f"{row.key}/").json()["decision"]
    body = {"version": row.version, "option": decision["options"][0]["id"]}
    assert other.get(f"{row.key}/").json()["decision"] is None
    refused(other.post(f"{row.key}/choose/", body), 409, "not-your-decision")
    refused(asked.post(f"{row.key}/choose/", {**body, "option": "nonsense"}), 400, "not-offered")


def test_matches_of_players_only_do_not_exist_for_others(anna: Program, bert: Program):
    match = anna.open(watching="players")
    for path in ("", "view/", "log/", "chat/", "replay/", "proof/", "moments/0/"):
        refused(bert.get(f"{match['key']}/{path}"), 404, "no-such-match")
        assert anna.get(f"{match['key']}/{path}").status_code in {200, 409}
    for path in ("choose/", "concede/", "chat/", "rematch/", "continue/", "cancel/"):
        refused(bert.post(f"{match['key']}/{path}"), 404, "no-such-match")
    assert bert.get().json()["count"] == 0
    assert anna.get("", mine="true").json()["count"] == 1


def test_taking_back_passing_and_asking(anna: Program):
    match = hot_seat(anna.visitor)
    for _ in range(300):
        answer = anna.post(f"{match.key}/take-back/", {"version": match.version})
        if answer.status_code == 200:
            break
        refused(answer, 409, "nothing-to-take-back")
        match = play_on(anna.visitor, match, 1)
    assert answer.json()["steps"] < match.steps
    assert anna.post(f"{match.key}/asking/", {"asking": "always"}).status_code == 200
    assert anna.post(f"{match.key}/pass/", {}).status_code == 200
    assert set(match.seats.values_list("asking", flat=True)) == {"always"}
    assert anna.post(f"{match.key}/asking/", {"asking": "never"}).status_code == 400


def test_proposals_chat_conceding_and_a_rematch(anna: Program, bert: Program):
    match = anna.open(OPEN)
    key = match["key"]
    bert.post(f"{key}/seats/1/", {"deck": {"starter": "demon"}})
    offer = anna.post(f"{key}/propose/", {"kind": "draw"}).json()["offer"]
    assert offer == {"id": offer["id"], "kind": "draw", "by": 0, "agreed": [0]}
    refused(bert.post(f"{key}/propose/", {"kind": "draw"}), 409, "offer-pending")
    refused(bert.post(f"{key}/answer/", {"proposal": "older", "agrees": True}), 409, "other-offer")
    answer = {"proposal": offer["id"], "agrees": False}
    assert bert.post(f"{key}/answer/", answer).json()["offer"] is None
    refused(bert.post(f"{key}/answer/", answer), 409, "no-such-offer")
    refused(anna.post(f"{key}/claim/"), 409, "still-there")
    assert anna.post(f"{key}/chat/", {"text": "Good luck"}).status_code == 201
    assert [line["text"] for line in bert.get(f"{key}/chat/").json()] == ["Good luck"]
    refused(anna.post(f"{key}/rematch/"), 409, "not-over")
    over = bert.post(f"{key}/concede/").json()
    assert (over["status"], over["result"]["winners"], over["result"]["reason"]) == ("over", [0], "conceded")
    refused(anna.post(f"{key}/concede/"), 409, "not-running")
    new = anna.post(f"{key}/rematch/")
    assert (new.status_code, new.json()["status"]) == (201, "open")
    assert bert.post(f"{key}/rematch/").json()["status"] == "running"


def test_the_log_is_read_on_from_a_step(anna: Program):
    match = play_on(anna.visitor, hot_seat(anna.visitor), 260)
    first = anna.get(f"{match.key}/log/").json()
    assert ([step["step"] for step in first["steps"]], first["complete"]) == (list(range(200)), False)
    rest = anna.get(f"{match.key}/log/", since=first["next"]).json()
    assert ([step["step"] for step in rest["steps"]], rest["complete"]) == (list(range(200, match.steps)), True)
    assert anna.get(f"{match.key}/log/", since=rest["next"]).json()["steps"] == []
    assert any(event["sentence"] for step in first["steps"] for event in step["events"])
    assert (first["opening"][0]["kind"], rest["opening"]) == ("first_player_rolled", [])
    assert anna.get(f"{match.key}/log/", since="x").status_code == 400
    assert anna.get(f"{match.key}/log/", sinc=1).status_code == 400


def test_moments_are_seen_through_own_eyes_until_the_end_and_all_eyes_after(anna: Program, bert: Program):
    match = play_on(anna.visitor, hot_seat(anna.visitor), 60)
    assert anna.get(f"{match.key}/moments/30/", seat=1).json()["own"]["hand"] is not None
    assert bert.get(f"{match.key}/moments/30/").json()["own"] is None
    refused(bert.get(f"{match.key}/moments/30/", seat=1), 403, "hidden-seat")
    refused(bert.get(f"{match.key}/moments/{match.steps + 1}/"), 404, "no-such-moment")
    refused(bert.get(f"{match.key}/replay/"), 409, "not-over")
    refused(bert.get(f"{match.key}/proof/"), 409, "not-over")
    match = concede(anna.visitor, match.key)
    assert bert.get(f"{match.key}/moments/30/", seat=1).json()["own"] is not None
    refused(bert.get(f"{match.key}/moments/30/", seat=7), 403, "hidden-seat")
    assert bert.get(f"{match.key}/").json()["seed"] == match.seed


def test_a_replay_is_read_and_proves_itself_and_goes_on(anna: Program, bert: Program):
    match = play_on(anna.visitor, hot_seat(anna.visitor), 3_000)
    data = bert.get(f"{match.key}/replay/").json()
    assert (data["seed"], len(data["choices"])) == (match.seed, match.steps)
    assert verify(data).holds
    proof = bert.get(f"{match.key}/proof/").json()
    assert (proof["holds"], proof["steps"], proof["of"]) == (True, match.steps, match.steps)
    new = bert.post(f"{match.key}/continue/", {"step": 100, "bots": [0]})
    assert (new.status_code, new.json()["my_seats"]) == (201, [1])
    refused(bert.post(f"{match.key}/continue/", {"step": match.steps + 1}), 404, "no-such-moment")


def test_the_list_is_narrowed_and_bounded(anna: Program, bert: Program, django_assert_max_num_queries: Any):
    for _ in range(6):
        anna.open()
    hidden = anna.open(watching="link")["key"]
    with django_assert_max_num_queries(8):
        rows = bert.get("", status="running", mode="duel").json()["results"]
    assert (len(rows), hidden in {row["key"] for row in rows}) == (6, False)
    assert bert.get(f"{hidden}/").status_code == 200
    assert bert.get("", mine="true").json()["count"] == 0
    assert anna.get("", mine="true").json()["count"] == 7
    assert bert.get("", status="asleep").status_code == 400


def test_reading_and_choosing_cost_few_queries(anna: Program, django_assert_max_num_queries: Any):
    match = anna.open()
    with django_assert_max_num_queries(8):
        anna.get(f"{match['key']}/")
    body = {"version": match["version"], "option": match["decision"]["options"][0]["id"]}
    with django_assert_max_num_queries(20):
        assert anna.post(f"{match['key']}/choose/", body).status_code == 200


def test_too_many_deeds_are_throttled(anna: Program, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Deeds, "rate", "2/min")
    answers = [anna.post("nothing/choose/").status_code for _ in range(3)]
    assert answers == [404, 404, 429]


@pytest.mark.django_db(transaction=True)
def test_the_example_bot_plays_a_whole_game(live_server: Any, dawnfall: Any):
    token = make_token(a_visitor().user, "bot")[1]
    command = [sys.executable, str(BASE_DIR / "examples/bot.py"), live_server.url, token]
    played = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    assert played.returncode == 0, played.stderr
    match = Match.objects.get()
    assert match.is_over
    assert str(match.result["winners"]) in played.stdout.splitlines()[-1]
    assert len(BASE_DIR.joinpath("examples/bot.py").read_text().splitlines()) <= 50


def test_two_programs_meet_and_play_on(anna: Program, bert: Program):
    key = anna.open(OPEN)["key"]
    bert.post(f"{key}/seats/1/", {"deck": {"starter": "demon"}})
    for _ in range(40):
        for program in (anna, bert):
            match = program.get(f"{key}/").json()
            if match["decision"]:
                body = {"version": match["version"], "option": match["decision"]["options"][-1]["id"]}
                assert program.post(f"{key}/choose/", body).status_code == 200
    assert {0, 1} <= set(Match.objects.get().all_steps.values_list("seat", flat=True))


def test_a_game_over_the_api_is_the_game_of_the_services(anna: Program):
    match = anna.open()
    row = Match.objects.get()
    option = match["decision"]["options"][0]["id"]
    assert anna.get(f"{row.key}/view/").json()["seat"] == 0
    choose(anna.visitor, row.key, row.version, option)
    assert anna.get(f"{row.key}/").json()["version"] == Match.objects.get().version


def test_sitting_down_twice_is_refused(anna: Program, bert: Program):
    key = anna.open(OPEN)["key"]
    sit_down(bert.visitor, key, 1, starter("demon"))
    refused(bert.post(f"{key}/seats/1/", {"deck": {"starter": "demon"}}), 409, "seat-taken")


def test_a_seat_is_not_called_like_somebody_else(anna: Program, bert: Program):
    for kind in ("person", "bot"):
        seats = [SEATS[0], {"kind": kind, "deck": {"starter": "demon"}, "name": "bert"}]
        answer = anna.post("", {"mode": "duel", "seats": seats, "options": QUICK})
        assert "bert is the name of a player with an account." in refused(answer, 400, "name-taken")
    assert not Match.objects.exists()


def test_the_seat_that_a_rematch_keeps_for_somebody_has_no_invitation(anna: Program, bert: Program):
    key = anna.open(OPEN)["key"]
    bert.post(f"{key}/seats/1/", {"deck": {"starter": "demon"}})
    anna.post(f"{key}/concede/")
    new = anna.post(f"{key}/rematch/").json()
    assert [(seat["kind"], seat["invitation"]) for seat in new["seats"]] == [("invited", None), ("person", None)]


def test_looking_leaves_the_game_at_hand(anna: Program):
    match = anna.open()
    row = Match.objects.get(key=match["key"])
    game = game_of(row)
    done_with(row, game)
    anna.get(f"{row.key}/view/")
    anna.get(f"{row.key}/log/")
    assert game_of(row) is game
