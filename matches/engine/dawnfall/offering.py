"""What a seat may use at a moment: halves in hand and attached, Deployment cards, Banner options, tokens.

Options of uses have the ids `play:<card>:<place>` (from hand), `use:<squad>:<card>:<place>` (attached),
`deploy:<squad>:<card>:<place>` (Deployment card), `attach:<card>`, `banner:<option>`, `token:<token>` (discarding
own tokens) and `remove:<model>:<token>:<seat>` (buying a token off).
"""

from __future__ import annotations

from typing import Final

from matches.engine.dawnfall import attaching, limits, markers
from matches.engine.dawnfall.hindrances import (
    attached_hindrance,
    banner_hindrance,
    deployment_hindrance,
    hand_hindrance,
    in_play,
)
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.repertoire import Use, repertoires
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option

#: Windows whose halves the Active player may use in a free moment. DF-CARD-01, section 4.2
FREE_WINDOWS: Final = ("W-OWN", "W-AFTER-MOVE", "W-INSTANT", "W-DEPLOY")


def free_uses(table: Table, seat: int) -> list[Option]:
    """All that the Active player may use in a free moment: halves, Enhancements to attach, Banner, buy-offs.

    DF-CARD-01, -06, DF-ENH-04, DF-BANNER-02, R-BUYOFF
    """
    if seat != table.state.active or limits.worn_out(table):
        return []
    options = [option for window in FREE_WINDOWS for option in usable(table, seat, window, Moment(window))]
    return [*options, *attaching.attachable(table, seat), *markers.buy_offs(table, seat)]


def usable(table: Table, seat: int, window: str, moment: Moment) -> list[Option]:
    """The halves and Banner options a seat may use at a window. R-INTERRUPT, R-LIGHTNING"""
    known = repertoires(table)[seat]
    if window not in known.windows:
        return []
    options: list[Option] = []
    hand = table.state.hands[seat]
    if hand:
        for use in known.hand.get(window, ()):
            if (
                use.card.slug in hand
                and hand_hindrance(table, seat, use, moment) is None
                and use.behaviour.in_hand(in_play(table, seat, use, moment))
            ):
                options.append(use.option)
    for use in known.tokens.get(window, ()):
        if use.behaviour.can(in_play(table, seat, use, moment)):
            options.append(use.option)
    carried = known.attached.get(window)
    if carried:
        for squad in table.roster.armies[seat].squads:
            for attached in table.state.attached[squad.number]:
                for use in carried.get(attached.card, ()):
                    if attached_hindrance(table, squad, attached, use, moment) is None:
                        options.append(_squad_option("use", use, squad, "%(name)s (%(of)s on %(carrier)s)"))
    waiting = known.deployment.get(window)
    if waiting:
        for squad in table.roster.armies[seat].squads:
            for use in waiting.get(squad.slug, ()):
                if deployment_hindrance(table, squad, use, moment) is None:
                    options.append(_squad_option("deploy", use, squad, "%(name)s (%(of)s)"))
    if seat == table.state.active and limits.banner_allows(table, seat):
        uses = known.banner.get(window, ())
        options += [use.option for use in uses if banner_hindrance(table, seat, use, moment) is None]
    return options


def might_answer(table: Table, seat: int, moment: Moment, first: bool | None = None) -> bool:
    """Whether some card of the faction could be used now if the seat held it; public facts only. R-ASK"""
    if not table.state.hands[seat]:
        return False
    return any(
        (first is None or _is_first(use, moment) == first) and hand_hindrance(table, seat, use, moment) is None
        for use in repertoires(table)[seat].hand.get(moment.window, ())
    )


def comes_first(table: Table, seat: int, option: Option, moment: Moment) -> bool:
    """Whether a use belongs to the first of the two steps of a window. R-ORDER-CANCEL"""
    return _is_first(find(table, seat, option), moment)


def _is_first(use: Use, moment: Moment) -> bool:
    """What cancels a Combat comes first; at a death what acts comes before what only changes the VP. Section 4.9"""
    return use.behaviour.cancels if moment.window == "W-COMBAT" else not use.behaviour.adds_up


def _squad_option(kind: str, use: Use, squad: Squad, words: str) -> Option:
    told = {**use.option.data, "squad": squad.number, "carrier": squad.name}
    return Option(f"{kind}:{squad.number}:{use.card.slug}:{use.place}", words, told)


def find(table: Table, seat: int, option: Option) -> Use:
    """What an offered option stands for."""
    known = repertoires(table)[seat]
    kind, *names = option.id.split(":")
    if kind == "use":
        card, place = names[1:]
        uses = [use for by_card in known.attached.values() for use in by_card.get(card, ())]
        return next(use for use in uses if use.place == place)
    if kind == "deploy":
        card, place = names[1:]
        uses = [use for by_squad in known.deployment.values() for uses in by_squad.values() for use in uses]
        return next(use for use in uses if use.card.slug == card and use.place == place)
    groups = {"banner": known.banner, "token": known.tokens}.get(kind, known.hand)
    return next(use for uses in groups.values() for use in uses if use.option.id == option.id)
