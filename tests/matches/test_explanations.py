"""Bots explain themselves: what they considered is read in the replay, and not before it can harm nobody."""

from __future__ import annotations

import pytest
from django.test import Client

from decks.visitors import Visitor
from matches.bots import Considered, Sight, Thought
from matches.models import Match, Step
from matches.services import SeatPlan, concede, open_match
from matches.thinking import answering
from tests.matches.tables import QUICK, a_visitor, against_a_bot, play_on, starter
from tests.matches.test_table_page import client_of

pytestmark = pytest.mark.usefixtures("dawnfall")


class Talker:
    """Takes the first option and has a reason for it."""

    def think(self, sight: Sight) -> Thought:
        three = sight.decision.options[:3]
        considered = [Considered(each.id, "?", 0.6 - n / 10, (f"reason {n}",)) for n, each in enumerate(three)]
        return Thought(three[0].id, tuple(considered))


@pytest.fixture(autouse=True)
def talkers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "make_bot", lambda level, seed: Talker())


def begun(visitor: Visitor) -> tuple[Match, Step]:
    """A match with a bot, and a step for which it considered three options."""
    match = play_on(visitor, against_a_bot(visitor), 30)
    step = next(step for step in match.all_steps.filter(seat=1, auto=False) if len(step.thought["considered"]) == 3)
    return match, step


def moment(client: Client, match: Match, step: Step, eyes: str = "none") -> str:
    return client.get(f"/matches/{match.key}/replay/{step.number + 1}/?seat={eyes}").content.decode()


def log(client: Client, match: Match, step: Step) -> dict[str, object]:
    told = client.get(f"/api/v1/matches/{match.key}/log/?since={step.number}").json()["steps"][0]
    assert told["step"] == step.number
    return dict(told)


def test_during_a_match_against_people_nobody_reads_what_a_bot_thinks():
    visitor = a_visitor()
    match, step = begun(visitor)
    for client in (client_of(visitor), Client()):
        assert "Why?" not in moment(client, match, step)
        assert "reason 0" not in client.get(f"/matches/{match.key}/").content.decode()
        assert log(client, match, step)["thought"] is None


@pytest.mark.parametrize("eyes", ["none", "0", "1"])
def test_after_the_match_the_replay_tells_what_the_bot_considered(eyes: str):
    visitor = a_visitor()
    match, step = begun(visitor)
    match = concede(visitor, match.key)
    page = moment(Client(), match, step, eyes)
    assert "Why? What the Recruit considered" in page
    for percent, reason in (("60 %", "reason 0"), ("50 %", "reason 1"), ("40 %", "reason 2")):
        assert percent in page
        assert reason in page
    assert "?</span>" not in page.partition("Why?")[2]


def test_a_step_of_a_person_is_not_explained():
    visitor = a_visitor()
    match, _step = begun(visitor)
    match = concede(visitor, match.key)
    own = match.all_steps.filter(seat=0, auto=False).first()
    assert "Why?" not in moment(Client(), match, own)


def test_programs_read_it_after_the_match_too():
    visitor = a_visitor()
    match, step = begun(visitor)
    match = concede(visitor, match.key)
    thought = log(Client(), match, step)["thought"]
    assert thought["choice"] == step.choice
    assert [each["reasons"] for each in thought["considered"]] == [["reason 0"], ["reason 1"], ["reason 2"]]


def test_where_bots_play_alone_it_is_read_at_once(monkeypatch: pytest.MonkeyPatch):
    # The task ends after its first choice, and nobody takes up the next one.
    monkeypatch.setattr(answering, "STRETCH_SECONDS", -1.0)
    monkeypatch.setattr("matches.services.keeping.call_bots", lambda match: None)
    seats = [SeatPlan("bot", starter("chapter")), SeatPlan("bot", starter("demon"))]
    match = open_match(a_visitor(), "duel", seats, QUICK)
    for version in range(match.version, match.version + 10):
        answering.answer(match.key, version)
    match.refresh_from_db()
    assert match.is_running
    step = next(step for step in match.all_steps.all() if step.thought["considered"])
    assert "Why? What the Recruit considered" in moment(Client(), match, step)
