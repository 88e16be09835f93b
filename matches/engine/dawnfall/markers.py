"""Tokens on models and Squads: putting them down, what they do while they lie there, and buying them off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from matches.engine.dawnfall import attributes, halves, paying
from matches.engine.dawnfall.state import DEAD, Marker, OnHex
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule

Pairs = list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Kind:
    """What a kind of token does to the model or Squad that bears it. `lasts` says whether it still has its reason."""

    name: str
    changes: Callable[[Table, int, Marker, str], Pairs] | None = None
    traits: frozenset[str] = frozenset()
    #: Crystals its owner may pay at W-OWN to be rid of it. R-BUYOFF
    price: int | None = None
    #: Several on one model count. R-STACK
    counted: bool = False
    lasts: Callable[[Table, int, Marker], bool] | None = None


KINDS: Final[dict[str, Kind]] = {}


def define(slug: str, kind: Kind) -> Kind:
    """Make a kind of token known."""
    KINDS[slug] = kind
    return kind


def on_model(table: Table, model: int, slug: str) -> Marker | None:
    """The token of that kind on a model."""
    return next((marker for marker in table.state.markers[model] if marker.kind == slug), None)


def may_put(table: Table, model: int, slug: str) -> bool:
    """Whether the model can be given such a token: it bears none, or several count. R-STACK"""
    return KINDS[slug].counted or on_model(table, model, slug) is None


def put(table: Table, model: int, slug: str, seat: int, number: int = 1) -> bool:
    """Put a token of a seat on a model; one of a kind only, unless the kind is counted. R-STATUS, R-STACK"""
    if not table.on_board(model) or not may_put(table, model, slug):
        return False
    markers = table.state.markers
    same = next((m for m in markers[model] if m.kind == slug and m.seat == seat), None)
    if same is not None:
        markers[model] = tuple(m for m in markers[model] if m != same)
        number += same.number
    markers[model] = (*markers[model], Marker(slug, seat, number))
    table.tell("token_placed", token=slug, model=model, seat=seat)
    return True


def take_off(table: Table, model: int, slug: str) -> None:
    """Take all tokens of a kind off a model."""
    markers = table.state.markers
    if any(marker.kind == slug for marker in markers[model]):
        markers[model] = tuple(marker for marker in markers[model] if marker.kind != slug)
        table.tell("token_removed", token=slug, model=model)


def count(table: Table, model: int, slug: str) -> int:
    """How many tokens of a counted kind lie on a model. R-STACK"""
    return sum(marker.number for marker in table.state.markers[model] if marker.kind == slug)


def spend(table: Table, model: int, slug: str, number: int) -> None:
    """Discard some of the tokens of a counted kind that lie on a model."""
    markers = table.state.markers
    marker = on_model(table, model, slug)
    assert marker is not None and marker.number >= number  # noqa: S101, PT018
    rest = tuple(m for m in markers[model] if m is not marker)
    markers[model] = rest if marker.number == number else (*rest, marker._replace(number=marker.number - number))
    table.tell("token_removed", token=slug, model=model, count=number)


def put_on_squad(table: Table, squad: int, slug: str, seat: int) -> None:
    """Put a token on a Squad card; it stays there while the Squad is dead. R-STATUS"""
    markers = table.state.squad_markers
    markers[squad] = (*markers[squad], Marker(slug, seat))
    table.tell("token_placed", token=slug, squad=squad, seat=seat)


def take_off_squads(table: Table, slug: str, seat: int) -> None:
    """Take a seat's tokens of a kind off all Squad cards."""
    for squad, markers in enumerate(table.state.squad_markers):
        if any(marker.kind == slug and marker.seat == seat for marker in markers):
            table.state.squad_markers[squad] = tuple(m for m in markers if m.kind != slug or m.seat != seat)
            table.tell("token_removed", token=slug, squad=squad)


def lay(table: Table, on: OnHex) -> None:
    """Put a token on a hex; of one that lies face down the others see where, not what. R-OCCUPY, DF-DECK-06"""
    table.state.hex_tokens += (on,)
    told = {"token": on.kind, "seat": on.seat, **table.board.describe_hex(on.hex)}
    if on.face_down:
        table.tell("token_laid", audience=(on.seat,), public=told, number=on.number, **told)
    else:
        table.tell("token_laid", **told)


