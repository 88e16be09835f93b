"""Enhancements: attaching them, their two slots, and the charges on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from catalog.packs import schema
from matches.engine.dawnfall import drawing, flesh, paying
from matches.engine.dawnfall.halves import ALWAYS
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.state import Attached
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule, ask

#: Enhancements under one Squad. DF-ENH-18
SLOTS: Final = 2

#: An attached card: its Squad and its slot there.
Slot = tuple[int, int]


def attachable(table: Table, seat: int) -> list[Option]:
    """The Enhancements in hand that can be attached now. DF-ENH-03, -04, -12"""
    options = []
    cards = table.roster.armies[seat].cards
    for slug in dict.fromkeys(table.state.hands[seat]):
        card = cards.get(slug)
        if card is None or card.attach is None or card.attach.timing == "setup":
            continue
        if not _costs_flesh(card) and not paying.can_pay(table, seat, card.attach.cost):
            continue
        if squads_for(table, seat, slug):
            told = {"card": slug, "of": card.name, "cost": card.attach.cost}
            options.append(Option(f"attach:{slug}", "Attach %(of)s", told))
    return options


def squads_for(table: Table, seat: int, card: str) -> list[int]:
    """The own Squads, dead ones too, that do not carry a copy of the card; if it costs flesh, some must be in contact.

    DF-ENH-03, -04, -12, -21, Q-28, R-FACELESS-ATTACH
    """
    attached = table.state.attached
    fleshless = not _costs_flesh(table.roster.armies[seat].cards[card])
    return [
        squad.number
        for squad in table.roster.armies[seat].squads
        if all(other.card != card for other in attached[squad.number])
        and (fleshless or flesh.offerings(table, seat, squad.number))
    ]


def _costs_flesh(card: schema.Card) -> bool:
    return card.attach is not None and card.attach.currency is schema.Currency.WOUND


def attach(table: Table, seat: int, slug: str) -> Rule[bool]:
    """Choose the Squad, make room, pay, and put the printed charge on the card. DF-ENH-03 to -07, -19"""
    state = table.state
    card = table.roster.armies[seat].cards[slug]
    terms = card.attach
    assert terms is not None  # noqa: S101
    squads = [_squad_option(table, number) for number in squads_for(table, seat, slug)]
    chosen = yield from ask(seat, "attach", "Attach %(card)s to which Squad?", [*squads, _BACK], {"card": card.name})
    if chosen is _BACK:
        return False
    squad: int = chosen.data["squad"]
    if _costs_flesh(card):
        words = "What do you give up for %(card)s?"
        offered = [*flesh.offerings(table, seat, squad), _BACK]
        chosen = yield from ask(seat, "give_up", words, offered, {"card": card.name})
        if chosen is _BACK:
            return False
    if len(state.attached[squad]) >= SLOTS and not (yield from _make_room(table, seat, squad)):
        return False
    if _costs_flesh(card):
        yield from flesh.give_up(table, chosen)
    else:
        yield from paying.pay(table, seat, terms.cost, card.name)
    drawing.take_from_hand(table, seat, slug)
    state.attached[squad] = (*state.attached[squad], Attached(slug, 0))
    table.tell("enhancement_attached", seat=seat, card=slug, squad=squad)
    yield from charge(table, seat, [(squad, len(state.attached[squad]) - 1)], terms.charges)
    return True


_BACK: Final = Option("back", "Back")


def _squad_option(table: Table, number: int) -> Option:
    return Option(f"squad:{number}", "%(name)s", {"squad": number, "name": table.roster.squads[number].name})


def _make_room(table: Table, seat: int, squad: int) -> Rule[bool]:
    """Discard one of the two Enhancements; its charges are lost. DF-ENH-19"""
    cards = table.roster.armies[seat].cards
    options = [
        Option(f"slot:{n}", "Discard %(name)s", {"slot": n, "name": cards[old.card].name, "charges": old.charges})
        for n, old in enumerate(table.state.attached[squad])
    ]
    words = "%(name)s carries two Enhancements. Discard which?"
    name = table.roster.squads[squad].name
    chosen = yield from ask(seat, "discard_enhancement", words, [*options, _BACK], {"name": name})
    if chosen is _BACK:
        return False
    discard(table, (squad, chosen.data["slot"]))
    return True


def discard(table: Table, slot: Slot) -> None:
    """An Enhancement leaves play; its charges return to the neutral pile. DF-ENH-11, -19, Q-29"""
    state = table.state
    squad, n = slot
    old = state.attached[squad][n]
    owner = table.roster.squads[squad].seat
    state.attached[squad] = state.attached[squad][:n] + state.attached[squad][n + 1 :]
    state.neutral_charges += old.charges
    if table.roster.armies[owner].cards[old.card].attach.timing != "setup":  # type: ignore[union-attr]
        state.discards[owner] = (*state.discards[owner], old.card)
    table.tell("enhancement_discarded", seat=owner, card=old.card, squad=squad)


def spend(table: Table, slot: Slot, count: int) -> None:
    """Charges off this very card, back to the neutral pile. DF-ENH-08, -09, -10, Q-29"""
    squad, n = slot
    _set_charges(table, slot, table.state.attached[squad][n].charges - count)
    table.state.neutral_charges += count


def switch_on(table: Table, slot: Slot) -> None:
    """The Passive token: from now on the half is free. DF-ENH-20, R-INSTANT-PASSIVE"""
    squad, n = slot
    cards = list(table.state.attached[squad])
    cards[n] = cards[n]._replace(on=True)
    table.state.attached[squad] = tuple(cards)
    table.tell("passive_switched_on", squad=squad, card=cards[n].card)


def put_token(table: Table, slot: Slot) -> None:
    """A token that lies on this very card for as long as it is attached. WEAKENING"""
    squad, n = slot
    cards = list(table.state.attached[squad])
    cards[n] = cards[n]._replace(tokens=cards[n].tokens + 1)
    table.state.attached[squad] = tuple(cards)
    table.tell("token_placed", token=cards[n].card, squad=squad, seat=table.roster.squads[squad].seat)


def chargeable(table: Table, seats: Sequence[int]) -> list[Slot]:
    """The Enhancements of seats that take charges and whose Squad has a living model. R-CHARGE, DF-PASSIVE-11"""
    return [
        (squad.number, n)
        for seat in seats
        for squad in table.roster.armies[seat].squads
        if table.state.attached[squad.number] and table.alive(squad)
        for n, attached in enumerate(table.state.attached[squad.number])
        if not _costs_flesh(table.roster.armies[seat].cards[attached.card])
    ]


def charge(table: Table, seat: int, slots: Sequence[Slot], each: int = 1) -> Rule[None]:
    """Put charges on cards; if the pile is short, the player says which go without. DF-LIMIT-08, -12, DF-ENH-17"""
    wanted = [slot for slot in slots for _ in range(each)]
    if len(wanted) <= table.state.neutral_charges:
        for slot in slots:
            _add(table, slot, each)
        return
    left = list(wanted)
    while table.state.neutral_charges and left:
        slot = yield from _ask_slot(table, seat, "charge", "Too few charges. Charge which card?", left)
        left.remove(slot)
        _add(table, slot, 1)
    for slot in left:
        yield from _move_charge(table, seat, slot)


def _move_charge(table: Table, seat: int, slot: Slot) -> Rule[None]:
    """With an empty pile a token may come from another own Enhancement, a dead Squad's too. DF-ENH-17, Q-29, Q-30"""
    sources = [
        (squad.number, n)
        for squad in table.roster.armies[seat].squads
        for n, card in enumerate(table.state.attached[squad.number])
        if card.charges and (squad.number, n) != slot
    ]
    if not sources:
        return
    words = "The neutral pile is empty. Move a charge to %(card)s?"
    options = slot_options(table, sources)
    stay = Option("none", "Move none")
    name = _slot_option(table, slot).data["card"]
    chosen = yield from ask(seat, "move_charge", words, [*options, stay], {"card": name})
    if chosen is not stay:
        source = (chosen.data["squad"], chosen.data["slot"])
        spend(table, source, 1)
        _add(table, slot, 1)


