"""What can be chosen on the board: every pick stands for one option of the pending decision.

A pick is no button of its own: beside the board each option has a button with the same sign (a Space's name, a
number, a model's label), and the page's script lets a click on the pick press that button.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from matches.drawing.geometry import Layout, number
from matches.engine import Option
from matches.naming import Names, View

#: Options about these things, by the first word of their id, can be chosen by clicking the thing.
MODELS: Final = frozenset({"model", "target", "fight", "with", "group", "line"})
SQUADS: Final = frozenset({"squad", "activate"})


@dataclass(frozen=True, slots=True)
class Pick:
    """An option with the sign under which button and board name it."""

    option: Option
    sign: str
    label: str
    #: A bot would take this.
    advised: bool = False

    @property
    def style(self) -> str:
        """What the drawing adds to the class of a pick."""
        return " advised" if self.advised else ""


def shown_on_board(option: Option, view: View) -> bool:
    """Whether an option is about a place or about somebody on the board."""
    return "space" in option.data or bool(picked_models(option, view))


def picked_models(option: Option, view: View) -> list[int]:
    """The models on the board that an option is about."""
    word, data = option.id.partition(":")[0], option.data
    if word in SQUADS and "squad" in data:
        models: Iterable[int] = view["squads"][data["squad"]]["models"]
    elif word in MODELS:
        models = data.get("models") or ([data["model"]] if "model" in data else ())
    else:
        models = ()
    return [model for model in models if view["models"][model]["place"]]


def draw_places(picks: Iterable[Pick], plan: Layout, names: Names) -> str:
    """Spaces and hexes that can be chosen; below the models."""
    return "".join(_place(pick, plan, names) for pick in picks if "space" in pick.option.data)


def draw_models(picks: Iterable[Pick], plan: Layout, view: View) -> str:
    """Rings around the models that can be chosen; a model belongs to the first option about it."""
    taken: set[int] = set()
    drawn = []
    for pick in picks:
        if "space" in pick.option.data:
            continue
        for model in picked_models(pick.option, view):
            if model not in taken:
                taken.add(model)
                drawn.append(_ring(pick, plan, view["models"][model]["place"]))
    return "".join(drawn)


def _place(pick: Pick, plan: Layout, names: Names) -> str:
    data: Mapping[str, Any] = pick.option.data
    hexes = data["hexes"] if "hexes" in data else [data["hex"]] if "hex" in data else None
    opening = f'<g class="pick {"spot" if hexes else "space"}{pick.style}" data-pick="{escape(pick.option.id)}">'
    title = f"<title>{escape(pick.label)}</title>"
    if hexes is None:
        x, y = plan.space(data["space"])
        at = f'x="{number(x)}" y="{number(y)}"'
        return f'{opening}{title}<use href="#space" {at}/><text {at}>{escape(names.space(data["space"]))}</text></g>'
    x, y = plan.middle(data["space"], hexes)
    at = f'cx="{number(x)}" cy="{number(y)}"'
    ghost = f'<path class="ghost" d="{plan.base_path(data["space"], hexes)}"/>'
    return (
        f'{opening}{title}{ghost}<circle {at} r="4.1"/>'
        f'<text x="{number(x)}" y="{number(y)}">{escape(pick.sign)}</text></g>'
    )


def _ring(pick: Pick, plan: Layout, place: Mapping[str, Any]) -> str:
    path = plan.base_path(place["space"], place["hexes"])
    title = f"<title>{escape(pick.label)}</title>"
    return f'<g class="pick ring{pick.style}" data-pick="{escape(pick.option.id)}">{title}<path d="{path}"/></g>'
