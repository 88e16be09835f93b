from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.loading import load_pack
from catalog.packs import DAWNFALL, PackError, read_pack


class Command(BaseCommand):
    help = "Load a catalogue file, or a folder of them, into the database. Safe to repeat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", nargs="?", type=Path, default=DAWNFALL)

    def handle(self, *args: Any, path: Path, verbosity: int, **options: Any) -> None:
        try:
            report = load_pack(read_pack(path))
        except PackError as broken:
            raise CommandError(f"Nothing was loaded.\n{broken}") from broken
        if verbosity > 1 or report.retired:
            for verb in ("added", "changed", "retired"):
                for name in getattr(report, verb):
                    self.stdout.write(f"{verb} {name}")
        self.stdout.write(f"{path.name}: {report.summary()}.")
