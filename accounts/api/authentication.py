"""How the API knows a user's programs: by a token in the header `Authorization: Bearer ...`."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, User
from accounts.tokens import token_for

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """Whoever sends a token is its user; whoever sends none may still be logged in or a guest."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, text = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        token = token_for(text.strip())
        if token is None:
            raise AuthenticationFailed(_("This token is not known, or it was revoked. Make a new one on the site."))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class TokenScheme(OpenApiAuthenticationExtension):
    """What the schema says about tokens."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": SCHEME.lower(), "description": "A token made under /api/v1/access-tokens/."}
