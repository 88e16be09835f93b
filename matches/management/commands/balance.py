import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.setting_up.starters import seated_factions
from matches.trials.balance import balance, table_lines
from matches.trials.selfplay import BOTS, TRIALS


class Command(BaseCommand):
    help = (
        "Print the winner rates of the starter decks against each other, with 95 % intervals, from games of bots on"
        " both seats. The same seed gives the same table."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=50, help="games of each pair from each seat")
        parser.add_argument("--bot", choices=BOTS, default="veteran", help="the warlord is the best, and takes longest")
        parser.add_argument("--trials", type=int, default=TRIALS, help="how many trials the warlord makes a decision")
        parser.add_argument("--factions", default="", help="only these, joined by commas")
        parser.add_argument("--seed", default="balance")
        parser.add_argument("--processes", type=int, default=0, help="0: as many as there are processors")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        factions = options["factions"].split(",") if options["factions"] else seated_factions()
        unknown = [slug for slug in factions if slug not in seated_factions()]
        if unknown:
            raise CommandError(f"There is no starter deck of “{unknown[0]}”; there are {', '.join(seated_factions())}.")
        if options["games"] < 1 or len(set(factions)) < 2:
            raise CommandError("At least one game and two different factions are needed.")
        chosen = list(dict.fromkeys(factions))
        found = balance(
            options["games"], options["bot"], options["seed"], options["processes"], chosen, options["trials"]
        )
        if options["json"]:
            self.stdout.write(json.dumps(found.to_json()))
            return
        for line in table_lines(found):
            self.stdout.write(line)
