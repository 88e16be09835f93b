"""The runner that plays until everything has come up: it tells what has not, and writes down games that break."""

from __future__ import annotations

import json
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from catalog.packs.schema import DeckFormat
from matches.engine import Decision, Option, Options, new_game
from matches.engine.dawnfall import wounds
from matches.engine.kernel.chance import SeededChance
from matches.setting_up.starters import dawnfall_factions, random_deck, random_setup, seated_factions, starter_setup
from matches.trials import exhausting
from matches.trials.cards_coverage import acting_keys
from matches.trials.exhausting import BESIDE, BROUGHT_BY, DURING, NEVER, exhaust, known_halves, known_steps, read_dump
from matches.trials.steering import Player


def test_a_small_run_tells_what_has_not_come_up(tmp_path: Path):
    found = exhaust(20, 2, tmp_path)
    assert (found.games, found.faults) == (2, [])
    assert set(found.steps) == set(known_steps())
    assert set(found.halves) == set(known_halves())
    assert found.steps["turn_declared"] > 2
    counted = {**found.steps, **found.halves}
    assert found.rare(20) == {name: count for name, count in counted.items() if count < 20}
    assert 0 in found.rare(20).values()
    assert found.rare(0) == {}


def test_a_run_ends_as_soon_as_everything_has_come_up(tmp_path: Path):
    assert exhaust(0, 5, tmp_path).games == 1


def test_the_same_seed_counts_the_same(tmp_path: Path):
    assert exhaust(20, 3, tmp_path, "one") == exhaust(20, 3, tmp_path, "one")
    assert exhaust(20, 3, tmp_path, "one") != exhaust(20, 3, tmp_path, "two")


def test_passive_halves_are_to_be_reached_and_what_never_comes_up_has_a_reason():
    assert "chapter/tactic/lower" in set(known_halves())
    assert not set(known_steps()) & set(NEVER)
    assert all(NEVER.values())


def test_what_halves_need_beside_them_is_in_the_catalogue():
    cards = {card.slug for file in dawnfall_factions().values() for card in file.cards}
    keys = {key for slug in seated_factions() for key in acting_keys(dawnfall_factions()[slug], playable=True)}
    halves = {key.split("/", 1)[1].replace("/", ":") for key in keys}
    assert {*DURING, *DURING.values(), *BESIDE} <= halves
    assert set(BESIDE.values()) <= cards
    assert set(BROUGHT_BY.values()) <= keys
    assert set(BROUGHT_BY) <= set(known_steps())


def test_every_half_that_is_rare_is_wanted_sooner_or_later(tmp_path: Path):
    found = exhaust(1, 1, tmp_path)
    rare = {name for name in found.rare(1) if name in found.halves and name.startswith("reborn/")}
    chance = SeededChance(b"seed")
    wanted = set()
    for _ in range(200):
        few = exhausting._wanted(found, 1, chance)["reborn"]
        assert few
        wanted |= few
    assert wanted >= {name.removeprefix("reborn/").replace("/", ":") for name in rare}


def test_a_steered_player_does_not_waste_a_wanted_card():
    game = new_game(
        random_setup("duel", ["chapter", "demon"], Options(), SeededChance(b"x"), {"chapter": {"bash"}}), "x"
    )
    player = Player({"chapter": {"bash:lower"}}, fierce=False, tried=Counter(), chance=SeededChance(b"y"))
    exhausting.play_out(game, lambda game, decision: player.choose(game.table, decision))
    seat = game.table.state.factions.index("chapter")
    decision = Decision(seat, "free", "What now?", (Option("play:bash:upper", ""), Option("end", "")))
    ids = [option.id for option in decision.options]
    assert player._saving(game.table, decision, ids) == ["end"]
    assert player._saving(game.table, decision, ["discard:bash", "discard:leap"]) == ["discard:leap"]
    assert player._saving(game.table, decision, ["discard:bash"]) == ["discard:bash"]
    assert player._saving(game.table, decision, ["play:bash:lower", "end"]) == ["play:bash:lower", "end"]


