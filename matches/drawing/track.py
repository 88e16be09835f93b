"""The Victory track of two players as SVG text."""

from __future__ import annotations

from html import escape

from django.utils.translation import gettext as _

from matches.drawing.pieces import mark
from matches.naming import Names, View

STEP, HEIGHT = 10, 16


def draw_track(view: View, names: Names) -> str:
    """Slots from one seat to the other, and where the marker stands. Seat 0 is on the left."""
    reach, marker = int(view["options"]["track"]), -int(view["marker"])
    width = (2 * reach + 3) * STEP
    middle = width / 2
    slots = "".join(_slot(place, marker, middle) for place in range(-reach, reach + 1))
    ends = "".join(
        f'<g class="faction-{names.faction(seat)}">{mark(seat, (x, HEIGHT / 2), 3.4)}</g>'
        for seat, x in ((0, STEP * 0.6), (1, width - STEP * 0.6))
    )
    told = _("Victory track: %(one)s %(points)s, %(other)s %(others)s.") % {
        "one": names.seat(0),
        "points": view["victory_points"][0],
        "other": names.seat(1),
        "others": view["victory_points"][1],
    }
    return (
        f'<svg class="track" role="img" aria-label="{escape(told, quote=True)}" viewBox="0 0 {width} {HEIGHT}">'
        f"{slots}{ends}</svg>"
    )


def _slot(place: int, marker: int, middle: float) -> str:
    x = middle + place * STEP
    css = "here" if place == marker else "won" if 0 < place <= marker or marker <= place < 0 else "slot"
    if place == 0 and place != marker:
        css = "slot zero"
    radius = 4.6 if place == marker else 3.2
    return f'<circle class="{css}" cx="{x:g}" cy="{HEIGHT / 2:g}" r="{radius}"/>'
