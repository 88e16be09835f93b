"""What players do at the table. Each deed answers with the match as it then stands, and the next decision."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches import services
from matches.api import serializers as form
from matches.api.views import TableView
from matches.models import Match
from matches.thinking.thoughts import write_thought


def deed(name: str, request: type[Serializer] | None = None) -> Any:
    """What the schema says about a deed."""
    return extend_schema(
        operation_id=f"matches_{name}", tags=["matches"], request=request, responses=form.MatchSerializer
    )


class Deeds(TableView, viewsets.GenericViewSet):
    """Deeds of players."""

    queryset = Match.objects.all()
    serializer_class = form.MatchSerializer
    lookup_field = "key"

    def sent(self, kind: type[Serializer], key: str) -> Any:
        """What was sent, once it is clear that the visitor may know of the match."""
        self.match(key)
        read = kind(data=self.request.data)
        read.is_valid(raise_exception=True)
        return read.validated_data

    @deed("choose", form.ChoiceSerializer)
    def choose(self, request: Request, key: str) -> Response:
        """Answer the pending decision. On any other version than the present one nothing is changed."""
        sent = self.sent(form.ChoiceSerializer, key)
        services.choose(self.visitor, key, sent["version"], sent["option"])
        return self.answer(key)

    @extend_schema(
        operation_id="matches_hint", tags=["matches"], request=form.VersionSerializer, responses=form.ThoughtSerializer
    )
    def hint(self, request: Request, key: str) -> Response:
        """Ask what the Veteran would do in your place, in a casual match or against bots alone. Hints are counted."""
        sent = self.sent(form.VersionSerializer, key)
        thought = services.take_hint(self.visitor, key, sent["version"])
        return Response(write_thought(services.ADVISER, thought))

    @deed("take_back", form.TakeBackSerializer)
    def take_back(self, request: Request, key: str) -> Response:
        """Take back your last choice, as long as nothing came to light."""
        sent = self.sent(form.TakeBackSerializer, key)
        services.take_back(self.visitor, key, sent["version"], whole_turn=sent["whole_turn"])
        return self.answer(key)

    @deed("pass", form.PassingSerializer)
    def pass_turn(self, request: Request, key: str) -> Response:
        """Pass at all windows until the turn is over, or be asked again."""
        sent = self.sent(form.PassingSerializer, key)
        services.pass_this_turn(self.visitor, key, passing=sent["passing"])
        return self.answer(key)

    @deed("asking", form.AskingSerializer)
    def asking(self, request: Request, key: str) -> Response:
        """Set how often you are asked at windows."""
        services.set_asking(self.visitor, key, self.sent(form.AskingSerializer, key)["asking"])
        return self.answer(key)

    @deed("propose", form.ProposalSerializer)
    def propose(self, request: Request, key: str) -> Response:
        """Propose a draw, to take back your last choice, or a bot for somebody who has left."""
        sent = self.sent(form.ProposalSerializer, key)
        services.propose(self.visitor, key, sent["kind"], sent["level"])
        return self.answer(key)

    @deed("answer", form.AnswerSerializer)
    def reply(self, request: Request, key: str) -> Response:
        """Agree to a proposal or decline it."""
        sent = self.sent(form.AnswerSerializer, key)
        services.answer(self.visitor, key, sent["proposal"], agrees=sent["agrees"])
        return self.answer(key)

    @deed("concede")
    def concede(self, request: Request, key: str) -> Response:
        """Give up."""
        self.match(key)
        services.concede(self.visitor, key)
        return self.answer(key)

    @deed("claim")
    def claim(self, request: Request, key: str) -> Response:
        """Win because the other side let its time run out."""
        self.match(key)
        services.claim(self.visitor, key)
        return self.answer(key)

    @extend_schema(
        operation_id="matches_rematch", tags=["matches"], request=None, responses={201: form.MatchSerializer}
    )
    def rematch(self, request: Request, key: str) -> Response:
        """Ask for a rematch, or accept it; answers with the new match."""
        self.match(key)
        return self.answer(services.rematch(self.visitor, key).key, status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="matches_continue", tags=["matches"], request=form.ContinueSerializer,
        responses={201: form.MatchSerializer},
    )  # fmt: skip
    def go_on(self, request: Request, key: str) -> Response:
        """Go on from a moment of a match that is over, in a match of your own with other luck."""
        sent = self.sent(form.ContinueSerializer, key)
        bots = frozenset(sent["bots"])
        new = services.continue_from(self.visitor, self.match(key), sent["step"], bots, sent["level"])
        return self.answer(new.key, status.HTTP_201_CREATED)