def test_a_wanted_card_stays_in_hand_even_when_any_choice_will_do():
    game = new_game(starter_setup("duel", ["reborn", "demon"]), "x")
    while not game.table.state.factions:
        game.choose(game.pending.options[0].id)
    player = Player({"reborn": {"seed:lower"}}, fierce=False, tried=Counter(), chance=SeededChance(b"y"))
    options = tuple(Option(id_, "") for id_ in ("play:seed:upper", "play:overgrow:upper", "discard:seed", "end"))
    decision = Decision(game.table.state.factions.index("reborn"), "free", "What now?", options)
    chosen = {player.choose(game.table, decision) for _ in range(200)}
    assert chosen == {"play:overgrow:upper", "end"}


def test_most_games_seat_the_factions_that_have_something_wanted():
    chance = SeededChance(b"seed")
    wanted = {slug: {"seed:lower"} if slug == "reborn" else set() for slug in seated_factions()}
    seated = [
        [seat.decks[0].faction for seat in exhausting._setup("duel", Options(), wanted, chance).seats]
        for _ in range(90)
    ]
    assert 60 <= sum("reborn" in factions for factions in seated) < 90
    assert {factions.index("reborn") for factions in seated if "reborn" in factions} == {0, 1}
    assert {slug for factions in seated for slug in factions} == set(seated_factions())


def test_a_deck_holds_the_wanted_cards_in_all_copies_with_their_squads():
    deck = random_deck("chapter", DeckFormat.DUEL, SeededChance(b"seed"), {"judgment", "fake-death"})
    printed = {card.slug: card.copies for card in dawnfall_factions()["chapter"].cards}
    assert {"angel-of-death", "pilgrim"} <= set(deck.squads)
    assert (deck.cards["judgment"], deck.cards["fake-death"]) == (printed["judgment"], printed["fake-death"])
    assert (len(deck.squads), sum(deck.cards.values())) == (5, 25)


def test_a_game_that_breaks_is_written_down_and_the_dump_replays_up_to_its_fault(tmp_path: Path, monkeypatch):
    def broken(*args: object, **more: object) -> None:
        raise ZeroDivisionError("the rule for Wounds is broken")

    with monkeypatch.context() as patch:
        patch.setattr(wounds, "wound", broken)
        found = exhaust(20, 4, tmp_path)
        assert found.faults
        dump = json.loads(found.faults[0].read_text())
        choice = dump["fault"].split(": ")[0]
        assert "the rule for Wounds is broken" in dump["fault"]
        game = read_dump(found.faults[0])
        assert game.choices == dump["choices"]
        with pytest.raises(ZeroDivisionError):
            game.choose(choice)
    game = read_dump(found.faults[0])
    game.choose(choice)
    assert game.choices == [*dump["choices"], choice]


def test_a_game_that_does_not_end_is_flagged(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(exhausting, "ENDLESS", 30)
    found = exhaust(20, 1, tmp_path)
    dump = json.loads(found.faults[0].read_text())
    assert dump["fault"] == "the game does not end"
    game = read_dump(found.faults[0])
    assert len(game.choices) == 30
    assert game.pending is not None


def test_the_command_fails_if_something_is_rare_or_a_game_breaks(tmp_path: Path, monkeypatch):
    out = StringIO()
    with pytest.raises(CommandError, match="Not everything came up 20 times"):
        call_command("exhaust", games=1, dumps=tmp_path, stdout=out)
    assert "   0 chapter/judgment/lower" in out.getvalue()
    call_command("exhaust", games=1, times=0, dumps=tmp_path, stdout=out)
    monkeypatch.setattr(exhausting, "ENDLESS", 30)
    with pytest.raises(CommandError, match="1 games broke or did not end"):
        call_command("exhaust", games=1, times=0, dumps=tmp_path, stdout=out)
