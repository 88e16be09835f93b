"""Gorehounds, Dark Scholars and Bloodsmiths: refusals, and the cases that the rulings name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from matches.engine.dawnfall import attributes, halves, markers, paying, shooting
from matches.engine.dawnfall.moments import NOBODY, Death, Fight, Moment, WoundEvent
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.shooting import check_for_hit
from matches.engine.dawnfall.state import DEAD, Attached, Effect
from matches.engine.dawnfall.views import view
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import kill
from matches.engine.kernel.decisions import Rule
from tests.engine.dawnfall.building import FIRST, TestTable, play, yellow
from tests.engine.dawnfall.cards.armies import demons
from tests.engine.dawnfall.fielding import CALM, a_field, at, do, offers, use

# Gorehound


def hounds(**values: Any) -> TestTable:
    places = {"gorehound": "2,0:01", "pilgrim": "2,0:2", "bloodsmith": "-3,0:0", **values.pop("places", {})}
    return demons("gorehound", "gorehound", "bloodsmith", places=places, **values)


def at_each_space(monkeypatch: pytest.MonkeyPatch, deed: Callable[[Play], Rule[None]]) -> None:
    """Something waits for whoever enters a Space, as a mine would."""
    monkeypatch.setitem(halves.TOKENS, "W-ENTER", [*halves.TOKENS["W-ENTER"], halves.Reaction("W-ENTER", deed)])


def test_a_carried_enemy_never_leaves_the_board_and_enters_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    # demon/hijack/lower, R-ENTER
    table = hounds(hand=["hijack"], rolls=[0, 0])
    goal, pilgrim, hound = table.board.number[1, 0], table.model("pilgrim"), table.model("gorehound")
    entered: list[tuple[int, bool]] = []

    def note(play: Play) -> Rule[None]:
        yield from ()
        entered.append((play.moment.model, table.on_board(pilgrim)))

    at_each_space(monkeypatch, note)
    do(table, "play:hijack:lower", f"space:{goal}", FIRST, {**CALM, "push_hexes": FIRST, "model": "none"})
    assert entered == [(hound, True)]
    assert table.touching(hound, pilgrim)
    assert [event["model"] for event in table.events("model_moved")] == [hound]
    assert [event["model"] for event in table.events("model_placed")] == [pilgrim]
    assert table.events("model_pushed") == []


def test_a_gorehound_that_dies_on_the_way_leaves_its_prey_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    # demon/hijack/lower, R-NEST, R-LAST-MODEL
    table = hounds(hand=["hijack"], enemies=["pilgrim"])
    hound, pilgrim = table.model("gorehound"), table.model("pilgrim")
    table.lift(table.model("pilgrim/1"), DEAD)  # the prey is the last enemy
    place = table.state.places[pilgrim]
    at_each_space(monkeypatch, lambda play: kill(table, Death(play.moment.model, 1)))
    do(table, "play:hijack:lower", f"space:{table.board.number[1, 0]}", FIRST, {**CALM, "push_hexes": FIRST})
    assert table.state.places[hound] == DEAD
    assert table.state.places[pilgrim] == place
    assert table.state.winners is None


def test_hijack_takes_an_enemy_of_any_size_only_where_it_fits() -> None:  # demon/hijack/lower, R-PARTIAL
    table = a_field(
        "gorehound", enemies=["angel-of-death"], sides=("demon", "chapter"), hand=["hijack"], rolls=[0, 0],
        places={"gorehound": "2,0:04", "angel-of-death": "1,0:0123456"},
    )  # fmt: skip
    board = table.board
    table.state.sources = [n for n in board.spaces if n not in {board.number[q, 0] for q in (1, 2, 3)}]
    table.state.occupied |= table.map_bits()
    talk = do(table, "play:hijack:lower", f"space:{board.number[1, 0]}", FIRST, {**CALM, "model": "none"})
    assert table.space(table.model("angel-of-death")) == board.number[2, 0]
    ends = next(d for d in talk.asked if d.kind == "move_space").options
    assert {option.id for option in ends if option.id.startswith("space")} == {
        f"space:{board.number[q, 0]}" for q in (1, 2, 3)
    }  # fmt: skip


def test_hijack_needs_an_enemy_in_contact_and_a_blocked_hound_only_fights() -> None:  # demon/hijack/lower, R-BLOCKED
    assert "play:hijack:lower" not in offers(hounds(hand=["hijack"], places={"pilgrim": "3,0:3"}))
    table = hounds(hand=["hijack"], rolls=[0, 0])
    markers.put(table, table.model("gorehound"), "trap", 1)
    talk = do(table, "play:hijack:lower", {**CALM, "model": FIRST})
    assert "move_space" not in talk.kinds()
    assert len(table.events("combat_declared")) == 1


def test_a_hidden_gorehound_is_out_of_reach_and_its_squad_still_pays() -> None:  # demon/shadowzone/lower, R-SETASIDE
    table = hounds(hand=["shadowzone"], crystals=[1, 5])
    hound = table.model("gorehound")
    markers.put(table, hound, "infection", 1)
    do(table, "play:shadowzone:lower")
    assert [marker.kind for marker in table.state.markers[hound]] == ["infection"]
    assert view(table, 1)["models"][hound]["status"] == "aside"
    assert hound not in shooting.models_in(table, table.board.spaces)
    assert "endurance:0" in [purse.id for purse in paying.purses(table, 0, "anything")]


def test_infection_may_come_at_any_moment_of_the_combat_even_in_a_backstab() -> None:
    # demon/infection/lower, demon/infection, R-STACK
    table = hounds(attached={"gorehound": [Attached("infection", 2)]})
    hound, pilgrim = table.model("gorehound"), table.model("pilgrim")
    lower = use(table, "gorehound", "infection", "lower")
    attack, defense = (Fight(a, b, attacker=a, target=b) for a, b in ((hound, pilgrim), (pilgrim, hound)))
    for window, pair in (("W-BEFORE-INI", attack), ("W-BEFORE-ATT", attack), ("W-BEFORE-DEF", defense)):
        assert at(table, 0, Moment(window, fight=pair)) == [lower]
    assert at(table, 0, Moment("W-BACKSTAB", fight=Fight(hound, pilgrim, "backstab", hound, pilgrim))) == [lower]
    assert at(table, 0, Moment("W-BEFORE-DEF", fight=attack)) == []
    markers.put(table, pilgrim, "infection", 0)
    assert at(table, 0, Moment("W-BEFORE-INI", fight=attack)) == []


# Dark Scholar


def test_self_destruct_of_the_last_model_loses_the_match() -> None:  # demon/self-destruct/lower, R-SACRIFICE, SC-49
    table = demons("dark-scholar", attached={"dark-scholar": [Attached("self-destruct", 2)]},
                   places={"dark-scholar": "2,0:0"})  # fmt: skip
    do(table, use(table, "dark-scholar", "self-destruct", "lower"))
    assert table.state.winners == (1,)
    assert table.events("die_rolled") == []


def test_mind_control_moves_no_model_with_a_dash_and_fights_no_demons() -> None:
    # demon/mind-control/lower, R-FORCED-MOVE, R-COMBAT-EACH
    table = demons(
        "dark-scholar", "bloodsmith", hand=["mind-control"], enemies=["ranger", "pilgrim"], modes=[1, 0, 0, 0],
        places={"dark-scholar": "2,0:0", "ranger": "2,0:1", "bloodsmith": "2,0:2", "pilgrim": "2,0:6"}, rolls=[0, 0],
    )  # fmt: skip
    ranger = table.model("ranger")
    markers.put(table, ranger, "trap", 0)  # Blocked for its own side only
    table.state.modes[2] = 0
    talk = do(table, "play:mind-control:lower", f"model:{ranger}", "done", {**CALM, "target": FIRST})
    assert "move_space" in talk.kinds()
    assert [event["opponent"] for event in table.events("combat_declared")] == [table.model("pilgrim")]
    aiming = demons(
        "dark-scholar", hand=["mind-control"], enemies=["ranger", "pilgrim"], modes=[1, 1, 0],
        places={"dark-scholar": "2,0:0", "ranger": "2,0:1"},
    )  # fmt: skip
    talk = do(aiming, "play:mind-control:lower", {"*": FIRST})
    assert "move_space" not in talk.kinds()


def test_the_owner_uses_nothing_for_a_controlled_model() -> None:  # demon/mind-control/lower, R-CONTROLLED
    table = demons("dark-scholar", places={"dark-scholar": "2,0:0"}, enemy_hand=["leap", "guardian-angel"])
    slave, friend = table.model("pilgrim"), table.model("pilgrim/1")
    attributes.last(table, Effect("controlled", slave, 0, "mind-control", "Mind Control"))
    pair = Fight(slave, friend, attacker=friend, target=slave)
    assert at(table, 1, Moment("W-BEFORE-DEF", fight=pair)) == []
    other = Fight(slave, friend, attacker=slave, target=friend)
    assert at(table, 1, Moment("W-BEFORE-DEF", fight=other)) == ["play:guardian-angel:upper"]


def test_a_second_spectral_grasp_is_refused_and_the_mode_may_change_later() -> None:
    # demon/spectral-grasp/lower, demon/spectral-grasp, R-STACK, R-CONTACT-TOKEN
    table = demons(
        "dark-scholar", hand=["spectral-grasp", "spectral-grasp"], modes=[1, 0, 0],
        places={"dark-scholar": "2,0:0", "pilgrim": "2,0:1"},
    )  # fmt: skip
    do(table, "play:spectral-grasp:lower")
    assert "play:spectral-grasp:lower" not in offers(table)
    table.state.modes[0] = 0
    play(open_window(table, Moment("W-INSTANT")))
    assert attributes.has(table, table.model("pilgrim"), "blocked")
    assert view(table, 1)["models"][table.model("pilgrim")]["markers"][0]["kind"] == "spectral-grasp"


# Bloodsmith


def test_initiative_serves_all_checked_models_of_one_squad() -> None:  # demon/faith/upper, R-INI-CHECK
    table = demons(
        "bloodsmith", "gorehound", hand=["faith"], rolls=[yellow(4)], active=1,
        places={"bloodsmith": "0,0:0", "bloodsmith/1": "0,0:1", "bloodsmith/2": "3,-3:0", "gorehound": "0,0:34"},
    )  # fmt: skip
    targets = [table.model(name) for name in ("bloodsmith", "bloodsmith/1", "gorehound")]
    attributes.last(table, Effect("ini=", table.model("gorehound"), 2, "turn", "test"))
    talk = play(check_for_hit(table, 1, NOBODY, targets), "play:faith:upper", "Bloodsmith", CALM)
    assert talk.options("squad") == [["Bloodsmith", "Gorehound", "Back"]]
    assert talk.value == [table.model("gorehound")]  # 4 against 2 + 2, and against 2
    assert table.state.effects == (Effect("ini=", table.model("gorehound"), 2, "turn", "test"),)


def test_initiative_is_for_demons_that_are_checked() -> None:  # demon/faith/upper, R-INI-CHECK
    table = demons("bloodsmith", hand=["faith"], places={"bloodsmith": "0,0:0"}, active=1)
    pilgrim = table.model("pilgrim")
    assert at(table, 0, Moment("W-BEFORE-HIT", targets=[pilgrim])) == []
    assert at(table, 0, Moment("W-BEFORE-HIT", targets=[pilgrim, table.model("bloodsmith")])) == ["play:faith:upper"]


def test_infernal_rites_wait_for_a_wound_on_an_enemy_by_a_model_of_the_carrier() -> None:
    # demon/infernal-rites/lower, R-CARRIER
    table = demons("bloodsmith", "gorehound", places={"bloodsmith": "3,0:2"},
                   attached={"bloodsmith": [Attached("infernal-rites", 2)]})  # fmt: skip
    table.state.places[table.model("gorehound")] = DEAD
    lower = use(table, "bloodsmith", "infernal-rites", "lower")
    smith, pilgrim = table.model("bloodsmith"), table.model("pilgrim")
    assert at(table, 0, Moment("W-WOUND-DEALT", wounds=WoundEvent(pilgrim, 1, 0, smith))) == [lower]
    assert at(table, 0, Moment("W-WOUND-DEALT", wounds=WoundEvent(smith, 1, 0, smith))) == []
    assert at(table, 0, Moment("W-WOUND-DEALT", wounds=WoundEvent(pilgrim, 1, 0, NOBODY))) == []
