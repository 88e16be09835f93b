"""What we decided where a card's text was open: read from a file, printed to docs/rulings.md, shown on the pages."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from catalog.management.commands import rules_book
from catalog.models import Faction, GameSystem
from catalog.packs import PackError
from catalog.packs.reader import Pack
from catalog.reference import Reference, read_reference, reference
from catalog.reference.printing import DECISIONS, printed_decisions
from catalog.reference.reader import DATA
from tests.catalog.test_pages_entries import text
from tests.catalog.test_pages_factions import html

BASH = "Must the Pushed model have a smaller base than the Holy Knight"


@pytest.fixture
def book() -> Reference:
    return reference("dawnfall")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA / "dawnfall" / "rules", tmp_path / "rules"))


def changed(folder: Path, old: str, new: str) -> Path:
    path = folder / "decisions.yaml"
    before = path.read_text(encoding="utf-8")
    assert old in before
    path.write_text(before.replace(old, new, 1), encoding="utf-8")
    return folder


def problems(folder: Path) -> list[str]:
    with pytest.raises(PackError) as refused:
        read_reference(folder)
    return [problem.sentence() for problem in refused.value.problems]


def test_decisions_are_found_by_kind_faction_and_slug(book: Reference):
    (bash,) = book.decisions_on("card", "chapter", "bash")
    assert (bash.faction, bash.slug, bash.half) == ("chapter", "bash", "lower")
    assert bash.question.startswith(BASH)
    assert book.decisions_on("squad", "chapter", "bash") == []
    assert len(book.decisions_on("squad", "rhazack", "storm-bringer")) == 1


def test_every_decision_is_about_something_in_the_catalogue(book: Reference, dawnfall_pack: Pack):
    names = rules_book.checked_names(book, dawnfall_pack.factions)
    assert set(book.decided) <= set(names)
    for (kind, key), decided in book.decided.items():
        halves = {decision.half for decision in decided} - {None}
        if kind != "card":
            assert not halves, f"{key} has no halves"


def test_a_decision_on_nothing_is_refused_by_name(folder: Path, dawnfall_pack: Pack):
    strange = read_reference(changed(folder, "about: chapter/bash", "about: chapter/bish"))
    with pytest.raises(PackError, match=r"decisions\.yaml: decision on card chapter/bish, about: expected an entry"):
        rules_book.checked_names(strange, dawnfall_pack.factions)


def test_wrong_fields_and_unknown_ids_are_refused_by_name(folder: Path):
    (sentence,) = problems(changed(folder, "about: chapter/bash", "about: Bash"))
    assert "about: expected faction and entry, like chapter/bash, got 'Bash'." in sentence
    (sentence,) = problems(changed(changed(folder, "about: Bash", "about: chapter/bash"), "R-BASH", "R-BOSH"))
    assert (
        sentence == "decisions.yaml: decision no. 1 on chapter/bash, decision: expected the id of a rule, got 'R-BOSH'."
    )


def test_the_printed_decisions_hold_every_text_and_every_link_leads_to_a_file(book: Reference, dawnfall_pack: Pack):
    names = rules_book.checked_names(book, dawnfall_pack.factions)
    printed = printed_decisions(book, "here", names)
    said = re.sub(r"[\[\]\\]", "", " ".join(printed.split()))
    for decision in book.decisions.decisions:
        assert decision.question in said
        assert decision.decision in said
        assert decision.reason in said
    targets = dict(re.findall(r"^\[([\w-]+)\]: (\S+)$", printed, re.MULTILINE))
    assert targets["R-BASH"] == "rules/rulings.md#moving-models"
    for target in targets.values():
        assert (rules_book.FOLDER.parent / target.split("#")[0]).is_file()
    assert "### Bash (card)" in printed
    assert printed.index("## Chapter") < printed.index("## Rha-Zack")


def test_the_command_writes_them_beside_the_folder_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rules_book, "FOLDER", tmp_path / "rules")
    call_command("rules_book")
    assert BASH in " ".join((tmp_path / "rulings.md").read_text(encoding="utf-8").split())
    (tmp_path / "rulings.md").write_text("old", encoding="utf-8")
    with pytest.raises(CommandError, match=rf"Out of date: {re.escape(DECISIONS)}\. "):
        call_command("rules_book", check=True)


def test_the_page_of_a_card_shows_the_decision_with_its_reason_below_its_rulings(client: Client, dawnfall: GameSystem):
    said = text(html(client, "/dawnfall/cards/chapter/bash/"))
    rulings = said[said.index("Rulings") :]
    assert "Decided here" in rulings
    assert "Lower half. Must the Pushed model" in rulings
    assert "Why: The card sends the model to a Space" in rulings
    assert rulings.index("only Push") < rulings.index("Decided here")
    page = html(client, "/dawnfall/cards/chapter/bash/")
    assert 'href="/dawnfall/rules/rulings/moving-models/#R-BASH"' in page


def test_the_page_of_a_squad_and_the_sheet_of_a_faction_show_theirs(client: Client, dawnfall: GameSystem):
    assert "where does a model stand after Change Mode" in text(html(client, "/dawnfall/squads/rhazack/storm-bringer/"))
    assert "a side without an arrow is turned for nothing" in text(html(client, "/dawnfall/factions/chapter/"))


def test_an_entry_without_a_decision_says_nothing_of_any(client: Client, dawnfall: GameSystem):
    assert "Decided here" not in html(client, "/dawnfall/cards/demon/fireball/")
    assert "Decided here" not in html(client, "/dawnfall/squads/chapter/ranger/")


def test_factions_of_a_system_without_rules_have_pages_too(client: Client, dawnfall: GameSystem):
    chess = GameSystem.objects.create(slug="chess", name="Chess")
    white = Faction.objects.create(
        system=chess, slug="rhazack", name="White", pack="chess", colour="#ffffff", tagline="White", about="White."
    )
    white.squads.create(slug="storm-bringer", name="Pawn", position=1, copies=8, models_count=1, endurance=1)
    assert "Decided here" not in html(client, "/chess/squads/rhazack/storm-bringer/")
