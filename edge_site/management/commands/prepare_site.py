import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand

#: Files of installed packages that no page of ours asks for.
UNUSED = ["redoc", "rest_framework"]


class Command(BaseCommand):
    help = "Bring database, catalogue, demo content and static files up to date. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        call_command("load_catalog", stdout=self.stdout)
        if not settings.HTTPS:
            call_command("load_demo", stdout=self.stdout)
        if not settings.DEBUG:
            self._collect_static_files()

    def _collect_static_files(self) -> None:
        """Collect and compress, which takes its time, only when a file is new or different."""
        folder = Path(settings.STATIC_ROOT)
        stamp = folder / "collected"
        wanted = _fingerprint()
        if not stamp.exists() or stamp.read_text() != wanted:
            call_command("collectstatic", interactive=False, verbosity=0, clear=True, ignore_patterns=UNUSED)
            stamp.write_text(wanted)


def _fingerprint() -> str:
    """Changes whenever a static file is added, removed or written."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list(UNUSED):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
