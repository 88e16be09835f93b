"""The log of matches that were played at a real table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status, viewsets
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api import values
from catalog.api.filters import StrictFilters
from catalog.api.narrowing import Narrow
from decks.refusals import NoSuchDeck
from decks.visitors import visitor_of
from matches.api.logged_serializers import LoggedInputSerializer, LoggedMatchSerializer
from matches.api.manners import MatchView
from matches.api.reading import brought
from matches.engine.dawnfall.setup import MODES
from matches.logged.entries import Entry, EntryProblem, EntrySeat
from matches.logged.refusals import EntryRefused
from matches.models import LoggedMatch
from matches.refusals import Refusal
from matches.services import logging
from matches.services.bringing import MODE_FORMATS


class NarrowAuthor(Narrow):
    """Matches that one wrote down, or all others."""

    def condition(self, value: bool) -> Q:
        mine = Q(author=visitor_of(self.parent.request).user)
        return mine if value else ~mine


class NarrowWaiting(Narrow):
    """Matches that wait for one's word."""

    def condition(self, value: bool) -> Q:
        user = visitor_of(self.parent.request).user
        waiting = Q(pk__in=LoggedMatch.objects.to_confirm_by(user).values("pk")) if user else Q(pk__in=[])
        return waiting if value else ~waiting


class LoggedFilters(StrictFilters):
    """What the log can be narrowed down by."""

    mode = Narrow("mode", values.Choice(name="mode", words=MODES), _("How many played, and against whom."))
    mine = NarrowAuthor("mine", values.Flag(name="mine"), _("Whether you wrote it down."))
    to_confirm = NarrowWaiting(
        "to_confirm", values.Flag(name="to_confirm"), _("Whether it names you, and you have not confirmed it.")
    )

    class Meta:
        model = LoggedMatch
        fields: list[str] = []


class LoggedMatches(MatchView, viewsets.GenericViewSet):
    """The log: public matches, those you wrote down, and those that name you. Unlisted ones open by their key."""

    queryset = LoggedMatch.objects.all()
    serializer_class = LoggedMatchSerializer
    filterset_class = LoggedFilters
    lookup_field = "key"

    def known_parameters(self) -> Sequence[str]:
        common = super().known_parameters()
        return [*LoggedFilters.base_filters, "page", "page_size", *common] if self.action == "list" else common

    def get_queryset(self) -> QuerySet[LoggedMatch]:
        return LoggedMatch.objects.listed_for(self.visitor).with_seats()

    def written(self, key: str, code: int = status.HTTP_200_OK) -> Response:
        """The match as it now stands in the log."""
        match = logging.logged_to_see(self.visitor, key)
        data = self.get_serializer(match).data
        return Response(data, code, headers={"Location": data["url"]} if code == status.HTTP_201_CREATED else {})

    def entry(self) -> Entry:
        """What was sent, as the log takes it."""
        form = LoggedInputSerializer(data=self.request.data)
        form.is_valid(raise_exception=True)
        wanted: dict[str, Any] = form.validated_data
        notes = tuple((note["turn"], note["text"]) for note in wanted.pop("turn_notes", ()))
        short = wanted["mode"] == "duel" and "short_deck" in wanted["options"]
        size = "short" if short else MODE_FORMATS[wanted["mode"]]
        seats = tuple(self._seat(number, wanted["seats"], size) for number in range(len(wanted["seats"])))
        return Entry(**{**wanted, "seats": seats, "options": tuple(wanted["options"]), "turn_notes": notes})

    def _seat(self, number: int, seats: Sequence[Mapping[str, Any]], size: str) -> EntrySeat:
        said = dict(seats[number])
        deck = said.pop("deck", None)
        if deck is None:
            return EntrySeat(**said)
        try:
            came = brought(self.visitor, deck, size)
            if came.row is not None and not self.visitor.owns(came.row):
                raise NoSuchDeck(came.row.key)
        except Refusal as refused:
            raise told([EntryProblem(f"deck_{number}", refused.sentence())], len(seats)) from refused
        return EntrySeat(**said, deck=came.deck, deck_row=came.row, starter="starter" in deck)

    @extend_schema(operation_id="logged_matches_list", tags=["logged matches"])
    def list(self, request: Request) -> Response:
        """List logged matches, the latest first."""
        filters = LoggedFilters(request.query_params, queryset=self.get_queryset(), request=request)
        if not filters.is_valid():
            raise ValidationError(filters.errors)
        return self.get_paginated_response(self.get_serializer(self.paginate_queryset(filters.qs), many=True).data)

    @extend_schema(
        operation_id="logged_matches_create", tags=["logged matches"], request=LoggedInputSerializer,
        responses={201: LoggedMatchSerializer},
    )  # fmt: skip
    def create(self, request: Request) -> Response:
        """Write a match down. Users whom it names are asked whether it was so."""
        return self.written(self._write(lambda entry: logging.log_match(self.visitor, entry)), status.HTTP_201_CREATED)

    @extend_schema(operation_id="logged_matches_read", tags=["logged matches"])
    def retrieve(self, request: Request, key: str) -> Response:
        """Read one match of the log."""
        return self.written(key)

    @extend_schema(operation_id="logged_matches_change", tags=["logged matches"], request=LoggedInputSerializer)
    def update(self, request: Request, key: str) -> Response:
        """Write your match down anew. Who had confirmed it is asked again if their part has changed."""
        logging.logged_to_see(self.visitor, key)
        return self.written(self._write(lambda entry: logging.edit_logged(self.visitor, key, entry)))

    @extend_schema(operation_id="logged_matches_delete", tags=["logged matches"], responses={204: None})
    def destroy(self, request: Request, key: str) -> Response:
        """Take your match out of the log."""
        logging.delete_logged(self.visitor, key)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(operation_id="logged_matches_confirm", tags=["logged matches"], request=None)
    def confirm(self, request: Request, key: str) -> Response:
        """Say that you played a match as it is told: it counts for you from now on."""
        return self.written(logging.confirm(self.visitor, key).key)

    @extend_schema(operation_id="logged_matches_withdraw", tags=["logged matches"], request=None, responses={204: None})
    def withdraw(self, request: Request, key: str) -> Response:
        """Take yourself out of a match for good; its author cannot name you again."""
        logging.withdraw(self.visitor, key)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _write(self, deed: Any) -> str:
        entry = self.entry()
        try:
            return str(deed(entry).key)
        except EntryRefused as refused:
            raise told(refused.problems, len(entry.seats)) from refused


def told(problems: Sequence[EntryProblem], seats: int) -> ValidationError:
    """All problems beside their fields; those of players in a list, one for each."""
    errors: dict[str, Any] = {}
    for problem in problems:
        name, _underscore, number = problem.field.rpartition("_")
        place: dict[str, Any] = errors
        if name and number.isdigit():
            place = errors.setdefault("seats", [{} for _seat in range(seats)])[int(number)]
        place.setdefault(name if number.isdigit() else problem.field, []).append(problem.sentence)
    return ValidationError(errors)
