"""Players: ratings, results by faction, and the history of matches, as far as who asks may see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, viewsets
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from catalog.api import values
from catalog.api.filters import StrictFilters
from catalog.api.narrowing import Narrow
from matches.api.manners import MatchView
from matches.api.statistics import TallySerializer
from matches.models import Outcome, Rating, RatingGroup, Standing
from matches.refusals import NoSuchPlayer
from matches.stats.counting import sure_ratings
from matches.stats.players import history_of, ratings_of, results_of


class RatingSerializer(serializers.ModelSerializer):
    """How strong a player is thought to be, and how sure that is."""

    player = serializers.CharField(source="user.username")
    points = serializers.IntegerField(help_text="Everybody begins at 1500.")
    deviation = serializers.IntegerField(help_text="How far off the points may well be.")
    provisional = serializers.BooleanField(help_text="Too few matches stand behind it.")
    matches = serializers.IntegerField(help_text="Rated matches.")

    class Meta:
        model = Rating
        fields = ["player", "group", "points", "deviation", "provisional", "matches", "changed"]


class PointSerializer(serializers.Serializer):
    """A rating after a match."""

    day = serializers.DateField()
    points = serializers.IntegerField()
    deviation = serializers.IntegerField()


class RatingCourseSerializer(RatingSerializer):
    """A rating with its course."""

    course = serializers.SerializerMethodField(help_text="After each of the last rated matches, the oldest first.")

    class Meta(RatingSerializer.Meta):
        fields = [*RatingSerializer.Meta.fields, "course"]

    @extend_schema_field(PointSerializer(many=True))
    def get_course(self, rating: Rating) -> Any:
        return PointSerializer(self.context["courses"][rating.pk], many=True).data


class FactionResultsSerializer(serializers.Serializer):
    """How a player did with a faction."""

    faction = serializers.CharField()
    results = TallySerializer()


class PlayerSerializer(serializers.Serializer):
    """What everybody may know of a player."""

    name = serializers.CharField()
    page = serializers.URLField(help_text="The page of the player on the site.")
    ratings = RatingCourseSerializer(many=True)
    results = TallySerializer(help_text="Of the matches that you may see.")
    factions = FactionResultsSerializer(many=True)


class StandingSerializer(serializers.ModelSerializer):
    """How somebody came out of a match."""

    player = serializers.CharField(source="user.username", default=None, help_text="The account, if there is one.")

    class Meta:
        model = Standing
        fields = ["number", "name", "player", "faction", "result", "first", "victory_points"]


class PlayedSerializer(serializers.ModelSerializer):
    """A match of a player."""

    key = serializers.SerializerMethodField(help_text="Of a match of the site, or of the log if the source is logged.")
    seat = serializers.SerializerMethodField(help_text="The seat of the player.")
    standings = StandingSerializer(many=True)
    page = serializers.SerializerMethodField()

    class Meta:
        model = Outcome
        fields = ["key", "source", "mode", "day", "ranked", "drawn", "reason", "turns", "seat", "standings", "page"]

    def get_key(self, outcome: Outcome) -> str:
        return str((outcome.match or outcome.logged).key)  # type: ignore[union-attr]

    def get_seat(self, outcome: Outcome) -> int:
        return int(self.context["seats"][outcome.pk])

    @extend_schema_field(OpenApiTypes.URI)
    def get_page(self, outcome: Outcome) -> str:
        played: Any = outcome.match or outcome.logged
        return str(self.context["request"].build_absolute_uri(played.get_absolute_url()))


class RatingFilters(StrictFilters):
    """What the list of ratings can be narrowed down by."""

    group = Narrow("group", values.Choice(name="group", words=RatingGroup.values), _("Duels, or matches of more."))

    class Meta:
        model = Rating
        fields: list[str] = []


class Ratings(MatchView, viewsets.GenericViewSet):
    """Ratings that are sure enough to be compared."""

    queryset = Rating.objects.all()
    serializer_class = RatingSerializer
    filterset_class = RatingFilters

    def known_parameters(self) -> Sequence[str]:
        return [*RatingFilters.base_filters, "page", "page_size", *super().known_parameters()]

    def get_queryset(self) -> QuerySet[Rating]:
        return sure_ratings()

    @extend_schema(operation_id="ratings_list", tags=["players"])
    def list(self, request: Request) -> Response:
        """List the best players; a provisional rating stands on its player's page alone."""
        filters = RatingFilters(request.query_params, queryset=self.get_queryset(), request=request)
        if not filters.is_valid():
            raise ValidationError(filters.errors)
        return self.get_paginated_response(self.get_serializer(self.paginate_queryset(filters.qs), many=True).data)


class Players(MatchView, viewsets.GenericViewSet):
    """Players by name, in any case."""

    queryset = Standing.objects.all()
    serializer_class = PlayedSerializer
    filterset_class = None
    lookup_field = "name"

    def known_parameters(self) -> Sequence[str]:
        common = super().known_parameters()
        return ["page", "page_size", *common] if self.action == "list" else common

    def player(self, name: str) -> User:
        """The player of this name."""
        try:
            user = User.objects.get_by_natural_key(name)
        except User.DoesNotExist:
            raise NoSuchPlayer(name) from None
        if not user.is_active:
            raise NoSuchPlayer(name)
        return user

    @extend_schema(operation_id="players_read", tags=["players"], responses=PlayerSerializer)
    def retrieve(self, request: Request, name: str) -> Response:
        """Read a player's ratings with their course, and results by faction."""
        player = self.player(name)
        counted = results_of(player, self.visitor)
        courses = ratings_of(player)
        told = {
            "name": player.username,
            "page": request.build_absolute_uri(player.get_absolute_url()),
            "ratings": [rating for rating, _changes in courses],
            "results": counted.all,
            "factions": [{"faction": slug, "results": won} for slug, won in counted.factions.items()],
        }
        context = {"courses": {rating.pk: changes for rating, changes in courses}}
        return Response(PlayerSerializer(told, context=context).data)

    @extend_schema(operation_id="players_matches", tags=["players"], responses=PlayedSerializer(many=True))
    def list(self, request: Request, name: str) -> Response:
        """List a player's matches that you may see, the latest first."""
        rows: Any = self.paginate_queryset(history_of(self.player(name), self.visitor))
        context = {"request": request, "seats": {row.outcome_id: row.number for row in rows}}
        return self.get_paginated_response(
            PlayedSerializer([row.outcome for row in rows], many=True, context=context).data
        )
