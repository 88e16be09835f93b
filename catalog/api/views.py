"""The read-only resources of the catalogue: a list and a detail address each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from catalog.api import filters, serializers
from catalog.api.editions import EditionMixin
from catalog.api.schema import ResourceSchema
from catalog.models import Banner, Card, Faction, GameSystem, Shrine, Squad, StarterDeck, Token


class StrictParametersMixin(APIView):
    """Refuses parameters that would have no effect, as they are slips of the pen."""

    action: str
    schema = ResourceSchema()

    def known_parameters(self) -> Sequence[str]:
        """Everything that may follow the question mark."""
        return [self.settings.URL_FORMAT_OVERRIDE]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        known = self.known_parameters()
        for name, values in request.query_params.lists():
            if name not in known:
                sentence = _("There is no parameter “%(name)s” here. Known are: %(known)s.")
                raise ValidationError({name: [sentence % {"name": name, "known": ", ".join(known)}]})
            if len(values) > 1:
                sentence = _("%(name)s is given %(count)d times; give it once.")
                raise ValidationError({name: [sentence % {"name": name, "count": len(values)}]})


class CatalogViewSet(EditionMixin, StrictParametersMixin, viewsets.ReadOnlyModelViewSet):
    """Base of all: lists with filters and pages, details by readable address, conditional requests."""

    #: Where each part of a detail address is found in the row.
    lookups = {"system": "faction__system__slug", "faction": "faction__slug", "slug": "slug"}
    filterset_class: type[filters.StrictFilters] | None = None

    def known_parameters(self) -> Sequence[str]:
        if self.action != "list":
            return super().known_parameters()
        narrowing = list(self.filterset_class.base_filters) if self.filterset_class else []
        return [*narrowing, "page", "page_size", *super().known_parameters()]

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        return self.unless_known(lambda: super(CatalogViewSet, self).list(request, *args, **kwargs))

    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        return self.unless_known(lambda: super(CatalogViewSet, self).retrieve(request, *args, **kwargs))

    def get_object(self) -> Any:
        wanted = {path: self.kwargs[part] for part, path in self.lookups.items()}
        row = self.get_queryset().filter(**wanted).first()
        if row is None:
            kind = self.get_queryset().model._meta.verbose_name
            place = "/".join(self.kwargs[part] for part in self.lookups)
            sentence = _("There is no %(kind)s at %(place)s; the list shows all there are.")
            raise NotFound(sentence % {"kind": kind, "place": place})
        return row


def entries(model: Any, *related: str) -> QuerySet[Any]:
    """Rows of one kind with everything their JSON needs."""
    rows: QuerySet[Any] = model.objects.select_related("faction__system", *related)
    return rows


class Systems(CatalogViewSet):
    """The games in the catalogue. A game's edition grows with every change of its catalogue."""

    lookups = {"system": "slug"}
    queryset = GameSystem.objects.order_by("pk")
    serializer_class = serializers.SystemSerializer


class Factions(CatalogViewSet):
    """The sides of the conflict."""

    lookups = {"system": "system__slug", "slug": "slug"}
    queryset = Faction.objects.select_related("system")
    serializer_class = serializers.FactionSerializer
    filterset_class = filters.FactionFilters


class Squads(CatalogViewSet):
    """Squad cards with all their modes. Filters on values of a mode hold together on one mode."""

    queryset = entries(Squad).prefetch_related("modes")
    serializer_class = serializers.SquadSerializer
    filterset_class = filters.SquadFilters


class Cards(CatalogViewSet):
    """Action cards with their halves. Filters on values of a half hold together on one half."""

    queryset = entries(Card, "squad").prefetch_related("halves")
    serializer_class = serializers.CardSerializer
    filterset_class = filters.CardFilters


class Banners(CatalogViewSet):
    """Banner cards."""

    queryset = entries(Banner)
    serializer_class = serializers.BannerSerializer
    filterset_class = filters.BannerFilters


class Shrines(CatalogViewSet):
    """Shrines and their powers."""

    queryset = entries(Shrine)
    serializer_class = serializers.ShrineSerializer
    filterset_class = filters.ShrineFilters


class Tokens(CatalogViewSet):
    """Tokens of the factions."""

    queryset = entries(Token)
    serializer_class = serializers.TokenSerializer
    filterset_class = filters.TokenFilters


class StarterDecks(CatalogViewSet):
    """Ready-made decks."""

    lookups = {"system": "faction__system__slug", "faction": "faction__slug", "deck_format": "format"}
    queryset = entries(StarterDeck, "banner", "shrine")
    serializer_class = serializers.StarterDeckSerializer
    filterset_class = filters.StarterDeckFilters


ADDRESSES = {"type": "object", "additionalProperties": {"type": "string", "format": "uri"}}


class Root(EditionMixin, StrictParametersMixin):
    """Where everything is."""

    name = "API"
    lists: Sequence[str] = ()

    @extend_schema(operation_id="root", tags=["start"], responses={200: ADDRESSES})
    def get(self, request: Request) -> Any:
        addresses = {name.rpartition(":")[2]: reverse(name, request=request) for name in self.lists}
        return self.unless_known(lambda: Response(addresses))
