"""What attaching a Faceless Enhancement costs: a token or a model in contact, and no Crystal. R-FACELESS-ATTACH"""

from __future__ import annotations

from matches.engine.dawnfall import wounds
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule


def offerings(table: Table, seat: int, number: int) -> list[Option]:
    """All that may be given up for a card on a Squad: a token of a Squad b2b with it, or, without one, its model.

    R-FACELESS-ATTACH, R-CONTACT-SQUAD
    """
    receiver = table.roster.squads[number]
    options: list[Option] = []
    for squad in table.roster.armies[seat].squads:
        touching = _touching(table, squad, receiver)
        data = {"squad": squad.number, "name": squad.name}
        if touching and table.state.endurance[squad.number]:
            options.append(Option(f"endurance:{squad.number}", "Give up an Endurance token of %(name)s", data))
        else:
            options += [Option(f"model:{model}", "Sacrifice %(name)s", {**data, "model": model}) for model in touching]
    return options


def _touching(table: Table, squad: Squad, receiver: Squad) -> list[int]:
    """The models of a Squad that are b2b with a model of the Squad that gets the card, which may be the same one."""
    around = 0
    for model in table.standing(receiver):
        around |= table.touch(model)
    return [model for model in table.standing(squad) if table.bits(model) & around]


def give_up(table: Table, offering: Option) -> Rule[None]:
    """The token is no Wound, the model is Sacrificed. R-SACRIFICE-TOKEN, R-SACRIFICE"""
    if "model" in offering.data:
        yield from wounds.sacrifice(table, offering.data["model"])
    else:
        squad: int = offering.data["squad"]
        table.take_endurance(squad, 1)
        table.tell("endurance_given_up", squad=squad)
