"""Which filters each list has.

Filters on halves (or modes) hold together on one half: `cost__lte=1&instant=true` finds cards with a half
that is both. That is also how the site's search reads `cost<=1 timing:instant`.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import django_filters
from django.db.models import Exists, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _

from catalog.api import values
from catalog.api.narrowing import (
    Narrow,
    NarrowExpansion,
    NarrowRetired,
    NarrowSearch,
    NarrowSquad,
    NarrowTag,
    compared,
    faction_filter,
    flag,
    system_filter,
)
from catalog.models import Banner, Card, Faction, Half, Shrine, Squad, StarterDeck, Token, Variant
from catalog.packs.schema import Currency, Tag


class StrictFilters(django_filters.FilterSet):
    """Applies all filters, those on one part together."""

    retired_paths: tuple[str, ...] = ()
    #: Filters that come in threes, see `compared`.
    numbers: dict[str, Narrow] = {}

    @classmethod
    def get_filters(cls) -> dict[str, django_filters.Filter]:
        return {**super().get_filters(), **cls.numbers}

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        by_part: dict[str, Q] = defaultdict(Q)
        for name, value in self.form.cleaned_data.items():
            narrow = self.filters[name]
            if value is not None and isinstance(narrow, Narrow):
                by_part[narrow.part] &= narrow.condition(value)
        rows = self.without_retired(queryset).filter(by_part.pop("", Q()))
        for part, condition in by_part.items():
            relation = rows.model._meta.get_field(part)
            fitting = relation.related_model._default_manager.filter(condition, **{relation.field.name: OuterRef("pk")})
            rows = rows.filter(Exists(fitting))
        return rows

    def without_retired(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Leave out what the newest files no longer list, unless it is asked for."""
        wanted = self.form.cleaned_data.get("retired")
        gone = Q()
        for path in self.retired_paths:
            gone |= Q(**{path: True})
        if wanted == "include" or not gone:
            return queryset
        return queryset.filter(gone if wanted == "only" else ~gone)


class FactionFilters(StrictFilters):
    retired_paths = ("retired",)

    system = system_filter("system__slug")
    expansion = NarrowExpansion("expansion")
    retired = NarrowRetired()

    class Meta:
        model = Faction
        fields: list[str] = []


class EntryFilters(StrictFilters):
    """What all entries of a faction can be narrowed down by."""

    retired_paths = ("retired", "faction__retired")

    system = system_filter("faction__system__slug")
    faction = faction_filter()
    retired = NarrowRetired()


class SquadFilters(EntryFilters):
    q = NarrowSearch("squad")
    expansion = NarrowExpansion("expansion", "faction__expansion")
    tag = NarrowTag("tags", values.Choice(name="tag", words=Tag), _("Class of the squad."))
    numbers = {
        **compared("copies", "copies", values.Whole, _("Copies in the box.")),
        **compared("models", "models_count", values.Whole, _("Models in the squad.")),
        **compared("endurance", "endurance", values.Whole, _("Endurance tokens.")),
        **compared("ini", "ini", values.Printed, _("Initiative of a mode."), "modes"),
        **compared("att", "att", values.Printed, _("Attack of a mode."), "modes"),
        **compared("defense", "defense", values.Printed, _("Defense of a mode."), "modes"),
        **compared("mov", "mov", values.Printed, _("Movement of a mode."), "modes"),
    }

    class Meta:
        model = Squad
        fields: list[str] = []

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return super().filter_queryset(queryset.alias(tag_text=Cast("tags", TextField())))


class CardFilters(EntryFilters):
    q = NarrowSearch("card")
    squad = NarrowSquad(
        "squad__slug",
        values.Known(name="squad", names=lambda: ["any", *Squad.objects.values_list("slug", flat=True)]),
        _("Slug of the squad of the lower half, or “any” for cards that any squad may use."),
    )
    kind = Narrow("kind", values.Choice(name="kind", words=Card.Kind.values), _("Kind of card."))
    expansion = NarrowExpansion("expansion", "faction__expansion")
    half = Narrow(
        "place",
        values.Choice(name="half", words=Half.Place.values),
        _("Which half has to fit."),
        part="halves",
    )
    currency = Narrow(
        "currency",
        values.Choice(name="currency", words=Currency),
        _("What the half is paid with."),
        part="halves",
    )
    instant = flag("instant", "instant", _("Whether a half is Instant."), "halves")
    passive = flag("passive", "passive", _("Whether a half works in the Passive turn."), "halves")
    window = Narrow(
        "window",
        values.Known(name="window", names=lambda: Half.objects.values_list("window", flat=True).distinct()),
        _("Id of the moment at which a half may be used, like W-OWN."),
        part="halves",
    )
    numbers = {
        **compared("copies", "copies", values.Whole, _("Copies in the box.")),
        **compared("attach_cost", "attach_cost", values.Whole, _("Cost to attach.")),
        **compared("cost", "cost", values.Printed, _("Cost of a half."), "halves"),
    }

    class Meta:
        model = Card
        fields: list[str] = []


class BannerFilters(EntryFilters):
    q = NarrowSearch("banner")
    expansion = NarrowExpansion("faction__expansion")
    variant = Narrow("variant", values.Choice(name="variant", words=Variant.values), _("Standard or not."))

    class Meta:
        model = Banner
        fields: list[str] = []


class ShrineFilters(EntryFilters):
    q = NarrowSearch("shrine")
    expansion = NarrowExpansion("faction__expansion")
    variant = Narrow("variant", values.Choice(name="variant", words=Variant.values), _("Standard or not."))

    class Meta:
        model = Shrine
        fields: list[str] = []


class TokenFilters(EntryFilters):
    q = NarrowSearch("token")
    expansion = NarrowExpansion("faction__expansion")

    class Meta:
        model = Token
        fields: list[str] = []


class StarterDeckFilters(EntryFilters):
    expansion = NarrowExpansion("faction__expansion")
    # Not "format", which already chooses between JSON and the browsable page.
    deck_format = Narrow(
        "format", values.Choice(name="deck_format", words=StarterDeck.Format.values), _("Size of the deck.")
    )

    class Meta:
        model = StarterDeck
        fields: list[str] = []
