"""Wounds, deaths and Sacrifices. DF-WOUND, Q-48, R-WOUND-EVENT ... R-LAST-MODEL"""

from typing import Any

import pytest

from matches.engine.dawnfall import markers
from matches.engine.dawnfall.moments import NOBODY, Death, WoundEvent
from matches.engine.dawnfall.state import DEAD, Attached, Effect, Marker
from matches.engine.dawnfall.wounds import kill, move_wounds, sacrifice, wound, wound_together
from tests.engine.dawnfall.building import TestTable, a_setup, a_squad, a_table, footprint, play

CHAIN = ["W-WOUND-DEAL", "W-WOUND-TAKE"]
AFTER = ["W-WOUND-TAKEN", "W-WOUND-DEALT"]


def a_squad_of_three(tokens: int = 2, **state: Any) -> TestTable:
    """Models 1 to 3 are a squad of seat 1 with Endurance 2; model 0 wounds them, model 4 keeps seat 1 in the match."""
    squads = (a_squad("killer", endurance=3), a_squad("victim", 1, models=3, endurance=2), a_squad("other", 1))
    places = {"killer": "0,0:0", "victim": "0,0:1", "victim/1": "-3,0:0", "victim/2": "3,0:0", "other": "0,3:0"}
    return a_table(*squads, places=places, endurance=[3, tokens, 1], **state)


def hit(table: TestTable, count: int, model: int = 1) -> WoundEvent:
    event = WoundEvent(model, count, 0, dealer=0)
    play(wound(table, event))
    return event


def alive(table: TestTable) -> list[bool]:
    return [table.on_board(model) for model in (1, 2, 3)]


@pytest.mark.parametrize(
    ("count", "tokens", "dies"), [(1, 1, False), (2, 0, False), (3, 0, True), (5, 0, True)], ids=str
)
def test_wounds_take_tokens_first_and_what_is_left_kills_one_model(
    count, tokens, dies
):  # DF-WOUND-01 to -03, SC-46, Q-48
    table = a_squad_of_three()
    hit(table, count)
    assert table.state.endurance[1] == tokens
    assert alive(table) == [not dies, True, True]


def test_tokens_are_shared_however_far_apart_the_models_stand():  # DF-WOUND-04, -05, SC-48
    table = a_squad_of_three(tokens=1)
    hit(table, 1, model=2)
    assert table.state.endurance[1] == 0
    hit(table, 1, model=3)
    assert alive(table) == [True, True, False]


def test_without_endurance_any_wound_kills():  # DF-WOUND-06, SC-47
    table = a_table(
        a_squad("killer"), a_squad("victim", 1, endurance=0), a_squad("other", 1),
        places={"killer": "0,0:0", "victim": "0,0:1", "other": "3,0:0"},
    )  # fmt: skip
    hit(table, 1)
    assert not table.on_board(1)
    assert table.state.marker == 0


def test_a_killed_model_leaves_the_board_and_frees_its_hexes(monkeypatch):  # DF-WOUND-09, R-STATUS
    monkeypatch.setitem(markers.KINDS, "mud", markers.Kind("Mud"))
    table = a_squad_of_three(tokens=0)
    bits = table.bits(1)
    table.state.markers[1] = (Marker("mud", 0),)
    table.state.effects = (Effect("att+", 1, 1, "turn", "test"), Effect("att+", 2, 1, "turn", "test"))
    hit(table, 1)
    assert table.state.places[1] == DEAD
    assert table.state.occupied & bits == 0
    assert table.state.markers[1] == ()
    assert [effect.model for effect in table.state.effects] == [2]
    assert table.state.stirred


def test_squad_card_enhancements_and_charges_stay_when_the_last_model_dies():  # DF-WOUND-07, -08, SC-52
    table = a_squad_of_three(tokens=0, attached=[(), (Attached("shield", 2),), ()])
    for model in (1, 2, 3):
        hit(table, 1, model)
    squad = table.roster.squads[1]
    assert not table.alive(squad)
    assert table.state.attached[1] == (Attached("shield", 2),)
    assert table.state.modes[1] == 0
    table.put(1, footprint("T37", "0,0:1"))
    assert table.alive(squad)
    assert table.state.attached[1] == (Attached("shield", 2),)


def test_a_model_that_returns_and_dies_again_earns_its_points_again():
    table = a_squad_of_three(tokens=0)
    for _ in range(2):
        hit(table, 1)
        table.put(1, footprint("T37", "0,0:1"))
    assert table.state.marker == 4


