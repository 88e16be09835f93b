from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from matches.setting_up.starters import dawnfall_factions
from matches.trials.cards_coverage import cards_coverage


class Command(BaseCommand):
    help = "List which halves, Banner options, Shrines and tokens lack behaviour or a test; fails while one does."

    def handle(self, *args: Any, **options: Any) -> None:
        coverage = cards_coverage(dawnfall_factions(), Path(settings.BASE_DIR) / "tests" / "engine")
        self.stdout.write(f"{len(coverage.wanted)} halves, Banner options, Shrines and tokens can be met in matches.")
        for title, keys in coverage.lists.items():
            self.stdout.write(f"{title}: {len(keys)}")
            for key in keys:
                self.stdout.write(f"  {key}")
        if not coverage.complete:
            raise CommandError("Not every card plays yet.")
