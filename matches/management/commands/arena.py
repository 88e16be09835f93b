"""`manage.py arena`: how often one bot beats another."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.trials.arena import Bout, arena
from matches.trials.selfplay import BOTS, TRIALS


class Command(BaseCommand):
    """Lets two bots play the starter decks of all factions against each other."""

    help = (
        "Let two bots play all pairings of starter decks with swapped seats, and print how often the first one won,"
        " with a 95 % interval. The same seed gives the same games."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What can be said on the command line."""
        parser.add_argument("--a", choices=BOTS, default="veteran")
        parser.add_argument("--b", choices=BOTS, default="recruit")
        parser.add_argument("--games", type=int, default=200, help="60 play each pairing from both seats")
        parser.add_argument("--seed", default="arena")
        parser.add_argument("--trials", type=int, default=TRIALS, help="how many trials the warlord makes a decision")
        parser.add_argument("--processes", type=int, default=0, help="0: as many as there are processors")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and print."""
        if options["games"] < 1 or options["trials"] < 1:
            raise CommandError("At least one game and one trial are needed.")
        bout = Bout(options["a"], options["b"], options["seed"], options["trials"])
        found = arena(bout, options["games"], options["processes"])
        if options["json"]:
            self.stdout.write(json.dumps(found))
            return
        self.stdout.write(
            f"{bout.a} won {found['a_win_rate']:.1%} ({found['low']:.1%} to {found['high']:.1%}) of {found['games']}"
            f" games against {bout.b}, {found['draws']} draws."
        )
