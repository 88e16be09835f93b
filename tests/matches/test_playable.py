"""What may sit down at a table, and why the rest may not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalog.packs.schema import DeckFormat, FactionFile, Tag
from matches.engine import DeckChoice, SetupRefused, new_game
from matches.engine.kernel.chance import SeededChance
from matches.setting_up.playable import (
    card_problem,
    deck_problems,
    faction_problem,
    playable_cards,
    playable_factions,
    playable_squads,
    playable_tokens,
    squad_problem,
)
from matches.setting_up.starters import dawnfall_factions, random_deck, seated_factions, starter_deck, starter_setup


def file(slug: str) -> FactionFile:
    return dawnfall_factions()[slug]


def slugs(records) -> set[str]:
    return {record.slug for record in records}


def test_the_six_factions_sit_down_and_darkness_does_not():
    assert set(playable_factions(dawnfall_factions())) == set(dawnfall_factions()) - {"darkness"}
    problem = faction_problem(file("darkness"))
    assert problem is not None
    assert (problem.kind, problem.slug, problem.rule) == ("faction", "darkness", "DF-SETUP-16")
    assert "Dark Point" in problem.sentence()


@pytest.mark.parametrize("faction", seated_factions())
def test_of_each_faction_the_boss_alone_stays_away_and_says_why(faction: str):  # R-BOSS
    bosses = [squad for squad in file(faction).squads if Tag.BOSS in squad.tags]
    assert len(bosses) == 1
    assert slugs(file(faction).squads) - slugs(playable_squads(file(faction))) == slugs(bosses)
    problem = squad_problem(file(faction), bosses[0])
    assert problem is not None
    assert (problem.kind, problem.rule, problem.sentence()) == ("squad", "R-BOSS", bosses[0].unplayable)


@pytest.mark.parametrize("faction", seated_factions())
def test_cards_of_a_boss_stay_away_with_it_for_the_same_reason(faction: str):  # R-BOSS
    boss = next(squad for squad in file(faction).squads if Tag.BOSS in squad.tags)
    away = [card for card in file(faction).cards if card not in playable_cards(file(faction))]
    assert {card.squad for card in away} == {boss.slug}
    assert len(away) == 4
    for card in away:
        problem = card_problem(file(faction), card)
        assert problem is not None
        assert (problem.kind, problem.slug, problem.sentence()) == ("card", card.slug, boss.unplayable)


def test_cavalry_sits_down_with_all_its_cards():  # R-CAVALRY
    cards = slugs(playable_cards(file("chapter")))
    assert {"winged-charge", "gallop", "trample", "dying-breath"} <= cards
    assert "holy-riders" in slugs(playable_squads(file("chapter")))


def test_tokens_of_bosses_stay_away():
    away = {slug: slugs(file(slug).tokens) - slugs(playable_tokens(file(slug))) for slug in dawnfall_factions()}
    assert away.pop("darkness") == slugs(file("darkness").tokens)
    assert away == {
        "chapter": {"discharge"}, "demon": {"control"}, "dvergar": {"quarry"}, "faceless": {"slash"},
        "reborn": {"toxic"}, "rhazack": {"beacon"},
    }  # fmt: skip


def test_a_boss_without_a_reason_and_a_card_with_its_own_stay_away_too():
    chapter = file("chapter")
    golem = next(squad for squad in chapter.squads if squad.slug == "war-golem")
    silent = golem.model_copy(update={"unplayable": ""})
    problem = squad_problem(chapter, silent)
    assert problem is not None
    assert problem.sentence() == "War Golem is a boss, and bosses take no part in matches."
    leap = next(card for card in chapter.cards if card.slug == "leap")
    assert card_problem(chapter, leap) is None
    barred = card_problem(chapter, leap.model_copy(update={"unplayable": "Not yet."}))
    assert barred is not None
    assert (barred.rule, barred.sentence()) == ("DF-DECK-03", "Not yet.")


def test_all_problems_of_a_deck_are_listed_at_once():
    deck = starter_deck("chapter", DeckFormat.DUEL)
    assert deck_problems(deck, dawnfall_factions()) == []
    barred = replace(deck, squads=(*deck.squads[:4], "war-golem"), cards={**deck.cards, "smash": 1, "static-field": 1})
    found = deck_problems(barred, dawnfall_factions())
    assert [(problem.kind, problem.slug) for problem in found] == [
        ("squad", "war-golem"), ("card", "smash"), ("card", "static-field"),
    ]  # fmt: skip


def test_a_deck_of_darkness_has_one_problem_and_one_of_an_unknown_faction_too():
    dark = DeckChoice("darkness", ("bell-crow",), {"cauterisation": 1}, "darkness-banner", "shadow-gate")
    assert [problem.kind for problem in deck_problems(dark, dawnfall_factions())] == ["faction"]
    elves = DeckChoice("elves", (), {}, "", "")
    assert [problem.sentence() for problem in deck_problems(elves, dawnfall_factions())] == [
        "There is no faction “elves” that could be played here."
    ]


@pytest.mark.parametrize("faction", seated_factions())
def test_the_engine_refuses_what_may_not_sit_down_with_the_same_sentence(faction: str):  # R-BOSS
    boss = next(squad for squad in file(faction).squads if Tag.BOSS in squad.tags)
    other = "demon" if faction == "chapter" else "chapter"
    setup = starter_setup("duel", (faction, other))
    deck = setup.seats[0].decks[0]
    seat = replace(setup.seats[0], decks=(replace(deck, squads=(*deck.squads[:4], boss.slug)),))
    with pytest.raises(SetupRefused) as refused:
        new_game(replace(setup, seats=(seat, setup.seats[1])), "seed")
    problem = squad_problem(file(faction), boss)
    assert problem is not None
    assert refused.value.rule == problem.rule
    assert problem.sentence() in refused.value.sentence()


def test_there_is_neither_a_starter_deck_nor_a_random_one_of_darkness():
    with pytest.raises(SetupRefused, match="Dark Point"):
        starter_deck("darkness", DeckFormat.DUEL)
    with pytest.raises(SetupRefused, match="Dark Point"):
        random_deck("darkness", DeckFormat.DUEL, SeededChance(b"seed"))


@pytest.mark.parametrize("deck_format", [DeckFormat.DUEL, DeckFormat.MULTIPLAYER])
@pytest.mark.parametrize("faction", seated_factions())
def test_random_decks_hold_nothing_that_may_not_sit_down(faction: str, deck_format: DeckFormat):
    chance = SeededChance(faction.encode())
    riders = {squad.slug for squad in file(faction).squads if Tag.CAVALRY in squad.tags}
    size = 25 if deck_format is DeckFormat.DUEL else 15
    for cavalry in (False, True) * 10:
        deck = random_deck(faction, deck_format, chance, cavalry=cavalry)
        assert deck_problems(deck, dawnfall_factions()) == []
        assert bool(riders & set(deck.squads)) is cavalry
        assert sum(deck.cards.values()) == size


def test_a_wanted_card_of_cavalry_brings_its_squad():  # R-CAVALRY
    deck = random_deck("chapter", DeckFormat.DUEL, SeededChance(b"seed"), {"trample"})
    assert "holy-riders" in deck.squads
    assert deck.cards["trample"] == 3
    wanted = random_deck("chapter", DeckFormat.DUEL, SeededChance(b"seed"), {"winged-charge", "gallop"})
    assert "holy-riders" in wanted.squads
    assert not {"winged-charge", "gallop"} & set(wanted.cards)
