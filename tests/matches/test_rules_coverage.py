"""How tests and rules are compared."""

from pathlib import Path

from catalog.reference import reference
from matches.trials.rules_coverage import cited_ids, coverage_of


def test_ids_are_read_from_the_def_line_with_lists_and_ranges():
    source = (
        "def test_one():  # DF-LOS-01 to -03, -07, SC-44, Q-01\n    x = 'DF-LOS-09'\n"
        "    def test_two(self):  # DF-PUSH-10 and -12\n"
        "def helper():  # DF-MOVE-01\n"
        "def test_three(\n    one: int,\n    other: str,\n):\n    # DF-MOVE-02\n    x = 1  # DF-MOVE-03\n"
    )
    assert list(cited_ids(source)) == [
        "DF-LOS-01", "DF-LOS-02", "DF-LOS-03", "DF-LOS-07", "SC-44", "DF-PUSH-10", "DF-PUSH-12", "DF-MOVE-02",
    ]  # fmt: skip


def test_everything_without_a_test_is_listed(tmp_path: Path):
    (tmp_path / "test_push.py").write_text("def test_it():  # DF-PUSH-01, SC-32\n    pass\n")
    coverage = coverage_of(tmp_path)
    clauses = reference("dawnfall").clauses
    assert "DF-PUSH-01" not in coverage.missing
    assert "DF-PUSH-03" in coverage.missing
    assert len(coverage.missing) + len(coverage.optional) == len(clauses) - 1
    assert len(coverage.scenarios) == 65
    assert not coverage.complete


def test_no_test_names_a_clause_that_does_not_exist():
    book = reference("dawnfall")
    known = {*book.clauses, *(scenario.id for group in book.scenarios.groups for scenario in group.scenarios)}
    assert coverage_of(Path(__file__).parents[1] / "engine").covered <= known
