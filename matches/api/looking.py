"""Looking at matches: views, logs, moments, chat, replays and proofs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from matches import services
from matches.api.looking_serializers import VIEW, LogSerializer, ProofSerializer, ReplaySerializer
from matches.api.manners import MatchView, whole
from matches.api.serializers import LineSerializer, SaySerializer
from matches.api.writing import events_as_seen, steps_as_seen
from matches.models import Match
from matches.naming import Names
from matches.refusals import NoSuchMoment
from matches.services.proving import proof_of

#: So many steps of the log come at once.
MOST_STEPS = 200
SEAT = OpenApiParameter(
    "seat", str, description="Through whose eyes: one of your seats, “none” as a watcher, any seat once it is over."
)
SINCE = OpenApiParameter("since", int, description="The first step you do not know yet; 0 by default.", default=0)


class Looks(MatchView, viewsets.GenericViewSet):
    """What may be seen of a match."""

    queryset = Match.objects.all()
    serializer_class = LogSerializer
    lookup_field = "key"

    def known_parameters(self) -> Sequence[str]:
        more = {"view": ["seat"], "moment": ["seat"], "log": ["seat", "since"]}
        return [*more.get(self.action, []), *super().known_parameters()]

    @extend_schema(
        operation_id="matches_view", tags=["matches"], parameters=[SEAT], responses={200: OpenApiResponse(VIEW)}
    )
    def view(self, request: Request, key: str) -> Response:
        """Read all that you may know of the game now; a watcher of a match with a delay, what was a while ago."""
        match = self.match(key)
        seat = self.seat_asked_for(match)
        return Response(services.view_for(self.visitor, match, seat)[0])

    @extend_schema(
        operation_id="matches_moment", tags=["matches"], parameters=[SEAT], responses={200: OpenApiResponse(VIEW)}
    )
    def moment(self, request: Request, key: str, step: int) -> Response:
        """Read the game as it stood after so many steps."""
        match = self.match(key)
        seat = self.seat_asked_for(match)
        last = services.last_moment(self.visitor, match)
        if step > last:
            raise NoSuchMoment(step, last)
        return Response(services.game_at(match, step).view(seat))

    @extend_schema(operation_id="matches_log", tags=["matches"], parameters=[SEAT, SINCE], responses=LogSerializer)
    def log(self, request: Request, key: str) -> Response:
        """Read what happened since a step, as far as you may know it."""
        match = self.match(key)
        seat = self.seat_asked_for(match)
        since = whole("since", request.query_params.get("since", "0"), _("the number of a step"))
        last = services.last_moment(self.visitor, match)
        end = min(last, since + MOST_STEPS)
        view, setup = services.view_for(self.visitor, match, seat)
        names = Names(view, setup.factions)
        steps = match.all_steps.filter(number__gte=since, number__lt=end).order_by("number")
        return Response(
            {
                "seat": seat,
                "next": max(end, since),
                "complete": end >= last,
                "opening": [] if since else events_as_seen(services.opening_events(match), seat, names),
                "steps": steps_as_seen(self.visitor, match, steps, seat, names),
            }
        )

    @extend_schema(operation_id="matches_chat", tags=["matches"], responses=LineSerializer(many=True))
    def chat(self, request: Request, key: str) -> Response:
        """Read the last lines said at the table."""
        return Response(LineSerializer(services.chat_for(self.visitor, self.match(key)), many=True).data)

    @extend_schema(operation_id="matches_say", tags=["matches"], request=SaySerializer, responses={201: LineSerializer})
    def say(self, request: Request, key: str) -> Response:
        """Say something to the table; only its players do."""
        self.match(key)
        sent = SaySerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        line = services.say(self.visitor, key, sent.validated_data["text"])
        return Response(LineSerializer(line).data, status.HTTP_201_CREATED)

    @extend_schema(operation_id="matches_replay", tags=["matches"], responses=ReplaySerializer)
    def replay(self, request: Request, key: str) -> Response | HttpResponse:
        """Download a match that is over: setup, seed and choices, with which anybody can play it again."""
        return Response(services.write_replay(self.match(key)))

    @extend_schema(operation_id="matches_proof", tags=["matches"], responses=ProofSerializer)
    def proof(self, request: Request, key: str) -> Response:
        """Have a match that is over played once more, and every event compared."""
        proof = proof_of(self.match(key))
        return Response({**asdict(proof), "holds": proof.holds})
