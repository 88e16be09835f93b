"""The rules of the games as resources. They come from files, not from the database."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from django.core.exceptions import ValidationError as FormError
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import viewsets
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api import rule_serializers, values
from catalog.api.editions import EditionMixin
from catalog.api.views import StrictParametersMixin
from catalog.models import GameSystem
from catalog.reference import EntryKind, Reference, reference

Row = dict[str, Any]
View = TypeVar("View", bound=type[viewsets.GenericViewSet])


@cache
def _digest(system: str) -> str:
    """A new release may bring new rules with the same catalogue."""
    return hashlib.sha256(repr(reference(system)).encode()).hexdigest()


class RuleViewSet(EditionMixin, StrictParametersMixin, viewsets.GenericViewSet):
    """Base of all: records of the reference with the system they belong to."""

    kind: EntryKind
    #: Fields that a list can be narrowed down by.
    narrow_by: tuple[str, ...] = ()
    filter_backends = ()

    def rows(self, book: Reference) -> Iterable[Row]:
        """All records of the kind, in reading order."""
        raise NotImplementedError

    def known_parameters(self) -> Sequence[str]:
        narrowing = ["q", "system", *self.narrow_by, "page", "page_size"] if self.action == "list" else []
        return [*narrowing, *super().known_parameters()]

    def edition_parts(self) -> Iterable[str]:
        yield from super().edition_parts()
        yield from (_digest(system.slug) for system in self.systems if _book(system.slug))

    def list(self, request: Request) -> Any:
        return self.unless_known(self._list)

    def retrieve(self, request: Request, system: str, id: str) -> Any:
        return self.unless_known(lambda: self._retrieve(system, id))

    def _list(self) -> Response:
        systems = values.Known(name="system", names=lambda: GameSystem.objects.values_list("slug", flat=True))
        self._given(systems)
        rows = [row for system in self.systems for row in self._found(system.slug)]
        for name in self.narrow_by:
            present = {str(row[name]) for row in rows}
            wanted = self._given(values.Known(name=name, names=present.copy))
            rows = [row for row in rows if wanted in {None, row[name]}]
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    def _retrieve(self, system: str, id: str) -> Response:
        for row in self._found(system, searched=False):
            if row["id"] == id:
                return Response(self.get_serializer(row).data)
        sentence = _("There is no %(kind)s at %(system)s/%(id)s; the list shows all there are.")
        raise NotFound(sentence % {"kind": self.kind.value, "system": system, "id": id})

    def _found(self, system: str, searched: bool = True) -> Sequence[Row]:
        """Records of one system; best first where words are searched for."""
        book = _book(system)
        if book is None:
            return []
        rows = {row["id"]: {"system": system, **row} for row in self.rows(book)}
        words = self.request.query_params.get("q", "") if searched else ""
        if not words:
            return [*rows.values()]
        return [rows[entry.id] for entry in book.search(words) if entry.kind is self.kind]

    def _given(self, field: values.ValueField) -> Any:
        try:
            return field.clean(self.request.query_params.get(field.name))
        except FormError as refused:
            raise ValidationError({field.name: refused.messages}) from refused


def _book(system: str) -> Reference | None:
    try:
        return reference(system)
    except KeyError:
        return None


def described(view: View) -> View:
    """Tell the schema about the parameters of the list."""
    about = {"q": "Words that must occur; best matches first.", "system": "Slug of the game system."}
    names = ["q", "system", *view.narrow_by]  # type: ignore[attr-defined]
    parameters = [OpenApiParameter(name, str, description=about.get(name, "")) for name in names]
    return extend_schema_view(list=extend_schema(parameters=parameters))(view)


@described
class Rules(RuleViewSet):
    """The clauses of the rules, each with the id under which it is cited."""

    kind = EntryKind.CLAUSE
    narrow_by = ("area", "topic", "statement")
    serializer_class = rule_serializers.ClauseSerializer

    def rows(self, book: Reference) -> Iterator[Row]:
        for area in book.reading_order:
            for clause in area.clauses:
                statement = clause.kind.name.lower()
                yield {**clause.model_dump(), "area": area.slug, "topic": area.topic, "statement": statement}


@described
class Rulings(RuleViewSet):
    """How words and situations on the cards are understood."""

    kind = EntryKind.RULING
    narrow_by = ("group",)
    serializer_class = rule_serializers.RulingSerializer

    def rows(self, book: Reference) -> Iterator[Row]:
        for group in book.rulings.groups:
            for ruling in group.rulings:
                yield {**ruling.model_dump(), "group": group.slug}


@described
class Questions(RuleViewSet):
    """What the rulebook leaves open, and how it is decided here."""

    kind = EntryKind.QUESTION
    narrow_by = ("topic",)
    serializer_class = rule_serializers.QuestionSerializer

    def rows(self, book: Reference) -> Iterator[Row]:
        return (question.model_dump() for question in book.questions.questions)


@described
class Examples(RuleViewSet):
    """Worked examples, step by step."""

    kind = EntryKind.SCENARIO
    narrow_by = ("group",)
    serializer_class = rule_serializers.ExampleSerializer

    def rows(self, book: Reference) -> Iterator[Row]:
        for group in book.scenarios.groups:
            for scenario in group.scenarios:
                yield {**scenario.model_dump(), "group": group.slug}


@described
class Windows(RuleViewSet):
    """The moments at which players may use cards."""

    kind = EntryKind.WINDOW
    serializer_class = rule_serializers.WindowSerializer

    def rows(self, book: Reference) -> Iterator[Row]:
        return (window.model_dump() for window in book.windows.windows)


@described
class Glossary(RuleViewSet):
    """The words of the game."""

    kind = EntryKind.TERM
    serializer_class = rule_serializers.TermSerializer

    def rows(self, book: Reference) -> Iterator[Row]:
        for terms in book.letters.values():
            for term in terms:
                yield {**term.model_dump(), "id": term.slug}
