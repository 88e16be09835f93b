from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import ngettext

from decks.models import Deck
from decks.visitors import DAYS_FOR_GUESTS


class Command(BaseCommand):
    help = f"Delete decks that guests have not changed for {DAYS_FOR_GUESTS} days. Run it daily."

    def handle(self, *args: Any, **options: Any) -> None:
        before = timezone.now() - timedelta(days=DAYS_FOR_GUESTS)
        gone = Deck.objects.filter(owner=None, changed__lt=before)
        count = gone.count()
        gone.delete()
        sentence = ngettext("%(count)d deck of a guest deleted.", "%(count)d decks of guests deleted.", count)
        self.stdout.write(sentence % {"count": count})
