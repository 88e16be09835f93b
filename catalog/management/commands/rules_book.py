"""Writes the rules as Markdown into docs/rules."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from catalog.packs import PackError
from catalog.reference import reference
from catalog.reference.printing import printed_book

SYSTEM = "dawnfall"
SOURCE = f"catalog/data/{SYSTEM}/rules"
FOLDER = Path(settings.BASE_DIR) / "docs" / "rules"


class Command(BaseCommand):
    """Write the rules book, or only say whether it is up to date."""

    help = "Writes docs/rules from the rules' files."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what the command understands."""
        parser.add_argument("--check", action="store_true", help="write nothing; fail if out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write what has changed."""
        try:
            files = printed_book(reference(SYSTEM), SOURCE)
        except PackError as broken:
            raise CommandError(str(broken)) from broken
        stale = stale_files(files)
        if options["check"]:
            if stale:
                raise CommandError(f"Out of date: {', '.join(stale)}. Run manage.py rules_book.")
            self.stdout.write("The rules book is up to date.")
            return
        FOLDER.mkdir(parents=True, exist_ok=True)
        for name in stale:
            (FOLDER / name).write_text(files[name], encoding="utf-8")
        self.stdout.write(f"Written: {', '.join(stale) or 'nothing, all files are up to date'}.")


def stale_files(files: dict[str, str]) -> list[str]:
    """The names of files that do not say what they should."""
    return [
        name
        for name, text in files.items()
        if not (FOLDER / name).exists() or (FOLDER / name).read_text(encoding="utf-8") != text
    ]
