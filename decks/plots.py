"""Draws small plots as SVG text. What they show comes in as numbers; colours come from static/css/decks.css."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 320
COLUMN_HEIGHT = 120
ROW_HEIGHT = 34


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what it stands for, and its parts from the ground up."""

    label: str
    parts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The length of the whole bar."""
        return sum(self.parts)


def columns(title: str, bars: Sequence[Bar], series: Sequence[str]) -> str:
    """Upright bars side by side, each stacked from its parts; `series` names the parts."""
    if not bars:
        return ""
    highest = max(bar.total for bar in bars) or 1
    step = WIDTH / len(bars)
    drawn = "".join(_column(bar, place * step, step, COLUMN_HEIGHT / highest) for place, bar in enumerate(bars))
    return _picture(_told(title, bars, series), COLUMN_HEIGHT + 40, drawn)


def rows(title: str, bars: Sequence[Bar], full: int = 0) -> str:
    """Lying bars below one another, each under its label; a bar of `full` fills the width."""
    if not bars:
        return ""
    full = max(full, *(bar.total for bar in bars), 1)
    drawn = "".join(_row(bar, place * ROW_HEIGHT, WIDTH / full) for place, bar in enumerate(bars))
    return _picture(_told(title, bars, ()), len(bars) * ROW_HEIGHT, drawn)


def _column(bar: Bar, left: float, step: float, unit: float) -> str:
    middle, width = left + step / 2, min(step * 0.7, 44)
    ground = COLUMN_HEIGHT + 20.0
    drawn = [f'<text class="label" x="{middle:.1f}" y="{ground + 16:.1f}">{escape(bar.label)}</text>']
    for number, part in enumerate(bar.parts):
        height = part * unit
        ground -= height
        if part:
            drawn.append(_rect(f"part-{number}", middle - width / 2, ground, width, height))
    drawn.append(f'<text class="value" x="{middle:.1f}" y="{ground - 5:.1f}">{bar.total or ""}</text>')
    return "".join(drawn)


def _row(bar: Bar, top: float, unit: float) -> str:
    drawn = [
        f'<text class="name" x="0" y="{top + 14:.0f}">{escape(bar.label)}</text>',
        f'<text class="number" x="{WIDTH}" y="{top + 14:.0f}">{bar.total}</text>',
        _rect("ground", 0, top + 20, WIDTH, 7),
    ]
    left = 0.0
    for number, part in enumerate(bar.parts):
        if part:
            drawn.append(_rect(f"part-{number}", left, top + 20, part * unit, 7))
        left += part * unit
    return "".join(drawn)


def _rect(css: str, x: float, y: float, width: float, height: float) -> str:
    return f'<rect class="{css}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2"/>'


def _picture(told: str, height: float, drawn: str) -> str:
    label = escape(told, quote=True)
    return f'<svg class="plot" role="img" aria-label="{label}" viewBox="0 0 {WIDTH} {height:.0f}">{drawn}</svg>'


def _told(title: str, bars: Sequence[Bar], series: Sequence[str]) -> str:
    """The plot in words, for those who cannot see it."""
    return f"{title}. " + "; ".join(_bar_told(bar, series) for bar in bars) + "."


def _bar_told(bar: Bar, series: Sequence[str]) -> str:
    parts = ", ".join(f"{name} {part}" for name, part in zip(series, bar.parts, strict=False) if part)
    return f"{bar.label}: {bar.total} ({parts})" if len(series) > 1 and parts else f"{bar.label}: {bar.total}"
