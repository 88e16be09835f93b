"""What matches do when something happens elsewhere."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from decks.signals import guest_handed_over
from matches.models import ChatLine, Match, Seat


@receiver(guest_handed_over, dispatch_uid="matches.keep_matches_of_guest")
def keep_matches_of_guest(guest: str, user: User, **kwargs: Any) -> None:
    """What somebody played as a guest is theirs after signing up or logging in."""
    Seat.objects.filter(guest=guest, user=None).update(user=user, guest="", name=user.username)
    Match.objects.filter(guest=guest, owner=None).update(owner=user, guest="")
    ChatLine.objects.filter(guest=guest, user=None).update(user=user, guest="")
