from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import User

DEMO_NAME = "demo"
DEMO_PASSWORD = "edge-table-demo"  # noqa: S105


class Command(BaseCommand):
    help = "Add a player to try the site with. For a machine of one's own; never run on a public site."

    def handle(self, *args: Any, **options: Any) -> None:
        if not User.objects.filter(username=DEMO_NAME).exists():
            User.objects.create_user(DEMO_NAME, password=DEMO_PASSWORD)
        self.stdout.write(f"Demo player: {DEMO_NAME}, password {DEMO_PASSWORD}")
