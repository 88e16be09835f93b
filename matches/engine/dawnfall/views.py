"""What a seat may know, built from an allow-list: nothing gets into a view that is not named here. DF-DECK-06, Q-09"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from matches.engine.dawnfall import cavalry, ending, modifiers, passive, terrain
from matches.engine.dawnfall.board import hexes_of
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.state import ASIDE, DEAD, GONE, WAITING, Marker, OnHex
from matches.engine.dawnfall.table import Table

_OFF_BOARD: Final = {DEAD: "dead", ASIDE: "aside", WAITING: "waiting", GONE: "gone"}


def view(table: Table, seat: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may know, as JSON-able data."""
    table = table.seen_by(seat)
    state = table.state
    raised = bool(table.roster.armies)
    return {
        "system": "dawnfall",
        "mode": table.setup.mode,
        "options": asdict(table.setup.options),
        "board": table.board.name,
        "preset": _preset(table),
        "seat": seat,
        "stage": state.stage,
        "turn": state.turn,
        "active": state.active,
        "first_player": state.first_player,
        "countering": state.countering,
        "neutral": {"crystals": state.neutral_crystals, "charges": state.neutral_charges},
        "marker": None if table.setup.multiplayer else state.marker,
        "victory_points": list(ending.victory_points(table)),
        "seats": [_seat(table, other, raised) for other in table.seats],
        "own": None if seat is None else _own(table, seat),
        "squads": [_squad(table, squad) for squad in table.roster.squads],
        "models": [_model(table, model) for model in table.roster.models],
        "sources": [_source(table, space, raised) for space in state.sources],
        "overgrown": [table.board.places[space] for space in state.overgrown],
        "thickets": [table.board.describe_hex(number) for number in hexes_of(state.thickets)],
        "hex_tokens": [_on_hex(table, token, seat) for token in state.hex_tokens],
        "shrine_tokens": _markers(state.shrine_tokens),
        "effects": [effect._asdict() for effect in state.effects],
        "fight": _fight(table),
        "activation": None if state.activation is None else state.activation._asdict(),
        "activated": list(state.activated),
        "extra_turn": bool(state.extra_turn),
        "in_extra_turn": state.in_extra_turn,
        "ending": state.ending,
        "result": _result(table),
    }


def _preset(table: Table) -> dict[str, str] | None:
    """The first-game places, labelled as our own. Q-14"""
    layout = terrain.preset(table)
    return None if layout is None else {"name": layout.name, "label": layout.label}


def _seat(table: Table, seat: int, raised: bool) -> dict[str, Any]:
    """What everybody may know about a seat: counts of hand and deck, never what is in them."""
    state = table.state
    shrine = state.shrines[seat]
    army = table.roster.armies[seat] if raised else None
    return {
        "seat": seat,
        "name": table.setup.seats[seat].name,
        "team": table.setup.team(seat),
        "faction": state.factions[seat] if state.factions else "",
        "banner": None if army is None else {"slug": army.banner.slug, "ready": state.banner_ready[seat]},
        "shrine": None if army is None else army.shrine.slug,
        "shrine_space": None if shrine < 0 else table.board.places[shrine],
        "crystals": state.crystals[seat],
        "depleted": state.depleted[seat],
        "temporary": state.temporary[seat],
        "hand_count": len(state.hands[seat]),
        "deck_count": len(state.decks[seat]),
        "discard": list(state.discards[seat]),
        "mulligan_used": state.mulligan_used[seat],
        "starting": state.starting[seat],
        "captured": list(state.captured[seat]),
        "eliminated": state.eliminated[seat],
    }


def _own(table: Table, seat: int) -> dict[str, Any]:
    """What only the seat itself may know: its hand, and which deck it has picked."""
    picked = table.state.picked[seat]
    return {"hand": list(table.state.hands[seat]), "deck": None if picked < 0 else picked}


def _squad(table: Table, squad: Squad) -> dict[str, Any]:
    state, number = table.state, squad.number
    return {
        "squad": number,
        "seat": squad.seat,
        "slug": squad.slug,
        "name": squad.name,
        "mode": state.modes[number],
        "mode_name": table.mode(squad).name,
        "endurance": state.endurance[number],
        "printed_endurance": squad.endurance,
        "models": list(squad.models),
        "deployment": _deployment(table, squad),
        "attached": [attached._asdict() for attached in state.attached[number]],
        "markers": _markers(state.squad_markers[number]),
    }


def _deployment(table: Table, squad: Squad) -> str | None:
    """The Deployment card that lies open beside a cavalry Squad until it comes in. R-DEPLOY"""
    if not cavalry.undeployed(table, squad):
        return None
    card = cavalry.deployment_card(table.roster.armies[squad.seat], squad)
    return None if card is None else card.slug


def _model(table: Table, model: int) -> dict[str, Any]:
    place = table.state.places[model]
    return {
        "model": model,
        "squad": table.roster.squad_of[model],
        "seat": table.roster.seat_of[model],
        "base": table.base(model),
        "place": table.board.describe(place) if place >= 0 else None,
        "status": "board" if place >= 0 else _OFF_BOARD[place],
        "markers": _markers(table.state.markers[model]),
        "attributes": modifiers.described(table, model) if place >= 0 else None,
    }


def _fight(table: Table) -> dict[str, Any] | None:
    """The Combat Sequence or Backstab under way, the innermost if there are several."""
    if not table.fights:
        return None
    fight = table.fights[-1]
    names = (
        "kind", "starter", "opponent", "attacker", "target", "counterattack", "attack_power", "defense_power",
    )  # fmt: skip
    return {name: getattr(fight, name) for name in names}


def _markers(markers: tuple[Marker, ...]) -> list[dict[str, Any]]:
    return [marker._asdict() for marker in markers]


def _on_hex(table: Table, token: OnHex, seat: int | None) -> dict[str, Any]:
    """A token on a hex; what lies face down is known to its owner only."""
    if token.face_down and token.seat != seat:
        token = token._replace(number=0)
    return {**token._asdict(), **table.board.describe_hex(token.hex)}


def _source(table: Table, space: int, raised: bool) -> dict[str, Any]:
    owners = [seat for seat in table.seats if raised and passive.controls(table, seat, space)]
    return {"space": table.board.places[space], "controlled_by": owners}


def _result(table: Table) -> dict[str, Any] | None:
    result = ending.result(table)
    return None if result is None else asdict(result)
