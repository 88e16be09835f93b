"""Who looks at decks: a user with an account, or a guest whose browser session holds a random key.

    visitor = visitor_of(request)          # for looking: touches nothing
    visitor = visitor_who_stays(request)   # for making a deck: a guest gets a key to find it again with

The key is not the session's own: whoever reads the table of decks must not be able to take over a session.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from accounts.models import User

if TYPE_CHECKING:
    from django.contrib.sessions.backends.base import SessionBase
    from django.http import HttpRequest
    from rest_framework.request import Request

    from decks.models import Comment, Deck

#: Where the session holds a guest's key.
GUEST_KEY = "guest"
#: How long a guest's decks wait for their owner; each visit to the builder starts the time anew.
DAYS_FOR_GUESTS = 90


@dataclass(frozen=True)
class Visitor:
    """A user, a guest with decks (`guest` is their key), or somebody who only looks (neither)."""

    user: User | None = None
    guest: str = ""

    @property
    def is_staff(self) -> bool:
        """Whether the visitor may moderate."""
        return self.user is not None and self.user.is_staff

    @property
    def is_nobody(self) -> bool:
        """Whether nothing could be kept for this visitor."""
        return self.user is None and not self.guest

    def own(self) -> Q:
        """The condition for decks that belong to the visitor."""
        if self.user is not None:
            return Q(owner=self.user)
        return Q(owner=None, guest=self.guest) if self.guest else Q(pk__in=[])

    def owns(self, deck: Deck) -> bool:
        """Whether the deck belongs to the visitor."""
        if self.user is not None:
            return deck.owner_id == self.user.pk
        return bool(self.guest) and deck.owner_id is None and deck.guest == self.guest

    def may_edit(self, deck: Deck) -> bool:
        """Only the owner changes a deck."""
        return self.owns(deck)

    def may_see(self, deck: Deck) -> bool:
        """Own decks, and all but private ones. The same as `Deck.objects.visible_to`."""
        if self.owns(deck):
            return True
        return deck.visibility != deck.Visibility.PRIVATE and (deck.owner is None or deck.owner.is_active)

    def may_talk_about(self, deck: Deck) -> bool:
        """Users like and comment on public decks."""
        return self.user is not None and deck.is_public and self.may_see(deck)

    def may_delete(self, comment: Comment) -> bool:
        """Authors take their own words back."""
        return self.user is not None and comment.author_id == self.user.pk

    def __str__(self) -> str:
        return f"user {self.user.pk}" if self.user else "a guest"


def visitor_of(request: HttpRequest | Request) -> Visitor:
    """Who is asking; also for requests of the API."""
    if isinstance(request.user, User):
        return Visitor(user=request.user)
    session: SessionBase | None = getattr(request, "session", None)
    return Visitor(guest=session.get(GUEST_KEY, "") if session is not None else "")


def visitor_who_stays(request: HttpRequest) -> Visitor:
    """Who is asking, with a key for a guest who makes or changes something. The session lives as long as the decks."""
    visitor = visitor_of(request)
    if visitor.user is not None:
        return visitor
    if not visitor.guest:
        visitor = Visitor(guest=secrets.token_urlsafe(24))
    request.session[GUEST_KEY] = visitor.guest
    request.session.set_expiry(DAYS_FOR_GUESTS * 24 * 3600)
    return visitor


def forget_guest(session: SessionBase) -> None:
    """Take the key from a session whose guest is a user from now on."""
    if session.pop(GUEST_KEY, ""):
        session.set_expiry(None)
