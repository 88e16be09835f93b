"""What a pause at a window tells: the settings say so, and in a match with even pauses it tells nothing."""

from __future__ import annotations

import pytest
from django.test import Client

from decks.visitors import Visitor
from matches.engine import Decision, Option
from matches.models import Match, Seat
from matches.services import game_of
from matches.showing.pausing import PAUSE, pause_before_passing, ways_to_ask
from tests.matches.tables import a_visitor, hot_seat, play_on
from tests.matches.test_table_page import client_of, page_of

EVEN = Match(options={"always_pause": True})
PASS = Option("pass", "Pass")
UNABLE = Decision(0, "window", "", (PASS,))
ABLE = Decision(0, "window", "", (Option("play:x:lower", "X"), PASS))


@pytest.mark.parametrize("asking", Seat.Asking.values)
@pytest.mark.parametrize("match", [EVEN, Match()])
def test_the_pause_is_the_same_whether_one_could_act_or_not(match: Match, asking: str):
    seat = Seat(asking=asking)
    assert pause_before_passing(match, seat, UNABLE) == pause_before_passing(match, seat, ABLE)


def test_only_windows_of_a_match_with_even_pauses_pass_by_themselves():
    able = Seat(asking=Seat.Asking.ABLE)
    assert pause_before_passing(EVEN, able, UNABLE) == PAUSE
    assert pause_before_passing(EVEN, Seat(asking=Seat.Asking.ALWAYS), UNABLE) == 0
    assert pause_before_passing(Match(), able, UNABLE) == 0
    assert pause_before_passing(EVEN, able, Decision(0, "free", "", (PASS,))) == 0
    assert pause_before_passing(EVEN, None, UNABLE) == 0
    assert pause_before_passing(EVEN, able, None) == 0


def test_each_setting_says_what_it_tells_the_others():
    for match in (EVEN, Match()):
        assert [way.value for way in ways_to_ask(match)] == Seat.Asking.values
        assert any("tells nothing" in way.sentence for way in ways_to_ask(match))
    assert "a pause tells others that you could" in ways_to_ask(Match())[0].sentence


def at_any_window(visitor: Visitor, match: Match) -> Match:
    """Play on until somebody is asked at a window."""
    while (pending := game_of(match).pending) is not None and pending.kind != "window":
        match = play_on(visitor, match, 1)
    assert match.is_running
    return match


@pytest.mark.usefixtures("dawnfall")
class TestThePages:
    @pytest.fixture
    def visitor(self) -> Visitor:
        return a_visitor()

    def test_the_question_has_a_clock_only_where_pauses_are_even(self, visitor: Visitor):
        plain = at_any_window(visitor, hot_seat(visitor))
        assert "data-pause" not in page_of(client_of(visitor), plain)
        even = at_any_window(visitor, hot_seat(visitor, more={"always_pause": True}))
        assert f'data-pause="{PAUSE}"' in page_of(client_of(visitor), even)
        assert "data-pause" not in page_of(Client(), even)

    def test_a_match_is_set_up_with_even_pauses(self, visitor: Visitor):
        client = client_of(visitor)
        typed = {
            "mode": "duel", "watching": "public", "delay": "0", "hours": "0", "always_pause": "on", "quick_setup": "on",
            "seat0-who": "me", "seat0-deck": "starter:chapter", "seat1-who": "open", "seat1-deck": "any",
        }  # fmt: skip
        answer = client.post("/matches/new/", typed)
        assert answer.status_code == 302
        assert Match.objects.get().always_pause
        assert "even pauses" in client.get(answer["Location"]).content.decode()
