"""Why a seat cannot use what it holds, or choose what it named: the refusal with its rule, made only when asked for.

A seat that is not asked learns nothing from it but whose turn and whose choice it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Final, NamedTuple

from catalog.packs import schema
from matches.engine.dawnfall import halves, limits, offering, paying, reasons
from matches.engine.dawnfall.evolving import is_evolve
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
from matches.engine.dawnfall.state import ACTIVE_STAGES, Attached
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Decision
from matches.engine.kernel.refusals import MatchOver, NotAsked, NotOffered, Refusal

#: When a window is, in words.
WHEN: Final = {
    "W-OWN": "when nothing is under way in your own Active turn",
    "W-INSTANT": "between two steps of an Active turn",
    "W-DEPLOY": "when nothing is under way in your own Active turn",
    "W-MOVE": "when a Move is announced",
    "W-AFTER-MOVE": "after a Move in your own Active turn",
    "W-COMBAT": "when a Combat is declared",
    "W-BACKSTAB": "when a Backstab is declared",
    "W-BEFORE-INI": "before Initiative is compared",
    "W-BEFORE-ATT": "before an Attack roll",
    "W-BEFORE-DEF": "before a Defense roll",
    "W-BEFORE-HIT": "before a Check for Hit",
    "W-DIE": "when a die is about to be chosen",
    "W-ROLLED": "when a die has been rolled",
    "W-DEF-ROLLED": "after a Defense roll",
    "W-DEF-LOST": "when an Attack has succeeded",
    "W-DEF-WON": "when a Defense has succeeded",
    "W-WOUND-DEAL": "when a Wound is about to be dealt",
    "W-WOUND-TAKE": "when a Wound is about to be taken",
    "W-TOKEN-LOST": "when a Wound has cost an Endurance token",
    "W-WOUND-TAKEN": "when a Wound was taken",
    "W-WOUND-DEALT": "when a Wound was dealt",
    "W-DYING": "when a model is being killed",
    "W-KILLED": "when a model was killed",
    "W-SACRIFICED": "when a model was Sacrificed",
    "W-PLAY": "when a half is played",
    "W-AFTER-PLAY": "when a half has been played",
}
#: The rule behind a deed that is not offered in a free moment, and behind what is no answer to a kind of question.
DEEDS: Final = {"activate": "DF-ACTIVE-05", "move": "DF-ACTIVE-07", "fight": "DF-COMBAT-02", "remove": "R-BUYOFF"}
CLAUSES: Final = {
    "declare": "DF-TURN-01",
    "pay": "DF-PAY-06",
    "pay_unit": "DF-PAY-06",
    "die": "DF-DICE-01",
    "rolled": "DF-DICE-12",
    "move_model": "DF-MOVE-01",
    "move_space": "DF-MOVE-03",
    "move_hexes": "DF-MOVE-11",
    "push_hexes": "DF-PUSH-05",
    "place_space": "DF-SETUP-44",
    "place_hexes": "DF-SETUP-44",
    "shrine": "DF-SETUP-34",
    "source": "DF-SETUP-38",
    "faction": "DF-SETUP-17",
    "counterattack": "DF-COUNTER-01",
    "end_step": "DF-ACTIVE-15",
    "window": "R-INTERRUPT",
}
_ANY_CHOICE: Final = "R-CHOICE"
_OVER: Final = "DF-END-01"
_ORDER: Final = "R-ORDER"
_USES: Final = frozenset({"play", "use", "deploy", "attach", "banner"})


class Holding(NamedTuple):
    """Something a seat could use one day; `use` is missing for an Enhancement in hand and for unknown halves."""

    what: str
    card: schema.Card | schema.Banner | schema.Token
    half: schema.Half | None = None
    use: Use | None = None
    squad: Squad | None = None
    attached: Attached | None = None


def why_not(table: Table, pending: Decision | None, seat: int | None, option_id: str) -> Refusal:
    """Why a seat cannot choose what is not offered to it."""
    if pending is None or seat is None:
        return MatchOver(_OVER)
    kind = option_id.partition(":")[0]
    if kind in _USES and table.roster.armies:
        holding = dict(_holdings(table, seat)).get(option_id)
        return reasons.NotHeld() if holding is None else _why(table, pending, seat, holding)
    if pending.seat != seat:
        return NotAsked(_ORDER, name=table.setup.seats[pending.seat].name)
    rule = DEEDS.get(kind) if pending.kind == "free" else CLAUSES.get(pending.kind)
    return NotOffered(rule or _ANY_CHOICE, option=option_id, prompt=pending.prompt)


def explain(table: Table, pending: Decision | None, seat: int) -> dict[str, Refusal]:
    """Why a seat cannot use what it holds: every half and Banner option that is not offered to it now."""
    if pending is None or not table.roster.armies:
        return {}
    offered = {option.id for option in pending.options} if pending.seat == seat else set()
    held = (pair for pair in _holdings(table, seat) if pair[0] not in offered)
    return {name: _why(table, pending, seat, holding) for name, holding in held}


def _holdings(table: Table, seat: int) -> Iterator[tuple[str, Holding]]:
    """The seat's halves in hand, Enhancements in hand, attached halves, Deployment cards and Banner options."""
    army, state, known = table.roster.armies[seat], table.state, repertoires(table)[seat]
    hand = {use.option.id: use for uses in known.hand.values() for use in uses}
    carried = {use.option.id: use for by_card in known.attached.values() for uses in by_card.values() for use in uses}
    for slug in dict.fromkeys(state.hands[seat]):
        card = army.cards.get(slug)
        if card is None:
            continue
        if card.attach is not None:
            yield f"attach:{slug}", Holding(card.name, card)
        for place, half in _halves(card):
            name = f"play:{slug}:{place}"
            yield name, Holding(half.name, card, half, hand.get(name))
    for squad in army.squads:
        for attached in state.attached[squad.number]:
            card = army.cards[attached.card]
            for place, half in _halves(card):
                use = carried.get(f"play:{card.slug}:{place}")
                yield f"use:{squad.number}:{card.slug}:{place}", Holding(half.name, card, half, use, squad, attached)
        for by_squad in known.deployment.values():
            for use in by_squad.get(squad.slug, ()):
                name = f"deploy:{squad.number}:{use.card.slug}:{use.place}"
                yield name, Holding(use.card.name, use.card, use.half, use, squad)
    options = {use.option.id: use for uses in known.banner.values() for use in uses}
    for number in range(len(army.banner.options)):
        name = f"banner:{number}"
        yield name, Holding(army.banner.name, army.banner, None, options.get(name))


