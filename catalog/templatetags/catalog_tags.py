"""Template tags that draw the catalogue: icons, emblems, and the state of the navigation."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from catalog.emblems import emblem_name
from catalog.packs.schema import SYSTEMS

register = template.Library()


@register.simple_tag
def icon(name: str, label: str = "", css: str = "icon") -> SafeString:
    """Draw a symbol of the sprite; with a label it is read out, without one it is decoration."""
    return _use("img/icons.svg", name, label, css)


@register.simple_tag
def emblem(faction: str, label: str = "", css: str = "emblem") -> SafeString:
    """Draw the emblem of a faction, given its slug; home-brew factions share one."""
    return _use("img/emblems.svg", emblem_name(faction), label, css)


def _use(sprite: str, name: str, label: str, css: str) -> SafeString:
    role = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html('<svg class="{}" {}><use href="{}#{}"/></svg>', css, role, static(sprite), name)


@register.simple_tag(takes_context=True)
def home_system(context: template.Context) -> str:
    """Return the slug of the game system the page belongs to; pages of none lead to the first one."""
    system = context.get("system")
    return getattr(system, "slug", None) or next(iter(SYSTEMS))


@register.simple_tag(takes_context=True)
def current(context: template.Context, *names: str) -> SafeString:
    """Mark a navigation link whose page, or a page below it, is shown."""
    request: Any = context.get("request")
    match = getattr(request, "resolver_match", None)
    here = match is not None and match.app_name == "catalog" and match.url_name in names
    return mark_safe(' aria-current="true"') if here else mark_safe("")
