"""Template tags that draw decks: notes, counters, the QR code of a link."""

from __future__ import annotations

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

from decks.notes import rendered

register = template.Library()


@register.filter
def markdown(text: str) -> SafeString:
    """Show notes that are written in Markdown."""
    return mark_safe(rendered(text))  # noqa: S308 - cleaned by decks/notes.py


@register.filter
def drawn(svg: str) -> SafeString:
    """Show a plot of decks/plots.py."""
    return mark_safe(svg)  # noqa: S308 - drawn by decks/plots.py, which escapes all labels


@register.simple_tag
def qr_code(address: str, label: str) -> SafeString:
    """Draw the address as a QR code."""
    code = segno.make(address, error="l", micro=False)
    svg = code.svg_inline(
        omitsize=True, border=2, svgclass="qr", lineclass=None, dark="#000", light="#fff", title=label
    )
    return mark_safe(svg.replace("<svg ", '<svg role="img" ', 1))  # noqa: S308 - segno escapes the title


@register.filter
def percent(chance: float) -> str:
    """A chance of 0 to 100 with one digit after the point; what is possible is never shown as 0 or as 100."""
    if 0 < chance < 0.05:
        return "< 0.1 %"
    if 99.95 <= chance < 100:
        return "> 99.9 %"
    return f"{chance:.1f} %"


@register.filter
def at(values: dict[str, int], key: str) -> int:
    """What a table holds under a key."""
    return values.get(key, 0)
