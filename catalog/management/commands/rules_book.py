"""Writes the rules as Markdown into docs/rules, and the decisions on cards into docs/rulings.md."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from catalog.packs import DAWNFALL, PackError, PackProblem, read_pack
from catalog.packs.schema import FactionFile
from catalog.reference import Reference, reference
from catalog.reference.printing import DECISIONS, printed_book, printed_decisions

SYSTEM = "dawnfall"
SOURCE = f"catalog/data/{SYSTEM}/rules"
FOLDER = Path(settings.BASE_DIR) / "docs" / "rules"


class Command(BaseCommand):
    """Write the rules book, or only say whether it is up to date."""

    help = "Writes docs/rules and docs/rulings.md from the rules' files."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what the command understands."""
        parser.add_argument("--check", action="store_true", help="write nothing; fail if out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write what has changed."""
        try:
            book = reference(SYSTEM)
            files = printed_book(book, SOURCE)
            files[DECISIONS] = printed_decisions(book, SOURCE, checked_names(book, read_pack(DAWNFALL).factions))
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


def checked_names(book: Reference, factions: Iterable[FactionFile]) -> dict[tuple[str, str], str]:
    """The printed names by kind and key; a PackError names decisions on something that is not in the catalogue."""
    names = {}
    for file in factions:
        slug = file.faction.slug
        names["faction", slug] = file.faction.name
        for kind in ("card", "squad", "banner", "shrine", "token"):
            names |= {(kind, f"{slug}/{entry.slug}"): entry.name for entry in getattr(file, f"{kind}s")}
    strange = [key for key in book.decided if key not in names]
    if strange:
        message = "expected an entry of the catalogue"
        raise PackError(
            [PackProblem("decisions.yaml", f"decision on {kind} {key}", "about", message) for kind, key in strange]
        )
    return names


def stale_files(files: dict[str, str]) -> list[str]:
    """The names of files that do not say what they should."""
    return [
        name
        for name, text in files.items()
        if not (FOLDER / name).exists() or (FOLDER / name).read_text(encoding="utf-8") != text
    ]
