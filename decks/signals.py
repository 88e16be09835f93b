"""What decks do when something happens elsewhere."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import guest_became_user
from decks import services
from decks.visitors import GUEST_KEY, forget_guest


@receiver(guest_became_user, dispatch_uid="decks.keep_decks_of_guest")
def keep_decks_of_guest(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """What somebody built as a guest is theirs after signing up or logging in."""
    services.hand_over(request.session.get(GUEST_KEY, ""), user)
    forget_guest(request.session)
