"""The rules reference: chapters, rulings, open questions, worked examples and timing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from catalog.models import GameSystem
from catalog.pages import catalog_page
from catalog.reference import Entry, Reference, reference
from catalog.reference.schema import Area, Clause


class Part(Protocol):
    """A part of the reference with a page of its own."""

    @property
    def slug(self) -> str: ...


SomePart = TypeVar("SomePart", bound=Part)


@catalog_page
def rules_index(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """The table of contents, by topic."""
    book = rules_of(system)
    return rules_page(request, system, "rules/index.html", book=book)


@catalog_page
def rules_area(request: HttpRequest, system: GameSystem, area: str) -> HttpResponse:
    """One chapter: its summary and all its clauses."""
    book = rules_of(system)
    chapter, before, after = neighbours(book.reading_order, area)
    clauses = [(clause, *_related(book, clause)) for clause in chapter.clauses]
    return rules_page(
        request, system, "rules/area.html",
        book=book, area=chapter, clauses=clauses, number=_number(book, chapter), previous=before, next=after,
    )  # fmt: skip


@catalog_page
def rules_rulings(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """All groups of rulings."""
    return rules_page(request, system, "rules/rulings.html", groups=rules_of(system).rulings.groups)


@catalog_page
def rules_ruling_group(request: HttpRequest, system: GameSystem, group: str) -> HttpResponse:
    """The rulings on one subject."""
    book = rules_of(system)
    found, before, after = neighbours(book.rulings.groups, group)
    rulings = [(ruling, _citing(book, ruling.id)) for ruling in found.rulings]
    return rules_page(
        request, system, "rules/ruling_group.html",
        groups=book.rulings.groups, group=found, rulings=rulings, previous=before, next=after,
    )  # fmt: skip


@catalog_page
def rules_questions(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """What the rulebook leaves open, by topic."""
    book = rules_of(system)
    topics = [
        (topic, [question for question in book.questions.questions if question.topic == topic.slug])
        for topic in book.questions.topics
    ]
    return rules_page(request, system, "rules/questions.html", topics=topics)


@catalog_page
def rules_question_topic(request: HttpRequest, system: GameSystem, topic: str) -> HttpResponse:
    """The open questions of one topic, each with our ruling and its reasons."""
    book = rules_of(system)
    found, before, after = neighbours(book.questions.topics, topic)
    questions = [
        (question, _citing(book, question.id)) for question in book.questions.questions if question.topic == found.slug
    ]
    return rules_page(
        request, system, "rules/question_topic.html",
        topics=book.questions.topics, topic=found, questions=questions, previous=before, next=after,
    )  # fmt: skip


@catalog_page
def rules_examples(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """All groups of worked examples, and how places are written in them."""
    return rules_page(request, system, "rules/examples.html", scenarios=rules_of(system).scenarios)


@catalog_page
def rules_example_group(request: HttpRequest, system: GameSystem, group: str) -> HttpResponse:
    """The worked examples on one subject."""
    book = rules_of(system)
    found, before, after = neighbours(book.scenarios.groups, group)
    return rules_page(
        request, system, "rules/example_group.html",
        groups=book.scenarios.groups, group=found, previous=before, next=after,
    )  # fmt: skip


@catalog_page
def rules_timing(request: HttpRequest, system: GameSystem) -> HttpResponse:
    """How turns, Combats and the rest run, and the moments at which cards can be used."""
    return rules_page(request, system, "rules/timing.html", windows=rules_of(system).windows)


def rules_of(system: GameSystem) -> Reference:
    """The rules of the system; a system without rules has no such pages."""
    try:
        return reference(system.slug)
    except KeyError:
        raise Http404(_("There are no rules for %(system)s here yet.") % {"system": system.name}) from None


def rules_page(request: HttpRequest, system: GameSystem, template: str, **context: object) -> HttpResponse:
    """Render a page of the rules. `linked_terms` lets the page link each word of the game once."""
    return render(request, template, {"system": system, "linked_terms": set(), **context})


def neighbours(parts: Iterable[SomePart], slug: str) -> tuple[SomePart, SomePart | None, SomePart | None]:
    """The part of that name, the one before it and the one after it."""
    row = list(parts)
    for place, part in enumerate(row):
        if part.slug == slug:
            before = row[place - 1] if place else None
            return part, before, row[place + 1] if place + 1 < len(row) else None
    raise Http404(_("The rules have no part called %(slug)s.") % {"slug": slug})


def _related(book: Reference, clause: Clause) -> tuple[list[Entry], list[Entry]]:
    """What the clause refers to, and what else refers to it."""
    see = [book.entries[id] for id in clause.see]
    return see, [entry for entry in _citing(book, clause.id) if entry not in see]


def _citing(book: Reference, id: str) -> list[Entry]:
    """What refers to an id; the glossary does so without saying anything new."""
    return [entry for entry in book.cited_by.get(id, []) if not entry.is_term]


def _number(book: Reference, area: Area) -> str:
    place = book.reading_order.index(area) + 1
    return _("Chapter %(place)s of %(all)s") % {"place": place, "all": len(book.areas)}
