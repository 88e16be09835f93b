from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Bring database, catalogue, demo content and static files up to date. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        call_command("load_catalog", stdout=self.stdout)
        if not settings.HTTPS:
            call_command("load_demo", stdout=self.stdout)
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0)
