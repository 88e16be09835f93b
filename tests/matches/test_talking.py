"""Talk at the table: players speak, whoever wants silence has it."""

from __future__ import annotations

import pytest

from decks.visitors import Visitor
from matches.refusals import NotAtTheTable, NothingSaid, TooMuchSaid
from matches.services import SeatPlan, chat_for, mute, open_match, say, sit_down
from tests.matches.tables import QUICK, a_visitor, hot_seat, starter

pytestmark = pytest.mark.usefixtures("dawnfall")


def test_what_is_said_is_read_by_all_but_who_muted_the_table():
    one, two = a_visitor(), a_visitor()
    match = open_match(one, "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK)
    sit_down(two, match.key, 1, starter("demon"))
    say(one, match.key, "  Good \n luck! ")
    say(two, match.key, "Have fun!")
    assert [line.text for line in chat_for(Visitor(), match)] == ["Good luck!", "Have fun!"]
    mute(two, match.key, muted=True)
    assert [line.text for line in chat_for(two, match)] == ["Have fun!"]
    mute(two, match.key, muted=False)
    assert len(chat_for(two, match)) == 2


def test_only_players_speak_and_not_without_end():
    visitor = a_visitor()
    match = hot_seat(visitor)
    with pytest.raises(NotAtTheTable):
        say(a_visitor(), match.key, "Hello")
    for text in ("", " \n ", "x" * 501):
        with pytest.raises(NothingSaid, match="500"):
            say(visitor, match.key, text)
    for number in range(20):
        say(visitor, match.key, f"line {number}")
    with pytest.raises(TooMuchSaid):
        say(visitor, match.key, "one more")