def test_the_windows_of_a_wound_open_in_their_order(watch):  # R-WOUND-EVENT, R-ORDER-SIDE
    hit(a_squad_of_three(), 2)
    assert watch.opened == [*CHAIN, "W-TOKEN-LOST", *AFTER]
    assert watch.seats == {
        "W-WOUND-DEAL": (0,), "W-WOUND-TAKE": (1,), "W-TOKEN-LOST": (1,), "W-WOUND-TAKEN": (1,), "W-WOUND-DEALT": (0,),
    }  # fmt: skip


def test_a_death_comes_between_the_tokens_and_the_aftermath(watch):  # R-WOUND-EVENT, R-LAST-MODEL
    event = hit(a_squad_of_three(), 3)
    assert watch.opened == [*CHAIN, "W-TOKEN-LOST", "W-DYING", "W-KILLED", *AFTER]
    assert (event.tokens_lost, event.killed) == (2, True)


def test_in_teams_allies_are_asked_too(watch):  # R-ORDER-SIDE
    squads = [a_squad(name, seat) for seat, name in enumerate("abcd")]
    table = a_table(setup=a_setup(*squads, mode="team"), places={name: f"0,0:{n}" for n, name in enumerate("abcd")})
    play(wound(table, WoundEvent(1, 1, 0, dealer=0)))
    assert watch.seats["W-WOUND-DEAL"] == (0, 2)
    assert watch.seats["W-WOUND-TAKE"] == (1, 3)


def add(count: int) -> Any:
    def more(table: Any, moment: Any) -> None:
        moment.wounds.count += count

    return more


def test_extra_wounds_belong_to_the_same_event(watch):  # R-EXTRA, R-WOUND-EVENT
    watch.at("W-WOUND-DEAL", add(2))
    table = a_squad_of_three()
    hit(table, 1)
    assert alive(table) == [False, True, True]
    assert watch.opened.count("W-WOUND-DEALT") == 1
    assert watch.opened.count("W-WOUND-DEAL") == 1


def test_a_cancelled_wound_was_neither_received_nor_dealt(watch):  # R-CANCEL-WOUND
    watch.at("W-WOUND-TAKE", add(-1))
    table = a_squad_of_three(tokens=0)
    hit(table, 1)
    assert alive(table) == [True, True, True]
    assert watch.opened == CHAIN
    assert not table.events("model_wounded")


def test_one_of_several_wounds_may_be_ignored(watch):  # R-CANCEL-WOUND
    watch.at("W-WOUND-TAKE", add(-1))
    table = a_squad_of_three(tokens=1)
    hit(table, 2)
    assert alive(table) == [True, True, True]
    assert table.state.endurance[1] == 0


def test_a_moved_wound_is_received_by_the_new_model_only(watch):  # R-MOVED-WOUND
    def guard(table: Any, moment: Any) -> None:
        move_wounds(moment.wounds, 4)

    watch.at("W-WOUND-TAKE", guard)
    table = a_squad_of_three()
    event = hit(table, 1)
    assert table.state.endurance == [3, 2, 0]
    assert (event.model, event.dealer, event.seat) == (4, 0, 0)
    assert watch.opened == ["W-WOUND-DEAL", "W-WOUND-TAKE", "W-WOUND-TAKE", "W-TOKEN-LOST", *AFTER]
    with pytest.raises(ValueError, match="at most once"):
        move_wounds(event, 1)


def test_a_model_that_cannot_be_wounded_takes_no_wound_events_but_can_be_killed(watch):  # R-IMMUNE, R-KILLED
    table = a_squad_of_three(effects=(Effect("immune", 1, 1, "turn", "test"),))
    hit(table, 5)
    assert watch.opened == []
    assert table.state.endurance[1] == 2
    play(kill(table, Death(1, 0, killer=0)))
    assert alive(table) == [False, True, True]


def test_a_kill_needs_no_wound_leaves_the_tokens_and_gives_points(watch):  # R-KILLED
    table = a_squad_of_three()
    play(kill(table, Death(1, 0, killer=0)))
    assert table.state.endurance[1] == 2
    assert table.state.marker == 2
    assert watch.opened == ["W-DYING", "W-KILLED"]
    assert table.events("model_killed") == [{"model": 1, "seat": 0, "killer": 0, "cause": "effect"}]


