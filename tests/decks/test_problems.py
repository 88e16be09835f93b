"""Every way in which a deck can be wrong has a code, a rule and a sentence."""

from dataclasses import replace

import pytest

from catalog.reference import reference
from decks.rules.deck_list import DeckList
from decks.rules.formats import FORMATS
from decks.rules.problems import Problem, problems
from decks.rules.sentences import count, gettext_noop, ngettext_lazy, say
from tests.decks.broken_decks import LEGAL, WITHOUT_SCHOLARS, cards, cavalry_alone, found, squads
from tests.decks.pack_facts import dawnfall_facts, starter_decks


def test_the_example_deck_and_all_starter_decks_are_legal():
    assert found(LEGAL) == []
    assert len(starter_decks()) == 18
    for deck in starter_decks():
        assert found(deck) == [], deck.name


BROKEN = {
    "a card too few": (
        replace(LEGAL, cards=cards(mist=None)),
        ("DECK-SIZE", "The deck has 24 cards, exactly 25 are needed.", "Add 1 card."),
    ),
    "cards too many": (
        replace(LEGAL, cards=cards(mist=3)),
        ("DECK-SIZE", "The deck has 27 cards, exactly 25 are needed.", "Take out 2 cards."),
    ),
    "a card too often": (
        replace(LEGAL, cards=cards(fireball=5, horde=None, mist=None)),
        ("CARD-COPIES", "Fireball: 5 copies, at most 4 are allowed.", "Take out 1 copy."),
    ),
    "a squad too few": (
        replace(LEGAL, squads=LEGAL.squads[:4], cards=cards(**WITHOUT_SCHOLARS, mist=4)),
        ("SQUAD-COUNT", "4 squads are fielded, exactly 5 are needed.", "Field 1 more squad."),
    ),
    "a squad too many": (
        replace(LEGAL, squads=(*LEGAL.squads, "gorehound")),
        ("SQUAD-COUNT", "6 squads are fielded, exactly 5 are needed.", "Take out 1 squad."),
    ),
    "a squad too often": (
        replace(LEGAL, squads=("son-of-khyber", *LEGAL.squads[:4]), cards=cards(**WITHOUT_SCHOLARS, mist=4)),
        (
            "SQUAD-COPIES",
            "Son of Khyber: fielded 2 times, the faction has 1 such squad.",
            "Field 1 other squad instead.",
        ),
    ),
    "a card of a squad not fielded": (
        replace(LEGAL, squads=squads("gorehound"), cards=cards(**{**WITHOUT_SCHOLARS, "self_destruct": 1}, mist=3)),
        (
            "CARD-SQUAD",
            "Self-Destruct: its lower action belongs to Dark Scholar, which is not fielded.",
            "Field Dark Scholar, or take the card out.",
        ),
    ),
    "another faction's card": (
        replace(LEGAL, cards=cards(leap=1, mist=None)),
        (
            "CARD-FACTION",
            "Leap: this card belongs to Chapter, the deck is of Demon.",
            "Take it out, or choose a card of Demon instead.",
        ),
    ),
    "another faction's squad": (
        replace(LEGAL, squads=squads("ranger"), cards=cards(**WITHOUT_SCHOLARS, mist=4)),
        (
            "SQUAD-FACTION",
            "Ranger: this squad belongs to Chapter, the army is of Demon.",
            "Field a squad of Demon instead.",
        ),
    ),
    "a Deployment card in the deck": (
        replace(LEGAL, squads=squads("succubus"), cards=cards(**WITHOUT_SCHOLARS, mist=3, appearance=1)),
        (
            "CARD-OUTSIDE-DECK",
            "Appearance: a Deployment card comes with its squad and stays outside the deck.",
            "Take the card out; you have it anyway.",
        ),
    ),
    "a setup Enhancement in the deck": (
        replace(LEGAL, cards=cards(venomous_kiss=1, mist=None)),
        (
            "CARD-OUTSIDE-DECK",
            "Venomous Kiss: a setup Enhancement comes with its squad and stays outside the deck.",
            "Take the card out; it comes by itself when you field Succubus.",
        ),
    ),
    "an unknown card": (
        replace(LEGAL, cards=cards(firebal=1, mist=None)),
        ("CARD-UNKNOWN", "“firebal”: the catalogue has no such card.", "Did you mean Fireball?"),
    ),
    "an unknown squad": (
        replace(LEGAL, squads=squads("zzzz"), cards=cards(**WITHOUT_SCHOLARS, mist=4)),
        ("SQUAD-UNKNOWN", "“zzzz”: the catalogue has no such squad.", "Field a squad of Demon instead."),
    ),
    "no copy of a card": (
        replace(LEGAL, cards=cards(shadowzone=0)),
        (
            "CARD-COUNT",
            "Shadowzone: 0 copies, a card of the deck has at least 1.",
            "Take the card off the list, or put at least 1 copy in.",
        ),
    ),
    "fewer than no copy of a card": (
        replace(LEGAL, cards=cards(shadowzone=-3)),
        (
            "CARD-COUNT",
            "Shadowzone: -3 copies, a card of the deck has at least 1.",
            "Take the card off the list, or put at least 1 copy in.",
        ),
    ),
    "no Banner": (
        replace(LEGAL, banner=""),
        (
            "BANNER-MISSING",
            "No Banner is chosen, exactly 1 is needed.",
            "Choose one: Demon Banner, Alternative Demon Banner.",
        ),
    ),
    "no Shrine": (
        replace(LEGAL, shrine=""),
        (
            "SHRINE-MISSING",
            "No Shrine is chosen, exactly 1 is needed.",
            "Choose one: Blood Altar, Altar of Conquest.",
        ),
    ),
    "another faction's Banner": (
        replace(LEGAL, banner="chapter-banner"),
        (
            "BANNER-FACTION",
            "Chapter Banner: this Banner belongs to Chapter, the army is of Demon.",
            "Choose a Banner of Demon: Demon Banner, Alternative Demon Banner.",
        ),
    ),
    "an unknown Shrine": (
        replace(LEGAL, shrine="blood-alter"),
        ("SHRINE-UNKNOWN", "“blood-alter”: the catalogue has no such Shrine.", "Did you mean Blood Altar?"),
    ),
    "an unknown format": (
        replace(LEGAL, format="huge"),
        ("FORMAT-UNKNOWN", "The format “huge” does not exist.", "Choose one of Duel, Multiplayer, Short duel."),
    ),
    "an unknown faction": (
        replace(LEGAL, faction="demons"),
        (
            "FACTION-UNKNOWN",
            "The faction “demons” is not in the catalogue.",
            "Choose one of Chapter, Darkness, Demon, Dvergar, Faceless, Reborn, Rha-Zack.",
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", BROKEN)
def test_each_way_of_breaking_a_deck_gets_its_own_sentence(way: str):
    deck, expected = BROKEN[way]
    assert found(deck) == [expected]


def test_a_boss_and_its_cards_are_not_selectable():  # R-BOSS
    deck = replace(LEGAL, squads=squads("ish"), cards=cards(**WITHOUT_SCHOLARS, possessed=3))  # fmt: skip
    boss, card = problems(deck, dawnfall_facts())
    assert (boss.code, boss.kind, boss.slug, boss.rules) == ("SQUAD-NOT-SELECTABLE", "squad", "ish", ("R-BOSS",))
    assert boss.sentence().startswith("Ish: this squad cannot be fielded. ")
    assert (card.code, card.kind, card.slug, card.rules) == ("CARD-NOT-SELECTABLE", "card", "possessed", ("R-BOSS",))
    assert card.sentence().startswith("Possessed: this card belongs to Ish, which cannot be fielded. ")
    assert card.remedy() == "Take the card out."


def test_the_back_of_a_banner_is_no_squad_to_choose():
    codes = [problem.code for problem in problems(DeckList("darkness", squads=("abyssal-empress",)), dawnfall_facts())]
    assert "SQUAD-NOT-SELECTABLE" in codes


def test_all_problems_are_listed_at_once_in_the_order_deck_squads_cards_pieces():
    deck = DeckList("demon", "duel", ("ish", "ranger", "nobody", "succubus", "succubus", "gorehound"),
                    {"fireball": 9, "leap": 1, "nothing": 1, "appearance": 1, "rush": 0})  # fmt: skip
    assert [(problem.code, problem.slug) for problem in problems(deck, dawnfall_facts())] == [
        ("SQUAD-COUNT", ""),
        ("SQUAD-NOT-SELECTABLE", "ish"),
        ("SQUAD-FACTION", "ranger"),
        ("SQUAD-UNKNOWN", "nobody"),
        ("SQUAD-COPIES", "succubus"),
        ("SQUAD-CAVALRY", "succubus"),
        ("DECK-SIZE", ""),
        ("CARD-SQUAD", "fireball"),
        ("CARD-COPIES", "fireball"),
        ("CARD-FACTION", "leap"),
        ("CARD-UNKNOWN", "nothing"),
        ("CARD-OUTSIDE-DECK", "appearance"),
        ("CARD-COUNT", "rush"),
        ("BANNER-MISSING", ""),
        ("SHRINE-MISSING", ""),
    ]


def test_a_deck_of_an_unknown_faction_is_still_counted():
    codes = [problem.code for problem in problems(DeckList("", "duel"), dawnfall_facts())]
    assert codes == ["FACTION-UNKNOWN", "SQUAD-COUNT", "DECK-SIZE"]


@pytest.mark.parametrize("format_", FORMATS)
def test_each_format_names_its_own_rules(format_: str):
    by_code = {problem.code: problem.rules for problem in problems(DeckList("demon", format_), dawnfall_facts())}
    setup = "DF-SETUP-21" if format_ == "multiplayer" else "DF-SETUP-20"
    deck = {"duel": "DF-DECK-01", "multiplayer": "DF-DECK-02", "short": "DF-OPT-10"}[format_]
    assert by_code["SQUAD-COUNT"] == (setup, "Q-08")
    assert by_code["DECK-SIZE"] == (deck,)


def test_every_rule_that_a_problem_names_is_in_the_rules_reference():
    decks = [deck for deck, _ in BROKEN.values()]
    decks.append(replace(LEGAL, squads=squads("ish", "succubus", "succubus"), cards={"possessed": 1}))
    named = {rule for deck in decks for problem in problems(deck, dawnfall_facts()) for rule in problem.rules}
    named |= {
        rule
        for problem in problems(replace(LEGAL, squads=squads("succubus")), cavalry_alone())
        for rule in problem.rules
    }
    assert len(named) > 12
    book = reference("dawnfall")
    assert {rule for rule in named if rule not in book.entries} == set()


def test_near_misses_are_suggested_by_slug():
    deck = replace(LEGAL, squads=squads("dark-skolar"))
    (unknown, *_) = problems(deck, dawnfall_facts())
    assert (unknown.code, unknown.suggestions) == ("SQUAD-UNKNOWN", ("dark-scholar",))


@pytest.mark.parametrize("slug", ["", " ", "💥", "a" * 5000, "#3f2a", "%s %(name)s"])
def test_no_name_is_too_strange_to_be_reported(slug: str):
    deck = DeckList(slug, slug, (slug,), {slug: 1}, slug, slug)
    assert all(problem.sentence() and problem.remedy() for problem in problems(deck, dawnfall_facts()))
    deck = DeckList("demon", "duel", (slug,), {slug: 1}, slug, slug)
    assert {"SQUAD-UNKNOWN", "CARD-UNKNOWN"} <= {problem.code for problem in problems(deck, dawnfall_facts())}


def test_a_problem_can_be_told_in_another_language():
    (problem,) = problems(replace(LEGAL, cards=cards(fireball=5, horde=None, mist=None)), dawnfall_facts())
    german = {problem.what.many: "%(name)s: %(copies)s Exemplare, höchstens %(number)s sind erlaubt."}
    said = problem.what.text(ngettext=lambda one, many, number: german[many if number != 1 else one])
    assert said == "Fireball: 5 Exemplare, höchstens 4 sind erlaubt."


def test_a_sentence_in_a_sentence_is_translated_too():
    inner = count(ngettext_lazy("%(number)s card", "%(number)s cards"), 2)
    outer = say(gettext_noop("Take %(what)s."), what=inner)
    assert str(outer) == "Take 2 cards."
    assert (
        outer.text(
            lambda template: template.replace("Take", "Nimm"), lambda one, many, number: many.replace("cards", "Karten")
        )
        == "Nimm 2 Karten."
    )


def test_a_problem_is_a_plain_value():
    deck = replace(LEGAL, banner="")
    assert problems(deck, dawnfall_facts()) == problems(deck, dawnfall_facts())
    assert isinstance(problems(deck, dawnfall_facts())[0], Problem)
