"""The rules as data: reading, finding, linking and printing them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from catalog.management.commands import rules_book
from catalog.packs import PackError
from catalog.packs.reader import Pack
from catalog.reference import EntryKind, Page, Reference, read_reference, reference
from catalog.reference.linking import ANY_ID
from catalog.reference.printing import printed_book
from catalog.reference.reader import DATA
from catalog.reference.searching import excerpt, fold, highlighted

RULES = DATA / "dawnfall" / "rules"


@pytest.fixture
def book() -> Reference:
    return reference("dawnfall")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the rules' files that a test may break."""
    return Path(shutil.copytree(RULES, tmp_path / "rules"))


def broken(folder: Path, file: str, old: str, new: str) -> list[str]:
    """Change one text of one file and return the sentences about it."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(PackError) as refused:
        read_reference(folder)
    return [problem.sentence() for problem in refused.value.problems]


def test_the_reference_never_imports_django():
    code = "import sys, catalog.reference, catalog.reference.printing; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=DATA.parent.parent).returncode == 0


def test_all_clauses_of_the_ledger_are_there(book: Reference):
    assert len(book.clauses) == 366
    assert len(book.areas) == 27


def test_the_clauses_of_an_area_are_numbered_without_gaps(book: Reference):
    for area in book.areas:
        numbers = [int(clause.id[-2:]) for clause in area.clauses]
        assert numbers == list(range(1, len(numbers) + 1)), area.area


def test_questions_and_scenarios_are_numbered_without_gaps(book: Reference):
    questions = sorted(question.id for question in book.questions.questions)
    scenarios = sorted(scene.id for group in book.scenarios.groups for scene in group.scenarios)
    assert questions == [f"Q-{number:02}" for number in range(1, 73)]
    assert scenarios == [f"SC-{number:02}" for number in range(1, 67)]


def test_every_id_that_the_catalogue_mentions_exists(book: Reference, dawnfall_pack: Pack):
    mentioned = {id for faction in dawnfall_pack.factions for id in ANY_ID.findall(faction.model_dump_json())}
    assert "W-OWN" in mentioned
    assert mentioned - set(book.entries) == set()


def test_a_system_without_rules_is_refused():
    with pytest.raises(KeyError):
        reference("../dawnfall")
    with pytest.raises(KeyError):
        reference("chess")


def test_the_rules_are_read_once(book: Reference):
    assert reference("dawnfall") is book


# Broken files


def test_a_wrong_value_names_file_record_and_field(folder: Path):
    assert broken(folder, "areas/push.yaml", "kind: R", "kind: Z") == [
        "push.yaml: clause DF-PUSH-01, kind: expected 'R', 'C', 'P', 'D' or 'T', got 'Z'."
    ]


def test_a_wrong_value_deep_in_a_group_names_the_ruling(folder: Path):
    (sentence,) = broken(folder, "rulings.yaml", "title: Printed values win", "title: 7")
    assert sentence.startswith("rulings.yaml: ruling R-PRINTED, title: expected text")


def test_an_unknown_field_is_refused(folder: Path):
    (sentence,) = broken(folder, "windows.yaml", "    title: ", "    titel: x\n    title: ")
    assert "titel: unknown field" in sentence


def test_a_missing_file_is_named(folder: Path):
    (folder / "glossary.yaml").unlink()
    with pytest.raises(PackError, match=re.escape("glossary.yaml: no such file.")):
        read_reference(folder)


def test_a_mention_of_a_rule_that_does_not_exist_is_refused(folder: Path):
    assert broken(folder, "areas/push.yaml", "see: [SC-32]", "see: [SC-99]") == [
        "push.yaml: clause DF-PUSH-01, see.1: expected the id of a rule, got 'SC-99'."
    ]


def test_a_mention_inside_a_text_is_checked_too(folder: Path):
    (sentence,) = broken(folder, "areas/push.yaml", "A larger base", "As R-NOWHERE says, a larger base")
    assert sentence == "push.yaml: area PUSH, summary: expected the id of a rule, got 'R-NOWHERE'."


def test_an_id_used_twice_is_refused(folder: Path):
    sentences = broken(folder, "areas/push.yaml", "id: DF-PUSH-02", "id: DF-PUSH-01")
    assert "push.yaml: clause DF-PUSH-01, id: used 2 times, expected once." in sentences


def test_a_clause_in_the_wrong_file_is_refused(folder: Path):
    sentences = broken(folder, "areas/push.yaml", "id: DF-PUSH-12", "id: DF-MOVE-99")
    assert "push.yaml: clause DF-MOVE-99, id: expected an id beginning with DF-PUSH-." in sentences


def test_a_question_under_an_unknown_topic_is_refused(folder: Path):
    (sentence,) = broken(folder, "questions.yaml", "topic: board-and-setup", "topic: weather")
    assert sentence.startswith("questions.yaml: question Q-01, topic: expected one of")


def test_two_terms_with_one_name_are_refused(folder: Path):
    sentences = broken(folder, "glossary.yaml", "aliases: [Action cards]", "aliases: [Actions]")
    assert "glossary.yaml: term action-card, aliases: 'Actions' is used by 2 terms, expected one." in sentences


def test_a_term_used_twice_is_refused(folder: Path):
    sentences = broken(folder, "glossary.yaml", "slug: action-card", "slug: action")
    assert "glossary.yaml: term action, id: used 2 times, expected once." in sentences


# Addresses and mentions


@pytest.mark.parametrize(
    ("id", "page", "part"),
    [
        ("DF-PUSH-01", Page.AREA, "push"),
        ("DF-PUSH", Page.AREA, "push"),
        ("R-PRINTED", Page.RULINGS, "reading-cards"),
        ("Q-01", Page.QUESTIONS, "board-and-setup"),
        ("SC-01", Page.EXAMPLES, "setup"),
        ("W-OWN", Page.TIMING, ""),
        ("base", Page.GLOSSARY, "a-b"),
        ("squad", Page.GLOSSARY, "s-z"),
    ],
)
def test_every_kind_of_id_has_an_address(book: Reference, id: str, page: Page, part: str):
    address = book.address(id)
    assert (address.page, address.part) == (page, part)
    assert address.anchor in {id, ""}


def test_mentions_are_known_from_the_other_end(book: Reference):
    citing = {entry.id for entry in book.cited_by["Q-40"]}
    assert {"DF-PUSH-02", "DF-PUSH-06"} <= citing
    assert "Q-40" not in citing


def test_topics_keep_the_reading_order(book: Reference):
    assert next(iter(book.topics)) == "Getting started"
    assert [area.area for area in book.topics["Movement"]] == ["MOVE", "PUSH"]


# Search


def test_an_id_finds_its_rule_first(book: Reference):
    assert book.search("df-push-01")[0].id == "DF-PUSH-01"
    assert book.search("Q-40")[0].id == "Q-40"


def test_titles_come_before_texts(book: Reference):
    kinds = [entry.kind for entry in book.search("backstab")[:2]]
    assert kinds == [EntryKind.AREA, EntryKind.TERM] or kinds == [EntryKind.TERM, EntryKind.AREA]


def test_every_word_must_occur(book: Reference):
    found = book.search("push smaller")
    assert found
    assert all("smaller" in fold(entry.text) for entry in found)
    assert book.search("push zeppelin") == []


def test_the_beginning_of_a_word_is_enough_but_not_its_middle(book: Reference):
    assert "DF-COUNTER" in {entry.id for entry in book.search("counterat")}
    assert "DF-COUNTER" not in {entry.id for entry in book.search("terattack")}


def test_accents_and_case_do_not_matter(book: Reference):
    assert [entry.id for entry in book.search("ZLOZE")] == [entry.id for entry in book.search("złoże")] != []


def test_an_empty_search_finds_nothing(book: Reference):
    assert book.search("") == book.search("  ,.;  ") == []


def test_a_near_miss_is_suggested(book: Reference):
    assert book.index.near_misses("conterattack") == ["counterattack"]
    assert book.index.near_misses("push zeppelin") == ["push"]
    assert book.index.near_misses("qqqqqqqq") == []


def test_a_mistyped_id_finds_its_neighbours(book: Reference):
    assert "DF-PUSH-09" in book.index.near_ids("df-push-99")


def test_an_excerpt_shows_the_word_and_is_short():
    text = "first " * 100 + "needle " + "last " * 100
    cut = excerpt(text, "needle", 120)
    assert "needle" in cut
    assert len(cut) < 130
    assert cut.startswith("… ")
    assert cut.endswith(" …")
    assert excerpt("short", "needle") == "short"


def test_highlighting_keeps_every_letter():
    pieces = highlighted("Złoże kryształów, złoża", "zloz")
    assert "".join(piece for piece, _ in pieces) == "Złoże kryształów, złoża"
    assert [piece for piece, marked in pieces if marked] == ["Złoż", "złoż"]


# Links


def links(book: Reference, text: str) -> list[tuple[str, str]]:
    return [(piece, entry.id) for piece, entry in book.linker.pieces(text) if entry]


def test_ids_are_linked_every_time(book: Reference):
    assert links(book, "DF-PUSH-01, Q-40 and DF-PUSH-01; not XDF-PUSH-01 or Q-400") == [
        ("DF-PUSH-01", "DF-PUSH-01"),
        ("Q-40", "Q-40"),
        ("DF-PUSH-01", "DF-PUSH-01"),
    ]


def test_a_term_is_linked_once_even_under_another_name(book: Reference):
    assert links(book, "Crystal Source beside Crystal Sources") == [("Crystal Source", "crystal-source")]


def test_the_longest_term_wins(book: Reference):
    assert ("Crystal Source", "crystal-source") in links(book, "at a Crystal Source")
    assert ("Crystal", "crystal") in links(book, "pay a Crystal")


def test_terms_are_whole_words_and_case_counts(book: Reference):
    assert links(book, "CrystalX aCrystal CRYSTAL") == []


# The printed book


def test_the_rules_book_in_docs_is_up_to_date():
    call_command("rules_book", check=True)


def test_a_stale_rules_book_is_noticed_and_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rules_book, "FOLDER", tmp_path / "rules")
    with pytest.raises(CommandError, match=r"Out of date: ledger\.md, rulings\.md"):
        call_command("rules_book", check=True)
    call_command("rules_book")
    call_command("rules_book", check=True)
    (tmp_path / "rules" / "ledger.md").write_text("old", encoding="utf-8")
    with pytest.raises(CommandError, match=r"Out of date: ledger\.md\. "):
        call_command("rules_book", check=True)


def test_every_link_of_the_rules_book_leads_to_a_heading(book: Reference):
    files = printed_book(book, "here")
    headings = {
        name: {
            re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
            for line in text.splitlines()
            if line.startswith("#")
        }
        for name, text in files.items()
    }
    targets = 0
    for text in files.values():
        used = set(re.findall(r"(?<!\\)\[([A-Z][A-Z0-9-]+)\](?!\(|: )", text))
        defined = dict(re.findall(r"^\[([\w-]+)\]: (\S+)$", text, re.MULTILINE))
        assert used == set(defined)
        for target in defined.values():
            file, anchor = target.split("#")
            assert anchor in headings[file], target
            targets += 1
    assert targets > 500


def test_the_rules_book_holds_every_text(book: Reference):
    files = {name: " ".join(text.split()) for name, text in printed_book(book, "here").items()}
    for clause in book.clauses.values():
        assert f"**{clause.id}** " in files["ledger.md"]
    assert "A Pushed model goes to free hexes only, so one Push never sets off another." in files["ledger.md"]
    for term in book.glossary.terms:
        assert f"**{term.term}**" in files["glossary.md"]


def test_a_line_break_never_turns_words_into_a_list(book: Reference):
    for name, text in printed_book(book, "here").items():
        stray = [line for line in text.splitlines() if re.match(r" +([-+#]+|\d+[.)])(\s|$)", line)]
        assert stray == [], name
