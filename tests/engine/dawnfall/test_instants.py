"""Instants: in whose turn, and what they can and cannot prevent. DF-INSTANT"""

from __future__ import annotations

from typing import Any

from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.state import DEAD
from matches.engine.dawnfall.windows import open_window
from matches.engine.kernel.decisions import Rule
from tests.engine.dawnfall.building import FIRST, TestTable, a_setup, a_squad, a_table, play, yellow
from tests.engine.dawnfall.fielding import a_field, do, offers
from tests.engine.dawnfall.made_up import Notes, a_card, a_half


def a_duel(notes: Notes, **values: Any) -> TestTable:
    """Q (seat 0) has the turn and a card that kills X; P (seat 1) holds an Instant."""

    def slay(play: Play) -> Rule[None]:
        yield from play.kill(play.table.model("x"))  # type: ignore[attr-defined]

    notes.teach("side-0", "slay", "upper", slay)
    notes.teach("side-1", "protect", "upper")
    cards = [a_card("slay"), a_card("protect", upper=a_half(instant=True, window="W-INSTANT"))]
    squads = [a_squad("q"), a_squad("x", seat=1, endurance=2), a_squad("y", seat=1)]
    setup = a_setup(*squads, cards={0: cards, 1: cards})
    places = {"q": "0,0:0", "x": "1,0:0", "y": "2,0:0"}
    return a_table(setup=setup, places=places, hands=[("slay",), ("protect",)], **values)


def test_instants_are_played_in_an_opponents_active_turn(notes: Notes) -> None:  # DF-INSTANT-01, DF-INSTANT-02, SC-55
    table = a_duel(notes)
    talk = play(open_window(table, Moment("W-INSTANT")), "play:protect:upper")
    assert [decision.seat for decision in talk.asked] == [1]
    assert notes.made == ["1:protect:upper"]


def test_instants_are_played_in_the_own_active_turn_too(notes: Notes) -> None:  # DF-INSTANT-02
    table = a_duel(notes, active=1)
    assert "play:protect:upper" in offers(table, 1)


def test_an_action_resolves_completely_before_its_target_can_answer(notes: Notes) -> None:  # DF-INSTANT-03, -04, SC-55
    table = a_duel(notes)
    do(table, "play:slay:upper", "play:protect:upper")
    assert table.state.places[table.model("x")] == DEAD
    assert table.state.marker == 2
    assert notes.made == ["0:slay:upper", "1:protect:upper"]
    assert table.state.discards == [("slay",), ("protect",)]


def test_nobody_plays_an_instant_in_a_passive_turn(notes: Notes) -> None:  # DF-PASSIVE-15, DF-CARD-02, SC-22
    table = a_duel(notes, stage="passive")
    assert play(open_window(table, Moment("W-INSTANT"))).asked == []


def a_dodge(**values: Any) -> TestTable:
    """The Demons' turn: a Bloodsmith touches a Holy Knight whose player holds Leap (Dodge) and Guardian Angel."""
    return a_field(
        "bloodsmith", enemies=["holy-knight"], sides=("demon", "chapter"), **values,
        places={"bloodsmith/0": "0,0:0", "holy-knight": "0,0:12"},
    )  # fmt: skip


def test_a_card_that_interrupts_is_offered_before_the_step_it_interrupts() -> None:  # DF-INSTANT-05, SC-55
    table = a_dodge(enemy_hand=["leap"])
    smith, knight = table.model("bloodsmith"), table.model("holy-knight")
    talk = play(combat_sequence(table, smith, knight), "play:leap:upper", "crystals", FIRST, FIRST)
    assert talk.asked[0].data["window"] == "W-COMBAT"
    assert table.board.distance[table.space(smith)][table.space(knight)] == 1
    assert table.events("die_rolled") == []
    assert table.state.crystals == [5, 3]


