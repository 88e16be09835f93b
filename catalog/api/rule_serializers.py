"""How the rules are written as JSON."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from catalog.reference.schema import Kind, PlayMode
from catalog.rule_addresses import rule_url


def _texts(about: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), help_text=about)


class RecordSerializer(serializers.Serializer):
    """What all records have: the system they belong to, an id, and two addresses."""

    system = serializers.SlugField()
    id = serializers.CharField(help_text="Under this name other texts cite it.")
    url = serializers.SerializerMethodField(help_text="This resource in the API.")
    page = serializers.SerializerMethodField(help_text="Its place on the site, for people.")

    #: Name of the detail address.
    address = ""

    @extend_schema_field(OpenApiTypes.URI)
    def get_url(self, row: dict[str, Any]) -> str:
        kwargs = {"system": row["system"], "id": row["id"]}
        return reverse(f"api:{self.address}", kwargs=kwargs, request=self.context["request"])

    @extend_schema_field(OpenApiTypes.URI)
    def get_page(self, row: dict[str, Any]) -> str:
        return str(self.context["request"].build_absolute_uri(rule_url(row["system"], row["id"])))


class ClauseSerializer(RecordSerializer):
    address = "rule"
    area = serializers.SlugField()
    topic = serializers.CharField()
    statement = serializers.ChoiceField(choices=[kind.name.lower() for kind in Kind])
    modes = serializers.ListField(
        child=serializers.ChoiceField(choices=[mode.value for mode in PlayMode]),
        help_text="Ways of playing it is limited to; empty where it holds in all.",
    )
    text = serializers.CharField()
    see = _texts("Ids that belong to the same matter.")
    derived = serializers.BooleanField(help_text="Follows from other clauses.")


class RulingSerializer(RecordSerializer):
    address = "ruling"
    group = serializers.SlugField()
    title = serializers.CharField()
    text = serializers.CharField()


class QuestionSerializer(RecordSerializer):
    address = "question"
    topic = serializers.SlugField()
    title = serializers.CharField()
    question = serializers.CharField()
    ruling = serializers.CharField()
    why = serializers.CharField()


class ExampleSerializer(RecordSerializer):
    address = "example"
    group = serializers.SlugField()
    title = serializers.CharField()
    clauses = _texts("Ids of the clauses it shows at work.")
    steps = _texts("What happens, in order.")


class WindowSerializer(RecordSerializer):
    address = "window"
    title = serializers.CharField()
    text = serializers.CharField()


class TermSerializer(RecordSerializer):
    address = "term"
    term = serializers.CharField()
    aliases = _texts("Other spellings.")
    definition = serializers.CharField()
    see = _texts("Ids of the rules about it.")
    de = serializers.CharField(help_text="Its name in the German edition, where known.")
    pl = serializers.CharField(help_text="Its name in the Polish edition, where known.")
