"""What stands on the board: models on their bases, tokens, Shrines and Crystal Sources.

Whose a piece is shows not by colour alone: every seat has a mark (disc, square, diamond, triangle) and its own rim.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from matches.drawing.geometry import Layout, Point, number, pair, polygon
from matches.naming import Names, View

#: How far from the middle the label of a base sits, and its size, by hexes of the base.
LABELS: Final = {1: 5.8, 2: 6.8, 3: 7.2, 7: 10.0}
DROP: Final = {1: 4.5, 2: 5.2, 3: 6.0, 7: 9.0}
MOST_TOKENS: Final = 4


def mark(seat: int, middle: Point, size: float) -> str:
    """The mark of a seat."""
    x, y = middle
    if seat == 0:
        return f'<circle class="mark" cx="{number(x)}" cy="{number(y)}" r="{number(size)}"/>'
    points: list[Point]
    if seat == 1:
        points = [(x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)]
    elif seat == 2:
        wide = size * 1.35
        points = [(x, y - wide), (x + wide, y), (x, y + wide), (x - wide, y)]
    else:
        points = [(x, y - size * 1.2), (x + size * 1.25, y + size), (x - size * 1.25, y + size)]
    return f'<path class="mark" d="{polygon(points)}"/>'


def draw_model(model: Mapping[str, Any], plan: Layout, names: Names, extra: str = "") -> str:
    """A model on its base with label, mark and tokens."""
    place, seat = model["place"], model["seat"]
    hexes: Sequence[int] = place["hexes"]
    path = plan.base_path(place["space"], hexes)
    x, y = plan.middle(place["space"], hexes)
    size, drop = LABELS[len(hexes)], DROP[len(hexes)]
    css = f"model faction-{names.faction(seat)} seat-{seat} base-{len(hexes)}{extra}"
    return (
        f'<g class="{css}"><title>{escape(_told(model, names))}</title>'
        f'<path class="rim" d="{path}"/><path class="base" d="{path}"/>'
        f'<text x="{number(x)}" y="{number(y - 1.2)}" font-size="{number(size)}">'
        f"{escape(names.label(model['model']))}</text>"
        f"{mark(seat, (x, y + drop), 1.6 + size / 12)}{_tokens(model, (x, y), names)}</g>"
    )


def _told(model: Mapping[str, Any], names: Names) -> str:
    """A model in words, for the pointer that rests on it."""
    parts = [f"{names.model(model['model'])} ({names.seat(model['seat'])}), {names.space(model['place']['space'])}"]
    if model.get("attributes"):
        shown = (("INI", "ini"), ("ATT", "att"), ("DEF", "defense"), ("MOV", "mov"))
        values = ((word, model["attributes"][name]["value"]) for word, name in shown)
        parts.append(" ".join(f"{word} {'–' if value is None else value}" for word, value in values))
    parts += [names.token(marker["kind"]) for marker in model["markers"]]
    return " · ".join(parts)


def _tokens(model: Mapping[str, Any], middle: Point, names: Names) -> str:
    drawn = []
    for place, marker in enumerate(model["markers"][:MOST_TOKENS]):
        x, y = middle[0] + 7.2 - 5.6 * (place % 2), middle[1] - 7 + 5.6 * (place // 2)
        letter = escape(names.token(marker["kind"])[:1]) + (str(marker["number"]) if marker["number"] > 1 else "")
        drawn.append(
            f'<g class="token"><circle cx="{number(x)}" cy="{number(y)}" r="3.1"/>'
            f'<text x="{number(x)}" y="{number(y)}">{letter}</text></g>'
        )
    return "".join(drawn)


def draw_shrine(seat: Mapping[str, Any], plan: Layout, names: Names) -> str:
    """The Shrine of a seat, which fills its Space."""
    x, y = plan.space(seat["shrine_space"])
    stone = [(x - 12, y + 13), (x - 9, y - 2), (x, y - 17), (x + 9, y - 2), (x + 12, y + 13)]
    step = [(x - 16, y + 17), (x - 14, y + 12), (x + 14, y + 12), (x + 16, y + 17)]
    title = f"{names.seat(seat['seat'])}: Shrine, {names.space(seat['shrine_space'])}"
    return (
        f'<g class="shrine faction-{seat["faction"]} seat-{seat["seat"]}"><title>{escape(title)}</title>'
        f'<use href="#space" x="{number(x)}" y="{number(y)}"/>'
        f'<path class="stone" d="{polygon(stone)}{polygon(step)}"/>{mark(seat["seat"], (x, y + 3), 3.6)}</g>'
    )


def draw_source(source: Mapping[str, Any], plan: Layout, names: Names) -> str:
    """A Crystal Source with the marks of those who Control it."""
    x, y = plan.space(source["space"])
    title = f"Crystal Source, {names.space(source['space'])}"
    if source["controlled_by"]:
        title += ": " + ", ".join(names.seat(seat) for seat in source["controlled_by"])
    crystals = (
        polygon([(x, y - 15), (x + 6, y - 6), (x + 4, y + 11), (x - 4, y + 11), (x - 6, y - 6)])
        + polygon([(x + 7, y + 11), (x + 6, y - 2), (x + 11, y - 7), (x + 14, y + 1), (x + 13, y + 11)])
        + polygon([(x - 7, y + 11), (x - 6, y), (x - 10, y - 4), (x - 14, y + 3), (x - 12, y + 11)])
    )
    held = "".join(
        f'<g class="held faction-{names.faction(seat)}">{mark(seat, (x + 9 * place, y + 17), 2.6)}</g>'
        for place, seat in enumerate(source["controlled_by"])
    )
    return (
        f'<g class="source"><title>{escape(title)}</title><use href="#space" x="{number(x)}" y="{number(y)}"/>'
        f'<path class="crystal" d="{crystals}"/>{held}</g>'
    )


def draw_terrain(view: View, plan: Layout, names: Names) -> str:
    """Thickets, overgrown Spaces and tokens on hexes, as far as the match has such things."""
    drawn = []
    for place in view.get("overgrown", ()):
        x, y = plan.space(place)
        drawn.append(f'<use class="overgrown" href="#space" x="{number(x)}" y="{number(y)}"/>')
    for thicket in view.get("thickets", ()):
        path = plan.hex_path(plan.hex(thicket["space"], thicket["hex"]))
        drawn.append(f'<path class="thicket" d="{path}"><title>{escape(names.token("thicket"))}</title></path>')
    for token in view.get("hex_tokens", ()):
        x, y = plan.hex(token["space"], token["hex"])
        letter = escape(names.token(token["kind"])[:1])
        drawn.append(
            f'<g class="hex-token faction-{names.faction(token["seat"])}">'
            f"<title>{escape(names.token(token['kind']))} ({escape(names.seat(token['seat']))})</title>"
            f'<circle cx="{number(x)}" cy="{number(y)}" r="6"/>'
            f'<text x="{number(x)}" y="{number(y)}">{letter}</text></g>'
        )
    return "".join(drawn)


def draw_trail(start: Point, end: Point) -> str:
    """Where somebody came from."""
    return f'<path class="trail" d="M{pair(start)}L{pair(end)}"/>'
