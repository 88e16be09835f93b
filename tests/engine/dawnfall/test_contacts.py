"""Tokens that need a contact: discarded in the very moment in which the last one ends. R-CONTACT-TOKEN"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from matches.engine.dawnfall import markers, movement, placing
from matches.engine.dawnfall.markers import Kind
from matches.engine.dawnfall.moments import Death
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.state import Marker
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.wounds import kill, sacrifice
from matches.engine.kernel.decisions import Rule
from tests.engine.dawnfall.building import TestTable, a_setup, a_squad, a_table, footprint, play
from tests.engine.dawnfall.fielding import do
from tests.engine.dawnfall.made_up import Notes, a_card
from tests.engine.dawnfall.moving import to


def _held(table: Table, model: int, marker: Marker) -> bool:
    seat_of = table.roster.seat_of
    return any(seat_of[other] == marker.seat for other in table.models_on(table.touch(model)))


@pytest.fixture(autouse=True)
def _a_contact_token() -> Iterator[None]:
    """The token `held` needs contact with a model of whoever put it there."""
    markers.define("held", Kind("HELD", lasts=_held))
    yield
    del markers.KINDS["held"]


def a_hold() -> TestTable:
    """Alpha bears a token of seat 1, whose two models both touch it; another one of seat 1 is far away."""
    squads = [a_squad("alpha", endurance=0), a_squad("beta", seat=1, models=3, endurance=0), a_squad("own")]
    setup = a_setup(*squads, cards={0: [a_card("deed")]})
    places = {"alpha": "0,0:0", "beta": "0,0:1", "beta/1": "0,0:2", "beta/2": "3,0:0", "own": "-3,0:0"}
    table = a_table(setup=setup, places=places, hands=[("deed",), ()])
    markers.put(table, table.model("alpha"), "held", 1)
    return table


def tokens(table: TestTable) -> list[str]:
    return [marker.kind for marker in table.state.markers[table.model("alpha")]]


def put(table: TestTable, **places: str) -> None:
    named = {name.replace("_", "/"): place for name, place in places.items()}
    placing.put_all(table, {table.model(name): footprint("T37", place) for name, place in named.items()}, {})


def test_the_token_stays_until_the_last_contact_ends():  # R-CONTACT-TOKEN
    table = a_hold()
    put(table, beta="2,0:0")
    assert tokens(table) == ["held"]
    put(table, beta_1="2,0:1")
    assert tokens(table) == []
    assert [event.kind for event in table.log[-2:]] == ["model_placed", "token_removed"]


def test_models_that_trade_places_keep_the_contact():  # R-CONTACT-TOKEN, R-SWITCH
    table = a_hold()
    put(table, beta="2,0:0")
    placing.switch(table, table.model("beta/1"), table.model("beta/2"))
    assert tokens(table) == ["held"]


def test_a_contact_that_ended_does_not_come_back_with_the_model(notes: Notes):  # R-CONTACT-TOKEN
    def away_and_back(play: Play) -> Rule[None]:
        yield from ()
        play.done = True
        for place in ("-2,0:0", "0,0:0"):
            placing.put_all(play.table, {0: footprint("T37", place)}, {})

    notes.teach("side-0", "deed", "upper", away_and_back)
    table = a_hold()
    do(table, "play:deed:upper")
    assert tokens(table) == []


def test_a_move_ends_the_contact():  # R-CONTACT-TOKEN
    table = a_hold()
    play(movement.move_action(table, 0, [table.model("alpha")]), *to(table, "-1,0:4"))
    assert tokens(table) == []


@pytest.mark.parametrize("end", ["kill", "sacrifice"])
def test_the_death_of_the_last_holder_ends_it_before_anybody_reacts(end: str):  # R-CONTACT-TOKEN, W-KILLED
    table = a_hold()
    put(table, beta="2,0:0")
    last = table.model("beta/1")
    play(kill(table, Death(last, 0)) if end == "kill" else sacrifice(table, last))
    assert tokens(table) == []
    kinds = [event.kind for event in table.log]
    assert kinds.index("token_removed") == kinds.index("model_killed" if end == "kill" else "model_sacrificed") + 1


def test_the_holder_that_is_set_aside_lets_go(notes: Notes):  # R-CONTACT-TOKEN, R-SETASIDE
    table = a_hold()
    put(table, beta="2,0:0")
    notes.teach("side-0", "deed", "upper", lambda play: play.set_aside(table.model("beta/1")))
    do(table, "play:deed:upper")
    assert tokens(table) == []


def test_what_ends_at_one_moment_ends_together():  # R-CONTACT-TOKEN
    group = Kind("GROUP", lasts=lambda table, model, marker: _all_stand(table))
    markers.KINDS["held"] = group
    table = a_hold()
    markers.put(table, table.model("own"), "held", 1)
    put(table, alpha="-3,0:1")
    assert [list(markers) for markers in table.state.markers] == [[]] * 5


def _all_stand(table: Table) -> bool:
    """Nobody who bears the token has left its old hexes; once off, a bearer counts no more."""
    bearers = [model for model, found in enumerate(table.state.markers) if found]
    return 0 not in bearers or table.state.places[0] == footprint("T37", "0,0:0")
