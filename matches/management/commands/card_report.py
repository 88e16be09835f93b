import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.trials.card_report import card_report, table_lines


class Command(BaseCommand):
    help = (
        "Play games of random legal decks of all factions, random and steered, and print for every half how often it"
        " was offered, played and refused. What was played least stands on top; the same seed gives the same report."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=400)
        parser.add_argument("--seed", default="report")
        parser.add_argument("--processes", type=int, default=0, help="0: as many as there are processors")
        parser.add_argument("--json", action="store_true", help="one line of JSON a half")

    def handle(self, *args: Any, **options: Any) -> None:
        report = card_report(options["games"], options["seed"], options["processes"])
        if options["json"]:
            for row in report.rows:
                self.stdout.write(json.dumps(row.to_json()))
        else:
            for line in table_lines(report.rows):
                self.stdout.write(line)
            never = sum(not row.played for row in report.rows)
            self.stdout.write(f"{report.games} games, {len(report.rows)} rows, {never} of them never played.")
        if report.faults:
            raise CommandError("Games broke or did not end:\n" + "\n".join(report.faults))
