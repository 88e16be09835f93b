"""What a faction can do at which window: its halves, Banner options, tokens and Shrine, as a match meets them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from catalog.packs import schema
from matches.engine.dawnfall.halves import (
    ALWAYS,
    BANNERS,
    HALVES,
    ONGOING,
    PASSIVES,
    SHRINES,
    SPENT,
    SWITCH_ON,
    Behaviour,
    Run,
)
from matches.engine.dawnfall.roster import Army
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option


class Use(NamedTuple):
    """A half (or Banner option) with behaviour, as a seat meets it at a window."""

    card: schema.Card | schema.Banner | schema.Token
    place: str
    half: schema.Half | None
    behaviour: Behaviour
    #: How the half from hand, or the Banner option, is offered; attached halves name their Squad as well.
    option: Option


@dataclass(slots=True)
class Repertoire:
    """All that one faction can do, by window."""

    hand: dict[str, list[Use]] = field(default_factory=dict)
    attached: dict[str, dict[str, list[Use]]] = field(default_factory=dict)
    banner: dict[str, list[Use]] = field(default_factory=dict)
    #: The halves of Deployment cards, by window and Squad. R-DEPLOY
    deployment: dict[str, dict[str, list[Use]]] = field(default_factory=dict)
    tokens: dict[str, list[Use]] = field(default_factory=dict)
    passives: dict[str, list[tuple[str, str, Run]]] = field(default_factory=dict)
    shrine: dict[str, list[Run]] = field(default_factory=dict)
    windows: set[str] = field(default_factory=set)


def repertoires(table: Table) -> tuple[Repertoire, ...]:
    """What each seat's faction can do."""
    roster = table.roster
    if not roster.repertoires:
        roster.repertoires = tuple(_repertoire(army) for army in roster.armies)
    return roster.repertoires


def _repertoire(army: Army) -> Repertoire:
    known = Repertoire()
    for card in army.cards.values():
        for place, half in (("upper", card.upper), ("lower", card.lower)):
            if half is not None:
                _list_half(known, army.faction, card, place, half)
    for number, words in enumerate(army.banner.options):
        behaviour = BANNERS.get((army.faction, army.banner.slug, number))
        if behaviour is not None:
            option = Option(f"banner:{number}", "Banner: %(rules)s", {"banner": army.banner.slug, "rules": words})
            use = Use(army.banner, str(number), None, behaviour, option)
            for window in behaviour.windows:
                known.banner.setdefault(window, []).append(use)
    for reaction in SHRINES.get((army.faction, army.shrine.slug), ()):
        known.shrine.setdefault(reaction.window, []).append(reaction.run)
    for piece in army.tokens:
        _list_token(known, army.faction, piece)
    known.windows.update(
        known.hand, known.attached, known.banner, known.deployment, known.tokens, known.passives, known.shrine
    )
    return known


def _list_half(known: Repertoire, faction: str, card: schema.Card, place: str, half: schema.Half) -> None:
    key = (faction, card.slug, place)
    if half.passive:
        if key in PASSIVES:
            passive = PASSIVES[key]
            known.passives.setdefault(passive.window, []).append((card.slug, place, passive.run))
        if (key not in PASSIVES and key not in ONGOING) or half.window == ALWAYS:
            return
    behaviour = SWITCH_ON if half.passive else HALVES.get(key)
    if behaviour is None:
        return
    enhancement = card.kind is schema.CardKind.ENHANCEMENT
    told = {"card": card.slug, "half": place, "name": half.name, "of": card.name, "cost": half.cost}
    option = Option(f"play:{card.slug}:{place}", "%(name)s (%(of)s)", told)
    use = Use(card, place, half, behaviour, option)
    for window in (half.window, *behaviour.windows):
        if enhancement:
            known.attached.setdefault(window, {}).setdefault(card.slug, []).append(use)
        elif card.kind is schema.CardKind.DEPLOYMENT:
            known.deployment.setdefault(window, {}).setdefault(card.squad or "", []).append(use)
        else:
            known.hand.setdefault(window, []).append(use)


def _list_token(known: Repertoire, faction: str, piece: schema.Token) -> None:
    behaviour = SPENT.get((faction, piece.slug))
    if behaviour is not None:
        option = Option(f"token:{piece.slug}", "Discard %(name)s tokens", {"token": piece.slug, "name": piece.name})
        for window in behaviour.windows:
            known.tokens.setdefault(window, []).append(Use(piece, "", None, behaviour, option))
