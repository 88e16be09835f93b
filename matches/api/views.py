"""Matches: finding, opening and joining them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status, viewsets
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api import values
from catalog.api.filters import StrictFilters
from catalog.api.narrowing import Narrow
from decks.api.serializers import StrictSerializer
from decks.visitors import visitor_of
from matches import services
from matches.api.manners import MatchView
from matches.api.reading import BroughtSerializer, MatchInputSerializer, brought, plans_from, serializers
from matches.api.serializers import MatchRowSerializer, MatchSerializer
from matches.api.writing import decision_of
from matches.engine.dawnfall.setup import MODES
from matches.models import Match, Seat, visitor_holds
from matches.services.bringing import format_of
from matches.setting_up.setups import read_options

#: Far more cards than any deck has.
MOST_CARDS = 200


class SitDownSerializer(StrictSerializer):
    """What one needs to take a seat."""

    deck = BroughtSerializer()
    invitation = serializers.CharField(max_length=16, required=False, default="", help_text="For an invited seat.")


class ScriptSerializer(StrictSerializer):
    """A deck in Script mode."""

    order = serializers.ListField(
        child=serializers.SlugField(), max_length=MOST_CARDS, help_text="Slugs of all its cards, from top to bottom."
    )


class NarrowMine(Narrow):
    """Matches in which one has a seat, or all others."""

    def condition(self, value: bool) -> Q:
        seats = Seat.objects.filter(visitor_holds(visitor_of(self.parent.request)), match=OuterRef("pk"))
        return Q(Exists(seats)) if value else ~Q(Exists(seats))


class NarrowFree(Narrow):
    """Matches with a seat that anybody may take."""

    def condition(self, value: bool) -> Q:
        free = Q(Exists(Seat.objects.filter(match=OuterRef("pk"), kind=Seat.Kind.OPEN)), status=Match.Status.OPEN)
        return free if value else ~free


class MatchFilters(StrictFilters):
    """What the list of matches can be narrowed down by."""

    status = Narrow("status", values.Choice(name="status", words=Match.Status.values), _("Where the match stands."))
    mode = Narrow("mode", values.Choice(name="mode", words=MODES), _("How many play, and against whom."))
    mine = NarrowMine("mine", values.Flag(name="mine"), _("Whether you have a seat in it."))
    free = NarrowFree("free", values.Flag(name="free"), _("Whether anybody may sit down."))

    class Meta:
        model = Match
        fields: list[str] = []


class TableView(MatchView):
    """Answers with the match as it stands for who asks."""

    def answer(self, key: str, code: int = status.HTTP_200_OK) -> Response:
        """The match with the decision, if it is the visitor's."""
        match = self.match(key)
        steps = services.last_moment(self.visitor, match)
        context = {"request": self.request, "decision": decision_of(self.visitor, match), "steps": steps}
        data = MatchSerializer(match, context=context).data
        headers = {"Location": data["url"]} if code == status.HTTP_201_CREATED else {}
        return Response(data, code, headers=headers)


class Matches(TableView, viewsets.GenericViewSet):
    """Matches: those that everybody may watch or join, and your own. Others open by their key."""

    queryset = Match.objects.all()
    serializer_class = MatchSerializer
    filterset_class = MatchFilters
    lookup_field = "key"

    def known_parameters(self) -> Sequence[str]:
        common = super().known_parameters()
        return [*MatchFilters.base_filters, "page", "page_size", *common] if self.action == "list" else common

    def get_queryset(self) -> QuerySet[Match]:
        return Match.objects.listed_for(self.visitor).for_lists().with_seats()

    @extend_schema(operation_id="matches_list", tags=["matches"], responses=MatchRowSerializer(many=True))
    def list(self, request: Request) -> Response:
        """List matches to join or to watch, and your own; the latest first."""
        filters = MatchFilters(request.query_params, queryset=self.get_queryset(), request=request)
        if not filters.is_valid():
            raise ValidationError(filters.errors)
        rows: Any = self.paginate_queryset(filters.qs)
        return self.get_paginated_response(MatchRowSerializer(rows, many=True, context={"request": request}).data)

    @extend_schema(
        operation_id="matches_create", tags=["matches"], request=MatchInputSerializer, responses={201: MatchSerializer}
    )
    def create(self, request: Request) -> Response:
        """Open a match. If every seat is taken, it begins at once."""
        form = MatchInputSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        wanted: dict[str, Any] = form.validated_data
        match = services.open_match(
            self.visitor, wanted["mode"], plans_from(self.visitor, wanted), wanted["options"],
            casual=wanted["casual"], watching=wanted["watching"], delay=wanted["delay"], hours=wanted["hours"],
        )  # fmt: skip
        return self.answer(match.key, status.HTTP_201_CREATED)

    @extend_schema(operation_id="matches_read", tags=["matches"], responses=MatchSerializer)
    def retrieve(self, request: Request, key: str) -> Response:
        """Read one match: who sits where, whose turn it is, and what you are to decide with all options."""
        match = self.match(key)
        services.note_presence(self.visitor, match)
        return self.answer(key)

    @extend_schema(
        operation_id="matches_sit_down", tags=["matches"], request=SitDownSerializer, responses=MatchSerializer
    )
    def sit_down(self, request: Request, key: str, number: int) -> Response:
        """Take a free seat with a deck. With the last one the match begins."""
        form = SitDownSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        match = self.match(key)
        size = format_of(match.mode, read_options(match.options))
        came = brought(self.visitor, form.validated_data["deck"], size)
        invitation = form.validated_data["invitation"]
        services.sit_down(self.visitor, key, number, came.deck, came.row, invitation, order=came.order)
        return self.answer(key)

    @extend_schema(operation_id="matches_script", tags=["matches"], request=ScriptSerializer, responses=MatchSerializer)
    def script(self, request: Request, key: str, number: int) -> Response:
        """Lay the deck of your seat in order, before a match in Script mode. With the last one the match begins."""
        self.match(key)
        form = ScriptSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        services.arrange(self.visitor, key, number, form.validated_data["order"])
        return self.answer(key)

    @extend_schema(operation_id="matches_stand_up", tags=["matches"], request=None, responses=MatchSerializer)
    def stand_up(self, request: Request, key: str) -> Response:
        """Leave the table before the match has begun."""
        self.match(key)
        services.stand_up(self.visitor, key)
        return self.answer(key)

    @extend_schema(operation_id="matches_cancel", tags=["matches"], request=None, responses=MatchSerializer)
    def cancel(self, request: Request, key: str) -> Response:
        """Take your open table away before the match has begun."""
        self.match(key)
        services.cancel(self.visitor, key)
        return self.answer(key)
