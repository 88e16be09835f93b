from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from matches.trials.rules_coverage import coverage_of


class Command(BaseCommand):
    help = "List which clauses of the rules have a test; fails while a rule, choice, prohibition or scenario has none."

    def handle(self, *args: Any, **options: Any) -> None:
        coverage = coverage_of(Path(settings.BASE_DIR) / "tests" / "engine")
        clauses = [found for found in coverage.covered if found.startswith("DF-")]
        self.stdout.write(f"{len(clauses)} clauses have a test.")
        for title, ids in (
            ("Rules, choices and prohibitions without a test", coverage.missing),
            ("Scenarios without a test", coverage.scenarios),
            ("Definitions and courtesies without a test", coverage.optional),
        ):
            self.stdout.write(f"{title}: {len(ids)}")
            if ids:
                self.stdout.write("  " + " ".join(ids))
        if not coverage.complete:
            raise CommandError("The rules are not covered yet.")
