"""`manage.py selfplay`: bots play games among themselves."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.engine import SetupRefused
from matches.setting_up.starters import seated_factions, starter_setup
from matches.trials.selfplay import BOTS, PLAYERS, bot_called, play_game


class Command(BaseCommand):
    """Plays games of starter decks and prints how each ended."""

    help = "Let bots play games of starter decks. The same seed plays the same games."

    def add_arguments(self, parser: CommandParser) -> None:
        """What can be said on the command line."""
        parser.add_argument("--games", type=int, default=1)
        parser.add_argument("--mode", choices=PLAYERS, default="duel")
        parser.add_argument("--factions", default="", help="one for each seat, joined by commas")
        parser.add_argument("--bot", choices=BOTS, default="random")
        parser.add_argument("--seed", default="1")
        parser.add_argument("--json", action="store_true", help="one line of JSON a game")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the games."""
        mode, seed = options["mode"], options["seed"]
        factions = self._factions(options["factions"], PLAYERS[mode])
        try:
            setup = starter_setup(mode, factions)
            for number in range(options["games"]):
                bots = [bot_called(options["bot"], f"{seed}-{number}-{seat}") for seat in range(len(factions))]
                played = play_game(setup, f"{seed}-{number}", bots)
                self._show(played.summary(), as_json=options["json"])
        except SetupRefused as refused:
            raise CommandError(f"{refused.sentence()} ({refused.rule})") from refused

    def _factions(self, text: str, players: int) -> list[str]:
        playable = seated_factions()
        chosen = text.split(",") if text else playable[:players]
        unknown = [slug for slug in chosen if slug not in playable]
        if unknown:
            raise CommandError(f"There is no starter deck of “{unknown[0]}”; there are {', '.join(playable)}.")
        if len(chosen) != players:
            raise CommandError(f"The mode needs {players} factions, {len(chosen)} were named.")
        return chosen

    def _show(self, summary: dict[str, Any], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(summary))
            return
        winners = ", ".join(summary["factions"][seat] for seat in summary["winners"] or ()) or "nobody"
        self.stdout.write(
            f"{winners} by {summary['reason']} after {summary['turns']} turns, {summary['choices']} choices"
        )
