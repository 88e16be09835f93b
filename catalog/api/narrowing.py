"""Single conditions that the lists of the catalogue can be narrowed down by."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework.exceptions import ValidationError

from catalog.api import values
from catalog.indexing import index_of
from catalog.models import Faction, GameSystem
from catalog.search import find


class Narrow(django_filters.Filter):
    """A filter with a strictly read value. `part` names the relation whose one row must fit."""

    def __init__(self, path: str, field: values.ValueField, about: Any, *, part: str = "") -> None:
        super().__init__(field_name=path, help_text=about)
        self.part = part
        self._field = field
        extend_schema_field({**field.schema, "description": about})(self)

    def condition(self, value: Any) -> Q:
        """What rows must fulfil."""
        return Q(**{self.field_name: value})


class NarrowPrinted(Narrow):
    """Compares a printed number; X and dashes are neither more nor less than any number."""

    def condition(self, value: Any) -> Q:
        path = self.field_name
        if value == "none":
            return Q(**{f"{path}__isnull": True})
        if path.endswith("__lte"):
            return Q(**{path: value, f"{path.removesuffix('__lte')}__gte": 0})
        return Q(**{path: value})


class NarrowTag(Narrow):
    """Looks into the list of tags."""

    def condition(self, value: str) -> Q:
        return Q(tag_text__contains=f'"{value}"')


class NarrowExpansion(Narrow):
    """What stands in an expansion faction is expansion content, too."""

    def __init__(self, *paths: str) -> None:
        about = _("Whether it comes with an expansion.")
        super().__init__("expansion", values.Flag(name="expansion"), about)
        self.paths = paths

    def condition(self, value: bool) -> Q:
        in_expansion = Q()
        for path in self.paths:
            in_expansion |= Q(**{path: True})
        return in_expansion if value else ~in_expansion


class NarrowSquad(Narrow):
    """Cards of a squad, or those that any squad may use."""

    def condition(self, value: str) -> Q:
        return Q(squad__isnull=True) if value == "any" else Q(squad__slug=value)


def compared(name: str, path: str, field: type[values.Whole], about: Any, part: str = "") -> dict[str, Narrow]:
    """Make the three filters of a number: equal, at most, at least."""
    return {
        name: NarrowPrinted(path, field(name=name), about, part=part),
        f"{name}__lte": NarrowPrinted(f"{path}__lte", values.Whole(name=f"{name}__lte"), _("At most this."), part=part),
        f"{name}__gte": NarrowPrinted(
            f"{path}__gte", values.Whole(name=f"{name}__gte"), _("At least this."), part=part
        ),
    }


def system_filter(path: str) -> Narrow:
    """Filter by game system."""
    known = values.Known(name="system", names=lambda: GameSystem.objects.values_list("slug", flat=True))
    return Narrow(path, known, _("Slug of the game system."))


def faction_filter() -> Narrow:
    """Filter by faction."""
    known = values.Known(name="faction", names=lambda: Faction.objects.values_list("slug", flat=True))
    return Narrow("faction__slug", known, _("Slug of the faction."))


def flag(name: str, path: str, about: Any, part: str = "") -> Narrow:
    """Filter by yes or no."""
    return Narrow(path, values.Flag(name=name), about, part=part)


class NarrowRetired(Narrow):
    """Read by `without_retired`, as it counts even when it is left out."""

    def __init__(self) -> None:
        about = _("What the newest files no longer list: left out unless you say “include” or “only”.")
        super().__init__("retired", values.Choice(name="retired", words=["include", "only"]), about)

    def condition(self, value: Any) -> Q:
        return Q()


class NarrowSearch(Narrow):
    """The site's search language."""

    def __init__(self, kind: str) -> None:
        about = _("Search as on the site, for example: fire cost<=1 timing:instant -kind:enhancement.")
        super().__init__("q", values.ValueField(name="q"), about)
        self.kind = kind

    def condition(self, value: str) -> Q:
        view = self.parent.request.parser_context["view"]
        found = [find(index_of(system), value) for system in view.systems]
        problems = [answer.problem for answer in found if answer.problem]
        if problems and len(problems) == len(found):
            raise ValidationError({"q": [gettext(problems[0].sentence) % problems[0].quoted]})
        return Q(pk__in=[doc.id for answer in found for doc in answer.documents if doc.type == self.kind])