def _ask_slot(table: Table, seat: int, kind: str, words: str, slots: Sequence[Slot]) -> Rule[Slot]:
    chosen = yield from ask(seat, kind, words, slot_options(table, slots))
    return chosen.data["squad"], chosen.data["slot"]


def slot_options(table: Table, slots: Sequence[Slot]) -> list[Option]:
    """Attached cards to choose from."""
    return [_slot_option(table, slot) for slot in dict.fromkeys(slots)]


def _slot_option(table: Table, slot: Slot) -> Option:
    number, n = slot
    squad = table.roster.squads[number]
    card = table.roster.armies[squad.seat].cards[table.state.attached[number][n].card]
    told = {"squad": number, "slot": n, "card": card.name, "name": squad.name}
    return Option(f"slot:{number}:{n}", "%(card)s on %(name)s", told)


def _add(table: Table, slot: Slot, count: int) -> None:
    squad, n = slot
    table.state.neutral_charges -= count
    _set_charges(table, slot, table.state.attached[squad][n].charges + count)
    table.tell("enhancement_charged", squad=squad, card=table.state.attached[squad][n].card, count=count)


def _set_charges(table: Table, slot: Slot, charges: int) -> None:
    squad, n = slot
    cards = list(table.state.attached[squad])
    cards[n] = cards[n]._replace(charges=charges)
    table.state.attached[squad] = tuple(cards)


def carries(table: Table, squad: Squad, card: str, place: str) -> bool:
    """Whether a Squad carries a passive half that is on and works for it. DF-ENH-13, -20, R-NO-COST"""
    for attached in table.state.attached[squad.number]:
        if attached.card == card:
            printed = table.roster.armies[squad.seat].cards[card]
            half = printed.lower if place == "lower" else printed.upper
            on = attached.on or (half is not None and half.window == ALWAYS)
            return on and (place == "upper" or printed.squad in {None, squad.slug})
    return False
