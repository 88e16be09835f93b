"""What decks do when something happens elsewhere."""

from __future__ import annotations

from typing import Any

from django.dispatch import Signal, receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import guest_became_user
from decks import services
from decks.visitors import GUEST_KEY, forget_guest

#: Sent with `guest` (their key) and `user`, for other apps that keep things for guests under the same key.
guest_handed_over = Signal()


@receiver(guest_became_user, dispatch_uid="decks.keep_decks_of_guest")
def keep_decks_of_guest(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """What somebody built as a guest is theirs after signing up or logging in."""
    guest = request.session.get(GUEST_KEY, "")
    services.hand_over(guest, user)
    if guest:
        guest_handed_over.send(sender=User, guest=guest, user=user)
    forget_guest(request.session)
