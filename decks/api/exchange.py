"""Checking decks that nobody keeps, bringing decks in, and giving them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from decks import services
from decks.api.manners import DeckView, OpenDeckView, StrictJSON
from decks.api.reading import list_from, system_called
from decks.api.serializers import (
    ArrivedSerializer,
    DeckSerializer,
    ProblemSerializer,
    SourceSerializer,
    StrictSerializer,
    UnmatchedSerializer,
    VerdictSerializer,
    written,
)
from decks.exchange import FORMS, Imported, export
from decks.facts import facts_of
from decks.models import Deck
from decks.rules.code import encode
from decks.rules.problems import problems
from decks.services.keeping import deck_to_read


def became_of(imported: Imported) -> dict[str, Any]:
    """What became of the lines of an import."""
    return {
        "unmatched": UnmatchedSerializer(imported.unmatched, many=True).data,
        "remarks": [remark.text(gettext, ngettext) for remark in imported.notes],
    }


class ImportSerializer(StrictSerializer):
    """A deck to bring in: either of these."""

    system = serializers.CharField(max_length=50, default="dawnfall", help_text="Slug of the game system.")
    text = serializers.CharField(
        required=False,
        trim_whitespace=False,
        help_text="Anything that can be pasted: a list, JSON, CSV, a code, a link of the community toolbox, a roster.",
    )
    file = serializers.FileField(
        required=False, help_text="A text, JSON, CSV, XLSX or ODS file, or a BattleScribe roster (.ros, .rosz)."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("text" in attrs) == ("file" in attrs):
            raise serializers.ValidationError(_("Send either text or a file."))
        return attrs


class Validate(OpenDeckView):
    """Check a deck without keeping it."""

    @extend_schema(operation_id="decks_validate", tags=["decks"], request=SourceSerializer, responses=VerdictSerializer)
    def post(self, request: Request) -> Response:
        """List everything that is wrong with a deck. Nothing is kept and nobody has to log in."""
        form = SourceSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        wanted: dict[str, Any] = form.validated_data
        if "deck" in wanted:
            system = system_called(wanted["deck"]["system"])
            imported = Imported(list_from(wanted["deck"]), "json")
        else:
            system = system_called("dawnfall")
            imported = services.read_deck(system, wanted.get("code") or wanted["text"])
        facts = facts_of(system)
        found = problems(imported.deck, facts)
        return Response(
            {
                "legal": not found,
                "problems": ProblemSerializer(found, many=True).data,
                "deck": written(imported.deck),
                "code": encode(imported.deck, facts),
                **became_of(imported),
            }
        )


class Import(DeckView):
    """Bring a deck in from elsewhere and keep it."""

    parser_classes = [StrictJSON, MultiPartParser, FormParser]

    @extend_schema(
        operation_id="decks_import", tags=["decks"], request=ImportSerializer, responses={201: ArrivedSerializer}
    )
    def post(self, request: Request) -> Response:
        """Keep a deck from pasted text or a file. Lines that cannot be matched are listed and kept in the notes."""
        form = ImportSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        wanted: dict[str, Any] = form.validated_data
        file = wanted.get("file")
        data, filename = (file.read(), file.name) if file else (wanted["text"], "")
        arrived = services.import_deck(self.visitor, system_called(wanted["system"]), data, filename)
        deck = Deck.objects.for_page(self.visitor).get(pk=arrived.deck.pk)
        answer = {"deck": DeckSerializer(deck, context={"request": request}).data, **became_of(arrived.imported)}
        return Response(answer, status.HTTP_201_CREATED, headers={"Location": answer["deck"]["url"]})


AS = OpenApiParameter("as", str, enum=list(FORMS), default="text", description="The form of the file.")


class Export(DeckView):
    """Give a deck out as a file."""

    def known_parameters(self) -> Sequence[str]:
        return ["as"]

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        # The address says which form it is; an Accept header that names that form must not be refused.
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(
        operation_id="decks_export", tags=["decks"], parameters=[AS],
        responses={200: OpenApiResponse(OpenApiTypes.BINARY, description="The file.")},
    )  # fmt: skip
    def get(self, request: Request, key: str) -> HttpResponse:
        """Download a deck as text, Markdown, JSON, CSV, XLSX, ODS or a deck code."""
        form = request.query_params.get("as", "text")
        if form not in FORMS:
            sentence = _("as is “%(given)s”; expected one of %(known)s.")
            raise ValidationError({"as": [sentence % {"given": form[:20], "known": ", ".join(FORMS)}]})
        deck = deck_to_read(self.visitor, key)
        file = export(deck.list, facts_of(deck.system), form)
        response = HttpResponse(file.data, content_type=file.media_type)
        response.headers["Content-Disposition"] = content_disposition_header(True, file.filename)
        return response
