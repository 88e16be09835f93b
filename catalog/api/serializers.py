"""How the catalogue is written as JSON."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from catalog.fields import Printed
from catalog.models import Banner, Card, Faction, GameSystem, Half, Mode, Shrine, Squad, StarterDeck, Token
from catalog.packs.schema import Currency, Tag

CURRENCIES = [currency.value for currency in Currency]


@extend_schema_field(
    {
        "oneOf": [{"type": "integer", "minimum": 0}, {"type": "string", "enum": ["X"]}, {"type": "null"}],
        "description": 'As printed: a whole number, "X" where the text says how much, null for a dash.',
    }
)
class PrintedNumber(serializers.Field):
    """A whole number, "X", or null for a dash."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, **kwargs)

    def to_representation(self, value: Printed) -> Printed:
        return value


class Linked(serializers.ModelSerializer):
    """Base of all: rows know their own address here, and most their page on the site."""

    url = serializers.SerializerMethodField(help_text="This resource in the API.")

    #: Name of the address, and where the row has the parts of it.
    address: tuple[str, dict[str, str]]

    @extend_schema_field(OpenApiTypes.URI)
    def get_url(self, row: Any) -> str:
        name, parts = self.address
        kwargs = {part: _follow(row, path) for part, path in parts.items()}
        return reverse(f"api:{name}", kwargs=kwargs, request=self.context["request"])


class WithPage(Linked):
    page = serializers.SerializerMethodField(help_text="Its page on the site, for people.")

    @extend_schema_field(OpenApiTypes.URI)
    def get_page(self, row: Any) -> str:
        return str(self.context["request"].build_absolute_uri(row.get_absolute_url()))


def _follow(row: Any, path: str) -> Any:
    for step in path.split("."):
        row = getattr(row, step)
    return row


class SystemSerializer(WithPage):
    address = ("system", {"system": "slug"})

    class Meta:
        model = GameSystem
        fields = ["slug", "name", "edition", "url", "page"]


class FactionSerializer(WithPage):
    address = ("faction", {"system": "system.slug", "slug": "slug"})
    system = serializers.SlugField(source="system.slug")

    class Meta:
        model = Faction
        fields = [
            "system", "slug", "name", "colour", "tagline", "about", "expansion", "unplayable", "retired",
            "url", "page",
        ]  # fmt: skip


class EntrySerializer(WithPage):
    """What all entries of a faction say about themselves."""

    system = serializers.SlugField(source="faction.system.slug")
    faction = serializers.SlugField(source="faction.slug")
    rulings = serializers.ListField(child=serializers.CharField(), help_text="What settles open questions.")
    expansion = serializers.SerializerMethodField(help_text="Comes with an expansion.")
    unplayable = serializers.CharField(
        source="why_unplayable", help_text="Why it cannot be chosen for matches on this site yet; empty where it can."
    )

    def get_expansion(self, row: Any) -> bool:
        return bool(getattr(row, "expansion", False) or row.faction.expansion)


def entry_address(name: str) -> tuple[str, dict[str, str]]:
    """Say where the parts of an entry's address come from."""
    return name, {"system": "faction.system.slug", "faction": "faction.slug", "slug": "slug"}


FIRST = ["system", "faction", "slug", "name"]
LAST = ["rulings", "expansion", "unplayable", "retired", "url", "page"]


class ModeSerializer(serializers.ModelSerializer):
    ini, att, defense, mov = PrintedNumber(), PrintedNumber(), PrintedNumber(), PrintedNumber()
    change_mode = PrintedNumber(help_text="Cost beside the arrow; null where there is no arrow.")
    change_mode_currency = serializers.ChoiceField(choices=CURRENCIES)

    class Meta:
        model = Mode
        fields = [
            "name", "ini", "att", "defense", "mov", "att_reroll", "def_reroll", "through_obstacles", "base",
            "change_mode", "change_mode_currency", "evolve_card",
        ]  # fmt: skip


class SquadSerializer(EntrySerializer):
    address = entry_address("squad")
    tags = serializers.ListField(child=serializers.ChoiceField(choices=[tag.value for tag in Tag]))
    models = serializers.IntegerField(source="models_count")
    modes = ModeSerializer(many=True)

    class Meta:
        model = Squad
        fields = [*FIRST, "copies", "tags", "models", "endurance", "base", "modes", "rules", *LAST]


class HalfSerializer(serializers.ModelSerializer):
    cost = PrintedNumber()
    currency = serializers.ChoiceField(choices=CURRENCIES)
    limit = serializers.CharField(help_text="How often it may be used; empty where nothing limits it.")
    window = serializers.CharField(help_text="Id of the moment at which it may be used.")

    class Meta:
        model = Half
        fields = ["place", "name", "cost", "currency", "instant", "passive", "limit", "window", "rules"]


class AttachSerializer(serializers.Serializer):
    """What it takes to attach an Enhancement."""

    cost = serializers.IntegerField(source="attach_cost")
    currency = serializers.ChoiceField(source="attach_currency", choices=CURRENCIES)
    charges = serializers.IntegerField(source="attach_charges")
    in_setup = serializers.BooleanField(source="attach_in_setup")
    terms = serializers.CharField(source="attach_terms")


class CardSerializer(EntrySerializer):
    address = entry_address("card")
    squad = serializers.SlugField(
        source="squad.slug",
        default=None,
        allow_null=True,
        help_text="Null where any squad may use the lower half.",
    )
    attach = serializers.SerializerMethodField(help_text="Null where the card is not attached.")
    halves = HalfSerializer(many=True)

    class Meta:
        model = Card
        fields = [*FIRST, "kind", "squad", "copies", "attach", "halves", *LAST]

    @extend_schema_field(AttachSerializer(allow_null=True))
    def get_attach(self, card: Card) -> dict[str, Any] | None:
        return None if card.attach_cost is None else AttachSerializer(card).data


class BannerSerializer(EntrySerializer):
    address = entry_address("banner")
    options = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Banner
        fields = [*FIRST, "variant", "options", "back", *LAST]


class ShrineSerializer(EntrySerializer):
    address = entry_address("shrine")

    class Meta:
        model = Shrine
        fields = [*FIRST, "variant", "rules", *LAST]


class TokenSerializer(EntrySerializer):
    address = entry_address("token")

    class Meta:
        model = Token
        fields = [*FIRST, "rules", *LAST]


class StarterDeckSerializer(Linked):
    address = (
        "starter-deck",
        {"system": "faction.system.slug", "faction": "faction.slug", "deck_format": "format"},
    )
    system = serializers.SlugField(source="faction.system.slug")
    faction = serializers.SlugField(source="faction.slug")
    squads = serializers.ListField(child=serializers.SlugField(), help_text="Slugs, one for each squad fielded.")
    cards = serializers.DictField(child=serializers.IntegerField(), help_text="Copies by slug.")
    banner = serializers.SlugField(source="banner.slug")
    shrine = serializers.SlugField(source="shrine.slug")

    class Meta:
        model = StarterDeck
        fields = [
            "system", "faction", "format", "name", "about", "squads", "cards", "banner", "shrine", "retired",
            "url",
        ]  # fmt: skip
