"""The changes of values by name: together they are just what counts, and each says where it comes from."""

from __future__ import annotations

from typing import Any

from matches.engine import Options, new_game
from matches.engine.dawnfall import attributes, markers
from matches.engine.dawnfall.attributes import NAMES
from matches.engine.dawnfall.modifiers import Change, changes, described
from matches.engine.dawnfall.state import Effect
from matches.engine.kernel.chance import SeededChance
from matches.setting_up.starters import random_setup


def counted(value: dict[str, Any]) -> int | None:
    """A value worked out from its description alone. R-ATTR-ORDER, R-JOINED"""
    number, factor, added, joined = value["printed"], 1, 0, None
    for change in value["modifiers"]:
        kind, amount = change["kind"], change["amount"]
        if kind == "fixed":
            return amount
        if kind == "+":
            added += amount
        elif kind == "*":
            factor *= amount
        elif kind == "with":
            joined = amount
        else:
            number = amount if kind == "=" else None
    return joined if number is None else max(0, number * factor + added) + (joined or 0)


PAIRS = [("chapter", "demon"), ("dvergar", "faceless"), ("reborn", "rhazack"), ("demon", "dvergar")]


def test_the_named_changes_give_the_value_that_counts():  # R-ATTR-ORDER
    seen = 0
    for seed, factions in enumerate(PAIRS * 2):
        chance = SeededChance(f"named {seed}".encode())
        game = new_game(random_setup("duel", factions, Options(quick_setup=True), chance), f"seed {seed}")
        while game.pending and len(game.choices) < 500:
            table = game.table
            for model in table.roster.models:
                if table.on_board(model):
                    for name, value in described(table, model).items():
                        assert counted(value) == value["value"] == attributes.value(table, model, name)  # type: ignore[arg-type]
                        assert all(change["name"] for change in value["modifiers"])
                        seen += len(value["modifiers"])
            game.choose(game.pending.options[chance.below(len(game.pending.options))].id)
    assert seen > 100


def test_effects_and_tokens_are_named_in_the_order_in_which_they_count():
    chance = SeededChance(b"order")
    game = new_game(random_setup("duel", ("chapter", "demon"), Options(quick_setup=True), chance), "seed")
    while game.table.state.turn < 1:
        game.choose(game.pending.options[0].id)
    table = game.table
    model = next(model for model in table.roster.models if table.on_board(model))
    attributes.last(table, Effect("att+", model, 2, "turn", "Storm of Blades"))
    attributes.last(table, Effect("attack", model, 2, "turn", "No value"))
    markers.put_on_squad(table, table.roster.squad_of[model], "blessing", 0)
    assert list(changes(table, model, "att")) == [Change("BLESSING", "+", 1), Change("Storm of Blades", "+", 2)]
    assert [change.name for name in NAMES for change in changes(table, model, name)].count("BLESSING") == 4
