"""Every moment of random games can be shown to every seat: questions in clear words, buttons with names, chances."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from catalog.packs.schema import DeckFormat
from matches.drawing import draw_board
from matches.engine import Decision, Game, Option, Options, Setup, new_game
from matches.engine.kernel.chance import SeededChance, shuffled
from matches.naming import Names
from matches.setting_up.starters import dawnfall_factions, random_setup
from matches.showing.chances import die_chances
from matches.showing.fights import fight_sheet
from matches.showing.hands import hand_sheet
from matches.showing.options import Offer, offer
from matches.showing.prompts import hint, prompt
from matches.showing.sheets import seat_sheets
from matches.showing.turns import stages
from tests.matches.test_drawing import a_game


def playable() -> list[str]:
    wanted = {DeckFormat.DUEL, DeckFormat.MULTIPLAYER}
    return [
        slug for slug, file in dawnfall_factions().items() if {deck.format for deck in file.starter_decks} >= wanted
    ]


def shown(game: Game[Setup], seat: int | None) -> Offer | None:
    """All parts of the page for a seat; gives the offer if the seat decides."""
    view = game.view(seat)
    names = Names(view, game.setup.factions)
    decision = game.pending if game.pending and game.pending.seat == seat else None
    made = offer(decision, view, names, die_chances(decision, view, names)) if decision else None
    draw_board(view, names, made.picks if made else ())
    seat_sheets(view, names, 0)
    hand_sheet(view, names, made.ids if made else (), {})
    fight_sheet(view, names, game.log[-60:])
    assert stages(view, names)
    if decision:
        words = prompt(decision, view, names) + hint(decision, view, "It rained.")
        assert "%(" not in words
    return made


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("mode", ["duel", "ffa4", "team"])
def test_every_moment_can_be_shown_and_every_option_has_one_button(mode: str, seed: int):
    chance = SeededChance(f"shown {mode} {seed}".encode())
    factions = shuffled(chance, playable())[: 2 if mode == "duel" else 4]
    options = Options(special_sources=seed % 2 == 1, mulligan=seed % 3 == 1, buying_vp=mode == "duel")
    game = new_game(random_setup(mode, factions, options, chance), f"seed {seed}")
    while game.pending and len(game.choices) < 400:
        decision = game.pending
        made = shown(game, decision.seat)
        assert made is not None
        assert sorted(choice.id for choice in made.choices) == sorted(option.id for option in decision.options)
        assert all(choice.label and "%(" not in choice.label for choice in made.choices)
        numbers = [choice.number for choice in made.choices]
        assert all(later == earlier + 1 for earlier, later in pairwise(numbers))
        if len(game.choices) % 20 == 0:
            shown(game, None)
        game.choose(decision.options[chance.below(len(decision.options))].id)


def test_ways_out_come_last_and_quietly():
    game = a_game(quick_setup=True)
    decision = Decision(0, "free", "What do you do?", (Option("end", "End the turn"), Option("move", "Move the Squad")))
    view = game.view(0)
    made = offer(decision, view, Names(view, game.setup.factions), {})
    assert [(choice.id, choice.quiet) for choice in made.choices] == [("move", False), ("end", True)]


def test_many_spaces_are_folded_since_the_board_shows_them():
    game = a_game()
    assert game.pending is not None
    while game.pending.kind != "shrine":
        game.choose(game.pending.options[0].id)
    made = shown(game, game.pending.seat)
    assert made is not None
    assert [(group.folded, group.small, len(group.choices)) for group in made.groups] == [(True, True, 39)]


def test_the_better_die_shows_the_better_chance():
    chance = SeededChance(b"dice")
    seen = 0
    for seed in range(6):
        game = a_game(seed=f"dice {seed}", quick_setup=True)
        while game.pending and len(game.choices) < 500:
            decision = game.pending
            view = game.view(decision.seat)
            found = die_chances(decision, view, Names(view, game.setup.factions))
            if decision.kind == "die" and found:
                yellow, red = (int(found[die][0].split()[0]) for die in ("yellow", "red"))
                assert 0 <= yellow <= red <= 100
                seen += 1
            game.choose(decision.options[chance.below(len(decision.options))].id)
    assert seen > 10


def a_check(kind: str, targets: list[int], **data: Any) -> tuple[Decision, dict[str, Any], Names]:
    """A Check for Hit at models of which the first has INI 1, the second INI 3 and the third is off the board."""
    game = a_game(choices=60, quick_setup=True)
    view = json.loads(json.dumps(game.view(0)))
    for model, ini in ((0, 1), (1, 3)):
        view["models"][model]["attributes"] = {"ini": {"value": ini}}
    view["models"][2]["attributes"] = None
    told = {"model": 0, "purpose": "check", "bonus": 0, "targets": targets} | data
    return Decision(0, kind, "", (), told), view, Names(view, game.setup.factions)


def test_a_check_for_hit_shows_the_chance_of_each_die_at_each_target():
    assert die_chances(*a_check("die", [0, 1, 2])) == {
        "yellow": ("50 %", "to hit Angel of Death; 17 % Holy Knight 1"),
        "red": ("83 %", "to hit Angel of Death; 50 % Holy Knight 1"),
    }
    assert die_chances(*a_check("die", [1], bonus=1))["yellow"] == ("33 %", "to hit Holy Knight 1")
    assert die_chances(*a_check("die", [2])) == {}


def test_a_rolled_check_says_whom_it_hits_and_what_a_reroll_promises():
    found = die_chances(*a_check("rolled", [0, 1], die="red", face=2, result=2))
    assert found["keep"] == ("hits Angel of Death", "")
    assert found["pay_reroll"] == ("83 %", "to hit Angel of Death; 50 % Holy Knight 1")
    assert die_chances(*a_check("rolled", [1], die="red", face=2, result=2))["keep"] == ("misses", "")


def test_a_fight_names_what_changes_the_compared_values_each_source_once():
    game = a_game(choices=60, quick_setup=True)
    view = json.loads(json.dumps(game.view(0)))
    blessed = [{"name": "BLESSING", "kind": "+", "amount": 1}]
    values = {"value": 3, "printed": 2, "modifiers": blessed}
    for model in (0, 1):
        view["models"][model]["attributes"] = dict.fromkeys(("ini", "att", "defense", "mov"), values)
    view["fight"] = {
        "kind": "combat", "starter": 0, "opponent": 1, "attacker": 0, "target": 1, "counterattack": False,
        "attack_power": 0, "defense_power": 0,
    }  # fmt: skip
    sheet = fight_sheet(view, Names(view, game.setup.factions), [])
    assert sheet is not None
    told = [line.replace("\N{NO-BREAK SPACE}", " ") for line in sheet.fighters[0].changes]
    assert told == ["BLESSING: INI +1, ATT +1, DEF +1"]
