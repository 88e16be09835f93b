"""The people at a table: proposals, talk, presence, and what comes after, as pages show them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from decks.visitors import Visitor
from matches.models import Match, Seat
from matches.services import SeatPlan, concede, open_match, propose, say, sit_down
from matches.showing.company import agreement
from tests.matches.tables import QUICK, a_visitor, against_a_bot, hot_seat, play_on, starter

pytestmark = pytest.mark.usefixtures("dawnfall")

HTMX = {"HTTP_HX_REQUEST": "true"}
PROPOSAL = re.compile(r'name="proposal" value="([^"]+)"')


def client_of(visitor: Visitor) -> Client:
    client = Client()
    client.force_login(visitor.user)
    return client


def two_people(**values: Any) -> tuple[Visitor, Visitor, Match]:
    one, two = a_visitor(), a_visitor()
    match = open_match(one, "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK, **values)
    return one, two, sit_down(two, match.key, 1, starter("demon"))


def post(visitor: Visitor, match: Match, deed: str, **values: Any) -> Any:
    headers = values.pop("headers", {})
    return client_of(visitor).post(f"/matches/{match.key}/{deed}/", values, **headers)


def page_of(visitor: Visitor | None, match: Match, piece: str = "") -> str:
    client = client_of(visitor) if visitor else Client()
    response = client.get(f"/matches/{match.key}/{piece}")
    assert response.status_code == 200
    return response.content.decode()


def pulse(visitor: Visitor | None, match: Match) -> dict[str, Any]:
    client = client_of(visitor) if visitor else Client()
    return client.get(f"/matches/{match.key}/pulse/").json()


# Proposals


def test_a_draw_is_offered_seen_and_agreed_to():
    one, two, match = two_people()
    assert post(one, match, "propose", kind="draw").status_code == 302
    assert "Withdraw it" in page_of(one, match)
    page = page_of(two, match)
    assert "offers a draw." in page
    proposal = PROPOSAL.findall(page)[0]
    assert ">Agree</button>" in page
    watcher = page_of(None, match)
    assert "offers a draw." in watcher
    assert ">Agree</button>" not in watcher
    post(two, match, "answer", proposal=proposal, agrees="yes")
    match.refresh_from_db()
    assert match.is_over
    assert match.result["reason"] == "draw"
    page = client_of(one).get("/matches/mine/").content.decode()
    assert "Draw:" in page
    assert 'class="side-of faction-chapter won' not in page


def test_a_declined_draw_is_gone():
    one, two, match = two_people()
    post(one, match, "propose", kind="draw")
    proposal = PROPOSAL.findall(page_of(two, match))[0]
    post(two, match, "answer", proposal=proposal, agrees="no")
    match.refresh_from_db()
    assert (match.is_running, match.offer) == (True, None)


def test_an_answer_to_an_older_proposal_is_refused_with_a_sentence():
    one, two, match = two_people()
    stamps = [pulse(two, match)["parts"]["agree"]]
    post(one, match, "propose", kind="draw")
    stamps.append(pulse(two, match)["parts"]["agree"])
    seen = PROPOSAL.findall(page_of(two, match))[0]
    post(one, match, "answer", proposal=seen, agrees="no")
    post(one, match, "propose", kind="draw")
    stamps.append(pulse(two, match)["parts"]["agree"])
    refused = post(two, match, "answer", proposal=seen, agrees="yes")
    assert refused.status_code == 409
    assert "Another proposal is on the table by now." in refused.content.decode()
    match.refresh_from_db()
    assert match.is_running
    assert len(set(stamps)) == 3


@pytest.mark.parametrize(
    ("deed", "values"),
    [
        ("propose", {"kind": "draw"}),
        ("answer", {"proposal": "draw", "agrees": "yes"}),
        ("concede", {}),
        ("claim", {}),
        ("rematch", {}),
        ("say", {"text": "hello"}),
    ],
)
def test_nobody_acts_for_another(deed: str, values: dict[str, str]):
    one, _two, match = two_people()
    propose(one, match.key, "draw")
    before = Match.objects.values().get(pk=match.pk)
    post(a_visitor(), match, deed, **values)
    Client().post(f"/matches/{match.key}/{deed}/", values)
    assert Match.objects.values().get(pk=match.pk) == before
    assert Match.objects.count() == 1
    assert not match.chat.exists()


def test_giving_up_needs_a_second_click_and_ends_the_match():
    one, _two, match = two_people()
    assert "Yes, I give up" in page_of(one, match)
    assert "Yes, I give up" not in page_of(None, match)
    response = post(one, match, "concede", headers=HTMX)
    assert 'id="table"' in response.content.decode()
    match.refresh_from_db()
    assert match.result["winners"] == [1]


def test_on_a_hot_seat_proposals_need_no_second_voice():
    visitor = a_visitor()
    match = play_on(visitor, hot_seat(visitor), 5)
    assert propose(visitor, match.key, "take_back").steps < match.steps
    assert propose(visitor, match.key, "draw").is_over


def test_a_player_who_left_is_counted_down_and_replaced():
    one, two, match = two_people()
    late, other = (one, two) if match.waiting_for == 0 else (two, one)
    assert "is away" not in page_of(other, match)
    long_ago = timezone.now() - timedelta(seconds=50)
    Match.objects.filter(pk=match.pk).update(changed=long_ago)
    Seat.objects.filter(match=match, user=late.user).update(seen=long_ago)
    match.refresh_from_db()
    assert 30 < agreement(match, other).patience <= 40
    assert "data-countdown" in page_of(other, match)
    assert "data-countdown" not in page_of(None, match)
    Match.objects.filter(pk=match.pk).update(changed=long_ago - timedelta(minutes=2))
    Seat.objects.filter(match=match, user=late.user).update(seen=long_ago - timedelta(minutes=2))
    assert "Let a bot go on" in page_of(other, match)
    post(other, match, "propose", kind="replace")
    assert match.seats.get(user=late.user).kind == Seat.Kind.BOT


def test_who_lets_the_time_pass_may_lose_the_match():
    one, two, match = two_people(hours=24)
    late, other = (one, two) if match.waiting_for == 0 else (two, one)
    assert "left for this decision" in page_of(other, match)
    Match.objects.filter(pk=match.pk).update(due=timezone.now() - timedelta(minutes=1))
    assert "Claim the win" in page_of(other, match)
    assert "Claim the win" not in page_of(late, match)
    post(other, match, "claim")
    match.refresh_from_db()
    assert match.result["reason"] == "time"


# Talk


def test_players_talk_and_watchers_read():
    one, two, match = two_people()
    response = post(one, match, "say", text="good <b>luck</b>", headers=HTMX)
    assert "good &lt;b&gt;luck&lt;/b&gt;" in response.content.decode()
    for visitor in (two, None):
        assert "good &lt;b&gt;luck&lt;/b&gt;" in page_of(visitor, match)
    assert 'name="text"' not in page_of(None, match)
    assert post(two, match, "say", text="you too")["Location"].endswith("#chat")
    assert "Write something first" in post(two, match, "say", text=" ", headers=HTMX).content.decode()


def test_who_mutes_the_table_reads_the_others_no_more():
    one, two, match = two_people()
    say(one, match.key, "noise")
    post(two, match, "mute", muted="yes")
    assert "noise" not in page_of(two, match)
    assert "noise" not in page_of(two, match, "chat/")
    assert "Read the others again" in post(two, match, "mute", muted="yes", headers=HTMX).content.decode()
    post(two, match, "mute", muted="no")
    assert "noise" in page_of(two, match)


# What has changed


def test_the_pulse_tells_what_changed_and_nothing_else():
    one, two, match = two_people()
    asked, other = (one, two) if match.waiting_for == 0 else (two, one)
    before = pulse(other, match)
    assert set(before) == {"status", "parts", "mine", "here"}
    assert (before["mine"], pulse(asked, match)["mine"], pulse(None, match)["mine"]) == (False, True, False)
    play_on(asked, match, 1)
    say(one, match.key, "hello")
    after = pulse(other, match)
    assert {part for part in after["parts"] if after["parts"][part] != before["parts"][part]} == {"game", "chat"}
    assert match.seed not in str(after)


def test_who_asks_is_there():
    one, two, match = two_people()
    assert pulse(None, match)["here"] == []
    pulse(one, match)
    assert pulse(None, match)["here"] == [0]
    assert 'data-presence="0" data-here="yes"' in page_of(two, match)
    assert 'data-presence="0" data-here="yes"' in page_of(None, match)


def test_who_comes_back_is_announced_once(monkeypatch: pytest.MonkeyPatch):
    one, _two, match = two_people()
    heard: list[tuple[str, str]] = []
    monkeypatch.setattr("matches.live.announce", lambda key, what: heard.append((key, what)))
    for _ in range(3):
        pulse(one, match)
        pulse(None, match)
    assert heard == [(match.key, "people")]
    Seat.objects.filter(match=match).update(seen=timezone.now() - timedelta(minutes=2))
    pulse(one, match)
    assert len(heard) == 2


def test_the_pulse_of_a_hidden_match_is_for_its_players():
    match = against_a_bot(a_visitor(), watching=Match.Watching.PLAYERS)
    for piece in ("pulse", "chat", "agree", "after"):
        assert Client().get(f"/matches/{match.key}/{piece}/").status_code == 404


def test_the_stamps_of_a_page_are_those_of_its_pulse():
    one, two, match = two_people()
    say(one, match.key, "hello")
    propose(one, match.key, "draw")
    page, parts = page_of(two, match), pulse(two, match)["parts"]
    assert f'data-part="chat" data-stamp="{parts["chat"]}"' in page
    assert f'data-part="agree" data-stamp="{parts["agree"]}"' in page
    assert f'data-version="{parts["game"]}"' in page


def test_a_late_watcher_learns_late_that_something_happened():
    one, two, match = two_people(delay=600)
    asked = one if match.waiting_for == 0 else two
    before = pulse(None, match)["parts"]["game"]
    play_on(asked, match, 1)
    assert pulse(None, match)["parts"]["game"] == before
    assert pulse(one, match)["parts"]["game"] == str(match.version + 1)


def test_a_pulse_costs_little():
    one, _two, match = two_people()
    client = client_of(one)
    client.get(f"/matches/{match.key}/pulse/")
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/matches/{match.key}/pulse/")
    assert len(queries) <= 6


# Afterwards


def test_a_rematch_is_asked_for_and_accepted():
    one, two, match = two_people()
    concede(one, match.key)
    assert "Rematch, sides swapped" in page_of(one, match)
    assert "Rematch, sides swapped" not in page_of(None, match)
    before = pulse(two, match)["parts"]["after"]
    response = post(one, match, "rematch")
    new = Match.objects.get(rematch_of=match)
    assert response["Location"] == new.get_absolute_url()
    assert "The rematch begins when everybody has agreed." in page_of(one, new)
    assert "Agree to the rematch" in page_of(two, new)
    assert "Agree to the rematch" not in page_of(one, new) + page_of(None, new)
    assert "You asked for a rematch" in page_of(one, match)
    assert pulse(two, match)["parts"]["after"] != before
    assert "wants a rematch." in page_of(two, match, "after/")
    assert post(two, match, "rematch")["Location"] == new.get_absolute_url()
    new.refresh_from_db()
    assert new.is_running
    assert "The rematch is under way." in page_of(None, match)
    assert f'data-onward="{new.get_absolute_url()}"' in page_of(one, match)
    assert "data-onward" not in page_of(None, match)


def test_a_rematch_against_a_bot_begins_at_once():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    concede(visitor, match.key)
    new = post(visitor, match, "rematch")["Location"]
    assert 'name="option"' in client_of(visitor).get(new).content.decode()


def test_the_rematch_of_a_match_under_way_is_refused():
    one, _two, match = two_people()
    response = client_of(one).post(f"/matches/{match.key}/rematch/", follow=True)
    assert "The match is not over yet." in response.content.decode()


def test_who_gave_up_among_four_is_asked_for_the_rematch_too():
    people = [a_visitor() for _ in range(3)]
    seats = [SeatPlan("person", starter("chapter", "multiplayer")), *[SeatPlan("open")] * 2]
    match = open_match(people[0], "ffa3", seats, QUICK)
    for number, faction in ((1, "demon"), (2, "dvergar")):
        sit_down(people[number], match.key, number, starter(faction, "multiplayer"))
    concede(people[0], match.key)
    concede(people[1], match.key)
    post(people[2], match, "rematch")
    assert "wants a rematch." in page_of(people[0], match, "after/")


def test_a_late_watcher_learns_nothing_of_proposals_and_of_how_far_the_match_has_gone():
    one, two, match = two_people(delay=600, hours=24)
    before = pulse(None, match)["parts"]
    page = page_of(None, match)
    assert 'data-version=""' in page
    assert 'name="version" value=""' in page
    propose(one, match.key, "draw")
    assert pulse(None, match)["parts"] == before
    assert "offers a draw" not in page_of(None, match)
    assert "offers a draw" in page_of(two, match)
    told = Client().get(f"/api/v1/matches/{match.key}/").json()
    assert told["offer"] is None
    assert told["due"] is None


def test_nobody_else_reads_the_name_of_a_deck_that_waits():
    one = a_visitor()
    deck = replace(starter("chapter"), name="My secret plan")
    match = open_match(one, "duel", [SeatPlan("person", deck), SeatPlan("open")], QUICK)
    assert "My secret plan" in page_of(one, match)
    assert "My secret plan" not in page_of(None, match)
    assert "My secret plan" not in page_of(a_visitor(), match)