def _halves(card: schema.Card) -> list[tuple[str, schema.Half]]:
    return [(place, half) for place, half in (("upper", card.upper), ("lower", card.lower)) if half is not None]


def _why(table: Table, pending: Decision, seat: int, holding: Holding) -> Refusal:
    """Why something held is not offered now: because of the turn, of what is being asked, or of itself."""
    return (
        _because_of_turn(table, seat, holding)
        or _because_of_question(table, pending, seat)
        or _because_of_card(holding)
        or _because_of_moment(table, pending, seat, holding)
    )


def _because_of_turn(table: Table, seat: int, holding: Holding) -> Refusal | None:
    stage = table.state.stage
    if stage == "declare":
        return reasons.TurnNotDeclared()
    if stage == "passive":
        return reasons.PassiveTurn()
    if stage not in ACTIVE_STAGES:
        return reasons.InSetup()
    if seat == table.state.active or (holding.half is not None and holding.half.instant):
        return None
    if holding.half is None or (holding.squad is not None and holding.attached is None):
        rule = "DF-ENH-04" if isinstance(holding.card, schema.Card) and holding.half is None else None
        return reasons.NotYourTurn("R-DEPLOY" if holding.squad is not None else rule, what=holding.what)
    return reasons.NoLightning(what=holding.what)


def _because_of_question(table: Table, pending: Decision, seat: int) -> Refusal | None:
    if pending.seat != seat:
        return NotAsked(_ORDER, name=table.setup.seats[pending.seat].name)
    if pending.kind not in {"free", "window"}:
        return reasons.UnderWay(prompt=pending.prompt)
    return reasons.TurnTooLong() if limits.worn_out(table) else None


def _because_of_card(holding: Holding) -> Refusal | None:
    """What is so at any moment of the turn."""
    card, half = holding.card, holding.half
    if half is None:
        return None if holding.use or isinstance(card, schema.Card) else reasons.NotKnown(what=holding.what)
    if holding.squad is None and isinstance(card, schema.Card) and card.attach is not None:
        return reasons.AttachFirst(what=card.name)
    if half.passive and half.window == halves.ALWAYS:
        return reasons.SwitchedOn("R-NO-COST", what=holding.what)
    return None if holding.use else reasons.NotKnown(what=holding.what)


def _because_of_moment(table: Table, pending: Decision, seat: int, holding: Holding) -> Refusal:
    free = pending.kind == "free"
    use = holding.use
    if use is None:
        return _attaching(table, seat, holding) if free else _wrong_window(holding, "W-OWN")
    windows = _windows(use)
    moments = [Moment(window) for window in offering.FREE_WINDOWS] if free else table.open[-1:]
    moment = next((moment for moment in moments if moment.window in windows), None)
    if moment is None:
        return _wrong_window(holding, windows[0])
    kind = _hindrance(table, seat, holding, use, moment)
    if kind is not None:
        return _refusal(table, seat, holding, use, moment, kind)
    return reasons.OtherStep(None if moment.window == "W-COMBAT" else _ORDER, what=holding.what)


