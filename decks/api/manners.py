"""What all addresses of decks share: who asks, how refusals are answered, and how much may be sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import APIException, NotAuthenticated, ParseError
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.permissions import SAFE_METHODS, AllowAny, BasePermission, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle, BaseThrottle, UserRateThrottle

from catalog.api.views import StrictParametersMixin
from decks.api.schema import DeckSchema
from decks.refusals import LogInFirst, NoSuchDeck, NotYours, OnlyForStaff, Refusal, StaleDeck, TooManyDecks
from decks.visitors import Visitor, visitor_of

#: A deck has a few hundred bytes; the rest is room for files to import.
MOST_SENT = 2_500_000
STATUSES: dict[type[Refusal], int] = {
    NoSuchDeck: status.HTTP_404_NOT_FOUND,
    NotYours: status.HTTP_403_FORBIDDEN,
    OnlyForStaff: status.HTTP_403_FORBIDDEN,
    LogInFirst: status.HTTP_401_UNAUTHORIZED,
    TooManyDecks: status.HTTP_403_FORBIDDEN,
    StaleDeck: status.HTTP_409_CONFLICT,
}


class TooLarge(APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE

    def __init__(self) -> None:
        super().__init__(_("This is too large to be a deck; %(most)d bytes at most can be sent.") % {"most": MOST_SENT})


class VersionMissing(APIException):
    status_code = status.HTTP_428_PRECONDITION_REQUIRED

    def __init__(self) -> None:
        super().__init__(
            _("Say which version your change was made on: send “version”, or the ETag of the deck in If-Match.")
        )


class StrictJSON(JSONParser):
    """JSON whose nesting ends, and whose texts are texts."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError(_("The JSON is nested deeper than any deck.")) from error
        try:
            json.dumps(data, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise ParseError(_("The JSON holds half of a character (a lone surrogate).")) from error
        return data


class WritesOfUser(UserRateThrottle):
    """How often a user changes something."""

    scope = "user-writes"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        return super().get_cache_key(request, view) if request.user.is_authenticated else None


class WritesOfStranger(AnonRateThrottle):
    """How often somebody without a name has something checked."""

    scope = "anon-writes"


class DeckView(StrictParametersMixin):
    """Base of all. Reading is for everybody, changing for users; guests build on the site."""

    action: str = ""
    schema = DeckSchema()
    parser_classes: list[type[BaseParser]] = [StrictJSON]
    permission_classes: list[type[BasePermission]] = [IsAuthenticatedOrReadOnly]

    @property
    def visitor(self) -> Visitor:
        """Who asks."""
        return visitor_of(self.request)

    def get_throttles(self) -> list[BaseThrottle]:
        if self.request.method in SAFE_METHODS:
            return [AnonRateThrottle()]
        return [WritesOfStranger(), WritesOfUser()]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        # The body is read only when a view asks for it, so what is too large is refused unread.
        length = str(request.META.get("CONTENT_LENGTH") or 0)
        if not length.isdigit() or int(length) > MOST_SENT:
            raise TooLarge
        super().initial(request, *args, **kwargs)

    def permission_denied(self, request: Request, message: str | None = None, code: str | None = None) -> NoReturn:
        if request.authenticators and not request.successful_authenticator:
            raise NotAuthenticated(_("Log in on the site, or send a token as “Authorization: Bearer ...”."))
        super().permission_denied(request, message, code)

    def handle_exception(self, exc: Exception) -> Response:
        if not isinstance(exc, Refusal):
            return super().handle_exception(exc)
        data: dict[str, Any] = {"detail": exc.sentence(), "code": exc.code}
        answer = STATUSES.get(type(exc), status.HTTP_400_BAD_REQUEST)
        if isinstance(exc, StaleDeck):
            data["version"] = exc.deck.version
            answer = status.HTTP_412_PRECONDITION_FAILED if "If-Match" in self.request.headers else answer
        response = Response(data, answer)
        response.exception = True
        return response

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ["Cookie", "Authorization"])
        return response


class OpenDeckView(DeckView):
    """For what changes nothing though it is sent: checking a deck."""

    permission_classes = [AllowAny]
