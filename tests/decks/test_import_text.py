"""Pasted text is read as people write it, and what cannot be read is listed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.exchange import Imported, read
from decks.rules.deck_list import DeckList
from tests.decks.pack_facts import dawnfall_facts

CHAPTER = "Faction: Chapter\n"


def imported(text: str) -> Imported:
    return read(text, dawnfall_facts())


def deck_of(text: str) -> DeckList:
    return imported(text).deck


def only_miss(text: str) -> tuple[int, str, str, list[str]]:
    (miss,) = imported(text).unmatched
    return miss.line, miss.text, miss.reason.text(), [entry.label for entry in miss.suggestions]


@pytest.mark.parametrize(
    "line",
    [
        "2x Leap", "2 x Leap", "2xLeap", "2× Leap", "2 Leap", "2* Leap", "x2 Leap", "(2) Leap", "[2x] Leap", "Leap x2",
        "Leap ×2", "Leap x 2", "Leap (2)", "Leap (x2)", "Leap [2]", "Leap 2x", "Leap 2", "Leap: 2", "Leap - 2",
        "Leap, 2",
        "2, Leap", "2\tLeap", "- 2x Leap", "* 2 Leap", "• 2 Leap", "> 2x Leap", "1. 2x Leap", "- [ ] 2x Leap",
        "  2   leap  ",
        "2 LEAP", "2 Léap", "2 Dodge / Leap", "2 Dodge/Leap", "2 dodge - leap", "2x Leap / Dodge", "Dodge / Leap x2",
        "2x Leap (Dodge)", "2x Leap // for the knights", "2x Leap # best", "2x leap <!-- here -->",
    ],
)  # fmt: skip
def test_a_count_and_a_name_may_be_written_in_many_ways(line: str):
    result = imported(f"{CHAPTER}{line}\n")
    assert result.deck.cards == {"leap": 2}
    assert not result.unmatched
    assert not any(matched.guess for matched in result.matched)


@pytest.mark.parametrize("line", ["Leap", "- Leap", "dodge leap", "1x Leap", "3. Leap", "LEAP!"])
def test_a_name_alone_is_one_copy(line: str):
    assert deck_of(CHAPTER + line).cards == {"leap": 1}


def test_copies_on_several_lines_add_up():
    assert deck_of(f"{CHAPTER}Leap\n2x Leap\nLeap").cards == {"leap": 4}


@pytest.mark.parametrize(
    ("squads", "cards"),
    [
        ("Squads:", "Cards:"), ("# Squads", "# Cards"), ("Squads (2)", "Cards (25)"), ("== Squads ==",
        "== Enhancements =="),
        ("[Squads]", "[Cards]"), ("**Squads**", "**Action deck**"), ("SQUADS", "CARDS"), ("5 squads", "25 cards"),
        ("--- Squads ---", "--- Deck ---"), ("+ Squads +", "+ Cards +"), ("## Squads [1/5]", "## Cards: 1/25"),
        ("<Army>", "<Deck>"), ("Squads 2:", "Cards (25 cards):"),
    ],
)  # fmt: skip
def test_headings_decide_whether_a_name_is_a_squad_or_a_card(squads: str, cards: str):
    result = imported(f"Rha-Zack\n\n{squads}\nSource Blade\nStream Guard\n\n{cards}\n2 Source Blade\n")
    assert result.deck.squads == ("source-blade", "stream-guard")
    assert result.deck.cards == {"source-blade": 2}
    assert not result.unmatched


def test_without_headings_a_double_name_is_a_squad_first_and_a_card_later():
    result = imported("Rha-Zack\nSource Blade\n2 Order\n2 Source Blade")
    assert (result.deck.squads, result.deck.cards) == (("source-blade",), {"order": 2, "source-blade": 2})
    assert [line.guess for line in result.matched if line.slug == "source-blade"] == [True, True]


def test_both_halves_name_the_card_even_under_squads():
    assert deck_of("Rha-Zack\nSquads\n1 Foresight / Source Blade").cards == {"source-blade": 1}


def test_lists_on_one_line():
    deck = deck_of(
        "Chapter\nSquads: Holy Knight, Holy Knight; Ranger\nCards: 2 Leap, Guard x3, Dodge / Shoot\n2 Tactic, 1 Bash"
    )
    assert deck.squads == ("holy-knight", "holy-knight", "ranger")
    assert deck.cards == {"leap": 2, "guard": 3, "shoot": 1, "tactic": 2, "bash": 1}


def test_a_squads_name_above_its_cards_is_a_heading():
    text = (
        "Chapter\nSquads\n2 Holy Knight\nCards\nHoly Knight\n2 Leap\nHoly Knight (4):\n4 Guard\n### Holy Knight\nTrap"
    )
    deck = deck_of(text)
    assert deck.squads == ("holy-knight", "holy-knight")
    assert deck.cards == {"leap": 2, "guard": 4, "trap": 1}


def test_a_squad_named_only_above_its_cards_joins_the_army_as_a_guess():
    result = imported("Chapter\nHoly Knight:\n2 Leap")
    assert result.deck.squads == ("holy-knight",)
    assert [line.guess for line in result.matched if line.kind == "squad"] == [True]


def test_a_squad_with_a_count_under_cards_is_still_a_squad():
    assert deck_of("Chapter\nCards\n2 Holy Knight\n2 Leap").squads == ("holy-knight", "holy-knight")


@pytest.mark.parametrize(
    "head",
    [
        "Faction: chapter\nFormat: multiplayer", "Chapter\nMultiplayer", "== CHAPTER ==\nFormat = Multiplayer",
        "Chapter, Multiplayer", "# Chapter (Multiplayer)", "Chapter deck / multiplayer",
        "* Faction: Chapter\n* Format: Multiplayer",
    ],
)  # fmt: skip
def test_faction_and_format_are_named_in_many_ways(head: str):
    result = imported(f"{head}\n2 Shoot")
    assert (result.deck.faction, result.deck.format, result.deck.cards) == ("chapter", "multiplayer", {"shoot": 2})
    assert not result.unmatched


def test_a_faction_at_the_end_counts_for_all_lines():
    assert deck_of("2 Shoot\nRha-Zack").faction == "rhazack"


def test_a_faction_that_is_not_named_is_guessed_and_said():
    result = imported("2 Fireball\n2 Rush\nGorehound\n1 Shoot")
    assert result.deck.faction == "demon"
    assert "No faction is named; the names fit Demon best." in [note.text() for note in result.notes]
    assert (
        only_miss("2 Fireball\n2 Rush\nGorehound\n1 Shoot")[2] == "“Shoot” belongs to Chapter, Rha-Zack, not to Demon."
    )


def test_a_draw_between_factions_is_said():
    result = imported("2 Shoot")
    assert "another faction equally well" in result.notes[0].text()


@pytest.mark.parametrize(
    ("squads", "cards", "expected"),
    [(5, 25, "duel"), (5, 20, "short"), (4, 15, "multiplayer"), (4, 3, "multiplayer"), (5, 4, "duel"), (0, 0, "duel")],
)
def test_the_format_is_guessed_from_the_counts_and_said(squads: int, cards: int, expected: str):
    text = CHAPTER + "Squads\n" + "Ranger\n" * squads + (f"Cards\n{cards} Leap" if cards else "")
    result = imported(text)
    assert result.deck.format == expected
    assert any(note.text().startswith("No format is named") for note in result.notes)


def test_banner_and_shrine_are_read_or_the_standard_ones():
    named = imported("Chapter\nBanner: Alternative Chapter Banner\nShrine: frontline chapel")
    assert (named.deck.banner, named.deck.shrine) == ("alternative-chapter-banner", "frontline-chapel")
    below = deck_of("Chapter\nBanner and Shrine\nAlternative Chapter Banner\nSanctuary")
    assert (below.banner, below.shrine) == ("alternative-chapter-banner", "sanctuary")
    faction = dawnfall_facts().factions["chapter"]
    silent = imported("Chapter\n2 Leap")
    assert (silent.deck.banner, silent.deck.shrine) == (faction.standard_banner, faction.standard_shrine)
    assert "No Banner is named; the deck got the standard one, Chapter Banner." in map(str, silent.notes)
    without = deck_of("Chapter\nBanner: none\nShrine: -")
    assert (without.banner, without.shrine) == ("", "")


def test_a_second_banner_is_listed():
    text = "Chapter\nBanner: Chapter Banner\nBanner: Alternative Chapter Banner"
    assert only_miss(text)[:2] == (3, "Banner: Alternative Chapter Banner")


@pytest.mark.parametrize(
    ("text", "name"),
    [("Deck: Fast, or not?\nChapter", "Fast, or not?"), ("# Fast knights\nChapter", "Fast knights"),
     ("Name = X\nChapter", "X"), ("Chapter\nTitle:   a   b ", "a b")],
)  # fmt: skip
def test_the_name_of_the_deck(text: str, name: str):
    assert deck_of(text).name == name


def test_comments_blank_lines_and_rules_are_passed_over():
    text = "// mine\nChapter\n\n-----\n; old\n# remember this\n```\n<!-- x -->\n2 Leap\n***\n"
    result = imported(text)
    assert (result.deck.name, result.deck.cards) == ("", {"leap": 2})
    assert not result.unmatched


@pytest.mark.parametrize(
    ("line", "slug"),
    [("2 Formatoin", "formation"), ("2 Gaurdian Angel", "guardian-angel"), ("2 Storm of Blade", "storm-of-blades"),
     ("2 Defence / Shield Wal", "shield-wall")],
)  # fmt: skip
def test_a_slip_of_the_pen_is_a_guess(line: str, slug: str):
    result = imported(CHAPTER + line)
    assert result.deck.cards == {slug: 2}
    assert [matched.guess for matched in result.matched if matched.kind == "card"] == [True]


@pytest.mark.parametrize(
    ("line", "reason", "suggestion"),
    [
        ("2 Leep", "Nothing of Chapter is called “Leep”.", "Dodge / Leap"),
        ("2 Guardian Angels of Doom", "Nothing of Chapter is called “Guardian Angels of Doom”.",
        "Defense / Guardian Angel"),
        ("2 Dodge", "“Dodge” can mean more than one thing.", "Dodge / Shoot"),
        ("2 Fireball", "“Fireball” belongs to Demon, not to Chapter.", ""),
        ("0 Leap", "0 copies cannot be read; a deck holds from 1 to 99 of them.", "Dodge / Leap"),
        ("1000 Leap", "1000 copies cannot be read; a deck holds from 1 to 99 of them.", "Dodge / Leap"),
        ("Notes:", "“Notes” is no heading of a deck list.", ""),
    ],
)  # fmt: skip
def test_what_is_not_certain_is_listed_with_its_reason_and_what_may_be_meant(line: str, reason: str, suggestion: str):
    number, text, said, labels = only_miss(f"{CHAPTER}\n{line}\n")
    assert (number, text, said) == (3, line, reason)
    assert (suggestion in labels) if suggestion else not labels


def test_short_names_are_never_guessed():
    result = imported(CHAPTER + "2 Trep")
    assert (result.deck.cards, len(result.unmatched)) == ({}, 1)


def test_words_left_out_make_a_guess():
    (guess,) = [
        line for line in imported(CHAPTER + "2x Leap - moves through everything").matched if line.kind == "card"
    ]
    assert (guess.slug, guess.copies, guess.guess) == ("leap", 2, True)


def test_unknown_factions_and_formats_are_listed():
    result = imported("Faction: Atlantis\nFormat: Chess\n2 Fireball")
    assert [(miss.line, miss.text) for miss in result.unmatched] == [(1, "Faction: Atlantis"), (2, "Format: Chess")]
    assert "there are Chapter, Darkness, Demon" in result.unmatched[0].reason.text()
    assert result.deck.faction == "demon"


def test_a_text_without_a_single_known_name_keeps_every_line():
    result = imported("hello\nworld of cards\n")
    assert result.deck.faction == ""
    assert [miss.text for miss in result.unmatched] == ["hello", "world of cards"]
    assert "No faction could be recognised" in result.notes[0].text()


@given(
    st.lists(
        st.sampled_from(
            ["2x Leap", "Guard", "what?", "3 nonsense", "Squads:", "Cards:", "Ranger", "", "2 Tactic", "Dodge"]
        )
    )
)
def test_no_line_is_lost(lines: list[str]):
    result = imported("Chapter\n" + "\n".join(lines))
    seen = {miss.line for miss in result.unmatched} | {matched.line for matched in result.matched}
    silent = {number for number, line in enumerate(lines, 2) if line in ("", "Squads:", "Cards:")}
    headings = {number for number, line in enumerate(lines, 2) if line == "Ranger"}
    assert set(range(2, len(lines) + 2)) - silent - headings <= seen