def test_wounds_of_both_are_applied_before_either_death(watch):  # R-SIMUL, R-SIMULTANEOUS-END
    table = a_squad_of_three(tokens=0)
    play(wound_together(table, [WoundEvent(1, 1, 0), WoundEvent(0, 4, 0)]))
    assert [event.kind for event in table.log if event.kind.startswith("model_")] == [
        "model_wounded", "model_wounded", "model_killed", "model_killed",
    ]  # fmt: skip
    assert table.state.winners == (1,)
    assert "W-KILLED" not in watch.opened


def test_the_points_of_a_death_can_be_changed_before_they_are_booked(watch):  # R-VP
    def worthless(table: Any, moment: Any) -> None:
        assert table.on_board(moment.death.model)
        moment.death.vp = max(0, moment.death.vp - 2)

    watch.at("W-DYING", worthless)
    table = a_squad_of_three(tokens=0)
    hit(table, 1)
    assert table.state.marker == 0


def test_a_dying_model_takes_no_further_wounds_and_dies_once(watch):  # R-NEST
    watch.at("W-DYING", lambda table, moment: wound(table, WoundEvent(1, 3, 0)))
    table = a_squad_of_three(tokens=0)
    hit(table, 1)
    assert len(table.events("model_killed")) == 1
    assert table.state.marker == 2
    assert table.dying == []


def test_a_dead_model_takes_nothing_more():  # R-NEST
    table = a_squad_of_three(tokens=0)
    hit(table, 1)
    hit(table, 1)
    assert len(table.events("model_wounded")) == 1


def test_whose_place_it_was_is_known_after_the_death(watch):  # W-KILLED
    seen = []
    watch.at("W-KILLED", lambda table, moment: seen.append(moment.death.bits))
    table = a_squad_of_three(tokens=0)
    bits = table.bits(1)
    hit(table, 1)
    assert seen == [bits]


def test_losing_the_last_model_ends_the_match_before_anybody_reacts(watch):  # R-LAST-MODEL, DF-END-01
    table = a_table(a_squad("killer"), a_squad("victim", 1, endurance=0), places={"killer": "0,0:0", "victim": "0,0:1"})
    hit(table, 1)
    assert table.state.winners == (0,)
    assert watch.opened == [*CHAIN, "W-DYING"]


def test_tokens_of_another_squad_may_absorb_the_wounds():  # W-BEFORE-DEF (Guard)
    table = a_squad_of_three()
    play(wound(table, WoundEvent(1, 2, 0, dealer=0, tokens_from=2)))
    assert table.state.endurance == [3, 1, 0]
    assert alive(table) == [True, True, True]


def test_a_wound_of_a_token_belongs_to_a_player_but_to_no_model(watch):  # R-DEALS, R-CREDIT
    table = a_squad_of_three(tokens=0)
    play(wound(table, WoundEvent(1, 1, 0)))
    assert table.events("model_killed") == [{"model": 1, "seat": 0, "killer": NOBODY, "cause": "effect"}]
    assert watch.seats["W-WOUND-DEALT"] == (0,)


def test_a_sacrifice_removes_at_once_and_gives_nobody_points(watch):  # DF-VP-08, R-SACRIFICE, SC-49
    table = a_squad_of_three()
    play(sacrifice(table, 1))
    assert alive(table) == [False, True, True]
    assert table.state.endurance[1] == 2
    assert table.state.marker == 0
    assert watch.opened == ["W-SACRIFICED"]
    assert not table.events("model_killed")


def test_a_sacrifice_in_multiplayer_gives_no_captures():  # DF-VP-08, SC-49
    squads = (a_squad("a"), a_squad("b", 1), a_squad("spare", 1), a_squad("c", 2))
    places = {"a": "0,0:0", "b": "0,0:1", "spare": "0,0:2", "c": "0,0:3"}
    table = a_table(setup=a_setup(*squads, mode="ffa3"), places=places)
    play(sacrifice(table, table.model("b")))
    assert table.state.starting == [10, 10, 10]
    assert table.state.captured == [(0, 0, 0)] * 3


def test_sacrificing_the_last_model_loses_the_match(watch):  # R-SACRIFICE, SC-49, DF-END-01
    table = a_table(a_squad("a"), a_squad("b", 1), places={"a": "0,0:0", "b": "0,0:1"})
    play(sacrifice(table, 0))
    assert table.state.winners == (1,)
    assert watch.opened == []
