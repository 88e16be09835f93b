from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from matches.trials.exhausting import exhaust


class Command(BaseCommand):
    help = "Play until every step of the rules and every card half has come up often; fails if a game breaks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--times", type=int, default=20)
        # It ends as soon as everything has come up, after two or three thousand games.
        parser.add_argument("--games", type=int, default=6000, help="stop after so many games at the latest")
        parser.add_argument("--seed", default="exhaust")
        parser.add_argument("--dumps", type=Path, default=settings.VAR_DIR / "dumps")

    def handle(self, *args: Any, times: int, games: int, seed: str, dumps: Path, **options: Any) -> None:
        found = exhaust(times, games, dumps, seed)
        self.stdout.write(f"{found.games} games, {len(found.steps)} steps, {len(found.halves)} halves.")
        for name, number in sorted(found.rare(times).items(), key=lambda pair: (pair[1], pair[0])):
            self.stdout.write(f"{number:4} {name}")
        for fault in found.faults:
            self.stdout.write(f"fault, see {fault}")
        if found.faults:
            raise CommandError(f"{len(found.faults)} games broke or did not end.")
        if found.rare(times):
            raise CommandError(f"Not everything came up {times} times.")
