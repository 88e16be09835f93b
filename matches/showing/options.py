"""The options of the pending decision as buttons: named as people speak, numbered, and in groups that can be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.drawing.picks import Pick, shown_on_board
from matches.engine import Decision, Option
from matches.naming import Names, View

#: Ways out and plain endings: quiet buttons at the end.
QUIET: Final = frozenset(
    {"back", "done", "none", "pass", "keep", "end", "finish", "decline", "refrain", "go", "show", "no", "mix"}
)
#: So many Spaces fill the panel; more of them are folded, since the board shows them.
MOST_OPEN: Final = 12
#: More buttons than these stand in two columns.
MOST_IN_A_COLUMN: Final = 3
#: The groups of a free moment, by the first word of the options.
FREE: Final = {
    "move": "act", "fight": "act", "activate": "activate", "play": "cards", "use": "cards", "attach": "cards",
    "banner": "cards", "token": "cards", "deploy": "cards", "remove": "tokens",
}  # fmt: skip
#: A half from hand is paid with Crystals, an attached one with its charges.
CHARGES: Final = "use"


@dataclass(frozen=True, slots=True)
class Choice:
    """A button. `sign` is how the board names the same option."""

    id: str
    label: str
    number: int
    sign: str = ""
    quiet: bool = False
    #: A cost with its unit, and the chance to succeed, if there is one.
    cost: str = ""
    chance: str = ""
    detail: str = ""
    #: A bot would take this.
    advised: bool = False


@dataclass(slots=True)
class Group:
    """Buttons that belong together."""

    title: str = ""
    choices: list[Choice] = field(default_factory=list)
    #: Small buttons side by side.
    small: bool = False
    folded: bool = False

    @property
    def pairs(self) -> bool:
        """Whether the buttons stand two in a row."""
        return not self.small and len(self.choices) > MOST_IN_A_COLUMN


@dataclass(frozen=True, slots=True)
class Offer:
    """All options of a decision: as buttons, and as far as they can be chosen on the board."""

    groups: tuple[Group, ...]
    picks: tuple[Pick, ...]

    @property
    def choices(self) -> Iterator[Choice]:
        """All buttons in their order."""
        return (choice for group in self.groups for choice in group.choices)

    @property
    def ids(self) -> frozenset[str]:
        """What is offered."""
        return frozenset(choice.id for choice in self.choices)


def offer(decision: Decision, view: View, names: Names, chances: Mapping[str, tuple[str, str]]) -> Offer:
    """The buttons and picks of a decision; `chances` says for some options how likely they succeed."""
    sorted_options = _sorted(decision)
    groups: dict[str, Group] = {}
    titles = _titles()
    picks = []
    for number, option in enumerate(sorted_options, 1):
        word = _group(decision, option)
        chance, detail = chances.get(option.id, ("", ""))
        label, cost = label_of(option, names), cost_of(option)
        on_board = shown_on_board(option, view)
        sign = _sign(option, number, names) if on_board else ""
        if "banner" in option.data:
            label, detail = _("Banner"), option.data["rules"]
        if "space" in option.data and "hexes" not in option.data and "hex" not in option.data:
            label = sign
        choice = Choice(option.id, label, number, sign, word == "quiet", cost, chance, detail)
        group = groups.setdefault(word, Group(titles.get(word, ""), small=word in {"spaces", "spots"}))
        group.choices.append(choice)
        if on_board:
            picks.append(Pick(option, sign, label))
    for word in ("spaces", "spots"):
        if word in groups:
            groups[word].folded = len(groups[word].choices) > MOST_OPEN
    spots = {tuple(pick.option.data["space"]) for pick in picks if "hexes" in pick.option.data}
    if len(spots) == 1 and "spots" in groups:
        space = names.space(spots.pop())
        groups["spots"].title = _("Hexes of %(space)s, numbered on the board") % {"space": space}
        groups["spots"].choices = [replace(c, label=_inside(c.label)) for c in groups["spots"].choices]
    return Offer(tuple(groups.values()), tuple(picks))


def label_of(option: Option, names: Names) -> str:
    """What the button says, with the page's own names for models, squads and Spaces."""
    data: dict[str, Any] = dict(option.data)
    if "name" in data and data.get("model", -1) >= 0:
        data["name"] = names.model(data["model"])
    elif "squad" in data:
        data["carrier" if "carrier" in data else "name"] = names.squad(data["squad"])
    if "hexes" in data:
        return names.spot(data)
    if "space" in data and "hex" in data:
        return names.spot(data)
    if "space" in data:
        data["space"] = names.space(data["space"])
    if "name" in data and data.get("of") == data["name"]:
        short = "%(name)s" if "carrier" not in data else "%(name)s (%(carrier)s)"
        return short % data
    words = _(option.wording)
    return (words % data if data else words).rstrip(".")


def cost_of(option: Option) -> str:
    """What the option costs, with its unit."""
    word, cost = option.id.partition(":")[0], option.data.get("cost")
    if word not in {"play", "use", "attach"} or cost in {None, 0}:
        return ""
    count = cost if isinstance(cost, int) else 2
    if word == CHARGES:
        return ngettext("%(cost)s charge", "%(cost)s charges", count) % {"cost": cost}
    return ngettext("%(cost)s Crystal", "%(cost)s Crystals", count) % {"cost": cost}


def _inside(label: str) -> str:
    """A spot without its Space: what stands in the brackets."""
    return label.partition("(")[2].rstrip(")")


def _sorted(decision: Decision) -> list[Option]:
    order = ["act", "activate", "cards", "tokens", "spaces", "spots", "main", "quiet"]
    return sorted(decision.options, key=lambda option: order.index(_group(decision, option)))


def _group(decision: Decision, option: Option) -> str:
    word = option.id.partition(":")[0]
    if word in QUIET:
        return "quiet"
    if decision.kind == "free":
        return FREE.get(word, "main")
    if "hexes" in option.data or "hex" in option.data:
        return "spots"
    return "spaces" if "space" in option.data else "main"


def _titles() -> dict[str, str]:
    return {
        "act": _("The activated Squad"),
        "activate": _("Activate a Squad"),
        "cards": _("Cards and Banner"),
        "tokens": _("Get rid of tokens"),
        "spaces": _("Spaces"),
        "spots": _("Hexes, numbered on the board"),
    }


def _sign(option: Option, number: int, names: Names) -> str:
    data = option.data
    if "hexes" in data or "hex" in data:
        return str(number)
    if "space" in data:
        return names.space(data["space"])
    return names.label(data["model"]) if data.get("model", -1) >= 0 else ""
