from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.exporting import export_faction
from catalog.models import Faction
from catalog.packs import write_faction


class Command(BaseCommand):
    help = "Write the catalogue of the database as files that load_catalog reads."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--faction", help="slug of the one faction to write")

    def handle(self, *args: Any, folder: Path, faction: str | None, **options: Any) -> None:
        factions = Faction.objects.current().select_related("system")
        if faction:
            factions = factions.filter(slug=faction)
        if not factions:
            known = (
                ", ".join(Faction.objects.current().values_list("slug", flat=True)) or "none; run load_catalog first"
            )
            raise CommandError(f"No faction {faction or ''} to export; known: {known}.")
        folder.mkdir(parents=True, exist_ok=True)
        for found in factions:
            path = folder / f"{found.slug}.yaml"
            path.write_text(write_faction(export_faction(found)), encoding="utf-8")
            self.stdout.write(str(path))
