"""Filling completes any legal beginning to a legal deck and never takes anything away."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decks.rules.deck_list import DeckList
from decks.rules.facts import CardFacts, FactionFacts, Facts, SquadFacts
from decks.rules.filling import fill
from decks.rules.formats import FORMATS
from decks.rules.problems import full_army, problems
from tests.decks.pack_facts import dawnfall_facts

FACTIONS = [*dawnfall_facts().factions]


@st.composite
def beginnings(draw: st.DrawFn) -> DeckList:
    """A part of some legal deck: squads that may stand together and cards that serve them, some squads left out."""
    faction = dawnfall_facts().factions[draw(st.sampled_from(FACTIONS))]
    format_ = FORMATS[draw(st.sampled_from([*FORMATS]))]
    army: list[str] = []
    owned = [squad for squad in faction.squads.values() for _ in range(squad.copies)]
    for squad in draw(st.permutations(owned)):
        cavalry = any(faction.squads[slug].cavalry for slug in army)
        if squad.selectable and not (squad.cavalry and cavalry) and len(army) < format_.squads:
            army.append(squad.slug)
    cards: Counter[str] = Counter()
    served = [c for c in faction.cards.values() if c.squad in {"", *army} and not c.outside_the_deck]
    for card in draw(st.lists(st.sampled_from(served), max_size=format_.cards)):
        cards[card.slug] += cards[card.slug] < card.copies
    squads = tuple(slug for slug in army if draw(st.booleans()))
    banner = draw(st.sampled_from(["", *faction.banners]))
    shrine = draw(st.sampled_from(["", *faction.shrines]))
    return DeckList(faction.slug, format_.slug, squads, dict(cards), banner, shrine, draw(st.text(max_size=10)))


def assert_keeps(before: DeckList, after: DeckList) -> None:
    assert after.squads[: len(before.squads)] == before.squads
    assert all(after.cards.get(slug, 0) >= copies for slug, copies in before.cards.items())
    assert (before.banner or after.banner, before.shrine or after.shrine) == (after.banner, after.shrine)
    assert (after.faction, after.format, after.name) == (before.faction, before.format, before.name)


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("faction", FACTIONS)
def test_a_legal_deck_grows_from_nothing(faction: str, format_: str):
    for seed in range(20):
        filling = fill(DeckList(faction, format_), dawnfall_facts(), seed)
        assert problems(filling.deck, dawnfall_facts()) == []
        assert filling.obstacles == ()


@settings(max_examples=300)
@given(beginnings(), st.integers())
def test_a_legal_deck_grows_around_any_legal_beginning(beginning: DeckList, seed: int):
    filling = fill(beginning, dawnfall_facts(), seed)
    assert [problem.sentence() for problem in problems(filling.deck, dawnfall_facts())] == []
    assert_keeps(beginning, filling.deck)


slugs = st.sampled_from(
    [
        slug
        for faction in dawnfall_facts().factions.values()
        for kind in ("squad", "card")
        for slug in faction.slugs(kind)
    ]
) | st.text(max_size=5)


@given(
    st.sampled_from(FACTIONS) | st.just("nobody"),
    st.sampled_from([*FORMATS]) | st.just("huge"),
    st.lists(slugs, max_size=7),
    st.dictionaries(slugs, st.integers(-3, 12).filter(bool), max_size=12),
)
def test_no_choice_is_ever_taken_away_and_what_stands_in_the_way_is_said(
    faction: str, format_: str, squads: list[str], cards: dict[str, int]
):
    deck = DeckList(faction, format_, tuple(squads), cards)
    filling = fill(deck, dawnfall_facts(), "seed")
    assert_keeps(deck, filling.deck)
    assert list(filling.obstacles) == problems(filling.deck, dawnfall_facts())
    if faction != "nobody" and format_ != "huge":
        said = "\n".join(filling.sentences())
        assert all(obstacle.sentence() in said for obstacle in filling.obstacles)


def test_the_same_seed_gives_the_same_deck_and_others_give_others():
    empty = DeckList("chapter")
    assert fill(empty, dawnfall_facts(), 7) == fill(empty, dawnfall_facts(), 7)
    decks = [fill(empty, dawnfall_facts(), seed).deck.cards for seed in range(10)]
    assert len({tuple(sorted(cards.items())) for cards in decks}) > 5


def test_a_full_deck_stays_as_it_is():
    deck = fill(DeckList("rhazack"), dawnfall_facts(), 1).deck
    again = fill(deck, dawnfall_facts(), 2)
    assert (again.deck, again.steps) == (deck, ())


def test_the_leader_comes_first_and_expansions_last():
    for faction in dawnfall_facts().factions.values():
        army = fill(DeckList(faction.slug), dawnfall_facts(), 3).deck.squads
        assert faction.squads[army[0]].leader
        assert not any(faction.squads[slug].expansion for slug in army)


def test_who_has_chosen_an_expansion_may_get_more_of_it():
    reborn = dawnfall_facts().factions["reborn"]
    more = replace(reborn, squads={**reborn.squads, "wisp": SquadFacts("wisp", "Wisp", 1, expansion=True)})
    facts = Facts([more])
    armies = [fill(DeckList("reborn", squads=("forest-wraith",)), facts, seed).deck.squads for seed in range(20)]
    assert any("wisp" in army for army in armies)
    assert not any("wisp" in fill(DeckList("reborn"), facts, seed).deck.squads for seed in range(20))


def test_chosen_cards_bring_their_squads():
    filling = fill(DeckList("chapter", "multiplayer", cards={"trample": 1, "purging": 2}), dawnfall_facts(), 1)
    assert set(filling.deck.squads[:2]) == {"holy-riders", "purge-doctor"}
    assert "Fielded Holy Riders: cards that you chose need this squad." in filling.sentences()
    assert problems(filling.deck, dawnfall_facts()) == []


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("faction", FACTIONS)
def test_the_deck_is_sensible(faction: str, seed: int):
    facts = dawnfall_facts().factions[faction]
    deck = fill(DeckList(faction), dawnfall_facts(), seed).deck
    cards = [facts.cards[slug] for slug, copies in deck.cards.items() for _ in range(copies)]
    served = Counter(card.squad for card in cards)
    assert all(served[squad] >= 3 for squad in deck.squads)
    assert served[""] >= 2
    kinds = Counter(card.kind for card in cards)
    assert 1 <= kinds["enhancement"] <= 10
    assert kinds["evolve"] <= 4
    there = [
        card for card in facts.cards.values() if card.instant and card.squad in served and not card.outside_the_deck
    ]
    assert sum(card.instant for card in cards) >= min(8, len(there))
    assert sum(card.cost for card in cards) / 25 <= 1
    assert max(deck.cards.values()) <= 4


def test_the_steps_say_how_the_deck_was_chosen():
    filling = fill(DeckList("demon", cards={"fireball": 3}, banner="demon-banner"), dawnfall_facts(), 1)
    steps = filling.sentences()
    assert steps[:3] == [
        "Shrine: Blood Altar, the standard one.",
        "Fielded Master of Elements: cards that you chose need this squad.",
        "Fielded Son of Khyber: the leader comes first.",
    ]
    assert [step.split(":")[0] for step in steps[6:-1]] == [
        *(dawnfall_facts().factions["demon"].squads[slug].name for slug in filling.deck.squads),
        "For any squad",
    ]
    assert steps[-1].startswith("Of 25 cards now ")


def test_twins_are_fielded_only_where_nothing_else_is_left():
    rhazack = fill(DeckList("rhazack", squads=("stream-guard",)), dawnfall_facts(), 1)
    assert rhazack.deck.squads.count("stream-guard") == 1
    two = FactionFacts(
        "dawnfall", "two", "Two", {"a": SquadFacts("a", "Alpha", 3), "b": SquadFacts("b", "Beta", 1)},
        {"x": CardFacts("x", "X", 30, "action")},
    )  # fmt: skip
    filling = fill(DeckList("two"), Facts([two]), 1)
    assert sorted(filling.deck.squads) == ["a", "a", "a", "b"]
    assert filling.sentences()[2:4] == ["Fielded Alpha once more: no other squad was left."] * 2
    assert len(filling.deck.squads) == full_army(FORMATS["duel"], two)


def test_a_catalogue_too_small_for_a_deck_is_said():
    few = FactionFacts(
        "dawnfall", "few", "Few", {"a": SquadFacts("a", "Alpha", 5)}, {"x": CardFacts("x", "X", 3, "action")}
    )
    filling = fill(DeckList("few"), Facts([few]), 1)
    assert [obstacle.code for obstacle in filling.obstacles] == ["DECK-SIZE"]
    assert filling.sentences()[-1] == (
        "This stands in the way of a legal deck: The deck has 3 cards, exactly 25 are needed. Add 22 cards."
    )


def test_a_card_listed_with_no_copy_is_no_choice():
    filling = fill(DeckList("demon", cards={"fireball": 0}), dawnfall_facts(), 1)
    assert filling.obstacles == ()
