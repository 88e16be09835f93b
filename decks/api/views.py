"""Decks: the public ones and your own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status, viewsets
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api.pagination import Pages
from decks import services
from decks.api.filters import DeckFilters
from decks.api.manners import DeckView, VersionMissing
from decks.api.reading import list_from, parts_from
from decks.api.serializers import DeckChangeSerializer, DeckInputSerializer, DeckSerializer, RowSerializer
from decks.models import Deck
from decks.refusals import NoSuchDeck, NotYours

IF_MATCH = OpenApiParameter("If-Match", str, "header", description="ETag of the version that the change was made on.")
VERSION = OpenApiParameter("version", int, description="The version you mean to delete, unless If-Match says so.")


class DeckPages(Pages):
    """Says beside the decks whether all of them were looked at."""

    complete = True

    def get_paginated_response(self, data: Any) -> Response:
        response = super().get_paginated_response(data)
        response.data = {**response.data, "complete": self.complete}
        return response

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        whole = super().get_paginated_response_schema(schema)
        about = "False where legal=true had to stop before it had looked at every deck that fits; narrow the search."
        whole["properties"]["complete"] = {"type": "boolean", "description": about}
        whole["required"] = [*whole.get("required", []), "complete"]
        return whole


class Decks(DeckView, viewsets.GenericViewSet):
    """Decks that players build. The list has all public ones and your own; unlisted ones open by their key."""

    queryset = Deck.objects.all()
    serializer_class = DeckSerializer
    filterset_class = DeckFilters
    pagination_class = DeckPages
    lookup_field = "key"

    def known_parameters(self) -> Sequence[str]:
        common = super().known_parameters()
        if self.action == "list":
            return [*DeckFilters.base_filters, "page", "page_size", *common]
        return ["version", *common] if self.action == "destroy" else common

    def get_queryset(self) -> QuerySet[Any]:
        if self.action == "list":
            return Deck.objects.listed_for(self.visitor).for_lists(self.visitor)
        return Deck.objects.visible_to(self.visitor).for_page(self.visitor)

    @extend_schema(operation_id="decks_list", tags=["decks"], responses=RowSerializer(many=True))
    def list(self, request: Request) -> Response:
        """List public decks and your own."""
        filters = DeckFilters(request.query_params, queryset=self.get_queryset(), request=request)
        if not filters.is_valid():
            raise ValidationError(filters.errors)
        found = filters.qs
        pages: Any = self.paginator
        pages.complete = filters.complete
        rows = RowSerializer(self.paginate_queryset(found), many=True, context=self.get_serializer_context())
        return self.get_paginated_response(rows.data)

    @extend_schema(
        operation_id="decks_create", tags=["decks"], request=DeckInputSerializer, responses={201: DeckSerializer}
    )
    def create(self, request: Request) -> Response:
        """Keep a new deck, legal or not yet."""
        form = DeckInputSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        wanted: dict[str, Any] = form.validated_data
        with transaction.atomic():
            deck = services.keep_list(self.visitor, list_from(wanted), wanted["notes"])
            deck = services.set_visibility(self.visitor, deck.key, deck.version, wanted["visibility"])
        response = self.answer(deck.key, status.HTTP_201_CREATED)
        response.headers["Location"] = response.data["url"]
        return response

    @extend_schema(operation_id="decks_read", tags=["decks"], responses=DeckSerializer)
    def retrieve(self, request: Request, key: str) -> Response:
        """Read one deck with its problems. The ETag is its version."""
        return self.answer(key)

    @extend_schema(
        operation_id="decks_replace", tags=["decks"], parameters=[IF_MATCH], request=DeckChangeSerializer,
        responses=DeckSerializer,
    )  # fmt: skip
    def update(self, request: Request, key: str) -> Response:
        """Put a whole deck in the place of the old one; what is left out gets its default."""
        return self.change(request, key, partial=False)

    @extend_schema(
        operation_id="decks_change", tags=["decks"], parameters=[IF_MATCH], request=DeckChangeSerializer,
        responses=DeckSerializer,
    )  # fmt: skip
    def partial_update(self, request: Request, key: str) -> Response:
        """Change only what is sent."""
        return self.change(request, key, partial=True)

    @extend_schema(
        operation_id="decks_delete", tags=["decks"], parameters=[IF_MATCH, VERSION],
        responses={204: OpenApiResponse(description="It is gone, with its history, likes and comments.")},
    )  # fmt: skip
    def destroy(self, request: Request, key: str) -> Response:
        """Delete your deck for good."""
        self.check_owner(key)
        services.delete_deck(self.visitor, key, self.version_seen(request.query_params.get("version")))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(operation_id="decks_fork", tags=["decks"], request=None, responses={201: DeckSerializer})
    def fork(self, request: Request, key: str) -> Response:
        """Make a private copy of a deck, with credit."""
        return self.answer(services.fork(self.visitor, key).key, status.HTTP_201_CREATED)

    @extend_schema(operation_id="decks_like", tags=["decks"], request=None, responses=DeckSerializer)
    def like(self, request: Request, key: str) -> Response:
        """Like a public deck."""
        return self.answer(services.like(self.visitor, key).key)

    @extend_schema(operation_id="decks_unlike", tags=["decks"], request=None, responses=DeckSerializer)
    def unlike(self, request: Request, key: str) -> Response:
        """Take your like back."""
        return self.answer(services.unlike(self.visitor, key).key)

    def change(self, request: Request, key: str, partial: bool) -> Response:
        """Change content and visibility together, on one version."""
        deck = self.check_owner(key)
        form = DeckChangeSerializer(data=request.data, partial=partial)
        form.is_valid(raise_exception=True)
        wanted: dict[str, Any] = form.validated_data
        parts = parts_from(wanted, deck, whole=not partial)
        with transaction.atomic():
            deck = services.change_deck(self.visitor, key, self.version_seen(wanted.get("version")), parts)
            if "visibility" in wanted:
                services.set_visibility(self.visitor, key, deck.version, wanted["visibility"])
        return self.answer(key)

    def check_owner(self, key: str) -> Deck:
        """Say whether it is there and whose it is before anything else is found fault with."""
        deck = self.found(key)
        if not self.visitor.may_edit(deck):
            raise NotYours(deck.name)
        return deck

    def version_seen(self, given: Any) -> int:
        """The version that the client saw, from If-Match or from what it sent."""
        match = self.request.headers.get("If-Match", "").strip()
        if match:
            given = match.strip('"')
        if given is None:
            raise VersionMissing
        text = str(given)
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            sentence = _("version is “%(given)s”; expected a whole number like the ETag of the deck.")
            raise ValidationError({"version": [sentence % {"given": text[:20]}]})
        return int(text)

    def found(self, key: str) -> Any:
        """The deck with everything its JSON needs."""
        deck = self.get_queryset().filter(key=key).first()
        if deck is None:
            raise NoSuchDeck(key)
        return deck

    def answer(self, key: str, code: int = status.HTTP_200_OK) -> Response:
        """The deck as it is now."""
        deck = self.found(key)
        data = DeckSerializer(deck, context=self.get_serializer_context()).data
        return Response(data, code, headers={"ETag": f'"{deck.version}"'})
