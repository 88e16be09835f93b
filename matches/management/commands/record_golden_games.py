from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from matches.engine import RULES_VERSION
from matches.trials.golden import RECORDED, write_all

FOLDER = Path(settings.BASE_DIR) / "tests" / "engine" / "golden"


class Command(BaseCommand):
    help = (
        "Record the golden games anew, after a rules change that running matches cannot survive (raise RULES_VERSION)."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        write_all(FOLDER)
        self.stdout.write(f"{len(RECORDED)} games recorded under rules {RULES_VERSION}.")
