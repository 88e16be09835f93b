"""Routes: picked where something waits, entered Space by Space, cut short. R-ENTER, R-STRAIGHT"""

from collections.abc import Iterator

import pytest

from matches.engine.dawnfall import movement, walking
from matches.engine.dawnfall.moments import Moment, MoveAction
from matches.engine.dawnfall.movement import perform
from tests.engine.dawnfall.building import TestTable, a_squad, a_table, play
from tests.engine.dawnfall.moving import check_ground, crossing, move, stands, to, to_space


class Waiting:
    """Something that waits in Spaces: it notes who enters and may halt the Move."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, table: TestTable, halts: dict[str, str] | None = None) -> None:
        self.windows: list[tuple[str, int, object]] = []
        self.halts = {table.board.number[tuple(map(int, key.split(",")))]: how for key, how in (halts or {}).items()}
        monkeypatch.setattr(walking, "open_window", self.open_window)
        monkeypatch.setattr(movement, "open_window", self.open_window)
        watched = sum(1 << n for n in self.halts)
        monkeypatch.setattr(walking, "WATCHED", [lambda _: watched])
        self.table = table

    def open_window(self, table: TestTable, moment: Moment, seats: object = None):
        self.windows.append((moment.window, moment.model, moment.space))
        moment.halt = self.halts.get(moment.space, "")
        yield from ()

    def entered(self) -> list[tuple[int, int]]:
        return [self.table.board.places[space] for window, _, space in self.windows if window == "W-ENTER"]


def test_the_windows_of_a_move_open_in_their_order(monkeypatch: pytest.MonkeyPatch):  # R-ENTER, Q-24
    table = a_table(a_squad("alpha", mov=2), places={"alpha": "0,0:0"})
    seen = Waiting(monkeypatch, table)
    journeys = play(perform(table, MoveAction(0, (0,))), *to(table, "2,0:0")).value
    assert [window for window, *_ in seen.windows] == ["W-MOVE", "W-ENTER", "W-ENTER", "W-AFTER-MOVE", "W-INSTANT"]
    assert seen.entered() == [(1, 0), (2, 0)]
    assert [(j.model, j.straight, len(j.entered)) for j in journeys] == [(0, 2, 2)]


def test_a_move_through_obstacles_enters_only_its_last_space(monkeypatch: pytest.MonkeyPatch):
    # R-ENTER, DF-MOVE-17, SC-35
    table = crossing(2, through_obstacles=True)
    seen = Waiting(monkeypatch, table, {"1,0": "here"})
    move(table, *to(table, "2,0:012"))
    assert seen.entered() == [(2, 0)]
    assert stands(table, "alpha") == "2,0:012"


def test_a_shift_within_the_space_enters_nothing(monkeypatch: pytest.MonkeyPatch):  # R-ENTER
    table = a_table(a_squad("alpha", mov=2), places={"alpha": "0,0:0"})
    seen = Waiting(monkeypatch, table)
    move(table, *to(table, "0,0:3"))
    assert seen.entered() == []


def test_the_player_picks_the_route_where_something_waits(monkeypatch: pytest.MonkeyPatch):  # R-FORCED-MOVE, R-ENTER
    table = a_table(a_squad("alpha", mov=2), places={"alpha": "0,0:0"})
    seen = Waiting(monkeypatch, table, {"1,0": "here"})
    talk = move(table, *to(table, "2,-1:0"), to_space(table, "1,-1"), to_space(table, "2,-1"))
    assert "move_route" in talk.kinds()
    assert seen.entered() == [(1, -1), (2, -1)]
    assert stands(table, "alpha") == "2,-1:0"


@pytest.mark.parametrize(("how", "end"), [("here", "1,0:3"), ("before", "0,0:3")])
def test_a_move_can_be_halted_on_its_way(monkeypatch: pytest.MonkeyPatch, how: str, end: str):  # R-ENTER
    table = a_table(a_squad("alpha", mov=2), places={"alpha": "0,0:0"})
    Waiting(monkeypatch, table, {"1,0": how})
    move(table, *to(table, "2,0:0"), to_space(table, "1,0"), to_space(table, "2,0"), to(table, end)[1])
    assert stands(table, "alpha") == end
    check_ground(table)


def ways_asked_for(table: TestTable, end: int, reach: int) -> Iterator[tuple[int, ...]]:
    """All routes that answers other than turning back can give."""
    beginnings: list[tuple[str, ...]] = [()]
    while beginnings:
        answers = beginnings.pop()
        asking = walking._ask_steps(table, MoveAction(0, (0,), reach), 0, end, -1)
        try:
            asked = next(asking)
            for answer in answers:
                asked = asking.send(next(option for option in asked.options if option.id == answer))
        except StopIteration as done:
            yield done.value
            continue
        assert len(answers) < reach, f"{answers} leads nowhere"
        beginnings += [(*answers, option.id) for option in asked.options if option.id != "back"]


@pytest.mark.parametrize("reach", [2, 3, 4])
def test_no_step_of_a_route_leads_nowhere(reach: int):  # R-FORCED-MOVE, R-ENTER, Q-41
    table = a_table(a_squad("alpha", mov=4), places={"alpha": "-3,3:0"})
    end = table.board.number[-3, 2]
    ways = list(ways_asked_for(table, end, reach))
    assert ways
    assert all(way[-1] == end and len(way) <= reach and len(set(way)) == len(way) for way in ways)
