"""Banners: one option a use, only in the owner's Active turn, back up after a Passive turn. DF-BANNER"""

from __future__ import annotations

from matches.engine.dawnfall import halves
from matches.engine.dawnfall.moments import Death, WoundEvent
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.state import Attached
from matches.engine.dawnfall.wounds import kill, wound
from matches.engine.kernel.decisions import Rule
from tests.engine.dawnfall.building import TestTable, a_squad, a_table, play
from tests.engine.dawnfall.fielding import a_field, do, offers
from tests.engine.dawnfall.made_up import Notes


def a_banner(notes: Notes) -> TestTable:
    def run(play: Play) -> Rule[None]:
        yield from ()
        notes.made.append(f"{play.seat}:banner")

    for seat in (0, 1):
        halves.BANNERS[f"side-{seat}", "banner", 0] = halves.Behaviour(run, windows=("W-OWN",))
    return a_table(a_squad("p"), a_squad("q", seat=1), places={"p": "0,0:0", "q": "2,0:0"})


def test_the_banner_can_be_used_from_the_start(notes: Notes) -> None:  # DF-BANNER-01, DF-SETUP-19
    assert "banner:0" in offers(a_banner(notes))


def test_a_banner_is_used_only_in_its_owners_active_turn(notes: Notes) -> None:  # DF-BANNER-02, R-BANNER, SC-54
    table = a_banner(notes)
    assert offers(table, 1) == []
    table.state.active = 1
    assert "banner:0" in offers(table, 1)
    assert offers(table, 0) == []


def test_after_use_it_lies_face_down_until_a_passive_turn(notes: Notes) -> None:
    # DF-BANNER-03, DF-BANNER-04, DF-PASSIVE-13, SC-54
    table = a_banner(notes)
    do(table, "banner:0")
    assert notes.made == ["0:banner"]
    assert table.state.banner_ready == [False, True]
    assert "banner:0" not in offers(table)
    table.state.used = {}
    table.state.turn += 2
    assert "banner:0" not in offers(table)
    table.state.stage = "passive"
    play(passive_turn(table))
    table.state.stage, table.state.active = "free", 0
    assert "banner:0" in offers(table)


def test_only_a_cards_text_turns_it_up_otherwise() -> None:  # DF-BANNER-04
    table = a_field(
        "son-of-khyber", enemies=["pilgrim"], sides=("demon", "chapter"), banner_ready=[False, False],
        places={"son-of-khyber": "0,0:0123456", "pilgrim/0": "1,0:4", "pilgrim/1": "3,0:0"},
        attached={"son-of-khyber": [Attached("rage", 0, on=True)]}, depleted=[3, 0], crystals=[0, 0],
    )  # fmt: skip
    play(kill(table, Death(table.model("pilgrim"), 0, table.model("son-of-khyber"))))
    assert table.state.banner_ready == [True, False]
    assert (table.state.crystals[0], table.state.depleted[0]) == (3, 0)


def test_an_option_that_answers_an_event_needs_the_own_turn_too() -> None:  # R-BANNER, R-EXTRA
    table = a_field(
        "angel-of-death", enemies=["son-of-khyber"], banners={"chapter": "alternative-chapter-banner"},
        places={"angel-of-death": "0,0:0123456", "son-of-khyber": "1,0:0123456"}, active=1,
    )  # fmt: skip
    son = table.squad_of("son-of-khyber")
    event = WoundEvent(table.model("son-of-khyber"), 1, 0, table.model("angel-of-death"))
    play(wound(table, event))
    assert (table.state.endurance[son], table.state.banner_ready[0]) == (4 - 1, True)
    table.state.active = 0
    play(wound(table, event), "banner:0")
    assert (table.state.endurance[son], table.state.banner_ready[0]) == (4 - 1 - 2, False)