def take_away(table: Table, on: OnHex) -> None:
    """A token leaves its hex and is seen by everybody."""
    left = list(table.state.hex_tokens)
    left.remove(on)
    table.state.hex_tokens = tuple(left)
    table.tell("token_taken_away", token=on.kind, seat=on.seat, number=on.number, **table.board.describe_hex(on.hex))


def sweep(table: Table) -> None:
    """Models have changed their places: what needs a contact that has ended with it is discarded at once.

    All is judged before anything is taken off, since it ends at one moment. R-CONTACT-TOKEN, R-JOINED
    """
    if any(table.state.markers):
        for model, kind in outlived(table):
            take_off(table, model, kind)
    if table.state.effects:
        attributes.sweep(table)


def outlived(table: Table) -> list[tuple[int, str]]:
    """The tokens whose reason has gone: the bearer is dead, or a contact has ended. R-STATUS, R-CONTACT-TOKEN"""
    return [
        (model, marker.kind)
        for model, markers in enumerate(table.state.markers)
        for marker in markers
        if not _has_reason(table, model, marker)
    ]


def _has_reason(table: Table, model: int, marker: Marker) -> bool:
    if not table.on_board(model):
        return table.state.places[model] != DEAD
    lasts = KINDS[marker.kind].lasts
    return lasts is None or lasts(table, model, marker)


def leave(table: Table, model: int) -> None:
    """Tokens that need contact come off a model that leaves the board alive; others stay. R-SETASIDE"""
    for marker in table.state.markers[model]:
        if KINDS[marker.kind].lasts is not None:
            take_off(table, model, marker.kind)


def changes(table: Table, model: int, name: str) -> Pairs:
    """What tokens and switched-on passives change about an attribute. R-ATTR-ORDER, R-PASSIVE-EFFECT"""
    state = table.state
    squad = table.roster.squad_of[model]
    pairs: Pairs = []
    if not state.markers[model] and not state.attached[squad] and not state.squad_markers[squad]:
        return pairs
    for marker in (*state.markers[model], *state.squad_markers[squad]):
        change = KINDS[marker.kind].changes
        if change is not None:
            pairs += change(table, model, marker, name)
    for attached in state.attached[squad]:
        if attached.on:
            faction = table.roster.armies[table.roster.seat_of[model]].faction
            ongoing = halves.ONGOING.get((faction, attached.card, "lower"))
            if ongoing is not None:
                pairs += ongoing(table, model, name)
    return pairs


def gives(table: Table, model: int, trait: str) -> bool:
    """Whether a token gives the model a trait, such as blocked, unpushable or immune."""
    borne = table.state.markers[model]
    return bool(borne) and any(trait in KINDS[marker.kind].traits for marker in borne)


attributes.MODIFIERS.add(changes)
attributes.TRAITS.add(gives)


def buy_offs(table: Table, seat: int) -> list[Option]:
    """The tokens on a seat's models that it may pay to remove now. R-BUYOFF"""
    options: list[Option] = []
    if not any(table.state.markers):
        return options
    for model in table.army_on_board(seat):
        for marker in table.state.markers[model]:
            kind = KINDS[marker.kind]
            price = kind.price
            if price is not None and paying.can_pay(table, seat, price):
                told = {"token": kind.name, "model": model, "name": table.squad(model).name, "cost": price}
                words = "Pay %(cost)s to remove %(token)s from %(name)s"
                options.append(Option(f"remove:{model}:{marker.kind}:{marker.seat}", words, told))
    return options


def buy_off(table: Table, seat: int, model: int, slug: str, placed_by: int) -> Rule[None]:
    """Pay for one token and take it off. It is no card play. R-BUYOFF, R-FIRE"""
    price = KINDS[slug].price or 0
    yield from paying.pay(table, seat, price, KINDS[slug].name)
    markers = table.state.markers
    marker = next(m for m in markers[model] if m.kind == slug and m.seat == placed_by)
    rest = tuple(m for m in markers[model] if m is not marker)
    markers[model] = rest if marker.number == 1 else (*rest, marker._replace(number=marker.number - 1))
    table.tell("token_removed", token=slug, model=model, seat=seat)
