"""Experiments: beginning them, looking how far they are, reading what came out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from decks.api.manners import STATUSES as DECK_STATUSES
from decks.api.manners import DeckView
from decks.views.finding import first_system
from laboratory import downloads, refusals, services
from laboratory.api.schema import LaboratorySchema
from laboratory.api.serializers import ExperimentInputSerializer, ExperimentResultSerializer, ExperimentSerializer
from laboratory.models import Experiment
from laboratory.refusals import Refusal
from laboratory.services.starting import FORMAT, all_starters
from laboratory.showing import page_of
from matches.api.reading import brought

STATUSES: dict[type[Refusal], int] = {
    **DECK_STATUSES,
    refusals.AccountNeeded: status.HTTP_401_UNAUTHORIZED,
    refusals.NotYourExperiment: status.HTTP_403_FORBIDDEN,
    refusals.TooManyToday: status.HTTP_403_FORBIDDEN,
    refusals.NoSuchExperiment: status.HTTP_404_NOT_FOUND,
    refusals.OneAtATime: status.HTTP_409_CONFLICT,
    refusals.NotRunning: status.HTTP_409_CONFLICT,
    refusals.StillRunning: status.HTTP_409_CONFLICT,
}


class Experiments(DeckView, viewsets.GenericViewSet):
    """Experiments of the deck laboratory: public ones and your own. Others open by their key."""

    queryset = Experiment.objects.all()
    serializer_class = ExperimentSerializer
    schema = LaboratorySchema()
    lookup_field = "key"

    def known_parameters(self) -> Sequence[str]:
        common = super().known_parameters()
        return ["page", "page_size", *common] if self.action == "list" else common

    def get_queryset(self) -> QuerySet[Experiment]:
        mine = Experiment.objects.owned_by(self.visitor)
        return (Experiment.objects.public() | mine).for_lists()

    @extend_schema(operation_id="laboratory_list", tags=["laboratory"], responses=ExperimentSerializer(many=True))
    def list(self, request: Request) -> Response:
        """List public experiments and your own, the latest first."""
        rows: Any = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(ExperimentSerializer(rows, many=True, context={"request": request}).data)

    @extend_schema(
        operation_id="laboratory_create", tags=["laboratory"], request=ExperimentInputSerializer,
        responses={201: ExperimentSerializer},
    )  # fmt: skip
    def create(self, request: Request) -> Response:
        """Begin an experiment. It is played in the background; ask for it again to see how far it is."""
        form = ExperimentInputSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        wanted: dict[str, Any] = form.validated_data
        tried = brought(self.visitor, wanted["deck"], FORMAT)
        met = all_starters(tried.deck.faction)
        if "against" in wanted:
            met = [brought(self.visitor, wanted["against"], FORMAT)]
        with transaction.atomic():
            made = services.start(
                self.visitor, first_system(), tried, met,
                level=wanted["level"], games=wanted["games"], seed=wanted["seed"],
            )  # fmt: skip
            services.set_visibility(self.visitor, made.key, wanted["visibility"])
        return self.answer(made.key, status.HTTP_201_CREATED)

    @extend_schema(operation_id="laboratory_read", tags=["laboratory"], responses=ExperimentSerializer)
    def retrieve(self, request: Request, key: str) -> Response:
        """Read one experiment, and how far it is."""
        return self.answer(key)

    @extend_schema(operation_id="laboratory_result", tags=["laboratory"], responses=ExperimentResultSerializer)
    def result(self, request: Request, key: str) -> Response:
        """Read all figures so far: shares with their intervals, what cards and Squads did, and what that advises."""
        experiment = services.experiment_to_see(self.visitor, key)
        advice = [
            {"deck": side.contender.number, **asdict(each)}
            for side in page_of(experiment).sides
            for each in side.advice
        ]
        return Response(
            ExperimentResultSerializer({**downloads.as_json(experiment, games=False), "advice": advice}).data
        )

    @extend_schema(operation_id="laboratory_cancel", tags=["laboratory"], request=None, responses=ExperimentSerializer)
    def cancel(self, request: Request, key: str) -> Response:
        """Call off the games that are left; what was played is kept."""
        services.cancel(self.visitor, key)
        return self.answer(key)

    @extend_schema(
        operation_id="laboratory_delete", tags=["laboratory"],
        responses={204: OpenApiResponse(description="It is gone, with its results.")},
    )  # fmt: skip
    def destroy(self, request: Request, key: str) -> Response:
        """Delete your experiment for good."""
        services.delete(self.visitor, key)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def answer(self, key: str, code: int = status.HTTP_200_OK) -> Response:
        """The experiment as it stands."""
        experiment = services.experiment_to_see(self.visitor, key)
        data = ExperimentSerializer(experiment, context={"request": self.request}).data
        return Response(data, code, headers={"Location": data["url"]} if code == status.HTTP_201_CREATED else {})

    def handle_exception(self, exc: Exception) -> Response:
        if not isinstance(exc, Refusal):
            return super().handle_exception(exc)
        answer = STATUSES.get(type(exc), status.HTTP_400_BAD_REQUEST)
        response = Response({"detail": exc.sentence(), "code": exc.code}, answer)
        response.exception = True
        return response
