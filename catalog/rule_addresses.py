"""Addresses of the rules: from a place in the reference to a place on the site."""

from __future__ import annotations

from functools import cache

from django.urls import reverse

from catalog.reference import Address, Page, reference

_VIEWS = {
    Page.AREA: "catalog:rules_area",
    Page.RULINGS: "catalog:rules_ruling_group",
    Page.QUESTIONS: "catalog:rules_question_topic",
    Page.EXAMPLES: "catalog:rules_example_group",
    Page.TIMING: "catalog:rules_timing",
    Page.GLOSSARY: "catalog:rules_glossary_part",
}


@cache
def page_url(system: str, page: Page, part: str) -> str:
    """The address of one page of the rules."""
    return reverse(_VIEWS[page], args=[system, part] if part else [system])


def address_url(system: str, address: Address) -> str:
    """The address of a place in the rules, anchor included."""
    page = page_url(system, address.page, address.part)
    return f"{page}#{address.anchor}" if address.anchor else page


def rule_url(system: str, id: str) -> str:
    """The address of a rule id or of a term's slug; KeyError where there is none."""
    return address_url(system, reference(system).address(id))
