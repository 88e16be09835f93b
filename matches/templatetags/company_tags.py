"""Template tags about the people of matches: who is waited for, what they propose and say, and what comes after."""

from __future__ import annotations

from django import template
from django.http import HttpRequest
from django.template import Context

from accounts.models import User
from decks.visitors import Visitor, visitor_of
from matches.models import Match
from matches.showing import company

register = template.Library()

#: Nobody counts further.
MOST_COUNTED = 20


@register.simple_tag
def matches_waiting(user: object) -> int:
    """In how many matches a user is to decide; visitors without an account ask no database."""
    if not isinstance(user, User):
        return 0
    return len(Match.objects.asking(Visitor(user=user)).order_by().values_list("pk")[:MOST_COUNTED])


@register.simple_tag(takes_context=True)
def agreement_of(context: Context, match: Match) -> company.Agreement:
    """Proposals at the table as the visitor sees them."""
    return company.agreement(match, _visitor(context))


@register.simple_tag(takes_context=True)
def talk_at(context: Context, match: Match) -> company.Talk:
    """The chat as the visitor reads it."""
    return company.talk(match, _visitor(context))


@register.simple_tag(takes_context=True)
def after(context: Context, match: Match) -> company.Aftermath:
    """What comes after a match that is over."""
    return company.aftermath(match, _visitor(context))


@register.simple_tag(takes_context=True)
def stream_address(context: Context, match: Match) -> str:
    """Where live updates come from; empty where the server has no streams."""
    request: HttpRequest = context["request"]
    return f"{match.get_absolute_url()}live/" if "asgi.scope" in request.META else ""


def _visitor(context: Context) -> Visitor:
    return visitor_of(context["request"])
