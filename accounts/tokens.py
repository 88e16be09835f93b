"""Tokens with which a user's programs use the API: shown once, kept as a digest, revoked at any time."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import ApiToken, User

MOST_TOKENS = 20
PREFIX = "edge_"
#: How exactly it is known when a token was last used; a write with every request would be a waste.
NOTED_EVERY = timedelta(minutes=10)


class TooManyTokensError(Exception):
    """The user has as many tokens as one may have."""

    def sentence(self) -> str:
        """What to do about it."""
        return _("You have %(most)d tokens, which is as many as one can keep. Revoke one first.") % {
            "most": MOST_TOKENS
        }


@transaction.atomic
def make_token(user: User, name: str) -> tuple[ApiToken, str]:
    """Make a token; its text is known now and never again."""
    User.objects.select_for_update().get(pk=user.pk)
    if user.api_tokens.count() >= MOST_TOKENS:
        raise TooManyTokensError
    text = PREFIX + secrets.token_urlsafe(32)
    return ApiToken.objects.create(user=user, name=name, beginning=text[:10], digest=_digest(text)), text


def token_for(text: str) -> ApiToken | None:
    """The token with this text, if it exists and its user may still log in."""
    token = ApiToken.objects.select_related("user").filter(digest=_digest(text), user__is_active=True).first()
    if token is not None:
        _note_use(token)
    return token


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    if token.last_used is None or now - token.last_used > NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used=now)


def _digest(text: str) -> str:
    # The text is as random as the digest is long, so a slow hash would protect nothing.
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
