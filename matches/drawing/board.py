"""The board as SVG text, from a seat's view and, for the seat that decides, the options that can be chosen on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from html import escape
from typing import Any

from django.utils.translation import gettext as _

from matches.drawing import picks as choosing
from matches.drawing.geometry import Layout, layout, number
from matches.drawing.picks import Pick
from matches.drawing.pieces import draw_model, draw_shrine, draw_source, draw_terrain, draw_trail
from matches.naming import Names, View, space_names

#: A model went from one footprint to another.
Trail = tuple[Mapping[str, Any], Mapping[str, Any]]


def draw_board(
    view: View,
    names: Names,
    picks: Sequence[Pick] = (),
    subjects: Collection[int] = (),
    trails: Iterable[Trail] = (),
) -> str:
    """The whole board. `subjects` are the models that the pending decision is about."""
    plan = layout(view["board"])
    models = [model for model in view["models"] if model["place"]]
    # Large bases first, so that no small one is covered.
    models.sort(key=lambda model: -len(model["place"]["hexes"]))
    pickable = {model for pick in picks for model in choosing.picked_models(pick.option, view)}
    parts = [
        f'<svg class="board" id="board" viewBox="{plan.view_box}" data-box="{plan.view_box}" role="img"'
        f' aria-label="{escape(_("The board. Whoever stands where is listed with the squads."), quote=True)}">',
        _ground(view["board"]),
        draw_terrain(view, plan, names),
        "".join(draw_source(source, plan, names) for source in view["sources"]),
        "".join(draw_shrine(seat, plan, names) for seat in view["seats"] if seat["shrine_space"] is not None),
        choosing.draw_places((pick for pick in picks if "hexes" not in pick.option.data), plan, names),
        "".join(_trail(plan, trail) for trail in trails),
        choosing.draw_models(picks, plan, view),
        "".join(draw_model(model, plan, names, _state(model, view, subjects, pickable)) for model in models),
        choosing.draw_places((pick for pick in picks if "hexes" in pick.option.data), plan, names),
        "</svg>",
    ]
    return "".join(parts)


@cache
def _ground(name: str) -> str:
    """The Spaces with their names, which are the same in all matches on that board."""
    plan, names = layout(name), space_names(name)
    drawn = []
    for place, (x, y) in plan.spaces.items():
        at = f'x="{number(x)}" y="{number(y)}"'
        drawn.append(f'<use href="#space" {at}/><text {at}>{names.get(place, "?")}</text>')
    return (
        f'<defs><g id="space"><path class="hexes" d="{plan.hexes_path}"/>'
        f'<path class="outline" d="{plan.outline_path}"/></g></defs><g class="ground">{"".join(drawn)}</g>'
    )


def _state(model: Mapping[str, Any], view: View, subjects: Collection[int], pickable: Collection[int]) -> str:
    """How a model is marked: it can be chosen, the decision is about it, it fights, its Squad is being Activated."""
    activation, fight, number = view["activation"], view.get("fight"), model["model"]
    states = {
        "pickable": number in pickable,
        "activated": activation is not None and activation["squad"] == model["squad"],
        "fighting": fight is not None and number in {fight["starter"], fight["opponent"]},
        "subject": number in subjects,
    }
    return "".join(f" {name}" for name, holds in states.items() if holds)


def _trail(plan: Layout, trail: Trail) -> str:
    start, end = (plan.middle(spot["space"], spot["hexes"]) for spot in trail)
    return draw_trail(start, end)
