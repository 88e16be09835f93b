"""What all addresses of matches share: who asks, how refusals are answered, and how often one may choose."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle, BaseThrottle

from decks.api.manners import DeckView, WritesOfUser
from decks.refusals import NoPlaceToKeep, NoSuchDeck
from matches import refusals, services
from matches.api.schema import MatchSchema
from matches.logged.refusals import NoSuchLoggedMatch, NotNamed, NotYourLog, TooManyLogged
from matches.models import Match
from matches.refusals import Refusal, StaleChoice

STATUSES: dict[type[Refusal], int] = {
    NoPlaceToKeep: status.HTTP_401_UNAUTHORIZED,
    refusals.NotAtTheTable: status.HTTP_403_FORBIDDEN,
    refusals.NeedsInvitation: status.HTTP_403_FORBIDDEN,
    refusals.NotYourMatch: status.HTTP_403_FORBIDDEN,
    refusals.TooManyMatches: status.HTTP_403_FORBIDDEN,
    refusals.NoHintsHere: status.HTTP_403_FORBIDDEN,
    refusals.HiddenSeat: status.HTTP_403_FORBIDDEN,
    NotYourLog: status.HTTP_403_FORBIDDEN,
    NotNamed: status.HTTP_403_FORBIDDEN,
    TooManyLogged: status.HTTP_403_FORBIDDEN,
    NoSuchDeck: status.HTTP_404_NOT_FOUND,
    NoSuchLoggedMatch: status.HTTP_404_NOT_FOUND,
    refusals.NoSuchPlayer: status.HTTP_404_NOT_FOUND,
    refusals.NoSuchMatch: status.HTTP_404_NOT_FOUND,
    refusals.NoSuchMoment: status.HTTP_404_NOT_FOUND,
    refusals.NotYourDecision: status.HTTP_409_CONFLICT,
    refusals.StaleChoice: status.HTTP_409_CONFLICT,
    refusals.NotRunning: status.HTTP_409_CONFLICT,
    refusals.NotOver: status.HTTP_409_CONFLICT,
    refusals.OtherRules: status.HTTP_409_CONFLICT,
    refusals.SeatTaken: status.HTTP_409_CONFLICT,
    refusals.NothingToTakeBack: status.HTTP_409_CONFLICT,
    refusals.NoSuchOffer: status.HTTP_409_CONFLICT,
    refusals.OtherOffer: status.HTTP_409_CONFLICT,
    refusals.OfferPending: status.HTTP_409_CONFLICT,
    refusals.StillThere: status.HTTP_409_CONFLICT,
    refusals.NoAdvice: status.HTTP_409_CONFLICT,
    refusals.TooMuchSaid: status.HTTP_429_TOO_MANY_REQUESTS,
}
LONGEST_NUMBER = 9


class Deeds(WritesOfUser):
    """A game has hundreds of choices, and a program is quicker than a hand: more room than for other changes."""

    scope = "user-deeds"
    rate = "1200/min"


class MatchView(DeckView):
    """Base of all. Looking is for everybody who may see the match, playing for users; guests play on the site."""

    schema = MatchSchema()

    def get_throttles(self) -> list[BaseThrottle]:
        return [AnonRateThrottle()] if self.request.method in SAFE_METHODS else [Deeds()]

    def match(self, key: str) -> Match:
        """The match, if the visitor may know of it."""
        return services.match_to_see(self.visitor, key)

    def seat_asked_for(self, match: Match) -> int | None:
        """The seat through whose eyes the visitor wants to look: `seat` of the address, else the own one."""
        text = self.request.query_params.get("seat")
        if text is None:
            return services.own_eyes(self.visitor, match)
        if text == "none":
            return None
        seat = whole("seat", text, _("a seat's number, or “none” for what watchers see"))
        services.check_eyes(self.visitor, match, seat)
        return seat

    def handle_exception(self, exc: Exception) -> Response:
        if not isinstance(exc, Refusal):
            return super().handle_exception(exc)
        data: dict[str, Any] = {"detail": exc.sentence(), "code": exc.code}
        if isinstance(exc, StaleChoice):
            data["version"] = exc.match.version
        response = Response(data, STATUSES.get(type(exc), status.HTTP_400_BAD_REQUEST))
        response.exception = True
        return response


def whole(name: str, text: str, expected: str) -> int:
    """A whole number from the address."""
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        sentence = _("%(name)s is “%(given)s”; expected %(expected)s.")
        raise ValidationError({name: [sentence % {"name": name, "given": text[:20], "expected": expected}]})
    return int(text)
