"""Draws shares with their intervals, and the course of a rating, as SVG text. Colours: static/css/beside.css."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from django.utils.translation import gettext as _

from matches.stats.figures import Tally

WIDTH = 320
ROW = 40
COURSE_HEIGHT = 150


@dataclass(frozen=True, slots=True)
class Whisker:
    """A share with its interval; `css` colours it, like a faction's class."""

    label: str
    tally: Tally
    css: str = ""


def whiskers(title: str, rows: Sequence[Whisker]) -> str:
    """One line a row: the interval, the share as a dot, and a tick where pure chance would be."""
    if not rows:
        return ""
    drawn = "".join(_whisker(row, place * ROW) for place, row in enumerate(rows))
    told = f"{title}. " + "; ".join(f"{row.label}: {share_words(row.tally)}" for row in rows) + "."
    return _picture(told, len(rows) * ROW, drawn)


def share_words(tally: Tally) -> str:
    """A share, its interval and how many matches stand behind it, in words."""
    if tally.too_few:
        return _("too few (%(count)d)") % {"count": tally.decided}
    values = {"share": tally.percent, "low": tally.low, "high": tally.high, "count": tally.decided}
    return _("%(share)d %% (%(low)d–%(high)d %%) of %(count)d") % values


def _whisker(row: Whisker, top: float) -> str:
    tally, line = row.tally, top + 28
    drawn = [
        f'<text class="name" x="0" y="{top + 14:.0f}">{escape(row.label)}</text>',
        f'<text class="number" x="{WIDTH}" y="{top + 14:.0f}">{escape(share_words(tally))}</text>',
        f'<rect class="ground" x="0" y="{line - 1:.0f}" width="{WIDTH}" height="2"/>',
    ]
    if not tally.too_few:
        low, high = (edge * WIDTH for edge in tally.interval)
        chance, dot = tally.expected * WIDTH, tally.share * WIDTH
        drawn += [
            f'<rect class="chance" x="{chance - 0.5:.1f}" y="{line - 8:.0f}" width="1" height="16"/>',
            f'<rect class="reach" x="{low:.1f}" y="{line - 3:.0f}" width="{high - low:.1f}" height="6" rx="3"/>',
            f'<circle class="dot" cx="{dot:.1f}" cy="{line:.0f}" r="6"/>',
        ]
    return f'<g class="{escape(row.css, quote=True)}">{"".join(drawn)}</g>'


def course(title: str, points: Sequence[tuple[str, int, int]]) -> str:
    """A rating from match to match: triples of a day, the rating and its deviation; the band is the uncertainty."""
    if len(points) < 2:
        return ""
    low = min(value - reach for _day, value, reach in points)
    high = max(value + reach for _day, value, reach in points)
    unit, step = (COURSE_HEIGHT - 10) / max(high - low, 1), WIDTH / (len(points) - 1)

    def at(place: int, value: int) -> str:
        return f"{place * step:.1f},{5 + (high - value) * unit:.1f}"

    upper = [at(place, value + reach) for place, (_day, value, reach) in enumerate(points)]
    lower = [at(place, value - reach) for place, (_day, value, reach) in enumerate(points)]
    line = [at(place, value) for place, (_day, value, _reach) in enumerate(points)]
    ground = COURSE_HEIGHT + 16
    marks = [mark for mark in range(0, high + 1, 100 if high - low < 500 else 200) if low < mark < high]
    scale = "".join(
        f'<rect class="ground" x="0" y="{5 + (high - mark) * unit:.1f}" width="{WIDTH}" height="1"/>'
        f'<text class="mark" x="2" y="{3 + (high - mark) * unit:.1f}">{mark}</text>'
        for mark in marks
    )
    drawn = (
        f'<polygon class="band" points="{" ".join(upper + lower[::-1])}"/>'
        f'{scale}<polyline class="course" points="{" ".join(line)}"/>'
        f'<text class="name" x="0" y="{ground}">{escape(points[0][0])}</text>'
        f'<text class="number" x="{WIDTH}" y="{ground}">{escape(points[-1][0])}</text>'
    )
    first, last = points[0], points[-1]
    told = _("%(title)s: from %(first)d to %(last)d ± %(reach)d, between %(low)d and %(high)d.") % {
        "title": title, "first": first[1], "last": last[1], "reach": last[2],
        "low": min(value for _day, value, _reach in points), "high": max(value for _day, value, _reach in points),
    }  # fmt: skip
    return _picture(told, ground + 4, drawn)


def _picture(told: str, height: float, drawn: str) -> str:
    label = escape(told, quote=True)
    return f'<svg class="plot" role="img" aria-label="{label}" viewBox="0 0 {WIDTH} {height:.0f}">{drawn}</svg>'
