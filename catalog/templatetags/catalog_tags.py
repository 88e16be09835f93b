"""Template tags that draw the catalogue: icons, emblems, and the state of the navigation."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from catalog import wording
from catalog.emblems import emblem_file
from catalog.fields import Printed
from catalog.models import Card, Half
from catalog.packs.schema import SYSTEMS

register = template.Library()

for filter_ in (
    wording.attach_sentence,
    wording.band,
    wording.base_words,
    wording.copies_words,
    wording.cost_sentence,
    wording.endurance_words,
    wording.initials,
    wording.models_words,
    wording.passive_sentence,
    wording.printed,
    wording.tag_words,
    wording.turn_sentence,
):
    register.filter(filter_.__name__, filter_)


@register.filter
def half_at(card: Card, place: str) -> Half | None:
    """The upper or lower half of a card whose halves are at hand."""
    return next((half for half in card.halves.all() if half.place == place), None)


@register.filter
def dots(number: int) -> str:
    """As many dots as the number says."""
    return "•" * number


@register.simple_tag
def cost(value: Printed, currency: str) -> SafeString:
    """Draw a cost as the symbol of its currency with the number in it."""
    number, unit = wording.printed(value), wording.unit(value, currency)
    return format_html('<span class="cost {}">{}<i> {}</i></span>', currency, number, unit)


@register.simple_tag
def icon(name: str, label: str = "", css: str = "icon") -> SafeString:
    """Draw a symbol of the sprite; with a label it is read out, without one it is decoration."""
    return _use("img/icons.svg", name, label, css)


@register.simple_tag
def emblem(faction: str, label: str = "", css: str = "emblem") -> SafeString:
    """Draw the emblem of a faction, given its slug; home-brew factions share one."""
    return _use(emblem_file(faction), "emblem", label, css)


@register.simple_tag
def base(hexes: int | None, label: bool = False) -> SafeString:
    """Draw the hexes of a Space that a base covers."""
    return icon(f"base-{hexes or 0}", wording.base_words(hexes) if label else "", "icon space")


def _use(sprite: str, name: str, label: str, css: str) -> SafeString:
    # A drawing without a role and a name is passed over by screen readers.
    role = format_html(' role="img" aria-label="{}"', label) if label else ""
    return format_html('<svg class="{}"{}><use href="{}#{}"/></svg>', css, role, static(sprite), name)


@register.simple_tag(takes_context=True)
def home_system(context: template.Context) -> str:
    """Return the slug of the game system the page belongs to; pages of none lead to the first one."""
    system = context.get("system")
    return getattr(system, "slug", None) or next(iter(SYSTEMS))


@register.simple_tag(takes_context=True)
def current(context: template.Context, *names: str) -> SafeString:
    """Mark a navigation link whose page, or a page below it, is shown; another room's pages go by the room's name."""
    request: Any = context.get("request")
    match = getattr(request, "resolver_match", None)
    page = "" if match is None else match.url_name if match.app_name == "catalog" else match.app_name
    here = any(page == name or page.startswith(f"{name}_") for name in names)
    return mark_safe(' aria-current="true"') if here else mark_safe("")
