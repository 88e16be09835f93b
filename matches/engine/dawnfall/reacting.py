"""Passive effects: halves that are on, Shrines and tokens, which work by themselves at a window. R-PASSIVE-EFFECT"""

from __future__ import annotations

from collections.abc import Iterator

from matches.engine.dawnfall import attaching, halves
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.repertoire import Repertoire
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule


def reactions(table: Table, moment: Moment, known: tuple[Repertoire, ...]) -> Iterator[tuple[str, Rule[None]]]:
    """The passive effects that work at a window, with names, in the order of R-ORDER-AUTO."""
    window = moment.window
    yield from _of_tokens(table, moment, last=False)
    for seat in table.clockwise(table.state.active):
        army = table.roster.armies[seat]
        for card, place, run in known[seat].passives.get(window, ()):
            for squad in army.squads:
                if attaching.carries(table, squad, card, place):
                    play = Play(table, seat, army.cards[card], place, None, moment, squad)
                    yield f"{squad.number}:{card}:{place}", run(play)
        for number, run in enumerate(known[seat].shrine.get(window, ())):
            yield f"shrine:{seat}:{window}:{number}", run(Play(table, seat, None, "", None, moment))
    yield from _of_tokens(table, moment, last=True)


def _of_tokens(table: Table, moment: Moment, *, last: bool) -> Iterator[tuple[str, Rule[None]]]:
    """What tokens do at a window, whoever put them there. Section 4.11"""
    for reaction in halves.TOKENS.get(moment.window, ()):
        if reaction.last == last:
            name = f"token:{reaction.run.__name__}"
            yield name, reaction.run(Play(table, table.state.active, None, "", None, moment))
