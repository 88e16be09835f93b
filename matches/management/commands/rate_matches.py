"""Compute all ratings and statistics from scratch. Nothing changes if they were right."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from matches.ratings import rate_all
from matches.stats.recording import record_all


class Command(BaseCommand):
    help = "Compute all ratings, and what statistics count, anew from the matches."

    def handle(self, *args: Any, **options: Any) -> None:
        rated, counted = rate_all(), record_all()
        self.stdout.write(f"{rated} rated matches, {counted} counted matches.")
