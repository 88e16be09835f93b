"""Where the match stands: the steps of the setup or of the turn, done, under way, or still to come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from matches.naming import Names, View

#: The stages of the setup that people notice, in their order.
SETUP: Final = ("roles", "shrines", "sources", "deploy", "dispersal")
BEFORE: Final = ("first_player", "factions", "decks", "armies")


@dataclass(frozen=True, slots=True)
class Stage:
    """A step with its state: "done", "now", "open" (still possible) or "later"."""

    name: str
    state: str


def stages(view: View, names: Names, *, over: bool = False) -> list[Stage]:
    """The steps of what is going on; a match may be over at any of them."""
    stage = "over" if over else view["stage"]
    if stage in {*SETUP, *BEFORE, "victory", "crystals", "hands"}:
        return _setup(stage)
    if stage == "over":
        return [Stage(_("The match is over"), "now")]
    if stage == "declare":
        return [Stage(_("Declare Active or Passive"), "now"), Stage(_("Play the turn"), "later")]
    if stage == "passive":
        return [Stage(_("Passive turn: harvest, charge, refresh Crystals and Banner"), "now")]
    return _active(view, names)


def _setup(stage: str) -> list[Stage]:
    words = {
        "roles": _("Who moves first"),
        "shrines": _("Shrines"),
        "sources": _("Crystal Sources"),
        "deploy": _("Deploy"),
        "dispersal": _("Last moves"),
    }
    now = SETUP.index(stage) if stage in SETUP else -1 if stage in BEFORE else len(SETUP) - 1
    states = ("done" if n < now else "now" if n == now else "later" for n in range(len(SETUP)))
    return [Stage(words[name], state) for name, state in zip(SETUP, states, strict=True)]


def _active(view: View, names: Names) -> list[Stage]:
    activation, ending = view["activation"], view["stage"] in {"active_end", "end_step"}
    if activation is None:
        name = _("Activate a Squad")
        if view["activated"]:
            name = ", ".join(names.squad(squad) for squad in view["activated"])
        steps = [Stage(name, "done" if view["activated"] or ending else "open")]
    else:
        fought = bool(activation["fought"]) or activation["fighting"]
        no_more = activation["moved"] and activation["first"] == "combat"
        combat = "now" if view.get("fight") else "done" if no_more or (fought and activation["moved"]) else "open"
        steps = [
            Stage(names.squad(activation["squad"]), "now"),
            Stage(_("Move"), "done" if activation["moved"] else "open"),
            Stage(_("Combat"), combat),
        ]
    return [
        *steps,
        Stage(_("Cards"), "done" if ending else "open"),
        Stage(_("End step: discard, draw"), "now" if ending else "later"),
    ]