def _windows(use: Use) -> tuple[str, ...]:
    return use.behaviour.windows if use.half is None else (use.half.window, *use.behaviour.windows)


def _wrong_window(holding: Holding, window: str) -> Refusal:
    return reasons.WrongWindow(what=holding.what, when=WHEN.get(window, window))


def _attaching(table: Table, seat: int, holding: Holding) -> Refusal:
    """Why an Enhancement in hand cannot be attached in a free moment. DF-ENH-03, -12, R-FACELESS-ATTACH"""
    card, what = holding.card, holding.what
    terms = card.attach if isinstance(card, schema.Card) else None
    squads = table.roster.armies[seat].squads
    if all(any(old.card == card.slug for old in table.state.attached[squad.number]) for squad in squads):
        return reasons.EverySquadHasIt(what=what)
    if terms is not None and terms.currency is schema.Currency.CRYSTAL:
        return reasons.CannotPay("DF-ENH-03", what=what, cost=terms.cost, means=paying.means(table, seat))
    return reasons.NothingToDo("R-FACELESS-ATTACH", what=what)


def _hindrance(table: Table, seat: int, holding: Holding, use: Use, moment: Moment) -> type[Refusal] | None:
    if use.half is None:
        return banner_hindrance(table, seat, use, moment)
    if holding.squad is None:
        kind = hand_hindrance(table, seat, use, moment)
        fits = kind is not None or use.behaviour.in_hand(in_play(table, seat, use, moment))
        return kind if fits else reasons.NothingToDo
    if holding.attached is None:
        return deployment_hindrance(table, holding.squad, use, moment)
    return attached_hindrance(table, holding.squad, holding.attached, use, moment)


def _refusal(table: Table, seat: int, holding: Holding, use: Use, moment: Moment, kind: type[Refusal]) -> Refusal:
    """The refusal with its names and numbers."""
    what, squad = holding.what, holding.squad
    cost = holding.half.cost if holding.half is not None else 0
    if kind is reasons.NothingToDo:
        return _wrong_mode(table, seat, holding, use, moment) or reasons.NothingToDo(what=what)
    if kind is reasons.LimitReached:
        return _limit(table, holding, use, moment)
    charges = holding.attached.charges if holding.attached is not None else 0
    band = use.card.squad if isinstance(use.card, schema.Card) else None
    name = squad.name if squad is not None else _squad_name(table, seat, band)
    return kind(what=what, cost=cost, charges=charges, squad=name, means=paying.means(table, seat, what))


def _limit(table: Table, holding: Holding, use: Use, moment: Moment) -> Refusal:
    """Which limit is reached. R-LIMIT, R-NO-LIMIT, R-ONCE, R-LOOP, R-REPEAT"""
    half, squad = holding.half, holding.squad
    if half is None or squad is None:
        return reasons.LimitReached("R-LOOP", what=holding.what, limit=f"{limits.BANNER_CAP} per turn")
    key = limits.half_key(squad.number, use.card.slug, use.place)
    rule = limits.used_up(table, moment, key, half, adds_up=use.behaviour.adds_up)
    if rule == "R-REPEAT":
        return reasons.WouldRepeat(what=holding.what)
    limit = {"R-LOOP": f"{limits.HALF_CAP} per turn", "R-NO-LIMIT": "1 per turn", "R-ONCE": "1 per event"}
    return reasons.LimitReached(rule, what=holding.what, limit=limit.get(rule, half.limit))


def _wrong_mode(table: Table, seat: int, holding: Holding, use: Use, moment: Moment) -> Refusal | None:
    """Whether the half could be used if its Squad card showed another side; Evolve cards ask for none. R-MODE-REQ"""
    if is_evolve(use.card):
        return None
    band = use.card.squad if isinstance(use.card, schema.Card) else None
    own = [squad for squad in table.roster.armies[seat].squads if band is not None and squad.slug == band]
    for squad in own if holding.squad is None else [holding.squad]:
        for mode, side in enumerate(squad.modes):
            twin = copy(table)
            twin.state = table.state.copy()
            twin.state.modes[squad.number] = mode
            if _hindrance(twin, seat, holding, use, moment) is None:
                return reasons.WrongMode(what=holding.what, squad=squad.name, mode=side.name)
    return None


def _squad_name(table: Table, seat: int, slug: str | None) -> str:
    return next((squad.name for squad in table.roster.armies[seat].squads if squad.slug == slug), slug or "")