def test_no_card_is_played_between_attack_and_defense_roll_except_those_that_say_so() -> None:
    # DF-CARD-12, -13, Q-25, SC-55
    table = a_dodge(enemy_hand=["energy-drain", "guardian-angel", "leap"], rolls=[yellow(3), yellow(3)])
    smith, knight = table.model("bloodsmith"), table.model("holy-knight")
    talk = play(
        combat_sequence(table, smith, knight), "pass", "yellow", "play:guardian-angel:upper", "crystals", "yellow",
        {"rolled": "keep", "counterattack": "decline"},
    )  # fmt: skip
    dice = [n for n, kind in enumerate(talk.kinds()) if kind == "die"]
    between = talk.asked[dice[0] + 1 : dice[1]]
    assert [d.data.get("window") for d in between if d.kind == "window"] == ["W-BEFORE-DEF"]
    assert table.events("attack_compared")[0]["defense"] == 2 + 2 + 3


def a_team(notes: Notes) -> TestTable:
    """Seats A1, B1, A2, B2; B1's model attacks A1's; B2 holds a bonus, A1 holds Dodge."""

    def dodge(play: Play) -> None:
        play.fight.cancelled = True

    def boost(play: Play) -> None:
        play.lasting(play.fight.starter, "att+", 1, "combat")

    notes.teach("side-0", "dodge", "upper", dodge, cancels=True)
    notes.teach("side-3", "boost", "upper", boost)
    cards = [
        a_card("dodge", upper=a_half(instant=True, window="W-COMBAT")),
        a_card("boost", upper=a_half(instant=True, window="W-INSTANT")),
    ]
    squads = [a_squad(name, seat=n) for n, name in enumerate(("a1", "b1", "a2", "b2"))]
    setup = a_setup(*squads, mode="team", cards=dict.fromkeys(range(4), cards))
    places = {"a1": "0,0:0", "b1": "0,0:1", "a2": "2,0:0", "b2": "-2,0:0"}
    return a_table(setup=setup, places=places, hands=[("dodge",), (), (), ("boost",)], active=1)


def test_dodge_comes_before_bonuses_so_that_they_have_nothing_to_apply_to(notes: Notes) -> None:
    # DF-INSTANT-05, -07, SC-57
    table = a_team(notes)
    talk = play(combat_sequence(table, table.model("b1"), table.model("a1")), "play:dodge:upper")
    assert [decision.seat for decision in talk.asked] == [0]
    assert notes.made == ["0:dodge:upper"]
    assert table.state.effects == ()


def test_instants_of_several_players_take_effect_in_the_order_played(notes: Notes) -> None:  # DF-INSTANT-06, SC-57
    table = a_team(notes)
    for seat in range(4):
        notes.teach(f"side-{seat}", "boost", "upper")
    table.state.hands = [("boost",), ("boost",), ("boost",), ("boost",)]
    boost = "play:boost:upper"
    talk = play(open_window(table, Moment("W-INSTANT")), "pass", "pass", boost, "pass", boost, "pass", "pass")
    assert [decision.seat for decision in talk.asked] == [1, 2, 3, 1, 2, 1, 0]
    assert notes.made == ["3:boost:upper", "2:boost:upper"]


def test_your_includes_the_ally_and_the_player_pays_alone() -> None:  # DF-TEAM-08, DF-TEAM-09, R-YOUR, SC-57
    table = a_field(
        "master-of-elements", enemies=["pilgrim"], sides=("demon", "chapter", "chapter", "chapter"), mode="team",
        hand=["crystal-aegis"], places={"master-of-elements": "0,0:0", "pilgrim": "1,0:0", "pilgrim@1": "0,1:0"},
    )  # fmt: skip
    ally = table.model("pilgrim@1")
    assert table.roster.seat_of[ally] == 2
    talk = do(table, "play:crystal-aegis:lower", f"model:{ally}")
    assert talk.options("model") == [["Master of Elements", "Pilgrim", "Back"]]
    assert [marker.kind for marker in table.state.markers[ally]] == ["crystal-aegis"]
    assert table.state.crystals == [3, 5, 5, 5]
