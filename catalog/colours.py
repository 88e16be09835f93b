"""Shades of a faction's colour that stay readable wherever the pages use them."""

from __future__ import annotations

from dataclasses import dataclass

#: The darkest and lightest grounds of static/css/tokens.css that faction-coloured text stands on.
NIGHT = "#1d2430"
DAY = "#e6dcc8"
BONE = "#fff8e8"
#: WCAG AA for text; a little more, as browsers round.
READABLE = 4.6
VERY_READABLE = 8.0
STEPS = 50


@dataclass(frozen=True)
class Shades:
    """A colour as printed, as text on night and on day, and as a ground for light text."""

    plain: str
    bright: str
    ink: str
    deep: str


def shades(colour: str) -> Shades:
    """Derive all shades from one colour."""
    return Shades(
        plain=colour,
        bright=_towards(colour, "#ffffff", NIGHT, READABLE),
        ink=_towards(colour, "#000000", DAY, READABLE),
        deep=_towards(colour, "#000000", BONE, VERY_READABLE),
    )


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, as WCAG defines it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _towards(colour: str, end: str, ground: str, wanted: float) -> str:
    """Mix the colour with `end` in small steps until it stands out from the ground."""
    mixes = (_mix(colour, end, step / STEPS) for step in range(STEPS + 1))
    return next((mixed for mixed in mixes if contrast(mixed, ground) >= wanted), end)


def _mix(one: str, other: str, share: float) -> str:
    channels = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in channels)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
