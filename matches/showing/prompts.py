"""Questions in words that a newcomer understands: a sentence, and a hint where the sentence alone would not do."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from matches.engine import Decision
from matches.naming import Names, View

#: Clearer questions than the rules' own, by kind of decision; their places are the decision's data.
PROMPTS: dict[str, Any] = {
    "declare": lazy("Your turn %(turn)s begins. Is it an Active or a Passive turn?"),
    "deploy": lazy("Deploy your army: which Squad comes onto the board now?"),
    "move_model": lazy("Your Squad moves. Choose a model, or carry out what you have planned."),
    "move_space": lazy("%(name)s moves. Choose one of the marked Spaces."),
    "move_hexes": lazy("%(name)s goes to %(space)s. Choose the hexes for its base."),
    "move_route": lazy("Which way does %(name)s take? Choose the next Space."),
    "place_space": lazy("Choose the Space in which %(name)s stands."),
    "place_hexes": lazy("Choose the hexes on which %(name)s stands."),
    "push_hexes": lazy("%(name)s is Pushed. Choose the hexes it is Pushed to."),
    "shrine": lazy("Place your Shrine: choose one of the marked Spaces."),
    "end_step": lazy("The turn ends. You may discard one card before you draw."),
    "target": lazy("%(name)s fights. Whom does it attack?"),
    "disperse": lazy("You may move one Squad before the first turn."),
    "change_mode": lazy("%(name)s may Change Mode to %(mode)s for %(cost)s."),
    "role": lazy("You are the First Player. Will you take the first turn or leave it?"),
}
DIE: dict[str, Any] = {
    "attack": lazy("%(name)s attacks. Which die do you roll?"),
    "defense": lazy("%(name)s defends itself against Attack Power %(power)s. Which die do you roll?"),
    "check": lazy("%(name)s shoots. Which die do you roll for the Check for Hit?"),
}
HINTS: dict[str, Any] = {
    "declare": lazy(
        "Active: activate a Squad, fight, play cards, and draw at the end. "
        "Passive: harvest Crystals from the Sources you control, charge Enhancements, refresh Crystals and Banner."
    ),
    "deploy": lazy("Not beside Shrines, Crystal Sources or enemies. You and the others take turns."),
    "shrine": lazy("Shrines and Crystal Sources keep a distance of two Spaces."),
    "die": lazy("The Red Die is better but costs a Crystal. The chances stand beside the buttons."),
    "rolled": lazy("A cogwheel lets you reroll for a Crystal or refresh a Depleted one."),
    "pay": lazy("Endurance and Victory Points can stand in for Crystals."),
    "move_model": lazy("Models of a Squad move together; each may be named again until you carry it out."),
    "role": lazy("Who counters deploys second and moves first; who positions deploys first and moves second."),
}


def prompt(decision: Decision, view: View, names: Names) -> str:
    """The question as a clear sentence."""
    if decision.kind == "free":
        return _free(view, names)
    if decision.kind == "window":
        return _window(decision, names)
    data = dict(decision.data)
    if "model" in data and data["model"] >= 0:
        data["name"] = names.model(data["model"])
    elif "squad" in data and "name" in data:
        data["name"] = names.squad(data["squad"])
    if "space" in data:
        data["space"] = names.space(data["space"])
    if decision.kind == "source" and "source" in data:
        data["space"] = names.space(data["source"])
        return _("The Crystal Source at %(space)s gives more. What do you take?") % data
    if decision.kind == "die":
        return (str(DIE[data["purpose"]]) if data["model"] >= 0 else _(decision.wording)) % data
    wording = str(PROMPTS[decision.kind]) if decision.kind in PROMPTS else _(decision.wording)
    return wording % data if data else wording


def hint(decision: Decision, view: View, last: str = "") -> str:
    """What helps to decide, in a small line; `last` is what happened last."""
    if decision.kind == "free" and view["activation"] is None and not view["activated"]:
        return _("Each Active turn you may activate one Squad; cards can be played before and after.")
    if decision.kind == "window":
        said = _("Using something is up to you: pass if you want nothing.")
        return f"{_('Just now:')} {last} {said}" if last else said
    return str(HINTS.get(decision.kind, ""))


def _free(view: View, names: Names) -> str:
    activation = view["activation"]
    if activation is None:
        if view["activated"]:
            return _("Your Squad is done. Play cards, or end the turn.")
        return _("Your Active turn: activate a Squad, play cards, or end the turn.")
    told = {"squad": names.squad(activation["squad"])}
    if not activation["moved"] and not activation["first"]:
        return _("%(squad)s is activated: it may move and fight, in either order.") % told
    if not activation["moved"]:
        return _("%(squad)s has fought. It may still move.") % told
    if activation["first"] == "combat":
        return _("%(squad)s has fought and moved. Finish the Activation or play cards.") % told
    return _("%(squad)s has moved. It may fight enemies Base to Base.") % told


def _window(decision: Decision, names: Names) -> str:
    words = _(decision.wording)
    told = {"words": words, "one": "", "other": ""}
    model, other = decision.data.get("model", -1), decision.data.get("other", -1)
    if model < 0:
        return words
    told["one"] = names.model(model)
    if other < 0:
        return _("%(one)s: %(words)s") % told
    return _("%(one)s against %(other)s: %(words)s") % (told | {"other": names.model(other)})
