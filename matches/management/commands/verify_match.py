"""`manage.py verify_match match.json`: play a downloaded match once more, and say whether it was fair."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.refusals import OtherRules
from matches.services.proving import FORM, verify


class Command(BaseCommand):
    """Needs the file alone: no database, no network."""

    help = "Verify a match that was downloaded from its replay or proof page."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="The downloaded JSON file.")
        parser.add_argument("--hash", default="", help="The hash of the seed that you saw at the start of the match.")

    def handle(self, *, file: Path, **options: Any) -> None:
        data = self.read(file)
        try:
            proof = verify(data)
        except OtherRules as refused:
            raise CommandError(refused.sentence()) from refused
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise CommandError(f"{file} is damaged: {error!r}.") from error
        if options["hash"] and options["hash"].strip().lower() != proof.seed_hash:
            raise CommandError("The hash that you saw at the start is not the one in the file.")
        if not proof.same_hash:
            raise CommandError("The seed in the file does not belong to its hash.")
        if not proof.same_events:
            raise CommandError(f"Only the first {proof.steps} of {proof.of} steps go as they are written down.")
        if not proof.same_result:
            raise CommandError("All steps go as they are written down, but the result does not follow from them.")
        self.stdout.write(f"Seed hash: {proof.seed_hash}")
        if not proof.from_setup:
            self.stdout.write("The match went on from a moment of another one; it is proved from there on.")
        self.stdout.write(f"Proved: all {proof.of} steps and the result follow from the seed and the choices.")

    def read(self, file: Path) -> dict[str, Any]:
        """The file, if it is a replay."""
        try:
            data = json.loads(file.read_text())
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except ValueError as error:
            raise CommandError(f"{file} is no JSON: {error}.") from error
        if not isinstance(data, dict) or data.get("form") != FORM:
            raise CommandError(f"{file} is no replay of Edge Table; “form” should be {FORM}.")
        return data
